//! The clock and the memory of this process.

use std::hint::black_box;

use rustix::time::{ClockId, clock_gettime};

/// The shortest of several runs, in seconds of CPU time of this thread: nothing but disturbance makes a run longer.
#[derive(Clone, Copy)]
pub(crate) struct Best(f64);

impl Best {
    pub(crate) fn new() -> Self {
        Self(f64::INFINITY)
    }

    pub(crate) fn seconds(self) -> f64 {
        self.0
    }

    /// Runs once more. What `run` gives is dropped after the clock has stopped.
    pub(crate) fn run<T>(&mut self, run: impl FnOnce() -> T) {
        drop(self.take(run));
    }

    /// Runs once more and gives what `run` gives.
    pub(crate) fn take<T>(&mut self, run: impl FnOnce() -> T) -> T {
        let start = thread_seconds();
        let output = black_box(run());
        self.0 = self.0.min(thread_seconds() - start);
        output
    }
}

fn thread_seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// The most memory this process has had so far, in bytes.
pub(crate) fn peak_bytes() -> std::io::Result<u64> {
    status("VmHWM:")
}

/// The memory this process has now, in bytes.
pub(crate) fn resident_bytes() -> std::io::Result<u64> {
    status("VmRSS:")
}

fn status(key: &str) -> std::io::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(key));
    let kilobytes = line.and_then(|it| it.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kilobytes.map(|it| it * 1024).ok_or_else(|| std::io::Error::other(format!("no {key} in /proc/self/status")))
}
