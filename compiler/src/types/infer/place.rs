//! Assignments, and what may change.

use super::{Infer, Want, Why};
use crate::ast::{BinaryOp, Expr, ExprId};
use crate::resolve::{LocalId, Res};
use crate::source::Span;
use crate::types::diagnostics;
use crate::types::ty::Ty;

impl Infer<'_, '_> {
    pub(super) fn assign(&mut self, id: ExprId, op: Option<BinaryOp>, place: ExprId, value: ExprId) -> Ty {
        let local = match (self.ast.expr(place), self.res(place)) {
            (Expr::Name(_), Res::Local(local)) if op.is_none() => Some(local),
            _ => None,
        };
        let late = local.is_some_and(|it| self.fills(it));
        let wanted = match local {
            // The old value is not read.
            Some(local) => self.set(place, self.local(local)),
            None => self.infer(place),
        };
        if !late && self.is_place(place) {
            self.must_be_mutable(place, None);
        }
        let at = self.ast.expr_span(place);
        match op {
            None => {
                self.check(value, wanted, Why::At(at, "what is assigned to has this type"));
                if late {
                    self.decide(wanted);
                }
            }
            Some(op) => {
                let span = self.ast.expr_span(id);
                self.is_place_left = true;
                let found = self.arithmetic(op, span, (place, wanted), value, Want::Any);
                if !self.fits(found, wanted) {
                    self.mismatch(found, wanted, span, Why::At(at, "what is assigned to has this type"));
                }
            }
        }
        if let Some(local) = local {
            // Where it may not be assigned, that is said; it has a value now.
            self.late.empty.remove(&local);
            if late {
                self.late.filled.insert(local);
            }
        }
        self.unit()
    }

    /// Whether something can be assigned to by its form; the parser reports what cannot.
    fn is_place(&self, mut id: ExprId) -> bool {
        while let Expr::Field { base, .. } | Expr::TupleField { base, .. } | Expr::Index { base, .. } =
            self.ast.expr(id)
        {
            id = *base;
        }
        self.is_named(id)
    }

    /// Whether an assignment gives a late variable its first value.
    fn fills(&mut self, local: LocalId) -> bool {
        let is_captured = self.depths.get(&local).is_some_and(|(depth, _)| *depth < self.closures);
        if !self.late.empty.contains(&local) || is_captured {
            return false;
        }
        let info = &self.checker.resolved.modules[self.module.index()].locals[local.0 as usize];
        let in_loop = self.depths.get(&local).is_some_and(|(_, loops)| *loops < self.loop_depth);
        info.mutable || (!self.late.filled.contains(&local) && !in_loop)
    }

    /// Reports a place that cannot change: not `mut`, captured by a closure, or no place at all.
    pub(super) fn must_be_mutable(&mut self, place: ExprId, method: Option<&str>) {
        let mut root = place;
        let at = self.ast.expr_span(place);
        while let Expr::Field { base, .. } | Expr::TupleField { base, .. } | Expr::Index { base, .. } =
            self.ast.expr(root)
        {
            if self.is_copy(root) {
                return self.report(diagnostics::lost_change(method, at));
            }
            root = *base;
        }
        match self.ast.expr(root) {
            Expr::Name(_) | Expr::Path(_) => self.root_must_be_mutable(root, method),
            Expr::Error => {}
            _ if self.is_error(self.type_of(root)) => {}
            _ => self.report(diagnostics::lost_change(method, at)),
        }
    }

    /// Whether an index gives a value of its own: a part of an array, a character of a text.
    fn is_copy(&self, id: ExprId) -> bool {
        let Expr::Index { base, index } = self.ast.expr(id) else { return false };
        let builtins = &self.checker.builtins;
        let base = self.shallow(self.type_of(*base));
        self.shallow(self.type_of(*index)) == builtins.range || base == builtins.string || base == builtins.bytes
    }

    fn root_must_be_mutable(&mut self, root: ExprId, method: Option<&str>) {
        let span = self.ast.expr_span(root);
        let text = self.checker.program.sources.slice(span);
        match self.res(root) {
            Res::Local(local) => self.local_must_be_mutable(local, text, span, method),
            Res::Item(item) => {
                // A tool's field is reported as private already.
                let word = self.checker.item_kind(item).word();
                if word != "tool" {
                    self.report(diagnostics::immutable_item(text, word, span));
                }
            }
            _ => {}
        }
    }

    fn local_must_be_mutable(&mut self, local: LocalId, text: &str, span: Span, method: Option<&str>) {
        let info = &self.checker.resolved.modules[self.module.index()].locals[local.0 as usize];
        let (mutable, declared) = (info.mutable, info.span);
        let is_self = Some(info.name) == self.checker.words.self_value;
        let is_captured = self.depths.get(&local).is_some_and(|(depth, _)| *depth < self.closures);
        if is_captured {
            self.report(diagnostics::captured_change(text, span, declared));
        } else if !mutable {
            let is_param = self.params.contains(&local);
            let before = Span::new(declared.start.saturating_sub(4), declared.start);
            let is_let = self.checker.program.sources.slice(before) == "let ";
            self.report(diagnostics::immutable(text, method, span, declared, is_self, is_param, is_let));
        }
    }
}
