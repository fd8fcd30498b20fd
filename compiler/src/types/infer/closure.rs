//! Closures: what is known of their types goes in, what they give comes out.

use super::{Infer, Output, Want, Why};
use crate::ast::Closure;
use crate::source::Span;
use crate::types::ty::{Kind, Ty};

impl Infer<'_, '_> {
    pub(super) fn closure(&mut self, closure: &Closure, want: Want) -> Ty {
        let (wanted_params, wanted_result) = match want.ty().map(|it| self.kind(it)) {
            Some(Kind::Fn(params, result)) => (self.checker.types.list(params).to_vec(), Some(result)),
            _ => (Vec::new(), None),
        };
        let loops = std::mem::take(&mut self.loops);
        let late = self.late.clone();
        let loop_depth = std::mem::take(&mut self.loop_depth);
        self.closures += 1;
        let mut params = Vec::with_capacity(closure.params.len());
        for (at, param) in closure.params.iter().enumerate() {
            let span = self.ast.pattern_span(param.pattern);
            let wanted = wanted_params.get(at).copied().filter(|_| wanted_params.len() == closure.params.len());
            let ty = match (param.annotation, wanted) {
                (Some(annotation), _) => self.lower(annotation),
                (None, Some(wanted)) => wanted,
                (None, None) => self.fresh(span),
            };
            self.bind_irrefutable(param.pattern, ty, "a parameter");
            params.push(ty);
        }
        let result = self.closure_result(closure, wanted_result);
        self.closures -= 1;
        self.loops = loops;
        self.late = late;
        self.loop_depth = loop_depth;
        self.checker.types.function(&params, result)
    }

    fn closure_result(&mut self, closure: &Closure, wanted: Option<Ty>) -> Ty {
        let span = self.ast.expr_span(closure.body);
        let (ty, why) = match (closure.result, wanted) {
            (Some(written), _) => {
                let at = self.ast.type_span(written);
                (self.lower(written), Why::At(at, "the closure says that it gives this"))
            }
            (None, Some(wanted)) if !self.is_var(wanted) => (wanted, Why::Of("the closure has to give this")),
            (None, wanted) => return self.open_result(closure, wanted, span),
        };
        let outer = self.output.replace(Output { ty, why, is_closure: true });
        let is_dropped = ty == self.unit() && closure.result.is_none();
        match is_dropped {
            true => self.dropped(closure.body),
            false => self.check(closure.body, ty, why),
        };
        self.output = outer;
        ty
    }

    /// The result of a closure of which nothing is said: what its body gives, and its `return`s and `?`s.
    fn open_result(&mut self, closure: &Closure, wanted: Option<Ty>, span: Span) -> Ty {
        let ty = wanted.unwrap_or_else(|| self.fresh(span));
        let why = Why::At(span, "the closure gives this elsewhere");
        let outer = self.output.replace(Output { ty, why, is_closure: true });
        let found = self.expr(closure.body, Want::Hint(ty));
        let bound = self.output.map_or(ty, |it| it.ty);
        self.output = outer;
        if self.is_never(found) {
            self.fits(found, bound);
            return bound;
        }
        match self.join(bound, found) {
            Some(both) => {
                self.fits(both, ty);
                both
            }
            None => {
                self.mismatch_of(Some(closure.body), found, bound, span, Why::Of("the closure gives this elsewhere"));
                self.error()
            }
        }
    }
}
