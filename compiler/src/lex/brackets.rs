//! Makes brackets match, so that the parser never has to guess where a block ends.
//!
//! A file whose brackets match, which is nearly every file, passes through as it is. Otherwise the missing ones are
//! made up (tokens with an empty span) and stray ones become [`Kind::Error`], each with one diagnostic. Where a brace
//! is missing, indentation says where it was meant: people indent more reliably than they count braces.

use super::{Kind, Tokens, diagnostics};
use crate::NESTING_MAX;
use crate::diagnostic::Sink;
use crate::source::{SourceFile, Span};

/// The tokens with matching brackets, nested no deeper than [`NESTING_MAX`].
pub(super) fn balance(tokens: Tokens, file: &SourceFile, sink: &mut Sink) -> Tokens {
    let tokens = match matches(&tokens) {
        true => tokens,
        false => Repair::new(&tokens, file, sink).run(),
    };
    limit_depth(tokens, sink)
}

fn matches(tokens: &Tokens) -> bool {
    let mut open = Vec::new();
    for kind in &tokens.kinds {
        if let Some(closer) = kind.closer() {
            open.push(closer);
        } else if kind.is_closer() && open.pop() != Some(*kind) {
            return false;
        }
    }
    open.is_empty()
}

/// Replaces what is nested too deep by one error token.
fn limit_depth(tokens: Tokens, sink: &mut Sink) -> Tokens {
    let deepest = depths(&tokens.kinds).max().unwrap_or(0);
    if deepest <= NESTING_MAX {
        return tokens;
    }
    let mut kept = Tokens { comments: tokens.comments, ..Tokens::default() };
    let mut too_deep = false;
    for ((kind, span), depth) in tokens.kinds.iter().zip(&tokens.spans).zip(depths(&tokens.kinds)) {
        if depth <= NESTING_MAX {
            too_deep = false;
            kept.push(*kind, *span);
        } else if !too_deep {
            too_deep = true;
            sink.push(diagnostics::nested_too_deep(*span));
            kept.push(Kind::Error, *span);
        }
    }
    kept
}

/// How deep each token lies; a bracket lies as deep as what it encloses.
fn depths(kinds: &[Kind]) -> impl Iterator<Item = u32> + '_ {
    let mut depth = 0u32;
    kinds.iter().map(move |kind| {
        if kind.closer().is_some() {
            depth += 1;
        }
        let here = depth;
        if kind.is_closer() {
            depth = depth.saturating_sub(1);
        }
        here
    })
}

/// An opening bracket whose closing one is not found yet.
#[derive(Clone, Copy)]
struct Open {
    kind: Kind,
    span: Span,
    /// The indentation of the line it stands on.
    indent: u32,
    /// Whether it opens the parameters of a function, among which no brace can stand.
    is_params: bool,
    /// The nearest open brace from here outwards, this one included, within the same interpolation.
    brace: Option<usize>,
    /// The nearest open brace outside this one, within the same interpolation.
    outer_brace: Option<usize>,
    /// Whether this is or stands in an interpolation.
    in_interpolation: bool,
}

/// How many open brackets are looked at for one that fits: what is written by hand is never that far away, and
/// looking at all of them for each would take the square of the time.
const LOOK_BACK_MAX: usize = 64;

struct Repair<'a> {
    tokens: &'a Tokens,
    file: &'a SourceFile,
    sink: &'a mut Sink,
    out: Tokens,
    open: Vec<Open>,
}

/// The place of a token on its line.
#[derive(Clone, Copy)]
struct Place {
    indent: u32,
    is_first: bool,
}

impl<'a> Repair<'a> {
    fn new(tokens: &'a Tokens, file: &'a SourceFile, sink: &'a mut Sink) -> Self {
        Self { tokens, file, sink, out: Tokens::default(), open: Vec::new() }
    }

    fn run(mut self) -> Tokens {
        let mut line = Line::default();
        for (index, (kind, span)) in
            self.tokens.kinds.iter().copied().zip(self.tokens.spans.iter().copied()).enumerate()
        {
            let place = line.place(self.file, span);
            if place.is_first {
                self.line_starts(kind, index, span, place);
            }
            if kind.closer().is_some() {
                if kind == Kind::BraceOpen {
                    self.close_while(span, |open| open.is_params);
                }
                self.open(kind, span, place);
            } else if kind.is_closer() {
                self.close(kind, span, place);
            } else if kind == Kind::Semicolon {
                self.close_round_and_square(span);
                self.out.push(kind, span);
            } else if kind == Kind::End {
                self.end(span);
            } else {
                self.out.push(kind, span);
                self.after_broken_string(kind, span);
            }
        }
        self.out.comments.clone_from(&self.tokens.comments);
        self.out
    }

