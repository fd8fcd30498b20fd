//! Whether patterns cover every value, and which of them never match.
//!
//! Rows of patterns are split by what their first column can be, group by group, until no column is left: a group that
//! no row reaches is a missing case, a row that no group reaches first is dead. Work is limited: a match beyond the limit
//! is refused with a message that says so.

mod missing;
mod witness;

use super::diagnostics;
use super::infer::Infer;
use super::matrix::{CellId, Matrix, Purpose, Row};
use super::signatures::Shape;
use super::ty::{Kind, Ty};
use crate::ast::{Arm, Pattern, PatternId};
use crate::source::Span;
use crate::types::decide::decision::OccurrenceId;
use missing::Found;

/// How many steps may be made for a `match`: rows that are looked at, and what is made of them.
pub(super) const WORK_MAX: usize = 2_000_000;

/// How many columns may be split one after the other.
const DEPTH_MAX: usize = 800;

/// How many missing cases are looked for.
const WITNESSES_MAX: usize = 4;

struct Analysis<'m, 'i, 'a> {
    matrix: Matrix<'m, 'a, Infer<'i, 'a>>,
    /// Whether each row is the first to match some value.
    useful: Vec<bool>,
    depth: usize,
    /// Marks the columns that rows look at, each time with another number.
    marks: Vec<u32>,
    mark: u32,
}

impl<'m, 'i, 'a> Analysis<'m, 'i, 'a> {
    fn new(infer: &'m mut Infer<'i, 'a>, subject: Ty) -> Self {
        let mut matrix = Matrix::new(infer, Purpose::Cover, subject);
        matrix.work_max = WORK_MAX;
        Self { matrix, useful: Vec::new(), depth: 0, marks: Vec::new(), mark: 0 }
    }

    fn row(&mut self, id: PatternId, guarded: bool) -> Row {
        let pattern = self.matrix.lower(id);
        self.useful.push(false);
        self.matrix.row(pattern, self.useful.len() as u32 - 1, guarded)
    }

    /// Values that no row matches; `None` if there is too much to do.
    fn run(&mut self, rows: Vec<Row>) -> Option<Found> {
        let columns = self.matrix.column(OccurrenceId::SUBJECT, CellId::NONE);
        let found = self.missing(rows, columns);
        #[cfg(test)]
        WORK.set(self.matrix.work);
        found
    }

    fn shown(&self, found: &Found) -> Vec<String> {
        let show = |path: &missing::Path| witness::show(&self.matrix, path);
        found.first.iter().map(show).collect()
    }
}

/// Reports the cases that a `match` does not cover, or else the arms that never match.
pub(super) fn check(infer: &mut Infer<'_, '_>, subject: Ty, arms: &[Arm], head: Span) {
    if infer.has_mistake(subject) {
        return;
    }
    if arms.is_empty() && infer.has_no_values(subject) {
        return;
    }
    let mut analysis = Analysis::new(infer, subject);
    let mut rows = Vec::new();
    let mut places = Vec::new();
    for arm in arms {
        for alternative in analysis.matrix.context.alternatives_of(arm.pattern) {
            rows.push(analysis.row(alternative, arm.guard.is_some()));
            places.push((alternative, arm.pattern));
        }
    }
    if analysis.matrix.has_mistake {
        return;
    }
    let Some(found) = analysis.run(rows) else {
        return infer.report(diagnostics::match_too_complex(head, WORK_MAX));
    };
    let missing = analysis.shown(&found);
    let useful = std::mem::take(&mut analysis.useful);
    if found.count > 0 {
        let shown = infer.show(subject);
        infer.report(diagnostics::not_exhaustive(&shown, &missing, found.count, WITNESSES_MAX, head));
    }
    report_dead(infer, arms, &places, &useful);
}

/// Arms and alternatives that never match. An arm whose alternatives are all dead is reported once.
fn report_dead(infer: &mut Infer<'_, '_>, arms: &[Arm], places: &[(PatternId, PatternId)], useful: &[bool]) {
    let mut at = 0;
    for arm in arms {
        let count = places[at..].iter().take_while(|(_, pattern)| *pattern == arm.pattern).count();
        let here = at..at + count;
        at += count;
        if useful[here.clone()].iter().all(|it| !it) {
            infer.dead_arm(arm.pattern, false);
            continue;
        }
        for index in here.filter(|it| !useful[*it]) {
            infer.dead_arm(places[index].0, true);
        }
    }
}

impl Infer<'_, '_> {
    /// The alternatives of an arm, each with a row of its own.
    fn alternatives_of(&self, id: PatternId) -> Vec<PatternId> {
        match self.tree().pattern(id) {
            Pattern::Or(alternatives) => alternatives.to_vec(),
            _ => vec![id],
        }
    }

    /// Whether a type is an enum without variants.
    fn has_no_values(&self, ty: Ty) -> bool {
        let Kind::Adt(item, _) = self.kind(ty) else { return self.kind(ty) == Kind::Never };
        let sig = self.checker.signatures.adts.get(&item);
        sig.is_some_and(|it| matches!(&it.shape, Shape::Enum(variants) if variants.is_empty()))
    }

    fn dead_arm(&mut self, pattern: PatternId, is_alternative: bool) {
        let span = self.pattern_span(pattern);
        let text = self.checker.program.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
        self.report(diagnostics::dead_arm(&text, span, is_alternative));
    }
}

/// A value that a pattern does not match, if there is one.
pub(super) fn refutable(infer: &mut Infer<'_, '_>, ty: Ty, pattern: PatternId) -> Option<String> {
    let mut analysis = Analysis::new(infer, ty);
    let row = analysis.row(pattern, false);
    if analysis.matrix.has_mistake {
        return None;
    }
    let Some(found) = analysis.run(vec![row]) else { return Some("_".to_owned()) };
    analysis.shown(&found).into_iter().next()
}

#[cfg(test)]
thread_local! {
    /// How many steps the last analysis made.
    pub(super) static WORK: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}
