//! A process between us and a server, so that nothing of the server is left when we are gone, whatever ended us.
//!
//! The server and all that it starts are a group of processes of their own. The system tells the guard when its parent has
//! ended, and then it ends that group; it does the same when its parent says so, and when the server has ended.

use std::io::Read;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};

use rustix::process::{Pid, Signal, getppid, kill_process_group};
use signal_hook::consts::{SIGINT, SIGTERM};

/// What the command is called with to be a guard: the word, the number of its parent, and the command of the server.
pub const WORD: &str = "guard-mcp-server";

/// The exit code of a guard that could not do its work.
const FAILED: i32 = 127;

/// Runs a server until it ends or our parent does. Its exit code.
pub fn run(parent: &str, command: &[String]) -> i32 {
    let Some((program, args)) = command.split_first() else { return FAILED };
    let (started, group) = channel();
    if watch_parent(parent, group).is_err() {
        return FAILED;
    }
    // Whoever started us has looked for the program before.
    let Ok(mut server) = Command::new(program).args(args).process_group(0).spawn() else { return FAILED };
    let group = i32::try_from(server.id()).ok().and_then(Pid::from_raw);
    let _ = started.send(group);
    let status = server.wait();
    end(group);
    status.ok().and_then(|it| it.code()).unwrap_or(1)
}

/// Ends the server when the parent has ended, or when it wants that.
fn watch_parent(parent: &str, group: Receiver<Option<Pid>>) -> std::io::Result<()> {
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
        if let Ok(group) = group.recv() {
            end(group);
        }
    })?;
    Ok(())
}

/// Ends all processes of a group.
fn end(group: Option<Pid>) {
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
}
