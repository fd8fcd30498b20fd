//! What lowering has to say. One function, one message.

use super::Unsupported;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Something that the checker understands and this version cannot run: an agent, a mock.
pub(super) fn cannot_run(it: &Unsupported) -> Diagnostic {
    // An agent, an MCP server; a host.
    let what = match (it.what.split_once(' '), it.what.starts_with(['a', 'e', 'i', 'o', 'M'])) {
        (Some(("a" | "an" | "the" | "this", _)), _) => it.what.to_owned(),
        (_, true) => format!("an {}", it.what),
        (_, false) => format!("a {}", it.what),
    };
    let diagnostic = Diagnostic::new(Code::CannotRun, format!("this version cannot run {what}"));
    let diagnostic = match it.span == Span::default() {
        true => diagnostic,
        false => diagnostic.label(it.span, "not possible yet"),
    };
    diagnostic.help("`concerto check` finds mistakes in the program without running it")
}

/// Only declarations: nothing to start with.
pub(super) fn nothing_to_run(entry: &str) -> Diagnostic {
    Diagnostic::new(Code::NothingToRun, format!("there is nothing to run in `{entry}`"))
        .help("write statements at the top level of the file, or `fn main() { … }`")
        .help("`concerto test` runs its tests, `concerto check` finds mistakes")
}
