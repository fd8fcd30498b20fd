//! Runs a command to its end and writes what it took as a line of JSON to the file that is named first.
//!
//! Linux counts the memory of whoever starts a process towards the process's own peak. This program is small, so that
//! the peak of a small contestant is its own and not that of the script that runs them all. The command may have as many
//! files open as the system allows.

use std::error::Error;
use std::process::{Command, ExitCode};
use std::time::Instant;

use wait4::Wait4;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut words = std::env::args_os().skip(1);
    let (Some(file), Some(program)) = (words.next(), words.next()) else {
        return Err("usage: measure FILE COMMAND…".into());
    };
    rlimit::increase_nofile_limit(u64::MAX)?;
    let start = Instant::now();
    let used = Command::new(program).args(words).spawn()?.wait4()?;
    let wall = start.elapsed().as_secs_f64();
    let cpu = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    let peak = used.rusage.maxrss;
    std::fs::write(file, format!(r#"{{"wall_s":{wall},"cpu_s":{cpu},"peak_bytes":{peak}}}"#))?;
    Ok(if used.status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
