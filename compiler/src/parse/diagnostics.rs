//! What the parser has to say. One function, one message.

use super::foreign;
use super::furthest::{EXPRESSION, PATTERN, describe};
use super::input::Builder;
use crate::diagnostic::{Code, Diagnostic};
use crate::lex::{Kind, KindSet};
use crate::source::Span;

/// More alternatives than this are not listed.
const LISTED_MAX: usize = 5;

/// Something other than what the grammar allows at the token `at`, in something that starts at `start`.
pub(super) fn unexpected(state: &Builder<'_>, start: usize, at: usize, kinds: KindSet) -> Diagnostic {
    let found = found(state, at);
    let words = describe(kinds);
    let title = match words.len() {
        0 => format!("{found} cannot stand here"),
        1..=LISTED_MAX => format!("expected {}, found {found}", either(&words)),
        _ => format!("expected {} or something else, found {found}", words[..LISTED_MAX].join(", ")),
    };
    let label = match words.len() {
        0 => "not expected".to_owned(),
        1..=LISTED_MAX => format!("expected {}", either(&words)),
        _ => "not expected here".to_owned(),
    };
    // What is missing at the end of a line is missing there, not where the next line starts.
    let is_line_end = at > start && (state.starts_line(at) || state.kind(at) == Kind::End);
    let place = if is_line_end { state.tokens.span(at - 1).after() } else { state.tokens.span(at) };
    Diagnostic::new(Code::Unexpected, title).label(place, label).help(unexpected_help(state, at, kinds))
}

fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}

fn found(state: &Builder<'_>, at: usize) -> String {
    let kind = state.kind(at);
    let text = state.text(at);
    match kind {
        Kind::Ident | Kind::Int | Kind::Float | Kind::Duration if text.len() <= 40 => format!("`{text}`"),
        kind => kind.describe(),
    }
}

fn unexpected_help(state: &Builder<'_>, at: usize, kinds: KindSet) -> Option<String> {
    let before = at.checked_sub(1).map(|it| state.kind(it));
    let kind = state.kind(at);
    let text = match (before, kind) {
        (Some(Kind::Add), Kind::Add) => "there is no `++`: write `x += 1`",
        (Some(Kind::Eq | Kind::NotEq), Kind::Assign) => "equality is `==` and `!=`, with two characters",
        (Some(Kind::ParenClose), Kind::Colon) if kinds.has(Kind::BraceOpen) && state.starts_line(at + 1) => {
            "the body of a function stands in braces: `{ … }`"
        }
        (_, Kind::FatArrow | Kind::Colon) if kinds.has(Kind::Arrow) => "a result type is written after `->`",
        (_, Kind::Arrow | Kind::Colon) if kinds.has(Kind::FatArrow) => "an arm is written `pattern => value`",
        (Some(Kind::ParenClose | Kind::Ident), Kind::FatArrow) => "a closure is written `|x| …`",
        (Some(Kind::Question), _) if kinds.covers(KindSet::of(&[Kind::Add])) => {
            "choose with `if condition { a } else { b }`"
        }
        (Some(Kind::Arrow), Kind::BraceOpen) => "a function that gives nothing has no `->`",
        (Some(Kind::Ident), Kind::Str | Kind::StrOpen) => "arguments stand in parentheses",
        (_, Kind::SquareOpen) if !kinds.has(Kind::Int) => "a list of `T` is an `Array<T>`",
        (_, Kind::Dot) if kinds.has(Kind::PathSep) => "the parts of a path are joined with `::`",
        (_, Kind::Comma | Kind::ParenClose) if kinds == KindSet::of(&[Kind::Colon]) => {
            "a name is followed by its type: `name: Type`"
        }
        (_, Kind::Fn) if kinds.covers(EXPRESSION) => {
            "a closure is written `|x| …`; functions are declared at the top level"
        }
        (_, Kind::Mut) if kinds.covers(EXPRESSION) => "a variable that changes is declared with `let mut`",
        (_, Kind::Else) if kinds.covers(PATTERN) => "the arm for everything else is `_ => …`",
        (_, Kind::Let) if kinds.covers(PATTERN) => "walk over values with `for x in xs`, count with `for i in 0..n`",
        (_, Kind::SelfValue) if kinds.has(Kind::Ident) && !kinds.covers(PATTERN) => {
            "a path starts at a name of this file, at a module of the entry file, at `super` or at `std`"
        }
        (_, Kind::Assign) if at.checked_sub(2).is_some_and(|it| state.kind(it) == Kind::Const) => {
            "a constant is written with its type: `const NAME: Int = 1;`; a variable is declared with `let`"
        }
        (_, Kind::Assign) if kinds.has(Kind::Colon) && !kinds.has(Kind::Assign) => {
            "a `:` comes first: `name: value` in settings, `name: Type = value` in declarations"
        }
        _ if kind.is_word() && !kind.is_name() && words_are_names_only(kinds) => {
            return Some(format!("`{}` is a keyword: choose another name", state.text(at)));
        }
        _ if kind == Kind::Ident => return foreign::help_for(state.text(at)).map(str::to_owned),
        _ => return None,
    };
    Some(text.to_owned())
}

