//! The end of a body: decides what is open, checks what was promised, and makes all types final.

use super::{Infer, Obligation, Reason};
use crate::source::Span;
use crate::types::diagnostics;
use crate::types::effects::Node;
use crate::types::ty::{Kind, Ty};

impl Infer<'_, '_> {
    pub(in crate::types) fn finish(mut self, node: Node) {
        for at in 0..self.touched.len() {
            let ty = self.type_of(self.touched[at]);
            self.decide(ty);
        }
        self.settle_operators();
        self.settle_obligations();
        for id in std::mem::take(&mut self.touched_locals) {
            let ty = self.local(id);
            self.decide(ty);
            let at = self.checker.resolved.modules[self.module.index()].locals[id.0 as usize].span;
            let ty = self.settled(ty, at);
            self.checker.modules[self.module.index()].locals[id.0 as usize] = ty;
        }
        for id in std::mem::take(&mut self.touched_calls) {
            let calls = &mut self.checker.modules[self.module.index()].calls;
            let Some(mut call) = calls.remove(&id) else { continue };
            let at = self.ast.expr_span(id);
            for ty in &mut call.type_args {
                self.decide(*ty);
                *ty = self.settled(*ty, at);
            }
            self.checker.modules[self.module.index()].calls.insert(id, call);
        }
        for id in std::mem::take(&mut self.touched) {
            let ty = self.type_of(id);
            self.decide(ty);
            let ty = self.settled(ty, self.ast.expr_span(id));
            self.checker.modules[self.module.index()].exprs[id.index()] = ty;
        }
        for id in std::mem::take(&mut self.touched_patterns) {
            let ty = self.checker.modules[self.module.index()].patterns[id.index()];
            self.decide(ty);
            let ty = self.settled(ty, self.ast.pattern_span(id));
            self.checker.modules[self.module.index()].patterns[id.index()] = ty;
        }
        self.checker.add_uses(node, std::mem::take(&mut self.uses));
    }

    pub(super) fn settle_obligations(&mut self) {
        for obligation in std::mem::take(&mut self.obligations) {
            self.settle(&obligation);
        }
    }

    /// The type without variables. One that nothing decided about is a mistake, unless another one led to it.
    fn settled(&mut self, ty: Ty, at: Span) -> Ty {
        let deep = self.vars.deep(&mut self.checker.types, ty);
        self.report_size(at);
        let Some(var) = self.vars.undecided(&self.checker.types, deep) else { return deep };
        let at = self.vars.at(var);
        if !self.has_errors && at != Span::default() {
            self.report(diagnostics::cannot_infer(at));
        }
        self.vars.give_up(&self.checker.types, deep);
        self.vars.deep(&mut self.checker.types, deep)
    }

    /// The type as far as it is known, so that what is made of it stays small.
    pub(super) fn closed(&mut self, ty: Ty, at: Span) -> Ty {
        let ty = self.vars.deep(&mut self.checker.types, ty);
        self.report_size(at);
        ty
    }

    fn report_size(&mut self, at: Span) {
        if self.checker.types.was_too_deep() && !self.has_errors {
            self.report(diagnostics::type_too_deep(at));
        }
    }

    fn settle(&mut self, obligation: &Obligation) {
        self.decide(obligation.ty);
        let Some(missing) = self.checker.missing(&mut self.vars, obligation.ty, &obligation.trait_) else { return };
        if self.has_mistake(obligation.ty) || obligation.trait_.args.iter().any(|it| self.has_mistake(*it)) {
            return;
        }
        let ty = self.vars.deep(&mut self.checker.types, obligation.ty);
        if obligation.trait_.item == self.checker.builtins.traits.hash && self.checker.bad_keys.contains(&ty) {
            return;
        }
        let line = self.checker.program.sources.line_of(obligation.at).map_or(0, |(_, line)| line);
        if !self.lacking.insert((ty, obligation.trait_.item, line)) {
            return;
        }
        let trait_ = self.checker.show_trait(&self.vars, &obligation.trait_);
        let (ty, part) = (self.show(obligation.ty), self.show(missing.ty));
        let reason = match obligation.reason {
            Reason::Of(text) => text.to_owned(),
            Reason::Param(name) => format!("the type parameter `{}` asks for it", self.text(name)),
        };
        let is_function = matches!(self.kind(missing.ty), Kind::Fn(..));
        let is_param = matches!(self.kind(missing.ty), Kind::Param(_));
        let help = if is_param {
            Some(format!("say so in the signature: `{part}: {trait_}`"))
        } else if missing.by_hand {
            Some(diagnostics::HASH_BY_HAND.to_owned())
        } else if self.checker.is_derived(obligation.trait_.item) || is_function {
            None
        } else {
            Some(format!("write `impl {trait_} for {part} {{ … }}`"))
        };
        let diagnostic =
            diagnostics::missing_trait(&ty, &trait_, &part, &missing.path, missing.at, obligation.at, &reason);
        self.report(diagnostic.help(help));
    }
}
