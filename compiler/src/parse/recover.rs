//! Going on after a mistake: report it once, skip as little as possible.

use super::diagnostics;
use super::foreign;
use super::input::{In, InputExt, Mark};
use super::item;
use crate::lex::Kind;

/// Says what went wrong since the token `start`, unless the lexer or an inner production said it.
pub(super) fn report(input: &mut In<'_, '_>, start: usize) {
    report_with(input, start, foreign::at);
}

fn report_with(
    input: &mut In<'_, '_>,
    start: usize,
    explain: fn(&super::input::Builder<'_>, usize, usize) -> Option<crate::diagnostic::Diagnostic>,
) {
    let state = input.state();
    let Some((at, kinds, better)) = state.furthest.take(start) else { return };
    if state.is_reported(at) || (at > start && state.is_reported(at - 1)) || follows_repair(state, start, at) {
        return;
    }
    let diagnostic = match better {
        Some(better) => *better,
        None => match explain(state, start, at) {
            Some(diagnostic) => diagnostic,
            None => diagnostics::unexpected(state, start, at, kinds),
        },
    };
    state.sink.push(diagnostic);
}

/// How far back a bracket that was made up explains what is wrong.
const REPAIR_REACH: usize = 32;

/// Whether a bracket was made up shortly before: what does not fit after it follows from its place being a guess.
fn follows_repair(state: &super::input::Builder<'_>, start: usize, at: usize) -> bool {
    (start.max(at.saturating_sub(REPAIR_REACH))..at).any(|it| state.is_made_up(it))
}

/// After an element of a list that could not be read: on to the next comma or to the end of the list.
pub(super) fn element<'t, 'p>(input: &mut In<'t, 'p>, mark: Mark<'t, 'p>) {
    let start = *mark.cursor().inner();
    report(input, start);
    let target = input.state().furthest.position(start);
    input.rewind(mark);
    skip_while(input, |it| it.at < target || !(it.depth == 0 && (it.kind == Kind::Comma || it.kind.is_closer())));
}

/// After an element that no comma follows: whether another element comes. What is in the way is skipped.
pub(super) fn missing_comma(input: &mut In<'_, '_>, start: usize) -> bool {
    let here = input.at();
    let starts_line = input.state().starts_line(here);
    let is_forgotten = starts_line && (input.kind().is_word() || input.kind() == Kind::At);
    if is_forgotten {
        let before = input.state().tokens.span(here.saturating_sub(1)).after();
        input.state().furthest.because(here, diagnostics::missing_list_comma(before));
    }
    lose_prefix(input, here);
    report(input, start);
    if !is_forgotten {
        skip_while(input, |it| !(it.depth == 0 && (it.kind == Kind::Comma || it.kind.is_closer())));
    }
    if input.kind() == Kind::Comma {
        input.skip();
    }
    if input.kind().is_closer() {
        input.skip();
        return false;
    }
    input.kind() != Kind::End
}

/// `f"text"`: the letter before a string is no name.
fn lose_prefix(input: &mut In<'_, '_>, here: usize) {
    let Some(before) = here.checked_sub(1) else { return };
    let is_string = matches!(input.kind(), Kind::Str | Kind::StrOpen | Kind::TextStr | Kind::TextOpen);
    let state = input.state();
    let touches = state.tokens.span(before).end == state.tokens.span(here).start;
    if is_string && touches && state.kind(before) == Kind::Ident {
        let (name, span) = (state.ident(before).name, state.tokens.span(before));
        state.lost.insert(name);
        state.furthest.because(here, diagnostics::string_prefix(state.text(before), span));
    }
}

/// After a statement that could not be read: behind its `;` or its block, or before what is clearly another statement.
pub(super) fn statement<'t, 'p>(input: &mut In<'t, 'p>, mark: Mark<'t, 'p>) {
    let start = *mark.cursor().inner();
    report_with(input, start, foreign::in_statement);
    rest_of_statement(input, mark);
}

/// Skips from the token `start` to the end of the statement that stands there.
pub(super) fn rest_of_statement<'t, 'p>(input: &mut In<'t, 'p>, mark: Mark<'t, 'p>) {
    let start = *mark.cursor().inner();
    let target = input.state().furthest.position(start);
    input.rewind(mark);
    let mut ended = false;
    skip_while(input, |it| {
        if ended && !it.goes_on {
            return false;
        }
        let is_outside = it.depth == 0;
        if is_outside && (it.kind.is_closer() || it.kind == Kind::End) {
            return false;
        }
        let past = it.at > start && it.at >= target;
        if is_outside && past && it.starts_line && starts_statement(it.kind, it.next) {
            return false;
        }
        ended = it.at >= target && ((is_outside && it.kind == Kind::Semicolon) || it.closes_outer_brace);
        true
    });
}

/// After a declaration inside another: before the next one, or before the closing brace.
pub(super) fn member<'t, 'p>(input: &mut In<'t, 'p>, mark: Mark<'t, 'p>) {
    let start = *mark.cursor().inner();
    report(input, start);
    let target = input.state().furthest.position(start);
    input.rewind(mark);
    let mut ended = false;
    skip_while(input, |it| {
        if ended || (it.depth == 0 && (it.kind.is_closer() || it.kind == Kind::End)) {
            return false;
        }
        let past = it.at > start && it.at >= target;
        if it.depth == 0 && past && it.starts_line && (starts_member(it.kind) || it.next == Kind::Colon) {
            return false;
        }
        let ends = matches!(it.kind, Kind::Semicolon | Kind::Comma) && it.depth == 0;
        ended = it.at >= target && (ends || it.closes_outer_brace);
        true
    });
}

fn starts_member(kind: Kind) -> bool {
    matches!(kind, Kind::Fn | Kind::Pub | Kind::At | Kind::Stage | Kind::Repeat)
}

fn starts_statement(kind: Kind, next: Kind) -> bool {
    use Kind::{Break, Continue, For, If, Let, Loop, Match, Return, While};
    matches!(kind, Let | If | For | While | Loop | Match | Return | Break | Continue | Kind::At)
        || item::starts(kind, next)
        || (kind.is_name() && matches!(next, Kind::ParenOpen | Kind::Dot | Kind::Assign))
}

/// A token that may be skipped, and how deep in brackets it lies.
struct Skipped {
    at: usize,
    kind: Kind,
    next: Kind,
    depth: u32,
    starts_line: bool,
    closes_outer_brace: bool,
    /// Whether it goes on with the statement before it.
    goes_on: bool,
}

/// Skips tokens from here while `condition` holds, and remembers the names among them.
fn skip_while(input: &mut In<'_, '_>, mut condition: impl FnMut(Skipped) -> bool) {
    let mut depth = 0u32;
    loop {
        let (at, kind, next) = (input.at(), input.kind(), input.nth(1));
        if kind == Kind::End {
            return;
        }
        let starts_line = input.state().starts_line(at);
        let closes_outer_brace = kind == Kind::BraceClose && depth == 1;
        let goes_on = foreign::goes_on(input.state(), at);
        if !condition(Skipped { at, kind, next, depth, starts_line, closes_outer_brace, goes_on }) {
            return;
        }
        if kind.closer().is_some() {
            depth += 1;
        } else if kind.is_closer() {
            depth = depth.saturating_sub(1);
        }
        if kind.is_name() {
            let name = input.take_ident().name;
            input.state().lost.insert(name);
        } else {
            input.skip();
        }
    }
}

/// After a value that could not be read: to the end of its statement, but not beyond it.
pub(super) fn value<'t, 'p>(input: &mut In<'t, 'p>, mark: Mark<'t, 'p>) {
    let start = *mark.cursor().inner();
    let target = input.state().furthest.position(start);
    input.rewind(mark);
    skip_while(input, |it| {
        let is_end = it.depth == 0 && (it.kind == Kind::Semicolon || it.kind.is_closer());
        let is_next =
            it.depth == 0 && it.at > start && it.at >= target && it.starts_line && starts_statement(it.kind, it.next);
        !(is_end || is_next)
    });
}
