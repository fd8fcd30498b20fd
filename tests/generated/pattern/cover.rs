//! Sets of patterns that cover a type, and single ones that always match or may not.

use super::super::code::Code;
use super::super::r#gen::Gen;
use super::super::types::{Type, array};
use super::super::world::Data;
use super::Pattern;

/// A pattern of a set that covers a type.
#[derive(Clone)]
pub(crate) struct Arm {
    pub(crate) pattern: Pattern,
    /// Whether nothing else in the set covers what it covers.
    pub(crate) is_needed: bool,
    pub(crate) has_guard: bool,
}

/// An arm without a guard.
fn arm(pattern: Pattern, is_needed: bool) -> Arm {
    Arm { pattern, is_needed, has_guard: false }
}

impl Gen<'_> {
    /// Arms that cover the type, some of them with a guard or with alternatives.
    pub(crate) fn arms(&mut self, ty: &Type) -> Vec<Arm> {
        let mut arms = Vec::new();
        for next in self.cover(ty, 2) {
            let next = Arm { pattern: self.distinct(next.pattern), ..next };
            if self.dice.chance(12) {
                arms.push(Arm { is_needed: false, has_guard: true, pattern: next.pattern.clone() });
            }
            match arms.last_mut() {
                Some(last) if self.dice.chance(25) && !last.has_guard => {
                    let Some(pattern) = either(&last.pattern, &next.pattern) else {
                        arms.push(next);
                        continue;
                    };
                    *last = arm(pattern, last.is_needed || next.is_needed);
                }
                _ => arms.push(next),
            }
        }
        arms
    }

    /// One pattern that may not match.
    pub(crate) fn refutable(&mut self, ty: &Type) -> Pattern {
        let arms = self.cover(ty, 2);
        let pattern = self.dice.pick(&arms).map_or(Pattern::Any, |it| it.pattern.clone());
        self.distinct(pattern)
    }

    /// The same with no name in it twice.
    fn distinct(&mut self, pattern: Pattern) -> Pattern {
        self.distinct_from(&mut Vec::new(), pattern)
    }

    /// The same with no name in it twice, and none of those seen before.
    fn distinct_from(&mut self, seen: &mut Vec<String>, mut pattern: Pattern) -> Pattern {
        for name in pattern.names() {
            if seen.contains(name) {
                *name = self.fresh();
            }
            seen.push(name.clone());
        }
        pattern
    }

    /// A name, or nothing.
    fn anything(&mut self, ty: &Type) -> Pattern {
        if self.dice.chance(30) { Pattern::Any } else { Pattern::Name(self.fresh(), ty.clone()) }
    }

    /// Patterns that cover the type together and, but for those that a later one covers too, without overlap.
    fn cover(&mut self, ty: &Type, depth: usize) -> Vec<Arm> {
        if depth == 0 {
            return vec![arm(self.anything(ty), true)];
        }
        match ty {
            Type::Bool => vec![arm(constant("true", ty), true), arm(constant("false", ty), true)],
            Type::Int => self.cover_int(),
            Type::Text => self.cover_text(),
            Type::Union(index) => self.cover_union(ty, *index),
            Type::Option(value) => {
                let mut arms = self.wrapped("Some", value, depth);
                arms.push(arm(Pattern::Variant("None".to_owned(), Vec::new()), true));
                arms
            }
            Type::Result(value, error) => {
                let mut arms = self.wrapped("Ok", value, depth);
                arms.extend(self.wrapped("Err", error, 1));
                arms
            }
            Type::Tuple(types) => self.cover_tuple(types, depth),
            Type::Array(element) => self.cover_array(element, depth),
            Type::Struct(index, args) => self.cover_struct(*index, args, depth),
            Type::Enum(index, args) => self.cover_enum(ty, *index, args, depth),
            _ => vec![arm(self.anything(ty), true)],
        }
    }

    fn wrapped(&mut self, name: &str, inner: &Type, depth: usize) -> Vec<Arm> {
        let wrap = |it: Arm| arm(Pattern::Variant(name.to_owned(), vec![it.pattern]), it.is_needed);
        let mut arms = self.cover(inner, depth - 1);
        if let [first, second, ..] = arms.as_slice()
            && first.pattern.bindings().is_empty()
            && let Some(pattern) = either(&first.pattern, &second.pattern)
            && self.dice.chance(30)
        {
            let merged = arm(pattern, first.is_needed || second.is_needed);
            arms.splice(0..2, [merged]);
        }
        arms.into_iter().map(wrap).collect()
    }

    fn cover_int(&mut self) -> Vec<Arm> {
        let ty = Type::Int;
        let mut arms = Vec::new();
        if self.dice.chance(60) {
            arms.push(arm(constant(self.dice.word(&["0", "1", "-1", "0x10"]), &ty), false));
        }
        let range = self.dice.word(&["2..=9", "2..10", "20..", "..-5", "..=-5"]);
        let range = constant(range, &ty);
        arms.push(match self.dice.below(4) {
            0 => arm(Pattern::At(self.fresh(), ty.clone(), Box::new(range)), false),
            1 => {
                let constants = self.world.consts.iter().filter(|it| it.1 == ty).map(|it| it.0.clone());
                let constants: Vec<String> = constants.collect();
                arm(self.dice.pick(&constants).map_or(range, |it| constant(it, &ty)), false)
            }
            _ => arm(range, false),
        });
        arms.push(arm(self.anything(&ty), true));
        arms
    }

    fn cover_text(&mut self) -> Vec<Arm> {
        let word = self.dice.word(&["\"pear\"", "\"fig\"", "\"\""]);
        vec![arm(constant(word, &Type::Text), false), arm(self.anything(&Type::Text), true)]
    }

    fn cover_union(&mut self, ty: &Type, index: usize) -> Vec<Arm> {
        let members = self.world.unions[index].members.clone();
        let count = if self.dice.chance(60) { members.len() } else { self.dice.between(1, members.len() - 1) };
        let has_rest = count < members.len();
        let mut arms: Vec<Arm> =
            members.iter().take(count).map(|it| arm(constant(&format!("\"{it}\""), ty), !has_rest)).collect();
        if has_rest {
            arms.push(arm(self.anything(ty), true));
        }
        arms
    }

    /// Covers one element, sometimes two, and takes the others as they are.
    fn cover_tuple(&mut self, types: &[Type], depth: usize) -> Vec<Arm> {
        let at = self.dice.below(types.len());
        let second = (at + 1) % types.len();
        let mut arms = Vec::new();
        let others = if types.len() > 1 && self.dice.chance(30) { self.cover(&types[second], 1) } else { Vec::new() };
        let others: Vec<Option<Arm>> =
            if others.is_empty() { vec![None] } else { others.into_iter().map(Some).collect() };
        for first in self.cover(&types[at], depth - 1) {
            for other in &others {
                let is_needed = first.is_needed && other.as_ref().is_none_or(|it| it.is_needed);
                let items = types.iter().enumerate().map(|(index, ty)| match other {
                    _ if index == at => first.pattern.clone(),
                    Some(other) if index == second => other.pattern.clone(),
                    _ => self.anything(ty),
                });
                arms.push(arm(Pattern::Tuple(items.collect()), is_needed));
            }
        }
        arms
    }

    fn cover_array(&mut self, element: &Type, depth: usize) -> Vec<Arm> {
        let rest = if self.dice.chance(60) { Some((self.fresh(), array(element.clone()))) } else { None };
        let empty = arm(Pattern::Array(Vec::new(), None, Vec::new()), true);
        match self.dice.below(4) {
            0 => {
                let first = self.cover(element, depth - 1);
                let with_rest =
                    |it: Arm| arm(Pattern::Array(vec![it.pattern], Some(rest.clone()), Vec::new()), it.is_needed);
                [vec![empty], first.into_iter().map(with_rest).collect()].concat()
            }
            1 => {
                let one = Pattern::Array(vec![self.anything(element)], None, Vec::new());
                let many = Pattern::Array(vec![self.anything(element)], Some(rest), vec![self.anything(element)]);
                vec![empty, arm(one, true), arm(many, true)]
            }
            2 => {
                let last = Pattern::Array(Vec::new(), Some(rest), vec![self.anything(element)]);
                vec![empty, arm(last, true)]
            }
            _ => {
                let two = Pattern::Array(vec![self.anything(element), self.anything(element)], None, Vec::new());
                vec![arm(two, false), arm(self.anything(&array(element.clone())), true)]
            }
        }
    }

    fn cover_struct(&mut self, index: usize, args: &[Type], depth: usize) -> Vec<Arm> {
        let fields = self.world.fields(index, args);
        let name = self.world.structs[index].name.clone();
        let at = self.dice.below(fields.len());
        let mut arms = Vec::new();
        for inner in self.cover(&fields[at].ty, depth - 1) {
            let mut has_rest = false;
            let mut items = Vec::new();
            for (index, field) in fields.iter().enumerate() {
                if index == at {
                    items.push((field.name.clone(), inner.pattern.clone()));
                } else if self.dice.chance(40) {
                    has_rest = true;
                } else {
                    items.push((field.name.clone(), self.field_pattern(&field.name, &field.ty)));
                }
            }
            arms.push(arm(Pattern::Record(name.clone(), items, has_rest), inner.is_needed));
        }
        arms
    }

    /// The field's own name, or any other.
    fn field_pattern(&mut self, name: &str, ty: &Type) -> Pattern {
        if self.dice.chance(50) { Pattern::Name(name.to_owned(), ty.clone()) } else { self.anything(ty) }
    }

    fn cover_enum(&mut self, ty: &Type, index: usize, args: &[Type], depth: usize) -> Vec<Arm> {
        let name = self.world.enums[index].name.clone();
        let variants = self.world.variants(index, args);
        let count = if self.dice.chance(75) { variants.len() } else { self.dice.between(1, variants.len() - 1) };
        let has_rest = count < variants.len();
        let mut arms = Vec::new();
        for variant in variants.into_iter().take(count) {
            let path = format!("{name}::{}", variant.name);
            for it in self.cover_variant(&path, &variant.data, depth) {
                arms.push(arm(it.pattern, it.is_needed && !has_rest));
            }
        }
        if has_rest {
            arms.push(arm(self.anything(ty), true));
        }
        arms
    }

    fn cover_variant(&mut self, path: &str, data: &Data, depth: usize) -> Vec<Arm> {
        match data {
            Data::Unit => vec![arm(Pattern::Variant(path.to_owned(), Vec::new()), true)],
            Data::Tuple(types) => {
                let into_variant = |it: Arm| match it.pattern {
                    Pattern::Tuple(items) => arm(Pattern::Variant(path.to_owned(), items), it.is_needed),
                    _ => it,
                };
                self.cover_tuple(types, depth).into_iter().map(into_variant).collect()
            }
            Data::Named(fields) => {
                let mut items = Vec::new();
                for field in fields {
                    if self.dice.chance(70) {
                        items.push((field.name.clone(), self.field_pattern(&field.name, &field.ty)));
                    }
                }
                let has_rest = items.len() < fields.len();
                vec![arm(Pattern::Record(path.to_owned(), items, has_rest), true)]
            }
        }
    }

    /// A pattern that always matches.
    pub(crate) fn irrefutable(&mut self, ty: &Type) -> Pattern {
        let pattern = self.always(ty);
        self.distinct(pattern)
    }

    fn always(&mut self, ty: &Type) -> Pattern {
        match ty {
            Type::Tuple(types) => Pattern::Tuple(types.iter().map(|it| self.always(it)).collect()),
            Type::Struct(index, args) if self.dice.chance(50) => {
                let name = self.world.structs[*index].name.clone();
                let fields = self.world.fields(*index, args);
                let kept: Vec<_> = fields.iter().filter(|_| self.dice.chance(60)).collect();
                let items = kept.iter().map(|it| (it.name.clone(), self.field_pattern(&it.name, &it.ty))).collect();
                Pattern::Record(name, items, kept.len() < fields.len())
            }
            _ => Pattern::Name(self.fresh(), ty.clone()),
        }
    }

    /// The parameters of a closure: names, or tuples taken apart. Brings their names into scope.
    pub(crate) fn parameter_patterns(&mut self, types: &[Type]) -> Vec<Code> {
        let mut seen = Vec::new();
        let mut shown = Vec::new();
        for ty in types {
            let pattern = match ty {
                Type::Tuple(_) if self.dice.chance(60) => self.always(ty),
                _ => Pattern::Name(self.fresh(), ty.clone()),
            };
            let pattern = self.distinct_from(&mut seen, pattern);
            self.declare_all(&pattern);
            shown.push(pattern.show());
        }
        shown
    }
}

fn constant(text: &str, ty: &Type) -> Pattern {
    Pattern::Constant(text.to_owned(), ty.clone())
}

/// Both as alternatives of one pattern, if they bind the same.
fn either(first: &Pattern, second: &Pattern) -> Option<Pattern> {
    let (mine, theirs) = (first.bindings(), second.bindings());
    let second = match (mine.as_slice(), theirs.as_slice()) {
        ([], []) => second.clone(),
        ([(name, a)], [(_, b)]) if a == b => second.clone().renamed(name),
        _ => return None,
    };
    let mut items = if let Pattern::Either(items) = first { items.clone() } else { vec![first.clone()] };
    items.push(second);
    Some(Pattern::Either(items))
}
