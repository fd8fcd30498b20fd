//! Operators between operands, before and behind them.

use super::doc::{Fit, Flat, Piece};
use super::expr::Opened;
use super::printer::Printer;
use crate::ast::{BinaryOp, Expr, ExprId};
use crate::lex::Kind;

/// Operators that stand beside each other without parentheses and are broken together.
fn level(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Pipe => 0,
        BinaryOp::Coalesce => 1,
        BinaryOp::Or => 2,
        BinaryOp::And => 3,
        BinaryOp::Eq | BinaryOp::NotEq => 4,
        BinaryOp::Less | BinaryOp::LessEq | BinaryOp::Greater | BinaryOp::GreaterEq => 5,
        BinaryOp::Add | BinaryOp::Sub => 6,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 7,
    }
}

impl<'s> Printer<'s> {
    fn level_of(&self, id: ExprId) -> Option<u8> {
        match self.ast.expr(id) {
            Expr::Binary { op, .. } => Some(level(*op)),
            _ => None,
        }
    }

    /// A chain of operators of one level, each on a line of its own where they do not fit on one.
    pub(super) fn binary(&mut self, id: ExprId) -> Opened {
        let level = self.level_of(id);
        let mut operands = Vec::new();
        let mut first = id;
        while let Expr::Binary { left, right, .. } = self.ast.expr(first) {
            operands.push(*right);
            let is_bare = self.ast.expr_span(*left).start == self.ast.expr_span(first).start;
            first = *left;
            if !is_bare || self.level_of(first) != level {
                break;
            }
        }
        let group = self.open(Fit::Whole);
        self.expr(first);
        self.doc.push(Piece::Indent);
        let mut hugged = None;
        while let Some(mut operand) = operands.pop() {
            self.line(Flat::Blank);
            self.word();
            self.space();
            // `??` leans to the right.
            let goes_on = operands.is_empty() && self.level_of(operand) == level && !self.is_in_parens(operand);
            if let (true, Expr::Binary { left, right, .. }) = (goes_on, self.ast.expr(operand)) {
                operands.push(*right);
                operand = *left;
            }
            let hugs = operands.is_empty() && !self.is_in_parens(operand) && self.hugs(operand, false);
            hugged = self.expr(operand).filter(|_| hugs);
        }
        self.doc.dedent();
        if let Some(end) = hugged {
            self.doc.fits(group, Fit::UpTo(end));
        }
        self.doc.close();
        None
    }

    /// `x as A as B`
    pub(super) fn casts(&mut self, id: ExprId) {
        let mut types = Vec::new();
        let mut first = id;
        while let Expr::Cast { value, to } = self.ast.expr(first) {
            types.push(*to);
            let is_bare = self.ast.expr_span(*value).start == self.ast.expr_span(first).start;
            first = *value;
            if !is_bare {
                break;
            }
        }
        self.expr(first);
        for to in types.into_iter().rev() {
            self.space();
            self.take(Kind::As);
            self.space();
            self.type_(to);
        }
    }

    pub(super) fn unary(&mut self, operand: ExprId) -> Opened {
        self.word();
        self.expr(operand)
    }

    pub(super) fn range(&mut self, start: Option<ExprId>, end: Option<ExprId>) {
        if let Some(start) = start {
            self.expr(start);
        }
        self.word();
        if let Some(end) = end {
            self.expr(end);
        }
    }

    /// `place = value`, `place += value`
    pub(super) fn assign(&mut self, place: ExprId, value: ExprId) {
        self.expr(place);
        self.space();
        self.word();
        self.value(value);
    }
}
