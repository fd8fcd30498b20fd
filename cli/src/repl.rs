//! `concerto repl`: entries are read, run and shown, one after the other, at a terminal or from a pipe.

mod command;
mod complete;
mod declared;
mod input;
mod session;
mod terminal;
mod words;

use std::io::{BufRead, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

use concerto_compiler::load::Part;

use crate::args::ReplArgs;
use crate::compile::failed;
use crate::output::{self, Report};
use crate::project;
use command::After;
use session::Session;

/// An entry failed, and nobody was there to see it.
const EXIT_FAILED: u8 = 1;

/// The manifest has mistakes.
const EXIT_COMPILE: u8 = 2;

/// What entries are called in messages.
const ENTRY: &str = "<repl>";

pub(crate) fn run(args: &ReplArgs) -> ExitCode {
    match try_run(args) {
        Ok(code) | Err(code) => code,
    }
}

fn try_run(args: &ReplArgs) -> Result<ExitCode, ExitCode> {
    let found = match &args.path {
        Some(path) => project::find(Some(path)),
        None => project::find(Some(Path::new(ENTRY))),
    };
    let project = found.map_err(|it| failed(&it))?;
    output::diagnostics(&project.diagnostics, &project.sources, Report::Text);
    if output::has_errors(&project.diagnostics) {
        return Err(ExitCode::from(EXIT_COMPILE));
    }
    let first = args.path.as_ref().map(|_| project.entry.clone());
    let mut session = Session::new(project, &args.limits)?;
    let is_terminal = std::io::stdin().is_terminal();
    if is_terminal {
        output::stdout(words::WELCOME);
    }
    if let Some(path) = first {
        let is_loaded = session.load(&path);
        if !is_loaded && !is_terminal {
            return Err(ExitCode::from(EXIT_FAILED));
        }
    }
    match is_terminal {
        true => {
            terminal::run(&mut session).map_err(|it| failed(&it))?;
            Ok(ExitCode::SUCCESS)
        }
        false => Ok(piped(&mut session)),
    }
}

/// Reads entries from a pipe.
fn piped(session: &mut Session) -> ExitCode {
    let mut text = String::new();
    let mut is_good = true;
    let mut lines = std::io::stdin().lock().lines();
    loop {
        let line = lines.next().and_then(Result::ok);
        if let Some(line) = &line {
            text.push_str(line);
            text.push('\n');
            if input::goes_on(&text) {
                continue;
            }
        }
        match enter(session, &std::mem::take(&mut text)) {
            After::Quit => break,
            After::Good => {}
            After::Failed => is_good = false,
        }
        if line.is_none() {
            break;
        }
    }
    if is_good { ExitCode::SUCCESS } else { ExitCode::from(EXIT_FAILED) }
}

/// Does what an entry says.
fn enter(session: &mut Session, text: &str) -> After {
    let text = text.trim_end();
    match text.trim_start().strip_prefix(':') {
        _ if text.trim().is_empty() => After::Good,
        Some(command) => command::run(session, command),
        None if session.enter(entry(text)) => After::Good,
        None => After::Failed,
    }
}

/// A text that somebody entered.
fn entry(text: &str) -> Part {
    let text = input::finished(text).unwrap_or_else(|| text.to_owned());
    Part { name: ENTRY.to_owned(), path: ENTRY.into(), text: format!("{text}\n") }
}
