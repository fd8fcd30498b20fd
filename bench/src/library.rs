//! The speed of the library: the programs of `bench/std` in Concerto beside the same ones in Python and in Node, which use
//! their own libraries.
//!
//! Comes in: the command line. Goes out: a table on standard output. Promised: a language that is not installed is named and
//! left out; an error where a program fails or two of them disagree.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::vm::child::{run as run_child, run_quietly};
use crate::vm::{Compared, Missing};

/// How often each runs, unless it is said.
const RUNS: usize = 5;

/// The programs, with sizes that Python takes some tenths of a second for.
const PROGRAMS: [(&str, usize); 8] = [
    ("strings", 200_000),
    ("words", 1_000_000),
    ("maps", 100_000),
    ("sort", 300_000),
    ("sort_by", 200_000),
    ("patterns", 100_000),
    ("documents", 40_000),
    ("records", 40_000),
];

/// What is asked for.
pub(crate) struct Options {
    program: Option<String>,
    runs: usize,
    bin: Option<PathBuf>,
}

impl Options {
    /// The options of these arguments; nothing where one of them is none.
    pub(crate) fn parse(args: &[&str]) -> Option<Self> {
        let mut options = Self { program: None, runs: RUNS, bin: None };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match *arg {
                "--kernel" => options.program = Some((*args.next()?).to_owned()),
                "--runs" => options.runs = args.next()?.parse().ok().filter(|runs| *runs > 0)?,
                "--bin" => options.bin = Some(PathBuf::from(args.next()?)),
                _ => return None,
            }
        }
        Some(options)
    }
}

/// A language as it is run.
struct Contestant {
    name: &'static str,
    program: PathBuf,
    flags: &'static [&'static str],
    extension: &'static str,
    before_size: &'static [&'static str],
}

impl Contestant {
    fn command(&self, name: &str, size: usize) -> Command {
        let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/std")).join(name);
        let mut command = Command::new(&self.program);
        command.args(self.flags).arg(file.join(format!("{name}.{}", self.extension))).args(self.before_size);
        command.arg(size.to_string());
        command
    }
}

/// All that can be run here, Concerto first, and all that cannot.
fn sought(concerto: Option<&Path>) -> std::io::Result<(Vec<Contestant>, Vec<Missing>)> {
    let beside = std::env::current_exe()?.with_file_name("concerto");
    let concerto = concerto.map_or(beside, Path::to_path_buf);
    let script = |name, program, extension| Contestant { name, program, flags: &[], extension, before_size: &[] };
    let all = [
        Contestant { name: "Concerto", program: concerto, flags: &["run"], extension: "conc", before_size: &["--"] },
        script("Python 3", crate::vm::python(), "py"),
        script("Node", PathBuf::from("node"), "js"),
    ];
    let (name, _) = PROGRAMS[0];
    let (mut present, mut missing) = (Vec::new(), Vec::new());
    for it in all {
        match run_quietly(&mut it.command(name, 10)) {
            Ok(_) => present.push(it),
            Err(problem) => {
                missing.push(Missing { name: it.name, reason: format!("{}: {problem}", it.program.display()) });
            }
        }
    }
    Ok((present, missing))
}

/// Measures all programs, says on standard error which one it is at, and prints nothing else.
pub(crate) fn compare(concerto: Option<&Path>, runs: usize) -> Result<Compared, Box<dyn Error>> {
    let (contestants, missing) = sought(concerto)?;
    let mut rows = Vec::new();
    for (name, size) in PROGRAMS {
        eprintln!("running {name} of the library");
        let seconds = measured(name, size, &contestants, runs)?;
        rows.push((name, seconds.into_iter().map(Some).collect()));
    }
    let names = contestants.iter().map(|it| it.name).collect();
    Ok(Compared { names, rows, missing, wrong: Vec::new() })
}

/// Measures what is asked for and prints it.
pub(crate) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let (contestants, missing) = sought(options.bin.as_deref())?;
    for it in missing {
        println!("{} is missing: {}", it.name, it.reason);
    }
    let names: Vec<String> = contestants.iter().map(|it| format!("{:>14}", format!("{}, s", it.name))).collect();
    let others = contestants.iter().skip(1).map(|it| format!("{:>16}", format!("of {}", it.name)));
    println!("User time, best of {}; then Concerto's as a multiple of the others': below 1 is faster.\n", options.runs);
    println!("{:<16}{}{}", "", names.concat(), others.collect::<String>());
    let mut rows = Vec::new();
    for (name, size) in PROGRAMS {
        if options.program.as_ref().is_some_and(|it| it != name) {
            continue;
        }
        let row = measured(name, size, &contestants, options.runs)?;
        let seconds: String = row.iter().map(|it| format!("{it:>14.2}")).collect();
        println!("{name:<16}{seconds}{}", ratios(&row).map(|it| format!("{it:>16.2}")).collect::<String>());
        rows.push(row);
    }
    let columns = 1..contestants.len();
    let means = columns.map(|column| {
        let logs: f64 = rows.iter().map(|row| (row[0] / row[column]).ln()).sum();
        format!("{:>16.2}", (logs / rows.len() as f64).exp())
    });
    println!("{:<16}{}{}", "geometric mean", " ".repeat(14 * contestants.len()), means.collect::<String>());
    Ok(())
}

fn ratios(row: &[f64]) -> impl Iterator<Item = f64> {
    row.iter().skip(1).map(|it| row[0] / it)
}

/// The best time of each; all take their turn in each round.
fn measured(name: &str, size: usize, contestants: &[Contestant], runs: usize) -> Result<Vec<f64>, String> {
    let mut best = vec![f64::INFINITY; contestants.len()];
    let mut said: Option<String> = None;
    for _ in 0..runs {
        for (it, best) in contestants.iter().zip(&mut best) {
            let run =
                run_child(&mut it.command(name, size)).map_err(|error| format!("{name}: {}: {error}", it.name))?;
            *best = best.min(run.user_seconds);
            let first = said.get_or_insert_with(|| run.output.clone());
            if *first != run.output {
                return Err(format!("{name}: {} says {:?}, another {first:?}", it.name, run.output));
            }
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_is_there_in_every_language() {
        for (name, _) in PROGRAMS {
            for extension in ["conc", "py", "js"] {
                let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/std")).join(name);
                assert!(path.join(format!("{name}.{extension}")).is_file(), "{name}.{extension}");
            }
        }
    }
}
