//! Assignments: places get other values.

use concerto_ir::operand::{Kind, Reg};

use super::body::Body;
use super::place::Spot;
use crate::tree::{Arithmetic, ExprId, ExprKind, LocalId, Place, Root};

impl Body<'_, '_> {
    pub(super) fn assign(&mut self, place: &Place, value: ExprId) {
        if let Some((local, parts)) = self.appended(place, value) {
            let spot = Spot::of(self.local(local));
            let ty = self.type_of_local(local);
            let parts: Vec<Reg> = parts.into_iter().map(|it| self.value(it)).collect();
            for part in self.apart(&spot, parts) {
                self.with_spot(&spot, |body, at| body.add_to(at, ty, part));
            }
            return;
        }
        let spot = self.spot(place);
        let value = self.value(value);
        self.store(&spot, value);
    }

    /// `s = s + a + b` is `s += a; s += b` if `s` is a text or an array and `a` and `b` change nothing.
    fn appended(&mut self, place: &Place, value: ExprId) -> Option<(LocalId, Vec<ExprId>)> {
        let (Root::Local(local), []) = (&place.root, place.steps.as_slice()) else { return None };
        let mut parts = Vec::new();
        let mut at = value;
        while let ExprKind::Join(left, right) = self.expr(at).kind {
            if self.expr(right).changes || self.kind_of_expr(right) != Kind::Ref {
                return None;
            }
            parts.push(right);
            at = left;
        }
        let is_it = matches!(self.expr(at).kind, ExprKind::Local(it) if it == *local) && !parts.is_empty();
        parts.reverse();
        is_it.then_some((*local, parts))
    }

    /// `place op= value`: the value comes first, then the place is read.
    pub(super) fn change(&mut self, op: Arithmetic, place: &Place, value: ExprId) {
        let spot = self.spot(place);
        if spot.kind(self) == Kind::Ref {
            let ty = self.type_of(value);
            let value = self.value(value);
            let value = if spot.is_at(value) { self.owned(value) } else { value };
            return self.with_spot(&spot, |body, at| body.add_to(at, ty, value));
        }
        if let (Kind::Int, Some(value)) = (spot.kind(self), self.small(value)) {
            return self.change_number(&spot, |body, old| body.compute_small(op, old, value));
        }
        let value = self.own(value);
        self.change_number(&spot, |body, old| body.compute(op, old, value));
    }
}
