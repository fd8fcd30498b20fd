//! The walk over a tree and its tokens at the same time.
//!
//! The tree says what belongs together; every word that is written is taken from the tokens, in their order, and comments are
//! written where they stand between them. So nothing can be lost or written twice: what the tree does not show, such as
//! parentheses, is seen in the tokens. Where tokens and tree do not agree, [`Printer::is_lost`] says so in the end.

use super::doc::{Doc, Fit, Flat, GroupId, Piece};
use crate::ast::Ast;
use crate::lex::{Comment, CommentKind, Kind, Tokens};
use crate::source::{SourceFile, Span};

/// When the native stack has less than this left, it goes on in a new piece of this size.
pub(super) const STACK_RED_BYTES: usize = 128 * 1024;
pub(super) const STACK_PIECE_BYTES: usize = 2 * 1024 * 1024;

pub(super) struct Printer<'s> {
    pub(super) file: &'s SourceFile,
    pub(super) tokens: &'s Tokens,
    pub(super) ast: &'s Ast,
    pub(super) doc: Doc<'s>,
    /// The next token …
    at: usize,
    /// … and the next comment.
    comment: usize,
    /// Where the last token or comment ended.
    end: u32,
    /// Whether a part of the next token was written: `>=` that closes type arguments, `??` of a type, `0.1` of two fields.
    pub(super) is_halved: bool,
    /// Whether the tokens were other ones than the tree says.
    pub(super) is_lost: bool,
}

impl<'s> Printer<'s> {
    pub(super) fn new(file: &'s SourceFile, tokens: &'s Tokens, ast: &'s Ast) -> Self {
        let doc = Doc::with_capacity(tokens.kinds.len() * 3);
        let end = file.base();
        Self { file, tokens, ast, doc, at: 0, comment: 0, end, is_halved: false, is_lost: false }
    }

    /// The kind of the next token.
    pub(super) fn peek(&self) -> Kind {
        self.nth(0)
    }

    pub(super) fn nth(&self, n: usize) -> Kind {
        self.tokens.kinds.get(self.at + n).copied().unwrap_or(Kind::End)
    }

    /// Where the next token starts.
    pub(super) fn here(&self) -> u32 {
        self.tokens.span(self.at).start
    }

    /// Whether the last token is of this kind.
    pub(super) fn is_behind(&self, kind: Kind) -> bool {
        self.back(1) == Some(kind)
    }

    fn back(&self, n: usize) -> Option<Kind> {
        self.at.checked_sub(n).and_then(|at| self.tokens.kinds.get(at)).copied()
    }

    /// Whether the last token is a whole number that a `.` directly behind it would change: `1 .0`.
    pub(super) fn is_behind_number(&self) -> bool {
        let is_number = self.is_behind(Kind::Int) && self.back(2) != Some(Kind::Dot);
        is_number && (self.nth(1) == Kind::Int || self.has_comment_before(self.tokens.span(self.at + 1).start))
    }

    pub(super) fn space(&mut self) {
        self.doc.push(Piece::Space);
    }

    pub(super) fn line(&mut self, flat: Flat) {
        self.doc.push(Piece::Line(flat));
    }

    /// Starts a group. Comments before it are not part of it.
    pub(super) fn open(&mut self, fit: Fit) -> GroupId {
        self.comments(false);
        // A comma or a semicolon goes before a comment behind code.
        let is_passed = |it: &&Piece<'s>| matches!(it, Piece::Space | Piece::BrokenComma | Piece::Text("," | ";"));
        let last = self.doc.pieces.iter().rev().find(|it| !is_passed(it));
        if let Some(Piece::Suffix { .. }) = last {
            self.doc.push(Piece::Hard);
        }
        self.doc.open(fit)
    }

    /// Runs `body` in a group.
    pub(super) fn group<T>(&mut self, fit: Fit, body: impl FnOnce(&mut Self) -> T) -> T {
        self.open(fit);
        let result = body(self);
        self.doc.close();
        result
    }

    /// Runs `body` in a group that starts with a line: comments come after that.
    pub(super) fn on_line<T>(&mut self, fit: Fit, body: impl FnOnce(&mut Self) -> T) -> T {
        self.doc.open(fit);
        let result = body(self);
        self.doc.close();
        result
    }

