//! Values: what may change, what has a value yet, and what nobody takes.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// `x = 2;` for a `let x`.
pub(in crate::types) fn immutable(
    name: &str,
    method: Option<&str>,
    at: Span,
    declared: Span,
    is_self: bool,
    is_param: bool,
    is_let: bool,
) -> Diagnostic {
    let label = match method {
        Some(method) => format!("`{method}` changes it"),
        None => "changed here".to_owned(),
    };
    let help = match (is_self, is_param) {
        (true, _) => "take `mut self` to change the receiver".to_owned(),
        (_, true) => format!("declare the parameter with `mut {name}`, which changes the function's own copy"),
        _ if is_let => format!("declare it with `let mut {name}`"),
        _ => format!("copy it into a variable that can: `let mut {name} = {name};`"),
    };
    Diagnostic::new(Code::Immutable, format!("`{name}` cannot change"))
        .label(at, label)
        .label(declared, "declared without `mut`")
        .help(help)
}

/// `LIMIT = 2;` for a constant.
pub(in crate::types) fn immutable_item(name: &str, word: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::Immutable, format!("the {word} `{name}` cannot change"))
        .label(at, "changed here")
        .help("copy it into a variable: `let mut x = …;`")
}

/// `total += x` in a closure.
pub(in crate::types) fn captured_change(name: &str, at: Span, declared: Span) -> Diagnostic {
    Diagnostic::new(Code::CapturedChange, format!("a closure cannot change `{name}`, which it captures by value"))
        .label(at, "the change would be lost")
        .label(declared, "declared outside the closure")
        .help("use a loop, or `fold`, which passes a value from step to step")
}

/// `f().push(1)`
pub(in crate::types) fn lost_change(method: Option<&str>, at: Span) -> Diagnostic {
    let title = match method {
        Some(method) => format!("`{method}` changes a value that nobody keeps"),
        None => "a change of a value that nobody keeps".to_owned(),
    };
    Diagnostic::new(Code::LostChange, title)
        .label(at, "this is no variable, field or element")
        .help("keep it first: `let mut x = …;`")
}

/// `let x: Int; print(x);`
pub(in crate::types) fn no_value_yet(name: &str, at: Span, declared: Span) -> Diagnostic {
    Diagnostic::new(Code::NoValueYet, format!("`{name}` may have no value here"))
        .label(at, "used here")
        .label(declared, "declared without a value")
        .help("give it a value on every way that leads here")
}

/// `f();` of a `Result`.
pub(in crate::types) fn unused_result(at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnusedResult, "this `Result` is not looked at")
        .label(at, "an error would go unnoticed")
        .help("pass it on with `?`, look at it with `match`, or drop it with `let _ = …;`")
}

/// `a + b;`
pub(in crate::types) fn no_effect(at: Span) -> Diagnostic {
    Diagnostic::new(Code::NoEffect, "nothing is done with this value")
        .label(at, "computed and dropped")
        .help("remove it, or use the value")
}

/// `s.trim();`
pub(in crate::types) fn dropped_value(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::NoEffect, format!("nothing is done with what `{name}` gives"))
        .label(at, format!("`{name}` changes nothing, it gives a new value"))
        .help("use the value: `let x = …;`")
}

/// A function that nothing leads to.
pub(in crate::types) fn unused_function(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::UnusedFunction, format!("`{name}` is never used"))
        .label(at, "nothing leads here from where the program starts")
        .help(format!("remove it, or call it `_{name}` to keep it"))
}
