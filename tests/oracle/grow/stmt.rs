//! Statements. Each adds its lines.

mod binding;
mod change;
mod looping;

use super::code::{Code, Level, block};
use super::scope::Grower;
use super::types::{Bound, Ty, array, map, option, set};
use super::world::Callable;

impl Grower<'_> {
    /// So many statements in braces, in a scope of their own.
    pub(super) fn block_of(&mut self, count: usize, fuel: usize) -> String {
        let lines = self.scoped(|it| it.statements(count, fuel));
        block(&lines)
    }

    pub(super) fn statements(&mut self, count: usize, fuel: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for _ in 0..count {
            self.statement(fuel, &mut lines);
        }
        lines
    }

    fn body(&mut self, fuel: usize) -> String {
        let count = self.dice.between(1, 3);
        self.block_of(count, fuel)
    }

    fn statement(&mut self, fuel: usize, lines: &mut Vec<String>) {
        if fuel == 0 || !self.spend() {
            return self.small_statement(fuel, lines);
        }
        let inner = fuel - 1;
        match self.dice.below(62) {
            0..=11 => self.let_value(inner, lines),
            12..=19 => self.changed(inner, lines),
            20..=27 => self.printed(inner, lines),
            28..=31 => self.if_statement(inner, lines),
            32..=34 => self.match_statement(inner, lines),
            35..=43 => self.for_statement(inner, lines),
            44 | 45 => self.while_statement(inner, lines),
            46 | 47 => self.while_let_statement(inner, lines),
            48 => self.loop_statement(inner, lines),
            49..=51 => self.copied(lines),
            52 => self.let_else(inner, lines),
            53 => self.decided_later(inner, lines),
            54..=56 => self.leave_if(lines),
            57 => self.awaited(inner, lines),
            58..=60 => self.called(inner, lines),
            _ => {
                let text = self.body(inner);
                lines.push(text);
            }
        }
    }

    /// A statement on one line.
    pub(super) fn small_statement(&mut self, fuel: usize, lines: &mut Vec<String>) {
        match self.dice.below(8) {
            0 => self.leave_if(lines),
            1 | 2 => self.let_value(fuel.min(1), lines),
            3 | 4 => self.printed(fuel.min(1), lines),
            _ => self.changed(fuel.min(1), lines),
        }
    }

    /// Prints something, where there is room for another line.
    pub(super) fn printed(&mut self, fuel: usize, lines: &mut Vec<String>) {
        if !self.may_print() {
            return;
        }
        if self.dice.chance(35)
            && let Some(value) = self.shown_operation(fuel)
        {
            return lines.push(format!("print({value});"));
        }
        let ty = self.shown_type();
        if self.dice.chance(40) {
            let word = self.dice.word(&["a", "the value", "so far", "b"]);
            let value = self.operand(&ty, Level::Loose, fuel);
            return lines.push(format!("print(\"{word}: ${{{value}}}\");"));
        }
        let value = self.operand(&ty, Level::Loose, fuel);
        lines.push(format!("print({value});"));
    }

    /// An operator or a method of the library, of a type that variables seldom have.
    fn shown_operation(&mut self, fuel: usize) -> Option<String> {
        let small = self.world.data_type(self.dice, 0);
        let key = self.world.key_type(self.dice);
        let ty = match self.dice.below(12) {
            0 | 1 => Ty::Text,
            2 => Ty::Float,
            3 => Ty::Bool,
            4 | 5 => array(Ty::Tuple(vec![if self.dice.chance(50) { Ty::Int } else { key }, small])),
            6 => array(array(small)),
            7 => array(Ty::Text),
            8 => option(Ty::Int),
            9 => map(key, small),
            10 => set(key),
            _ => Ty::Int,
        };
        self.operation(&ty, fuel).map(Code::text)
    }

    /// Prints some variables as they are now.
    pub(super) fn printed_variables(&mut self, most: usize, lines: &mut Vec<String>) {
        let world = self.world;
        let mut names: Vec<String> = {
            let shown = self.visible().into_iter().filter(|it| world.has(&it.ty, Bound::Display) && !it.is_const());
            shown.map(|it| it.name.clone()).collect()
        };
        self.dice.shuffle(&mut names);
        names.truncate(most);
        for name in names {
            if self.may_print() {
                lines.push(format!("print(\"{name} = ${{{name}}}\");"));
            }
        }
    }

    fn if_statement(&mut self, fuel: usize, lines: &mut Vec<String>) {
        let mut text = if self.dice.chance(30) {
            let (value, from) = self.matched(fuel);
            let (pattern, names) = self.refutable(&from);
            let body = self.scoped(|it| {
                it.declare_all(&names);
                it.body(fuel)
            });
            format!("if let {pattern} = {value} {body}")
        } else {
            let condition = self.expr(&Ty::Bool, true, fuel).head();
            format!("if {condition} {}", self.body(fuel))
        };
        if self.dice.chance(25) {
            let condition = self.expr(&Ty::Bool, true, fuel).head();
            text += &format!(" else if {condition} {}", self.body(fuel));
        }
        if self.dice.chance(50) {
            text += &format!(" else {}", self.body(fuel));
        }
        lines.push(text);
    }

    fn match_statement(&mut self, fuel: usize, lines: &mut Vec<String>) {
        let (value, from) = self.matched(fuel);
        let arms = self.arms(&from, |it, _| match it.leave() {
            Some(leave) if it.dice.chance(15) => leave,
            _ => it.block_of(1, fuel.min(1)),
        });
        let arms: Vec<String> = arms.into_iter().map(|it| format!("{it},")).collect();
        lines.push(format!("match {value} {}", block(&arms)));
    }

    /// `if condition { return value; }`, or another way out.
    fn leave_if(&mut self, lines: &mut Vec<String>) {
        let Some(leave) = self.leave() else { return };
        let condition = self.expr(&Ty::Bool, true, 2).head();
        lines.push(format!("if {condition} {{ {leave}; }}"));
        if self.dice.chance(1) {
            lines.push(format!("if {} {{ panic(\"stopped\"); }}", self.expr(&Ty::Bool, true, 1).head()));
        }
    }

    /// A call of any function of the program; what it gives is printed or dropped.
    fn called(&mut self, fuel: usize, lines: &mut Vec<String>) {
        let world = self.world;
        let Some(callable) = self.dice.pick(&world.callables).cloned() else { return };
        self.call_printed(&callable, fuel, lines);
    }

    /// A call of a function; what it gives is printed where it can be.
    pub(super) fn call_printed(&mut self, callable: &Callable, fuel: usize, lines: &mut Vec<String>) {
        let arg = super::expr::bound_of(callable).map_or(Ty::Unit, |bound| self.type_having(bound));
        if matches!(arg, Ty::Param(_)) {
            return;
        }
        let Some(call) = self.call_of(callable, &arg, fuel) else { return };
        let result = callable.result.with(&arg);
        let call = call.text();
        lines.push(match self.world.has(&result, Bound::Display) && self.may_print() {
            true => format!("print({call});"),
            false if result == Ty::Unit => format!("{call};"),
            false => format!("let _ = {call};"),
        });
    }
}
