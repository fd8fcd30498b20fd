//! The clock and the memory of this process.

use std::hint::black_box;

use rustix::time::{ClockId, clock_gettime};

/// How often each thing is measured; the shortest time counts, since nothing but disturbance makes a run longer.
pub(crate) const ROUNDS: usize = 7;

/// The shortest of [`ROUNDS`] runs, in seconds of CPU time of this thread. What `prepare` gives is made before the
/// clock starts, and what `run` gives is dropped after it has stopped.
pub(crate) fn best_seconds<I, O>(mut prepare: impl FnMut() -> I, mut run: impl FnMut(I) -> O) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let input = black_box(prepare());
        let start = thread_seconds();
        let output = black_box(run(input));
        best = best.min(thread_seconds() - start);
        drop(output);
    }
    best
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
