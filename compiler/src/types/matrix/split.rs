//! Splits rows by what one part of the value can be.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{CellId, Context, Matrix, Pat, PatId, Purpose, Row};
use crate::resolve::ItemId;
use crate::types::decide::decision::{OccurrenceId, Step};
use crate::types::infer::Constant;
use crate::types::signatures::Shape;
use crate::types::ty::{Kind, Ty};

/// A form that a part can have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::types) enum Form {
    Variant(u32),
    /// The one form of structs and tuples.
    Only,
    /// Whole numbers, both included.
    Numbers(i64, i64),
    Constant(Constant),
    /// Arrays of at least and at most so many elements.
    Length(u32, Option<u32>),
}

/// Rows with what each asks of a part, and the numbers of those that ask what is not known.
type Heads = (Vec<(Row, PatId)>, Vec<u32>);

impl Form {
    pub(in crate::types) fn variant(self) -> Option<u32> {
        if let Self::Variant(index) = self { Some(index) } else { None }
    }

    pub(in crate::types) fn constant(self) -> Option<Constant> {
        if let Self::Constant(constant) = self { Some(constant) } else { None }
    }
}

/// A form, and the rows that ask nothing else of the part.
pub(in crate::types) struct Group {
    pub(in crate::types) form: Form,
    pub(in crate::types) rows: Vec<Row>,
}

/// What no group is for.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::types) enum Absent {
    /// The groups are all there is.
    Nothing,
    /// Variants: how many there are, without those that have a group.
    Variants(ItemId, usize),
    /// These constants.
    Constants(Vec<Constant>),
    /// More than can be listed.
    Much,
}

/// Rows, split by a part.
pub(in crate::types) struct Split {
    pub(in crate::types) groups: Vec<Group>,
    pub(in crate::types) absent: Absent,
    /// The rows for what is absent.
    pub(in crate::types) others: Vec<Row>,
    /// Rows that are known only when the program runs whether they match: they may.
    pub(in crate::types) unknown: Vec<u32>,
}

/// What a part can be, seen from its type and the patterns that look at it.
enum Domain {
    Variants(ItemId, usize),
    /// One by one; all of them, if they can be counted.
    Constants(Option<Vec<Constant>>),
    Ranges,
    Lengths,
    Only,
    Nothing,
}

/// A constant as something to compare and hash.
type Key = (u8, u64);

fn key(constant: Constant) -> Key {
    match constant {
        Constant::Int(value) => (0, value as u64),
        Constant::Float(value) => (1, value.to_bits()),
        Constant::Bool(value) => (2, u64::from(value)),
        Constant::Text(text) => (3, u64::from(text.0)),
    }
}

/// The groups and how patterns find theirs.
struct Groups {
    forms: Vec<Form>,
    constants: FxHashMap<Key, usize>,
    absent: Absent,
}

/// Rows under way to their groups.
struct Sorted {
    rows: Vec<Vec<Row>>,
    /// Whether nothing comes through to further rows.
    closed: Vec<bool>,
}

impl Sorted {
    fn new(groups: usize) -> Self {
        Self { rows: vec![Vec::new(); groups], closed: vec![false; groups] }
    }

    fn put(&mut self, at: usize, row: Row) {
        if !self.closed[at] {
            self.closed[at] = row.takes_all();
            self.rows[at].push(row);
        }
    }
}

impl<'a, C: Context<'a>> Matrix<'_, 'a, C> {
    /// The rows split by a part; `None` if that is too much work.
    pub(in crate::types) fn split(&mut self, rows: &[Row], on: OccurrenceId) -> Option<Split> {
        let (heads, unknown) = self.heads(rows, on)?;
        let groups = self.groups(&heads, on)?;
        let count = groups.forms.len();
        self.spend(count)?;
        // The last is for what is absent.
        let mut sorted = Sorted::new(count + 1);
        for (row, head) in heads {
            if let Pat::Test(_) = self.pattern(head) {
                let mut row = row;
                self.ask(&mut row, on, head);
                self.spend(count)?;
                (0..=count).for_each(|at| sorted.put(at, row));
                continue;
            }
            let span = self.span(&groups, head);
            self.spend(span.len())?;
            for at in span {
                if !sorted.closed[at] {
                    let form = groups.forms.get(at).copied();
                    let row = form.map_or(Some(row), |form| self.enter(row, on, head, form))?;
                    sorted.put(at, row);
                }
            }
        }
        let others = sorted.rows.pop().unwrap_or_default();
        let groups_rows = groups.forms.into_iter().zip(sorted.rows);
        let groups_rows = groups_rows.map(|(form, rows)| Group { form, rows }).collect();
        Some(Split { groups: groups_rows, absent: groups.absent, others, unknown })
    }

