//! Literals and values that become `Json` because of where they stand.

use concerto_ir::operand::{Kind, Reg};

use super::body::{Body, Lowered};
use crate::ast::{Expr, ExprId};
use crate::types::Ty;

/// The variants of `Json`, by their numbers.
mod variant {
    pub(super) const BOOL: u32 = 1;
    pub(super) const INT: u32 = 2;
    pub(super) const FLOAT: u32 = 3;
    pub(super) const STRING: u32 = 4;
    pub(super) const ARRAY: u32 = 5;
    pub(super) const OBJECT: u32 = 6;
}

impl Body<'_, '_> {
    /// A literal as `Json`.
    pub(super) fn json_literal(&mut self, id: ExprId) -> Lowered<Reg> {
        let builtins = &self.lower.typed.builtins;
        let (json, string, map) = (builtins.json, builtins.string, builtins.map);
        let ast = self.ast;
        let (index, value) = match ast.expr(id) {
            Expr::Bool(value) => (variant::BOOL, self.int(i64::from(*value))),
            Expr::Int(value) => (variant::INT, self.int(*value)),
            Expr::Float(value) => (variant::FLOAT, self.float(*value)),
            Expr::Unary { operand, .. } => match ast.expr(*operand) {
                Expr::Float(value) => (variant::FLOAT, self.float(-value)),
                Expr::Int(value) => (variant::INT, self.int(value.wrapping_neg())),
                _ => return Err(self.unsupported(ast.expr_span(id), "this literal")),
            },
            Expr::Str(text) => (variant::STRING, self.load_text(self.lower.program.names.text(*text))),
            Expr::Interpolated(parts) => {
                let text = self.interpolated(parts)?;
                (variant::STRING, self.owned(text))
            }
            Expr::Array(elements) => {
                let values = elements.iter().map(|it| self.json_part(*it)).collect::<Lowered<_>>()?;
                (variant::ARRAY, self.new_array(Kind::Ref, values))
            }
            Expr::Map(entries) => {
                let mut values = Vec::with_capacity(entries.len());
                for (key, value) in entries {
                    values.push((self.own(*key)?, self.json_part(*value)?));
                }
                let ty = self.lower.typed.types.adt(map, &[string, json]);
                let unit = self.lower.typed.types.unit();
                let object = self.native("map.new", &[], ty, Vec::new());
                for (key, value) in values {
                    self.change("map.set", (object, ty), &[string, json], unit, vec![key, value]);
                }
                (variant::OBJECT, object)
            }
            _ => return Err(self.unsupported(ast.expr_span(id), "this literal")),
        };
        Ok(self.new_variant(json, index, vec![value]))
    }

    /// A part of such a literal: it is `Json`, or says itself that it becomes one.
    fn json_part(&mut self, id: ExprId) -> Lowered<Reg> {
        let value = self.value(id)?;
        Ok(self.owned(value))
    }

    /// The JSON form of a value.
    pub(super) fn json_of(&mut self, value: Reg, ty: Ty) -> Reg {
        let json = self.lower.typed.builtins.json;
        self.native("json.from", &[ty], json, vec![value])
    }
}
