//! Types that do not fit, and operators without a meaning.

use super::{Reason, counted};
use crate::ast::BinaryOp;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::types::{DEPTH_MAX, SIZE_MAX};

/// `"a"` where an `Int` is expected.
pub(in crate::types) fn mismatch(
    found: &str,
    wanted: &str,
    at: Span,
    why: Reason,
    difference: Option<(String, String)>,
    help: Option<String>,
) -> Diagnostic {
    let difference = difference.map(|(found, wanted)| format!("they differ in `{found}` and `{wanted}`"));
    Diagnostic::new(Code::TypeMismatch, format!("expected `{wanted}`, found `{found}`"))
        .label(at, format!("this is `{found}`"))
        .because(why)
        .help(difference)
        .help(help)
}

/// `let xs = [];` and nothing more.
pub(in crate::types) fn cannot_infer(at: Span) -> Diagnostic {
    Diagnostic::new(Code::CannotInfer, "nothing decides about this type")
        .label(at, "of which type is this?")
        .help("write the type: `let xs: Array<Int> = [];`, `|x: Int| …`, `f<Int>(…)`")
}

/// `|x| x.len()` where nothing says what `x` is.
pub(in crate::types) fn unknown_receiver(at: Span) -> Diagnostic {
    Diagnostic::new(Code::CannotInfer, "the type must be known here")
        .label(at, "nothing before this says what it is")
        .help("write the type where it is declared: `|x: Int| …`, `let xs: Array<Int> = [];`")
}

/// `Map<String>`
pub(in crate::types) fn type_arguments(name: &str, wanted: usize, found: usize, at: Span) -> Diagnostic {
    let takes = counted(wanted, "type argument");
    Diagnostic::new(Code::TypeArguments, format!("`{name}` takes {takes}, not {found}"))
        .label(at, format!("{} here", counted(found, "type argument")))
}

/// `type A = Array<A>;`
pub(in crate::types) fn endless_alias(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::EndlessAlias, format!("the alias `{name}` stands for itself"))
        .label(at, "following it never ends")
        .help("use a `struct` or an `enum`, which can contain itself")
}

/// `struct Node { next: Node }`
pub(in crate::types) fn endless_type(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::EndlessType, format!("no value of `{name}` can exist"))
        .label(at, "each would have to contain another one first")
        .help(format!("end it somewhere: `Option<{name}>`, `Array<{name}>`, or a variant without `{name}`"))
}

/// `Int | String`
pub(in crate::types) fn bad_union(found: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::BadUnion, format!("`{found}` cannot be a member of a union"))
        .label(at, "only texts can, such as `\"low\" | \"high\"`")
        .help("for values of several types declare an `enum`")
}

/// A type of a hundred levels.
pub(in crate::types) fn type_too_deep(at: Span) -> Diagnostic {
    Diagnostic::new(Code::TypeTooDeep, format!("a type has at most {DEPTH_MAX} levels and {SIZE_MAX} parts"))
        .label(at, "this one has more")
        .help("give parts of it names: `struct Name { … }`")
}

/// `1 + "a"`
pub(in crate::types) fn no_operator(
    op: BinaryOp,
    left: &str,
    right: &str,
    at: Span,
    left_span: Span,
    right_span: Span,
) -> Diagnostic {
    let text = operator(op);
    let help = match (op, left, right) {
        (BinaryOp::Add, _, "String") => Some("join texts: `\"${…}…\"`"),
        (BinaryOp::Mul, "String", _) => Some("repeat a text with `.repeat(n)`"),
        (_, _, _) if left.starts_with("Option<") || right.starts_with("Option<") => {
            Some("take the value out first: `?? default`, `?`, or `match`")
        }
        (_, _, _) if left.starts_with("Result<") || right.starts_with("Result<") => {
            Some("take the value out first: `?` or `match`")
        }
        _ => None,
    };
    Diagnostic::new(Code::BadOperand, format!("`{text}` is not defined for `{left}` and `{right}`"))
        .label(at, "this operator")
        .label(left_span, format!("`{left}`"))
        .label(right_span, format!("`{right}`"))
        .help(help.map(str::to_owned))
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Pipe => "|>",
        BinaryOp::Coalesce => "??",
        BinaryOp::Or => "||",
        BinaryOp::And => "&&",
        BinaryOp::Eq => "==",
        BinaryOp::NotEq => "!=",
        BinaryOp::Less => "<",
        BinaryOp::LessEq => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEq => ">=",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
    }
}

/// `-"text"`
pub(in crate::types) fn no_negative(found: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::BadOperand, format!("`-` is not defined for `{found}`"))
        .label(at, format!("this is `{found}`"))
        .help("only numbers and durations have a negative")
}

