//! Patterns of the tree to patterns of the analysis.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Context, Fields, Matrix};
use crate::ast::{ExprId, FieldPattern, ItemKind, Pattern, PatternId};
use crate::resolve::{ItemId, LocalId, Res};
use crate::types::decide::decision::Test;
use crate::types::infer::{Constant, literal_constant};
use crate::types::signatures::{DataSig, Shape};
use crate::types::ty::{Kind, Ty};

/// Patterns of the parts of a value, by the place of the part; wildcards are left out.
pub(in crate::types) type Parts = Rc<[(u32, PatId)]>;

/// A pattern as this analysis sees it.
#[derive(Clone, Debug)]
pub(in crate::types) enum Pat {
    /// Matches everything.
    Wild,
    /// Gives the value a name.
    Name(LocalId, PatId),
    /// A variant, with the patterns of its data.
    Variant(u32, Parts),
    /// A struct or a tuple, which have one form.
    Only(Parts),
    /// Numbers from one to another, both included.
    Range(i64, i64),
    /// A text, a truth value, or a number with a fraction.
    Constant(Constant),
    /// Something that is known only when the program runs: it may match, and never matches everything.
    Test(Test),
    /// An array.
    Array(Rc<Array>),
    /// One of several; of none, it matches nothing.
    Or(Rc<[PatId]>),
}

/// The pattern of an array.
#[derive(Debug)]
pub(in crate::types) struct Array {
    /// How many elements it names at the start, and those that are no wildcards.
    pub(in crate::types) start_len: u32,
    pub(in crate::types) start: Parts,
    /// The same at the end, after the rest.
    pub(in crate::types) end_len: u32,
    pub(in crate::types) end: Parts,
    /// What the elements between must match, if there may be any.
    pub(in crate::types) rest: Option<PatId>,
}

impl Array {
    /// How many elements it needs.
    pub(in crate::types) fn least(&self) -> u32 {
        self.start_len + self.end_len
    }
}

/// A pattern of the analysis at hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::types) struct PatId(u32);

impl PatId {
    pub(in crate::types) const WILD: Self = Self(0);
    /// Matches nothing.
    pub(in crate::types) const NEVER: Self = Self(1);

    pub(in crate::types) fn index(self) -> usize {
        self.0 as usize
    }
}

impl<'a, C: Context<'a>> Matrix<'_, 'a, C> {
    fn add(&mut self, pattern: Pat) -> PatId {
        let sum =
            |parts: &[(u32, PatId)]| parts.iter().map(|it| self.weights[it.1.index()]).fold(0, u32::saturating_add);
        let parts = match &pattern {
            Pat::Wild | Pat::Range(..) | Pat::Constant(_) | Pat::Test(_) => 0,
            Pat::Name(_, inner) => self.weights[inner.index()],
            Pat::Variant(_, parts) | Pat::Only(parts) => sum(parts),
            Pat::Array(array) => sum(&array.start).saturating_add(sum(&array.end)).saturating_add(1),
            Pat::Or(all) => all.iter().map(|it| self.weights[it.index()]).fold(0, u32::saturating_add),
        };
        let id = PatId(self.patterns.len() as u32);
        self.patterns.push(pattern);
        self.weights.push(parts.saturating_add(1));
        id
    }

    /// A pattern of the tree. Types and names of the tree say what it means.
    pub(in crate::types) fn lower(&mut self, id: PatternId) -> PatId {
        let ty = self.context.pattern_type(id);
        if self.context.kind(ty) == Kind::Error {
            return self.mistake();
        }
        match self.ast.pattern(id) {
            Pattern::Wildcard | Pattern::Rest(None) => PatId::WILD,
            Pattern::Error => self.mistake(),
            Pattern::Literal(literal) => match literal_constant(self.ast, *literal) {
                Some(value) => self.constant(value, ty),
                None => {
                    self.add(Pat::Test(Test::Within { start: Some(*literal), end: Some(*literal), inclusive: true }))
                }
            },
            Pattern::Range { start, end, inclusive } => self.range((*start, *end, *inclusive), ty),
            Pattern::Name { inner: Some(inner), .. } => {
                let inner = self.lower(*inner);
                self.with_name(id, inner)
            }
            Pattern::Name { inner: None, .. } | Pattern::Path(_) | Pattern::Rest(Some(_)) => match self.context.res(id)
            {
                Res::Local(_) => self.with_name(id, PatId::WILD),
                Res::Variant(item, index) => self.variant(item, index, &[]),
                Res::Item(item) => self.constant_item(item, ty),
                _ => self.mistake(),
            },
            Pattern::Variant { fields, .. } => match self.context.res(id) {
                Res::Variant(item, index) => self.variant(item, index, fields),
                _ => self.mistake(),
            },
            Pattern::Struct { fields, .. } => self.struct_(id, fields, ty),
            Pattern::Tuple(elements) => {
                let Kind::Tuple(parts) = self.context.kind(ty) else { return self.mistake() };
                if self.context.types().list(parts).len() != elements.len() {
                    return self.mistake();
                }
                let parts = self.parts(elements);
                self.add(Pat::Only(parts))
            }
            Pattern::Array(elements) => self.array(elements),
            Pattern::Or(alternatives) => {
                let all = alternatives.iter().map(|it| self.lower(*it)).collect();
                self.add(Pat::Or(all))
            }
        }
    }

    fn mistake(&mut self) -> PatId {
        self.has_mistake = true;
        PatId::NEVER
    }

    fn with_name(&mut self, id: PatternId, inner: PatId) -> PatId {
        match self.context.res(id) {
            Res::Local(local) => self.add(Pat::Name(local, inner)),
            _ => inner,
        }
    }

