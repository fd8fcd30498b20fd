//! A process between us and a server, so that nothing of the server is left when we are gone, whatever ended us.
//!
//! The guard and the server are a group of processes of their own. The guard is told by the system when its parent has ended,
//! and then ends the group. When the server ends, so does the guard, with its exit code.

use std::io::Read;
use std::os::unix::net::UnixStream;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustix::process::{Pid, Signal, getpgrp, getppid, kill_process_group};
use signal_hook::consts::{SIGINT, SIGTERM};

/// What the command is called with to be a guard: the word, the number of its parent, and the command of the server.
pub const WORD: &str = "guard-mcp-server";

/// Runs a server until it ends or our parent does. Its exit code.
pub fn run(parent: &str, command: &[String]) -> i32 {
    let Some((program, args)) = command.split_first() else { return 2 };
    if watch_parent(parent).is_err() {
        end_group();
    }
    match Command::new(program).args(args).status() {
        Ok(status) => status.code().unwrap_or(1),
        // Whoever started us has looked for the program before.
        Err(_) => 127,
    }
}

/// Ends the group when the parent has ended, or when it wants that.
fn watch_parent(parent: &str) -> std::io::Result<()> {
    let (mut told, tells) = UnixStream::pair()?;
    signal_hook::low_level::pipe::register(SIGTERM, tells.try_clone()?)?;
    // Ctrl-C is for our parent, which ends us in its own way.
    signal_hook::flag::register(SIGINT, Arc::new(AtomicBool::new(false)))?;
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(Signal::TERM))?;
    if getppid().map(Pid::as_raw_nonzero).map(|it| it.get().to_string()).as_deref() != Some(parent) {
        return Err(std::io::Error::other("the parent has ended already"));
    }
    std::thread::Builder::new().name("guard".to_owned()).spawn(move || {
        let _tells = tells;
        let mut byte = [0];
        let _ = told.read(&mut byte);
        end_group();
    })?;
    Ok(())
}

/// Ends this process and all others of its group.
fn end_group() {
    let _ = kill_process_group(getpgrp(), Signal::KILL);
}
