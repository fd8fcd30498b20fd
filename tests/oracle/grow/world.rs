//! What a program declares: its types with their traits, its constants, and the signatures of its functions.

mod declare;

use super::types::{Bound, Ty, array, function, map, option, result, set};
use crate::generated::dice::Dice;

/// All declarations of a program.
pub(super) struct World {
    pub(super) structs: Vec<Struct>,
    pub(super) enums: Vec<Enum>,
    /// Name, type and value.
    pub(super) consts: Vec<(String, Ty, String)>,
    pub(super) callables: Vec<Callable>,
    /// The types with the trait of the program.
    pub(super) measured: Vec<Ty>,
}

pub(super) struct Struct {
    pub(super) name: &'static str,
    pub(super) is_generic: bool,
    pub(super) fields: Vec<(String, Ty)>,
    pub(super) own_eq: bool,
    pub(super) own_ord: bool,
    pub(super) own_display: bool,
}

pub(super) struct Enum {
    pub(super) name: &'static str,
    /// The first of them can always be made.
    pub(super) variants: Vec<(&'static str, Data)>,
    pub(super) own_display: bool,
}

#[derive(Clone)]
pub(super) enum Data {
    Unit,
    Tuple(Vec<Ty>),
    Named(Vec<(String, Ty)>),
}

impl Data {
    pub(super) fn types(&self) -> Vec<&Ty> {
        match self {
            Self::Unit => Vec::new(),
            Self::Tuple(types) => types.iter().collect(),
            Self::Named(fields) => fields.iter().map(|it| &it.1).collect(),
        }
    }
}

/// A function, a method or an associated function.
#[derive(Clone)]
pub(super) struct Callable {
    pub(super) name: String,
    pub(super) owner: Owner,
    pub(super) params: Vec<Param>,
    pub(super) result: Ty,
    /// How many statements a call may run, at a guess.
    pub(super) cost: usize,
    /// How many lines a call may print, at a guess.
    pub(super) prints: usize,
}

#[derive(Clone, PartialEq)]
pub(super) enum Owner {
    Nothing,
    /// A method that takes `self`.
    Reads(Ty),
    /// A method that takes `mut self`.
    Changes(Ty),
    /// `Type::name(…)`.
    Named(Ty),
}

#[derive(Clone)]
pub(super) struct Param {
    pub(super) name: String,
    pub(super) ty: Ty,
    pub(super) default: Option<String>,
    pub(super) is_mut: bool,
    /// Whether recursion counts it down: a small number.
    pub(super) is_depth: bool,
}

impl World {
    /// The fields of a struct with this in place of its parameter.
    pub(super) fn fields(&self, index: usize, arg: Option<&Ty>) -> Vec<(String, Ty)> {
        let fields = &self.structs[index].fields;
        fields.iter().map(|(name, ty)| (name.clone(), arg.map_or_else(|| ty.clone(), |arg| ty.with(arg)))).collect()
    }

    /// The type as it is written.
    pub(super) fn show(&self, ty: &Ty) -> String {
        let all = |types: &[Ty]| types.iter().map(|it| self.show(it)).collect::<Vec<_>>().join(", ");
        match ty {
            Ty::Unit => "()".to_owned(),
            Ty::Int | Ty::Float | Ty::Bool | Ty::Range => format!("{ty:?}"),
            Ty::Text => "String".to_owned(),
            Ty::Array(it) => format!("Array<{}>", self.show(it)),
            Ty::Set(it) => format!("Set<{}>", self.show(it)),
            Ty::Map(key, value) => format!("Map<{}, {}>", self.show(key), self.show(value)),
            Ty::Tuple(types) => format!("({})", all(types)),
            Ty::Option(it) if matches!(**it, Ty::Fn(..)) => format!("Option<{}>", self.show(it)),
            Ty::Option(it) => format!("{}?", self.show(it)),
            Ty::Result(value, error) => format!("Result<{}, {}>", self.show(value), self.show(error)),
            Ty::Fn(params, to) => format!("fn({}) -> {}", all(params), self.show(to)),
            Ty::Struct(index, None) => self.structs[*index].name.to_owned(),
            Ty::Struct(index, Some(arg)) => format!("{}<{}>", self.structs[*index].name, self.show(arg)),
            Ty::Enum(index) => self.enums[*index].name.to_owned(),
            Ty::Param(_) => "T".to_owned(),
        }
    }

