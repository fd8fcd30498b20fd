//! Statements.

use super::printer::Printer;
use crate::ast::{Let, Mock, MockWith, Stmt, StmtKind};
use crate::lex::Kind;

impl<'s> Printer<'s> {
    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Error => self.is_lost = true,
            StmtKind::Let(it) => self.let_(it),
            // A lone `;` has the span of its unit value.
            StmtKind::Expr(_) if self.peek() == Kind::Semicolon => {}
            StmtKind::Expr(id) => self.expr_(*id),
            StmtKind::Mock(it) => self.mock(it),
        }
        self.semicolon();
    }

    /// The `;` at the end, if there is one: what it ends may need none.
    pub(super) fn semicolon(&mut self) {
        if self.peek() == Kind::Semicolon {
            self.separator(Kind::Semicolon);
        }
    }

    fn let_(&mut self, it: &Let) {
        self.take(Kind::Let);
        self.space();
        if it.mutable {
            self.take(Kind::Mut);
            self.space();
        }
        self.pattern(it.pattern);
        self.annotation(it.annotation);
        if let Some(value) = it.value {
            self.space();
            self.take(Kind::Assign);
            self.value(value);
        }
        if let Some(block) = it.otherwise {
            self.space();
            self.take(Kind::Else);
            self.space();
            self.block(block);
        }
    }

    fn mock(&mut self, it: &Mock) {
        self.word();
        self.space();
        self.expr(it.target);
        self.space();
        match &it.with {
            MockWith::Settings(settings) => {
                self.settings(settings);
            }
            MockWith::Function(function) => {
                self.take(Kind::Assign);
                self.value(*function);
            }
        }
    }
}
