//! Calls, fields and indexes behind each other.
//!
//! A chain of calls that does not fit on a line gets a line for each method. Chains lean to the left and may be as long as the file:
//! they are walked in a loop.

use super::doc::{Fit, Flat, GroupId, Piece};
use super::expr::Opened;
use super::printer::Printer;
use crate::ast::{Arg, Expr, ExprId};
use crate::lex::Kind;

/// A chain from its first operand on.
struct Chain {
    root: ExprId,
    /// What stands behind the root, in order.
    links: Vec<ExprId>,
}

impl<'s> Printer<'s> {
    fn chain_of(&self, id: ExprId) -> Chain {
        let mut links = Vec::new();
        let mut at = id;
        while let Some(operand) = self.chained(at) {
            links.push(at);
            let is_in_parens = self.ast.expr_span(operand).start != self.ast.expr_span(at).start;
            at = operand;
            if is_in_parens {
                break;
            }
        }
        links.reverse();
        Chain { root: at, links }
    }

    /// What a call, a field or an index is behind.
    fn chained(&self, id: ExprId) -> Option<ExprId> {
        match self.ast.expr(id) {
            Expr::Binary { .. } | Expr::Cast { .. } => None,
            _ => self.ast.left_operand(id),
        }
    }

    /// How many calls are behind each other.
    fn calls(&self, chain: &Chain) -> usize {
        let is_call = |id: &&ExprId| matches!(self.ast.expr(**id), Expr::Method(_) | Expr::Call { .. });
        let calls = chain.links.iter().filter(is_call).count();
        // `[a, b].len()` is broken inside, if anywhere.
        let has_args = self.last_args(chain).is_some_and(|args| !args.is_empty());
        calls + usize::from(has_args && self.breaks_well(chain.root))
    }

    fn is_method(&self, id: ExprId) -> bool {
        matches!(self.ast.expr(id), Expr::Method(_))
    }

    pub(super) fn chain_breaks_well(&self, id: ExprId) -> bool {
        let chain = self.chain_of(id);
        let has_args = |id: &ExprId| self.args_of(*id).is_some_and(|args| !args.is_empty());
        self.calls(&chain) > 1 || chain.links.iter().any(has_args) || self.breaks_well(chain.root)
    }

    /// Whether the last call of a chain goes on below while the rest stays on the line.
    pub(super) fn chain_hugs(&self, id: ExprId, is_alone: bool) -> bool {
        let chain = self.chain_of(id);
        let Some(args) = self.last_args(&chain) else { return false };
        let hugs_last = args.last().is_some_and(|it| {
            matches!(self.ast.expr(it.value), Expr::Closure(_)) && self.hugs(it.value, args.len() == 1)
        });
        hugs_last || (is_alone && !args.is_empty() && self.calls(&chain) == 1)
    }

    fn args_of(&self, id: ExprId) -> Option<&'s [Arg]> {
        match self.ast.expr(id) {
            Expr::Method(call) => Some(&call.args),
            Expr::Call { args, .. } => Some(args),
            _ => None,
        }
    }

    /// The arguments of the call that a chain ends in.
    fn last_args(&self, chain: &Chain) -> Option<&'s [Arg]> {
        let last = chain.links.iter().rev().find(|it| !matches!(self.ast.expr(**it), Expr::Try(_)))?;
        self.args_of(*last)
    }

    pub(super) fn chain(&mut self, id: ExprId) -> Opened {
        let chain = self.chain_of(id);
        let breaks = self.calls(&chain) > 1 && chain.links.iter().any(|it| self.is_method(*it));
        if !breaks {
            self.expr(chain.root);
            return self.links(&chain.links, None);
        }
        let group = self.open(Fit::Whole);
        self.expr(chain.root);
        let first_method = chain.links.iter().position(|it| self.is_method(*it)).unwrap_or(0);
        let (head, tail) = chain.links.split_at_checked(first_method).unwrap_or((&chain.links, &[]));
        self.links(head, None);
        self.doc.push(Piece::Indent);
        let opened = self.links(tail, Some(group));
        self.doc.dedent();
        let hugs = self.last_args(&chain).and_then(<[Arg]>::last).is_some_and(|it| self.hugs(it.value, false));
        if let Some(opened) = opened.filter(|_| hugs && self.doc.group(group).fit != Fit::Never) {
            self.doc.fits(group, Fit::UpTo(opened));
        }
        self.doc.close();
        opened
    }

    /// Links of a chain. In its group, methods may start lines; they do if the first was written so.
    fn links(&mut self, links: &[ExprId], group: Option<GroupId>) -> Opened {
        let mut opened = None;
        for (index, id) in links.iter().enumerate() {
            if let Some(group) = group.filter(|_| self.is_method(*id)) {
                if index == 0 && self.is_on_new_line() {
                    self.doc.fits(group, Fit::Never);
                }
                self.line(Flat::Nothing);
            }
            opened = self.link(*id, opened);
        }
        opened
    }

    fn link(&mut self, id: ExprId, opened: Opened) -> Opened {
        match self.ast.expr(id) {
            Expr::Method(call) => {
                self.dot();
                self.word();
                self.type_args(&call.type_args);
                Some(self.arguments(&call.args))
            }
            Expr::Call { args, .. } => Some(self.arguments(args)),
            Expr::Field { .. } => {
                self.dot();
                self.word();
                None
            }
            Expr::TupleField { .. } => {
                self.tuple_field();
                None
            }
            Expr::Index { index, .. } => {
                self.take(Kind::SquareOpen);
                self.expr(*index);
                self.skip_comma();
                self.take(Kind::SquareClose);
                None
            }
            Expr::Try(_) => {
                // Two of them would be another operator.
                self.comments(false);
                if self.is_behind(Kind::Question) {
                    self.space();
                }
                self.take(Kind::Question);
                opened
            }
            _ => {
                self.is_lost = true;
                None
            }
        }
    }

    fn dot(&mut self) {
        self.comments(false);
        if self.is_behind_number() {
            self.space();
        }
        self.take(Kind::Dot);
    }

    /// `.0`; in `t.0.1` the lexer has taken `0.1` for one number.
    fn tuple_field(&mut self) {
        if self.is_halved {
            self.is_halved = false;
            return;
        }
        self.dot();
        self.is_halved = self.peek() == Kind::Float;
        self.word();
    }
}
