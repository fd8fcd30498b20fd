//! Patterns and how they are written.

mod cover;

use super::code::{Code, Kind, Level, code, list};
use super::expr::wrong;
use super::types::Type;

/// A pattern.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    Any,
    Name(String, Type),
    /// A literal, a range or a constant, and the type of what it is compared with.
    Constant(String, Type),
    /// `name @ pattern`.
    At(String, Type, Box<Pattern>),
    Tuple(Vec<Pattern>),
    Variant(String, Vec<Pattern>),
    /// `Path { field: pattern, .. }`; says whether it ends in `..`.
    Record(String, Vec<(String, Pattern)>, bool),
    /// Elements, a rest with or without a name, elements.
    Array(Vec<Pattern>, Option<Option<(String, Type)>>, Vec<Pattern>),
    Either(Vec<Pattern>),
}

impl Pattern {
    /// What it binds.
    pub(crate) fn bindings(&self) -> Vec<(String, Type)> {
        let all = |items: &[Self]| items.iter().flat_map(Self::bindings).collect::<Vec<_>>();
        match self {
            Self::Any | Self::Constant(..) => Vec::new(),
            Self::Name(name, ty) => vec![(name.clone(), ty.clone())],
            Self::At(name, ty, inner) => [vec![(name.clone(), ty.clone())], inner.bindings()].concat(),
            Self::Tuple(items) | Self::Variant(_, items) => all(items),
            Self::Record(_, fields, _) => fields.iter().flat_map(|it| it.1.bindings()).collect(),
            Self::Array(first, rest, last) => {
                let rest: Vec<_> = rest.iter().flatten().cloned().collect();
                [all(first), rest, all(last)].concat()
            }
            Self::Either(items) => items.first().map(Self::bindings).unwrap_or_default(),
        }
    }

    /// The same with another name for the one that it binds.
    fn renamed(self, to: &str) -> Self {
        let all = |items: Vec<Self>| items.into_iter().map(|it| it.renamed(to)).collect();
        match self {
            Self::Name(_, ty) => Self::Name(to.to_owned(), ty),
            Self::At(_, ty, inner) => Self::At(to.to_owned(), ty, inner),
            Self::Tuple(items) => Self::Tuple(all(items)),
            Self::Variant(path, items) => Self::Variant(path, all(items)),
            Self::Record(path, fields, rest) => {
                let fields = fields.into_iter().map(|(name, it)| (name, it.renamed(to))).collect();
                Self::Record(path, fields, rest)
            }
            Self::Array(first, rest, last) => {
                let rest = rest.map(|it| it.map(|(_, ty)| (to.to_owned(), ty)));
                Self::Array(all(first), rest, all(last))
            }
            other => other,
        }
    }

    /// Whether there are values that it does not match.
    pub(crate) fn can_fail(&self) -> bool {
        match self {
            Self::Any | Self::Name(..) => false,
            Self::Constant(..) | Self::Variant(..) | Self::Array(..) => true,
            Self::At(_, _, inner) => inner.can_fail(),
            Self::Tuple(items) => items.iter().any(Self::can_fail),
            Self::Record(path, fields, _) => path.contains("::") || fields.iter().any(|it| it.1.can_fail()),
            Self::Either(items) => items.iter().all(Self::can_fail),
        }
    }

    /// The patterns in it that bind a name themselves.
    fn names(&mut self) -> Vec<&mut String> {
        match self {
            Self::Any | Self::Constant(..) => Vec::new(),
            Self::Name(name, _) => vec![name],
            Self::At(name, _, inner) => [vec![name], inner.names()].into_iter().flatten().collect(),
            Self::Tuple(items) | Self::Variant(_, items) | Self::Either(items) => {
                items.iter_mut().flat_map(Self::names).collect()
            }
            Self::Record(_, fields, _) => fields.iter_mut().flat_map(|it| it.1.names()).collect(),
            Self::Array(first, rest, last) => {
                let rest = rest.iter_mut().flatten().map(|it| &mut it.0);
                let elements = first.iter_mut().chain(last).flat_map(Self::names);
                elements.chain(rest).collect()
            }
        }
    }

    /// The pattern as it is written.
    pub(crate) fn show(&self) -> Code {
        let all = |items: &[Self]| items.iter().map(Self::show).collect::<Vec<_>>();
        match self {
            Self::Any => "_".into(),
            Self::Name(name, _) => name.clone().into(),
            Self::Constant(text, ty) => {
                let code = Code::from(text.clone());
                let range = code.all();
                code.certain(Kind::WrongPattern, range, wrong(ty))
            }
            Self::At(name, _, inner) => code!(Level::Atom; name.clone(), " @ ", inner.show()),
            Self::Tuple(items) => code!(Level::Atom; "(", list(all(items)).0, ")"),
            Self::Variant(path, items) if items.is_empty() => shown_path(path),
            Self::Variant(path, items) => code!(Level::Atom; shown_path(path), "(", list(all(items)).0, ")"),
            Self::Record(path, fields, has_rest) => {
                let mut items: Vec<Code> = fields.iter().map(|(name, it)| shown_field(name, it)).collect();
                items.extend(has_rest.then(|| "..".into()));
                code!(Level::Atom; path.clone(), " { ", list(items).0, " }")
            }
            Self::Array(first, rest, last) => {
                let rest = rest.iter().map(|it| it.as_ref().map_or("..".to_owned(), |(name, _)| format!("..{name}")));
                let rest = rest.map(Code::from).collect();
                code!(Level::Atom; "[", list([all(first), rest, all(last)].concat()).0, "]")
            }
            Self::Either(items) => {
                let mut code = Code::default();
                for (index, item) in all(items).into_iter().enumerate() {
                    code.push(if index > 0 { " | " } else { "" });
                    code.push(item);
                }
                code
            }
        }
    }
}

fn shown_field(name: &str, pattern: &Pattern) -> Code {
    let shown = pattern.show();
    if shown.text == name {
        return shown;
    }
    let code = code!(Level::Atom; name, ": ", shown);
    code.certain(Kind::RenameMember, 0..name.len(), format!("{name}q"))
}

fn shown_path(path: &str) -> Code {
    let code = Code::from(path);
    match path.find("::") {
        Some(at) => code.certain(Kind::RenameVariant, at + 2..path.len(), format!("{}q", &path[at + 2..])),
        None => code,
    }
}
