//! Writing to the terminal: colours only where they are wanted, and no panic when the reader has gone.

use std::io::{IsTerminal, Write};

use concerto_compiler::diagnostic::render::Style;
use concerto_compiler::diagnostic::{Diagnostic, Severity, json, render};
use concerto_compiler::source::SourceMap;

/// Where diagnostics go and what they look like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Report {
    /// For people, on standard error.
    Text,
    /// For programs, on standard output.
    JsonToStdout,
    /// For programs, on standard error.
    JsonToStderr,
}

/// Writes diagnostics.
pub(crate) fn diagnostics(diagnostics: &[Diagnostic], sources: &SourceMap, report: Report) {
    if diagnostics.is_empty() {
        return;
    }
    let lines = || -> String { diagnostics.iter().map(|it| format!("{}\n", json::object(it, sources))).collect() };
    match report {
        Report::Text => stderr(&render::report(diagnostics, sources, style())),
        Report::JsonToStdout => stdout(&lines()),
        Report::JsonToStderr => stderr(&lines()),
    }
}

/// Whether anything keeps a program from running.
pub(crate) fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|it| it.severity() == Severity::Error)
}

/// How many errors and warnings there were, as the last line for people.
pub(crate) fn summary(diagnostics: &[Diagnostic], programs: usize, has_more: bool) {
    let count = |severity| diagnostics.iter().filter(|it| it.severity() == severity).count();
    let parts = [(count(Severity::Error), "error"), (count(Severity::Warning), "warning")];
    let found: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| plural(*count, word)).collect();
    let text = match found.is_empty() {
        true => format!("{} checked, no problems\n", plural(programs, "program")),
        false if has_more => format!("\n{} shown, and there are more\n", found.join(", ")),
        false => format!("\n{}\n", found.join(", ")),
    };
    stderr(&text);
}

/// `1 file`, `2 files`
pub(crate) fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Colours on a terminal, unless `NO_COLOR` is set or the terminal says that it can do little.
fn style() -> Style {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    match (std::io::stderr().is_terminal(), is_set("NO_COLOR") || is_dumb) {
        (true, false) => Style::TERMINAL,
        (true, true) => Style { colour: false, unicode: !is_dumb },
        (false, _) => Style::PLAIN,
    }
}

/// Writes to standard output. A closed pipe is not an error: whoever read has seen enough.
pub(crate) fn stdout(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes to standard error.
pub(crate) fn stderr(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
