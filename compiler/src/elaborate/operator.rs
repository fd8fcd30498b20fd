//! Operators, casts and indexes.

use super::Body;
use crate::ast::{BinaryOp, Expr, ExprId as SourceId};
use crate::tree::{Arithmetic, Compare, ExprId, ExprKind};
use crate::types::{Coercion, Ty};

/// What of an operator is arithmetic.
pub(super) fn arithmetic(op: BinaryOp) -> Option<Arithmetic> {
    Some(match op {
        BinaryOp::Add => Arithmetic::Add,
        BinaryOp::Sub => Arithmetic::Sub,
        BinaryOp::Mul => Arithmetic::Mul,
        BinaryOp::Div => Arithmetic::Div,
        BinaryOp::Rem => Arithmetic::Rem,
        _ => return None,
    })
}

fn comparison(op: BinaryOp) -> Option<Compare> {
    Some(match op {
        BinaryOp::Eq => Compare::Eq,
        BinaryOp::NotEq => Compare::NotEq,
        BinaryOp::Less => Compare::Less,
        BinaryOp::LessEq => Compare::LessEq,
        BinaryOp::Greater => Compare::Greater,
        BinaryOp::GreaterEq => Compare::GreaterEq,
        _ => return None,
    })
}

impl Body<'_, '_> {
    pub(super) fn binary(&mut self, id: SourceId, op: BinaryOp, left: SourceId, right: SourceId) -> ExprId {
        match op {
            BinaryOp::Pipe => return self.pipe(left, right),
            BinaryOp::Coalesce => return self.coalesce(id, left, right),
            _ => {}
        }
        let ty = self.ty(id);
        let (a, b) = (self.expr(left), self.expr(right));
        if self.is_never(a) || self.is_never(b) && !matches!(op, BinaryOp::And | BinaryOp::Or) {
            return self.all(vec![a, b]);
        }
        let of = self.type_of(a);
        let kind = match (op, arithmetic(op), comparison(op)) {
            (BinaryOp::And, ..) => ExprKind::And(a, b),
            (BinaryOp::Or, ..) => ExprKind::Or(a, b),
            (_, Some(op), _) if self.is_number(of) => ExprKind::Arithmetic(op, a, b),
            (_, Some(_), _) => ExprKind::Join(a, b),
            (_, _, Some(op)) => ExprKind::Compare(op, a, b),
            _ => return self.internal("an operator without a meaning"),
        };
        self.put(kind, ty)
    }

    pub(super) fn is_number(&self, ty: Ty) -> bool {
        let b = &self.typed.builtins;
        ty == b.float || b.is_word(ty)
    }

    /// `a ?? b`: the value inside `a`, or `b`, which is only evaluated then.
    fn coalesce(&mut self, id: SourceId, left: SourceId, right: SourceId) -> ExprId {
        let result = self.ty(id);
        let stays = self.coercion(id) == Some(Coercion::StaysOption);
        let value = self.expr(left);
        if self.is_never(value) {
            return value;
        }
        let mut stmts = Vec::new();
        let local = self.keep(value, &mut stmts);
        let bool = self.typed.builtins.bool;
        let subject = self.read(local);
        let condition = self.put(ExprKind::IsVariant(subject, 1), bool);
        let found = self.read(local);
        let then = if stays { found } else { self.datum(found, 1, 0) };
        let otherwise = self.expr(right);
        let value = self.put(ExprKind::If { condition, then, otherwise: Some(otherwise) }, result);
        self.after(stmts, value)
    }

    /// `x as Float`
    pub(super) fn cast(&mut self, id: SourceId, value: SourceId) -> ExprId {
        let ty = self.ty(id);
        let value = self.expr(value);
        let from = self.type_of(value);
        let float = self.typed.builtins.float;
        match (from == float, ty == float) {
            _ if self.is_never(value) => value,
            (false, true) => self.put(ExprKind::IntToFloat(value), ty),
            (true, false) => self.put(ExprKind::FloatToInt(value), ty),
            _ => value,
        }
    }

    pub(super) fn index(&mut self, id: SourceId, base: SourceId, index: SourceId) -> ExprId {
        let ty = self.ty(id);
        let container = self.expr(base);
        let of = self.type_of(container);
        if self.ty(index) == self.typed.builtins.range {
            return self.slice(container, of, index);
        }
        let index = self.expr(index);
        let b = &self.typed.builtins;
        let (string, int, bytes, array, map) = (b.string, b.int, b.bytes, b.array, b.map);
        if self.is_never(container) || self.is_never(index) {
            return self.all(vec![container, index]);
        }
        match () {
            () if self.typed.argument_of(of, array).is_some() => self.put(ExprKind::Element(container, index), ty),
            () if self.typed.arguments_of(of, map).is_some() => self.put(ExprKind::Value(container, index), ty),
            () if of == bytes => self.native("bytes.at", vec![bytes, int], int, vec![container, index]),
            () if self.typed.is_text(of) => self.native("string.at", vec![string, int], string, vec![container, index]),
            () => self.internal("an index of something without elements"),
        }
    }

    /// `a[1..3]`; an end that is left out is that of the value.
    fn slice(&mut self, container: ExprId, of: Ty, index: SourceId) -> ExprId {
        let b = &self.typed.builtins;
        let (string, bytes, range, int) = (b.string, b.bytes, b.range, b.int);
        let (group, of) = match () {
            () if self.typed.is_text(of) => ("string", string),
            () if of == bytes => ("bytes", bytes),
            () => ("array", of),
        };
        let mut stmts = Vec::new();
        let (container, range_value) = match self.ast.expr(index) {
            Expr::Range { start, end: None, .. } => {
                let container = self.keep(container, &mut stmts);
                let start = match start {
                    Some(start) => self.expr(*start),
                    None => self.number(0),
                };
                let whole = self.read(container);
                let end = match group {
                    "array" => self.put(ExprKind::Len(whole), int),
                    _ => self.native(&format!("{group}.len"), vec![of], int, vec![whole]),
                };
                let found = self.put(ExprKind::Range(start, end, false), range);
                (self.read(container), found)
            }
            _ => (container, self.expr(index)),
        };
        let value = self.native(&format!("{group}.slice"), vec![of, range], of, vec![container, range_value]);
        self.after(stmts, value)
    }
}
