//! Patterns.

use super::combine::{expected, field_name, list, name, nested, rule};
use super::diagnostics;
use super::expr::literal;
use super::furthest::PATTERN;
use super::input::{Failed, In, InputExt, Parsed};
use super::types;
use crate::ast::{Expr, ExprId, FieldPattern, Path, Pattern, PatternId, UnaryOp};
use crate::lex::{Kind, KindSet};

/// pattern = \["|"\] single { "|" single }
pub(super) fn pattern(input: &mut In<'_, '_>) -> Parsed<PatternId> {
    let start = input.at();
    if input.kind() == Kind::Bar {
        input.skip();
    }
    let first = single(input)?;
    if input.kind() != Kind::Bar {
        return Ok(first);
    }
    let mut alternatives = vec![first];
    while input.eat(Kind::Bar) {
        alternatives.push(single(input)?);
    }
    Ok(input.add_pattern(Pattern::Or(alternatives.into()), start))
}

/// single: a pattern without alternatives, as in the parameters of a closure.
pub(super) fn single(input: &mut In<'_, '_>) -> Parsed<PatternId> {
    nested(input, |input| match input.kind() {
        Kind::Underscore => wildcard(input, Pattern::Wildcard),
        Kind::Error => wildcard(input, Pattern::Error),
        Kind::ParenOpen => tuple(input),
        Kind::SquareOpen => array(input),
        Kind::Range | Kind::RangeEq => range_from_start(input),
        Kind::Sub => literal_or_range(input),
        kind if kind.is_literal() || matches!(kind, Kind::StrOpen | Kind::TextOpen) => literal_or_range(input),
        Kind::True | Kind::False => literal_or_range(input),
        kind if kind.is_name() || matches!(kind, Kind::SelfType | Kind::Super) => named(input),
        _ => expected(input, PATTERN),
    })
}

fn wildcard(input: &mut In<'_, '_>, pattern: Pattern) -> Parsed<PatternId> {
    let start = input.at();
    input.skip();
    Ok(input.add_pattern(pattern, start))
}

/// tuple = "(" \[patterns\] ")"
fn tuple(input: &mut In<'_, '_>) -> Parsed<PatternId> {
    let start = input.at();
    input.skip();
    let elements = input.parse(list(Kind::ParenClose, tuple_element))?;
    let before = input.at().saturating_sub(2);
    let has_comma = input.state().kind(before) == Kind::Comma;
    match elements.as_slice() {
        [one] if !has_comma => Ok(*one),
        _ => Ok(input.add_pattern(Pattern::Tuple(elements.into()), start)),
    }
}

fn tuple_element(input: &mut In<'_, '_>) -> Parsed<PatternId> {
    let is_rest = input.kind() == Kind::Range && !starts_range_end(input.nth(1));
    if !is_rest {
        return pattern(input);
    }
    let at = input.at();
    let span = input.state().tokens.span(at);
    input.report(diagnostics::rest_in_tuple(span));
    wildcard(input, Pattern::Error)
}

/// array = "\[" \[element { "," element }\] "\]", where an element may be ".." \[name\]
fn array(input: &mut In<'_, '_>) -> Parsed<PatternId> {
    let start = input.at();
    input.skip();
    let elements = input.parse(list(Kind::SquareClose, element))?;
    report_second_rest(input, &elements);
    Ok(input.add_pattern(Pattern::Array(elements.into()), start))
}

fn element(input: &mut In<'_, '_>) -> Parsed<PatternId> {
    if input.kind() != Kind::Range || starts_range_end(input.nth(1)) {
        return pattern(input);
    }
    let start = input.at();
    input.skip();
    let name = if input.kind().is_name() { Some(input.take_ident()) } else { None };
    Ok(input.add_pattern(Pattern::Rest(name), start))
}

fn report_second_rest(input: &mut In<'_, '_>, elements: &[PatternId]) {
    let ast = &input.state().ast;
    let mut rests =
        elements.iter().filter(|it| matches!(ast.pattern(**it), Pattern::Rest(_))).map(|it| ast.pattern_span(*it));
    let (first, second) = (rests.next(), rests.next());
    if let (Some(first), Some(second)) = (first, second) {
        input.report(diagnostics::repeated_rest(second, first));
    }
}

fn starts_range_end(kind: Kind) -> bool {
    matches!(kind, Kind::Int | Kind::Float | Kind::Duration | Kind::Sub)
}

/// `..5`, `..=5`
fn range_from_start(input: &mut In<'_, '_>) -> Parsed<PatternId> {
    let start = input.at();
    let inclusive = input.kind() == Kind::RangeEq;
    input.skip();
    let end = Some(constant(input)?);
    Ok(input.add_pattern(Pattern::Range { start: None, end, inclusive }, start))
}

