//! What the session says by itself. One function, one message.

use std::io::IsTerminal;

use crate::output;

/// The first lines at a terminal.
pub(super) const WELCOME: &str =
    concat!("Concerto ", env!("CARGO_PKG_VERSION"), ". :help shows what there is, Ctrl-D ends.\n");

/// What `:help` says.
pub(super) const HELP: &str = "\
An expression shows its value; with a `;` it does not.
Variables and declarations stay, and can be declared again.

:type EXPR   the type of an expression, which is not run
:load FILE   the declarations and statements of a file
:names       what is declared
:reset       forget everything
:help        this
:quit        end, as Ctrl-D does

Ctrl-C leaves a line or stops what runs, Tab completes, an open bracket goes on in the next line.
";

/// Something besides what was asked for.
fn note(text: &str) {
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty())
        || std::env::var_os("TERM").is_none_or(|it| it == "dumb");
    match std::io::stderr().is_terminal() && !is_plain {
        true => output::stderr(&format!("\x1b[2mnote: {text}\x1b[0m\n")),
        false => output::stderr(&format!("note: {text}\n")),
    }
}

pub(super) fn variable_gone(name: &str) {
    note(&format!("`{name}` is gone: its type is not declared any more as it was"));
}

pub(super) fn not_kept(name: &str, why: &str) {
    note(&format!("`{name}` is not kept: {why}"));
}

pub(super) fn set_aside(name: &str) {
    note(&format!("{name} does not fit any more and is set aside until it does, or is declared again"));
}

pub(super) fn is_back(name: &str) {
    note(&format!("{name} fits again and is back"));
}

pub(super) fn interrupted() {
    note("interrupted");
}

pub(super) fn no_file(path: &str) {
    output::stderr(&format!("error: there is no file `{path}`\n"));
}

pub(super) fn unreadable(path: &str, reason: &str) {
    output::stderr(&format!("error: `{path}` cannot be read: {reason}\n"));
}

pub(super) fn internal_error(problem: &str) {
    output::stderr(&format!("error: internal compiler error: {problem}\n  Help: please report it with this entry\n"));
}

pub(super) fn no_expression() {
    output::stderr("error: `:type` needs an expression\n  Help: `:type 1 + 2`\n");
}

pub(super) fn no_path() {
    output::stderr("error: `:load` needs a file\n  Help: `:load main.conc`\n");
}

pub(super) fn unknown_command(name: &str, nearest: Option<&str>) {
    let help = nearest.map_or("`:help` shows what there is".to_owned(), |it| format!("there is a `:{it}`"));
    output::stderr(&format!("error: no command `:{name}`\n  Help: {help}\n"));
}
