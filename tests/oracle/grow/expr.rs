//! Expressions of a wanted type.
//!
//! `hint` says whether the type is known from around the expression; where it is not, what needs one is left out, such
//! as `[]` and `None`.

mod access;
mod call;
mod closure;
mod collection;
mod control;
mod literal;
mod number;
mod task;
mod text;

pub(super) use self::call::bound_of;
pub(super) use self::control::in_arm;
use super::code::{Code, Level};
use super::scope::Grower;
use super::types::{Bound, Ty, option};

impl Grower<'_> {
    /// An expression of the type, at most `fuel` deep.
    pub(super) fn expr(&mut self, ty: &Ty, hint: bool, fuel: usize) -> Code {
        if fuel > 0 && self.spend() {
            for _ in 0..4 {
                if let Some(code) = self.try_expr(ty, hint, fuel - 1) {
                    return code;
                }
            }
        }
        self.leaf(ty, hint)
    }

    fn try_expr(&mut self, ty: &Ty, hint: bool, fuel: usize) -> Option<Code> {
        match self.dice.below(32) {
            0..=3 => self.variable(ty),
            4..=10 => self.operation(ty, fuel),
            11..=14 => self.call_for(ty, fuel),
            15 | 16 => self.access(ty, fuel),
            17 => Some(self.if_value(ty, hint, fuel)),
            18 | 19 => self.match_value(ty, hint, fuel),
            20 => Some(self.block_value(ty, hint, fuel)),
            21 | 22 => self.through_option(ty, fuel),
            23 => self.tried(ty, fuel),
            24 => self.folded(ty, fuel),
            25 => self.closure_call(ty, fuel),
            26 => self.task(ty, fuel),
            27 => self.loop_value(ty, hint, fuel),
            28 => self.changing(ty),
            _ => Some(self.literal(ty, hint, fuel)),
        }
    }

    /// A small expression of the type.
    pub(super) fn leaf(&mut self, ty: &Ty, hint: bool) -> Code {
        let variable = if self.dice.chance(75) { self.variable(ty) } else { None };
        variable.unwrap_or_else(|| self.literal(ty, hint, 0))
    }

    /// An operator or a method of the library that gives the type.
    pub(super) fn operation(&mut self, ty: &Ty, fuel: usize) -> Option<Code> {
        match ty {
            Ty::Int => self.int_operation(fuel),
            Ty::Float => Some(self.float_operation(fuel)),
            Ty::Bool => self.bool_operation(fuel),
            Ty::Text => Some(self.text_operation(fuel)),
            Ty::Array(element) => self.array_operation(element, fuel),
            Ty::Option(value) => self.option_operation(value, fuel),
            Ty::Result(value, error) => self.result_operation(value, error, fuel),
            Ty::Map(key, value) => self.map_operation(key, value, fuel),
            Ty::Set(element) => Some(self.set_operation(element, fuel)),
            _ => None,
        }
    }

    /// An expression whose type is known from around it.
    pub(super) fn value(&mut self, ty: &Ty, fuel: usize) -> String {
        self.expr(ty, true, fuel).text()
    }

    /// An operand, whose type nothing around it says.
    pub(super) fn operand(&mut self, ty: &Ty, level: Level, fuel: usize) -> String {
        self.expr(ty, false, fuel).at(level)
    }

    pub(super) fn receiver(&mut self, ty: &Ty, fuel: usize) -> String {
        self.operand(ty, Level::Postfix, fuel)
    }

    /// What is in an option or a result, or something else.
    fn through_option(&mut self, ty: &Ty, fuel: usize) -> Option<Code> {
        if matches!(ty, Ty::Fn(..) | Ty::Unit) {
            return None;
        }
        let own = option(ty.clone());
        if self.dice.chance(30) {
            let from = Ty::Result(Box::new(ty.clone()), Box::new(Ty::Text));
            let (from, default) = (self.receiver(&from, fuel), self.value(ty, fuel));
            return Some(Code::atom(format!("{from}.unwrap_or({default})")));
        }
        if self.dice.chance(2) {
            return Some(Code::atom(format!("{}.unwrap()", self.receiver(&own, fuel))));
        }
        let left = self.operand(&own, Level::Or, fuel);
        match self.leave() {
            // A `return` takes all that follows as its value.
            Some(leave) if self.dice.chance(12) => Some(Code::loose(format!("{left} ?? {leave}"))),
            _ => Some(Code::new(Level::Coalesce, format!("{left} ?? {}", self.operand(ty, Level::Or, fuel)))),
        }
    }

    /// `value?`, where the function around can pass on what it stops at.
    fn tried(&mut self, ty: &Ty, fuel: usize) -> Option<Code> {
        let from = match self.result.clone()? {
            Ty::Option(_) if !matches!(ty, Ty::Fn(..)) => option(ty.clone()),
            Ty::Result(_, error) => {
                // There is a `From<String>` for the program's own error.
                let error = if *error == Ty::Enum(2) && self.dice.chance(50) { Box::new(Ty::Text) } else { error };
                Ty::Result(Box::new(ty.clone()), error)
            }
            _ => return None,
        };
        let value = self.receiver(&from, fuel);
        // Two question marks in a row are another operator.
        Some(Code::atom(if value.ends_with('?') { format!("({value})?") } else { format!("{value}?") }))
    }

    /// A way out of the loop or the function, as an expression of any type.
    pub(super) fn leave(&mut self) -> Option<String> {
        let mut ways = Vec::new();
        if let Some(label) = self.loops.last() {
            ways.extend(["break".to_owned(), "continue".to_owned()]);
            ways.extend(label.iter().map(|it| format!("break {it}")));
        }
        for label in self.loops.iter().flatten() {
            ways.extend([format!("break {label}"), format!("continue {label}")]);
        }
        if let Some(result) = self.result.clone()
            && self.dice.chance(60)
        {
            let value =
                if result == Ty::Unit { String::new() } else { format!(" {}", self.leaf(&result, true).at(Level::Or)) };
            ways.push(format!("return{value}"));
        }
        self.dice.pick(&ways).cloned()
    }

    /// A type that can be shown, of a variable if there is one.
    pub(super) fn shown_type(&mut self) -> Ty {
        self.type_having(Bound::Display)
    }

    /// A type with the trait, of a variable if there is one.
    pub(super) fn type_having(&mut self, bound: Bound) -> Ty {
        let world = self.world;
        let var = self.some_var(|it| world.has(&it.ty, bound)).filter(|_| self.dice.chance(75));
        var.map_or_else(|| world.type_with(self.dice, bound), |it| it.ty)
    }

    /// An array type, of a variable if there is one.
    pub(super) fn array_type(&mut self) -> Ty {
        let var = self.some_var(|it| matches!(it.ty, Ty::Array(_))).filter(|_| self.dice.chance(75));
        var.map_or_else(|| super::types::array(self.world.data_type(self.dice, 1)), |it| it.ty)
    }
}