/// literal_or_range = constant \[ (".." | "..=") \[constant\] \]
fn literal_or_range(input: &mut In<'_, '_>) -> Parsed<PatternId> {
    let start = input.at();
    let first = constant(input)?;
    let inclusive = match input.kind() {
        Kind::Range => false,
        Kind::RangeEq => true,
        _ => return Ok(input.add_pattern(Pattern::Literal(first), start)),
    };
    input.skip();
    let end = if inclusive || starts_range_end(input.kind()) { Some(constant(input)?) } else { None };
    Ok(input.add_pattern(Pattern::Range { start: Some(first), end, inclusive }, start))
}

/// constant = \["-"\] literal
fn constant(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    match input.kind() {
        Kind::Sub => {
            if let Some(least) = literal::least_int(input) {
                return Ok(least);
            }
            input.skip();
            let operand = number(input)?;
            Ok(input.add(Expr::Unary { op: UnaryOp::Neg, operand }, start))
        }
        Kind::StrOpen | Kind::TextOpen => {
            let text = literal::constant_text(input)?;
            Ok(input.add(Expr::Str(text), start))
        }
        kind if kind.is_literal() || matches!(kind, Kind::True | Kind::False) => literal::literal(input),
        _ => expected(input, KindSet::of(&[Kind::Int, Kind::Float, Kind::Duration])),
    }
}

fn number(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    match input.kind() {
        Kind::Int | Kind::Float | Kind::Duration => literal::literal(input),
        _ => expected(input, KindSet::of(&[Kind::Int, Kind::Float, Kind::Duration])),
    }
}

/// named = path \[ "(" patterns ")" | "{" fields "}" \] | name "@" single
fn named(input: &mut In<'_, '_>) -> Parsed<PatternId> {
    let start = input.at();
    let is_lone = input.kind().is_name() && input.nth(1) != Kind::PathSep && !starts_type_args(input);
    if is_lone && !matches!(input.nth(1), Kind::ParenOpen | Kind::BraceOpen) {
        return lone_name(input);
    }
    let path = types::path(input)?;
    match input.kind() {
        Kind::ParenOpen => variant(input, path, start),
        Kind::BraceOpen => struct_pattern(input, path, start),
        _ => {
            let path = input.add_path(path);
            Ok(input.add_pattern(Pattern::Path(path), start))
        }
    }
}

fn starts_type_args(input: &mut In<'_, '_>) -> bool {
    input.nth(1) == Kind::Less
}

fn lone_name(input: &mut In<'_, '_>) -> Parsed<PatternId> {
    let start = input.at();
    let bound = name(input)?;
    let inner = if input.kind() == Kind::At {
        input.skip();
        Some(single(input)?)
    } else {
        None
    };
    Ok(input.add_pattern(Pattern::Name { name: bound, inner }, start))
}

fn variant(input: &mut In<'_, '_>, path: Path, start: usize) -> Parsed<PatternId> {
    input.skip();
    let fields = input.parse(list(Kind::ParenClose, pattern))?;
    let path = input.add_path(path);
    Ok(input.add_pattern(Pattern::Variant { path, fields: fields.into() }, start))
}

/// "{" \[ field { "," field } \] \[ "," ".." \] "}"
fn struct_pattern(input: &mut In<'_, '_>, path: Path, start: usize) -> Parsed<PatternId> {
    input.skip();
    let fields = input.parse(list(Kind::BraceClose, field))?;
    let path = input.add_path(path);
    let rest = fields.iter().any(Option::is_none);
    let fields = fields.into_iter().flatten().collect();
    Ok(input.add_pattern(Pattern::Struct { path, fields, rest }, start))
}

/// field = name \[ ":" pattern \] | ".."; the rest is nothing.
fn field(input: &mut In<'_, '_>) -> Parsed<Option<FieldPattern>> {
    if input.eat(Kind::Range) {
        return if input.kind() == Kind::BraceClose { Ok(None) } else { rest_comes_last(input) };
    }
    let name = field_name(input)?;
    let pattern = if input.eat(Kind::Colon) { Some(input.parse(rule(pattern))?) } else { None };
    Ok(Some(FieldPattern { name, pattern }))
}

fn rest_comes_last(input: &mut In<'_, '_>) -> Parsed<Option<FieldPattern>> {
    if input.kind() == Kind::Comma && input.nth(1) == Kind::BraceClose {
        return Ok(None);
    }
    let at = input.at();
    input.state().furthest.expected(at, Kind::BraceClose);
    Err(Failed)
}