    /// What each row asks of a part, taken out of the row. Rows that ask `a | b` become one row for each.
    fn heads(&mut self, rows: &[Row], on: OccurrenceId) -> Option<Heads> {
        self.spend(rows.len())?;
        let mut heads = Vec::with_capacity(rows.len());
        let mut unknown = Vec::new();
        let mut waiting = Vec::new();
        for row in rows {
            waiting.push(self.taken(*row, on)?);
            while let Some((mut row, head)) = waiting.pop() {
                let head = self.unwrapped(&mut row, on, head);
                match self.pattern(head) {
                    Pat::Or(alternatives) => {
                        let alternatives = alternatives.clone();
                        self.spend(alternatives.len())?;
                        waiting.extend(alternatives.iter().rev().map(|it| (row, *it)));
                    }
                    Pat::Test(_) if self.purpose == Purpose::Cover => unknown.push(row.id),
                    _ => heads.push((row, head)),
                }
            }
        }
        Some((heads, unknown))
    }

    /// A row without what it asks of a part, and that.
    pub(in crate::types) fn taken(&mut self, mut row: Row, on: OccurrenceId) -> Option<(Row, PatId)> {
        let mut before = Vec::new();
        let mut at = row.tests;
        while let Some((here, pattern, next)) = self.asked(at) {
            if here != on {
                if self.purpose == Purpose::Cover {
                    break;
                }
                before.push((here, pattern));
                at = next;
                continue;
            }
            self.spend(before.len())?;
            row.tests = next;
            row.weight = row.weight.saturating_sub(self.weights[pattern.index()]);
            for (on, pattern) in before.into_iter().rev() {
                row.tests = self.cell(super::Cell { on, pattern, next: row.tests });
            }
            return Some((row, pattern));
        }
        Some((row, PatId::WILD))
    }

    fn domain(&mut self, heads: &[(Row, PatId)], ty: Ty) -> Domain {
        if let Some((item, count)) = self.variants(ty) {
            return Domain::Variants(item, count);
        }
        let (bool, array) = (self.context.builtins().bool, self.context.builtins().array);
        match self.context.kind(ty) {
            Kind::Adt(item, _) if item == array => Domain::Lengths,
            Kind::Adt(..) if ty == bool => Domain::Constants(Some(vec![Constant::Bool(true), Constant::Bool(false)])),
            Kind::Literal(texts) => {
                let all = self.context.types().texts(texts).iter().map(|it| Constant::Text(*it));
                Domain::Constants(Some(all.collect()))
            }
            Kind::Tuple(_) => Domain::Only,
            Kind::Adt(item, _) if self.is_struct(item) => Domain::Only,
            Kind::Never => Domain::Nothing,
            _ if heads.iter().any(|it| matches!(self.pattern(it.1), Pat::Range(low, high) if low != high)) => {
                Domain::Ranges
            }
            _ => Domain::Constants(None),
        }
    }

    fn is_struct(&self, item: ItemId) -> bool {
        matches!(self.context.signatures().adts.get(&item).map(|it| &it.shape), Some(Shape::Struct(_)))
    }

