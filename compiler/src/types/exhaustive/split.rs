//! Splits rows by what their first column can be.

use rustc_hash::FxHashMap;

use super::witness::Witness;
use super::{Analysis, Pat, PatRef, Row, WITNESSES_MAX};
use crate::resolve::ItemId;
use crate::types::infer::Constant;
use crate::types::signatures::Shape;
use crate::types::ty::{Kind, Ty};

/// A form that a first column can have.
#[derive(Clone, Debug)]
enum Form {
    Variant(ItemId, u32),
    Only,
    Range(i64, i64),
    Constant(Constant),
    /// An array of this length, or of at least this length.
    Array(usize, bool),
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

impl Analysis<'_, '_, '_> {
    /// What is missing, split by the first column; `types` are those of the other columns.
    pub(super) fn split(&mut self, rows: Vec<Row>, ty: Ty, types: &[Ty]) -> Vec<Vec<Witness>> {
        let bool = self.infer.checker.builtins.bool;
        let ty = self.infer.shallow(ty);
        match self.infer.kind(ty) {
            Kind::Adt(item, _) if self.is_enum(item) => self.split_enum(rows, item, ty, types),
            Kind::Adt(item, _) if item == self.infer.checker.builtins.array => self.split_array(rows, ty, types),
            Kind::Adt(..) if ty == bool => {
                let both = [true, false].map(Constant::Bool);
                self.split_constants(rows, Some(&both), ty, types)
            }
            Kind::Literal(texts) => {
                let all: Vec<Constant> =
                    self.infer.checker.types.texts(texts).iter().map(|it| Constant::Text(*it)).collect();
                self.split_constants(rows, Some(&all), ty, types)
            }
            Kind::Tuple(_) => self.group(&rows, &Form::Only, ty, types),
            Kind::Adt(..) if !self.infer.fields_of(ty).is_empty() => self.group(&rows, &Form::Only, ty, types),
            Kind::Adt(..) if rows.iter().any(|it| self.is_range(it)) => self.split_numbers(rows, ty, types),
            Kind::Never => Vec::new(),
            _ => self.split_constants(rows, None, ty, types),
        }
    }

    fn is_enum(&self, item: ItemId) -> bool {
        let sig = self.infer.checker.signatures.adts.get(&item);
        sig.is_some_and(|it| matches!(it.shape, Shape::Enum(_)))
    }

    pub(super) fn is_enum_type(&self, ty: Ty) -> bool {
        matches!(self.infer.kind(ty), Kind::Adt(item, _) if self.is_enum(item))
    }

    fn head(&self, row: &Row) -> &Pat {
        let head = row.columns.last().copied().unwrap_or(self.wild);
        &self.patterns[head.0 as usize]
    }

    fn is_range(&self, row: &Row) -> bool {
        matches!(self.head(row), Pat::Range(..))
    }

    fn split_enum(&mut self, rows: Vec<Row>, item: ItemId, ty: Ty, types: &[Ty]) -> Vec<Vec<Witness>> {
        let count = match self.infer.checker.signatures.adts.get(&item).map(|it| &it.shape) {
            Some(Shape::Enum(variants)) => variants.len(),
            _ => 0,
        };
        let mut groups: Vec<Vec<Row>> = vec![Vec::new(); count];
        let has = |rows: &[Row], it: &Self| -> Vec<bool> {
            let mut found = vec![false; count];
            for row in rows {
                if let Pat::Variant(index, _) = it.head(row)
                    && let Some(found) = found.get_mut(*index as usize)
                {
                    *found = true;
                }
            }
            found
        };
        let present = has(&rows, self);
        let mut others = Vec::new();
        for row in rows {
            match self.head(&row) {
                Pat::Variant(index, _) => {
                    if let Some(group) = groups.get_mut(*index as usize) {
                        group.push(row);
                    }
                }
                _ => {
                    for (group, _) in groups.iter_mut().zip(&present).filter(|(_, present)| **present) {
                        group.push(row.clone());
                    }
                    others.push(row);
                }
            }
        }
        let mut found = Vec::new();
        for (index, group) in groups.into_iter().enumerate() {
            if present[index] && found.len() < WITNESSES_MAX {
                found.extend(self.group(&group, &Form::Variant(item, index as u32), ty, types));
            } else if present[index] {
                // Enough is missing; the rows still have to be seen.
                self.group(&group, &Form::Variant(item, index as u32), ty, types);
            }
        }
        if present.iter().any(|it| !it) {
            let rest = self.others(&others, types);
            let absent = (0..count).filter(|it| !present[*it]);
            for (index, columns) in absent.flat_map(|index| rest.iter().map(move |it| (index, it.clone()))) {
                let arity = self.data_types(item, index as u32, ty).len();
                let mut columns = columns;
                columns.push(Witness::Variant(item, index as u32, vec![Witness::Any; arity]));
                found.push(columns);
            }
        }
        found
    }

