//! Text of a program while it is made, and with it the places where one change makes a mistake.

use std::ops::Range;

/// How tightly an expression holds together, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Level {
    /// Closures, `if`, `match`, blocks, `return`: in brackets wherever they are an operand.
    Loose,
    Pipe,
    Coalesce,
    Or,
    And,
    Equality,
    Comparison,
    Range,
    Sum,
    Product,
    Cast,
    Unary,
    Postfix,
    #[default]
    Atom,
}

/// What a change does to a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    /// No change: the range of a whole function, from its decorators to its closing brace.
    Function,
    /// No change: the range of a function's body.
    Body,
    /// No change: a variable that the program changes here.
    Changed,
    WrongArgument,
    DropArgument,
    ExtraArgument,
    SwapArguments,
    WrongLiteral,
    WrongPattern,
    WrongAnnotation,
    WrongOperator,
    OtherOperator,
    WrongCast,
    WrongIndex,
    WrongHead,
    UnknownName,
    OtherName,
    RenameMember,
    RenameVariant,
    DropField,
    DropArm,
    DropMut,
    DropElse,
    DropTail,
    DropTry,
    DropReturn,
    DropAwait,
    DropValue,
    ChangeImmutable,
    ChangeCaptured,
    DropStatement,
    DoubleToken,
    DropToken,
    SwapTokens,
}

/// A change: this range becomes this text.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub(crate) kind: Kind,
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
    /// Whether the changed program is wrong whatever stands around it.
    pub(crate) is_certain: bool,
}

/// A piece of a program.
#[derive(Clone, Default, Debug)]
pub(crate) struct Code {
    pub(crate) text: String,
    pub(crate) level: Level,
    pub(crate) marks: Vec<Mark>,
}

impl Code {
    /// Adds a piece; its marks move along.
    pub(crate) fn push(&mut self, piece: impl Into<Self>) {
        let piece = piece.into();
        let by = self.text.len();
        self.text.push_str(&piece.text);
        self.marks.extend(
            piece.marks.into_iter().map(|mark| Mark { range: mark.range.start + by..mark.range.end + by, ..mark }),
        );
    }

    /// The range of all of it.
    pub(crate) fn all(&self) -> Range<usize> {
        0..self.text.len()
    }

    /// Remembers a change that is a mistake whatever stands around it.
    pub(crate) fn certain(mut self, kind: Kind, range: Range<usize>, text: impl Into<String>) -> Self {
        self.marks.push(Mark { kind, range, text: text.into(), is_certain: true });
        self
    }

    /// Remembers a change that may be a mistake.
    pub(crate) fn perhaps(mut self, kind: Kind, range: Range<usize>, text: impl Into<String>) -> Self {
        self.marks.push(Mark { kind, range, text: text.into(), is_certain: false });
        self
    }

    /// The same as an operand, in brackets if it is looser than `level`.
    pub(crate) fn at(self, level: Level) -> Self {
        if self.level < level { code!(Level::Atom; "(", self, ")") } else { self }
    }

    /// The same as an element of a list, where `a < b, c > (d)` would be one call.
    pub(crate) fn element(self) -> Self {
        if (Level::Pipe..=Level::Comparison).contains(&self.level) { self.at(Level::Atom) } else { self }
    }

    /// The same in the head of `if`, `while`, `for` or `match`.
    pub(crate) fn head(self) -> Self {
        if self.text.contains('{') { code!(Level::Atom; "(", self, ")") } else { self }
    }

    /// The same after `=>`, where `{` would start a block.
    pub(crate) fn arm(self) -> Self {
        if self.text.starts_with('{') { code!(Level::Atom; "(", self, ")") } else { self.element() }
    }

    /// The same as something looser or tighter.
    pub(crate) fn level(self, level: Level) -> Self {
        Self { level, ..self }
    }
}

impl From<&str> for Code {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), ..Self::default() }
    }
}

impl From<String> for Code {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

/// These with `, ` between them, and where each of them is.
pub(crate) fn list(items: Vec<Code>) -> (Code, Vec<Range<usize>>) {
    let mut whole = Code::default();
    let mut ranges = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            whole.push(", ");
        }
        let start = whole.text.len();
        whole.push(item);
        ranges.push(start..whole.text.len());
    }
    (whole, ranges)
}

/// The range that goes with one element of a list: with it its comma.
pub(crate) fn with_comma(ranges: &[Range<usize>], index: usize) -> Range<usize> {
    match (ranges.get(index + 1), index.checked_sub(1)) {
        (Some(next), _) => ranges[index].start..next.start,
        (None, Some(before)) => ranges[before].end..ranges[index].end,
        (None, None) => ranges[index].clone(),
    }
}

/// Code of pieces: `code!(Level::Sum; left, " + ", right)`.
macro_rules! code {
    ($level:expr; $($piece:expr),* $(,)?) => {{
        let mut code = $crate::generated::code::Code { level: $level, ..Default::default() };
        $(code.push($piece);)*
        code
    }};
}
pub(crate) use code;