    fn groups(&mut self, heads: &[(Row, PatId)], on: OccurrenceId) -> Option<Groups> {
        let ty = self.type_of(on);
        let without = |forms, absent| Groups { forms, constants: FxHashMap::default(), absent };
        Some(match self.domain(heads, ty) {
            Domain::Variants(item, count) => {
                let mut named: Vec<u32> = Vec::new();
                for (_, head) in heads {
                    if let Pat::Variant(index, _) = self.pattern(*head) {
                        named.push(*index);
                    }
                }
                named.sort_unstable();
                named.dedup();
                let absent = if named.len() == count { Absent::Nothing } else { Absent::Variants(item, count) };
                without(named.into_iter().map(Form::Variant).collect(), absent)
            }
            Domain::Constants(all) => {
                self.spend(all.as_ref().map_or(0, Vec::len))?;
                self.constants(heads, all)
            }
            Domain::Ranges => without(self.ranges(heads), Absent::Nothing),
            Domain::Lengths => without(self.lengths(heads)?, Absent::Nothing),
            Domain::Only => without(vec![Form::Only], Absent::Nothing),
            Domain::Nothing => without(Vec::new(), Absent::Nothing),
        })
    }

    /// Texts, truth values and numbers that are compared one by one.
    fn constants(&self, heads: &[(Row, PatId)], all: Option<Vec<Constant>>) -> Groups {
        let mut forms = Vec::new();
        let mut constants = FxHashMap::default();
        for (_, head) in heads {
            let constant = match self.pattern(*head) {
                Pat::Constant(it) => *it,
                Pat::Range(value, _) => Constant::Int(*value),
                _ => continue,
            };
            constants.entry(key(constant)).or_insert_with(|| {
                forms.push(Form::Constant(constant));
                forms.len() - 1
            });
        }
        let absent = all.map_or(Absent::Much, |mut all| {
            all.retain(|it| !constants.contains_key(&key(*it)));
            if all.is_empty() { Absent::Nothing } else { Absent::Constants(all) }
        });
        Groups { forms, constants, absent }
    }

    /// Whole numbers, in as few ranges as tell the rows apart.
    fn ranges(&self, heads: &[(Row, PatId)]) -> Vec<Form> {
        let mut starts = vec![i64::MIN];
        for (_, head) in heads {
            if let Pat::Range(low, high) = self.pattern(*head) {
                starts.push(*low);
                starts.extend(high.checked_add(1));
            }
        }
        starts.sort_unstable();
        starts.dedup();
        let ends = starts[1..].iter().map(|it| *it - 1).chain([i64::MAX]);
        starts.iter().zip(ends).map(|(low, high)| Form::Numbers(*low, high)).collect()
    }

    /// Arrays by length, as far as lengths tell the rows apart.
    fn lengths(&mut self, heads: &[(Row, PatId)]) -> Option<Vec<Form>> {
        let mut starts = vec![0];
        let (mut start_max, mut end_max, mut least_min) = (0, 0, u32::MAX);
        for (_, head) in heads {
            if let Pat::Array(array) = self.pattern(*head) {
                starts.push(array.least());
                match array.rest {
                    None => starts.push(array.least() + 1),
                    Some(_) => {
                        start_max = start_max.max(array.start_len);
                        end_max = end_max.max(array.end_len);
                        least_min = least_min.min(array.least());
                    }
                }
            }
        }
        // Below this, an element may be counted from the start and from the end.
        let apart = start_max + end_max;
        match self.purpose {
            Purpose::Cover => {
                let last = starts.iter().copied().fold(apart, u32::max);
                // All shorter arrays are looked at, element by element.
                let elements = (last as usize).saturating_mul(last as usize);
                self.spend(elements / 2)?;
                starts.extend(0..=last);
            }
            Purpose::Decide if end_max > 0 && least_min < apart && apart - least_min <= SINGLE_MAX => {
                starts.extend(least_min..=apart);
            }
            Purpose::Decide => {}
        }
        starts.sort_unstable();
        starts.dedup();
        let ends = starts[1..].iter().map(|it| Some(it - 1)).chain([None]);
        Some(starts.iter().zip(ends).map(|(least, most)| Form::Length(*least, most)).collect())
    }

