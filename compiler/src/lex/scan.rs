//! The main loop of the lexer: logos makes the tokens of code, [`super::strings`] those of strings.
//!
//! Interpolation is kept on an explicit stack, so strings in interpolations in strings cost no native stack.

use logos::{Lexer, Logos};

use super::strings::{Piece, Quotes};
use super::{Comment, CommentKind, Kind, Tokens, diagnostics};
use crate::diagnostic::Sink;
use crate::source::{SourceFile, Span};

/// An interpolation that is open: which string it stands in and how many braces are open inside it.
struct Interpolation {
    quotes: Quotes,
    opened: Span,
    braces: u32,
}

pub(super) struct Scanner<'a> {
    pub(super) text: &'a str,
    pub(super) base: u32,
    pub(super) tokens: Tokens,
    pub(super) sink: &'a mut Sink,
    open: Vec<Interpolation>,
}

/// All tokens of a file, brackets as they are.
pub(super) fn scan(file: &SourceFile, sink: &mut Sink) -> Tokens {
    let text = file.text();
    let mut scanner = Scanner { text, base: file.base(), tokens: Tokens::default(), sink, open: Vec::new() };
    scanner.tokens.kinds.reserve(text.len() / 4);
    scanner.tokens.spans.reserve(text.len() / 4);
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    scanner.run(start);
    scanner.tokens
}