    /// A string that swallowed the rest of its line swallowed the brackets there: nothing more is said about them.
    fn after_broken_string(&mut self, kind: Kind, span: Span) {
        let is_broken = match kind {
            Kind::Error => self.file.slice(span).starts_with('"'),
            Kind::StrClose => span.start == span.end,
            _ => false,
        };
        let line = |at: Span| self.file.position_line(at.start);
        let is_here =
            |open: &Open| matches!(open.kind, Kind::ParenOpen | Kind::SquareOpen) && line(open.span) == line(span);
        while is_broken && let Some(open) = self.open.pop_if(|open| is_here(open)) {
            let after = self.out.spans.last().copied().unwrap_or_default().after();
            self.out.kinds.extend(open.kind.closer());
            self.out.spans.push(after);
        }
    }

    /// A declaration at the margin cannot be inside anything; `let` cannot be inside parentheses.
    fn line_starts(&mut self, kind: Kind, index: usize, at: Span, place: Place) {
        let is_declaration = self.starts_declaration(index);
        if is_declaration && !self.in_interpolation() {
            // What was opened on a line that is indented as far or further should have been closed before.
            self.close_while(at, |open| open.indent >= place.indent);
            self.close_round_and_square(at);
        } else if kind == Kind::Let || self.starts_setting(kind, index, place) {
            self.close_round_and_square(at);
        }
    }

    fn open(&mut self, kind: Kind, span: Span, place: Place) {
        let outer = self.open.last();
        let outer_brace = if kind == Kind::InterpolationOpen { None } else { outer.and_then(|it| it.brace) };
        let own = (kind == Kind::BraceOpen).then_some(self.open.len());
        self.open.push(Open {
            kind,
            span,
            indent: place.indent,
            is_params: kind == Kind::ParenOpen && self.declares_function(),
            brace: own.or(outer_brace),
            outer_brace,
            in_interpolation: kind == Kind::InterpolationOpen || outer.is_some_and(|it| it.in_interpolation),
        });
        self.out.push(kind, span);
    }

    /// Whether the last two tokens are `fn name`.
    fn declares_function(&self) -> bool {
        matches!(self.out.kinds.as_slice(), [.., Kind::Fn | Kind::Stage, name] if name.is_name())
    }

    /// Whether a declaration starts here, perhaps with its decorators.
    fn starts_declaration(&self, mut index: usize) -> bool {
        let kind = |at: usize| self.tokens.kinds.get(at).copied().unwrap_or(Kind::End);
        while kind(index) == Kind::At {
            index += 2;
            if kind(index) == Kind::ParenOpen {
                index = after_group(&self.tokens.kinds, index);
            }
        }
        starts_item(kind(index), kind(index + 1))
    }

    /// Whether a line starts with `name:` where the bracket that is open was opened at the same indentation.
    fn starts_setting(&self, kind: Kind, index: usize, place: Place) -> bool {
        let is_setting = kind.is_word() && self.tokens.kinds.get(index + 1) == Some(&Kind::Colon);
        is_setting && self.open.last().is_some_and(|open| open.indent >= place.indent)
    }

    fn in_interpolation(&self) -> bool {
        self.open.last().is_some_and(|open| open.in_interpolation)
    }

    fn close_round_and_square(&mut self, at: Span) {
        self.close_while(at, |open| matches!(open.kind, Kind::ParenOpen | Kind::SquareOpen));
    }

    /// Makes up closing brackets for what is open, from the inside, while `condition` holds.
    fn close_while(&mut self, at: Span, condition: impl Fn(&Open) -> bool) {
        let mut closed = Vec::new();
        while let Some(open) = self.open.last().copied().filter(&condition) {
            self.open.pop();
            closed.push((open.kind, open.span));
            self.make_up(open.kind);
        }
        if !closed.is_empty() {
            self.sink.push(diagnostics::unclosed(&closed, at));
        }
    }

    /// Makes up closing brackets for everything that was opened after `keep`.
    fn close_above(&mut self, keep: usize, at: Span) {
        let mut closed = Vec::new();
        while self.open.len() > keep + 1 {
            let Some(open) = self.open.pop() else { break };
            closed.push((open.kind, open.span));
            self.make_up(open.kind);
        }
        if !closed.is_empty() {
            self.sink.push(diagnostics::unclosed(&closed, at));
        }
    }

    fn make_up(&mut self, opener: Kind) {
        let after = self.out.spans.last().copied().unwrap_or_default().after();
        if let Some(closer) = opener.closer() {
            self.out.push(closer, after);
        }
    }

