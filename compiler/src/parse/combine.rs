//! The few parsers that all productions are made of, besides chumsky's own.

use chumsky::primitive::custom;

use super::input::{Extra, Failed, In, InputExt, Parsed, Rule, Source};
use super::{diagnostics, recover};
use crate::ast::Ident;
use crate::lex::{Kind, KindSet};

/// How many productions may be open inside each other: brackets are limited by the lexer, this is for what nests
/// without them (`!!!x`, `|a| |b| |c| …`).
pub(super) const RECURSION_MAX: u32 = 2 * crate::NESTING_MAX;

/// When the native stack has less than this left, it goes on in a new piece of this size.
const STACK_RED_BYTES: usize = 128 * 1024;
const STACK_PIECE_BYTES: usize = 2 * 1024 * 1024;

/// A production as a parser.
#[inline]
pub(super) fn rule<'t, T, F>(production: F) -> chumsky::primitive::Custom<F, Source<'t>, T, Extra<'t>>
where
    F: Fn(&mut In<'t, '_>) -> Parsed<T> + Clone,
{
    custom(production)
}

/// The token `kind`.
#[inline]
pub(super) fn token<'t>(kind: Kind) -> impl Rule<'t, ()> {
    rule(move |input| if input.eat(kind) { Ok(()) } else { Err(Failed) })
}

/// A name, as an identifier or a contextual keyword.
pub(super) fn name(input: &mut In<'_, '_>) -> Parsed<Ident> {
    word_if(input, Kind::is_name)
}

/// A name where keywords are names too: after a `.`, before the `:` of a field.
pub(super) fn field_name(input: &mut In<'_, '_>) -> Parsed<Ident> {
    word_if(input, Kind::is_word)
}

fn word_if(input: &mut In<'_, '_>, accepts: fn(Kind) -> bool) -> Parsed<Ident> {
    if accepts(input.kind()) {
        return Ok(input.take_ident());
    }
    let at = input.at();
    input.state().furthest.expected(at, Kind::Ident);
    Err(Failed)
}

/// Whether `kind` stands here; it is taken if it does.
pub(super) fn flag<'t>(kind: Kind) -> impl Rule<'t, bool> {
    rule(move |input| Ok(input.eat(kind)))
}

/// `parser` if the next token is `kind`, which is taken first; otherwise nothing. There is no way back.
pub(super) fn when<'t, T>(kind: Kind, parser: impl Rule<'t, T>) -> impl Rule<'t, Option<T>> {
    rule(move |input| if input.eat(kind) { input.parse(parser.clone()).map(Some) } else { Ok(None) })
}

/// Fails here, expecting any of `kinds`.
pub(super) fn expected<T>(input: &mut In<'_, '_>, kinds: KindSet) -> Parsed<T> {
    let at = input.at();
    input.state().furthest.expected_any(at, kinds);
    Err(Failed)
}

/// Runs a production that can contain itself, within the limit of nesting.
pub(super) fn nested<'t, T>(
    input: &mut In<'t, '_>,
    production: impl FnOnce(&mut In<'t, '_>) -> Parsed<T>,
) -> Parsed<T> {
    if input.state().depth >= RECURSION_MAX {
        return too_deep(input, RECURSION_MAX);
    }
    input.state().depth += 1;
    let parsed = stacker::maybe_grow(STACK_RED_BYTES, STACK_PIECE_BYTES, || production(input));
    input.state().depth -= 1;
    parsed
}

/// Fails here because the limit of nesting is reached.
pub(super) fn too_deep<T>(input: &mut In<'_, '_>, limit: u32) -> Parsed<T> {
    let at = input.at();
    let span = input.state().tokens.span(at);
    input.state().furthest.because(at, diagnostics::nested_too_deep(span, limit));
    Err(Failed)
}

/// Runs a production inside brackets, where the rules for heads do not hold.
pub(super) fn outside_head<'t, T>(input: &mut In<'t, '_>, production: impl FnOnce(&mut In<'t, '_>) -> T) -> T {
    let before = std::mem::replace(&mut input.state().in_head, false);
    let result = production(input);
    input.state().in_head = before;
    result
}

/// The elements of a list up to `close`, separated by commas, the last comma optional. The opening bracket was taken.
///
/// Never fails: an element that cannot be read is reported and left out.
pub(super) fn list<'t, T, E>(close: Kind, element: E) -> impl Rule<'t, Vec<T>>
where
    E: Fn(&mut In<'t, '_>) -> Parsed<T> + Clone,
{
    rule(move |input| Ok(outside_head(input, |input| elements(input, close, &element))))
}

fn elements<'t, T>(input: &mut In<'t, '_>, close: Kind, element: &impl Fn(&mut In<'t, '_>) -> Parsed<T>) -> Vec<T> {
    let mut found = Vec::new();
    loop {
        if input.eat(close) {
            return found;
        }
        let mark = input.save();
        let start = input.at();
        match input.parse(rule(element)) {
            Ok(element) => found.push(element),
            Err(Failed) => recover::element(input, mark),
        }
        if input.eat(Kind::Comma) {
            continue;
        }
        if input.eat(close) {
            return found;
        }
        if !recover::missing_comma(input, start) {
            return found;
        }
    }
}
