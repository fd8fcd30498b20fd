//! Statements that declare variables.

use super::super::scope::Grower;
use super::super::types::{Bound, Ty, array, function, map, option, set};

impl Grower<'_> {
    /// A `let` of any kind.
    pub(super) fn let_value(&mut self, fuel: usize, lines: &mut Vec<String>) {
        let ty = self.world.any_type(self.dice, 2);
        if matches!(ty, Ty::Tuple(_)) && self.dice.chance(35) {
            return self.taken_apart(&ty, fuel, lines);
        }
        let is_mut = self.dice.chance(55);
        self.let_of(&ty, is_mut, fuel, lines);
    }

    pub(in super::super) fn let_of(&mut self, ty: &Ty, is_mut: bool, fuel: usize, lines: &mut Vec<String>) {
        let is_written = self.dice.chance(50) || matches!(ty, Ty::Fn(..));
        let value = self.expr(ty, is_written, fuel).text();
        let name = self.name_for_let();
        let shown = if is_written { format!(": {}", self.world.show(ty)) } else { String::new() };
        lines.push(format!("let {}{name}{shown} = {value};", if is_mut { "mut " } else { "" }));
        self.declare(&name, ty, is_mut);
    }

    fn taken_apart(&mut self, ty: &Ty, fuel: usize, lines: &mut Vec<String>) {
        let value = self.expr(ty, false, fuel).text();
        let (pattern, names) = self.irrefutable(ty);
        let is_mut = pattern.starts_with('(') && self.dice.chance(40);
        lines.push(format!("let {}{pattern} = {value};", if is_mut { "mut " } else { "" }));
        for (name, ty) in names {
            self.declare(&name, &ty, is_mut);
        }
    }

    /// `let pattern = value else { … };`
    pub(super) fn let_else(&mut self, fuel: usize, lines: &mut Vec<String>) {
        let Some(leave) = self.leave() else { return };
        let (value, from) = self.matched(fuel);
        let (pattern, names) = self.refutable(&from);
        let note = if self.may_print() { "print(\"else\"); " } else { "" };
        lines.push(format!("let {pattern} = {value} else {{ {note}{leave}; }};"));
        self.declare_all(&names);
    }

    /// A variable that gets its value later.
    pub(super) fn decided_later(&mut self, fuel: usize, lines: &mut Vec<String>) {
        let ty = self.world.data_type(self.dice, 1);
        let name = self.fresh();
        let condition = self.expr(&Ty::Bool, true, fuel).head();
        let (first, second) = (self.value(&ty, fuel), self.value(&ty, fuel));
        lines.push(format!("let {name}: {};", self.world.show(&ty)));
        lines.push(format!("if {condition} {{ {name} = {first}; }} else {{ {name} = {second}; }}"));
        self.declare(&name, &ty, false);
    }

    /// A copy, a change of either, and both as they are then.
    pub(super) fn copied(&mut self, lines: &mut Vec<String>) {
        let world = self.world;
        let depth = self.depth;
        let is_data = |it: &Ty| !it.parts().is_empty() || matches!(it, Ty::Struct(..));
        let is_good = |it: &Ty| is_data(it) && !matches!(it, Ty::Fn(..)) && world.has(it, Bound::Display);
        let Some(var) = self.some_var(|it| is_good(&it.ty) && it.depth == depth) else {
            let ty = self.world.data_type(self.dice, 2);
            return self.let_of(&ty, true, 2, lines);
        };
        let name = self.fresh();
        lines.push(format!("let mut {name} = {};", var.name));
        self.declare(&name, &var.ty, true);
        for _ in 0..self.dice.between(1, 2) {
            let changed = if var.is_mut && !var.is_fixed && self.dice.chance(40) { &var.name } else { &name };
            self.change_of(changed, &var.ty, 1, lines);
        }
        if self.may_print() {
            lines.push(format!("print(({}, {name}));", var.name));
        }
    }

    /// A task that is started and waited for.
    pub(super) fn awaited(&mut self, fuel: usize, lines: &mut Vec<String>) {
        let ty = self.world.data_type(self.dice, 1);
        let Some(call) = self.started(&ty, fuel) else { return };
        let task = self.fresh();
        lines.push(format!("let {task} = spawn {call};"));
        if self.dice.chance(50) {
            self.small_statement(1, lines);
        }
        let (name, value) = (self.fresh(), self.value(&ty, 1));
        lines.push(format!(
            "let {name} = match await {task} {{ Ok(it) => it, Err(_) => {} }};",
            super::super::expr::in_arm(value)
        ));
        self.declare(&name, &ty, false);
    }

    /// The variables that the body of `main` begins with, so that there is something of every kind.
    pub(in super::super) fn first_variables(&mut self, lines: &mut Vec<String>) {
        let element = self.world.data_type(self.dice, 1);
        let key = self.world.key_type(self.dice);
        let types = [
            Ty::Int,
            array(Ty::Int),
            array(element),
            array(array(Ty::Int)),
            array(Ty::Struct(3, None)),
            map(Ty::Text, array(Ty::Int)),
            Ty::Struct(2, None),
            Ty::Float,
            Ty::Text,
            set(key.clone()),
            map(key, Ty::Int),
            Ty::Struct(3, None),
            option(Ty::Int),
            function(&[Ty::Int], Ty::Int),
            Ty::Range,
        ];
        for ty in types {
            if self.dice.chance(45) {
                let is_mut = self.dice.chance(70);
                self.let_of(&ty, is_mut, 2, lines);
                if is_mut && ty.any(&|it| matches!(it, Ty::Struct(3, _) | Ty::Map(..)) || *it == array(array(Ty::Int)))
                {
                    self.changed(1, lines);
                    self.changed(1, lines);
                }
            }
        }
    }
}
