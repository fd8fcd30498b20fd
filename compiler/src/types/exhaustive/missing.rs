//! Looks for values that come through all rows.

use super::{Analysis, DEPTH_MAX, WITNESSES_MAX};
use crate::types::decide::decision::OccurrenceId;
use crate::types::matrix::{Absent, CellId, Form, Row, Split};

/// A value that no row matches: the forms of some of its parts, the inner ones first.
pub(super) type Path = Vec<(OccurrenceId, Form)>;

/// Values that no row matches: how many kinds of them, and the first.
#[derive(Default)]
pub(super) struct Found {
    pub(super) count: usize,
    pub(super) first: Vec<Path>,
}

impl Found {
    fn extend(&mut self, more: Self) {
        self.count = self.count.saturating_add(more.count);
        let room = WITNESSES_MAX.saturating_sub(self.first.len());
        self.first.extend(more.first.into_iter().take(room));
    }

    /// The same, where a part has a form.
    fn with(mut self, on: OccurrenceId, form: Form) -> Self {
        self.first.iter_mut().for_each(|it| it.push((on, form)));
        self
    }

    /// The same for each of several forms.
    fn with_each(self, on: OccurrenceId, forms: impl Iterator<Item = Form>, count: usize) -> Self {
        if self.first.is_empty() {
            return self;
        }
        let each = |form| self.first.iter().map(move |path| path.iter().copied().chain([(on, form)]).collect());
        Self { count: self.count.saturating_mul(count), first: forms.flat_map(each).take(WITNESSES_MAX).collect() }
    }
}

impl Analysis<'_, '_, '_> {
    /// What no row matches, seen from the given columns; `None` if there is too much to do.
    pub(super) fn missing(&mut self, mut rows: Vec<Row>, columns: CellId) -> Option<Found> {
        if let Some(last) = rows.iter().position(Row::takes_all) {
            rows.truncate(last + 1);
        }
        self.matrix.spend(1 + rows.len())?;
        let Some((on, rest)) = self.first_column(&rows, columns)? else {
            return Some(self.reached(&rows));
        };
        if self.depth == DEPTH_MAX {
            return None;
        }
        self.depth += 1;
        let split = self.matrix.split(&rows, on)?;
        drop(rows);
        split.unknown.iter().for_each(|id| self.useful[*id as usize] = true);
        let found = self.missing_in(split, on, rest);
        self.depth -= 1;
        found
    }

    /// No row asks anything: the first without a guard takes all.
    fn reached(&mut self, rows: &[Row]) -> Found {
        rows.iter().for_each(|row| self.useful[row.id as usize] = true);
        match rows.iter().any(Row::takes_all) {
            true => Found::default(),
            false => Found { count: 1, first: vec![Path::new()] },
        }
    }

    fn missing_in(&mut self, split: Split, on: OccurrenceId, rest: CellId) -> Option<Found> {
        let mut found = Found::default();
        let mut named = Vec::new();
        for group in split.groups {
            let columns = self.matrix.columns(on, group.form, rest)?;
            let more = self.missing(group.rows, columns)?;
            if let Form::Variant(index) = group.form {
                named.push(index);
            }
            // Once enough is missing, the rows still have to be seen.
            if found.count < WITNESSES_MAX {
                found.extend(more.with(on, group.form));
            }
        }
        if split.absent == Absent::Nothing {
            return Some(found);
        }
        let others = self.missing(split.others, rest)?;
        found.extend(match split.absent {
            Absent::Nothing | Absent::Much => others,
            Absent::Variants(_, count) => {
                self.matrix.spend(WITNESSES_MAX + named.len())?;
                let absent = (0..count as u32).filter(|it| named.binary_search(it).is_err());
                others.with_each(on, absent.map(Form::Variant), count - named.len())
            }
            Absent::Constants(constants) => {
                others.with_each(on, constants.iter().copied().map(Form::Constant), constants.len())
            }
        });
        Some(found)
    }

    /// The first column that a row looks at, and those after it. Without rows, it is the first that can be listed.
    fn first_column(&mut self, rows: &[Row], mut columns: CellId) -> Option<Option<(OccurrenceId, CellId)>> {
        self.mark += 1;
        self.marks.resize(self.matrix.occurrences.len(), 0);
        for row in rows {
            if let Some((on, ..)) = self.matrix.asked(row.tests) {
                self.marks[on.index()] = self.mark;
            }
        }
        while let Some((on, _, rest)) = self.matrix.asked(columns) {
            let is_looked_at = self.marks[on.index()] == self.mark;
            if is_looked_at || rows.is_empty() && self.is_enum(on) {
                return Some(Some((on, rest)));
            }
            self.matrix.spend(1)?;
            columns = rest;
        }
        Some(None)
    }

    fn is_enum(&self, on: OccurrenceId) -> bool {
        self.matrix.variants(self.matrix.type_of(on)).is_some()
    }
}
