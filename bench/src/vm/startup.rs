//! How long the shortest program takes, from the start of the process to its end.

use std::error::Error;
use std::path::Path;
use std::process::Command;

use super::Options;
use super::child::{run as run_child, run_quietly};
use super::contestant::{CONCERTO, Contestant, file, present, sought};
use super::kernel::HELLO;

/// How often each runs, unless it is said.
const RUNS: usize = 50;

pub(super) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let runs = options.runs.unwrap_or(RUNS);
    let starts = starts(&present(options.bin.as_deref())?, runs)?;
    println!("`hello`, from the start of the process to its end, best of {runs}.\n");
    for (name, seconds) in starts {
        println!("{name:<16}{:>8.2} ms", seconds * 1e3);
    }
    Ok(())
}

/// How long `hello` takes in each language that is here, in seconds.
pub(crate) fn startup(concerto: Option<&Path>, runs: usize) -> Result<Vec<(&'static str, f64)>, Box<dyn Error>> {
    starts(&sought(concerto)?.0, runs)
}

fn starts(contestants: &[Contestant], runs: usize) -> Result<Vec<(&'static str, f64)>, Box<dyn Error>> {
    let compiled = std::env::temp_dir().join(format!("hello-{}.conc-ir", std::process::id()));
    let mut starts: Vec<Start> = contestants.iter().map(Start::new).collect();
    if let Some(concerto) = contestants.iter().find(|it| it.name == CONCERTO) {
        run_quietly(concerto.bare().arg("build").arg(file(&HELLO, "conc")).arg("-o").arg(&compiled))?;
        let mut command = concerto.bare();
        command.arg("run").arg(&compiled);
        starts.insert(1, Start { name: "Concerto, IR", command, wall_seconds: f64::INFINITY });
    }

    let measured = measure(&mut starts, runs);
    // There is none where Concerto is missing.
    let _ = std::fs::remove_file(&compiled);
    measured?;
    Ok(starts.into_iter().map(|it| (it.name, it.wall_seconds)).collect())
}

struct Start {
    name: &'static str,
    command: Command,
    wall_seconds: f64,
}

impl Start {
    fn new(contestant: &Contestant) -> Self {
        Self { name: contestant.name, command: contestant.command(&HELLO, 0), wall_seconds: f64::INFINITY }
    }
}

fn measure(starts: &mut [Start], runs: usize) -> Result<(), String> {
    for _ in 0..runs {
        for it in &mut *starts {
            let run = run_child(&mut it.command).map_err(|error| format!("{} failed: {error}", it.name))?;
            it.wall_seconds = it.wall_seconds.min(run.wall_seconds);
        }
    }
    Ok(())
}
