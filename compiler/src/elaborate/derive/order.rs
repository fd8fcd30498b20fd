//! The order of containers, structs and enums whose parts say theirs themselves: by the first part that differs.

use super::Structure;
use crate::elaborate::Body;
use crate::tree::{Compare, ExprId, ExprKind, LocalId};
use crate::types::Ty;

impl Body<'_, '_> {
    pub(super) fn order_parts(&mut self, left: LocalId, right: LocalId, ty: Ty) -> ExprId {
        match self.typed.structure(ty) {
            Structure::Array(element) => self.order_arrays((left, right), element),
            Structure::Parts => {
                let count = self.typed.parts(ty).map_or(0, |it| it.len());
                let mut stmts = Vec::new();
                for at in 0..count as u32 {
                    let (a, b) = (self.read(left), self.read(right));
                    let (a, b) = (self.part(a, Err(at)), self.part(b, Err(at)));
                    self.decide_by(a, b, &mut stmts);
                }
                let same = self.number(0);
                self.after(stmts, same)
            }
            Structure::Variants(count) => self.order_variants((left, right), ty, count),
            Structure::Map(..) | Structure::Set(_) | Structure::Whole => {
                let int = self.typed.builtins.int;
                let (a, b) = (self.read(left), self.read(right));
                self.native("compare", vec![ty, ty], int, vec![a, b])
            }
        }
    }

    /// Gives the order of two values unless they are alike.
    fn decide_by(&mut self, left: ExprId, right: ExprId, stmts: &mut Vec<ExprId>) {
        let (int, bool) = (self.typed.builtins.int, self.typed.builtins.bool);
        let order = self.put(ExprKind::Order(left, right), int);
        let order = self.keep(order, stmts);
        let (found, zero) = (self.read(order), self.number(0));
        let alike = self.put(ExprKind::Compare(Compare::Eq, found, zero), bool);
        let value = self.read(order);
        self.give_unless(alike, value, stmts);
    }

    fn order_arrays(&mut self, (left, right): (LocalId, LocalId), element: Ty) -> ExprId {
        let int = self.typed.builtins.int;
        let len = |body: &mut Self, of: LocalId| {
            let whole = body.read(of);
            body.put(ExprKind::Len(whole), int)
        };
        let (a, b) = (len(self, left), len(self, right));
        let end = self.native("int.min", vec![int, int], int, vec![a, b]);
        let walk = self.each_index(end, |body, at| {
            let item = |body: &mut Self, of: LocalId| {
                let (whole, at) = (body.read(of), body.read(at));
                body.put(ExprKind::Element(whole, at), element)
            };
            let (a, b) = (item(body, left), item(body, right));
            let mut stmts = Vec::new();
            body.decide_by(a, b, &mut stmts);
            body.all(stmts)
        });
        let (a, b) = (len(self, left), len(self, right));
        let order = self.put(ExprKind::Order(a, b), int);
        self.after(vec![walk], order)
    }

    /// The variant first, then its data.
    fn order_variants(&mut self, (left, right): (LocalId, LocalId), ty: Ty, count: u32) -> ExprId {
        let (int, bool) = (self.typed.builtins.int, self.typed.builtins.bool);
        let mut stmts = Vec::new();
        let number = |body: &mut Self, of: LocalId, stmts: &mut Vec<ExprId>| {
            let found = body.each_variant(of, ty, (count, int), |body, index| body.number(i64::from(index)));
            body.keep(found, stmts)
        };
        let (a, b) = (number(self, left, &mut stmts), number(self, right, &mut stmts));
        let (x, y) = (self.read(a), self.read(b));
        let alike = self.put(ExprKind::Compare(Compare::Eq, x, y), bool);
        let (x, y) = (self.read(a), self.read(b));
        let order = self.put(ExprKind::Order(x, y), int);
        self.give_unless(alike, order, &mut stmts);
        let value = self.each_variant(left, ty, (count, int), |body, index| {
            let count = body.typed.variant_data(ty, index).map_or(0, |it| it.len());
            let mut stmts = Vec::new();
            for at in 0..count as u32 {
                let (a, b) = (body.read(left), body.read(right));
                let (a, b) = (body.datum(a, index, at), body.datum(b, index, at));
                body.decide_by(a, b, &mut stmts);
            }
            let same = body.number(0);
            body.after(stmts, same)
        });
        self.after(stmts, value)
    }
}
