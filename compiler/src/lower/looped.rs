//! Loops, and the ways out of them.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InInt, Kind, PlaceInt, Reg};

use super::body::{Body, Label, Loop};
use crate::tree::{Compare, ExprId, ExprKind, LocalId, LoopId};

/// How large a condition may be that stands twice.
const SHORT_MAX: u32 = 8;

impl Body<'_, '_> {
    pub(super) fn loop_(&mut self, id: LoopId, body: ExprId, dst: Option<Reg>) {
        let (head, after) = (self.label(), self.label());
        self.start(head);
        self.repeat(id, head, after, dst, body);
        let to = self.target(head);
        self.put(Inst::Loop { to });
        self.start(after);
    }

    pub(super) fn while_(&mut self, id: LoopId, condition: ExprId, body: ExprId) {
        let (head, after) = (self.label(), self.label());
        if let Some((op, left, right)) = self.short(condition) {
            // The condition stands at the end, too, so that a round has one jump.
            let next = self.label();
            self.unless(condition, after);
            self.start(head);
            self.repeat(id, next, after, None, body);
            self.start(next);
            self.loop_when(condition, (op, left, right), head);
        } else {
            self.start(head);
            // A condition may leave the loop, too: `while found ?? break { … }`.
            self.loops.insert(id, Loop { after, next: head, value: None, scopes: self.scopes });
            self.unless(condition, after);
            self.repeat(id, head, after, None, body);
            let to = self.target(head);
            self.put(Inst::Loop { to });
        }
        self.start(after);
    }

    /// A condition that compares two whole numbers and can stand twice.
    fn short(&mut self, condition: ExprId) -> Option<(Compare, ExprId, ExprId)> {
        let ExprKind::Compare(op, left, right) = self.expr(condition).kind else { return None };
        let is_order = !matches!(op, Compare::Eq | Compare::NotEq);
        let ty = self.type_of(left);
        let is_short = is_order
            && self.lower.is_scalar(ty)
            && self.kind_of_expr(left) == Kind::Int
            && self.kind_of_expr(right) == Kind::Int
            && self.size(left, SHORT_MAX).and_then(|it| self.size(right, it)).is_some();
        is_short.then_some((op, left, right))
    }

    /// What is left of a budget after an expression that costs little and changes nothing.
    fn size(&self, id: ExprId, budget: u32) -> Option<u32> {
        use ExprKind as E;
        let expr = self.expr(id);
        let is_cheap = matches!(
            expr.kind,
            E::Int(_)
                | E::Local(_)
                | E::Part(..)
                | E::Datum { .. }
                | E::RangePart(..)
                | E::Len(_)
                | E::Element(..)
                | E::Negate(_)
                | E::Arithmetic(..)
        );
        let mut left = budget.checked_sub(1).filter(|_| is_cheap && !expr.changes);
        expr.kind.each_child(|it| left = left.and_then(|left| self.size(it, left)));
        left
    }

    /// Goes back to a label if a comparison of whole numbers holds.
    fn loop_when(&mut self, condition: ExprId, (op, left, right): (Compare, ExprId, ExprId), head: Label) {
        let outer = self.go_to(condition);
        let (a, b) = (self.value(left), self.value(right));
        let (a, b) = match op {
            Compare::Greater | Compare::GreaterEq => (b, a),
            _ => (a, b),
        };
        let (left, right, to) = (InInt(a), InInt(b), self.target(head));
        self.put(match op {
            Compare::Less | Compare::Greater => Inst::LoopLtInt { left, right, to },
            _ => Inst::LoopLeInt { left, right, to },
        });
        self.span = outer;
    }

    /// For each whole number from one to another.
    pub(super) fn count(
        &mut self,
        id: LoopId,
        counter: LocalId,
        (from, to, inclusive): (ExprId, ExprId, bool),
        body: ExprId,
    ) {
        let first = self.own(from);
        self.set_local(counter, first);
        let counter = self.local(counter);
        let end = self.own(to);
        let (head, next, after) = (self.label(), self.label(), self.label());
        if self.kind_of(counter) != Kind::Int || self.kind_of(end) != Kind::Int {
            return;
        }
        let (first, last, to) = (InInt(counter), InInt(end), self.target(after));
        self.put(match inclusive {
            true => Inst::JumpLtInt { left: last, right: first, to },
            false => Inst::JumpLeInt { left: last, right: first, to },
        });
        self.start(head);
        self.repeat(id, next, after, None, body);
        self.start(next);
        let (counter, end, to) = (PlaceInt(counter), InInt(end), self.target(head));
        self.put(match inclusive {
            true => Inst::CountTo { counter, end, to },
            false => Inst::Count { counter, end, to },
        });
        self.start(after);
    }

    /// The body of a loop.
    fn repeat(&mut self, id: LoopId, next: Label, after: Label, value: Option<Reg>, body: ExprId) {
        let scopes = self.scopes;
        self.loops.insert(id, Loop { after, next, value, scopes });
        self.run(body);
        self.loops.remove(&id);
    }

    pub(super) fn break_(&mut self, id: LoopId, value: Option<ExprId>) -> Reg {
        let Some(Loop { after, value: dst, scopes, .. }) = self.loops.get(&id).copied() else {
            return self.impossible("a loop is left that is not around");
        };
        match (value, dst) {
            (Some(value), dst) => self.run_into(value, dst),
            (None, Some(dst)) => self.set_unit(dst),
            (None, None) => {}
        }
        self.close_scopes(scopes);
        self.jump(after);
        self.unreached()
    }

    pub(super) fn continue_(&mut self, id: LoopId) -> Reg {
        let Some(Loop { next, scopes, .. }) = self.loops.get(&id).copied() else {
            return self.impossible("a loop goes on that is not around");
        };
        self.close_scopes(scopes);
        self.jump_anywhere(next);
        self.unreached()
    }
}