/// Whether a name is wanted, and nothing that a keyword could be a part of.
fn words_are_names_only(kinds: KindSet) -> bool {
    let is_pattern = kinds.covers(PATTERN) && kinds.has(Kind::Mut);
    is_pattern || kinds.without(KindSet::of(&[Kind::ParenClose, Kind::BraceClose])) == KindSet::of(&[Kind::Ident])
}

/// `int total = 5;`.
pub(super) fn type_first(word: &str, name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ForeignSyntax, "a variable is declared with `let`")
        .label(at, format!("`{word}` does not start a declaration"))
        .help(format!("write `let {name} = …`; its type can follow the name: `let {name}: Type = …`"))
}

/// `f"hello"`.
pub(super) fn string_prefix(prefix: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ForeignSyntax, format!("a string has no `{prefix}` before it"))
        .label(at, "not needed")
        .help("every string can hold values: \"hello ${name}\"")
}

/// `Order { id = 1 }`.
pub(super) fn field_with_equals(at: Span) -> Diagnostic {
    Diagnostic::new(Code::Unexpected, "fields are written `name: value`")
        .label(at, "`:` belongs here")
        .help("replace `=` by `:`")
}

/// Two elements of a list on two lines, without a comma.
pub(super) fn missing_list_comma(at: Span) -> Diagnostic {
    Diagnostic::new(Code::Unexpected, "a `,` is missing at the end of this line")
        .label(at, "`,` belongs here")
        .help("add `,`")
}

/// `class Point {`.
pub(super) fn foreign_word(word: &str, at: Span, help: &str) -> Diagnostic {
    Diagnostic::new(Code::ForeignSyntax, format!("there is no `{word}` in this language"))
        .label(at, "not a keyword here")
        .help(help)
}

/// `for (let i = 0; i < n; i++) {`.
pub(super) fn counting_for(at: Span) -> Diagnostic {
    Diagnostic::new(Code::ForeignSyntax, "a `for` walks over values: it has no variable, condition and step")
        .label(at, "no variable is declared here")
        .help("count with `for i in 0..n { … }`, walk over values with `for x in xs { … }`")
}

/// `retrun x;`.
pub(super) fn misspelt_keyword(word: &str, at: Span, meant: &str) -> Diagnostic {
    Diagnostic::new(Code::Unexpected, format!("`{word}` is not a keyword"))
        .label(at, "nothing like this starts here")
        .help(format!("did you mean `{meant}`?"))
}

/// `!!!!!…` and other nesting without brackets.
pub(super) fn nested_too_deep(at: Span, limit: u32) -> Diagnostic {
    Diagnostic::new(Code::NestedTooDeep, format!("this is nested more than {limit} deep"))
        .label(at, "one level too many")
        .help("give inner parts a name with `let`, or move them into a function")
}