impl Scanner<'_> {
    fn run(&mut self, start: usize) {
        let mut lexer = Kind::lexer(self.text);
        lexer.bump(start);
        while let Some(kind) = lexer.next() {
            match kind {
                Ok(kind) => self.token(kind, &mut lexer),
                Err(()) => self.unknown(&mut lexer),
            }
        }
        let end = self.span(self.text.len(), self.text.len());
        while let Some(open) = self.open.pop() {
            self.sink.push(diagnostics::unterminated_interpolation(open.opened));
            self.tokens.push(Kind::InterpolationClose, end);
            self.tokens.push(Kind::StrClose, end);
        }
        self.tokens.push(Kind::End, end);
    }

    fn token(&mut self, kind: Kind, lexer: &mut Lexer<'_, Kind>) {
        let range = lexer.span();
        match kind {
            Kind::Newline => self.newline(range.start),
            Kind::LineComment => self.line_comment(lexer),
            Kind::BlockComment => self.block_comment(lexer),
            Kind::Str => self.string(lexer, Quotes::One),
            Kind::TextStr => self.string(lexer, Quotes::Three),
            Kind::RawStr => self.raw_string(lexer),
            Kind::Label => self.label(lexer),
            Kind::BadNumber => self.bad_number(range),
            Kind::BraceOpen => self.brace_open(range),
            Kind::BraceClose => self.brace_close(lexer),
            Kind::Dot => self.dot(lexer),
            kind => self.tokens.push(kind, self.span(range.start, range.end)),
        }
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.base + start as u32, self.base + end as u32)
    }

    /// A line end closes what stands open in a string of one line.
    fn newline(&mut self, at: usize) {
        while self.open.last().is_some_and(|open| open.quotes == Quotes::One) {
            let Some(open) = self.open.pop() else { return };
            self.sink.push(diagnostics::unterminated_interpolation(open.opened));
            self.tokens.push(Kind::InterpolationClose, self.span(at, at));
            self.tokens.push(Kind::StrClose, self.span(at, at));
        }
    }

    fn line_comment(&mut self, lexer: &mut Lexer<'_, Kind>) {
        let start = lexer.span().start;
        let rest = lexer.remainder();
        let length = rest.find('\n').unwrap_or(rest.len());
        lexer.bump(length);
        let text = self.text[start..lexer.span().end].trim_end_matches('\r');
        let is_doc = text.starts_with("///") && !text.starts_with("////");
        let kind = if is_doc { CommentKind::Doc } else { CommentKind::Line };
        self.tokens.comments.push(Comment { kind, span: self.span(start, start + text.len()) });
    }

    fn block_comment(&mut self, lexer: &mut Lexer<'_, Kind>) {
        let start = lexer.span().start;
        let rest = lexer.remainder().as_bytes();
        let mut depth = 1;
        let mut at = 0;
        while depth > 0 && at < rest.len() {
            match (rest[at], rest.get(at + 1)) {
                (b'*', Some(b'/')) => (depth, at) = (depth - 1, at + 2),
                (b'/', Some(b'*')) => (depth, at) = (depth + 1, at + 2),
                _ => at += 1,
            }
        }
        if depth > 0 {
            self.sink.push(diagnostics::unterminated_comment(self.span(start, start + 2)));
        }
        lexer.bump(at);
        let span = self.span(start, lexer.span().end);
        self.tokens.comments.push(Comment { kind: CommentKind::Block, span });
    }

    /// `'outer`, unless another quote follows: then somebody wrote text in single quotes.
    fn label(&mut self, lexer: &mut Lexer<'_, Kind>) {
        if lexer.remainder().starts_with('\'') {
            lexer.bump(1);
            let range = lexer.span();
            let span = self.span(range.start, range.end);
            self.sink.push(diagnostics::single_quotes(span, &self.text[range.start + 1..range.end - 1]));
            self.tokens.push(Kind::Error, span);
        } else {
            let range = lexer.span();
            self.tokens.push(Kind::Label, self.span(range.start, range.end));
        }
    }

    fn bad_number(&mut self, range: std::ops::Range<usize>) {
        let span = self.span(range.start, range.end);
        self.sink.push(diagnostics::malformed_number(&self.text[range], span));
        self.tokens.push(Kind::Error, span);
    }

    fn brace_open(&mut self, range: std::ops::Range<usize>) {
        if let Some(open) = self.open.last_mut() {
            open.braces += 1;
        }
        self.tokens.push(Kind::BraceOpen, self.span(range.start, range.end));
    }

    fn brace_close(&mut self, lexer: &mut Lexer<'_, Kind>) {
        let range = lexer.span();
        let span = self.span(range.start, range.end);
        match self.open.last_mut() {
            Some(open) if open.braces == 0 => {
                let quotes = open.quotes;
                self.open.pop();
                self.tokens.push(Kind::InterpolationClose, span);
                self.rest_of_string(lexer, quotes, None);
            }
            Some(open) => {
                open.braces -= 1;
                self.tokens.push(Kind::BraceClose, span);
            }
            None => self.tokens.push(Kind::BraceClose, span),
        }
    }

    /// A point between a digit and nothing, or nothing and a digit, was meant to be a `Float`.
    fn dot(&mut self, lexer: &mut Lexer<'_, Kind>) {
        let range = lexer.span();
        let span = self.span(range.start, range.end);
        let last = self.tokens.kinds.last().copied();
        let touches = self.tokens.spans.last().is_some_and(|it| it.end == span.start);
        let next = lexer.remainder().chars().next();
        let is_digit = next.is_some_and(|it| it.is_ascii_digit());
        let starts_name = next.is_some_and(|it| unicode_ident::is_xid_start(it) || it == '_');
        if last == Some(Kind::Int) && touches && !is_digit && !starts_name && !self.after_field_dot() {
            let whole = self.tokens.span(self.tokens.kinds.len() - 1).to(span);
            self.sink.push(diagnostics::half_a_float(whole, &self.text[self.range(whole)]));
            self.tokens.kinds.pop();
            self.tokens.spans.pop();
            self.tokens.push(Kind::Error, whole);
        } else if is_digit && !last.is_some_and(Kind::ends_expression) {
            let digits = lexer.remainder().bytes().take_while(u8::is_ascii_digit).count();
            lexer.bump(digits);
            let whole = self.span(range.start, lexer.span().end);
            self.sink.push(diagnostics::half_a_float(whole, &self.text[self.range(whole)]));
            self.tokens.push(Kind::Error, whole);
        } else {
            self.tokens.push(Kind::Dot, span);
        }
    }

    /// Whether the last token is the `0` of `t.0`.
    fn after_field_dot(&self) -> bool {
        self.tokens.kinds.len().checked_sub(2).is_some_and(|at| self.tokens.kinds[at] == Kind::Dot)
    }

    fn range(&self, span: Span) -> std::ops::Range<usize> {
        (span.start - self.base) as usize..(span.end - self.base) as usize
    }

    /// Characters that start no token, as many as stand in a row, are one mistake.
    fn unknown(&mut self, lexer: &mut Lexer<'_, Kind>) {
        let range = lexer.span();
        let span = self.span(range.start, range.end);
        let text = &self.text[range];
        let goes_on = self.tokens.kinds.last() == Some(&Kind::Error)
            && self.tokens.spans.last().is_some_and(|last| last.end == span.start);
        if goes_on {
            if let Some(last) = self.tokens.spans.last_mut() {
                last.end = span.end;
            }
            return;
        }
        self.sink.push(diagnostics::unknown_character(text, span));
        self.tokens.push(Kind::Error, span);
    }

    fn string(&mut self, lexer: &mut Lexer<'_, Kind>, quotes: Quotes) {
        let start = lexer.span().start;
        self.rest_of_string(lexer, quotes, Some(start));
    }

    /// Reads text up to the closing quotes or the next `${`. `opened` is where the string starts, unless an
    /// interpolation came before.
    fn rest_of_string(&mut self, lexer: &mut Lexer<'_, Kind>, quotes: Quotes, opened: Option<usize>) {
        let from = lexer.span().end;
        let piece = self.read_piece(from, quotes, opened);
        lexer.bump(piece.end() - from);
        match (piece, opened) {
            (Piece::Closed { end, .. }, Some(start)) => {
                let whole = self.span(start, end);
                self.tokens.push(quotes.whole(), whole);
            }
            (Piece::Closed { text_end, end }, None) => {
                self.push_text(from, text_end);
                self.tokens.push(Kind::StrClose, self.span(text_end, end));
            }
            (Piece::Interpolation { text_end, end }, opened) => {
                if let Some(start) = opened {
                    self.tokens.push(quotes.open(), self.span(start, from));
                }
                self.push_text(from, text_end);
                let opened = self.span(text_end, end);
                self.tokens.push(Kind::InterpolationOpen, opened);
                self.open.push(Interpolation { quotes, opened, braces: 0 });
            }
        }
    }

    fn push_text(&mut self, from: usize, to: usize) {
        if from < to {
            self.tokens.push(Kind::StrText, self.span(from, to));
        }
    }

    fn raw_string(&mut self, lexer: &mut Lexer<'_, Kind>) {
        let range = lexer.span();
        let hashes = range.len() - 2;
        let closing = format!("\"{}", "#".repeat(hashes));
        let rest = lexer.remainder();
        match rest.find(&closing) {
            Some(length) => lexer.bump(length + closing.len()),
            None => {
                let span = self.span(range.start, range.end);
                self.sink.push(diagnostics::unterminated_raw_string(span, &closing));
                lexer.bump(rest.len());
            }
        }
        self.tokens.push(Kind::RawStr, self.span(range.start, lexer.span().end));
    }
}
