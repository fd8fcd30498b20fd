//! A document to text.
//!
//! What fits is found with sums over the flat widths of all pieces, made once: each group costs the same, however long it is.
//! A group is looked at alone. That is enough, since whatever fits on a line with all of its group fits by itself too.

use super::align::{self, Trail};
use super::doc::{Doc, Fit, Flat, Group, Piece, columns};

/// The longest line that is made where code can be broken.
pub(super) const WIDTH: u32 = 120;

/// How much deeper what is inside stands.
const INDENT: u32 = 4;

/// The text of a document, each line ending in `newline`.
pub(super) fn render(doc: &Doc<'_>, newline: &str) -> String {
    let sums = Sums::of(doc);
    let mut page = Page {
        out: String::with_capacity(doc.len() * 6),
        column: 0,
        indents: vec![0],
        broken: vec![true],
        break_: Break::Start,
        space: false,
        after_inline: false,
        suffix: None,
        trails: Vec::new(),
        newline,
    };
    for (at, piece) in doc.pieces.iter().enumerate() {
        page.piece(*piece, at, doc, &sums);
    }
    page.finish()
}

/// For each piece: the flat width and the number of forced line ends before it, and the width from it to the next place where
/// a line may end.
struct Sums {
    width: Vec<u32>,
    forced: Vec<u32>,
    rest: Vec<u32>,
}

impl Sums {
    fn of(doc: &Doc<'_>) -> Self {
        let count = doc.len();
        let (mut width, mut forced) = (Vec::with_capacity(count + 1), Vec::with_capacity(count + 1));
        let (mut columns_before, mut forced_before, mut after_suffix) = (0u32, 0u32, false);
        let mut breaks = Vec::new();
        for piece in &doc.pieces {
            width.push(columns_before);
            forced.push(forced_before);
            columns_before = columns_before.saturating_add(flat_width(*piece));
            match piece {
                Piece::Open(id) => breaks.push(doc.group(*id).fit == Fit::Never),
                Piece::Close => _ = breaks.pop(),
                _ => {}
            }
            let is_line_of_broken = matches!(piece, Piece::Line(_)) && breaks.last() == Some(&true);
            let is_after_comment = after_suffix && ends_line(*piece);
            forced_before += u32::from(is_forced(*piece) || is_line_of_broken || is_after_comment);
            after_suffix = match piece {
                Piece::Suffix { .. } => true,
                piece => after_suffix && !ends_line(*piece),
            };
        }
        width.push(columns_before);
        forced.push(forced_before);
        let mut rest = vec![0; count + 1];
        let mut to_line = 0u32;
        for (at, piece) in doc.pieces.iter().enumerate().rev() {
            to_line = match piece {
                Piece::Line(_) | Piece::Hard | Piece::Empty | Piece::Suffix { .. } => 0,
                Piece::BrokenComma => to_line.saturating_add(1),
                piece => to_line.saturating_add(flat_width(*piece)),
            };
            if let Some(slot) = rest.get_mut(at) {
                *slot = to_line;
            }
        }
        Self { width, forced, rest }
    }

    fn width(&self, from: usize, to: usize) -> u32 {
        at(&self.width, to).saturating_sub(at(&self.width, from))
    }

    fn is_forced(&self, from: usize, to: usize) -> bool {
        at(&self.forced, to) > at(&self.forced, from)
    }

    fn rest(&self, from: usize) -> u32 {
        at(&self.rest, from)
    }
}

fn at(sums: &[u32], index: usize) -> u32 {
    sums.get(index).copied().unwrap_or(0)
}

fn flat_width(piece: Piece<'_>) -> u32 {
    match piece {
        Piece::Text(text) => columns(text),
        Piece::Raw(text) => columns(text.split('\n').next().unwrap_or("")),
        Piece::Inline(text) => columns(text).saturating_add(2),
        Piece::Space | Piece::Line(Flat::Blank) => 1,
        _ => 0,
    }
}

fn is_forced(piece: Piece<'_>) -> bool {
    match piece {
        Piece::Hard | Piece::Empty => true,
        Piece::Inline(text) => text.contains('\n'),
        _ => false,
    }
}

/// Whether the line ends at this piece if a comment stands behind the code. A comment at the end of a group does not
/// break it.
fn ends_line(piece: Piece<'_>) -> bool {
    match piece {
        Piece::Text(text) => !is_separator(text),
        Piece::Raw(_) | Piece::Inline(_) | Piece::Suffix { .. } => true,
        Piece::Line(_) | Piece::Hard | Piece::Empty => true,
        _ => false,
    }
}

/// What goes before a comment behind code.
fn is_separator(text: &str) -> bool {
    matches!(text, "," | ";")
}

/// Whether a new line is to be started before the next text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Break {
    /// The text starts here.
    Start,
    /// No.
    None,
    /// Yes.
    Line,
    /// Yes, after an empty one.
    Empty,
}

/// The text under construction.
struct Page<'s> {
    out: String,
    column: u32,
    indents: Vec<u32>,
    /// Of each open group.
    broken: Vec<bool>,
    break_: Break,
    space: bool,
    /// Whether the last text was a comment between code.
    after_inline: bool,
    /// A comment that ends the line, and where it stood.
    suffix: Option<(&'s str, u32)>,
    trails: Vec<Trail>,
    newline: &'s str,
}

