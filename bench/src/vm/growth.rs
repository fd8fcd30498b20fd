//! How the time of each kernel grows with its size, beside how its work does.

use std::error::Error;

use super::Options;
use super::child::run as run_child;
use super::contestant::{CONCERTO, Contestant, YARDSTICK, present, startup_user_seconds};
use super::kernel::{COPIES, KERNELS, Kernel};
use crate::show::grouped;

/// How often each runs, unless it is said.
const RUNS: usize = 3;

/// Shorter times are mostly start and noise: no ratio is made of them.
const SECONDS_MIN: f64 = 0.005;

pub(super) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let kernels = options.choose(KERNELS.iter().chain(COPIES))?;
    let runs = options.runs.unwrap_or(RUNS);
    let mut contestants = Vec::new();
    for it in present(options.bin.as_deref())? {
        if [CONCERTO, YARDSTICK].contains(&it.name) {
            let startup_seconds = startup_user_seconds(&it)?;
            contestants.push(Measured { contestant: it, startup_seconds });
        }
    }
    println!(
        "User time without that of `hello`, best of {runs}. The ratio compares its growth since the first size with \
         that of the work: 1 is as expected."
    );
    let mut wrong = Vec::new();
    for kernel in kernels {
        println!("\n{:<12}{:>12}{:>14}{:>10}{:>11}", kernel.name, kernel.work_name, "", "seconds", "ratio");
        for it in contestants.iter().filter(|it| is_written(kernel, &it.contestant)) {
            match times(it, kernel, runs) {
                Ok(times) => print(&it.contestant, kernel, &times),
                Err(error) => wrong.push(error),
            }
        }
    }
    match wrong.as_slice() {
        [] => Ok(()),
        wrong => Err(wrong.join("\n").into()),
    }
}

struct Measured {
    contestant: Contestant,
    startup_seconds: f64,
}

/// Those about copies are written in Concerto alone.
fn is_written(kernel: &Kernel, contestant: &Contestant) -> bool {
    contestant.name == CONCERTO || kernel.folder == kernel.name
}

/// The time of each size.
fn times(it: &Measured, kernel: &Kernel, runs: usize) -> Result<[f64; 4], String> {
    let mut best = [f64::INFINITY; 4];
    for _ in 0..runs {
        for (size, seconds) in kernel.sizes_growth.iter().zip(&mut best) {
            let run = run_child(&mut it.contestant.command(kernel, *size));
            let run = run.map_err(|error| format!("{}: {} failed: {error}", kernel.name, it.contestant.name))?;
            *seconds = seconds.min((run.user_seconds - it.startup_seconds).max(0.0));
        }
    }
    Ok(best)
}

fn print(contestant: &Contestant, kernel: &Kernel, times: &[f64; 4]) {
    let first = (kernel.sizes_growth[0], times[0]);
    for (size, seconds) in kernel.sizes_growth.iter().zip(times) {
        let work = (kernel.work)(*size as f64) / (kernel.work)(first.0 as f64);
        let ratio = match first.1 < SECONDS_MIN {
            true => "too short".to_owned(),
            false => format!("{:.2}", seconds / first.1 / work),
        };
        println!("{:<12}{:>12}{:>14}{seconds:>10.3}{ratio:>11}", contestant.name, "", grouped(*size as f64));
    }
}
