//! Patterns in rows and columns, and how they are split by what a column can be.
//!
//! A row is what an arm asks of the value: a list of parts with the pattern that each must match. Splitting the rows by
//! one part makes a group of rows for each form of that part (a variant, a constant, a range of numbers, a length),
//! where the patterns of its own parts take the place of what was asked of it. Two analyses are built on that:
//! [`super::exhaustive`] looks for values that come through all rows, [`super::decide`] makes a decision tree of the
//! groups. (Maranget, "Warnings for pattern matching", 2007, and "Compiling pattern matching to good decision trees", 2008.)
//!
//! Rows can multiply, so nothing is made before it is counted: rows are 20 bytes, share what they ask, and take no room
//! beyond what is counted in [`Matrix::work`].

mod context;
mod pattern;
mod split;

use rustc_hash::FxHashMap;

pub(in crate::types) use context::{Context, Finished};
pub(in crate::types) use pattern::{Array, Pat, PatId};
pub(in crate::types) use split::{Absent, Form, Split, from_end};

use super::signatures::{DataSig, Shape};
use super::ty::{Kind, Substitution, Ty};
use crate::ast::{Ast, Symbol};
use crate::load::Program;
use crate::resolve::ItemId;
use crate::types::decide::decision::{Binding, Occurrence, OccurrenceId, Step};

/// What the rows are split for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::types) enum Purpose {
    /// To find what they do not cover, from left to right.
    Cover,
    /// To decide which of them matches.
    Decide,
}

/// The first of some cells, or none: an index, one too high.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::types) struct CellId(u32);

impl CellId {
    pub(in crate::types) const NONE: Self = Self(0);
}

/// A part of the value, the pattern that it must match, and the cell after that. Cells are shared and never change.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Cell {
    on: OccurrenceId,
    pattern: PatId,
    next: CellId,
}

/// A name that was given to a part, and the cell after that.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Named {
    binding: Binding,
    next: CellId,
}

/// What an arm, or an alternative of it, still asks of the value. A row that asks nothing matches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::types) struct Row {
    /// Parts with patterns, from left to right; none is a wildcard.
    pub(in crate::types) tests: CellId,
    /// The names that were given so far.
    names: CellId,
    /// The alternative of an arm that it comes from. Rows of the same alternative are side by side.
    pub(in crate::types) id: u32,
    pub(in crate::types) guarded: bool,
    /// The size of all that is asked, and the number of names.
    pub(in crate::types) weight: u32,
}

impl Row {
    /// Whether it matches whatever comes here.
    pub(in crate::types) fn matches(&self) -> bool {
        self.tests == CellId::NONE
    }

    /// Whether nothing comes through to the rows below it.
    pub(in crate::types) fn takes_all(&self) -> bool {
        self.matches() && !self.guarded
    }
}

/// The places of the fields of structs and variants, by name.
type Fields = std::rc::Rc<FxHashMap<Symbol, u32>>;

pub(in crate::types) struct Matrix<'m, 'a, C> {
    pub(in crate::types) context: &'m mut C,
    program: &'a Program,
    ast: &'a Ast,
    purpose: Purpose,
    patterns: Vec<Pat>,
    /// The size of each pattern.
    weights: Vec<u32>,
    cells: Vec<Cell>,
    named: Vec<Named>,
    /// Equal cells are the same cell if rows are to be compared.
    same_cells: FxHashMap<Cell, CellId>,
    same_named: FxHashMap<Named, CellId>,
    pub(in crate::types) occurrences: Vec<Occurrence>,
    places: FxHashMap<(OccurrenceId, Step), OccurrenceId>,
    fields: FxHashMap<(ItemId, Option<u32>), Fields>,
    /// Steps that were made; each takes a short time and a few bytes.
    pub(in crate::types) work: usize,
    pub(in crate::types) work_max: usize,
    /// Whether a pattern does not fit its value, which was reported.
    pub(in crate::types) has_mistake: bool,
}