    fn close(&mut self, kind: Kind, span: Span, place: Place) {
        match kind {
            Kind::InterpolationClose => self.close_interpolation(span),
            Kind::BraceClose => self.close_brace(span, place),
            _ => self.close_other(kind, span),
        }
    }

    /// The lexer has matched these already; only what is open inside is closed.
    fn close_interpolation(&mut self, span: Span) {
        self.close_while(span, |open| open.kind != Kind::InterpolationOpen);
        self.open.pop();
        self.out.push(Kind::InterpolationClose, span);
    }

    fn close_brace(&mut self, span: Span, place: Place) {
        let Some(fits) = self.fitting_brace(place) else {
            self.stray(Kind::BraceClose, span);
            return;
        };
        self.close_above(fits, span);
        self.open.pop();
        self.out.push(Kind::BraceClose, span);
    }

    /// The open brace that a `}` belongs to: the innermost, unless indentation says otherwise.
    fn fitting_brace(&self, place: Place) -> Option<usize> {
        let innermost = self.open.last()?.brace?;
        let mut braces = std::iter::successors(Some(innermost), |at| self.open[*at].outer_brace).take(LOOK_BACK_MAX);
        if !place.is_first || self.open[innermost].indent == place.indent {
            return Some(innermost);
        }
        let same_indent = braces.find(|at| self.open[*at].indent == place.indent);
        let is_deeper = place.indent > self.open[innermost].indent;
        match same_indent {
            Some(at) => Some(at),
            None if is_deeper => None,
            None => Some(innermost),
        }
    }

    fn close_other(&mut self, kind: Kind, span: Span) {
        let inner = self.open.iter().rev().take_while(|open| matches!(open.kind, Kind::ParenOpen | Kind::SquareOpen));
        let inner: Vec<Open> = inner.copied().take(LOOK_BACK_MAX).collect();
        match inner.iter().position(|open| open.kind.closer() == Some(kind)) {
            Some(above) => {
                self.close_above(self.open.len() - 1 - above, span);
                self.open.pop();
                self.out.push(kind, span);
            }
            None => match inner.first() {
                Some(open) => {
                    self.sink.push(diagnostics::mismatched(open.kind, open.span, kind, span));
                    self.open.pop();
                    self.out.push(open.kind.closer().unwrap_or(kind), span);
                }
                None => self.stray(kind, span),
            },
        }
    }

    fn stray(&mut self, kind: Kind, span: Span) {
        self.sink.push(diagnostics::stray(kind, span));
        self.out.push(Kind::Error, span);
    }

    fn end(&mut self, span: Span) {
        let openers: Vec<(Kind, Span)> = self.open.iter().map(|open| (open.kind, open.span)).collect();
        if !openers.is_empty() {
            self.sink.push(diagnostics::unclosed_at_end(&openers, span));
        }
        while let Some(open) = self.open.pop() {
            self.make_up(open.kind);
        }
        self.out.push(Kind::End, span);
    }
}

/// Decorators are short: further ahead is not looked for the end of one.
const GROUP_MAX: usize = 64;

fn after_group(kinds: &[Kind], start: usize) -> usize {
    let mut depth = 0usize;
    for (index, kind) in kinds.iter().enumerate().skip(start).take(GROUP_MAX) {
        if kind.closer().is_some() {
            depth += 1;
        } else if kind.is_closer() {
            depth -= 1;
        }
        if depth == 0 {
            return index + 1;
        }
    }
    start
}

fn starts_item(kind: Kind, next: Kind) -> bool {
    use Kind::{Const, Enum, Fn, Impl, Mod, Pub, Struct, Trait, Use};
    let is_hard = match kind {
        Fn => next.is_name(),
        kind => matches!(kind, Pub | Struct | Enum | Trait | Impl | Use | Mod | Const),
    };
    is_hard || (kind.is_name() && kind != Kind::Ident && next.is_name())
}

/// Walks along the lines of a file together with the tokens.
#[derive(Default)]
struct Line {
    start: u32,
    end: u32,
    indent: u32,
    seen: bool,
}

impl Line {
    fn place(&mut self, file: &SourceFile, span: Span) -> Place {
        let at = span.start - file.base();
        if !self.seen || at >= self.end {
            self.move_to(file, at);
        }
        Place { indent: self.indent, is_first: at == self.start + self.indent }
    }

    fn move_to(&mut self, file: &SourceFile, at: u32) {
        let text = file.text();
        let start = text[..at as usize].rfind('\n').map_or(0, |newline| newline + 1);
        let line = &text[start..];
        let length = line.find('\n').map_or(line.len(), |newline| newline + 1);
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        *self = Self { start: start as u32, end: (start + length) as u32, indent: indent as u32, seen: true };
    }
}
