//! The kinds of tokens: the one place where keywords and operators are listed.
//!
//! A token is a kind and a span; its text stays in the source. Words that the grammar uses only in certain places
//! (`tool`, `stage` …) are kinds of their own that still count as names: [`Kind::is_name`].

use logos::Logos;

macro_rules! kinds {
    (
        hard { $($hard:ident $hard_text:tt)* }
        contextual { $($word:ident $word_text:tt)* }
        operators { $($op:ident $op_text:tt)* }
    ) => {
        /// What a token is.
        #[derive(Logos, Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
        #[logos(skip r"[ \t\r\x0C]+")]
        #[repr(u8)]
        pub enum Kind {
            $(#[doc = concat!("The keyword `", $hard_text, "`.")] #[token($hard_text)] $hard,)*
            $(#[doc = concat!("The word `", $word_text, "`, a keyword in its place.")] #[token($word_text)] $word,)*
            $(#[doc = concat!("`", $op_text, "`")] #[token($op_text)] $op,)*
            /// A name.
            #[regex(r"[\p{XID_Start}_][\p{XID_Continue}]*", priority = 1)]
            Ident,
            /// `'outer`, the name of a loop.
            #[regex(r"'[\p{XID_Start}_][\p{XID_Continue}]*")]
            Label,
            /// `12`, `0xff`, `1_000`.
            #[regex(r"[0-9][0-9_]*")]
            #[regex(r"0x[0-9a-fA-F_]+")]
            #[regex(r"0o[0-7_]+")]
            #[regex(r"0b[01_]+")]
            Int,
            /// `1.5`, `1e3`.
            #[regex(r"[0-9][0-9_]*\.[0-9][0-9_]*([eE][+-]?[0-9][0-9_]*)?")]
            #[regex(r"[0-9][0-9_]*[eE][+-]?[0-9][0-9_]*")]
            Float,
            /// `250ms`, `30s`.
            #[regex(r"[0-9][0-9_]*(ms|s|m|h)", priority = 20)]
            Duration,
            /// Digits that run into letters which make no number of them.
            #[regex(r"[0-9][0-9_]*(\.[0-9][0-9_]*)?[\p{XID_Start}_][\p{XID_Continue}]*", priority = 1)]
            BadNumber,
            /// A whole string without interpolation, quotes included.
            #[token("\"")]
            Str,
            /// A whole string in triple quotes without interpolation.
            #[token("\"\"\"")]
            TextStr,
            /// A raw string, with everything around it.
            #[regex(r##"r#*""##, priority = 20)]
            RawStr,
            /// The opening quote of a string with interpolation.
            StrOpen,
            /// The opening quotes of a multi-line string with interpolation.
            TextOpen,
            /// Text between interpolations.
            StrText,
            /// `${`
            InterpolationOpen,
            /// The `}` that belongs to a `${`.
            InterpolationClose,
            /// The closing quotes of a string with interpolation.
            StrClose,
            /// Something already reported; the parser is silent about it.
            Error,
            /// The end of the file.
            End,
            /// A line end; never leaves the lexer.
            #[token("\n")]
            Newline,
            /// `//`; never leaves the lexer.
            #[token("//")]
            LineComment,
            /// `/*`; never leaves the lexer.
            #[token("/*")]
            BlockComment,
        }

        /// Words that are never names.
        pub const HARD_KEYWORDS: &[(Kind, &str)] = &[$((Kind::$hard, $hard_text),)*];
        /// Words that are keywords where the grammar asks for them and names elsewhere.
        pub const CONTEXTUAL_KEYWORDS: &[(Kind, &str)] = &[$((Kind::$word, $word_text),)*];
        /// Operators and punctuation.
        pub const OPERATORS: &[(Kind, &str)] = &[$((Kind::$op, $op_text),)*];

        /// The text of every kind that always has the same.
        fn fixed_text(kind: Kind) -> Option<&'static str> {
            match kind {
                $(Kind::$hard => Some($hard_text),)*
                $(Kind::$word => Some($word_text),)*
                $(Kind::$op => Some($op_text),)*
                _ => None,
            }
        }
    };
}

kinds! {
    hard {
        As "as" Await "await" Break "break" Const "const" Continue "continue" Else "else" Enum "enum" False "false"
        Fn "fn" For "for" If "if" Impl "impl" In "in" Let "let" Loop "loop" Match "match" Mod "mod" Mut "mut"
        Pub "pub" Return "return" SelfType "Self" SelfValue "self" Spawn "spawn" Struct "struct" Super "super"
        Trait "trait" True "true" Use "use" While "while"
    }
    contextual {
        Agent "agent" Host "host" Ledger "ledger" Listen "listen" Max "max" Mcp "mcp" Memory "memory" Mock "mock"
        Pipeline "pipeline" Provider "provider" Race "race" Repeat "repeat" Schema "schema" Stage "stage"
        Store "store" Tool "tool" Type "type" Until "until"
    }
    operators {
        ParenOpen "(" ParenClose ")" SquareOpen "[" SquareClose "]" BraceOpen "{" BraceClose "}"
        Comma "," Semicolon ";" Colon ":" PathSep "::" Dot "." Range ".." RangeEq "..=" At "@"
        Arrow "->" FatArrow "=>" Question "?" Coalesce "??" Underscore "_"
        Assign "=" AddAssign "+=" SubAssign "-=" MulAssign "*=" DivAssign "/=" RemAssign "%="
        Eq "==" NotEq "!=" Less "<" LessEq "<=" Greater ">" GreaterEq ">="
        Add "+" Sub "-" Mul "*" Div "/" Rem "%" Not "!" And "&&" Or "||" Bar "|" Pipe "|>"
    }
}

impl Kind {
    /// Whether this token can be the name of something: an identifier or a contextual keyword.
    pub fn is_name(self) -> bool {
        self == Self::Ident || (Self::Agent..=Self::Until).contains(&self)
    }

    /// Whether this token is a word: a name or any keyword. After a `.` and before the `:` of a field every word is
    /// a name.
    pub fn is_word(self) -> bool {
        self == Self::Ident || self <= Self::Until
    }

    /// Whether an expression can end with this token.
    pub fn ends_expression(self) -> bool {
        self.is_name()
            || matches!(
                self,
                Self::ParenClose | Self::SquareClose | Self::BraceClose | Self::InterpolationClose | Self::Question
            )
            || matches!(self, Self::SelfValue | Self::SelfType | Self::True | Self::False)
            || self.is_literal()
    }

    /// Whether this is a number or a whole string.
    pub fn is_literal(self) -> bool {
        use Kind::{Duration, Float, Int, RawStr, Str, StrClose, TextStr};
        matches!(self, Int | Float | Duration | Str | TextStr | RawStr | StrClose)
    }

    /// The text, for kinds that always have the same.
    pub fn text(self) -> Option<&'static str> {
        fixed_text(self)
    }

    /// The token in a message: `` `;` ``, `a name`, `a string`.
    pub fn describe(self) -> String {
        if let Some(text) = self.text() {
            return format!("`{text}`");
        }
        let words = match self {
            Self::Ident => "a name",
            Self::Label => "a label",
            Self::Int | Self::Float | Self::BadNumber => "a number",
            Self::Duration => "a duration",
            Self::Str | Self::TextStr | Self::RawStr | Self::StrOpen | Self::TextOpen => "a string",
            Self::StrText | Self::StrClose => "the rest of a string",
            Self::InterpolationOpen => "`${`",
            Self::InterpolationClose => "`}`",
            Self::End => "the end of the file",
            _ => "something unreadable",
        };
        words.to_owned()
    }

    /// The closing bracket that belongs to an opening one.
    pub fn closer(self) -> Option<Self> {
        match self {
            Self::ParenOpen => Some(Self::ParenClose),
            Self::SquareOpen => Some(Self::SquareClose),
            Self::BraceOpen => Some(Self::BraceClose),
            Self::InterpolationOpen => Some(Self::InterpolationClose),
            _ => None,
        }
    }

    /// Whether this is a closing bracket.
    pub fn is_closer(self) -> bool {
        matches!(self, Self::ParenClose | Self::SquareClose | Self::BraceClose | Self::InterpolationClose)
    }
}

/// A set of kinds as bits, so that "what was expected here" costs nothing to keep.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct KindSet(u128);

impl KindSet {
    /// No kind.
    pub const EMPTY: Self = Self(0);

    /// The given kinds.
    pub const fn of(kinds: &[Kind]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < kinds.len() {
            bits |= 1 << kinds[index] as u8;
            index += 1;
        }
        Self(bits)
    }

    /// Both sets together.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without the kinds of `other`.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether `kind` is in it.
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// Whether all kinds of `other` are in it.
    pub const fn covers(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether no kind is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in it, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        let fixed = HARD_KEYWORDS.iter().chain(CONTEXTUAL_KEYWORDS).chain(OPERATORS).map(|(kind, _)| *kind);
        use Kind::*;
        let rest = [
            Ident,
            Label,
            Int,
            Float,
            Duration,
            Str,
            TextStr,
            RawStr,
            StrOpen,
            TextOpen,
            StrText,
            InterpolationOpen,
            InterpolationClose,
            StrClose,
            End,
        ];
        fixed.chain(rest).filter(move |kind| self.has(*kind))
    }
}
