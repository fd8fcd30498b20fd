//! `concerto repl`: whole sessions, from a pipe and at a terminal.

mod agents;
mod declared;
mod entries;
mod files;
mod kept;
#[cfg(unix)]
mod terminal;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::cli::folder;
use crate::support::outcome;

/// What a session says to some lines, in a folder with some files.
fn session_in(files: &[(&str, &str)], args: &[&str], lines: &str) -> String {
    let folder = folder(files);
    enter(folder.path(), args, lines)
}

fn enter(folder: &Path, args: &[&str], lines: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_concerto"));
    command.arg("repl").args(args).current_dir(folder).env_clear();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A session that has ended reads no more.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    outcome(&child.wait_with_output().unwrap())
}

fn session(lines: &str) -> String {
    session_in(&[], &[], lines)
}

/// What a session prints in which nothing goes wrong.
fn shown(lines: &str) -> String {
    let said = session(lines);
    let shown = said.strip_prefix("exit 0\n--- stdout\n").and_then(|it| it.strip_suffix("--- stderr\n"));
    shown.unwrap_or_else(|| panic!("{said}")).to_owned()
}
