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

    E0301 TypeMismatch "a value of another type than is expected"
    E0302 CannotInfer "a type that nothing decides"
    E0303 TypeArguments "more or fewer type arguments than parameters"
    E0304 EndlessAlias "a type alias that stands for itself"
    E0305 EndlessType "a type of which no value can exist"
    E0306 BadUnion "a union of something else than texts"
    E0307 TypeTooDeep "a type nested deeper than the limit"
    E0308 BadOperand "an operator on values it is not defined for"
    E0309 BadCast "a conversion that `as` does not make"
    E0310 LossyCast "a conversion that loses the value"
    E0311 NotIterable "a `for` over something without elements"
    E0312 NotIndexable "an index into something that has none"
    E0313 NothingToTry "`?` on something that is neither a `Result` nor an `Option`"
    E0314 TryOutside "`?` in a function that cannot pass it on"
    E0315 NoConversion "an error that `?` cannot convert"
    E0316 NothingToAwait "`await` on something that is no task"

    E0321 ArgumentCount "more or fewer arguments than parameters"
    E0322 UnknownArgument "an argument name that the function does not have"
    E0323 RepeatedArgument "a parameter that is given twice"
    E0324 NotCallable "a call of something that is no function"
    E0325 TestCalled "a call of a test"
    E0326 NoSuchMember "a field or method that a type does not have"
    E0327 MissingCall "a method that is not called"
    E0328 PrivateMember "a field or method that is not visible here"
    E0329 MissingFields "a literal without all its fields"
    E0330 VariantForm "a variant with the wrong kind of data"

    E0331 MissingTrait "a type without a trait that is needed"
    E0332 MissingMethods "an `impl` without all functions of its trait"
    E0333 NotInTrait "a function that the trait does not have"
    E0334 WrongSignature "a function with other types than its trait says"
    E0335 OverlappingImpls "two `impl`s that give a type the same"
    E0336 BadImplTarget "an `impl` for something that cannot have one"

    E0341 NotExhaustive "a `match` that does not cover every case"
    E0342 RefutablePattern "a pattern that may not match where it must"
    E0343 PatternShape "a pattern of another shape than its value"
    E0344 ElseStays "the `else` of a `let` that does not leave"

    E0351 Immutable "a change of something that is not `mut`"
    E0352 CapturedChange "a change of a captured variable"
    E0353 LostChange "a change of a value that nobody keeps"
    E0354 NoValueYet "a variable that is used before it has a value"

    E0361 WrongMain "a `main` that cannot start a program"
    E0362 NotConstant "a value that is not known before the program runs"
    E0363 MissingResult "a body that ends without its result"
    E0364 WrongTest "a test that cannot be run"
    E0365 MisplacedMock "a `mock` outside a test"
    E0366 WrongMock "a `mock` that cannot answer"

    E0371 MissingDescription "a tool's function without `@describe`"
    E0372 MissingParamText "a tool's parameter without `@param`"
    E0373 NoJsonForm "a type without a JSON form where models see it"
    E0374 StageMismatch "a stage that does not take what the one before gives"
    E0375 DecoratorArguments "a decorator with arguments that it does not take"
    E0376 DuplicateTool "two different tools with one name"
    E0377 UnhandledTool "`execute` with a tool that only `run` can handle"
    E0378 ToolWaitsForItself "a tool that waits for itself"
    E0379 ToolSignature "a tool's function that no model could call"
    E0380 DecoratorConflict "decorators that do not go together"
    E0381 SettingValue "a setting with a value that it cannot have"
    E0382 NotOffered "a tool that the agent's provider does not have"
    E0383 NotStrict "a `@strict(true)` that the agent's provider cannot keep"
    E0384 UnknownServer "a server that the manifest does not have"
    E0385 OtherServer "a server that is not as the lock says"

    E0401 CannotRun "something that this version cannot run"
    E0402 NothingToRun "a program without a start"
    E0403 InternalError "an internal compiler error"

    E0901 ManifestSyntax "a manifest that is not TOML"
    E0902 ManifestUnknownKey "a key that the manifest does not have"
    E0903 ManifestWrongType "a value of the wrong type in the manifest"
    E0904 ManifestMissingKey "a key that the manifest must have"
    E0905 ManifestBadValue "a value that the manifest does not accept"

    W0201 UnusedImport "an import that nothing uses"
    W0202 UnusedBinding "a variable that nothing reads"

    W0301 UnreachableCode "code that is never reached"
    W0302 UnusedResult "a `Result` that nobody looks at"
    W0303 DeadArm "an arm that is never taken"
    W0304 UnusedFunction "a function that nothing calls"
    W0305 NoEffect "a value that nothing is done with"
    W0306 UnknownAllow "an `@allow` of a code that does not exist"
    W0307 StrictBudget "more strict tools than the agent's provider takes"
    W0308 IgnoredSetting "a setting that the agent's provider does not have"
    W0309 RetryIgnored "a `@retry` without `@idempotent`"
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

    /// Whether it is the type checker's.
    pub fn is_about_types(self) -> bool {
        self.text().get(1..3) == Some("03")
    }

    /// The code that people mean by `text`, whatever its case.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.text().eq_ignore_ascii_case(text))
    }
}
