//! Pipelines: stages one after the other, each with what the one before gave; an `Err` ends it.

use super::{Body, Elaborator};
use crate::ast::{ExprId as SourceId, ItemKind, Pipeline, Step};
use crate::declare;
use crate::tree::{Arithmetic, Compare, ExprId, ExprKind, LocalId, Place, Root, Target, Work};
use crate::types::FnSig;

impl<'c> Elaborator<'c> {
    /// The pipeline that a function is the `run` of.
    pub(super) fn pipeline_of(&self, sig: &FnSig) -> Option<&'c Pipeline> {
        match &declare::item(self.program, sig.item)?.kind {
            ItemKind::Pipeline(it) => Some(it),
            _ => None,
        }
    }
}

impl<'c> Body<'_, 'c> {
    /// The code of the `run` of a pipeline.
    pub(super) fn pipeline(&mut self, sig: &FnSig) -> ExprId {
        let Some(pipeline) = self.it.pipeline_of(sig) else { return self.internal("a function without code") };
        let mut stmts = Vec::new();
        let mut values: Vec<LocalId> = Vec::new();
        for (param, sig) in pipeline.params.iter().zip(&sig.params) {
            values.push(self.parameter(param.pattern, sig.ty));
        }
        for ((param, sig), local) in pipeline.params.iter().zip(&sig.params).zip(&values) {
            self.bind(param.pattern, *local, sig.ty, &mut stmts);
        }
        let mut place = 0;
        for step in &pipeline.steps {
            match step {
                Step::Stage(_) => {
                    let value = self.stage(sig, place, &values, &mut stmts);
                    values = vec![self.keep(value, &mut stmts)];
                    place += 1;
                }
                Step::Repeat { stages, until, max, .. } => {
                    let places: Vec<u32> = stages.iter().filter_map(|it| self.stage_named(sig, it.name)).collect();
                    let Some(value) = values.first().copied() else { continue };
                    values = vec![self.repeated(sig, &places, value, (*until, *max), &mut stmts)];
                }
            }
        }
        let value = match values.first() {
            Some(value) => self.read(*value),
            None => self.unit(),
        };
        let output = self.builder().output();
        let value = self.put(ExprKind::Variant(0, vec![value]), output);
        self.after(stmts, value)
    }

    fn stage_named(&self, run: &FnSig, name: crate::ast::Symbol) -> Option<u32> {
        let is_it = |it: &&std::rc::Rc<FnSig>| it.item == run.item && it.name == name;
        self.typed.signatures.functions.iter().find(is_it).and_then(|it| it.place)
    }

    /// One stage: what it gives, with `Result` unwrapped.
    fn stage(&mut self, run: &FnSig, place: u32, values: &[LocalId], stmts: &mut Vec<ExprId>) -> ExprId {
        let Some(function) = self.typed.signatures.function_of(run.item, place) else {
            return self.internal("a stage that is not there");
        };
        let sig = self.typed.signatures.function(function).clone();
        self.at(sig.name_span, |body| {
            let args = values.iter().map(|it| body.read(*it)).collect();
            let target = Target { work: Work::Function(function), types: [].into() };
            let value = body.put(ExprKind::Call(target, args), sig.result);
            match body.typed.outcome_types(sig.result) {
                (_, Some(_)) => body.ok_or_leave(value, body.text(sig.name), stmts),
                _ => value,
            }
        })
    }

    /// The value of a `Result`; its error ends the pipeline, as the source of an `Error` that names the stage.
    fn ok_or_leave(&mut self, value: ExprId, stage: &str, stmts: &mut Vec<ExprId>) -> ExprId {
        let bool = self.typed.builtins.bool;
        let local = self.keep(value, stmts);
        let found = self.read(local);
        let failed = self.put(ExprKind::IsVariant(found, 1), bool);
        let found = self.read(local);
        let error = self.datum(found, 1, 0);
        let mut inner = Vec::new();
        let error = self.keep(error, &mut inner);
        let cause = self.read(error);
        let shown = self.shown(cause);
        let message = self.keep(shown, &mut inner);
        let cause = self.read(error);
        let cause = match self.type_of(cause) == self.typed.builtins.error {
            true => cause,
            false => {
                let message = self.read(message);
                self.error_of(message)
            }
        };
        let start = self.words(&format!("the stage `{stage}` failed: "));
        let message = self.read(message);
        let message = self.concat(vec![start, message]);
        let error = self.error_from(message, cause);
        let output = self.builder().output();
        let given = self.put(ExprKind::Variant(1, vec![error]), output);
        let leave = self.give(given);
        let leave = self.after(inner, leave);
        let check = self.act(ExprKind::If { condition: failed, then: leave, otherwise: None });
        stmts.push(check);
        let found = self.read(local);
        self.datum(found, 0, 0)
    }

    /// `repeat [draft, review] until |r| r.ok max 3`: the stages ran once; they run again until it holds.
    fn repeated(
        &mut self,
        run: &FnSig,
        places: &[u32],
        value: LocalId,
        (until, max): (SourceId, Option<SourceId>),
        stmts: &mut Vec<ExprId>,
    ) -> LocalId {
        let (int, bool) = (self.typed.builtins.int, self.typed.builtins.bool);
        let at = |local: LocalId| Place { root: Root::Local(local), steps: Vec::new() };
        let first = self.read(value);
        let ty = self.type_of(first);
        let current = self.builder().local(None, ty);
        let it = self.act(ExprKind::Let(current, first));
        stmts.push(it);
        let one = self.number(1);
        let rounds = self.builder().local(None, int);
        let it = self.act(ExprKind::Let(rounds, one));
        stmts.push(it);
        let limit = match max {
            Some(max) => self.expr(max),
            None => self.number(i64::MAX),
        };
        let limit = self.keep(limit, stmts);
        let until = self.expr(until);
        let until = self.keep(until, stmts);
        let id = self.builder().new_loop();
        let body = self.in_loop(id, None, |body| {
            let mut stmts = Vec::new();
            let (done, now) = (body.read(until), body.read(current));
            let done = body.put(ExprKind::CallValue(done, vec![now]), bool);
            let (most, count) = (body.read(limit), body.read(rounds));
            let enough = body.put(ExprKind::Compare(Compare::LessEq, most, count), bool);
            let condition = body.put(ExprKind::Or(done, enough), bool);
            let leave = body.leave(id, None);
            let check = body.act(ExprKind::If { condition, then: leave, otherwise: None });
            stmts.push(check);
            let mut values = vec![current];
            for place in places {
                let value = body.stage(run, *place, &values, &mut stmts);
                values = vec![body.keep_copy(value, &mut stmts)];
            }
            if let Some(value) = values.first() {
                let value = body.read(*value);
                let it = body.act(ExprKind::Assign(at(current), value));
                stmts.push(it);
            }
            let one = body.number(1);
            let more = body.act(ExprKind::Change(Arithmetic::Add, at(rounds), one));
            stmts.push(more);
            body.all(stmts)
        });
        let walk = self.act(ExprKind::Loop { id, body });
        stmts.push(walk);
        let last = self.read(current);
        self.keep_copy(last, stmts)
    }
}