    /// Rows that look at no form in particular, for forms that no row names.
    fn others(&mut self, rows: &[Row], types: &[Ty]) -> Vec<Vec<Witness>> {
        let rows = rows.iter().map(|row| {
            let mut row = row.clone();
            row.columns.pop();
            row
        });
        let rows = rows.collect();
        self.missing(rows, types.to_vec())
    }

    /// Rows that fit a form, with the parts of that in front of the other columns.
    fn group(&mut self, rows: &[Row], form: &Form, ty: Ty, types: &[Ty]) -> Vec<Vec<Witness>> {
        let parts = self.part_types(form, ty);
        let arity = parts.len();
        let mut fitting = Vec::new();
        for row in rows {
            if let Some(columns) = self.parts(row, form, arity) {
                fitting.push(Row { columns, ..*row });
            }
        }
        let mut inner = types.to_vec();
        inner.extend(parts.into_iter().rev());
        let found = self.missing(fitting, inner);
        let whole = match self.infer.kind(ty) {
            Kind::Adt(item, _) => Some(item),
            _ => None,
        };
        let unit = if self.infer.shallow(ty) == self.infer.checker.builtins.duration { "ms" } else { "" };
        found.into_iter().map(|columns| witness_of(columns, form, arity, (whole, unit))).collect()
    }

    fn part_types(&mut self, form: &Form, ty: Ty) -> Vec<Ty> {
        match form {
            Form::Variant(item, index) => self.data_types(*item, *index, ty),
            Form::Only => match self.infer.kind(ty) {
                Kind::Tuple(parts) => self.infer.checker.types.list(parts).to_vec(),
                _ => self.infer.fields_of(ty).into_iter().map(|(_, ty)| ty).collect(),
            },
            Form::Array(length, _) => {
                let array = self.infer.checker.builtins.array;
                let element = self.infer.argument_of(ty, array).unwrap_or(ty);
                vec![element; *length]
            }
            Form::Range(..) | Form::Constant(_) => Vec::new(),
        }
    }

    /// The columns of a row that fits a form.
    fn parts(&self, row: &Row, form: &Form, arity: usize) -> Option<Vec<PatRef>> {
        let (_, rest) = row.columns.split_last()?;
        let wild = vec![self.wild; arity];
        let parts = match (self.head(row), form) {
            (Pat::Wild, _) => wild,
            (Pat::Variant(index, fields), Form::Variant(_, wanted)) if index == wanted => fields.clone(),
            (Pat::Only(fields), Form::Only) => fields.clone(),
            (Pat::Range(low, high), Form::Range(from, to)) if low <= from && to <= high => wild,
            (Pat::Constant(one), Form::Constant(other)) if key(*one) == key(*other) => wild,
            (Pat::Range(low, high), Form::Constant(Constant::Int(value))) if low <= value && value <= high => wild,
            (Pat::Array(start, end, has_rest), Form::Array(length, is_open)) => {
                let least = start.len() + end.len();
                let fits = if *has_rest { least <= *length } else { least == *length && !is_open };
                if !fits {
                    return None;
                }
                let between = length - least;
                start.iter().copied().chain(vec![self.wild; between]).chain(end.iter().copied()).collect()
            }
            _ => return None,
        };
        Some(rest.iter().copied().chain(parts.into_iter().rev()).collect())
    }

    /// Texts, truth values and numbers that are compared one by one; `all` of them, if they can be counted.
    fn split_constants(&mut self, rows: Vec<Row>, all: Option<&[Constant]>, ty: Ty, types: &[Ty]) -> Vec<Vec<Witness>> {
        let mut named: Vec<Constant> = Vec::new();
        let mut groups: FxHashMap<Key, Vec<Row>> = FxHashMap::default();
        let mut others = Vec::new();
        for row in &rows {
            let constant = match self.head(row) {
                Pat::Constant(it) => *it,
                Pat::Range(low, high) if low == high => Constant::Int(*low),
                _ => continue,
            };
            groups.entry(key(constant)).or_insert_with(|| {
                named.push(constant);
                Vec::new()
            });
        }
        for row in rows {
            let constant = match self.head(&row) {
                Pat::Constant(it) => Some(*it),
                Pat::Range(low, high) if low == high => Some(Constant::Int(*low)),
                Pat::Wild => None,
                // Nothing is known of it: it may match, and never matches all.
                _ => {
                    self.useful[row.id] = true;
                    continue;
                }
            };
            match constant {
                Some(it) => groups.entry(key(it)).or_default().push(row),
                None => {
                    self.work += groups.len();
                    groups.values_mut().for_each(|group| group.push(row.clone()));
                    others.push(row);
                }
            }
            if self.work > super::WORK_MAX {
                self.gave_up = true;
                return Vec::new();
            }
        }
        let mut found = Vec::new();
        for constant in &named {
            let group = groups.remove(&key(*constant)).unwrap_or_default();
            let more = self.group(&group, &Form::Constant(*constant), ty, types);
            if found.len() < WITNESSES_MAX {
                found.extend(more);
            }
        }
        let is_named = |it: &Constant| named.iter().any(|other| key(*other) == key(*it));
        let absent: Option<Vec<Constant>> = all.map(|all| all.iter().filter(|it| !is_named(it)).copied().collect());
        match absent {
            Some(absent) if absent.is_empty() => {}
            Some(absent) => {
                for columns in self.others(&others, types) {
                    for constant in &absent {
                        let mut columns = columns.clone();
                        columns.push(Witness::Constant(*constant));
                        found.push(columns);
                    }
                }
            }
            None => {
                for mut columns in self.others(&others, types) {
                    columns.push(Witness::Any);
                    found.push(columns);
                }
            }
        }
        found
    }

