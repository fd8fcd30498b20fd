//! Patterns, and code that is never reached.

use super::{counted, listed};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A `match` without all cases.
pub(in crate::types) fn not_exhaustive(
    subject: &str,
    missing: &[String],
    count: usize,
    shown_max: usize,
    at: Span,
) -> Diagnostic {
    let shown = &missing[..missing.len().min(shown_max - 1)];
    let more = match count - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let arms: Vec<String> = shown.iter().map(|it| format!("`{it} => …`")).collect();
    let are = if count == 1 { "is" } else { "are" };
    let help = match shown {
        [one] if one == "_" => "add `_ => …` for all others".to_owned(),
        _ => format!("add {}, or `_ => …` for all others", arms.join(", ")),
    };
    Diagnostic::new(Code::NotExhaustive, format!("{}{more} {are} not covered", listed(shown)))
        .label(at, format!("a `match` on `{subject}` covers every value"))
        .help(help)
}

/// A `match` that takes too long to check.
pub(in crate::types) fn match_too_complex(at: Span, limit: usize) -> Diagnostic {
    Diagnostic::new(
        Code::NotExhaustive,
        format!("this `match` is too large: checking it takes more than {limit} steps"),
    )
    .label(at, "its patterns can be combined in too many ways")
    .help("split it into several, one after the other")
}

/// `let Some(x) = y;`
pub(in crate::types) fn refutable(what: &str, witness: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::RefutablePattern, format!("the pattern of {what} must match every value"))
        .label(at, format!("`{witness}` does not match"))
        .help("use `let … else { … }`, `if let`, or `match`")
}

/// `(a, b)` on a value of three.
pub(in crate::types) fn tuple_pattern_count(subject: &str, wanted: usize, found: usize, at: Span) -> Diagnostic {
    Diagnostic::new(
        Code::PatternShape,
        format!("a pattern of {} for `{subject}`, which has {wanted}", counted(found, "element")),
    )
    .label(at, "another number of elements")
    .help("use `_` for elements that do not matter")
}

/// `Some(a, b)`
pub(in crate::types) fn variant_pattern_count(name: &str, wanted: usize, found: usize, at: Span) -> Diagnostic {
    Diagnostic::new(Code::PatternShape, format!("`{name}` holds {}, not {found}", counted(wanted, "value")))
        .label(at, format!("a pattern of {}", counted(found, "value")))
        .help("use `_` for values that do not matter")
}

/// `Point { x }` without `y` and `..`.
pub(in crate::types) fn pattern_misses_fields(missing: &[&str], at: Span) -> Diagnostic {
    let word = if missing.len() == 1 { "field" } else { "fields" };
    Diagnostic::new(Code::PatternShape, format!("the pattern lacks the {word} {}", listed(missing)))
        .label(at, "not all of its fields are here")
        .help("add `..` where the others do not matter")
}

/// `(a, b)` on an `Int`.
pub(in crate::types) fn pattern_of_other_kind(subject: &str, kind: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::PatternShape, format!("the value is `{subject}`, the pattern that of {kind}"))
        .label(at, "no such value comes here")
}

/// `"a"` on a `Json`.
pub(in crate::types) fn json_pattern(found: &str, at: Span) -> Diagnostic {
    let help = match found {
        "String" => "write `Json::String(\"…\")`",
        "Bool" => "write `Json::Bool(true)`",
        "Float" => "write `Json::Float(1.5)`",
        _ => "write `Json::Int(1)`",
    };
    Diagnostic::new(Code::TypeMismatch, format!("expected `Json`, found `{found}`"))
        .label(at, format!("a `Json` is matched by its variants, this is `{found}`"))
        .help(help)
}

/// `let Some(x) = y else { 5 };`
pub(in crate::types) fn else_stays(at: Span) -> Diagnostic {
    Diagnostic::new(Code::ElseStays, "the `else` of a `let` must leave")
        .label(at, "after this the names of the pattern would have no value")
        .help("end it with `return`, `break`, `continue` or `panic(…)`")
}

/// An arm after others that match all its values.
pub(in crate::types) fn dead_arm(pattern: &str, at: Span, is_alternative: bool) -> Diagnostic {
    let what = if is_alternative { "alternative" } else { "arm" };
    Diagnostic::new(Code::DeadArm, format!("the {what} `{pattern}` is never taken"))
        .label(at, "earlier patterns match all of its values")
        .help("remove it")
}

/// The `else` of a pattern that always matches.
pub(in crate::types) fn dead_else(at: Span, pattern: Span) -> Diagnostic {
    Diagnostic::new(Code::DeadArm, "this `else` is never taken")
        .label(at, "never reached")
        .label(pattern, "this pattern matches every value")
        .help("remove the `else`, or use a plain `let`")
}

/// `break` in a `spawn` of a loop.
pub(in crate::types) fn leaves_task(word: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::OutsideLoop, format!("`{word}` cannot leave a task"))
        .label(at, "the loop around it belongs to another task")
        .help("give a value and look at it after `await`")
}

/// Code after a `return`.
pub(in crate::types) fn unreachable(at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnreachableCode, "this is never reached")
        .label(at, "what stands before it always leaves")
        .help("remove it, or leave on a condition")
}
