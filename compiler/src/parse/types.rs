//! Types.

use chumsky::Parser;

use super::combine::{expected, list, name, nested, rule, token, too_deep, when};
use super::expr::literal;
use super::furthest::{EXPRESSION, TYPE};
use super::input::{Failed, In, InputExt, Parsed};
use crate::NESTING_MAX;
use crate::ast::{Generic, Path, Segment, Type, TypeId};
use crate::lex::Kind;

/// type = optional { "|" optional }
pub(super) fn type_(input: &mut In<'_, '_>) -> Parsed<TypeId> {
    nested(input, |input| {
        let start = input.at();
        let first = input.parse(rule(without_union))?;
        if input.kind() != Kind::Bar {
            return Ok(first);
        }
        let mut members = vec![first];
        while input.eat(Kind::Bar) {
            members.push(input.parse(rule(without_union))?);
        }
        Ok(input.add_type(Type::Union(members.into()), start))
    })
}

/// optional = primary { "?" | "??" }
pub(super) fn without_union(input: &mut In<'_, '_>) -> Parsed<TypeId> {
    nested(input, |input| {
        let start = input.at();
        let mut inner = input.parse(rule(without_question))?;
        let mut depth = 0;
        loop {
            let count = match input.kind() {
                Kind::Question => 1,
                Kind::Coalesce => 2,
                _ => return Ok(inner),
            };
            depth += count;
            if depth > NESTING_MAX {
                return too_deep(input, NESTING_MAX);
            }
            input.skip();
            for _ in 0..count {
                inner = input.add_type(Type::Optional(inner), start);
            }
        }
    })
}

/// The type after `as`: a number's, so a `<` behind it is a comparison, unless nothing is compared.
pub(super) fn cast_type(input: &mut In<'_, '_>) -> Parsed<TypeId> {
    let is_name = input.kind().is_name() || input.kind() == Kind::SelfType;
    if !is_name || input.nth(1) == Kind::PathSep {
        return input.parse(rule(without_question));
    }
    let start = input.at();
    let name = input.take_ident();
    let has_args = input.kind() == Kind::Less && after_type_args(input).is_some_and(|next| !EXPRESSION.has(next));
    if !has_args {
        return Ok(input.add_type(Type::Name(name), start));
    }
    let args = type_args(input)?.into();
    let span = input.span_of(start);
    let path = input.add_path(Path { segments: [Segment { name, args }].into(), span });
    Ok(input.add_type(Type::Path(path), start))
}

/// primary = literal | "(" [types] ")" | function | path
pub(super) fn without_question(input: &mut In<'_, '_>) -> Parsed<TypeId> {
    match input.kind() {
        Kind::Str | Kind::RawStr | Kind::TextStr => literal_type(input),
        Kind::StrOpen | Kind::TextOpen => literal_type(input),
        Kind::ParenOpen => tuple_type(input),
        Kind::Fn => function_type(input),
        Kind::Error => error_type(input),
        kind if kind.is_name() || matches!(kind, Kind::SelfType | Kind::Super) => path_type(input),
        _ => expected(input, TYPE),
    }
}

fn error_type(input: &mut In<'_, '_>) -> Parsed<TypeId> {
    let start = input.at();
    input.skip();
    Ok(input.add_type(Type::Error, start))
}

fn literal_type(input: &mut In<'_, '_>) -> Parsed<TypeId> {
    let start = input.at();
    let text = literal::constant_text(input)?;
    Ok(input.add_type(Type::Literal(text), start))
}

fn tuple_type(input: &mut In<'_, '_>) -> Parsed<TypeId> {
    let start = input.at();
    input.skip();
    let elements = input.parse(list(Kind::ParenClose, type_))?;
    let before = input.at().saturating_sub(2);
    let has_comma = input.state().kind(before) == Kind::Comma;
    match elements.as_slice() {
        [one] if !has_comma => Ok(*one),
        _ => Ok(input.add_type(Type::Tuple(elements.into()), start)),
    }
}

/// function = "fn" "(" [types] ")" [ "->" type ]
fn function_type(input: &mut In<'_, '_>) -> Parsed<TypeId> {
    let start = input.at();
    let signature = token(Kind::Fn)
        .ignore_then(token(Kind::ParenOpen))
        .ignore_then(list(Kind::ParenClose, type_))
        .then(when(Kind::Arrow, rule(without_union)));
    let (params, result) = input.parse(signature)?;
    Ok(input.add_type(Type::Fn { params: params.into(), result }, start))
}

fn path_type(input: &mut In<'_, '_>) -> Parsed<TypeId> {
    let start = input.at();
    let mut path = path(input)?;
    let kind = match &mut *path.segments {
        [Segment { name, args }] if args.is_empty() => Type::Name(*name),
        _ => Type::Path(input.add_path(path)),
    };
    Ok(input.add_type(kind, start))
}

