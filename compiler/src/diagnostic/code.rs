//! The table of diagnostic codes: the one place where a code is given its meaning.
//! A code is never reused; a retired one leaves a gap. Each has a page, `spec/errors/CODE.md`.

use super::Severity;

macro_rules! codes {
    ($($code:ident $name:ident $summary:literal)*) => {
        /// A stable code of a diagnostic.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum Code { $(#[doc = $summary] $name,)* }

        impl Code {
            /// Every code, in order.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The code as people write it: `E0201`.
            pub fn text(self) -> &'static str {
                match self { $(Code::$name => stringify!($code),)* }
            }

            /// One line that says what the code is about.
            pub fn summary(self) -> &'static str {
                match self { $(Code::$name => $summary,)* }
            }

            /// The page of the code, in Markdown.
            pub fn page(self) -> &'static str {
                match self {
                    $(Code::$name => include_str!(concat!("../../../spec/errors/", stringify!($code), ".md")),)*
                }
            }
        }
    };
}

codes! {
    E0001 UnknownCharacter "a character that no token starts with"
    E0002 NotUtf8 "a file that is not UTF-8"
    E0003 UnterminatedString "a string without its closing quote"
    E0004 UnknownEscape "a backslash in a string with something unknown after it"
    E0005 UnterminatedComment "a block comment that is never closed"
    E0006 MalformedNumber "digits that make no number"
    E0007 NumberOutOfRange "a number that does not fit its type"
    E0008 SingleQuotes "text in single quotes"
    E0009 UnterminatedInterpolation "`${` without its `}`"
    E0010 SourceTooLarge "more source text than can be addressed"

    E0101 Unexpected "something else was expected here"
    E0102 UnclosedBracket "an opening bracket without its closing one"
    E0103 StrayBracket "a closing bracket that closes nothing"
    E0104 NestedTooDeep "code nested deeper than the limit"
    E0105 ChainedComparison "comparisons that are chained"
    E0106 ItemInBlock "a declaration inside a block"
    E0107 MissingSemicolon "a statement without its `;`"
    E0108 PositionalAfterNamed "a positional argument after a named one"
    E0109 InterpolatedConstant "`${}` in a string that must be constant"
    E0110 LiteralInHead "a struct or map literal in the head of `if`, `while`, `for` or `match`"
    E0111 NotAPlace "an assignment to something that is no place"
    E0112 MissingBody "a function without a body"
    E0113 UnexpectedBody "a function with a body where none can be"
    E0114 MisplacedSelf "`self` where there is no receiver"
    E0115 RepeatedRest "two rests in one pattern"
    E0116 ForeignSyntax "a construct of another language"
    E0117 MisplacedDecorator "a decorator where it has nothing to decorate"
    E0118 MainAndStatements "both `main` and top-level statements"
    E0119 StatementsInModule "top-level statements outside the entry file"

    E0201 UnknownName "a name that is not declared"
    E0202 UnknownType "a type that is not declared"
    E0203 DuplicateName "one name declared twice"
    E0204 PrivateItem "an item of another module that is not `pub`"
    E0205 UnknownModule "a module whose file does not exist"
    E0206 AmbiguousModule "a module with two files"
    E0207 ModuleCycle "modules that load each other"
    E0208 UnknownMember "a module or type without that member"
    E0209 WrongKind "a name of the wrong kind"
    E0210 UnknownLabel "a label that no enclosing loop has"
    E0211 OutsideLoop "`break` or `continue` outside a loop"
    E0212 UnknownSetting "a field that a declaration does not have"
    E0213 UnknownDecorator "a decorator that does not exist"
    E0214 DefaultUsesParameter "a default value that uses another parameter"
    E0215 UnevenAlternatives "alternatives of a pattern that bind different names"
    E0216 BreakWithValue "`break` with a value in a loop that has none"
    E0217 MissingDefault "a tool's field without a value to start from"

    E0901 ManifestSyntax "a manifest that is not TOML"
    E0902 ManifestUnknownKey "a key that the manifest does not have"
    E0903 ManifestWrongType "a value of the wrong type in the manifest"
    E0904 ManifestMissingKey "a key that the manifest must have"
    E0905 ManifestBadValue "a value that the manifest does not accept"

    W0201 UnusedImport "an import that nothing uses"
    W0202 UnusedBinding "a variable that nothing reads"
}

impl Code {
    /// Error or warning.
    pub fn severity(self) -> Severity {
        if self.text().starts_with('W') { Severity::Warning } else { Severity::Error }
    }

    /// Whether it says that text could not be read: the codes of the lexer and the parser.
    pub fn is_syntax(self) -> bool {
        self.text().starts_with("E00") || self.text().starts_with("E01")
    }

    /// The code that people mean by `text`, whatever its case.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.text().eq_ignore_ascii_case(text))
    }
}
