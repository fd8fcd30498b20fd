//! Patterns, and the arms of a `match`.

use super::scope::Grower;
use super::types::{Bound, Ty, array, option};
use super::world::Data;

/// A pattern as it is written, with the names that it binds.
pub(super) type Pattern = (String, Vec<(String, Ty)>);

impl Grower<'_> {
    /// Something to match on, for the head of a statement, and its type.
    pub(super) fn matched(&mut self, fuel: usize) -> (String, Ty) {
        let is_good =
            |it: &Ty| !matches!(it, Ty::Fn(..) | Ty::Range | Ty::Float | Ty::Map(..) | Ty::Set(_) | Ty::Param(_));
        let var =
            self.some_var(|it| is_good(&it.ty) && !matches!(&it.ty, Ty::Struct(2, _))).filter(|_| self.dice.chance(70));
        let ty = match var {
            Some(var) => var.ty,
            None => match self.dice.below(7) {
                0 => Ty::Tuple(vec![Ty::Int, option(Ty::Text)]),
                1 => option(Ty::Enum(0)),
                2 => Ty::Enum(self.dice.below(2)),
                3 => array(Ty::Int),
                4 => Ty::Tuple(vec![Ty::Int, Ty::Int]),
                _ => self.world.data_type(self.dice, 1),
            },
        };
        let ty = if is_good(&ty) { ty } else { Ty::Int };
        (self.expr(&ty, false, fuel.min(2)).head(), ty)
    }

    /// A pattern that always matches.
    pub(super) fn irrefutable(&mut self, ty: &Ty) -> Pattern {
        match ty {
            Ty::Tuple(types) if self.dice.chance(70) => self.joined("(", ")", &types.clone(), Self::irrefutable),
            Ty::Struct(index, arg) if self.dice.chance(15) => self.fields_pattern(*index, arg.as_deref()),
            _ if self.dice.chance(4) => ("_".to_owned(), Vec::new()),
            _ => self.name(ty),
        }
    }

    fn name(&mut self, ty: &Ty) -> Pattern {
        let name = self.fresh();
        (name.clone(), vec![(name, ty.clone())])
    }

    fn joined(
        &mut self,
        open: &str,
        close: &str,
        types: &[Ty],
        mut one: impl FnMut(&mut Self, &Ty) -> Pattern,
    ) -> Pattern {
        let items: Vec<Pattern> = types.iter().map(|it| one(self, it)).collect();
        let shown: Vec<&str> = items.iter().map(|it| it.0.as_str()).collect();
        (format!("{open}{}{close}", shown.join(", ")), items.iter().flat_map(|it| it.1.clone()).collect())
    }

    /// One field of a struct, with or without a name of its own.
    fn fields_pattern(&mut self, index: usize, arg: Option<&Ty>) -> Pattern {
        let fields = self.world.fields(index, arg);
        let (field, ty) = fields[self.dice.below(fields.len())].clone();
        let name = self.world.structs[index].name;
        let rest = if fields.len() > 1 { ", .." } else { "" };
        let (inner, names) = self.irrefutable(&ty);
        (format!("{name} {{ {field}: {inner}{rest} }}"), names)
    }

    /// A pattern that may not match.
    pub(super) fn refutable(&mut self, ty: &Ty) -> Pattern {
        if self.dice.chance(12) {
            let (inner, mut names) = self.refutable_inside(ty);
            let name = self.fresh();
            names.insert(0, (name.clone(), ty.clone()));
            return (format!("{name} @ {}", if inner.contains(" | ") { format!("({inner})") } else { inner }), names);
        }
        self.refutable_inside(ty)
    }

    fn refutable_inside(&mut self, ty: &Ty) -> Pattern {
        let bare = |text: String| (text, Vec::new());
        match ty {
            Ty::Int => bare(self.int_pattern()),
            Ty::Bool => bare(self.dice.word(&["true", "false"]).to_owned()),
            Ty::Text => bare(self.dice.word(&["\"a\"", "\"\"", "\"lamp\" | \"Bo\"", "\"ab\" | \"a\""]).to_owned()),
            Ty::Option(value) if self.dice.chance(75) => {
                self.joined("Some(", ")", &[(**value).clone()], Self::some_pattern)
            }
            Ty::Option(_) => bare("None".to_owned()),
            Ty::Result(value, error) => match self.dice.chance(65) {
                true => self.joined("Ok(", ")", &[(**value).clone()], Self::some_pattern),
                false => self.joined("Err(", ")", &[(**error).clone()], Self::some_pattern),
            },
            Ty::Tuple(types) if types.len() == 2 && types[0] == types[1] && self.dice.chance(30) => {
                self.either(&types[0])
            }
            Ty::Tuple(types) => self.joined("(", ")", &types.clone(), Self::some_pattern),
            Ty::Array(element) => self.array_pattern(element),
            Ty::Enum(index) => {
                let variants = &self.world.enums[*index].variants;
                let (name, data) = variants[self.dice.below(variants.len())].clone();
                self.variant_pattern(*index, name, &data, true)
            }
            Ty::Struct(index, arg) => {
                let fields = self.world.fields(*index, arg.as_deref());
                let (field, ty) = fields[self.dice.below(fields.len())].clone();
                let (inner, names) = self.some_pattern(&ty);
                (format!("{} {{ {field}: {inner}, .. }}", self.world.structs[*index].name), names)
            }
            _ => self.name(ty),
        }
    }

    /// One inside another.
    fn some_pattern(&mut self, ty: &Ty) -> Pattern {
        if self.dice.chance(40) { self.refutable(ty) } else { self.irrefutable(ty) }
    }

    fn int_pattern(&mut self) -> String {
        let low = self.dice.below(6);
        match self.dice.below(8) {
            0 | 1 => low.to_string(),
            2 => format!("{low}..={}", low + self.dice.below(9)),
            3 => format!("{low}..{}", low + self.dice.between(1, 9)),
            4 => self.dice.word(&["..0", "10..", "..=3"]).to_owned(),
            5 if self.world.consts[0].1 == Ty::Int => "LIMIT".to_owned(),
            6 => format!("-{}", low + 1),
            _ => format!("{low} | {}", low + self.dice.between(1, 5)),
        }
    }

    /// `(x, n) | (n, x)`: both alternatives may match, and a guard is tried for each.
    fn either(&mut self, ty: &Ty) -> Pattern {
        let (name, names) = self.name(ty);
        let first = if self.dice.chance(50) { "_".to_owned() } else { self.bare_pattern(ty) };
        (format!("({first}, {name}) | ({name}, _)"), names)
    }

    /// A pattern without names.
    fn bare_pattern(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Int => self.dice.below(9).to_string(),
            Ty::Bool => "true".to_owned(),
            Ty::Text => "\"a\"".to_owned(),
            _ => "_".to_owned(),
        }
    }

    fn array_pattern(&mut self, element: &Ty) -> Pattern {
        let count = self.dice.below(3);
        let rest = match self.dice.below(4) {
            0 => None,
            1 => Some(("..".to_owned(), Vec::new())),
            _ => {
                let name = self.fresh();
                Some((format!("..{name}"), vec![(name, array(element.clone()))]))
            }
        };
        let types = vec![element.clone(); count];
        let at = self.dice.below(count + 1);
        let mut items: Vec<Pattern> = types.iter().map(|it| self.some_pattern(it)).collect();
        if let Some(rest) = rest {
            items.insert(at, rest);
        }
        let shown: Vec<&str> = items.iter().map(|it| it.0.as_str()).collect();
        (format!("[{}]", shown.join(", ")), items.iter().flat_map(|it| it.1.clone()).collect())
    }

    fn variant_pattern(&mut self, index: usize, name: &str, data: &Data, can_fail: bool) -> Pattern {
        let path = format!("{}::{name}", self.world.enums[index].name);
        let one = if can_fail { Self::some_pattern } else { Self::irrefutable };
        match data {
            Data::Unit => (path, Vec::new()),
            Data::Tuple(types) => self.joined(&format!("{path}("), ")", types, one),
            Data::Named(fields) => {
                let (field, ty) = &fields[self.dice.below(fields.len())];
                let (inner, names) = one(self, ty);
                let rest = if fields.len() > 1 { ", .." } else { "" };
                (format!("{path} {{ {field}: {inner}{rest} }}"), names)
            }
        }
    }

    /// All arms of a `match` on the type; `body` makes what an arm gives and is told of the last.
    pub(super) fn arms(&mut self, ty: &Ty, mut body: impl FnMut(&mut Self, bool) -> String) -> Vec<String> {
        let mut patterns: Vec<Pattern> = (0..self.dice.below(3)).map(|_| self.refutable(ty)).collect();
        let open = patterns.len();
        match ty {
            Ty::Bool => patterns.extend([("true".to_owned(), Vec::new()), ("false".to_owned(), Vec::new())]),
            Ty::Option(value) if self.dice.chance(60) => {
                patterns.push(self.joined("Some(", ")", &[(**value).clone()], Self::irrefutable));
                patterns.push(("None".to_owned(), Vec::new()));
            }
            Ty::Result(value, error) if self.dice.chance(60) => {
                patterns.push(self.joined("Err(", ")", &[(**error).clone()], Self::irrefutable));
                patterns.push(self.joined("Ok(", ")", &[(**value).clone()], Self::irrefutable));
            }
            Ty::Enum(index) if self.dice.chance(60) => {
                for (name, data) in self.world.enums[*index].variants.clone() {
                    patterns.push(self.variant_pattern(*index, name, &data, false));
                }
            }
            _ if self.dice.chance(50) => patterns.push(("_".to_owned(), Vec::new())),
            _ => {
                let name = self.name(ty);
                patterns.push(name);
            }
        }
        let count = patterns.len();
        let mut arms = Vec::new();
        for (at, (pattern, names)) in patterns.into_iter().enumerate() {
            arms.push(self.scoped(|it| {
                it.declare_all(&names);
                let guard =
                    if at < open && it.dice.chance(35) { format!(" if {}", it.guard(&names)) } else { String::new() };
                format!("{pattern}{guard} => {}", body(it, at + 1 == count))
            }));
        }
        arms
    }

    /// A condition that reads what the pattern bound, where it can.
    fn guard(&mut self, names: &[(String, Ty)]) -> String {
        let world = self.world;
        let ordered: Vec<&(String, Ty)> = names.iter().filter(|it| world.has(&it.1, Bound::Ord)).collect();
        match self.dice.pick(&ordered) {
            Some((name, ty)) if self.dice.chance(70) => {
                let sign = self.dice.word(&["<", ">", "==", "!=", ">="]);
                format!("{name} {sign} {}", self.operand(ty, super::code::Level::Sum, 1))
            }
            _ => self.expr(&Ty::Bool, true, 2).head(),
        }
    }
}
