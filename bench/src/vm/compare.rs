//! Each kernel in each language, as a ratio of user times.

use std::error::Error;
use std::path::Path;

use super::Options;
use super::child::run as run_child;
use super::contestant::{Contestant, Missing, YARDSTICK, present, sought};
use super::kernel::{KERNELS, Kernel};

/// How often each runs, unless it is said.
const RUNS: usize = 5;

pub(super) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let kernels = options.choose(KERNELS.iter())?;
    let contestants = present(options.bin.as_deref())?;
    let yardstick = contestants.iter().position(|it| it.name == YARDSTICK).unwrap_or(0);
    let Some(base) = contestants.get(yardstick) else { return Err("nobody is there".into()) };
    let runs = options.runs.unwrap_or(RUNS);
    println!("User time as a multiple of that of {}, best of {runs}; below 1 is faster.\n", base.name);
    println!("{}", header(&contestants, base.name));

    let mut rows = Vec::new();
    let mut wrong = Vec::new();
    for kernel in kernels {
        let row = measure(kernel, &contestants, yardstick, runs, &mut wrong);
        println!("{}", line(kernel.name, &row, yardstick));
        rows.push(row);
    }
    println!("{}", line_of_means(&rows, yardstick));
    match wrong.as_slice() {
        [] => Ok(()),
        wrong => Err(wrong.join("\n").into()),
    }
}

/// The seconds of all kernels in all languages that are here.
pub(crate) struct Compared {
    pub(crate) names: Vec<&'static str>,
    pub(crate) rows: Vec<(&'static str, Row)>,
    pub(crate) missing: Vec<Missing>,
    pub(crate) wrong: Vec<String>,
}

/// Measures all kernels, says on standard error which one it is at, and prints nothing else.
pub(crate) fn compare(concerto: Option<&Path>, runs: usize) -> Result<Compared, Box<dyn Error>> {
    let (contestants, missing) = sought(concerto)?;
    let mut wrong = Vec::new();
    let mut rows = Vec::new();
    for kernel in KERNELS {
        eprintln!("running the kernel {}", kernel.name);
        rows.push((kernel.name, measure(kernel, &contestants, 0, runs, &mut wrong)));
    }
    Ok(Compared { names: contestants.iter().map(|it| it.name).collect(), rows, missing, wrong })
}

/// The best time of each contestant, nothing where it failed.
type Row = Vec<Option<f64>>;

/// All take their turn in each round, so that a machine that gets slower meanwhile is slower for all of them. What
/// goes wrong is added to `wrong`.
fn measure(kernel: &Kernel, contestants: &[Contestant], yardstick: usize, runs: usize, wrong: &mut Vec<String>) -> Row {
    let mut row: Row = vec![Some(f64::INFINITY); contestants.len()];
    let mut outputs = vec![String::new(); contestants.len()];
    for _ in 0..runs {
        for ((it, best), output) in contestants.iter().zip(&mut row).zip(&mut outputs) {
            let Some(seconds) = best else { continue };
            match run_child(&mut it.command(kernel, kernel.size)) {
                Ok(run) => {
                    *seconds = seconds.min(run.user_seconds);
                    *output = run.output;
                }
                Err(error) => {
                    wrong.push(format!("{}: {} failed: {error}", kernel.name, it.name));
                    *best = None;
                }
            }
        }
    }
    for ((it, best), output) in contestants.iter().zip(&mut row).zip(&outputs) {
        if best.is_some() && *output != outputs[yardstick] {
            wrong.push(format!(
                "{}: {} says {output:?}, {} says {:?}",
                kernel.name, it.name, contestants[yardstick].name, outputs[yardstick]
            ));
            *best = None;
        }
    }
    row
}

fn header(contestants: &[Contestant], base: &str) -> String {
    let mut out = format!("{:<16}{:>12}", "", format!("{base}, s"));
    for it in contestants {
        out.push_str(&format!("{:>14}", it.name));
    }
    out
}

fn line(name: &str, row: &Row, yardstick: usize) -> String {
    let base = row[yardstick];
    let mut out = format!("{name:<16}{:>12}", cell(base));
    for seconds in row {
        out.push_str(&format!("{:>14}", cell(ratio(*seconds, base))));
    }
    out
}

/// The geometric mean of each column; with a star where a kernel is missing in it.
fn line_of_means(rows: &[Row], yardstick: usize) -> String {
    let mut out = format!("{:<16}{:>12}", "geometric mean", "");
    let columns = rows.first().map_or(0, Vec::len);
    for column in 0..columns {
        let ratios: Vec<f64> = rows.iter().filter_map(|row| ratio(row[column], row[yardstick])).collect();
        let star = if ratios.len() < rows.len() { "*" } else { "" };
        out.push_str(&format!("{:>14}", cell(mean(&ratios)) + star));
    }
    out
}

fn ratio(seconds: Option<f64>, base: Option<f64>) -> Option<f64> {
    Some(seconds? / base?)
}

fn mean(ratios: &[f64]) -> Option<f64> {
    let logs: f64 = ratios.iter().map(|it| it.ln()).sum();
    (!ratios.is_empty()).then(|| (logs / ratios.len() as f64).exp())
}

fn cell(number: Option<f64>) -> String {
    number.map_or_else(|| "wrong".to_owned(), |it| format!("{it:.2}"))
}
