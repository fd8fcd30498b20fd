//! Pipelines: each stage takes what the one before gives.

use crate::ast::{Pipeline, Step};
use crate::resolve::ItemId;
use crate::source::Span;
use crate::types::effects::Node;
use crate::types::infer::Why;
use crate::types::signatures::{FnSig, Scope};
use crate::types::ty::Ty;
use crate::types::vars::Vars;
use crate::types::{Checker, diagnostics};

/// How many stages a pipeline has; its `run` comes after them.
pub(in crate::types) fn stage_count(it: &Pipeline) -> usize {
    it.steps.iter().filter(|it| matches!(it, Step::Stage(_))).count()
}

impl<'a> Checker<'a> {
    pub(super) fn check_pipeline(&mut self, id: ItemId, it: &'a Pipeline, scope: &Scope) {
        let stages = stage_count(it);
        self.check_functions(id, stages);
        if stages == 0 {
            self.report(diagnostics::no_stages(self.text(it.name.name), it.name.span));
        }
        let Some(run) = self.signatures.function_of(id, stages as u32) else { return };
        let run = self.signatures.function(run).clone();
        let mut infer = self.infer(scope);
        for (param, sig) in it.params.iter().zip(&run.params) {
            if let Some(default) = param.default {
                infer.check(default, sig.ty, Why::At(sig.ty_span, "the parameter is declared with this type"));
            }
            infer.bind_param(param.pattern, sig.ty);
        }
        infer.finish(Node::Item(id));
        let sigs: Vec<_> = (0..stages as u32)
            .filter_map(|at| self.signatures.function_of(id, at))
            .map(|it| self.signatures.function(it).clone())
            .collect();
        for (at, stage) in sigs.iter().enumerate() {
            match at.checked_sub(1).map(|at| &sigs[at]) {
                None => self.first_stage(&run, stage),
                Some(before) => self.next_stage(before, stage),
            }
        }
        if let Some(last) = sigs.last() {
            self.last_stage(&run, last, it.result.is_some());
        }
        for step in &it.steps {
            if let Step::Repeat { stages, until, max, .. } = step {
                let repeated: Vec<_> = stages
                    .iter()
                    .filter_map(|name| sigs.iter().find(|it| it.name == name.name).map(|it| (it.clone(), name.span)))
                    .collect();
                if let (Some((first, at)), Some((last, _))) = (repeated.first(), repeated.last()) {
                    self.repeated_stages(first, last, *at);
                }
                let given = repeated.last().map_or(self.types.error(), |(it, _)| self.unwrapped(it.result));
                let (bool, int) = (self.builtins.bool, self.builtins.int);
                let wanted = self.types.function(&[given], bool);
                let mut infer = self.infer(scope);
                infer.check(*until, wanted, Why::Of("`until` looks at what the last stage gives"));
                if let Some(max) = max {
                    infer.check(*max, int, Why::Of("`max` says how often at most"));
                }
                infer.finish(Node::Item(id));
            }
        }
    }

    fn fit(&mut self, found: Ty, wanted: Ty) -> bool {
        Vars::default().fits(&mut self.types, &self.builtins, found, wanted)
    }

    fn first_stage(&mut self, run: &FnSig, stage: &FnSig) {
        let given: Vec<Ty> = run.params.iter().map(|it| it.ty).collect();
        let taken: Vec<Ty> = stage.params.iter().map(|it| it.ty).collect();
        let fits = given.len() == taken.len() && given.iter().zip(&taken).all(|(a, b)| self.fit(*a, *b));
        if !fits {
            let (given, taken) = (self.show_types(&given), self.show_types(&taken));
            self.report(diagnostics::first_stage(&given, &taken, stage_span(stage), run.name_span));
        }
    }

    fn next_stage(&mut self, before: &FnSig, stage: &FnSig) {
        let given = self.unwrapped(before.result);
        let before_at = before.result_span.unwrap_or(before.name_span);
        let [param] = &stage.params[..] else {
            let count = stage.params.len();
            self.report(diagnostics::stage_count(self.text(stage.name), count, stage_span(stage), before_at));
            return;
        };
        if !self.fit(given, param.ty) {
            let (given, taken) = (self.show_plain(given), self.show_plain(param.ty));
            self.report(diagnostics::stage_mismatch(&given, &taken, param.span, before_at));
        }
    }

    fn repeated_stages(&mut self, first: &FnSig, last: &FnSig, at: Span) {
        let given = self.unwrapped(last.result);
        let Some(param) = first.params.first() else { return };
        if !self.fit(given, param.ty) {
            let (given, taken) = (self.show_plain(given), self.show_plain(param.ty));
            let last_at = last.result_span.unwrap_or(last.name_span);
            self.report(diagnostics::stage_mismatch(&given, &taken, at, last_at));
        }
    }

    fn last_stage(&mut self, run: &FnSig, last: &FnSig, says_result: bool) {
        let given = self.unwrapped(last.result);
        let wanted = self.unwrapped(run.result);
        if !self.fit(given, wanted) {
            let at = last.result_span.unwrap_or(last.name_span);
            let (given, wanted) = (self.show_plain(given), self.show_plain(wanted));
            self.report(diagnostics::last_stage(&given, &wanted, at, run.name_span, says_result));
        }
    }

    fn show_types(&self, types: &[Ty]) -> String {
        let shown: Vec<String> = types.iter().map(|it| format!("`{}`", self.show_plain(*it))).collect();
        if shown.is_empty() { "nothing".to_owned() } else { shown.join(", ") }
    }
}

/// What a stage takes, or its name where it takes nothing.
fn stage_span(stage: &FnSig) -> Span {
    match (stage.params.first(), stage.params.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => stage.name_span,
    }
}
