//! Servers of tools: used by programs, written down, broken, and made of programs. They are processes and ports of this machine.

mod hostile;
mod locked;
mod orphans;
mod served;
mod used;

use std::path::PathBuf;

use crate::agents::project::{Project, Ran};

/// The server that does what it is told to.
pub(crate) fn peer() -> PathBuf {
    let command = PathBuf::from(env!("CARGO_BIN_EXE_concerto"));
    let peer = command.with_file_name("examples").join("peer");
    assert!(peer.is_file(), "`cargo build -p concerto --example peer` builds what these tests talk to");
    peer
}

/// The table of a server in the manifest.
pub(crate) fn table(name: &str, args: &[&str], more: &str) -> String {
    let peer = peer();
    let command: Vec<String> = [peer.to_str().unwrap()].iter().chain(args).map(|it| format!("{it:?}")).collect();
    format!("[mcp.{name}]\ncommand = [{}]\n{more}\n", command.join(", "))
}

/// A project with one server, `peer`.
fn project(args: &[&str], more: &str, program: &str) -> Project {
    Project::new(&table("peer", args, more), program)
}

/// Runs another of the command's subcommands.
fn command(project: &Project, args: &[&str]) -> Ran {
    Ran::of(project.command(args))
}