    fn parts(&mut self, elements: &[PatternId]) -> Parts {
        let mut parts = Vec::new();
        for (at, element) in elements.iter().enumerate() {
            let part = self.lower(*element);
            if part != PatId::WILD {
                parts.push((at as u32, part));
            }
        }
        parts.into()
    }

    /// A literal, for a value of a type: an `Int` is also a `Float`.
    fn constant(&mut self, value: Constant, ty: Ty) -> PatId {
        self.add(match value {
            Constant::Int(value) if self.is_float(ty) => Pat::Constant(Constant::Float(value as f64)),
            Constant::Int(value) => Pat::Range(value, value),
            // Zeros are equal, whatever their sign.
            Constant::Float(value) => Pat::Constant(Constant::Float(value + 0.0)),
            value => Pat::Constant(value),
        })
    }

    /// The value of a constant, if it is a plain literal.
    fn constant_item(&mut self, item: ItemId, ty: Ty) -> PatId {
        let ast = &self.program.module(item.module).ast;
        let value = match ast.entries.get(item.index as usize) {
            // A literal of `Json` is a variant.
            Some(crate::ast::Entry::Item(it)) if self.variants(ty).is_none() => match &it.kind {
                ItemKind::Const(it) => literal_constant(ast, it.value),
                _ => None,
            },
            _ => None,
        };
        match value {
            Some(value) => self.constant(value, ty),
            None => self.add(Pat::Test(Test::Equal(item))),
        }
    }

    fn is_float(&self, ty: Ty) -> bool {
        self.context.shallow(ty) == self.context.builtins().float
    }

    fn range(&mut self, (start, end, inclusive): (Option<ExprId>, Option<ExprId>, bool), ty: Ty) -> PatId {
        let value = |id: Option<ExprId>| id.map(|it| literal_constant(self.ast, it));
        let test = Pat::Test(Test::Within { start, end, inclusive });
        if self.is_float(ty) {
            return self.add(test);
        }
        let low = match value(start) {
            None => i64::MIN,
            Some(Some(Constant::Int(low))) => low,
            Some(_) => return self.add(test),
        };
        let high = match value(end) {
            None => Some(i64::MAX),
            Some(Some(Constant::Int(high))) if inclusive => Some(high),
            Some(Some(Constant::Int(high))) => high.checked_sub(1),
            Some(_) => return self.add(test),
        };
        match high {
            Some(high) if low <= high => self.add(Pat::Range(low, high)),
            // A range without numbers.
            _ => PatId::NEVER,
        }
    }

    fn variant(&mut self, item: ItemId, index: u32, fields: &[PatternId]) -> PatId {
        let known = match self.context.signatures().adts.get(&item).map(|it| &it.shape) {
            Some(Shape::Enum(variants)) => variants.get(index as usize).map(|it| it.data.len()),
            _ => None,
        };
        if known != Some(fields.len()) {
            return self.mistake();
        }
        let parts = self.parts(fields);
        self.add(Pat::Variant(index, parts))
    }

    fn struct_(&mut self, id: PatternId, fields: &[FieldPattern], ty: Ty) -> PatId {
        let variant = match (self.context.res(id), self.context.kind(ty)) {
            (Res::Variant(item, index), _) => Some((item, Some(index))),
            (_, Kind::Adt(item, _)) => Some((item, None)),
            _ => None,
        };
        let Some((item, variant)) = variant else { return self.mistake() };
        let known = self.fields(item, variant);
        let mut parts = Vec::with_capacity(fields.len());
        for field in fields {
            let Some(at) = known.get(&field.name.name) else { return self.mistake() };
            let part = match field.pattern {
                Some(pattern) => self.lower(pattern),
                None => match self.context.bound(field.name.span.start) {
                    Some(local) => self.add(Pat::Name(local, PatId::WILD)),
                    None => PatId::WILD,
                },
            };
            if part != PatId::WILD {
                parts.push((*at, part));
            }
        }
        parts.sort_by_key(|it| it.0);
        match variant {
            Some(index) => self.add(Pat::Variant(index, parts.into())),
            None => self.add(Pat::Only(parts.into())),
        }
    }

    fn fields(&mut self, item: ItemId, variant: Option<u32>) -> Fields {
        if let Some(known) = self.fields.get(&(item, variant)) {
            return known.clone();
        }
        let fields = match (self.context.signatures().adts.get(&item).map(|it| &it.shape), variant) {
            (Some(Shape::Struct(fields)), None) => &fields[..],
            (Some(Shape::Enum(variants)), Some(index)) => match variants.get(index as usize).map(|it| &it.data) {
                Some(DataSig::Named(fields)) => &fields[..],
                _ => &[],
            },
            _ => &[],
        };
        let places: FxHashMap<_, _> = fields.iter().enumerate().map(|(at, it)| (it.name, at as u32)).collect();
        let places = Fields::new(places);
        self.fields.insert((item, variant), places.clone());
        places
    }

    fn array(&mut self, elements: &[PatternId]) -> PatId {
        let rest = elements.iter().position(|it| matches!(self.ast.pattern(*it), Pattern::Rest(_)));
        let (start, end) = match rest {
            Some(at) => (&elements[..at], &elements[at + 1..]),
            None => (elements, &[][..]),
        };
        let array = Array {
            start_len: start.len() as u32,
            start: self.parts(start),
            rest: rest.map(|at| self.lower(elements[at])),
            end_len: end.len() as u32,
            end: self.parts(end),
        };
        self.add(Pat::Array(Rc::new(array)))
    }
}