impl<'m, 'a, C: Context<'a>> Matrix<'m, 'a, C> {
    pub(in crate::types) fn new(context: &'m mut C, purpose: Purpose, subject: Ty) -> Self {
        let program = context.program();
        let subject = Occurrence { parent: OccurrenceId::SUBJECT, step: Step::Subject, ty: subject };
        Self {
            program,
            ast: &program.module(context.module()).ast,
            context,
            purpose,
            patterns: vec![Pat::Wild, Pat::Or([].into())],
            weights: vec![0, 1],
            cells: Vec::new(),
            named: Vec::new(),
            same_cells: FxHashMap::default(),
            same_named: FxHashMap::default(),
            occurrences: vec![subject],
            places: FxHashMap::default(),
            fields: FxHashMap::default(),
            work: 0,
            work_max: usize::MAX,
            has_mistake: false,
        }
    }

    /// A row that asks one pattern of the subject.
    pub(in crate::types) fn row(&mut self, pattern: PatId, id: u32, guarded: bool) -> Row {
        let mut row = Row { tests: CellId::NONE, names: CellId::NONE, id, guarded, weight: 0 };
        self.ask(&mut row, OccurrenceId::SUBJECT, pattern);
        row
    }

    /// Counts steps before they are made; `None` if there are too many.
    pub(in crate::types) fn spend(&mut self, steps: usize) -> Option<()> {
        self.work = self.work.saturating_add(steps);
        (self.work <= self.work_max).then_some(())
    }

    pub(in crate::types) fn pattern(&self, id: PatId) -> &Pat {
        &self.patterns[id.index()]
    }

    /// Asks more of a row, in front of what it asks already.
    pub(in crate::types) fn ask(&mut self, row: &mut Row, on: OccurrenceId, pattern: PatId) {
        match self.unwrapped(row, on, pattern) {
            PatId::WILD => {}
            pattern => {
                row.tests = self.cell(Cell { on, pattern, next: row.tests });
                row.weight = row.weight.saturating_add(self.weights[pattern.index()]);
            }
        }
    }

    /// The pattern without what needs no test: names, which the row notes, and the structure of structs and tuples.
    fn unwrapped(&mut self, row: &mut Row, on: OccurrenceId, mut pattern: PatId) -> PatId {
        while let Pat::Name(local, inner) = *self.pattern(pattern) {
            row.names = self.name(Named { binding: (local, on), next: row.names });
            row.weight = row.weight.saturating_add(1);
            pattern = inner;
        }
        match self.pattern(pattern) {
            Pat::Only(parts) if self.purpose == Purpose::Decide => {
                for (index, part) in parts.clone().iter().rev() {
                    let on = self.occurrence(on, Step::Part(*index));
                    self.ask(row, on, *part);
                }
                PatId::WILD
            }
            _ => pattern,
        }
    }

    fn cell(&mut self, cell: Cell) -> CellId {
        let new = CellId(self.cells.len() as u32 + 1);
        if self.purpose == Purpose::Decide {
            let found = *self.same_cells.entry(cell).or_insert(new);
            if found != new {
                return found;
            }
        }
        self.cells.push(cell);
        new
    }

    fn name(&mut self, named: Named) -> CellId {
        if self.purpose == Purpose::Cover {
            return CellId::NONE;
        }
        let new = CellId(self.named.len() as u32 + 1);
        let found = *self.same_named.entry(named).or_insert(new);
        if found == new {
            self.named.push(named);
        }
        found
    }

    /// What a cell asks of which part, and the next cell.
    pub(in crate::types) fn asked(&self, cell: CellId) -> Option<(OccurrenceId, PatId, CellId)> {
        let cell = self.cells.get((cell.0 as usize).checked_sub(1)?)?;
        Some((cell.on, cell.pattern, cell.next))
    }

    /// A list of parts, with one more in front.
    pub(in crate::types) fn column(&mut self, on: OccurrenceId, next: CellId) -> CellId {
        self.cell(Cell { on, pattern: PatId::WILD, next })
    }

    /// All that a row asks.
    pub(in crate::types) fn tests(&self, row: Row) -> impl Iterator<Item = (OccurrenceId, PatId)> + '_ {
        let mut at = row.tests;
        std::iter::from_fn(move || {
            let (on, pattern, next) = self.asked(at)?;
            at = next;
            Some((on, pattern))
        })
    }

    /// The names of a row, in the order of the patterns.
    pub(in crate::types) fn bindings(&self, row: Row) -> Vec<Binding> {
        let mut found = Vec::new();
        let mut at = row.names;
        while let Some(named) = (at.0 as usize).checked_sub(1).and_then(|it| self.named.get(it)) {
            found.push(named.binding);
            at = named.next;
        }
        found.reverse();
        found
    }

    /// A part of a part.
    pub(in crate::types) fn occurrence(&mut self, parent: OccurrenceId, step: Step) -> OccurrenceId {
        if let Some(known) = self.places.get(&(parent, step)) {
            return *known;
        }
        let whole = self.context.shallow(self.occurrences[parent.index()].ty);
        let ty = self.part_type(whole, step);
        let id = OccurrenceId(self.occurrences.len() as u32);
        self.occurrences.push(Occurrence { parent, step, ty });
        self.places.insert((parent, step), id);
        id
    }

    /// A part of a part, if something looked at it.
    pub(in crate::types) fn known(&self, parent: OccurrenceId, step: Step) -> Option<OccurrenceId> {
        self.places.get(&(parent, step)).copied()
    }

    /// The type of a part, as far as it is known.
    pub(in crate::types) fn type_of(&self, on: OccurrenceId) -> Ty {
        self.context.shallow(self.occurrences[on.index()].ty)
    }

    fn part_type(&mut self, whole: Ty, step: Step) -> Ty {
        let error = self.context.types().error();
        let kind = self.context.kind(whole);
        match (step, kind) {
            (Step::Subject | Step::Rest { .. }, _) => whole,
            (Step::Length, _) => self.context.builtins().int,
            (Step::Element(_) | Step::FromEnd(_), Kind::Adt(_, args)) => {
                self.context.types().list(args).first().copied().unwrap_or(error)
            }
            (Step::Part(index), Kind::Tuple(parts)) => {
                self.context.types().list(parts).get(index as usize).copied().unwrap_or(error)
            }
            (Step::Part(index), Kind::Adt(item, args)) => self.member_type(item, None, index, args),
            (Step::Datum { variant, index }, Kind::Adt(item, args)) => {
                self.member_type(item, Some(variant), index, args)
            }
            _ => error,
        }
    }

    fn member_type(&mut self, item: ItemId, variant: Option<u32>, index: u32, args: super::List) -> Ty {
        let index = index as usize;
        let sig = self.context.signatures().adts.get(&item);
        let found = sig.and_then(|sig| {
            let ty = match (&sig.shape, variant) {
                (Shape::Struct(fields), None) => fields.get(index)?.ty,
                (Shape::Enum(variants), Some(variant)) => match &variants.get(variant as usize)?.data {
                    DataSig::Unit => return None,
                    DataSig::Tuple(types) => *types.get(index)?,
                    DataSig::Named(fields) => fields.get(index)?.ty,
                },
                _ => return None,
            };
            Some((ty, sig.params.clone()))
        });
        let types = self.context.types();
        let Some((ty, params)) = found else { return types.error() };
        let map = Substitution::new(&params, types.list(args));
        types.substitute(ty, &map)
    }

    /// How many parts a struct or tuple has, or a variant of an enum.
    pub(in crate::types) fn arity(&mut self, ty: Ty, variant: Option<u32>) -> usize {
        match self.context.kind(ty) {
            Kind::Tuple(parts) => self.context.types().list(parts).len(),
            Kind::Adt(item, _) => {
                let shape = self.context.signatures().adts.get(&item).map(|it| &it.shape);
                match (shape, variant) {
                    (Some(Shape::Struct(fields)), None) => fields.len(),
                    (Some(Shape::Enum(variants)), Some(variant)) => {
                        variants.get(variant as usize).map_or(0, |it| it.data.len())
                    }
                    _ => 0,
                }
            }
            _ => 0,
        }
    }

    /// The number of variants, if the type is an enum.
    pub(in crate::types) fn variants(&self, ty: Ty) -> Option<(ItemId, usize)> {
        let Kind::Adt(item, _) = self.context.kind(ty) else { return None };
        match &self.context.signatures().adts.get(&item)?.shape {
            Shape::Enum(variants) => Some((item, variants.len())),
            _ => None,
        }
    }
}
