//! A program as a child process, with what it took.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Instant;

use wait4::Wait4;

/// What one run said and took.
pub(crate) struct Run {
    pub(crate) output: String,
    /// CPU time outside of the kernel.
    pub(crate) user_seconds: f64,
    /// From before the start to after the end.
    pub(crate) wall_seconds: f64,
    pub(crate) peak_bytes: u64,
}

/// Runs `command` to its end; an error where it does not start or does not end well. Its standard error is ours.
pub(crate) fn run(command: &mut Command) -> Result<Run, String> {
    run_with(command, Stdio::inherit())
}

/// Like `run`, with its standard error thrown away.
pub(crate) fn run_quietly(command: &mut Command) -> Result<Run, String> {
    run_with(command, Stdio::null())
}

fn run_with(command: &mut Command, stderr: Stdio) -> Result<Run, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(stderr);
    let start = Instant::now();
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let mut output = String::new();
    let read = child.stdout.take().map(|mut it| it.read_to_string(&mut output));
    let used = child.wait4().map_err(|error| error.to_string())?;
    let wall_seconds = start.elapsed().as_secs_f64();
    if let Some(Err(error)) = read {
        return Err(error.to_string());
    }
    if !used.status.success() {
        return Err(used.status.to_string());
    }
    let user_seconds = used.rusage.utime.as_secs_f64();
    Ok(Run { output, user_seconds, wall_seconds, peak_bytes: used.rusage.maxrss })
}
