//! Texts: literals, interpolation, joining; and the display form of any value.

use concerto_ir::op::Inst;
use concerto_ir::operand::{Kind, OutRef, Reg, Seen};

use super::body::{Body, Lowered};
use crate::ast::Part;
use crate::types::{Target, Ty};

impl Body<'_, '_> {
    pub(super) fn load_text(&mut self, text: &str) -> Reg {
        let text = self.lower.text(text);
        let dst = self.register(Kind::Ref);
        self.put(Inst::LoadText { dst: OutRef(dst), text });
        dst
    }

    pub(super) fn concat(&mut self, parts: Vec<Reg>) -> Reg {
        let dst = self.register(Kind::Ref);
        self.put(Inst::Concat { dst: OutRef(dst), parts: Seen(parts) });
        dst
    }

    /// `"hello ${name}"`
    pub(super) fn interpolated(&mut self, parts: &[Part]) -> Lowered<Reg> {
        let mut shown = Vec::with_capacity(parts.len());
        for part in parts {
            shown.push(match part {
                Part::Text(text) => self.load_text(self.lower.program.names.text(*text)),
                Part::Expr(expr) => {
                    let ty = self.type_of(*expr);
                    let value = self.own(*expr)?;
                    self.display(value, ty)?
                }
            });
        }
        match shown.as_slice() {
            [one] => Ok(*one),
            _ => Ok(self.concat(shown)),
        }
    }

    /// The display form of a value.
    pub(super) fn display(&mut self, value: Reg, ty: Ty) -> Lowered<Reg> {
        if self.is_text(ty) {
            return Ok(value);
        }
        let display = self.lower.typed.builtins.traits.display;
        let string = self.lower.typed.builtins.string;
        match self.lower.trait_target(display, ty) {
            Some(Target::Function(function, types)) => {
                let own = self.owned(value);
                Ok(self.call_function(function, types, vec![own], string))
            }
            _ => Ok(self.derived_call(display, ty, vec![value], string)),
        }
    }

    /// The display form of a value inside another: texts are quoted.
    pub(super) fn display_inside(&mut self, value: Reg, ty: Ty) -> Lowered<Reg> {
        let string = self.lower.typed.builtins.string;
        match self.is_text(ty) {
            true => Ok(self.native("quote", &[string], string, vec![value])),
            false => self.display(value, ty),
        }
    }

    /// The display form of a value that may have none.
    pub(super) fn display_if_any(&mut self, value: Reg, ty: Ty) -> Lowered<Reg> {
        match self.lower.holds_function(ty) {
            true => Ok(self.load_text("a value without a display form")),
            false => self.display_inside(value, ty),
        }
    }
}
