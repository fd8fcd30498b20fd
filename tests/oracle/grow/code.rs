//! Text of expressions with how tightly it binds, so that parentheses stand where they are needed.

/// How tightly an expression binds, from loosest to tightest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    /// A closure, `if`, `match`, a block, `return`.
    Loose,
    Pipe,
    Coalesce,
    Or,
    And,
    Equal,
    Compare,
    Range,
    Sum,
    Product,
    Cast,
    Unary,
    Postfix,
}

/// An expression as text.
#[derive(Clone, Debug)]
pub(super) struct Code {
    text: String,
    level: Level,
}

impl Code {
    pub(super) fn new(level: Level, text: impl Into<String>) -> Self {
        Self { text: text.into(), level }
    }

    /// A name, a call or a literal.
    pub(super) fn atom(text: impl Into<String>) -> Self {
        Self::new(Level::Postfix, text)
    }

    /// Something that begins with a word and ends in braces.
    pub(super) fn loose(text: impl Into<String>) -> Self {
        Self::new(Level::Loose, text)
    }

    /// The text where anything may stand.
    pub(super) fn text(self) -> String {
        self.text
    }

    /// The text as an operand, in parentheses where it binds too loosely.
    pub(super) fn at(self, level: Level) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text }
    }

    /// The text in the head of an `if`, a `while`, a `for` or a `match`, where braces begin the body.
    pub(super) fn head(self) -> String {
        if self.text.contains('{') { format!("({})", self.text) } else { self.text }
    }
}

/// Lines, each as deep as it stands in its braces.
pub(super) fn indented(lines: &[String]) -> String {
    lines.iter().flat_map(|it| it.lines()).map(|it| format!("    {it}\n")).collect()
}

/// Statements in braces over several lines.
pub(super) fn block(lines: &[String]) -> String {
    if lines.is_empty() { "{}".to_owned() } else { format!("{{\n{}}}", indented(lines)) }
}
