//! Expressions of a wanted type.

mod access;
mod call;
mod closure;
mod control;
mod library;
mod literal;
mod operator;
mod record;
mod task;

pub(crate) use literal::wrong;

use super::code::{Code, Kind, Level, code};
use super::r#gen::{Gen, Mode};
use super::types::Type;

impl Gen<'_> {
    /// An expression of the type; `fuel` says how deep it may be.
    pub(crate) fn expr(&mut self, ty: &Type, mode: Mode, fuel: usize) -> Code {
        if fuel == 0 || !self.spend() {
            return self.leaf(ty, mode);
        }
        for _ in 0..5 {
            if let Some(code) = self.try_expr(ty, mode, fuel - 1) {
                return code;
            }
        }
        self.leaf(ty, mode)
    }

    fn try_expr(&mut self, ty: &Type, mode: Mode, fuel: usize) -> Option<Code> {
        match self.dice.below(30) {
            0..=3 => self.variable(ty, mode),
            4..=7 => self.operator(ty, fuel),
            8..=12 => self.library(ty, fuel),
            13..=16 => self.call_for(ty, fuel),
            17 | 18 => self.access(ty, fuel),
            19 => self.through_option(ty, mode, fuel),
            20 | 21 => self.tried(ty, mode, fuel),
            22 | 23 => self.control(ty, mode, fuel),
            24 => self.task(ty, fuel),
            _ => Some(self.literal(ty, mode, fuel)),
        }
    }

    /// A small expression of the type.
    fn leaf(&mut self, ty: &Type, mode: Mode) -> Code {
        let variable = if self.dice.chance(70) { self.variable(ty, mode) } else { None };
        variable.unwrap_or_else(|| self.literal(ty, mode, 0))
    }

    /// An expression whose type is known without a hint, as an operand.
    pub(crate) fn operand(&mut self, ty: &Type, level: Level, fuel: usize) -> Code {
        self.expr(ty, Mode::Infer, fuel).at(level)
    }

    /// What a method of the library is called on; a text may be one of a union.
    pub(crate) fn receiver(&mut self, ty: &Type, fuel: usize) -> Code {
        if *ty == Type::Text
            && self.dice.chance(10)
            && let Some(var) = self.some_var(|it| matches!(it.ty, Type::Union(_)))
        {
            return self.use_of(&var);
        }
        self.operand(ty, Level::Postfix, fuel)
    }

    /// An argument whose type the signature says.
    pub(crate) fn argument(&mut self, ty: &Type, fuel: usize) -> Code {
        let value = self.expr(ty, Mode::Check, fuel).element();
        let all = value.all();
        value.certain(Kind::WrongArgument, all, wrong(ty))
    }

    /// A call of a method of the library.
    pub(crate) fn method(&mut self, receiver: Code, name: &str, args: Vec<Code>) -> Code {
        let start = receiver.text.len() + 1;
        let (args, _) = super::code::list(args);
        let code = code!(Level::Postfix; receiver, ".", name, "(", args, ")");
        code.certain(Kind::RenameMember, start..start + name.len(), format!("{name}q"))
    }

    /// What is left of an `Option` or a `Result`.
    fn through_option(&mut self, ty: &Type, mode: Mode, fuel: usize) -> Option<Code> {
        if *ty == Type::Unit {
            return None;
        }
        let inner = super::types::option(ty.clone());
        if self.dice.chance(40) && !matches!(ty, Type::Option(_)) {
            return Some(self.coalesced(&inner, ty, mode, fuel));
        }
        let from = if self.dice.chance(70) { inner } else { super::types::result(ty.clone(), Type::Error) };
        let receiver = self.receiver(&from, fuel);
        Some(match self.dice.below(4) {
            0 => self.method(receiver, "unwrap", Vec::new()),
            1 => {
                let message = self.argument(&Type::Text, 0);
                self.method(receiver, "expect", vec![message])
            }
            _ => {
                let default = self.argument(ty, fuel);
                self.method(receiver, "unwrap_or", vec![default])
            }
        })
    }

    fn coalesced(&mut self, option: &Type, ty: &Type, mode: Mode, fuel: usize) -> Code {
        let left = self.operand(option, Level::Sum, fuel);
        let mode = if mode == Mode::Check { mode } else { Mode::Infer.beside(ty) };
        let right = match self.leave() {
            Some(leave) if self.dice.chance(10) => leave,
            _ => self.expr(ty, mode, fuel).at(Level::Sum),
        };
        code!(Level::Coalesce; left, " ?? ", right)
    }

    /// `value?`, where the function around can pass on what it stops at.
    fn tried(&mut self, ty: &Type, mode: Mode, fuel: usize) -> Option<Code> {
        let from = match self.result.clone()? {
            Type::Option(_) => super::types::option(ty.clone()),
            Type::Result(_, error) => super::types::result(ty.clone(), self.error_for(&error)),
            _ => return None,
        };
        let value = self.operand(&from, Level::Postfix, fuel);
        // `??` is one operator.
        let value = if value.text.ends_with('?') { code!(Level::Atom; "(", value, ")") } else { value };
        let at = value.text.len();
        let code = code!(Level::Postfix; value, "?");
        let is_result = matches!(ty, Type::Result(..) | Type::Option(_));
        Some(if mode == Mode::Check && !is_result {
            code.certain(Kind::DropTry, at..at + 1, "")
        } else {
            code.perhaps(Kind::DropTry, at..at + 1, "")
        })
    }

    /// An error that `?` can turn into this one.
    fn error_for(&mut self, error: &Type) -> Type {
        let mut from = vec![error.clone()];
        from.extend(self.world.conversions.iter().filter(|it| it.1 == *error).map(|it| it.0.clone()));
        if *error == Type::Error {
            from.extend([Type::Text, Type::TaskError]);
            from.extend(self.world.conversions.iter().map(|it| it.1.clone()));
        }
        self.dice.pick(&from).cloned().unwrap_or(Type::Error)
    }
}
