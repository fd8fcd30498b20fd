//! Patterns to a decision tree: which arm a value takes, found with few tests.
//!
//! A state is what is left of the rows on the way to a node: what they still ask, once everything tested so far is known.
//! Its node tests a part that the first row asks about, and each group of the split rows is the state of a node below. Equal
//! states are one node. That can still grow without bounds, so the size of all states is limited to a small multiple of the
//! size of the patterns: a state that would go beyond it is written out row by row instead (`chain.rs`), which takes as
//! many nodes as the rows are large.

mod chain;
pub mod decision;
mod order;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::matrix::{Absent, Context, Finished, Form, Matrix, Pat, Purpose, Row, Split};
use super::ty::{Kind, Ty};
use super::{Constant, Typed};
use crate::ast::{Pattern, PatternId};
use crate::load::{ModuleId, Program};
use crate::resolve::Resolved;
use crate::types::decide::decision::{Decision, Node, NodeId, OccurrenceId, Step};

/// How large all states may be together, for each part of the patterns, and besides.
const SIZE_FACTOR: usize = 16;
const SIZE_BASE: usize = 1_000;

/// The same for the steps that are made.
const WORK_FACTOR: usize = 64;
const WORK_BASE: usize = 20_000;

/// A pattern, and whether a guard is asked once it matches.
pub type Arm = (PatternId, bool);

/// How a value is matched with patterns of a checked program, from top to bottom. The guard of `p | q` is asked for each of
/// `p` and `q` that matches. One arm is enough for `let`, `if let` and parameters; if its pattern always matches, the
/// decision has no [`Node::Fail`].
pub fn decide(
    program: &Program,
    resolved: &Resolved,
    typed: &mut Typed,
    module: ModuleId,
    subject: Ty,
    arms: &[Arm],
) -> Decision {
    let mut context = Finished { program, resolved, typed, module };
    let mut builder = Builder::new(Matrix::new(&mut context, Purpose::Decide, subject));
    let mut rows = Vec::new();
    for (arm, (pattern, guarded)) in arms.iter().enumerate() {
        // Without a guard, the alternatives need no rows of their own.
        let alternatives = match program.module(module).ast.pattern(*pattern) {
            Pattern::Or(alternatives) if *guarded => &alternatives[..],
            _ => std::slice::from_ref(pattern),
        };
        for alternative in alternatives {
            let pattern = builder.matrix.lower(*alternative);
            rows.push(builder.matrix.row(pattern, builder.arms.len() as u32, *guarded));
            builder.arms.push(arm as u32);
        }
    }
    builder.run(rows)
}

/// A node under way.
enum Slot {
    Waiting,
    Made(Node),
    /// All ways lead to the same node.
    Same(NodeId),
}

struct Builder<'m, 'a, C> {
    matrix: Matrix<'m, 'a, C>,
    /// The arm of each row.
    arms: Vec<u32>,
    slots: Vec<Slot>,
    fail: NodeId,
    states: FxHashMap<Rc<[Row]>, NodeId>,
    waiting: Vec<(NodeId, Rc<[Row]>)>,
    /// Rows that were written out, by where they go on.
    chains: FxHashMap<(Row, NodeId, NodeId), NodeId>,
    /// The size of all states.
    size: usize,
    size_max: usize,
    /// How many rows ask about a part, for the parts that the first row asks about.
    counts: Vec<u32>,
}