/// path = segment { "::" segment }
pub(super) fn path(input: &mut In<'_, '_>) -> Parsed<Path> {
    let start = input.at();
    let mut segments = vec![segment(input)?];
    while input.eat(Kind::PathSep) {
        segments.push(segment(input)?);
    }
    let span = input.span_of(start);
    Ok(Path { segments: segments.into(), span })
}

fn segment(input: &mut In<'_, '_>) -> Parsed<Segment> {
    let name = path_name(input)?;
    let args = if input.kind() == Kind::Less { type_args(input)? } else { Vec::new() };
    Ok(Segment { name, args: args.into() })
}

/// A name in a path: `super` and `Self` are among them.
pub(super) fn path_name(input: &mut In<'_, '_>) -> Parsed<crate::ast::Ident> {
    if matches!(input.kind(), Kind::Super | Kind::SelfType) {
        return Ok(input.take_ident());
    }
    name(input)
}

/// type_args = "<" type { "," type } [","] ">"
pub(super) fn type_args(input: &mut In<'_, '_>) -> Parsed<Vec<TypeId>> {
    input.parse(token(Kind::Less))?;
    angle_list(input, type_)
}

/// generics = "<" generic { "," generic } ">", or nothing.
pub(super) fn generics(input: &mut In<'_, '_>) -> Parsed<Vec<Generic>> {
    if !input.eat(Kind::Less) {
        return Ok(Vec::new());
    }
    angle_list(input, generic)
}

/// generic = name [ ":" bound { "+" bound } ]
fn generic(input: &mut In<'_, '_>) -> Parsed<Generic> {
    let name = name(input)?;
    let mut bounds = Vec::new();
    if input.eat(Kind::Colon) {
        bounds.push(path_type(input)?);
        while input.eat(Kind::Add) {
            bounds.push(path_type(input)?);
        }
    }
    Ok(Generic { name, bounds: bounds.into() })
}

/// The elements up to the closing `>`, which may be the first half of a `>=`.
fn angle_list<'t, T>(input: &mut In<'t, '_>, element: impl Fn(&mut In<'t, '_>) -> Parsed<T> + Clone) -> Parsed<Vec<T>> {
    let mut found = vec![input.parse(rule(element.clone()))?];
    loop {
        let has_comma = input.eat(Kind::Comma);
        if closes_angle(input) {
            return Ok(found);
        }
        if !has_comma {
            return Err(Failed);
        }
        found.push(input.parse(rule(element.clone()))?);
    }
}

fn closes_angle(input: &mut In<'_, '_>) -> bool {
    let at = input.at();
    if input.kind() == Kind::GreaterEq && input.state().split.is_none_or(|split| split < at) {
        input.state().split = Some(at);
        return true;
    }
    input.eat(Kind::Greater)
}

/// `=`, or what is left of a `>=` whose `>` closed type arguments.
pub(super) fn equals(input: &mut In<'_, '_>) -> bool {
    let at = input.at();
    if input.kind() == Kind::GreaterEq && input.state().split == Some(at) {
        input.skip();
        return true;
    }
    input.eat(Kind::Assign)
}

/// How far ahead is looked for the end of type arguments.
const LOOK_AHEAD_MAX: usize = 128;

/// Whether `<` here starts type arguments rather than a comparison: only tokens of types up to the matching `>`, and
/// behind it a call, a path or a struct literal.
pub(super) fn type_args_follow(input: &mut In<'_, '_>) -> bool {
    let in_head = input.state().in_head;
    after_type_args(input).is_some_and(|next| followed(next, in_head))
}

/// The token behind what reads like type arguments.
///
/// `(a < b, c > (d))` could be both. Types are written with a capital letter, and so a list of small names is none.
fn after_type_args(input: &mut In<'_, '_>) -> Option<Kind> {
    let (mut angles, mut others) = (0usize, 0usize);
    let (mut has_comma, mut has_small_name) = (false, false);
    for n in 0..LOOK_AHEAD_MAX {
        match input.nth(n) {
            Kind::Less => angles += 1,
            Kind::Greater => {
                angles -= 1;
                if angles == 0 {
                    let is_list = others == 0 && !(has_comma && has_small_name);
                    return is_list.then(|| input.nth(n + 1));
                }
            }
            Kind::ParenOpen => others += 1,
            Kind::ParenClose => others = others.checked_sub(1)?,
            Kind::Comma => has_comma |= angles == 1 && others == 0,
            Kind::PathSep | Kind::Question | Kind::Coalesce | Kind::Arrow | Kind::Fn => {}
            Kind::Bar | Kind::Str | Kind::SelfType | Kind::Super => {}
            kind if kind.is_name() => has_small_name |= starts_small(input, n),
            _ => return None,
        }
    }
    None
}

fn starts_small(input: &mut In<'_, '_>, n: usize) -> bool {
    let at = input.at() + n;
    let is_last = input.nth(n + 1) != Kind::PathSep;
    is_last && input.state().text(at).chars().next().is_some_and(char::is_lowercase)
}

fn followed(next: Kind, in_head: bool) -> bool {
    matches!(next, Kind::ParenOpen | Kind::PathSep) || (next == Kind::BraceOpen && !in_head)
}
