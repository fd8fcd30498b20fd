//! Rows one by one: each is tested alone, and where it does not match, the next is tried, whatever is known by then.

use super::Builder;
use crate::types::Constant;
use crate::types::decide::decision::{Binding, Node, NodeId, OccurrenceId, Step};
use crate::types::matrix::{Context, Pat, PatId, Row, from_end};

/// Tests that must all hold, and the names that are bound then.
#[derive(Default)]
struct Tests {
    tests: Vec<(OccurrenceId, PatId)>,
    bindings: Vec<Binding>,
}

impl<'a, C: Context<'a>> Builder<'_, 'a, C> {
    pub(super) fn chain(&mut self, rows: &[Row]) -> NodeId {
        // Where a row goes on if it does not match, and if its guard does not hold: past the other forms of it.
        let (mut next, mut beyond, mut id) = (self.fail, self.fail, None);
        for row in rows.iter().rev() {
            if id != Some(row.id) {
                (beyond, id) = (next, Some(row.id));
            }
            next = self.alone(*row, next, beyond);
        }
        next
    }

    fn alone(&mut self, row: Row, fail: NodeId, beyond: NodeId) -> NodeId {
        let key = (row, fail, beyond);
        if let Some(known) = self.chains.get(&key) {
            return *known;
        }
        let mut tests = Tests::default();
        for (on, pattern) in self.matrix.tests(row).collect::<Vec<_>>() {
            self.flatten(on, pattern, &mut tests);
        }
        let mut arm = self.arm(row, beyond);
        if let Node::Arm { bindings, .. } = &mut arm {
            bindings.append(&mut tests.bindings);
        }
        let arm = self.put(arm);
        let node = self.all(&tests.tests, arm, fail);
        self.chains.insert(key, node);
        node
    }

    /// The tests of a pattern, those of a whole before those of its parts.
    fn flatten(&mut self, on: OccurrenceId, pattern: PatId, into: &mut Tests) {
        match self.matrix.pattern(pattern).clone() {
            Pat::Wild => {}
            Pat::Name(local, inner) => {
                into.bindings.push((local, on));
                self.flatten(on, inner, into);
            }
            Pat::Only(parts) => {
                for (index, part) in parts.iter() {
                    let on = self.matrix.occurrence(on, Step::Part(*index));
                    self.flatten(on, *part, into);
                }
            }
            Pat::Variant(variant, parts) => {
                into.tests.push((on, pattern));
                for (index, part) in parts.iter() {
                    let on = self.matrix.occurrence(on, Step::Datum { variant, index: *index });
                    self.flatten(on, *part, into);
                }
            }
            Pat::Array(array) => {
                into.tests.push((on, pattern));
                let length = array.rest.is_none().then_some(array.least());
                for (index, part) in array.start.iter() {
                    let on = self.matrix.occurrence(on, Step::Element(*index));
                    self.flatten(on, *part, into);
                }
                if let Some(rest) = array.rest {
                    let on = self.matrix.occurrence(on, Step::Rest { start: array.start_len, end: array.end_len });
                    self.flatten(on, rest, into);
                }
                for (index, part) in array.end.iter() {
                    let on = self.matrix.occurrence(on, from_end(array.end_len - index, length));
                    self.flatten(on, *part, into);
                }
            }
            Pat::Range(..) | Pat::Constant(_) | Pat::Test(_) | Pat::Or(_) => into.tests.push((on, pattern)),
        }
    }

    /// Goes on at `then` if all tests hold.
    fn all(&mut self, tests: &[(OccurrenceId, PatId)], then: NodeId, fail: NodeId) -> NodeId {
        tests.iter().rev().fold(then, |then, (on, pattern)| self.one(*on, *pattern, then, fail))
    }

    fn one(&mut self, on: OccurrenceId, pattern: PatId, then: NodeId, fail: NodeId) -> NodeId {
        let is = |constant| Node::Constant { on, cases: vec![(constant, then)], otherwise: Some(fail) };
        let node = match self.matrix.pattern(pattern).clone() {
            Pat::Variant(variant, _) => {
                let count = self.matrix.variants(self.matrix.type_of(on)).map_or(0, |it| it.1);
                Node::Variant { on, cases: vec![(variant, then)], otherwise: (count != 1).then_some(fail) }
            }
            Pat::Range(low, high) if low == high => is(Constant::Int(low)),
            Pat::Range(low, high) => return self.within(on, (low, high), then, fail),
            Pat::Constant(constant) => is(constant),
            Pat::Test(test) => Node::Test { on, test, then, otherwise: fail },
            Pat::Array(array) => {
                let on = self.matrix.occurrence(on, Step::Length);
                let least = i64::from(array.least());
                match array.rest {
                    Some(_) => {
                        return self.within(on, (if least == 0 { i64::MIN } else { least }, i64::MAX), then, fail);
                    }
                    None => Node::Constant { on, cases: vec![(Constant::Int(least), then)], otherwise: Some(fail) },
                }
            }
            Pat::Or(alternatives) => return self.any(on, &alternatives, then, fail),
            Pat::Wild | Pat::Name(..) | Pat::Only(_) => return then,
        };
        self.put(node)
    }

    fn within(&mut self, on: OccurrenceId, (low, high): (i64, i64), then: NodeId, fail: NodeId) -> NodeId {
        let below = match high.checked_add(1) {
            Some(bound) => self.put(Node::Below { on, bound, then, otherwise: fail }),
            None => then,
        };
        match low {
            i64::MIN => below,
            bound => self.put(Node::Below { on, bound, then: fail, otherwise: below }),
        }
    }

    /// The first alternative that matches binds its names; what is asked of other parts is asked once, whichever it is.
    fn any(&mut self, on: OccurrenceId, alternatives: &[PatId], then: NodeId, fail: NodeId) -> NodeId {
        let mut next = fail;
        for alternative in alternatives.iter().rev() {
            let mut tests = Tests::default();
            self.flatten(on, *alternative, &mut tests);
            let then = match tests.bindings.is_empty() {
                true => then,
                false => self.put(Node::Bind { bindings: tests.bindings, then }),
            };
            next = self.all(&tests.tests, then, next);
        }
        next
    }
}