    /// Whether values of the type have it.
    pub(super) fn has(&self, ty: &Ty, bound: Bound) -> bool {
        match (ty, bound) {
            (Ty::Param(own), _) => *own == bound || bound == Bound::Display || (*own, bound) == (Bound::Ord, Bound::Eq),
            (_, Bound::Own) => self.measured.contains(ty),
            (Ty::Fn(..) | Ty::Unit, _) => false,
            (Ty::Float, Bound::Hash) | (Ty::Range, Bound::Hash | Bound::Ord) => false,
            (Ty::Array(_), Bound::Hash) | (Ty::Map(..) | Ty::Set(_), Bound::Ord | Bound::Hash) => false,
            (Ty::Struct(index, arg), _) => {
                let own = &self.structs[*index];
                match bound {
                    Bound::Eq if own.own_eq => true,
                    Bound::Ord if own.own_ord => self.has(ty, Bound::Eq),
                    Bound::Display if own.own_display => true,
                    Bound::Hash if own.own_eq => false,
                    _ => self.fields(*index, arg.as_deref()).iter().all(|it| self.has(&it.1, bound)),
                }
            }
            (Ty::Enum(index), _) => {
                let held = self.enums[*index].variants.iter().flat_map(|it| it.1.types());
                let is_self = |it: &Ty| it == ty || *it == array(ty.clone());
                held.into_iter().all(|it| if is_self(it) { bound != Bound::Hash } else { self.has(it, bound) })
            }
            _ => ty.parts().into_iter().all(|it| self.has(it, bound)),
        }
    }

    /// A type of data that can be shown, at most so deep.
    pub(super) fn data_type(&self, dice: &mut Dice, depth: usize) -> Ty {
        if depth == 0 || dice.chance(50) {
            return self.small_type(dice);
        }
        match dice.below(14) {
            0..=4 => array(self.data_type(dice, depth - 1)),
            5 | 6 => option(self.data_type(dice, depth - 1)),
            7 | 8 => map(self.key_type(dice), self.data_type(dice, depth - 1)),
            9 => set(self.key_type(dice)),
            10 | 11 => Ty::Tuple((0..dice.between(2, 3)).map(|_| self.data_type(dice, depth - 1)).collect()),
            12 if self.structs.len() > 1 => Ty::Struct(1, Some(Box::new(self.data_type(dice, depth - 1)))),
            _ if self.enums.len() > 2 && dice.chance(40) => {
                Ty::Result(Box::new(self.data_type(dice, depth - 1)), Box::new(Ty::Enum(2)))
            }
            _ => result(self.data_type(dice, depth - 1)),
        }
    }

    fn small_type(&self, dice: &mut Dice) -> Ty {
        match dice.below(9) {
            0 if !self.structs.is_empty() => Ty::Struct(0, None),
            1 if self.structs.len() > 3 => Ty::Struct(3, None),
            2 if self.enums.len() > 1 => Ty::Enum(dice.below(2)),
            3 if self.enums.len() > 1 => Ty::Enum(0),
            _ => scalar(dice),
        }
    }

    /// A type of data or of functions.
    pub(super) fn any_type(&self, dice: &mut Dice, depth: usize) -> Ty {
        match dice.below(17) {
            0 => function(&[Ty::Int], self.small_type(dice)),
            1 => array(function(&[Ty::Int], Ty::Int)),
            2 => Ty::Struct(2, None),
            3 => Ty::Range,
            5 => function(&[Ty::Int], function(&[Ty::Int], scalar(dice))),
            4 => function(&[self.small_type(dice), Ty::Int], scalar(dice)),
            _ => self.data_type(dice, depth),
        }
    }

    /// A type that can be a key.
    pub(super) fn key_type(&self, dice: &mut Dice) -> Ty {
        match dice.below(10) {
            0..=3 => Ty::Int,
            4..=7 => Ty::Text,
            8 => Ty::Tuple(vec![Ty::Int, Ty::Bool]),
            _ if self.enums.len() > 1 && self.has(&Ty::Enum(0), Bound::Hash) => Ty::Enum(0),
            _ => Ty::Bool,
        }
    }

    /// A type of data that has it.
    pub(super) fn type_with(&self, dice: &mut Dice, bound: Bound) -> Ty {
        if bound == Bound::Own {
            return dice.pick(&self.measured).cloned().unwrap_or(Ty::Int);
        }
        let found = (0..6).map(|_| self.data_type(dice, 1)).find(|it| self.has(it, bound));
        found.unwrap_or(Ty::Int)
    }
}

/// A type without parts.
pub(super) fn scalar(dice: &mut Dice) -> Ty {
    match dice.below(10) {
        0..=4 => Ty::Int,
        5..=7 => Ty::Text,
        8 => Ty::Bool,
        _ => Ty::Float,
    }
}