    /// Whole numbers, in as few ranges as tell the rows apart.
    fn split_numbers(&mut self, rows: Vec<Row>, ty: Ty, types: &[Ty]) -> Vec<Vec<Witness>> {
        let is_point = |it: &Row| match self.head(it) {
            Pat::Range(low, high) => low == high,
            _ => true,
        };
        if rows.iter().all(is_point) {
            return self.split_constants(rows, None, ty, types);
        }
        let mut starts: Vec<i128> = vec![i128::from(i64::MIN)];
        for row in &rows {
            if let Pat::Range(low, high) = self.head(row) {
                starts.push(i128::from(*low));
                starts.push(i128::from(*high) + 1);
            }
        }
        starts.sort_unstable();
        starts.dedup();
        starts.retain(|it| *it <= i128::from(i64::MAX));
        let mut groups: Vec<Vec<Row>> = vec![Vec::new(); starts.len()];
        for row in rows {
            let (from, to) = match self.head(&row) {
                Pat::Range(low, high) => {
                    let from = starts.partition_point(|it| *it < i128::from(*low));
                    (from, starts.partition_point(|it| *it <= i128::from(*high)))
                }
                _ => (0, starts.len()),
            };
            self.work += (to - from) * (1 + row.columns.len());
            if self.work > super::WORK_MAX {
                self.gave_up = true;
                return Vec::new();
            }
            groups[from..to].iter_mut().for_each(|group| group.push(row.clone()));
        }
        let ends = starts[1..].iter().map(|it| *it - 1).chain([i128::from(i64::MAX)]);
        let pieces: Vec<(i128, i128)> = starts.iter().copied().zip(ends).collect();
        let mut found = Vec::new();
        for ((low, high), group) in pieces.into_iter().zip(groups) {
            let more = self.group(&group, &Form::Range(low as i64, high as i64), ty, types);
            if found.len() < WITNESSES_MAX {
                found.extend(more);
            }
        }
        found
    }

    /// Arrays by length, as far as lengths tell the rows apart.
    fn split_array(&mut self, rows: Vec<Row>, ty: Ty, types: &[Ty]) -> Vec<Vec<Witness>> {
        let (mut exact, mut start_max, mut end_max) = (0, 0, 0);
        for row in &rows {
            if let Pat::Array(start, end, has_rest) = self.head(row) {
                match has_rest {
                    true => (start_max, end_max) = (start.len().max(start_max), end.len().max(end_max)),
                    false => exact = exact.max(start.len() + 1),
                }
            }
        }
        let open = exact.max(start_max + end_max);
        let mut found = Vec::new();
        for length in 0..=open {
            self.work += rows.len() + length;
            if self.work > super::WORK_MAX {
                self.gave_up = true;
                break;
            }
            let more = self.group(&rows, &Form::Array(length, length == open), ty, types);
            if found.len() < WITNESSES_MAX {
                found.extend(more);
            }
        }
        found
    }
}

/// Puts the first `arity` columns back together.
fn witness_of(
    mut columns: Vec<Witness>,
    form: &Form,
    arity: usize,
    (whole, unit): (Option<ItemId>, &'static str),
) -> Vec<Witness> {
    let rest = columns.len().saturating_sub(arity);
    let parts: Vec<Witness> = columns.drain(rest..).rev().collect();
    columns.push(match form {
        Form::Variant(item, index) => Witness::Variant(*item, *index, parts),
        Form::Only => match whole {
            Some(item) => Witness::Struct(item, parts),
            None => Witness::Tuple(parts),
        },
        Form::Range(low, high) => Witness::Range(*low, *high, unit),
        Form::Constant(constant) => Witness::Constant(*constant),
        Form::Array(_, is_open) => Witness::Array(parts, *is_open),
    });
    columns
}
