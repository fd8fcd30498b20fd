//! Statements: what they bind, and what is done with values that nobody takes.

use super::{Infer, Output, Want, Why};
use crate::ast::{BinaryOp, BlockId, Expr, ExprId, Let, PatternId, Stmt, StmtKind};
use crate::lang::LangItem;
use crate::resolve::Res;
use crate::source::Span;
use crate::types::signatures::FnId;
use crate::types::ty::{Kind, Ty};
use crate::types::{DroppedCall, diagnostics};

/// What is called for its fault, though it changes nothing.
const MAY_FAULT: [LangItem; 4] =
    [LangItem::OptionExpect, LangItem::OptionUnwrap, LangItem::ResultExpect, LangItem::ResultUnwrap];

fn is_last(stmt: &Stmt, stmts: &[&Stmt]) -> bool {
    stmts.last().is_some_and(|it| it.span == stmt.span)
}

impl<'a> Infer<'_, 'a> {
    /// Checks a statement; says whether what follows it is never reached.
    pub(super) fn statement(&mut self, stmt: &'a Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Error => false,
            StmtKind::Expr(expr) => {
                let ty = self.dropped(*expr);
                self.is_never(ty)
            }
            StmtKind::Let(it) => self.let_(it),
            StmtKind::Mock(mock) => {
                self.mock(mock);
                false
            }
        }
    }

    fn let_(&mut self, it: &'a Let) -> bool {
        let span = self.ast.pattern_span(it.pattern);
        let annotation = it.annotation.map(|id| (self.lower(id), self.ast.type_span(id)));
        let (ty, has_ended) = match (annotation, it.value) {
            (Some((wanted, at)), Some(value)) => {
                let found = self.check(value, wanted, Why::At(at, "the variable is declared with this type"));
                (wanted, self.is_never(found))
            }
            (None, Some(value)) => {
                let found = self.infer(value);
                self.decide(found);
                let found = self.closed(found, span);
                (found, self.is_never(found))
            }
            (Some((wanted, _)), None) => (wanted, false),
            (None, None) => (self.fresh(span), false),
        };
        if let Some(otherwise) = it.otherwise {
            let late = self.late.clone();
            let left = self.block(otherwise, Want::Any);
            self.late = late;
            if !self.is_never(left) && !self.is_error(left) {
                self.report(diagnostics::else_stays(self.ast.block(otherwise).span));
            }
            self.bind_pattern(it.pattern, ty);
            self.report_certain(it.pattern, ty, self.ast.block(otherwise).span);
        } else {
            self.bind_irrefutable(it.pattern, ty, "a `let`");
        }
        if it.value.is_none() {
            self.start_empty(it.pattern);
        }
        has_ended
    }

    /// `let x = y else { … }` where the pattern always matches.
    fn report_certain(&mut self, pattern: PatternId, ty: Ty, otherwise: Span) {
        if !self.has_mistake(ty) && crate::types::exhaustive::refutable(self, ty, pattern).is_none() {
            self.report(diagnostics::dead_else(otherwise, self.ast.pattern_span(pattern)));
        }
    }

    /// An expression whose value nobody takes.
    pub(super) fn dropped(&mut self, id: ExprId) -> Ty {
        match self.ast.expr(id) {
            Expr::If { .. } | Expr::Match { .. } | Expr::Block(_) | Expr::Loop { .. } => self.expr(id, Want::Dropped),
            _ => {
                let ty = self.infer(id);
                self.decide(ty);
                if self.is_made_here(id) {
                    // What it could have held does not matter.
                    self.vars.settle(&self.checker.types, ty);
                }
                self.report_dropped(id, ty);
                ty
            }
        }
    }

    /// Whether nothing else can decide about the type of a value: `None`, `[]`.
    fn is_made_here(&self, id: ExprId) -> bool {
        match self.ast.expr(id) {
            Expr::Name(_) | Expr::Path(_) => matches!(self.res(id), Res::Variant(..)),
            Expr::Array(elements) => elements.is_empty(),
            Expr::Map(entries) => entries.is_empty(),
            _ => false,
        }
    }

    fn report_dropped(&mut self, id: ExprId, ty: Ty) {
        let at = self.ast.expr_span(id);
        if self.has_mistake(ty) {
            return;
        }
        if matches!(self.kind(ty), Kind::Adt(head, _) if head == self.checker.builtins.result) {
            return self.report(diagnostics::unused_result(at));
        }
        if self.has_no_effect(id) {
            return self.report(diagnostics::no_effect(at));
        }
        let is_call = matches!(self.ast.expr(id), Expr::Call { .. } | Expr::Method(_));
        if is_call && ty != self.unit() && !self.is_never(ty) {
            let call = self.checker.modules[self.module.index()].calls.get(&id).map(|it| it.function);
            if let Some(function) = call.filter(|it| self.only_computes(*it)) {
                self.checker.dropped_calls.push(DroppedCall { function, at });
            }
        }
    }

    /// Whether a function of the library is called for its value alone, as far as its signature tells.
    fn only_computes(&self, id: FnId) -> bool {
        let sig = self.checker.signatures.function(id);
        let is_library = self.checker.program.module(sig.item.module).is_library();
        let takes_function = sig.params.iter().any(|it| matches!(self.checker.types.kind(it.ty), Kind::Fn(..)));
        let may_fault = MAY_FAULT.iter().any(|it| self.checker.lang_function(*it) == Some(id));
        is_library && !takes_function && !may_fault && sig.receiver != Some(true)
    }

    /// Whether the form of an expression shows that nothing happens.
    fn has_no_effect(&self, id: ExprId) -> bool {
        match self.ast.expr(id) {
            Expr::Int(_) | Expr::Float(_) | Expr::Bool(_) | Expr::Duration(_) | Expr::Str(_) => true,
            Expr::Name(_) | Expr::Path(_) => self.res(id) != Res::Error,
            Expr::Array(_) | Expr::Map(_) | Expr::Struct(_) | Expr::Range { .. } | Expr::Closure(_) => true,
            Expr::Unary { .. } | Expr::Cast { .. } | Expr::Interpolated(_) => true,
            Expr::Field { .. } | Expr::TupleField { .. } | Expr::Index { .. } => true,
            Expr::Binary { op, .. } => {
                !matches!(op, BinaryOp::Pipe | BinaryOp::Coalesce | BinaryOp::Or | BinaryOp::And)
            }
            _ => false,
        }
    }
}

