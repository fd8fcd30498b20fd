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
    /// Where the string starts.
    string: usize,
    opened: Span,
    braces: u32,
    /// How many tokens there were when it was opened.
    tokens: usize,
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
    scanner.run(start_of_code(text));
    scanner.tokens
}

/// Behind a mark at the start of the file, and behind a first line `#!…` that says which command runs it.
pub(crate) fn start_of_code(text: &str) -> usize {
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let rest = &text[mark..];
    let is_script = rest.starts_with("#!") && !rest.starts_with("#![");
    mark + if is_script { rest.find('\n').unwrap_or(rest.len()) } else { 0 }
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
            self.unterminated(&open, self.text.len());
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
            self.unterminated(&open, at);
            self.tokens.push(Kind::StrClose, self.span(at, at));
        }
    }

    /// Reports an interpolation without its `}`. What stands in it may be prose: it counts as one thing that cannot be
    /// read.
    fn unterminated(&mut self, open: &Interpolation, at: usize) {
        self.sink.push(diagnostics::unterminated_interpolation(open.opened));
        self.tokens.kinds.truncate(open.tokens);
        self.tokens.spans.truncate(open.tokens);
        let start = (open.opened.end - self.base) as usize;
        self.tokens.push(Kind::Error, self.span(start, at));
        self.tokens.push(Kind::InterpolationClose, self.span(at, at));
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

    /// `'outer`, unless it is the start of text in single quotes.
    fn label(&mut self, lexer: &mut Lexer<'_, Kind>) {
        let range = lexer.span();
        let rest = lexer.remainder().trim_start_matches([' ', '\t']);
        let names_loop = [":", "loop ", "while ", "for ", "/*", "//"].iter().any(|it| rest.starts_with(it));
        let leaves_loop = matches!(self.tokens.kinds.last(), Some(Kind::Break | Kind::Continue));
        if !names_loop && !leaves_loop && self.quoted(lexer, '\'') {
            return;
        }
        self.tokens.push(Kind::Label, self.span(range.start, range.end));
    }

    /// Text in quotes that are none here: `'…'`, `` `…` ``, `“…”`, up to the closing one on the same line.
    fn quoted(&mut self, lexer: &mut Lexer<'_, Kind>, closing: char) -> bool {
        let range = lexer.span();
        let line = lexer.remainder().split('\n').next().unwrap_or("");
        let Some(length) = line.find(closing) else { return false };
        lexer.bump(length + closing.len_utf8());
        let opening = self.text[range.start..].chars().next().map_or(1, char::len_utf8);
        let inner = &self.text[range.start + opening..lexer.span().end - closing.len_utf8()];
        let span = self.span(range.start, lexer.span().end);
        self.sink.push(diagnostics::other_quotes(span, closing, inner));
        self.tokens.push(Kind::Error, span);
        true
    }

    /// `#[test]`, an attribute of another language.
    fn attribute(&mut self, lexer: &mut Lexer<'_, Kind>) -> bool {
        let line = lexer.remainder().split('\n').next().unwrap_or("");
        let Some(length) = line.find(']').filter(|_| line.starts_with('[')) else { return false };
        let start = lexer.span().start;
        lexer.bump(length + 1);
        let span = self.span(start, lexer.span().end);
        self.sink.push(diagnostics::attribute(&self.text[start..lexer.span().end], span));
        self.tokens.push(Kind::Error, span);
        true
    }

    /// `"${m[\"a\"]}"`: quotes with a backslash inside an interpolation.
    fn escaped_quotes(&mut self, lexer: &mut Lexer<'_, Kind>) -> bool {
        let line = lexer.remainder().split('\n').next().unwrap_or("");
        let end = line.get(1..).and_then(|it| it.find("\\\"")).filter(|_| line.starts_with('"'));
        let Some(length) = end.filter(|_| !self.open.is_empty()) else { return false };
        let start = lexer.span().start;
        lexer.bump(length + 3);
        let span = self.span(start, lexer.span().end);
        self.sink.push(diagnostics::escaped_quotes(span));
        self.tokens.push(Kind::Error, span);
        true
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
                let (quotes, string) = (open.quotes, open.string);
                self.open.pop();
                self.tokens.push(Kind::InterpolationClose, span);
                self.rest_of_string(lexer, quotes, string, None);
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
        let is_read = match self.text[range.clone()].chars().next() {
            Some(quote @ ('\'' | '`')) => self.quoted(lexer, quote),
            Some('\u{201c}') => self.quoted(lexer, '\u{201d}'),
            Some('\u{2018}') => self.quoted(lexer, '\u{2019}'),
            Some('#') => self.attribute(lexer),
            Some('\\') => self.escaped_quotes(lexer),
            _ => false,
        };
        if is_read {
            return;
        }
        let span = self.span(range.start, range.end);
        let text = &self.text[range.clone()];
        let goes_on = self.tokens.kinds.last() == Some(&Kind::Error)
            && self.tokens.spans.last().is_some_and(|last| last.end == span.start);
        if goes_on {
            if let Some(last) = self.tokens.spans.last_mut() {
                last.end = span.end;
            }
            return;
        }
        let is_prefix = !self.tokens.kinds.last().is_some_and(|it| it.ends_expression());
        self.sink.push(diagnostics::unknown_character(text, span, is_prefix));
        self.tokens.push(Kind::Error, span);
    }

    fn string(&mut self, lexer: &mut Lexer<'_, Kind>, quotes: Quotes) {
        let start = lexer.span().start;
        self.rest_of_string(lexer, quotes, start, Some(start));
    }

    /// Reads text up to the closing quotes or the next `${`. `string` is where the string starts; `opened` says so, too,
    /// unless an interpolation came before.
    fn rest_of_string(&mut self, lexer: &mut Lexer<'_, Kind>, quotes: Quotes, string: usize, opened: Option<usize>) {
        let from = lexer.span().end;
        let mut piece = self.read_piece(from, quotes);
        if let (Piece::Broken { end }, Some(start)) = (piece, opened)
            && self.closes_outer_string(start, end, quotes)
        {
            return;
        }
        if let (Piece::Broken { end }, Quotes::One) = (piece, quotes) {
            piece = Piece::Broken { end: self.end_on_a_later_line(end) };
        }
        lexer.bump(piece.end() - from);
        match (piece, opened) {
            (Piece::Closed { end, .. }, Some(start)) => {
                let whole = self.span(start, end);
                self.tokens.push(quotes.whole(), whole);
            }
            (Piece::Broken { end }, Some(start)) => {
                self.report_broken(end, quotes, string);
                self.tokens.push(Kind::Error, self.span(start, end));
            }
            (Piece::Broken { end }, None) => {
                self.report_broken(end, quotes, string);
                self.push_text(from, end);
                self.tokens.push(Kind::StrClose, self.span(end, end));
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
                let tokens = self.tokens.kinds.len();
                self.open.push(Interpolation { quotes, string, opened, braces: 0, tokens });
            }
        }
    }

    /// `"${name"`: a quote in an interpolation that starts a string without an end on its line was meant to end the
    /// string around it; the `}` is missing.
    fn closes_outer_string(&mut self, start: usize, end: usize, quotes: Quotes) -> bool {
        let is_end = self.text[end..].starts_with('\n') || self.text[end..].is_empty();
        let Some(open) = self.open.pop_if(|open| is_end && open.quotes == quotes) else { return false };
        self.unterminated(&open, start);
        self.tokens.push(Kind::StrClose, self.span(start, start + quotes.length()));
        true
    }

    /// Text that goes on in the next lines as prose does, up to a single quote there, was meant to be one string.
    fn end_on_a_later_line(&self, line_end: usize) -> usize {
        let rest = &self.text[line_end..];
        let Some(quote) = rest.find('"') else { return line_end };
        let between = &rest[..quote];
        let line = rest[quote + 1..].split('\n').next().unwrap_or("");
        let is_prose = !between.contains([';', '{', '}', '=', '(']) && between.lines().count() <= 8;
        let is_single = !line.contains('"');
        if is_prose && is_single { line_end + quote + 1 } else { line_end }
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
                self.tokens.push(Kind::Error, self.span(range.start, lexer.span().end));
                return;
            }
        }
        self.tokens.push(Kind::RawStr, self.span(range.start, lexer.span().end));
    }
}
