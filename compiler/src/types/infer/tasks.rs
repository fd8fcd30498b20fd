//! Tasks: `spawn`, `await`, `race`; and `listen`, which waits for a host.

use super::{Infer, Output, Want, Why};
use crate::ast::{Expr, ExprId, ListenArm};
use crate::diagnostic::suggest::nearest;
use crate::resolve::Res;
use crate::source::Span;
use crate::types::diagnostics;
use crate::types::effects::Effects;
use crate::types::ty::Ty;

/// The kinds of messages that a host sends.
const MESSAGES: [&str; 5] = ["question", "progress", "log", "partial", "approval"];

impl<'a> Infer<'_, 'a> {
    pub(super) fn spawn(&mut self, operand: ExprId) -> Ty {
        self.does(Effects::TASK);
        let span = self.ast.expr_span(operand);
        let result = self.fresh(span);
        let why = Why::At(span, "the task gives this elsewhere");
        let outer = self.output.replace(Output { ty: result, why, is_closure: true });
        let ty = self.in_task(|infer| infer.expr(operand, Want::Hint(result)));
        self.output = outer;
        let ty = self.task_result(operand, ty, result);
        self.decide(ty);
        self.checker.types.adt(self.checker.builtins.task, &[ty])
    }

    /// What a task gives: its last value, and what its `return`s and `?`s give.
    fn task_result(&mut self, operand: ExprId, found: Ty, result: Ty) -> Ty {
        if self.is_never(found) {
            self.fits(found, result);
            return if self.is_open(result) { found } else { result };
        }
        match self.join(result, found) {
            Some(both) => both,
            None => {
                let at = self.ast.expr_span(operand);
                self.mismatch_of(Some(operand), found, result, at, Why::Of("the task gives this elsewhere"));
                self.error()
            }
        }
    }

    /// Code that runs in a task of its own: it has copies of what it names, and no loop around it.
    fn in_task<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let loops = std::mem::take(&mut self.loops);
        let was_task = std::mem::replace(&mut self.is_task, true);
        let late = self.late.clone();
        self.closures += 1;
        let result = work(self);
        self.closures -= 1;
        self.late = late;
        self.is_task = was_task;
        self.loops = loops;
        result
    }

    pub(super) fn await_(&mut self, id: ExprId, operand: ExprId) -> Ty {
        self.does(Effects::TASK);
        if let Expr::Tuple(elements) = self.ast.expr(operand)
            && !elements.is_empty()
        {
            return self.await_all(operand, elements);
        }
        let found = self.infer(operand);
        if self.is_emit(operand) {
            return self.awaited_emit(id);
        }
        if self.has_mistake(found) || self.is_never(found) {
            return self.error();
        }
        if self.argument_of(found, self.checker.builtins.task).is_some() {
            return self.awaited(found);
        }
        let shown = self.show(found);
        let is_call = matches!(self.ast.expr(operand), Expr::Call { .. } | Expr::Method(_));
        self.report(diagnostics::nothing_to_await(&shown, self.ast.expr_span(operand), is_call));
        self.error()
    }

    /// What waiting for a value gives: of a task its result, of anything else itself.
    fn awaited(&mut self, ty: Ty) -> Ty {
        match self.argument_of(ty, self.checker.builtins.task) {
            Some(inner) => self.result_of(inner, self.checker.builtins.task_error),
            None => ty,
        }
    }

    fn await_all(&mut self, operand: ExprId, elements: &[ExprId]) -> Ty {
        let types: Vec<Ty> = self.in_task(|infer| elements.iter().map(|it| infer.infer(*it)).collect());
        types.iter().for_each(|it| self.decide(*it));
        let tuple = self.checker.types.tuple(&types);
        self.set(operand, tuple);
        let awaited: Vec<Ty> = types.into_iter().map(|it| self.awaited(it)).collect();
        self.checker.types.tuple(&awaited)
    }

    fn is_emit(&self, operand: ExprId) -> bool {
        let Expr::Call { callee, .. } = self.ast.expr(operand) else { return false };
        self.is_named(*callee) && self.res(*callee) == Res::Item(self.checker.builtins.emit)
    }

    /// `await emit(…)` waits for an answer.
    fn awaited_emit(&mut self, _id: ExprId) -> Ty {
        if let Some(function) = self.checker.signatures.function_of(self.checker.builtins.emit_and_wait, 0) {
            self.uses_function(function);
        }
        let (json, error) = (self.checker.builtins.json, self.checker.builtins.error);
        self.result_of(json, error)
    }

    pub(super) fn race(&mut self, id: ExprId, elements: &[ExprId], want: Want) -> Ty {
        self.does(Effects::TASK);
        let mut joined: Option<(Ty, Span)> = None;
        let hint = want.ty().map_or(Want::Any, Want::Hint);
        for element in elements {
            let hint = joined.map_or(hint, |(ty, _)| Want::Hint(ty));
            let found = self.in_task(|infer| infer.expr(*element, hint));
            let found = self.awaited(found);
            let at = self.ast.expr_span(*element);
            joined = Some(match joined {
                None => (found, at),
                Some((ty, first)) => match self.join(ty, found) {
                    Some(both) => (both, first),
                    None => {
                        let why = Why::At(first, "all that take part in a race give one type");
                        self.mismatch_of(Some(*element), found, ty, at, why);
                        (self.error(), first)
                    }
                },
            });
        }
        match joined {
            Some((ty, _)) => ty,
            None => {
                self.report(diagnostics::empty_race(self.ast.expr_span(id)));
                self.error()
            }
        }
    }

    /// `listen Host.execute(p) { "question" => |q| … }`
    pub(super) fn listen(&mut self, call: ExprId, arms: &'a [ListenArm]) -> Ty {
        let ty = self.infer(call);
        for arm in arms {
            self.listen_arm(arm);
        }
        ty
    }

    fn listen_arm(&mut self, arm: &'a ListenArm) {
        let text = self.text(arm.message);
        let builtins = &self.checker.builtins;
        let (taken, given) = match text {
            "question" => (builtins.question, None),
            "progress" => (builtins.progress, Some(self.unit())),
            "log" => (builtins.host_log, Some(self.unit())),
            "partial" => (builtins.json, Some(self.unit())),
            "approval" => (builtins.tool_call, Some(builtins.approval)),
            _ => {
                let near = nearest(text, MESSAGES);
                self.report(diagnostics::unknown_message(text, arm.message_span, near, &MESSAGES));
                self.infer(arm.handler);
                return;
            }
        };
        let given = given.unwrap_or_else(|| self.fresh(arm.message_span));
        let wanted = self.checker.types.function(&[taken], given);
        self.check(arm.handler, wanted, Why::At(arm.message_span, "this is what handles such a message"));
        if text == "question" {
            let reason = super::Reason::Of("the answer goes back to the host");
            self.must_have(given, self.checker.builtins.traits.schema, self.ast.expr_span(arm.handler), reason);
        }
    }
}
