//! Literals and values that become `Json` because of where they stand.

use super::Body;
use crate::ast::{Expr, ExprId as SourceId, UnaryOp};
use crate::tree::{ExprId, ExprKind};

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
    pub(super) fn json_literal(&mut self, id: SourceId) -> ExprId {
        let b = &self.typed.builtins;
        let (json, string, map, array) = (b.json, b.string, b.map, b.array);
        let (int, float, bool) = (b.int, b.float, b.bool);
        let ast = self.ast;
        let (index, value) = match ast.expr(id) {
            Expr::Bool(value) => (variant::BOOL, self.put(ExprKind::Bool(*value), bool)),
            Expr::Int(value) => (variant::INT, self.put(ExprKind::Int(*value), int)),
            Expr::Float(value) => (variant::FLOAT, self.put(ExprKind::Float(*value), float)),
            Expr::Unary { op: UnaryOp::Neg, operand } => match ast.expr(*operand) {
                Expr::Float(value) => (variant::FLOAT, self.put(ExprKind::Float(-value), float)),
                Expr::Int(value) => (variant::INT, self.put(ExprKind::Int(value.wrapping_neg()), int)),
                _ => return self.internal("a literal that is no JSON"),
            },
            Expr::Str(text) => (variant::STRING, self.words(self.text(*text))),
            Expr::Interpolated(parts) => (variant::STRING, self.interpolated(parts)),
            Expr::Array(elements) => {
                let elements = elements.iter().map(|it| self.expr(*it)).collect();
                let ty = self.typed.types.adt(array, &[json]);
                (variant::ARRAY, self.put(ExprKind::Array(elements), ty))
            }
            Expr::Map(entries) => {
                let entries = entries.iter().map(|(key, value)| (self.expr(*key), self.expr(*value))).collect();
                let ty = self.typed.types.adt(map, &[string, json]);
                (variant::OBJECT, self.put(ExprKind::Map(entries), ty))
            }
            _ => return self.internal("a literal that is no JSON"),
        };
        self.put(ExprKind::Variant(index, vec![value]), json)
    }

    /// The JSON form of a value.
    pub(super) fn json_of(&mut self, value: ExprId) -> ExprId {
        let json = self.typed.builtins.json;
        let ty = self.type_of(value);
        self.native("json.from", vec![ty], json, vec![value])
    }
}