impl<'s> Page<'s> {
    fn piece(&mut self, piece: Piece<'s>, at: usize, doc: &Doc<'s>, sums: &Sums) {
        match piece {
            Piece::Text(text) => self.text(text),
            Piece::Raw(text) => self.raw(text),
            Piece::Inline(text) => self.inline(text),
            Piece::Suffix { text, column } => self.put_suffix(text, column),
            Piece::Space => self.space = true,
            Piece::Line(flat) => match (self.is_broken(), flat) {
                (true, _) => self.line(Break::Line),
                (false, Flat::Blank) => self.space = true,
                (false, Flat::Nothing) => {}
            },
            Piece::Hard => self.line(Break::Line),
            Piece::Empty => self.line(Break::Empty),
            Piece::BrokenComma if self.is_broken() => self.text(","),
            Piece::BrokenComma => {}
            Piece::Open(id) => {
                let breaks = !self.stays(doc.group(id), at, sums);
                self.broken.push(breaks);
            }
            Piece::Close => {
                self.broken.pop();
            }
            Piece::Indent => {
                let deeper = if self.is_broken() { INDENT } else { 0 };
                self.indents.push(self.indent() + deeper);
            }
            Piece::Dedent => {
                self.indents.pop();
            }
        }
    }

    fn is_broken(&self) -> bool {
        self.broken.last().copied().unwrap_or(true)
    }

    fn indent(&self) -> u32 {
        self.indents.last().copied().unwrap_or(0)
    }

    /// Whether a group that starts here stays on one line.
    fn stays(&self, group: Group, start: usize, sums: &Sums) -> bool {
        let column = match self.break_ {
            Break::Start => 0,
            Break::None if self.suffix.is_some() => self.indent(),
            Break::None => self.column + u32::from(self.space),
            Break::Line | Break::Empty => self.indent(),
        };
        let fits = |width: u32| column.saturating_add(width) <= WIDTH;
        let would_fit = |width: u32| (self.indent() + INDENT).saturating_add(width) <= WIDTH;
        let whole = sums.width(start, group.end).saturating_add(sums.rest(group.end));
        let is_forced = sums.is_forced(start, group.end);
        match group.fit {
            Fit::Never => false,
            Fit::UpTo(end) => !sums.is_forced(start, end) && fits(sums.width(start, end)),
            Fit::Whole => !is_forced && fits(whole),
            Fit::Moved if is_forced => true,
            Fit::Moved => fits(whole) || !would_fit(whole.saturating_sub(1)),
            Fit::Alone if is_forced => false,
            // Both parentheses are on other lines then, and a comma is on this one.
            Fit::Alone => fits(whole) || !would_fit(sums.width(start, group.end).saturating_sub(1)),
        }
    }

    fn line(&mut self, wanted: Break) {
        self.space = false;
        self.break_ = match (self.break_, wanted) {
            (Break::Start, _) => Break::Start,
            (Break::Empty, _) | (_, Break::Empty) => Break::Empty,
            _ => Break::Line,
        };
    }

    /// Makes room for what comes next: the end of the line before, the indentation, a blank.
    fn prepare(&mut self, wants_space: bool) {
        if self.suffix.is_some() && self.break_ == Break::None {
            self.break_ = Break::Line;
        }
        match self.break_ {
            Break::Start => {}
            Break::None if wants_space => {
                self.out.push(' ');
                self.column += 1;
            }
            Break::None => {}
            Break::Line | Break::Empty => self.start_line(self.break_ == Break::Empty),
        }
        self.break_ = Break::None;
        self.space = false;
        self.after_inline = false;
    }

    fn start_line(&mut self, after_empty: bool) {
        self.end_line();
        if after_empty {
            self.out.push_str(self.newline);
        }
        let indent = self.indent();
        self.out.extend(std::iter::repeat_n(' ', indent as usize));
        self.column = indent;
    }

    fn end_line(&mut self) {
        if let Some((text, column)) = self.suffix.take() {
            self.trails.push(Trail { at: self.out.len(), width: self.column, column });
            self.out.push(' ');
            self.out.push_str(text);
        }
        self.out.push_str(self.newline);
    }

    fn text(&mut self, text: &str) {
        if is_separator(text) && self.break_ == Break::None {
            (self.space, self.after_inline) = (false, false);
        } else {
            let hugs = matches!(text, ")" | "]" | "." | "?" | "," | ";");
            self.prepare(self.space || (self.after_inline && !hugs));
        }
        self.out.push_str(text);
        self.column += columns(text);
    }

    fn raw(&mut self, text: &str) {
        self.prepare(self.space || self.after_inline);
        self.out.push_str(text);
        match text.rfind('\n') {
            Some(newline) => self.column = columns(text.get(newline + 1..).unwrap_or("")),
            None => self.column += columns(text),
        }
    }

    fn inline(&mut self, text: &str) {
        let opens = self.out.ends_with(['(', '[']);
        self.prepare(self.space || !opens);
        self.raw(text);
        self.after_inline = true;
    }

    fn put_suffix(&mut self, text: &'s str, column: u32) {
        let is_behind_code = self.suffix.is_none() && self.break_ == Break::None;
        match is_behind_code {
            true => self.suffix = Some((text, column)),
            false => {
                self.line(Break::Line);
                self.text(text);
                self.line(Break::Line);
            }
        }
    }

    fn finish(mut self) -> String {
        if self.break_ != Break::Start {
            self.end_line();
        }
        align::align(&self.out, &self.trails)
    }
}
