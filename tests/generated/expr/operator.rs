//! Operators and casts.

use super::super::code::{Code, Kind, Level, code};
use super::super::r#gen::{Gen, Mode};
use super::super::types::{Bound, Type};

impl Gen<'_> {
    /// An operator that gives the type, if there is one.
    pub(super) fn operator(&mut self, ty: &Type, fuel: usize) -> Option<Code> {
        match ty {
            Type::Int | Type::Float => Some(self.arithmetic(ty, fuel)),
            Type::Text => Some(self.sum(ty, fuel)),
            Type::Array(_) => Some(self.joined_arrays(ty, fuel)),
            Type::Duration => Some(self.duration(fuel)),
            Type::Bool => Some(self.condition(fuel)),
            _ => None,
        }
    }

    fn arithmetic(&mut self, ty: &Type, fuel: usize) -> Code {
        match self.dice.below(10) {
            0 | 1 => self.cast(ty, fuel),
            2 => code!(Level::Unary; "-", self.operand(ty, Level::Postfix, fuel)),
            3..=6 => self.sum(ty, fuel),
            _ => self.product(ty, fuel),
        }
    }

    /// `a + b` for what can be added; `-` for numbers and durations too.
    fn sum(&mut self, ty: &Type, fuel: usize) -> Code {
        let sign = if *ty == Type::Text || self.dice.chance(60) { "+" } else { "-" };
        let left = self.operand(ty, Level::Sum, fuel);
        let right = self.right_operand(ty, Level::Product, fuel);
        let code = binary(Level::Sum, left, sign, right, "&&");
        let at = operator_at(&code);
        if *ty == Type::Text {
            code.certain(Kind::OtherOperator, at, "*")
        } else {
            code.perhaps(Kind::OtherOperator, at, if *ty == Type::Duration { "/" } else { "*" })
        }
    }

    fn product(&mut self, ty: &Type, fuel: usize) -> Code {
        let signs: &[&str] = if *ty == Type::Int { &["*", "/", "%"] } else { &["*", "/"] };
        let sign = self.dice.word(signs);
        let left = self.operand(ty, Level::Product, fuel);
        let right = match sign {
            "*" => self.right_operand(ty, Level::Cast, fuel),
            _ => Code::from(if *ty == Type::Int { "7" } else { "2.5" }),
        };
        let code = binary(Level::Product, left, sign, right, "||");
        let at = operator_at(&code);
        code.perhaps(Kind::OtherOperator, at, if sign == "*" { "<" } else { "+" })
    }

    /// The right side: beside a `Float` an `Int` literal is one too.
    fn right_operand(&mut self, ty: &Type, level: Level, fuel: usize) -> Code {
        if *ty == Type::Float && self.dice.chance(15) { "2".into() } else { self.operand(ty, level, fuel) }
    }

    fn joined_arrays(&mut self, ty: &Type, fuel: usize) -> Code {
        let left = self.operand(ty, Level::Sum, fuel);
        let right = self.expr(ty, Mode::Infer.beside(ty), fuel).at(Level::Product);
        let code = binary(Level::Sum, left, "+", right, "&&");
        let at = operator_at(&code);
        code.certain(Kind::OtherOperator, at, "-")
    }

    fn duration(&mut self, fuel: usize) -> Code {
        if self.dice.chance(60) {
            return self.sum(&Type::Duration, fuel);
        }
        let left = self.operand(&Type::Duration, Level::Product, fuel);
        let right = self.operand(&Type::Int, Level::Cast, fuel);
        binary(Level::Product, left, "*", right, "&&")
    }

    fn cast(&mut self, ty: &Type, fuel: usize) -> Code {
        let (from, to) = if *ty == Type::Int { (Type::Float, "Int") } else { (Type::Int, "Float") };
        // What a cast of a literal or a constant loses is seen before the program runs.
        let value = match self.some_var(|it| it.ty == from && !it.is_const) {
            Some(var) => self.use_of(&var),
            None if from == Type::Int => self.operand(&from, Level::Cast, fuel),
            None => {
                let receiver = self.receiver(&from, fuel);
                return self.method(receiver, "to_int", Vec::new());
            }
        };
        let start = value.text.len() + 4;
        let code = code!(Level::Cast; value, " as ", to);
        code.certain(Kind::WrongCast, start..start + to.len(), "String")
    }

    fn condition(&mut self, fuel: usize) -> Code {
        match self.dice.below(10) {
            0 => code!(Level::Unary; "!", self.operand(&Type::Bool, Level::Postfix, fuel)),
            1 | 2 => self.both_or_either(fuel),
            3..=5 => self.equality(fuel),
            _ => self.comparison(fuel),
        }
    }

    fn both_or_either(&mut self, fuel: usize) -> Code {
        let (level, next, sign) =
            if self.dice.chance(50) { (Level::And, Level::Equality, "&&") } else { (Level::Or, Level::And, "||") };
        let left = self.expr(&Type::Bool, Mode::Check, fuel).at(level);
        let right = self.expr(&Type::Bool, Mode::Check, fuel).at(next);
        binary(level, left, sign, right, "+")
    }

    fn equality(&mut self, fuel: usize) -> Code {
        let sign = if self.dice.chance(70) { "==" } else { "!=" };
        let ty = self.type_in_scope(Bound::Eq);
        let left = self.operand(&ty, Level::Range, fuel);
        let right = self.expr(&ty, Mode::Infer.beside(&ty), fuel).at(Level::Range);
        binary(Level::Equality, left, sign, right, "&&").in_range(&ty)
    }

    fn comparison(&mut self, fuel: usize) -> Code {
        let sign = self.dice.word(&["<", "<=", ">", ">="]);
        let ty = if self.dice.chance(60) { Type::Int } else { self.type_in_scope(Bound::Ord) };
        let left = self.operand(&ty, Level::Sum, fuel);
        let right = self.expr(&ty, Mode::Infer.beside(&ty), fuel).at(Level::Sum);
        binary(Level::Comparison, left, sign, right, "&&").in_range(&ty)
    }

    /// The type of a variable that has the trait, or a number.
    pub(crate) fn type_in_scope(&mut self, bound: Bound) -> Type {
        let world = self.world;
        self.some_var(|it| world.has(&it.ty, bound)).map_or(Type::Int, |it| it.ty)
    }
}

trait InRange {
    /// Without the mark that says that `&&` cannot stand here, where it can.
    fn in_range(self, ty: &Type) -> Self;
}

impl InRange for Code {
    fn in_range(mut self, ty: &Type) -> Self {
        if *ty == Type::Bool {
            self.marks.pop();
        }
        self
    }
}

/// `left sign right`, and an operator in its place that is certainly wrong.
fn binary(level: Level, left: Code, sign: &str, right: Code, other: &str) -> Code {
    let start = left.text.len() + 1;
    let code = code!(level; left, " ", sign, " ", right);
    code.certain(Kind::WrongOperator, start..start + sign.len(), other)
}

/// Where the operator of [`binary`] is: its mark is the last.
fn operator_at(code: &Code) -> std::ops::Range<usize> {
    code.marks.last().map_or(0..0, |it| it.range.clone())
}