    /// Runs `body` with lines that stand deeper where the group is broken.
    pub(super) fn indented<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        self.doc.push(Piece::Indent);
        let result = body(self);
        self.doc.dedent();
        result
    }

    /// Writes the next token, whatever it is.
    pub(super) fn word(&mut self) {
        let span = self.tokens.span(self.at);
        self.comments(false);
        let text = self.file.slice(span);
        self.doc.push(if text.contains('\n') { Piece::Raw(text) } else { Piece::Text(text) });
        self.advance(span);
        self.trailing_comments();
    }

    /// Writes the next token, which is of this kind.
    pub(super) fn take(&mut self, kind: Kind) {
        if self.peek() == kind {
            self.word();
        } else if self.peek() == Kind::GreaterEq && kind == Kind::Greater && !self.is_halved {
            self.comments(false);
            self.doc.push(Piece::Text(">"));
            self.is_halved = true;
        } else if self.peek() == Kind::GreaterEq && kind == Kind::Assign && self.is_halved {
            self.doc.push(Piece::Text("="));
            self.is_halved = false;
            self.advance(self.tokens.span(self.at));
            self.trailing_comments();
        } else {
            self.is_lost = true;
        }
    }

    /// Writes a `,` or `;` directly behind what stands before it: comments between them come after it. Gives the place behind
    /// it.
    pub(super) fn separator(&mut self, kind: Kind) -> usize {
        if self.peek() != kind {
            self.is_lost = true;
            return self.doc.len();
        }
        let text = kind.text().unwrap_or("");
        if !self.has_line_comment() {
            self.comments(false);
        }
        self.doc.push(Piece::Text(text));
        let end = self.doc.len();
        self.after_separator();
        end
    }

    /// Passes a `,` that is not needed, if there is one.
    pub(super) fn skip_comma(&mut self) {
        if self.peek() == Kind::Comma {
            if !self.has_line_comment() {
                self.comments(false);
            }
            self.after_separator();
        }
    }

    fn after_separator(&mut self) {
        let span = self.tokens.span(self.at);
        self.at += 1;
        self.flush(span.start, false);
        self.end = span.end;
        self.trailing_comments();
    }

    /// Writes what lies in `span` as it stands in the source.
    pub(super) fn verbatim(&mut self, span: Span) {
        self.comments(false);
        let text = self.file.slice(span);
        self.doc.push(if text.contains('\n') { Piece::Raw(text) } else { Piece::Text(text) });
        while self.tokens.spans.get(self.at).is_some_and(|it| it.start < span.end) {
            self.at += 1;
        }
        while self.next_comment().is_some_and(|it| it.span.start < span.end) {
            self.comment += 1;
        }
        self.end = span.end;
        self.trailing_comments();
    }

    fn advance(&mut self, span: Span) {
        self.at += 1;
        self.end = span.end;
    }

    fn next_comment(&self) -> Option<&'s Comment> {
        self.tokens.comments.get(self.comment)
    }

    /// Whether a comment stands before the next token that wants a line for itself.
    fn has_line_comment(&self) -> bool {
        let before = self.tokens.comments.get(self.comment..).unwrap_or(&[]);
        let mut before = before.iter().take_while(|it| it.span.start < self.here());
        before.any(|it| it.kind != CommentKind::Block || self.has_lines(it))
            || (self.has_comment() && self.newlines(self.end, self.here()) > 0)
    }

    /// Whether any comment stands before the next token.
    pub(super) fn has_comment(&self) -> bool {
        self.has_comment_before(self.here())
    }

    /// Whether any comment that is not written yet stands before this place.
    pub(super) fn has_comment_before(&self, end: u32) -> bool {
        self.next_comment().is_some_and(|it| it.span.start < end)
    }

    /// Whether what is written next starts after a comment that ends its line.
    pub(super) fn is_after_comment(&self) -> bool {
        self.has_line_comment() || matches!(self.doc.pieces.last(), Some(Piece::Suffix { .. }))
    }

    /// Whether the source has a line end before the next token or comment.
    pub(super) fn is_on_new_line(&self) -> bool {
        let next = self.next_comment().map_or(self.here(), |it| it.span.start.min(self.here()));
        self.newlines(self.end, next) > 0
    }

    fn newlines(&self, from: u32, to: u32) -> usize {
        if from >= to {
            return 0;
        }
        self.file.slice(Span::new(from, to)).bytes().filter(|it| *it == b'\n').count()
    }

    /// Starts an element of a list, a statement, a member: its comments stand before it, and one empty line stays.
    pub(super) fn start(&mut self, is_first: bool) {
        self.comments(!is_first);
        let is_apart = self.newlines(self.end, self.here()) > 1;
        let is_after_something =
            !is_first || !matches!(self.doc.pieces.last(), Some(Piece::Line(_) | Piece::Open(_)) | None);
        if is_apart && is_after_something {
            self.doc.push(Piece::Empty);
        }
    }

    /// Writes the comments before the next token. `may_part` says whether empty lines before them stay.
    pub(super) fn comments(&mut self, may_part: bool) {
        self.flush(self.here(), may_part);
    }

    fn flush(&mut self, to: u32, may_part: bool) {
        let mut may_part = may_part;
        while let Some(comment) = self.next_comment().filter(|it| it.span.start < to) {
            let lines = self.newlines(self.end, comment.span.start);
            let starts_file = self.end == self.file.base();
            let is_long = self.has_lines(comment);
            let is_alone = is_long || self.ends_line(self.comment, to);
            if lines > 1 && may_part {
                self.doc.push(Piece::Empty);
            }
            if !is_alone {
                self.doc.push(Piece::Inline(self.file.slice(comment.span)));
            } else {
                match lines == 0 && !starts_file && !is_long {
                    true => self.behind(comment),
                    false => {
                        self.doc.push(Piece::Hard);
                        self.alone(comment);
                    }
                }
                let next = self.tokens.comments.get(self.comment + 1).map_or(to, |it| it.span.start.min(to));
                if next == to || self.newlines(comment.span.end, next) > 0 {
                    self.doc.push(Piece::Hard);
                }
            }
            self.comment += 1;
            self.end = comment.span.end;
            may_part = true;
        }
    }

    fn alone(&mut self, comment: &Comment) {
        let text = self.file.slice(comment.span).trim_end();
        self.doc.push(if text.contains('\n') { Piece::Raw(text) } else { Piece::Text(text) });
    }

    /// A comment behind code, on the same line.
    fn behind(&mut self, comment: &Comment) {
        let text = self.file.slice(comment.span).trim_end();
        match comment.kind {
            CommentKind::Block => self.doc.push(Piece::Inline(text)),
            CommentKind::Line | CommentKind::Doc => {
                let line = self.file.position_line(comment.span.start);
                let before = Span::new(self.file.line_start(line), comment.span.start);
                let column = super::doc::columns(self.file.slice(before));
                self.doc.push(Piece::Suffix { text, column });
            }
        }
    }

    /// Writes the comments on the line of the token that was just written. One that stands before more code belongs to that.
    fn trailing_comments(&mut self) {
        while let Some(comment) = self.next_comment().filter(|it| it.span.start < self.here()) {
            if self.newlines(self.end, comment.span.start) > 0 {
                return;
            }
            let kind = self.peek();
            let is_before_end = kind.is_closer() || matches!(kind, Kind::Comma | Kind::Semicolon | Kind::End);
            if self.has_lines(comment) || !(is_before_end || self.ends_line(self.comment, self.here())) {
                return;
            }
            self.behind(comment);
            self.comment += 1;
            self.end = comment.span.end;
        }
    }

    /// Whether nothing but comments follows this comment on its line, up to the token at `to`.
    fn ends_line(&self, index: usize, to: u32) -> bool {
        let comments = self.tokens.comments.get(index..).unwrap_or(&[]);
        for (at, comment) in comments.iter().enumerate() {
            let next = comments.get(at + 1).map_or(to, |it| it.span.start.min(to));
            if comment.kind != CommentKind::Block || self.newlines(comment.span.end, next) > 0 {
                return true;
            }
            if next == to {
                return false;
            }
        }
        false
    }

    /// Whether a comment has several lines. Then it gets them to itself.
    fn has_lines(&self, comment: &Comment) -> bool {
        comment.kind == CommentKind::Block && self.file.slice(comment.span).contains('\n')
    }
}
