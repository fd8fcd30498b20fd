//! `if`, `match`, loops, and leaving them.

use super::doc::{Fit, Flat, GroupId, Piece};
use super::list::List;
use super::printer::Printer;
use crate::ast::{Arm, BlockId, Branch, Condition, Expr, ExprId, For, ListenArm};
use crate::lex::Kind;

impl<'s> Printer<'s> {
    /// All blocks of an `if` are on its line, or none is.
    pub(super) fn if_(&mut self, branches: &[Branch], otherwise: Option<BlockId>) -> usize {
        let group = self.open(Fit::Whole);
        let mut opened = None;
        for (index, branch) in branches.iter().enumerate() {
            if index > 0 {
                self.space();
                self.take(Kind::Else);
                self.space();
            }
            self.take(Kind::If);
            self.space();
            self.condition(branch.condition);
            let at = self.block_in(group, branch.body);
            opened = opened.or(Some(at));
        }
        if let Some(block) = otherwise {
            self.space();
            self.take(Kind::Else);
            self.space();
            self.block_in(group, block);
        }
        self.doc.close();
        opened.unwrap_or(0)
    }

    fn condition(&mut self, condition: Condition) {
        match condition {
            Condition::Is(value) => self.head(value),
            Condition::Let { pattern, value } => {
                self.take(Kind::Let);
                self.space();
                self.pattern(pattern);
                self.space();
                self.take(Kind::Assign);
                self.space();
                self.head(value);
            }
        }
    }

    /// What stands before a block. The brace goes below operators that have lines of their own.
    fn head(&mut self, value: ExprId) {
        if !matches!(self.ast.expr(value), Expr::Binary { .. }) || self.is_in_parens(value) {
            self.expr(value);
            self.space();
            return;
        }
        self.group(Fit::Whole, |it| {
            it.expr(value);
            it.line(Flat::Blank);
        });
    }

    pub(super) fn match_(&mut self, value: ExprId, arms: &[Arm]) -> usize {
        let group = self.open(Fit::Whole);
        self.take(Kind::Match);
        self.space();
        self.expr(value);
        self.space();
        let opened = self.bracket(List::BRACES);
        if !arms.is_empty() && self.is_on_new_line() {
            self.doc.fits(group, Fit::Never);
        }
        self.doc.push(Piece::Indent);
        for (index, arm) in arms.iter().enumerate() {
            self.line(Flat::Blank);
            self.start(index == 0);
            self.arm(arm, index + 1 == arms.len());
        }
        self.close_bracket(List::BRACES, opened);
        self.doc.close();
        opened
    }

    /// An arm that is a block needs no comma; every other one has one.
    fn arm(&mut self, arm: &Arm, is_last: bool) {
        self.group(Fit::Whole, |it| {
            it.pattern(arm.pattern);
            if let Some(guard) = arm.guard {
                it.indented(|it| {
                    it.line(Flat::Blank);
                    it.take(Kind::If);
                    it.space();
                    it.expr(guard);
                });
            }
        });
        self.space();
        self.take(Kind::FatArrow);
        let is_block = matches!(self.ast.expr(arm.body), Expr::Block(_)) && self.peek() == Kind::BraceOpen;
        self.arm_body(arm.body);
        match (is_block, is_last) {
            (true, _) => self.skip_comma(),
            (false, true) => {
                self.doc.push(Piece::BrokenComma);
                self.skip_comma();
            }
            (false, false) => {
                self.doc.push(Piece::Text(","));
                self.skip_comma();
            }
        }
    }

    /// Behind `=>`, a value goes to a line of its own before it is broken.
    fn arm_body(&mut self, id: ExprId) {
        let is_block_like = matches!(
            self.ast.expr(id),
            Expr::Block(_)
                | Expr::If { .. }
                | Expr::Match { .. }
                | Expr::Loop { .. }
                | Expr::While { .. }
                | Expr::For(_)
        );
        match is_block_like {
            true => self.value(id),
            false => self.moved(id),
        }
    }

    fn label(&mut self, has_label: bool) {
        if has_label {
            self.word();
            self.take(Kind::Colon);
            self.space();
        }
    }

    pub(super) fn loop_(&mut self, has_label: bool, body: BlockId) -> usize {
        self.label(has_label);
        self.take(Kind::Loop);
        self.space();
        self.block(body)
    }

    pub(super) fn while_(&mut self, has_label: bool, condition: Condition, body: BlockId) -> usize {
        self.label(has_label);
        self.take(Kind::While);
        self.space();
        self.condition(condition);
        self.block(body)
    }

    pub(super) fn for_(&mut self, it: &For) -> usize {
        self.label(it.label.is_some());
        self.take(Kind::For);
        self.space();
        self.pattern(it.pattern);
        self.space();
        self.take(Kind::In);
        self.space();
        self.head(it.iterable);
        self.block(it.body)
    }

    /// `break 'outer value`, `continue`, `return value`
    pub(super) fn leave(&mut self, has_label: bool, value: Option<ExprId>) {
        self.word();
        if has_label {
            self.space();
            self.word();
        }
        if let Some(value) = value {
            self.space();
            self.expr(value);
        }
    }

    pub(super) fn listen(&mut self, call: ExprId, arms: &[ListenArm]) -> usize {
        self.word();
        self.space();
        self.expr(call);
        self.space();
        self.list(List::BRACES, arms, |it, arm| {
            it.word();
            it.space();
            it.take(Kind::FatArrow);
            it.value(arm.handler);
        })
    }

    /// A block with its group.
    pub(super) fn block(&mut self, id: BlockId) -> usize {
        let group = self.open(Fit::Whole);
        let opened = self.block_in(group, id);
        self.doc.close();
        opened
    }

    /// A block in the group around it, which is broken if the block wants lines of its own.
    fn block_in(&mut self, group: GroupId, id: BlockId) -> usize {
        let block = self.ast.block(id);
        let opened = self.bracket(List::BRACES);
        let is_empty = block.stmts.is_empty() && block.tail.is_none();
        if block.stmts.len() > 1 || (!is_empty && self.is_on_new_line()) {
            self.doc.fits(group, Fit::Never);
        }
        self.doc.push(Piece::Indent);
        for (index, stmt) in block.stmts.iter().enumerate() {
            self.line(Flat::Blank);
            self.start(index == 0);
            self.stmt(stmt);
        }
        if let Some(tail) = block.tail {
            self.line(Flat::Blank);
            self.start(block.stmts.is_empty());
            self.expr(tail);
        }
        self.close_bracket(List::BRACES, opened);
        opened
    }
}
