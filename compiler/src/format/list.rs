//! Elements between brackets.

use super::doc::{Fit, Flat, GroupId, Piece};
use super::printer::Printer;
use crate::lex::Kind;

/// What a list looks like.
#[derive(Clone, Copy)]
pub(super) struct List {
    pub(super) open: Kind,
    pub(super) close: Kind,
    /// What stands inside of the brackets where all is on one line.
    pub(super) inside: Flat,
    /// Whether a line end behind the opening bracket stays.
    pub(super) keeps_lines: bool,
    pub(super) comma: Comma,
}

/// The comma behind the last element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Comma {
    /// Where the list has several lines.
    Broken,
    /// Always, since a tuple of one element would not be one without it.
    Always,
    /// Never.
    Never,
}

impl List {
    /// `(a, b)`
    pub(super) const PARENS: Self = Self {
        open: Kind::ParenOpen,
        close: Kind::ParenClose,
        inside: Flat::Nothing,
        keeps_lines: false,
        comma: Comma::Broken,
    };

    /// `[a, b]`
    pub(super) const SQUARE: Self =
        Self { open: Kind::SquareOpen, close: Kind::SquareClose, keeps_lines: true, ..Self::PARENS };

    /// `{ a, b }`
    pub(super) const BRACES: Self = Self {
        open: Kind::BraceOpen,
        close: Kind::BraceClose,
        inside: Flat::Blank,
        keeps_lines: true,
        comma: Comma::Broken,
    };

    /// `<A, B>`
    pub(super) const ANGLES: Self = Self { open: Kind::Less, close: Kind::Greater, ..Self::PARENS };
}

impl<'s> Printer<'s> {
    /// Elements separated by commas. Gives the place behind the opening bracket.
    pub(super) fn list<T>(&mut self, list: List, elements: &[T], each: impl FnMut(&mut Self, &T)) -> usize {
        let group = self.open(Fit::Whole);
        let opened = self.list_in(group, list, elements, each);
        self.doc.close();
        opened
    }

    /// The same in a group that is open.
    pub(super) fn list_in<T>(
        &mut self,
        group: GroupId,
        list: List,
        elements: &[T],
        mut each: impl FnMut(&mut Self, &T),
    ) -> usize {
        let opened = self.bracket(list);
        if list.keeps_lines && !elements.is_empty() && self.is_on_new_line() {
            self.doc.fits(group, Fit::Never);
        }
        let last = elements.len().wrapping_sub(1);
        self.doc.push(Piece::Indent);
        for (index, element) in elements.iter().enumerate() {
            self.line(if index == 0 { list.inside } else { Flat::Blank });
            self.start(index == 0);
            each(self, element);
            match index == last {
                false => _ = self.separator(Kind::Comma),
                true => self.last_comma(list.comma),
            }
        }
        self.close_bracket(list, opened);
        opened
    }

    /// The opening bracket, and the place behind it.
    pub(super) fn bracket(&mut self, list: List) -> usize {
        self.comments(false);
        let opened = self.doc.len() + 1;
        self.take(list.open);
        opened
    }

    fn last_comma(&mut self, comma: Comma) {
        match comma {
            Comma::Always => _ = self.separator(Kind::Comma),
            Comma::Broken => {
                self.doc.push(Piece::BrokenComma);
                self.skip_comma();
            }
            Comma::Never => self.skip_comma(),
        }
    }

    /// The end of what [`Piece::Indent`] started, and the closing bracket. Comments before it stand inside.
    pub(super) fn close_bracket(&mut self, list: List, opened: usize) {
        let is_empty = !self.wrote_since(opened);
        if is_empty && self.has_comment() {
            self.line(list.inside);
        }
        self.comments(!is_empty);
        self.doc.push(Piece::Dedent);
        if self.wrote_since(opened) {
            self.line(list.inside);
        }
        self.take(list.close);
    }

    fn wrote_since(&self, opened: usize) -> bool {
        let since = self.doc.pieces.get(opened..).unwrap_or(&[]);
        since.iter().any(|it| !matches!(it, Piece::Indent | Piece::Dedent))
    }
}
