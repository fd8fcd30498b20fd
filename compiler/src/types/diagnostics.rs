//! What the type checker has to say. One function, one message; a file for each kind.

mod calls;
mod changes;
mod declarations;
mod members;
mod patterns;
mod tools;
mod types;

pub(super) use calls::*;
pub(super) use changes::*;
pub(super) use declarations::*;
pub(super) use members::*;
pub(super) use patterns::*;
pub(super) use tools::*;
pub(super) use types::*;

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Why something is expected: a label where it has a place of its own, else a sentence.
type Reason = (Option<Span>, String);

impl Diagnostic {
    /// Adds a reason.
    fn because(self, (span, text): Reason) -> Self {
        match span {
            Some(span) => self.label(span, text),
            None => self.help(text),
        }
    }
}

/// `` `a`, `b` and `c` ``
fn listed<T: AsRef<str>>(names: &[T]) -> String {
    let quoted: Vec<String> = names.iter().map(|it| format!("`{}`", it.as_ref())).collect();
    match quoted.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// `1 argument`, `2 arguments`
fn counted(count: usize, word: &str) -> String {
    match count {
        0 => format!("no {word}s"),
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    }
}

/// The suggestion of a similar name.
fn similar(near: Option<&str>) -> Option<String> {
    near.map(|it| format!("did you mean `{it}`?"))
}