impl<'m, 'a, C: Context<'a>> Builder<'m, 'a, C> {
    fn new(matrix: Matrix<'m, 'a, C>) -> Self {
        Self {
            matrix,
            arms: Vec::new(),
            slots: vec![Slot::Made(Node::Fail)],
            fail: NodeId(0),
            states: FxHashMap::default(),
            waiting: Vec::new(),
            chains: FxHashMap::default(),
            size: 0,
            size_max: 0,
            counts: Vec::new(),
        }
    }

    fn run(mut self, rows: Vec<Row>) -> Decision {
        let size = size_of(&rows);
        self.size_max = size.saturating_mul(SIZE_FACTOR).saturating_add(SIZE_BASE);
        self.matrix.work = 0;
        self.matrix.work_max = size.saturating_mul(WORK_FACTOR).saturating_add(WORK_BASE);
        let root = match self.matrix.context.kind(self.matrix.type_of(OccurrenceId::SUBJECT)) {
            // There is no value.
            Kind::Never => self.fail,
            _ => self.state(rows),
        };
        while let Some((id, rows)) = self.waiting.pop() {
            let slot = match self.node(&rows) {
                Some(slot) => slot,
                None => Slot::Same(self.chain(&rows)),
            };
            self.slots[id.index()] = slot;
        }
        order::finish(self.slots, root, self.matrix.occurrences)
    }

    fn add(&mut self, slot: Slot) -> NodeId {
        let id = NodeId(self.slots.len() as u32);
        self.slots.push(slot);
        id
    }

    fn put(&mut self, node: Node) -> NodeId {
        self.add(Slot::Made(node))
    }

    /// The node of a state, which is made later.
    fn state(&mut self, mut rows: Vec<Row>) -> NodeId {
        if let Some(last) = rows.iter().position(Row::takes_all) {
            rows.truncate(last + 1);
        }
        if rows.is_empty() {
            return self.fail;
        }
        if let Some(known) = self.states.get(&rows[..]) {
            return *known;
        }
        let rows: Rc<[Row]> = rows.into();
        let id = self.add(Slot::Waiting);
        self.states.insert(rows.clone(), id);
        self.waiting.push((id, rows));
        id
    }

    /// The node for a state; `None` if it would take too much.
    fn node(&mut self, rows: &[Row]) -> Option<Slot> {
        self.matrix.spend(size_of(rows))?;
        if rows[0].matches() {
            return Some(self.matched(rows));
        }
        let on = self.chosen(rows);
        let (first, head) = self.matrix.taken(rows[0], on)?;
        if let Pat::Test(test) = *self.matrix.pattern(head) {
            self.reserve(2 * size_of(rows))?;
            let holds: Vec<Row> = [first].into_iter().chain(rows[1..].iter().copied()).collect();
            let then = self.state(holds);
            let otherwise = self.state(rows[1..].to_vec());
            return Some(Slot::Made(Node::Test { on, test, then, otherwise }));
        }
        let split = self.matrix.split(rows, on)?;
        self.reserve(split.groups.iter().map(|it| size_of(&it.rows)).sum::<usize>() + size_of(&split.others))?;
        Some(self.by_form(split, on))
    }

    fn reserve(&mut self, size: usize) -> Option<()> {
        let size = self.size.saturating_add(size);
        (size <= self.size_max).then(|| self.size = size)
    }

    /// The first rows match: those with guards are tried one after the other.
    fn matched(&mut self, rows: &[Row]) -> Slot {
        let count = rows.iter().take_while(|it| it.matches()).count();
        let last = rows[count - 1];
        // If the guard of an alternative does not hold, its other forms are not tried.
        let beyond = rows[count..].iter().skip_while(|it| it.id == last.id);
        let after = match last.guarded {
            true => self.state(beyond.copied().collect()),
            false => self.fail,
        };
        let (mut here, mut below, mut id) = (after, after, last.id);
        for row in rows[..count].iter().rev() {
            if row.id != id {
                (below, id) = (here, row.id);
            }
            let arm = self.arm(*row, below);
            here = self.put(arm);
        }
        Slot::Same(here)
    }

    fn arm(&self, row: Row, otherwise: NodeId) -> Node {
        Node::Arm {
            arm: self.arms[row.id as usize],
            bindings: self.matrix.bindings(row),
            otherwise: row.guarded.then_some(otherwise),
        }
    }

    /// The part to look at: one that the first row asks about, if possible without running anything, and that most rows
    /// ask about.
    fn chosen(&mut self, rows: &[Row]) -> OccurrenceId {
        self.counts.resize(self.matrix.occurrences.len(), 0);
        for (on, _) in rows.iter().flat_map(|row| self.matrix.tests(*row)) {
            self.counts[on.index()] += 1;
        }
        let is_test = |it| matches!(self.matrix.pattern(it), Pat::Test(_));
        let rank = |(on, pattern): &(OccurrenceId, _)| (!is_test(*pattern), self.counts[on.index()]);
        // Of equals, the leftmost.
        let best = self.matrix.tests(rows[0]).fold(None, |best, it| match best {
            Some(best) if rank(&best) >= rank(&it) => Some(best),
            _ => Some(it),
        });
        for (on, _) in rows.iter().flat_map(|row| self.matrix.tests(*row)) {
            self.counts[on.index()] = 0;
        }
        best.map_or(OccurrenceId::SUBJECT, |it| it.0)
    }

    /// A node for each form of a part.
    fn by_form(&mut self, split: Split, on: OccurrenceId) -> Slot {
        let mut cases = Vec::with_capacity(split.groups.len());
        for group in split.groups {
            cases.push((group.form, self.state(group.rows)));
        }
        let otherwise = (split.absent != Absent::Nothing).then(|| self.state(split.others));
        let mut targets = cases.iter().map(|it| it.1).chain(otherwise);
        let first = targets.next().unwrap_or(self.fail);
        if targets.all(|it| it == first) {
            return Slot::Same(first);
        }
        let low = |form: Form| match form {
            Form::Numbers(low, _) => Some(low),
            Form::Length(least, _) => Some(i64::from(least)),
            _ => None,
        };
        let starts: Vec<(i64, NodeId)> = cases.iter().filter_map(|it| Some((low(it.0)?, it.1))).collect();
        if !starts.is_empty() {
            let is_length = matches!(cases[0].0, Form::Length(..));
            let on = if is_length { self.matrix.occurrence(on, Step::Length) } else { on };
            return self.by_number(starts, on);
        }
        let variants: Vec<_> = cases.iter().filter_map(|it| Some((it.0.variant()?, it.1))).collect();
        if !variants.is_empty() {
            return Slot::Made(Node::Variant { on, cases: variants, otherwise });
        }
        let mut cases: Vec<_> = cases.iter().filter_map(|it| Some((it.0.constant()?, it.1))).collect();
        cases.sort_by(|a, b| ascending(a.0, b.0));
        Slot::Made(Node::Constant { on, cases, otherwise })
    }

    /// Ranges of numbers, by where they start.
    fn by_number(&mut self, mut starts: Vec<(i64, NodeId)>, on: OccurrenceId) -> Slot {
        starts.dedup_by_key(|it| it.1);
        // Lengths that are listed one by one, up to the last.
        let is_listed = starts.iter().zip(0..).all(|(it, at)| it.0 == at);
        if let [cases @ .., (_, otherwise)] = &starts[..]
            && is_listed
        {
            let cases = cases.iter().map(|it| (Constant::Int(it.0), it.1)).collect();
            return Slot::Made(Node::Constant { on, cases, otherwise: Some(*otherwise) });
        }
        Slot::Same(self.search(&starts, on))
    }

    fn search(&mut self, starts: &[(i64, NodeId)], on: OccurrenceId) -> NodeId {
        match starts {
            [] => self.fail,
            [(_, node)] => *node,
            _ => {
                let (left, right) = starts.split_at(starts.len() / 2);
                let (then, otherwise) = (self.search(left, on), self.search(right, on));
                self.put(Node::Below { on, bound: right[0].0, then, otherwise })
            }
        }
    }
}

/// Rows, with all that they ask.
fn size_of(rows: &[Row]) -> usize {
    rows.iter().map(|it| 1 + it.weight as usize).sum()
}

/// The order of constants: numbers ascend, others stay.
fn ascending(left: Constant, right: Constant) -> std::cmp::Ordering {
    match (left, right) {
        (Constant::Int(left), Constant::Int(right)) => left.cmp(&right),
        (Constant::Float(left), Constant::Float(right)) => left.total_cmp(&right),
        _ => std::cmp::Ordering::Equal,
    }
}

#[cfg(test)]
mod tests;
