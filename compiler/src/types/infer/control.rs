//! Control flow: blocks, branches, loops, and the ways out of them.

use super::{Infer, Late, Loop, Want, Why};
use crate::ast::{Arm, BlockId, Branch, Condition, ExprId, For, Ident, Stmt, StmtKind};
use crate::diagnostic::Code;
use crate::source::Span;
use crate::types::ty::{Kind, Ty};
use crate::types::{diagnostics, exhaustive};

/// The one type of several branches, and what is known after them.
struct Branches {
    ty: Option<(Ty, Span)>,
    late: Option<Late>,
}

impl<'a> Infer<'_, 'a> {
    /// A block: the type of its last expression, or of nothing.
    pub(in crate::types) fn block(&mut self, id: BlockId, want: Want) -> Ty {
        let block = self.ast.block(id);
        let ended = self.statements(&block.stmts);
        let Some(tail) = block.tail else {
            return if ended.is_some() { self.never() } else { self.block_without_value(id, want) };
        };
        if ended == Some(false) {
            self.report(diagnostics::unreachable(self.ast.expr_span(tail)));
        }
        let ty = match want {
            Want::Dropped => self.dropped(tail),
            want => self.expr(tail, want),
        };
        if ended.is_some() { self.never() } else { ty }
    }

    /// Checks statements. Where what follows them is never reached, says whether that was told already.
    fn statements(&mut self, stmts: &'a [Stmt]) -> Option<bool> {
        let mut has_ended = false;
        let mut is_told = false;
        for stmt in stmts {
            if has_ended && !is_told && !matches!(stmt.kind, StmtKind::Error) {
                self.report(diagnostics::unreachable(stmt.span));
                is_told = true;
            }
            has_ended |= self.statement(stmt);
        }
        if has_ended { Some(is_told) } else { None }
    }

    fn block_without_value(&mut self, id: BlockId, want: Want) -> Ty {
        let unit = self.unit();
        let Want::Must(wanted, why) = want else { return unit };
        if self.fits(unit, wanted) || self.has_mistake(wanted) {
            return unit;
        }
        let block = self.ast.block(id);
        let last = match block.stmts.last() {
            Some(Stmt { kind: StmtKind::Expr(expr), span }) => Some((*expr, *span)),
            Some(Stmt { kind: StmtKind::Error, .. }) => return self.error(),
            _ => None,
        };
        let value = last.filter(|(expr, _)| {
            let ty = self.type_of(*expr);
            !self.is_error(ty) && self.fits(ty, wanted)
        });
        if let Some((_, span)) = value {
            // That its value is dropped is the same mistake.
            self.checker.dropped_calls.retain(|it| !span.contains(it.at));
            self.checker
                .diagnostics
                .retain(|it| it.code != Code::NoEffect || it.span().is_none_or(|at| !span.contains(at)));
        }
        let semicolon = value.map(|(_, span)| Span::new(span.end.saturating_sub(1), span.end));
        let at = Span::new(block.span.end.saturating_sub(1), block.span.end);
        let shown = self.show(wanted);
        let why = self.reason(why);
        self.report(diagnostics::missing_result(&shown, at, why, semicolon));
        self.error()
    }

    pub(super) fn if_(&mut self, branches: &'a [Branch], otherwise: Option<BlockId>, want: Want) -> Ty {
        let mut all = Branches { ty: None, late: None };
        let has_value = otherwise.is_some();
        let want = match want {
            want if has_value => want,
            Want::Dropped => Want::Dropped,
            // A value is expected and there is none: that is told once.
            _ => Want::Any,
        };
        for branch in branches {
            let is_certain = self.condition(branch.condition);
            let before = self.late.clone();
            let ty = self.branch(branch.body, want, &all);
            let kept = if has_value { want } else { Want::Dropped };
            self.join_branch(&mut all, ty, self.value_span(branch.body), kept);
            self.late = before;
            if is_certain && let Some(at) = otherwise {
                self.report(diagnostics::dead_else(self.ast.block(at).span, self.condition_span(branch.condition)));
            }
        }
        match otherwise {
            Some(block) => {
                let ty = self.branch(block, want, &all);
                self.join_branch(&mut all, ty, self.value_span(block), want);
            }
            None => {
                let unit = self.unit();
                self.join_branch(&mut all, unit, Span::default(), Want::Dropped);
            }
        }
        let has_value = has_value && !matches!(want, Want::Dropped);
        self.after_branches(all, has_value)
    }

    fn branch(&mut self, body: BlockId, want: Want, all: &Branches) -> Ty {
        let want = match (want, all.ty) {
            (Want::Any, Some((ty, _))) => Want::Hint(ty),
            (want, _) => want,
        };
        self.block(body, want)
    }

    fn value_span(&self, body: BlockId) -> Span {
        let block = self.ast.block(body);
        block.tail.map_or(block.span, |it| self.ast.expr_span(it))
    }

    /// Adds a branch: its value to those before it, its variables to what is known afterwards.
    fn join_branch(&mut self, all: &mut Branches, ty: Ty, at: Span, want: Want) {
        if !self.is_never(ty) {
            all.late = Some(match all.late.take() {
                None => self.late.clone(),
                Some(late) => late.join(&self.late),
            });
        }
        if matches!(want, Want::Dropped) {
            if all.ty.is_none_or(|(it, _)| self.is_never(it)) {
                all.ty = Some((ty, at));
            }
            return;
        }
        all.ty = Some(match all.ty {
            None => (ty, at),
            Some((before, _)) if self.is_never(before) => (ty, at),
            Some((before, first)) => match self.join(before, ty) {
                Some(both) => (both, first),
                None => {
                    self.mismatch(ty, before, at, Why::At(first, "the first branch gives this"));
                    (self.error(), first)
                }
            },
        });
    }

    fn after_branches(&mut self, all: Branches, has_value: bool) -> Ty {
        let Some(late) = all.late else { return self.never() };
        self.late = late;
        match all.ty {
            Some((ty, _)) if has_value => ty,
            _ => self.unit(),
        }
    }

    /// The head of an `if` or a `while`. Says whether it always holds because its pattern matches everything.
    fn condition(&mut self, condition: Condition) -> bool {
        match condition {
            Condition::Is(expr) => {
                let bool = self.checker.builtins.bool;
                self.check(expr, bool, Why::Of("a condition is `true` or `false`"));
                false
            }
            Condition::Let { pattern, value } => {
                let ty = self.infer(value);
                self.decide(ty);
                self.bind_pattern(pattern, ty);
                exhaustive::refutable(self, ty, pattern).is_none() && !self.has_mistake(ty)
            }
        }
    }

    fn condition_span(&self, condition: Condition) -> Span {
        match condition {
            Condition::Is(expr) => self.ast.expr_span(expr),
            Condition::Let { pattern, .. } => self.ast.pattern_span(pattern),
        }
    }

    pub(super) fn match_(&mut self, id: ExprId, value: ExprId, arms: &'a [Arm], want: Want) -> Ty {
        let subject = self.infer(value);
        self.decide(subject);
        let before = self.late.clone();
        let mut all = Branches { ty: None, late: None };
        let bool = self.checker.builtins.bool;
        for arm in arms {
            self.late = before.clone();
            self.bind_pattern(arm.pattern, subject);
            if let Some(guard) = arm.guard {
                self.check(guard, bool, Why::Of("a guard is `true` or `false`"));
            }
            let ty = match (want, all.ty) {
                (Want::Dropped, _) => self.dropped(arm.body),
                (Want::Any, Some((ty, _))) => self.expr(arm.body, Want::Hint(ty)),
                (want, _) => self.expr(arm.body, want),
            };
            self.join_branch(&mut all, ty, self.ast.expr_span(arm.body), want);
        }
        let head = self.ast.expr_span(id);
        exhaustive::check(self, subject, arms, Span::new(head.start, self.ast.expr_span(value).end));
        if self.is_never(subject) {
            return self.never();
        }
        if arms.is_empty() {
            self.late = before;
            return if self.is_error(subject) { self.error() } else { self.never() };
        }
        self.after_branches(all, !matches!(want, Want::Dropped))
    }

    /// Runs the body of a loop. What it changes may have happened, or not.
    fn in_loop(&mut self, label: Option<Ident>, value: Option<Want>, body: impl FnOnce(&mut Self)) -> Loop {
        let want = value.unwrap_or(Want::Any);
        self.loops.push(Loop { label: label.map(|it| it.name), value: None, want, is_left: false, late: None });
        self.loop_depth += 1;
        body(self);
        self.loop_depth -= 1;
        self.loops.pop().unwrap_or(Loop { label: None, value: None, want, is_left: false, late: None })
    }

    pub(super) fn loop_(&mut self, label: Option<Ident>, body: BlockId, want: Want) -> Ty {
        let it = self.in_loop(label, Some(want), |infer| {
            infer.block(body, Want::Dropped);
        });
        if !it.is_left {
            return self.never();
        }
        self.late = it.late.unwrap_or_default();
        it.value.map_or(self.unit(), |(ty, _)| ty)
    }

    pub(super) fn while_(&mut self, label: Option<Ident>, condition: Condition, body: BlockId) -> Ty {
        let mut before = Late::default();
        let it = self.in_loop(label, None, |infer| {
            infer.condition(condition);
            before = infer.late.clone();
            infer.block(body, Want::Dropped);
        });
        self.after_loop(&it, before);
        self.unit()
    }

    pub(super) fn for_(&mut self, it: &'a For) -> Ty {
        let iterable = self.infer(it.iterable);
        self.decide(iterable);
        let element = self.element_of(iterable, it.iterable);
        let before = self.late.clone();
        let left = self.in_loop(it.label, None, |infer| {
            infer.bind_irrefutable(it.pattern, element, "a `for`");
            infer.block(it.body, Want::Dropped);
        });
        self.after_loop(&left, before);
        self.unit()
    }

    /// After a loop that may not have run at all.
    fn after_loop(&mut self, it: &Loop, before: Late) {
        let mut late = before.join(&self.late);
        if let Some(left) = &it.late {
            late = late.join(left);
        }
        self.late = late;
    }

    fn element_of(&mut self, iterable: Ty, at: ExprId) -> Ty {
        let builtins = &self.checker.builtins;
        let (int, range, map) = (builtins.int, builtins.range, builtins.map);
        let heads = [builtins.array, builtins.set, builtins.stream];
        if self.shallow(iterable) == range {
            return int;
        }
        if let Some((key, value)) = self.arguments_of(iterable, map) {
            return self.checker.types.tuple(&[key, value]);
        }
        if self.argument_of(iterable, heads[2]).is_some() {
            self.does(crate::types::effects::Effects::parse("model").unwrap_or_default());
        }
        if let Some(element) = heads.into_iter().find_map(|head| self.argument_of(iterable, head)) {
            return element;
        }
        match self.kind(iterable) {
            Kind::Error | Kind::Never => {}
            Kind::Var(_) if self.has_errors => {}
            Kind::Var(_) => self.report(diagnostics::unknown_receiver(self.ast.expr_span(at))),
            _ => {
                let shown = self.show(iterable);
                let help = self.help_for_loop(iterable);
                self.report(diagnostics::not_iterable(&shown, self.ast.expr_span(at), help));
            }
        }
        self.error()
    }

    fn help_for_loop(&self, ty: Ty) -> Option<String> {
        let builtins = &self.checker.builtins;
        let text = match self.kind(ty) {
            _ if self.shallow(ty) == builtins.string => {
                "walk over its characters: `.chars()`, or its lines: `.lines()`"
            }
            Kind::Literal(_) => "walk over its characters: `.chars()`",
            _ if self.shallow(ty) == builtins.int => "count with a range: `for i in 0..n`",
            _ if self.shallow(ty) == builtins.json => "take the array out first: `.as_array()`",
            Kind::Adt(head, _) if head == builtins.option => "look into it with `if let Some(x) = …`",
            Kind::Adt(head, _) if head == builtins.result => "take the value out first: `?` or `match`",
            Kind::Adt(head, _) if head == builtins.store => "walk over its keys: `.keys()`",
            _ => return None,
        };
        Some(text.to_owned())
    }

    /// `continue` goes on with a loop of the same task.
    pub(super) fn continue_(&mut self, id: ExprId) -> Ty {
        if self.loops.is_empty() && self.is_task {
            self.report(diagnostics::leaves_task("continue", self.ast.expr_span(id)));
        }
        self.never()
    }

    pub(super) fn break_(&mut self, id: ExprId, label: Option<Ident>, value: Option<ExprId>) -> Ty {
        let at = match label {
            None => self.loops.len().checked_sub(1),
            Some(label) => self.loops.iter().rposition(|it| it.label == Some(label.name)),
        };
        let Some(at) = at else {
            if self.is_task {
                self.report(diagnostics::leaves_task("break", self.ast.expr_span(id)));
            }
            if let Some(value) = value {
                self.infer(value);
            }
            return self.never();
        };
        let want = self.loops[at].want;
        let before = self.loops[at].value;
        let (found, span) = match value {
            Some(value) => {
                let found = match (want, before) {
                    (Want::Dropped, _) => self.dropped(value),
                    (Want::Any, Some((ty, _))) => self.expr(value, Want::Hint(ty)),
                    (want, _) => self.expr(value, want),
                };
                (found, self.ast.expr_span(value))
            }
            None => (self.unit(), self.ast.expr_span(id)),
        };
        let joined = match before {
            None => (found, span),
            Some((ty, first)) => match self.join(ty, found) {
                Some(both) => (both, first),
                None if matches!(want, Want::Dropped) => (ty, first),
                None => {
                    self.mismatch(found, ty, span, Why::At(first, "another `break` of this loop gives this"));
                    (self.error(), first)
                }
            },
        };
        let late = match self.loops[at].late.take() {
            None => self.late.clone(),
            Some(late) => late.join(&self.late),
        };
        let it = &mut self.loops[at];
        it.value = Some(joined);
        it.is_left = true;
        it.late = Some(late);
        self.never()
    }

    pub(super) fn return_(&mut self, id: ExprId, value: Option<ExprId>) -> Ty {
        let Some(output) = self.output else {
            if let Some(value) = value {
                self.infer(value);
            }
            return self.never();
        };
        if output.is_closure && self.is_var(output.ty) {
            self.return_from_open_closure(value);
            return self.never();
        }
        match value {
            Some(value) => {
                self.check(value, output.ty, output.why);
            }
            None => {
                let unit = self.unit();
                if !self.fits(unit, output.ty) {
                    self.mismatch(unit, output.ty, self.ast.expr_span(id), output.why);
                }
            }
        }
        self.never()
    }

    fn return_from_open_closure(&mut self, value: Option<ExprId>) {
        let found = match value {
            Some(value) => self.infer(value),
            None => self.unit(),
        };
        if let Some(output) = self.output {
            self.fits(found, output.ty);
        }
    }
}

impl Late {
    /// What may have no value or may have one after either way.
    fn join(mut self, other: &Self) -> Self {
        self.empty.extend(&other.empty);
        self.filled.extend(&other.filled);
        self.told.extend(&other.told);
        self
    }
}
