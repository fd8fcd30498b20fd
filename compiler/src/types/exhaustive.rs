//! Whether patterns cover every value, and which of them never match.
//!
//! Rows of patterns are split by what their first column can be, group by group, until no column is left: a group that
//! no row reaches is a missing case, a row that no group reaches first is dead. Work is limited: a match beyond the limit
//! is refused with a message that says so.

mod lower;
mod split;
mod witness;

use super::diagnostics;
use super::infer::{Constant, Infer};
use super::signatures::Shape;
use super::ty::{Kind, Ty};
use crate::ast::{Arm, PatternId};
use crate::source::Span;
use witness::Witness;

/// How much work a `match` may make: rows looked at, counted with their columns.
pub(super) const WORK_MAX: usize = 2_000_000;

/// How many columns may be split one after the other.
const DEPTH_MAX: usize = 800;

/// How many missing cases are looked for.
const WITNESSES_MAX: usize = 4;

/// A pattern as this analysis sees it.
#[derive(Clone, Debug)]
enum Pat {
    /// Matches everything.
    Wild,
    /// A variant, with the patterns of its data.
    Variant(u32, Vec<PatRef>),
    /// A struct or a tuple, which have one form.
    Only(Vec<PatRef>),
    /// Numbers from one to another, both included.
    Range(i64, i64),
    /// A text, a truth value, or a number with a fraction.
    Constant(Constant),
    /// Something that is equal only to itself.
    Opaque,
    /// An array: elements at its start and its end, and whether there may be others between.
    Array(Vec<PatRef>, Vec<PatRef>, bool),
    /// One of several.
    Or(Vec<PatRef>),
}

/// A pattern of the analysis at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PatRef(u32);

/// Patterns side by side that an arm wants to match all at once; the first column is the last element.
#[derive(Clone)]
struct Row {
    columns: Vec<PatRef>,
    /// Which alternative of which arm it is.
    id: usize,
    guarded: bool,
}

struct Analysis<'i, 'c, 'a> {
    infer: &'i mut Infer<'c, 'a>,
    patterns: Vec<Pat>,
    wild: PatRef,
    /// Whether each row is the first to match some value.
    useful: Vec<bool>,
    work: usize,
    depth: usize,
    /// Whether there was too much to do.
    gave_up: bool,
    /// Whether a pattern does not fit its value, which was reported.
    has_mistake: bool,
}

impl<'i, 'c, 'a> Analysis<'i, 'c, 'a> {
    fn new(infer: &'i mut Infer<'c, 'a>) -> Self {
        Self {
            infer,
            patterns: vec![Pat::Wild],
            wild: PatRef(0),
            useful: Vec::new(),
            work: 0,
            depth: 0,
            gave_up: false,
            has_mistake: false,
        }
    }

    fn add(&mut self, pattern: Pat) -> PatRef {
        let id = PatRef(self.patterns.len() as u32);
        self.patterns.push(pattern);
        id
    }

    fn row(&mut self, id: PatternId, ty: Ty, guarded: bool) -> Row {
        let pattern = self.lower(id, ty);
        self.useful.push(false);
        Row { columns: vec![pattern], id: self.useful.len() - 1, guarded }
    }

    /// Values of the given types that no row matches; the first column is the last element.
    fn missing(&mut self, mut rows: Vec<Row>, mut types: Vec<Ty>) -> Vec<Vec<Witness>> {
        // Columns that nothing looks at need no group.
        let mut skipped = 0;
        while let Some(ty) = types.last()
            && rows.iter().all(|it| it.columns.last() == Some(&self.wild))
            && !(rows.is_empty() && self.is_enum_type(*ty))
        {
            types.pop();
            rows.iter_mut().for_each(|it| {
                it.columns.pop();
            });
            skipped += 1;
        }
        let found = self.missing_here(rows, types);
        let widen = |mut columns: Vec<Witness>| {
            columns.extend(std::iter::repeat_n(Witness::Any, skipped));
            columns
        };
        found.into_iter().map(widen).collect()
    }

    fn missing_here(&mut self, mut rows: Vec<Row>, mut types: Vec<Ty>) -> Vec<Vec<Witness>> {
        // Nothing comes through to the rows below one that matches everything.
        let matches_all = |it: &Row| !it.guarded && it.columns.iter().all(|it| *it == self.wild);
        if let Some(last) = rows.iter().position(matches_all) {
            rows.truncate(last + 1);
        }
        self.work += rows.iter().map(|it| 1 + it.columns.len()).sum::<usize>();
        self.gave_up |= self.work > WORK_MAX || self.depth > DEPTH_MAX;
        if self.gave_up {
            return Vec::new();
        }
        let Some(ty) = types.pop() else {
            for row in &rows {
                self.useful[row.id] = true;
                if !row.guarded {
                    return Vec::new();
                }
            }
            return vec![Vec::new()];
        };
        let rows = self.without_alternatives(rows);
        self.depth += 1;
        let found = self.split(rows, ty, &types);
        self.depth -= 1;
        found
    }

    /// Rows whose first column is `a | b` become one row for each.
    fn without_alternatives(&mut self, rows: Vec<Row>) -> Vec<Row> {
        let mut flat = Vec::with_capacity(rows.len());
        let mut waiting: Vec<Row> = rows.into_iter().rev().collect();
        while let Some(mut row) = waiting.pop() {
            let Some(head) = row.columns.last().copied() else { continue };
            match &self.patterns[head.0 as usize] {
                Pat::Or(alternatives) => {
                    row.columns.pop();
                    for alternative in alternatives.iter().rev() {
                        let mut columns = row.columns.clone();
                        columns.push(*alternative);
                        waiting.push(Row { columns, ..row });
                    }
                }
                _ => flat.push(row),
            }
        }
        flat
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
    let mut analysis = Analysis::new(infer);
    let mut rows = Vec::new();
    let mut places = Vec::new();
    for arm in arms {
        for alternative in analysis.infer.alternatives_of(arm.pattern) {
            rows.push(analysis.row(alternative, subject, arm.guard.is_some()));
            places.push((alternative, arm.pattern));
        }
    }
    if analysis.has_mistake {
        return;
    }
    let missing = analysis.missing(rows, vec![subject]);
    let (gave_up, useful) = (analysis.gave_up, std::mem::take(&mut analysis.useful));
    if gave_up {
        return infer.report(diagnostics::match_too_complex(head, WORK_MAX));
    }
    let missing: Vec<String> = missing.into_iter().map(|it| witness::show(infer, it)).collect();
    if !missing.is_empty() {
        let shown = infer.show(subject);
        infer.report(diagnostics::not_exhaustive(&shown, &missing, WITNESSES_MAX, head));
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
    let mut analysis = Analysis::new(infer);
    let row = analysis.row(pattern, ty, false);
    if analysis.has_mistake {
        return None;
    }
    let missing = analysis.missing(vec![row], vec![ty]);
    if analysis.gave_up {
        return Some("_".to_owned());
    }
    missing.into_iter().next().map(|it| witness::show(infer, it))
}