/// The bodies of declarations.
impl<'a> Infer<'_, 'a> {
    /// A parameter of the function.
    pub(in crate::types) fn bind_param(&mut self, pattern: PatternId, ty: Ty) {
        let before = self.touched_locals.len();
        self.bind_irrefutable(pattern, ty, "a parameter");
        let new = self.touched_locals[before..].to_vec();
        self.params.extend(new);
    }

    /// `self`
    pub(in crate::types) fn bind_receiver(&mut self, span: Span, ty: Ty) {
        let bound = &self.checker.resolved.modules[self.module.index()].bound;
        if let Some(local) = bound.get(&span.start).copied() {
            self.set_local(local, ty);
        }
    }

    /// The block of a function, whose last value is its result.
    pub(in crate::types) fn body(&mut self, body: BlockId, result: Ty, why: Why) {
        self.output = Some(Output { ty: result, why, is_closure: false });
        self.block(body, Want::Must(result, why));
    }

    /// The statements of a script.
    pub(in crate::types) fn script(&mut self, stmts: &[&'a Stmt], result: Ty, shows: bool) {
        let why = Why::Of("a script gives a `Result<(), Error>`");
        self.output = Some(Output { ty: result, why, is_closure: false });
        let mut has_ended = false;
        let mut is_told = false;
        for stmt in stmts {
            if has_ended && !is_told {
                self.report(diagnostics::unreachable(stmt.span));
                is_told = true;
            }
            has_ended |= match stmt.kind {
                StmtKind::Expr(expr) if shows && is_last(stmt, stmts) && self.is_value(stmt, expr) => {
                    let ty = self.infer(expr);
                    self.decide(ty);
                    self.is_never(ty)
                }
                _ => self.statement(stmt),
            };
        }
    }

    /// Whether a statement is a choice or a block that gives a value.
    fn is_value(&self, stmt: &Stmt, expr: ExprId) -> bool {
        let gives = match self.ast.expr(expr) {
            Expr::If { otherwise, .. } => otherwise.is_some(),
            Expr::Match { .. } | Expr::Block(_) | Expr::Loop { .. } => true,
            _ => false,
        };
        // With a `;` its value is dropped.
        gives && stmt.span == self.ast.expr_span(expr)
    }
}
