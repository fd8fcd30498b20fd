//! The steps of a decision as code.

use concerto_ir::operand::{Kind, Reg};

use super::Match;
use super::graph::Point;
use super::occurrence::Known;
use crate::lower::body::{Body, Label};
use crate::tree::decision::{Constant, Node, NodeId, OccurrenceId};
use crate::tree::{Compare, LocalId};

/// How many cases make a table worth it, and how many numbers a table may have for each of its cases.
const TABLE_CASES_MIN: usize = 3;
const TABLE_NUMBERS_MAX: i64 = 3;

impl Body<'_, '_> {
    /// Writes a step; the point that it goes on at, if it does not leave.
    pub(super) fn node(&mut self, it: &Match<'_>, node: NodeId, known: &mut Known) -> Option<Point> {
        match it.decision.node(node) {
            Node::Fail => Some(Point::Fail),
            Node::Arm { arm, bindings, otherwise } => {
                for binding in bindings {
                    self.bind(it, *binding, known);
                }
                let guard = it.arms.get(*arm as usize).and_then(|it| it.guard);
                if let (Some(guard), Some(otherwise)) = (guard, otherwise) {
                    self.unless(guard, it.label(Point::Node(*otherwise)));
                }
                Some(Point::Body(*arm))
            }
            Node::Bind { bindings, then } => {
                for binding in bindings {
                    self.bind(it, *binding, known);
                }
                Some(Point::Node(*then))
            }
            Node::Variant { on, cases, otherwise } => {
                let value = self.occurrence(it, *on, known);
                self.by_variant(it, value, cases, *otherwise)
            }
            Node::Constant { on, cases, otherwise } => {
                let value = self.occurrence(it, *on, known);
                self.by_constant(it, value, cases, *otherwise)
            }
            Node::Below { on, bound, then, otherwise } => {
                let value = self.occurrence(it, *on, known);
                self.jump_if_word(Compare::GreaterEq, value, *bound, it.label(Point::Node(*otherwise)));
                Some(Point::Node(*then))
            }
            Node::Test { on, local, condition, then, otherwise } => {
                self.bind(it, (*local, *on), known);
                self.unless(*condition, it.label(Point::Node(*otherwise)));
                Some(Point::Node(*then))
            }
        }
    }

    fn bind(&mut self, it: &Match<'_>, (local, on): (LocalId, OccurrenceId), known: &mut Known) {
        let value = self.occurrence(it, on, known);
        let reg = self.local(local);
        self.copy_if_same(reg, value);
    }

    fn by_variant(
        &mut self,
        it: &Match<'_>,
        value: Reg,
        cases: &[(u32, NodeId)],
        otherwise: Option<NodeId>,
    ) -> Option<Point> {
        match split(cases, otherwise) {
            ([], Some(only)) => Some(Point::Node(only)),
            ([(variant, to)], Some(other)) => {
                self.jump_if_variant(value, *variant, false, it.label(Point::Node(other)));
                Some(Point::Node(*to))
            }
            _ => {
                let tag = self.tag(value);
                let cases: Vec<_> = cases.iter().map(|(variant, to)| (i64::from(*variant), *to)).collect();
                self.by_word(it, tag, &cases, otherwise)
            }
        }
    }

    fn by_constant(
        &mut self,
        it: &Match<'_>,
        value: Reg,
        cases: &[(Constant, NodeId)],
        otherwise: Option<NodeId>,
    ) -> Option<Point> {
        match split(cases, otherwise) {
            ([(Constant::Bool(wanted), to)], Some(other)) => {
                self.jump_if_true(value, !*wanted, it.label(Point::Node(other)));
                Some(Point::Node(*to))
            }
            ([(Constant::Int(_) | Constant::Bool(_), _), ..], _) => {
                let cases: Vec<_> = cases.iter().filter_map(|(constant, to)| Some((word(constant)?, *to))).collect();
                self.by_word(it, value, &cases, otherwise)
            }
            _ => self.in_turn(it, cases, otherwise, |body, constant, holds, to| {
                let same = body.is_constant(value, constant);
                body.jump_if_true(same, holds, to);
            }),
        }
    }

    /// Whether a number or text is a constant.
    fn is_constant(&mut self, value: Reg, constant: &Constant) -> Reg {
        let constant = match constant {
            Constant::Int(it) => self.int(*it),
            Constant::Bool(it) => self.int(i64::from(*it)),
            Constant::Float(it) => self.float(*it),
            Constant::Text(it) => self.load_text(it),
        };
        match self.kind_of(value) == self.kind_of(constant) {
            true => self.equal_words(value, constant),
            // The value stands where nothing goes on.
            false => self.int(0),
        }
    }

    /// By a number: by a table if it would be full enough.
    fn by_word(
        &mut self,
        it: &Match<'_>,
        word: Reg,
        cases: &[(i64, NodeId)],
        otherwise: Option<NodeId>,
    ) -> Option<Point> {
        let word = self.of_kind(word, Kind::Int);
        if let Some(table) = table(it, cases, otherwise) {
            self.switch(word, &table);
            return None;
        }
        self.in_turn(it, cases, otherwise, |body, wanted, holds, to| {
            let op = if holds { Compare::Eq } else { Compare::NotEq };
            body.jump_if_word(op, word, *wanted, to);
        })
    }

    /// Tests one case after the other. The last one need not be tested if there are no others.
    fn in_turn<T>(
        &mut self,
        it: &Match<'_>,
        cases: &[(T, NodeId)],
        otherwise: Option<NodeId>,
        mut jump_if: impl FnMut(&mut Self, &T, bool, Label),
    ) -> Option<Point> {
        match split(cases, otherwise) {
            (_, None) => Some(Point::Fail),
            ([(constant, to)], Some(other)) => {
                jump_if(self, constant, false, it.label(Point::Node(other)));
                Some(Point::Node(*to))
            }
            (tested, Some(other)) => {
                for (constant, to) in tested {
                    jump_if(self, constant, true, it.label(Point::Node(*to)));
                }
                Some(Point::Node(other))
            }
        }
    }
}

/// The cases that have to be tested, and what is left: of all cases there are, the last one.
fn split<T>(cases: &[(T, NodeId)], otherwise: Option<NodeId>) -> (&[(T, NodeId)], Option<NodeId>) {
    match (cases.split_last(), otherwise) {
        (Some(((_, last), before)), None) => (before, Some(*last)),
        _ => (cases, otherwise),
    }
}

/// A truth value or whole number as it is held.
fn word(constant: &Constant) -> Option<i64> {
    match constant {
        Constant::Int(value) => Some(*value),
        Constant::Bool(value) => Some(i64::from(*value)),
        Constant::Float(_) | Constant::Text(_) => None,
    }
}

/// Where each number from 0 on leads, and at the end all others.
fn table(it: &Match<'_>, cases: &[(i64, NodeId)], otherwise: Option<NodeId>) -> Option<Vec<Label>> {
    let most = cases.iter().map(|it| it.0).max()?;
    let is_full = cases.len() >= TABLE_CASES_MIN
        && most < TABLE_NUMBERS_MAX * cases.len() as i64
        && cases.iter().all(|it| it.0 >= 0);
    let other = it.label(Point::Node(otherwise.or(cases.last().map(|it| it.1))?));
    let mut table = vec![other; usize::try_from(most).ok().filter(|_| is_full)? + 1];
    for (number, to) in cases {
        table[*number as usize] = it.label(Point::Node(*to));
    }
    if otherwise.is_some() {
        table.push(other);
    }
    Some(table)
}
