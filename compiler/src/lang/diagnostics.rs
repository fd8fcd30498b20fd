//! What is to be said about marks of the library. All of them are defects of Concerto. One function, one message.

use super::LangItem;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// `@lang` or `@lang(5)`
pub(super) fn no_key(at: Span) -> Diagnostic {
    internal("`@lang` without a key".to_owned()).label(at, "write it as `@lang(\"key\")`")
}

/// `@lang("optoin")`
pub(super) fn unknown_key(key: &str, at: Span) -> Diagnostic {
    internal(format!("the compiler has no use for `@lang(\"{key}\")`")).label(at, "not in the table of `lang.rs`")
}

/// `@lang("option")` on a function.
pub(super) fn other_kind(item: LangItem, at: Span) -> Diagnostic {
    internal(format!("`@lang(\"{}\")` is on the wrong kind of declaration", item.key()))
        .label(at, format!("this belongs on {}", item.kind().word()))
}

/// One key on two items.
pub(super) fn marked_twice(item: LangItem, at: Span, first: Span) -> Diagnostic {
    internal(format!("two items of the library are marked `@lang(\"{}\")`", item.key()))
        .label(at, "the second one")
        .label(first, "the first one")
}

/// A key that no item has.
pub(super) fn missing(item: LangItem) -> Diagnostic {
    internal(format!(
        "nothing in the library is marked `@lang(\"{}\")`, which belongs on {}",
        item.key(),
        item.kind().word()
    ))
}

fn internal(problem: String) -> Diagnostic {
    Diagnostic::new(Code::InternalError, format!("internal compiler error: {problem}"))
        .help("this is a defect of Concerto, not of your program: please report it")
}