/// `a < b < c`, `0..5..9`.
pub(super) fn chained(is_range: bool, at: Span, first: Span) -> Diagnostic {
    if is_range {
        return Diagnostic::new(Code::ChainedComparison, "ranges cannot be chained")
            .label(at, "a second range")
            .label(first, "the first one")
            .help("a range has two ends: `first..last`");
    }
    Diagnostic::new(Code::ChainedComparison, "comparisons cannot be chained")
        .label(at, "a second comparison")
        .label(first, "the first one")
        .help("compare twice: `a < b && b < c`; or say with parentheses what is compared with a `Bool`")
}

/// `fn` inside a block.
pub(super) fn item_in_block(word: &str, at: Span) -> Diagnostic {
    let article = if word.starts_with(['a', 'e', 'i', 'M']) { "an" } else { "a" };
    let help = match word {
        "function" => "move it to the top level of the file; for a small function, use a closure: `let f = |x| …;`",
        _ => "move it to the top level of the file",
    };
    Diagnostic::new(Code::ItemInBlock, format!("{article} {word} cannot be declared inside a block"))
        .label(at, "only statements can stand here")
        .help(help)
}

/// `print(1)` and then a new line.
pub(super) fn missing_semicolon(at: Span) -> Diagnostic {
    Diagnostic::new(Code::MissingSemicolon, "a `;` is missing at the end of this statement")
        .label(at, "`;` belongs here")
        .help("add `;`")
}

/// `f(limit: 3, "x")`.
pub(super) fn positional_after_named(at: Span, named: Span) -> Diagnostic {
    Diagnostic::new(Code::PositionalAfterNamed, "positional arguments come before named ones")
        .label(at, "this argument has no name")
        .label(named, "this one has")
        .help("move it to the front, or give it its name")
}

/// `"${x}" => …`.
pub(super) fn interpolated_constant(at: Span) -> Diagnostic {
    Diagnostic::new(Code::InterpolatedConstant, "this text must be known at compile time")
        .label(at, "`${…}` makes it depend on values")
        .help("leave the interpolation out; in a pattern, bind a name and compare it in a guard: `s if s == …`")
}

/// `if p == Point { x: 1 } {`.
pub(super) fn literal_in_head(what: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::LiteralInHead, format!("a {what} literal needs parentheses here"))
        .label(at, "its `{` would start the body")
        .help("put the literal in parentheses")
}

/// `1 = x`.
pub(super) fn not_a_place(at: Span) -> Diagnostic {
    Diagnostic::new(Code::NotAPlace, "nothing can be assigned to this")
        .label(at, "not a variable, a field or an element")
        .help("assign to a variable, `x.field` or `x[index]`")
}

/// `if x = 1 {`.
pub(super) fn assignment_as_condition(at: Span) -> Diagnostic {
    Diagnostic::new(Code::NotAPlace, "an assignment is not a condition")
        .label(at, "this assigns")
        .help("compare with `==`")
}

/// `fn f(x: Int, self)`.
pub(super) fn misplaced_self(at: Span) -> Diagnostic {
    Diagnostic::new(Code::MisplacedSelf, "`self` must be the first parameter")
        .label(at, "not the first")
        .help("move it to the front")
}

/// `self: Point`.
pub(super) fn typed_self(at: Span) -> Diagnostic {
    Diagnostic::new(Code::MisplacedSelf, "`self` takes no type")
        .label(at, "its type is the one that the methods belong to")
        .help("write `self` or `mut self`")
}

/// `[.., x, ..]`.
pub(super) fn repeated_rest(at: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::RepeatedRest, "a pattern can have one rest only")
        .label(at, "a second `..`")
        .label(first, "the first one")
        .help("leave one of them out")
}

/// `Point { ..a, ..b }`
pub(super) fn second_base(at: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::Unexpected, "a struct literal can have one base only")
        .label(at, "a second base")
        .label(first, "the first one")
        .help("leave one of them out")
}

/// `@describe("…")` before a statement or a closing brace.
pub(super) fn misplaced_decorator(at: Span) -> Diagnostic {
    Diagnostic::new(Code::MisplacedDecorator, "there is nothing here that this could decorate")
        .label(at, "belongs before a declaration, a field or a parameter")
        .help("move it directly before what it is about")
}

