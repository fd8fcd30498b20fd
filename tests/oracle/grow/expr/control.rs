//! `if`, `match`, blocks and loops as values, and values that change something on the way.

use super::super::code::{Code, Level};
use super::super::scope::Grower;
use super::super::types::{Ty, array};

impl Grower<'_> {
    pub(super) fn if_value(&mut self, ty: &Ty, hint: bool, fuel: usize) -> Code {
        if self.dice.chance(30) {
            let (value, from) = self.matched(fuel);
            let (pattern, names) = self.refutable(&from);
            let first = self.scoped(|it| {
                it.declare_all(&names);
                it.braced_value(ty, hint, fuel)
            });
            return Code::loose(format!(
                "if let {pattern} = {value} {first} else {}",
                self.braced_value(ty, hint, fuel)
            ));
        }
        let condition = self.expr(&Ty::Bool, true, fuel).head();
        let first = self.braced_value(ty, hint, fuel);
        Code::loose(format!("if {condition} {first} else {}", self.braced_value(ty, hint, fuel)))
    }

    /// A `match` that gives the type, on one line.
    pub(super) fn match_value(&mut self, ty: &Ty, hint: bool, fuel: usize) -> Option<Code> {
        if matches!(ty, Ty::Unit) {
            return None;
        }
        let (value, from) = self.matched(fuel);
        let arms = self.arms(&from, |it, is_last| match it.leave() {
            Some(leave) if !is_last && it.dice.chance(10) => leave,
            _ if it.dice.chance(15) => it.braced_value(ty, hint, fuel.min(1)),
            _ => in_arm(it.expr(ty, hint, fuel.min(1)).text()),
        });
        Some(Code::loose(format!("match {value} {{ {} }}", arms.join(", "))))
    }

    /// A value in braces, perhaps after a statement.
    pub(in super::super) fn braced_value(&mut self, ty: &Ty, hint: bool, fuel: usize) -> String {
        self.scoped(|it| {
            let mut lines = Vec::new();
            if fuel > 0 && it.dice.chance(25) {
                it.small_statement(fuel - 1, &mut lines);
            }
            let before = lines.iter().map(|it| format!("{it} ")).collect::<String>();
            // A brace at the start would begin another block, and more bars an operator.
            let value = it.expr(ty, hint, fuel).text();
            format!("{{ {before}{} }}", in_arm(value))
        })
    }

    pub(super) fn block_value(&mut self, ty: &Ty, hint: bool, fuel: usize) -> Code {
        self.scoped(|it| {
            let mut lines = Vec::new();
            it.small_statement(fuel.min(1), &mut lines);
            let value = in_arm(it.expr(ty, hint, fuel).text());
            Code::loose(format!("{{ {} {value} }}", lines.join(" ")))
        })
    }

    /// A `loop` that counts, and gives a value in the end.
    pub(super) fn loop_value(&mut self, ty: &Ty, hint: bool, fuel: usize) -> Option<Code> {
        if matches!(ty, Ty::Unit) {
            return None;
        }
        let name = self.fresh();
        let times = self.dice.between(1, 4);
        let label = if self.dice.chance(40) { Some(self.fresh()) } else { None };
        // No other way out: a `break` without a value does not fit.
        let result = self.result.take();
        let loops = std::mem::take(&mut self.loops);
        let (body, value) = self.repeated(times, |it| {
            it.declare_counter(&name);
            let mut lines = Vec::new();
            it.small_statement(fuel, &mut lines);
            (lines.join(" "), it.expr(ty, hint, fuel).text())
        });
        (self.loops, self.result) = (loops, result);
        let (head, leave) =
            label.map_or((String::new(), "break".to_owned()), |it| (format!("'{it}: "), format!("break '{it}")));
        Some(Code::loose(format!(
            "{{ let mut {name} = 0; {head}loop {{ {name} += 1; {body} if {name} >= {times} {{ {leave} {value}; }} }} }}"
        )))
    }

    /// A value that changes a variable on the way.
    pub(super) fn changing(&mut self, ty: &Ty) -> Option<Code> {
        let var = self.some_place(|it| it == ty || *it == array(ty.clone()))?;
        let name = var.name;
        if var.ty == array(ty.clone()) {
            let other = self.leaf(ty, true).at(Level::Or);
            return Some(match self.dice.below(3) {
                0 => Code::new(Level::Coalesce, format!("{name}.pop() ?? {other}")),
                1 => Code::loose(format!("{{ {name}.push({other}); {name}[{name}.len() - 1] }}")),
                _ => Code::atom(format!("{name}.pop().unwrap_or({other})")),
            });
        }
        let change = match ty {
            Ty::Int if self.weight < 60 => format!("{name} += {}", self.dice.between(1, 9)),
            _ => format!("{name} = {}", self.leaf(ty, true).text()),
        };
        Some(Code::loose(format!("{{ {change}; {name} }}")))
    }
}

/// An arm's value; a brace at its start would begin a block.
pub(in super::super) fn in_arm(value: String) -> String {
    if value.starts_with('{') { format!("({value})") } else { value }
}
