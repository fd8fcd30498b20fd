//! Branches, loops that are written as such, and the ways out of them.

use super::Body;
use crate::ast::{BlockId, Branch, Condition, ExprId as SourceId, Ident};
use crate::tree::{ExprId, ExprKind, LoopId};
use crate::types::Ty;

impl<'c> Body<'_, 'c> {
    /// `if a { } else if b { } else { }`
    pub(super) fn if_(&mut self, id: SourceId, branches: &[Branch], otherwise: Option<BlockId>) -> ExprId {
        let ty = self.ty(id);
        self.branches(branches, otherwise, ty)
    }

    /// Branches from one on. They are as many as there are lines, so each goes into the one before.
    fn branches(&mut self, branches: &[Branch], otherwise: Option<BlockId>, ty: Ty) -> ExprId {
        let mut open: Vec<Open> = Vec::with_capacity(branches.len());
        for branch in branches {
            open.push(self.open(branch, ty));
        }
        let mut rest = otherwise.map(|it| self.block_as(it, ty));
        for it in open.into_iter().rev() {
            rest = Some(self.close(it, rest, ty));
        }
        rest.unwrap_or_else(|| self.unit())
    }

    fn open(&mut self, branch: &Branch, ty: Ty) -> Open {
        match branch.condition {
            Condition::Is(condition) => {
                let condition = self.expr(condition);
                Open::Is(condition, self.block_as(branch.body, ty))
            }
            Condition::Let { pattern, value } => {
                let value = self.expr(value);
                let mut stmts = Vec::new();
                let subject = self.keep(value, &mut stmts);
                let decision = self.decision(subject, &[(pattern, false)], &mut stmts);
                Open::Let { stmts, subject, decision, then: self.block_as(branch.body, ty) }
            }
        }
    }

    fn close(&mut self, open: Open, otherwise: Option<ExprId>, ty: Ty) -> ExprId {
        match open {
            Open::Is(condition, then) if self.is_never(condition) => {
                let _ = then;
                condition
            }
            Open::Is(condition, then) => self.put(ExprKind::If { condition, then, otherwise }, ty),
            Open::Let { stmts, subject, decision, then } => {
                let otherwise = otherwise.unwrap_or_else(|| self.unit());
                let arms = vec![crate::tree::Arm { guard: None, body: then }];
                let kind = ExprKind::Match { subject, decision, arms, otherwise: Some(otherwise) };
                let value = self.put(kind, ty);
                self.after(stmts, value)
            }
        }
    }

    /// A block whose value is one of a type.
    pub(super) fn block_as(&mut self, id: BlockId, ty: Ty) -> ExprId {
        let value = self.block(id);
        self.fit(value, ty)
    }

    pub(super) fn while_(&mut self, label: Option<Ident>, condition: Condition, body: BlockId) -> ExprId {
        let id = self.builder().new_loop();
        let unit = self.typed.types.unit();
        match condition {
            Condition::Is(condition) => {
                let condition = self.in_loop(id, label, |it| it.expr(condition));
                let body = self.in_loop(id, label, |it| it.block_as(body, unit));
                self.act(ExprKind::While { id, condition, body })
            }
            Condition::Let { pattern, value } => {
                let round = self.in_loop(id, label, |it| {
                    let value = it.expr(value);
                    let mut stmts = Vec::new();
                    let subject = it.keep(value, &mut stmts);
                    let decision = it.decision(subject, &[(pattern, false)], &mut stmts);
                    let body = it.block_as(body, unit);
                    let leave = it.leave(id, None);
                    let arms = vec![crate::tree::Arm { guard: None, body }];
                    let value = it.act(ExprKind::Match { subject, decision, arms, otherwise: Some(leave) });
                    it.after(stmts, value)
                });
                self.act(ExprKind::Loop { id, body: round })
            }
        }
    }

    pub(super) fn loop_(&mut self, source: SourceId, label: Option<Ident>, body: BlockId) -> ExprId {
        let id = self.builder().new_loop();
        let unit = self.typed.types.unit();
        let ty = self.ty(source);
        let body = self.in_loop(id, label, |it| it.block_as(body, unit));
        self.put(ExprKind::Loop { id, body }, ty)
    }

    /// Works on the code of a loop.
    pub(super) fn in_loop<T>(&mut self, id: LoopId, label: Option<Ident>, work: impl FnOnce(&mut Self) -> T) -> T {
        self.frame().loops.push((label.map(|it| it.name), id));
        let result = work(self);
        self.frame().loops.pop();
        result
    }

    fn loop_named(&mut self, label: Option<Ident>) -> Option<LoopId> {
        let loops = &self.frame().loops;
        match label {
            None => loops.last().map(|it| it.1),
            Some(label) => loops.iter().rev().find(|it| it.0 == Some(label.name)).map(|it| it.1),
        }
    }

    pub(super) fn break_(&mut self, label: Option<Ident>, value: Option<SourceId>) -> ExprId {
        let value = value.map(|it| self.expr(it));
        match self.loop_named(label) {
            Some(id) => self.leave(id, value),
            None => self.internal("a `break` outside of loops"),
        }
    }

    pub(super) fn leave(&mut self, id: LoopId, value: Option<ExprId>) -> ExprId {
        let never = self.typed.types.never();
        self.put(ExprKind::Break(id, value), never)
    }

    pub(super) fn continue_(&mut self, label: Option<Ident>) -> ExprId {
        let never = self.typed.types.never();
        match self.loop_named(label) {
            Some(id) => self.put(ExprKind::Continue(id), never),
            None => self.internal("a `continue` outside of loops"),
        }
    }

    pub(super) fn return_(&mut self, value: Option<SourceId>) -> ExprId {
        let value = match value {
            Some(value) => self.expr(value),
            None => self.unit(),
        };
        self.give(value)
    }

    /// Leaves the function with a value.
    pub(super) fn give(&mut self, value: ExprId) -> ExprId {
        let (output, never) = (self.builder().output(), self.typed.types.never());
        let value = self.fit(value, output);
        self.put(ExprKind::Return(value), never)
    }
}

/// A branch whose other side is not there yet.
enum Open {
    Is(ExprId, ExprId),
    Let {
        stmts: Vec<ExprId>,
        subject: crate::tree::LocalId,
        decision: Box<crate::tree::decision::Decision>,
        then: ExprId,
    },
}