/// `99999999999999999999`.
pub(super) fn int_out_of_range(text: &str, at: Span, is_negative: bool) -> Diagnostic {
    let (sign, label) = if is_negative { ("-", "too small") } else { ("", "too large") };
    Diagnostic::new(Code::NumberOutOfRange, format!("`{sign}{text}` does not fit an `Int`"))
        .label(at, label)
        .help("an `Int` goes from -9223372036854775808 to 9223372036854775807; a `Float` such as `1e20` goes further")
}

/// `1e999`.
pub(super) fn float_out_of_range(text: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::NumberOutOfRange, format!("`{text}` does not fit a `Float`"))
        .label(at, "too large")
        .help("the largest `Float` is about 1.8e308")
}

/// `9999999999999999h`.
pub(super) fn duration_out_of_range(text: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::NumberOutOfRange, format!("`{text}` does not fit a `Duration`"))
        .label(at, "too long")
        .help("a `Duration` holds up to 9223372036854775807 milliseconds")
}

/// `struct Point(Int, Int);`.
pub(super) fn tuple_struct(at: Span) -> Diagnostic {
    Diagnostic::new(Code::ForeignSyntax, "the fields of a struct have names")
        .label(at, "a list of types without names")
        .help("write `struct Name { field: Type, … }`; for data without names use a tuple or an enum variant")
}

/// `struct Marker;`.
pub(super) fn unit_struct(at: Span) -> Diagnostic {
    Diagnostic::new(Code::ForeignSyntax, "a struct has braces, even without fields")
        .label(at, "no fields here")
        .help("write `struct Name {}`")
}

/// `trait A: B`.
pub(super) fn supertrait(at: Span) -> Diagnostic {
    Diagnostic::new(Code::ForeignSyntax, "a trait cannot require another")
        .label(at, "not part of the language")
        .help("name both where they are needed: `<T: A + B>`")
}

/// `use a::*;`.
pub(super) fn glob_import(at: Span) -> Diagnostic {
    Diagnostic::new(Code::ForeignSyntax, "there are no glob imports")
        .label(at, "`*` is not a name")
        .help("list what you need: `use module::{a, b};`")
}

/// `0x__`.
pub(super) fn no_digits(text: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::MalformedNumber, format!("`{text}` has no digits"))
        .label(at, "not a number")
        .help("add digits after the prefix")
}

/// `a[1, 2]`.
pub(super) fn second_index(at: Span) -> Diagnostic {
    Diagnostic::new(Code::Unexpected, "an index is one value")
        .label(at, "a second one")
        .help("index twice, `a[i][j]`, or use a tuple, `m[(i, j)]`")
}

/// `t.0x1`.
pub(super) fn bad_tuple_index(digits: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::MalformedNumber, format!("`{digits}` is no position in a tuple"))
        .label(at, "positions are written in plain digits")
        .help("write `.0`, `.1` and so on")
}

/// `"${}"`.
pub(super) fn empty_interpolation(at: Span) -> Diagnostic {
    Diagnostic::new(Code::Unexpected, "there is nothing between `${` and `}`")
        .label(at, "an expression is missing")
        .help("write the value to be inserted, or `\\${` for the characters themselves")
}

/// `"${a, b}"`.
pub(super) fn second_value(at: Span) -> Diagnostic {
    Diagnostic::new(Code::Unexpected, "one value is inserted at a time")
        .label(at, "a second one")
        .help("write `${…}` for each")
}

/// `description` twice in a tool.
pub(super) fn second_description(at: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, "the setting `description` stands twice")
        .label(at, "a second time")
        .label(first, "the first time")
        .help("remove one of them")
}

/// `(a, ..)`.
pub(super) fn rest_in_tuple(at: Span) -> Diagnostic {
    Diagnostic::new(Code::RepeatedRest, "a tuple pattern has no rest")
        .label(at, "only arrays and structs have one")
        .help("write `_` for each element that does not matter")
}

/// A match arm without its comma.
pub(super) fn missing_comma(at: Span) -> Diagnostic {
    Diagnostic::new(Code::Unexpected, "a `,` is missing after this match arm")
        .label(at, "`,` belongs here")
        .help("add `,`; only an arm that ends in a block needs none")
}
