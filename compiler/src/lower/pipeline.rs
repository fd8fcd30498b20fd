//! Pipelines: stages one after the other, each with what the one before gave; an `Err` ends it.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InInt, InRef, Kind, OutInt, Reg, Small};

use super::body::{Body, Label, Lowered};
use super::{Lower, Work};
use crate::ast::{ExprId, ItemKind, Pipeline, Step};
use crate::emit::Draft;
use crate::types::{FnSig, Ty};

impl<'c> Lower<'c> {
    /// The pipeline that a function is the `run` of.
    pub(super) fn pipeline_of(&self, sig: &FnSig) -> Option<&'c Pipeline> {
        match &self.item(sig.item)?.kind {
            ItemKind::Pipeline(it) => Some(it),
            _ => None,
        }
    }
}

impl Body<'_, '_> {
    /// The `run` of a pipeline.
    pub(super) fn run_pipeline(mut self, sig: &FnSig) -> Lowered<Draft> {
        let Some(pipeline) = self.lower.pipeline_of(sig) else {
            return Err(self.unsupported(sig.name_span, "this function"));
        };
        let mut values: Vec<Reg> = Vec::new();
        for (param, sig) in pipeline.params.iter().zip(&sig.params) {
            let reg = self.parameter(sig.ty);
            self.bind(param.pattern, reg, sig.ty)?;
            values.push(reg);
        }
        let mut place = 0;
        let mut last = self.lower.typed.types.unit();
        for step in &pipeline.steps {
            match step {
                Step::Stage(_) => {
                    let (value, ty) = self.stage(sig, place, values)?;
                    place += 1;
                    values = vec![value];
                    last = ty;
                }
                Step::Repeat { stages, until, max, .. } => {
                    let places: Vec<u32> = stages
                        .iter()
                        .filter_map(|name| {
                            let is_it = |it: &&FnSig| it.item == sig.item && it.name == name.name;
                            let functions = self.lower.typed.signatures.functions.iter().map(|it| &**it);
                            functions.into_iter().find(is_it).and_then(|it| it.place)
                        })
                        .collect();
                    let Some(value) = values.first().copied() else { continue };
                    let value = self.repeated(sig, &places, (value, last), *until, *max)?;
                    values = vec![value];
                }
            }
        }
        let value = values.first().copied().unwrap_or_else(|| self.int(0));
        let value = self.owned(value);
        let output = self.output;
        let ok = self.new_variant(output, 0, vec![value]);
        self.give(ok);
        self.finish()
    }

    /// One stage: what it gives, with `Result` unwrapped.
    fn stage(&mut self, run: &FnSig, place: u32, values: Vec<Reg>) -> Lowered<(Reg, Ty)> {
        let Some(function) = self.lower.typed.signatures.function_of(run.item, place) else {
            return Err(self.unsupported(run.name_span, "this stage"));
        };
        let sig = self.lower.typed.signatures.function(function).clone();
        let number = self.lower.ask(Work::Function(function, Vec::new()));
        let args = values.into_iter().map(|it| self.owned(it)).collect();
        let kind = self.lower.kind(sig.result);
        let outer = std::mem::replace(&mut self.place, self.lower.place(sig.name_span));
        let value = self.call_of(number, args, kind);
        let result = self.arguments_of(sig.result, self.lower.typed.builtins.result);
        let found = match result.as_deref() {
            Some([ok, error]) => {
                let name = self.lower.program.names.text(sig.name).to_owned();
                let value = self.ok_or_leave(value, sig.result, (*ok, *error), &name)?;
                (value, *ok)
            }
            _ => (value, sig.result),
        };
        self.place = outer;
        Ok(found)
    }

    /// The value of a `Result`; its error ends the pipeline, as the source of an `Error` that names the stage.
    fn ok_or_leave(&mut self, value: Reg, ty: Ty, (ok, error): (Ty, Ty), stage: &str) -> Lowered<Reg> {
        let dst = self.register(self.lower.kind(ok));
        let (other, after) = (self.label(), self.label());
        let to = self.target(other);
        self.put(Inst::JumpNotTag { value: InRef(value), tag: Small(0), to });
        if let Some((slot, _)) = self.lower.variant_slot(ty, 0, 0) {
            let inner = self.read(value, slot);
            self.copy(dst, inner);
        }
        self.jump(after);
        self.start(other);
        if let Some((slot, _)) = self.lower.variant_slot(ty, 1, 0) {
            let inner = self.read(value, slot);
            let message = self.display(inner, error)?;
            let source = match error == self.lower.typed.builtins.error {
                true => self.owned(inner),
                false => self.error_of(message),
            };
            let start = self.load_text(&format!("the stage `{stage}` failed: "));
            let message = self.concat(vec![start, message]);
            let given = self.error_from(message, source);
            let output = self.output;
            let err = self.new_variant(output, 1, vec![given]);
            self.give(err);
        }
        self.start(after);
        Ok(dst)
    }

    /// `repeat [draft, review] until |r| r.ok max 3`: the stages ran once; they run again until it holds.
    fn repeated(
        &mut self,
        run: &FnSig,
        places: &[u32],
        (value, ty): (Reg, Ty),
        until: ExprId,
        max: Option<ExprId>,
    ) -> Lowered<Reg> {
        let current = self.owned(value);
        let rounds = self.int(1);
        let limit = match max {
            Some(max) => self.own(max)?,
            None => self.int(i64::MAX),
        };
        let bool = self.lower.typed.builtins.bool;
        let closure = self.own(until)?;
        let (head, after): (Label, Label) = (self.label(), self.label());
        self.start(head);
        let given = self.owned(current);
        let done = self.call_value(closure, &[ty], bool, vec![given]);
        let to = self.target(after);
        self.put(Inst::JumpIf { condition: InInt(done), to });
        self.put(Inst::JumpLeInt { left: InInt(limit), right: InInt(rounds), to });
        let mut values = vec![current];
        for place in places {
            let (value, _) = self.stage(run, *place, values)?;
            values = vec![value];
        }
        if let Some(value) = values.first() {
            self.copy_if_same(current, *value);
        }
        self.put(Inst::AddSmall { dst: OutInt(rounds), left: InInt(rounds), right: Small(1) });
        let to = self.target(head);
        self.put(Inst::Loop { to });
        self.start(after);
        debug_assert!(self.kind_of(rounds) == Kind::Int);
        Ok(current)
    }
}