/// `5 ?? 1`
pub(in crate::types) fn not_an_option(found: &str, at: Span, is_result: bool) -> Diagnostic {
    let help = match is_result {
        true => "of a `Result`, take the value with `.unwrap_or(…)`, or drop the error with `.ok()`",
        false => "the value is always there: remove `??` and what follows it",
    };
    Diagnostic::new(Code::BadOperand, format!("`??` needs an `Option` on its left, not `{found}`"))
        .label(at, format!("this is `{found}`"))
        .help(help)
}

/// `"5" as Int`
pub(in crate::types) fn bad_cast(from: &str, into: &str, at: Span, help: Option<&str>) -> Diagnostic {
    Diagnostic::new(Code::BadCast, format!("`as` does not convert `{from}` to `{into}`"))
        .label(at, "`as` converts between `Int` and `Float` only")
        .help(help.map(str::to_owned))
}

/// `1.5 as Int`
pub(in crate::types) fn lossy_cast(value: &str, into: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::LossyCast, format!("`{value}` has no exact value as `{into}`"))
        .label(at, "the conversion would lose something")
        .help("say what is meant: `.round()`, `.floor()`, `.ceil()`, or another number")
}

/// `for c in "text"`
pub(in crate::types) fn not_iterable(found: &str, at: Span, help: Option<String>) -> Diagnostic {
    Diagnostic::new(Code::NotIterable, format!("`for` cannot walk over `{found}`"))
        .label(at, format!("this is `{found}`"))
        .help(help.unwrap_or("it walks over arrays, maps, sets, ranges and streams".to_owned()))
}

/// `number[0]`
pub(in crate::types) fn not_indexable(found: &str, at: Span, help: Option<String>) -> Diagnostic {
    Diagnostic::new(Code::NotIndexable, format!("`{found}` has no index"))
        .label(at, format!("this is `{found}`"))
        .help(help.unwrap_or("arrays, texts, bytes and maps have one".to_owned()))
}

/// `5?`
pub(in crate::types) fn nothing_to_try(found: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::NothingToTry, format!("`?` needs a `Result` or an `Option`, not `{found}`"))
        .label(at, format!("this is `{found}`"))
        .help("remove the `?`: there is nothing to pass on")
}

/// `?` where a declaration is evaluated.
pub(in crate::types) fn try_nowhere(at: Span) -> Diagnostic {
    Diagnostic::new(Code::TryOutside, "`?` outside a function")
        .label(at, "there is no caller to pass an error on to")
        .help("look at both cases with `match`, or use `.unwrap_or(…)`")
}

/// `?` on a `Result` in a function that gives an `Int`.
pub(in crate::types) fn try_outside(what: &str, output: &str, at: Span, why: Reason, is_closure: bool) -> Diagnostic {
    let place = if is_closure { "closure" } else { "function" };
    let help = match (what, output) {
        ("Option", _) if output.starts_with("Result<") => "say what the error is: `.ok_or(…)?`".to_owned(),
        ("Result", _) if output.starts_with("Option<") => "drop the error first: `.ok()?`".to_owned(),
        _ => format!("let the {place} give a `{what}`, or look at both cases with `match`"),
    };
    Diagnostic::new(Code::TryOutside, format!("`?` on a `{what}` in a {place} that gives `{output}`"))
        .label(at, format!("the {place} cannot pass this on"))
        .because(why)
        .help(help)
}

/// `?` on an error that the function's own cannot be made of.
pub(in crate::types) fn no_conversion(found: &str, wanted: &str, at: Span, why: Reason) -> Diagnostic {
    Diagnostic::new(Code::NoConversion, format!("`?` cannot make a `{wanted}` of `{found}`"))
        .label(at, format!("the error here is `{found}`"))
        .because(why)
        .help(format!("write `impl From<{found}> for {wanted} {{ … }}`, or convert it here: `.map_err(|e| …)?`"))
}

/// `await f()`
pub(in crate::types) fn nothing_to_await(found: &str, at: Span, is_call: bool) -> Diagnostic {
    let help = match is_call {
        true => "a call waits by itself: remove `await`; `spawn` starts a task, `await (a(), b())` runs both at once",
        false => "`await` takes a task that `spawn` started, or several calls in parentheses",
    };
    Diagnostic::new(Code::NothingToAwait, format!("`await` needs a task, not `{found}`"))
        .label(at, format!("this is `{found}`"))
        .help(help)
}

/// `race []`
pub(in crate::types) fn empty_race(at: Span) -> Diagnostic {
    Diagnostic::new(Code::CannotInfer, "a race of nobody has no winner")
        .label(at, "nothing takes part")
        .help("put the calls between the brackets: `race [a(), b()]`")
}
