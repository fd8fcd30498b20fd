//! A text on its way to a layout: pieces in a row, with groups around some of them.
//!
//! The algebra is Wadler's: a line is a blank or nothing where its group stays on one line, and a new line where the group is
//! broken. A document is a list and no tree, so neither long chains nor deep nesting cost any stack. What fits is
//! decided in [`super::layout`].

use unicode_width::UnicodeWidthStr;

/// What a [`Piece::Line`] is where its group stays on one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flat {
    Blank,
    Nothing,
}

/// One piece of a document.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece<'s> {
    /// Code without a line end.
    Text(&'s str),
    /// A string as it stands in the source, line ends included.
    Raw(&'s str),
    /// `/* … */` between code.
    Inline(&'s str),
    /// `// …` behind code: the line ends after it, and a comma or a semicolon still goes before it. The column is where it
    /// stood in the source.
    Suffix { text: &'s str, column: u32 },
    /// A blank, unless a line starts or ends here.
    Space,
    /// A new line where the group is broken.
    Line(Flat),
    /// A new line; its groups are broken.
    Hard,
    /// A new line after an empty one.
    Empty,
    /// A comma where the group is broken.
    BrokenComma,
    /// The group's start …
    Open(GroupId),
    /// … and the end of the innermost one.
    Close,
    /// Lines from here on stand deeper, if the group is broken.
    Indent,
    /// The end of the innermost [`Piece::Indent`].
    Dedent,
}

/// A group of a [`Doc`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GroupId(u32);

/// When a group stays on one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fit {
    /// If all of it fits, with what has to follow on the same line.
    Whole,
    /// If everything before this piece fits. What comes after it breaks for itself: `f(a, |x| {`.
    UpTo(usize),
    /// Never.
    Never,
    /// If all of it fits, or if breaking would not make it fit either: what follows `=`.
    Moved,
    /// The same for what stands alone between parentheses.
    Alone,
}

/// A group: where it ends, and when it stays on one line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) fit: Fit,
    pub(super) end: usize,
}

/// A document under construction.
#[derive(Default)]
pub(super) struct Doc<'s> {
    pub(super) pieces: Vec<Piece<'s>>,
    groups: Vec<Group>,
    open: Vec<GroupId>,
}

impl<'s> Doc<'s> {
    pub(super) fn with_capacity(pieces: usize) -> Self {
        Self { pieces: Vec::with_capacity(pieces), groups: Vec::with_capacity(pieces / 8), open: Vec::new() }
    }

    pub(super) fn push(&mut self, piece: Piece<'s>) {
        self.pieces.push(piece);
    }

    /// Where the next piece goes.
    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Starts a group.
    pub(super) fn open(&mut self, fit: Fit) -> GroupId {
        let id = GroupId(self.groups.len() as u32);
        self.groups.push(Group { fit, end: self.len() });
        self.open.push(id);
        self.push(Piece::Open(id));
        id
    }

    /// Ends the innermost group. Comments at its end are not part of it.
    pub(super) fn close(&mut self) {
        let end = self.push_before_comments(Piece::Close);
        if let Some(group) = self.open.pop().and_then(|id| self.groups.get_mut(id.0 as usize)) {
            group.end = end;
        }
    }

    /// Ends what [`Piece::Indent`] started, where no bracket follows.
    pub(super) fn dedent(&mut self) {
        self.push_before_comments(Piece::Dedent);
    }

    /// Adds a piece before the comments at the end, and gives the place behind it.
    fn push_before_comments(&mut self, piece: Piece<'s>) -> usize {
        let is_comment = |it: &&Piece<'s>| matches!(it, Piece::Inline(_) | Piece::Suffix { .. });
        let at = self.len() - self.pieces.iter().rev().take_while(is_comment).count();
        self.pieces.insert(at, piece);
        at + 1
    }

    /// Changes when a group stays on one line.
    pub(super) fn fits(&mut self, id: GroupId, fit: Fit) {
        if let Some(group) = self.groups.get_mut(id.0 as usize) {
            group.fit = fit;
        }
    }

    /// The group behind an id of this document.
    pub(super) fn group(&self, id: GroupId) -> Group {
        self.groups.get(id.0 as usize).copied().unwrap_or(Group { fit: Fit::Whole, end: 0 })
    }
}

/// How many columns a text takes on a terminal.
pub(super) fn columns(text: &str) -> u32 {
    let count = if text.is_ascii() { text.len() } else { text.width() };
    u32::try_from(count).unwrap_or(u32::MAX)
}
