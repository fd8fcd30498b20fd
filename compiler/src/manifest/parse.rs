//! Text to TOML: the tree that the `toml` crate reads, and its complaints in our words.

use toml::Spanned;
use toml::de::{DeTable, Error};

use super::diagnostics;
use super::table::Text;
use crate::diagnostic::{Diagnostic, Sink};

/// A text with no more dots and brackets than this cannot nest deep enough to trouble any stack.
const MARKS_MAX: usize = 500;

/// Room for the deepest tree that `toml` makes: 80 inline tables, each under a key of 80 parts.
const STACK_BYTES: usize = 32 << 20;

/// Parses as much as can be parsed. The tree has made-up values where the text is wrong.
pub(super) fn parse(text: Text<'_>) -> (Spanned<DeTable<'_>>, Vec<Diagnostic>) {
    let (root, errors) = DeTable::parse_recoverable(text.text);
    let mut sink = Sink::default();
    for error in errors {
        let diagnostic = complaint(&error, text);
        // A header below a plain value is reported when it starts and again when it ends.
        if !sink.found().contains(&diagnostic) {
            sink.push(diagnostic);
        }
    }
    (root, sink.into_found())
}

/// Runs `read`, on a stack of its own where `text` might be nested deep: a tree is dropped level by level, by
/// recursion. `None` where no such stack can be had.
pub(super) fn with_room_for<T: Send>(text: &str, read: impl FnOnce() -> T + Send) -> Option<T> {
    let marks = text.bytes().filter(|it| matches!(it, b'.' | b'{' | b'[')).count();
    if marks <= MARKS_MAX {
        return Some(read());
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, read);
        thread.ok()?.join().ok()
    })
}

fn complaint(error: &Error, text: Text<'_>) -> Diagnostic {
    let range = error.span().unwrap_or(0..0);
    let (at, source) = (text.span(range.clone()), text.slice(range));
    let (problem, expected) = error.message().split_once(", expected ").unwrap_or((error.message(), ""));
    match problem {
        "duplicate key" => diagnostics::duplicate_key(source, at),
        problem if problem.starts_with("cannot extend value") => diagnostics::value_and_table(source, at),
        "string values must be quoted" if source.is_empty() => diagnostics::no_value(at),
        "string values must be quoted" | "invalid boolean" => diagnostics::unquoted(source, at),
        _ => diagnostics::not_toml(problem, expected, at),
    }
}