    /// The groups that a pattern may match in; one more than there are stands for what is absent.
    fn span(&self, groups: &Groups, head: PatId) -> Range<usize> {
        let forms = &groups.forms;
        let one = |at: Option<usize>| at.map_or(0..0, |it| it..it + 1);
        match self.pattern(head) {
            Pat::Wild => 0..forms.len() + 1,
            Pat::Variant(index, _) => {
                one(forms.binary_search_by_key(index, |it| if let Form::Variant(it) = it { *it } else { 0 }).ok())
            }
            Pat::Only(_) => 0..forms.len().min(1),
            Pat::Constant(constant) => one(groups.constants.get(&key(*constant)).copied()),
            Pat::Range(low, high) if matches!(forms.first(), Some(Form::Numbers(..))) => {
                let before = |bound: i64, or_at: bool| {
                    let is_before =
                        |it: &Form| matches!(it, Form::Numbers(low, _) if *low < bound || or_at && *low == bound);
                    forms.partition_point(is_before)
                };
                before(*low, false)..before(*high, true)
            }
            Pat::Range(value, _) => one(groups.constants.get(&key(Constant::Int(*value))).copied()),
            Pat::Array(array) => {
                let at = forms.partition_point(|it| matches!(it, Form::Length(least, _) if *least < array.least()));
                let end = if array.rest.is_some() { forms.len() } else { at + 1 };
                at..end.min(forms.len())
            }
            Pat::Name(..) | Pat::Test(_) | Pat::Or(_) => 0..0,
        }
    }

    /// The row in the group of a form: it asks of the parts what its pattern asked of the whole.
    fn enter(&mut self, mut row: Row, on: OccurrenceId, head: PatId, form: Form) -> Option<Row> {
        let row_ref = &mut row;
        match (self.pattern(head), form) {
            (Pat::Variant(variant, parts), _) => {
                let (variant, parts) = (*variant, parts.clone());
                self.spend(parts.len())?;
                for (index, part) in parts.iter().rev() {
                    let on = self.occurrence(on, Step::Datum { variant, index: *index });
                    self.ask(row_ref, on, *part);
                }
            }
            (Pat::Only(parts), _) => {
                let parts = parts.clone();
                self.spend(parts.len())?;
                for (index, part) in parts.iter().rev() {
                    let on = self.occurrence(on, Step::Part(*index));
                    self.ask(row_ref, on, *part);
                }
            }
            (Pat::Array(array), Form::Length(least, most)) => {
                let array = array.clone();
                self.spend(array.start.len() + array.end.len())?;
                // What is only looked for may be of any length that is long enough.
                let length = (self.purpose == Purpose::Cover || most == Some(least)).then_some(least);
                for (index, part) in array.end.iter().rev() {
                    let on = self.occurrence(on, from_end(array.end_len - index, length));
                    self.ask(row_ref, on, *part);
                }
                self.ask_rest(row_ref, on, &array);
                for (index, part) in array.start.iter().rev() {
                    let on = self.occurrence(on, Step::Element(*index));
                    self.ask(row_ref, on, *part);
                }
            }
            _ => {}
        }
        Some(row)
    }

    /// Binds the name of a rest.
    fn ask_rest(&mut self, row: &mut Row, on: OccurrenceId, array: &super::Array) {
        if let Some(rest) = array.rest.filter(|it| *it != PatId::WILD && self.purpose == Purpose::Decide) {
            let on = self.occurrence(on, Step::Rest { start: array.start_len, end: array.end_len });
            self.ask(row, on, rest);
        }
    }

    /// The parts of a form, from left to right, in front of other columns.
    pub(in crate::types) fn columns(&mut self, on: OccurrenceId, form: Form, rest: CellId) -> Option<CellId> {
        let ty = self.type_of(on);
        let count = match form {
            Form::Variant(variant) => self.arity(ty, Some(variant)),
            Form::Only => self.arity(ty, None),
            Form::Length(least, _) => least as usize,
            Form::Numbers(..) | Form::Constant(_) => 0,
        };
        self.spend(count)?;
        let mut columns = rest;
        for index in (0..count as u32).rev() {
            let step = match form {
                Form::Variant(variant) => Step::Datum { variant, index },
                Form::Length(..) => Step::Element(index),
                _ => Step::Part(index),
            };
            let on = self.occurrence(on, step);
            columns = self.column(on, columns);
        }
        Some(columns)
    }
}

/// How many lengths of arrays are told apart so that no element is looked at in two ways.
const SINGLE_MAX: u32 = 16;

/// An element counted from the end, in an array whose length may be known.
pub(in crate::types) fn from_end(count: u32, length: Option<u32>) -> Step {
    match length {
        Some(length) => Step::Element(length.saturating_sub(count)),
        None => Step::FromEnd(count),
    }
}
