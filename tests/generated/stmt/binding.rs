//! `let` in all its forms.

use super::super::code::{Code, Kind, Level, code};
use super::super::r#gen::{Gen, Mode, Var, place};
use super::super::types::{Type, array, map, option, result};

/// A type that no value of this one has, whatever is done to make it fit.
fn wrong_type(ty: &Type) -> &'static str {
    if matches!(ty, Type::Text | Type::Union(_) | Type::Param(_)) { "Int" } else { "String" }
}

impl Gen<'_> {
    /// The type of a variable.
    fn local_type(&mut self) -> Type {
        let params = self.params.clone();
        let ty = self.world.data_type(self.dice, 2, &params);
        match self.dice.below(16) {
            0 => result(ty, Type::Error),
            1 => Type::Fn(vec![self.world.data_type(self.dice, 1, &params)], Box::new(ty)),
            2 => Type::Fn(Vec::new(), Box::new(ty)),
            _ => ty,
        }
    }

    /// `let name = value;`, with or without its type and `mut`.
    pub(super) fn let_value(&mut self, fuel: usize) -> Code {
        let ty = self.local_type();
        let is_mut = !matches!(ty, Type::Fn(..)) && self.dice.chance(45);
        let is_written = self.dice.chance(45);
        let mode = if is_written { Mode::Check } else { Mode::Infer };
        let value = self.expr(&ty, mode, fuel);
        let name = if is_mut { self.fresh() } else { self.name_or_old() };
        let code = self.let_with(&name, &ty, is_mut, is_written, value);
        self.declare(&name, &ty, is_mut);
        code
    }

    fn let_with(&mut self, name: &str, ty: &Type, is_mut: bool, is_written: bool, value: Code) -> Code {
        let mut code = let_start(is_mut);
        code.push(name);
        if is_written {
            let shown = self.world.show(ty);
            let start = code.text.len() + 2;
            let range = start..start + shown.len();
            let never = value.text.contains("panic(\"no value\")");
            code.push(code!(Level::Atom; ": ", shown));
            code = if never {
                code.perhaps(Kind::WrongAnnotation, range, wrong_type(ty))
            } else {
                code.certain(Kind::WrongAnnotation, range, wrong_type(ty))
            };
        }
        code!(Level::Loose; code, " = ", value, ";")
    }

    /// A new name, sometimes one that hides another variable.
    fn name_or_old(&mut self) -> String {
        let depth = self.depth;
        // A value of a type parameter stays in sight: there is no other way to get one.
        let may_hide = |it: &Var| !it.is_mut && !it.is_const && it.depth == depth && it.name != "self";
        let old = self.some_var(|it| may_hide(it) && !it.ty.has_param());
        match old {
            Some(old) if self.dice.chance(6) => old.name,
            _ => self.fresh(),
        }
    }

    /// `let (a, b) = value;`
    pub(super) fn taken_apart(&mut self, fuel: usize) -> Code {
        let own = self.some_var(|it| matches!(it.ty, Type::Struct(..) | Type::Tuple(_))).map(|it| it.ty);
        let params = self.params.clone();
        let pair = |it: &mut Self| (0..2).map(|_| it.world.data_type(it.dice, 1, &params)).collect();
        let ty = own.unwrap_or_else(|| Type::Tuple(pair(self)));
        let is_mut = self.dice.chance(25);
        let is_written = self.dice.chance(30);
        let mode = if is_written { Mode::Check } else { Mode::Infer };
        let value = self.expr(&ty, mode, fuel);
        let pattern = self.irrefutable(&ty);
        let mut code = let_start(is_mut);
        code.push(pattern.show());
        if is_written {
            code.push(format!(": {}", self.world.show(&ty)));
        }
        for (name, ty) in pattern.bindings() {
            self.declare(&name, &ty, is_mut);
        }
        code!(Level::Loose; code, " = ", value, ";")
    }

    /// `let name: Type;` with its value in both branches of an `if`, and a use of it.
    pub(super) fn late(&mut self, fuel: usize) -> Code {
        let ty = self.local_type();
        let is_written = self.dice.chance(70);
        let (first_mode, mode) =
            if is_written { (Mode::Check, Mode::Check) } else { (Mode::Infer, Mode::Infer.beside(&ty)) };
        let condition = self.head_condition(fuel);
        let first = self.expr(&ty, first_mode, fuel);
        let last = self.expr(&ty, mode, fuel);
        let (name, other) = (self.fresh(), self.fresh());
        let shown = if is_written { format!(": {}", self.world.show(&ty)) } else { String::new() };
        let last = code!(Level::Loose; name.clone(), " = ", last, ";");
        let all = last.all();
        let last = last.certain(Kind::DropValue, all, "");
        self.declare(&name, &ty, false);
        self.declare(&other, &ty, false);
        code!(
            Level::Loose;
            "let ", name.clone(), shown, ";", self.line(),
            "if ", condition, " { ", name.clone(), " = ", first, "; } else { ", last, " }", self.line(),
            "let ", other, " = ", name, ";",
        )
    }

    /// `let mut name = [];`, and the statement that decides what it holds.
    pub(super) fn decided_later(&mut self, fuel: usize) -> Code {
        let params = self.params.clone();
        let element = self.world.plain_type(self.dice, 1, &params);
        let key = self.world.key_type(self.dice);
        let value = self.expr(&element, Mode::Infer, fuel).element();
        let name = self.fresh();
        let (start, first, ty) = match self.dice.below(4) {
            0 => ("[]", code!(Level::Loose; place(&name), ".push(", value, ");"), array(element)),
            1 => {
                let index = self.expr(&key, Mode::Infer, 0).element();
                let first = code!(Level::Loose; place(&name), ".set(", index, ", ", value, ");");
                ("{:}", first, map(key, element))
            }
            2 => {
                let index = self.expr(&key, Mode::Infer, 0).element();
                ("{:}", code!(Level::Loose; place(&name), "[", index, "] = ", value, ";"), map(key, element))
            }
            _ => ("None", code!(Level::Loose; place(&name), " = Some(", value, ");"), option(element)),
        };
        self.declare(&name, &ty, true);
        let mut code = let_start(true);
        code.push(code!(Level::Loose; name, " = ", start, ";", self.line(), first));
        code
    }

    /// `let Some(x) = value else { … };`
    pub(super) fn let_else(&mut self, fuel: usize) -> Option<Code> {
        let (value, from) = self.matched(fuel);
        let pattern = self.refutable(&from);
        let leave = self.leave()?;
        if !pattern.can_fail() {
            return None;
        }
        self.declare_all(&pattern);
        let mut code = code!(Level::Loose; "let ", pattern.show(), " = ", value.at(Level::Coalesce).head());
        let start = code.text.len();
        code.push(code!(Level::Loose; " else { ", leave, "; }"));
        let end = code.text.len();
        code.push(";");
        Some(code.certain(Kind::DropElse, start..end, ""))
    }
}

/// `let ` or `let mut `.
fn let_start(is_mut: bool) -> Code {
    let code = Code::from(if is_mut { "let mut " } else { "let " });
    if is_mut { code.perhaps(Kind::DropMut, 4..8, "") } else { code }
}
