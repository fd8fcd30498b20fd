//! Commands to the session itself: `:type`, `:load` and the like.

use std::path::Path;

use concerto_compiler::diagnostic::suggest;

use super::session::Session;
use super::words;
use crate::output;

/// All commands.
pub(super) const COMMANDS: &[&str] = &["type", "load", "names", "reset", "help", "quit"];

/// How the session goes on after an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    Good,
    Failed,
    Quit,
}

/// Does what a command says, which comes without its colon.
pub(super) fn run(session: &mut Session, command: &str) -> After {
    let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    let rest = rest.trim();
    let is_good = match name {
        "type" | "t" => type_of(session, rest),
        "load" | "l" => load(session, rest),
        "names" => told(&session.names()),
        "reset" => {
            session.reset();
            true
        }
        "help" | "h" | "?" => told(words::HELP),
        "quit" | "q" | "exit" => return After::Quit,
        _ => {
            words::unknown_command(name, suggest::nearest(name, COMMANDS.iter().copied()));
            false
        }
    };
    if is_good { After::Good } else { After::Failed }
}

fn told(text: &str) -> bool {
    output::stdout(text);
    true
}

fn type_of(session: &mut Session, text: &str) -> bool {
    if text.is_empty() {
        words::no_expression();
        return false;
    }
    let found = session.type_of(super::entry(text));
    found.is_some_and(|it| told(&format!("{it}\n")))
}

fn load(session: &mut Session, path: &str) -> bool {
    if path.is_empty() {
        words::no_path();
        return false;
    }
    session.load(Path::new(path))
}
