//! How long the shortest program takes, from the start of the process to its end.

use std::error::Error;
use std::process::Command;

use super::Options;
use super::child::run as run_child;
use super::contestant::{CONCERTO, Contestant, file, present};
use super::kernel::HELLO;

/// How often each runs, unless it is said.
const RUNS: usize = 50;

pub(super) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let contestants = present(options.bin.as_deref())?;
    let compiled = std::env::temp_dir().join(format!("hello-{}.conc-ir", std::process::id()));
    let mut starts: Vec<Start> = contestants.iter().map(Start::new).collect();
    if let Some(concerto) = contestants.iter().find(|it| it.name == CONCERTO) {
        run_child(concerto.bare().arg("build").arg(file(&HELLO, "conc")).arg("-o").arg(&compiled))?;
        let mut command = concerto.bare();
        command.arg("run").arg(&compiled);
        starts.insert(1, Start { name: "Concerto, IR", command, wall_seconds: f64::INFINITY });
    }

    let runs = options.runs.unwrap_or(RUNS);
    let measured = measure(&mut starts, runs);
    // There is none where Concerto is missing.
    let _ = std::fs::remove_file(&compiled);
    measured?;
    println!("`hello`, from the start of the process to its end, best of {runs}.\n");
    for it in starts {
        println!("{:<16}{:>8.2} ms", it.name, it.wall_seconds * 1e3);
    }
    Ok(())
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
