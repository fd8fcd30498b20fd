//! The speed and the memory of everything that `concerto check` does, phase by phase: loading (lexing and parsing),
//! resolving names, checking types. The library is part of each, as it is for every user.

mod show;

pub(crate) use show::{json, table};

use std::error::Error;
use std::path::Path;
use std::process::Command;

use concerto_compiler::diagnostic::{Diagnostic, render};
use concerto_compiler::load::{self, Library, Program, Sources};
use concerto_compiler::resolve::{self, Options, Resolved};
use concerto_compiler::types::{self, Extent, Typed};
use serde_json::Value;

use crate::generate;
use crate::measure::{Best, peak_bytes, resident_bytes};

/// The sizes that are measured, in lines. Nothing is a program without a line: what the library alone takes.
const SIZES: &[usize] = &[0, 10_000, 30_000, 100_000];

/// How often everything is run.
const ROUNDS: usize = 9;

const LIBRARY: Library =
    Library { prelude: concerto_std::PRELUDE, agents: concerto_std::AGENTS, modules: concerto_std::MODULES };

/// What was measured at one size.
pub(crate) struct Report {
    lines: usize,
    bytes: usize,
    load: Best,
    resolve: Best,
    types: Best,
    memory: Memory,
}

/// What one check takes in a process of its own, in bytes: before it, and the most up to the end of each phase.
struct Memory {
    before: u64,
    load: u64,
    resolve: u64,
    types: u64,
}

/// Everything, smallest size first.
pub(crate) fn measure() -> Result<Vec<Report>, Box<dyn Error>> {
    SIZES.iter().map(|lines| measure_size(*lines, ROUNDS)).collect()
}

/// One size.
pub(crate) fn measure_size(lines: usize, rounds: usize) -> Result<Report, Box<dyn Error>> {
    let text = text(lines);
    let new = Best::new();
    let memory = memory_in_a_child(lines)?;
    let mut report =
        Report { lines: text.0.lines().count(), bytes: text.0.len(), load: new, resolve: new, types: new, memory };
    for round in 0..rounds {
        let (mut program, mut found) = report.load.take(|| load_all(&text));
        let (resolved, more) = report.resolve.take(|| resolve_names(&mut program));
        found.extend(more);
        let (_typed, more) = report.types.take(|| check_types(&program, &resolved));
        found.extend(more);
        if round == 0 && !found.is_empty() {
            return Err(render::report(&found, &program.sources, render::Style::PLAIN).into());
        }
    }
    Ok(report)
}

/// A program of one file.
struct Text(String);

impl Sources for Text {
    fn read(&self, _: &Path) -> Result<Option<Vec<u8>>, String> {
        Ok(Some(self.0.clone().into_bytes()))
    }
}

fn text(lines: usize) -> Text {
    Text(if lines == 0 { String::new() } else { generate::concerto(lines) })
}

// `instructions.sh` counts inside these three: their names are in it.

#[inline(never)]
fn load_all(text: &Text) -> (Program, Vec<Diagnostic>) {
    load::load(Path::new("generated.conc"), text, LIBRARY)
}

#[inline(never)]
fn resolve_names(program: &mut Program) -> (Resolved, Vec<Diagnostic>) {
    resolve::resolve(program, Options::default())
}

#[inline(never)]
fn check_types(program: &Program, resolved: &Resolved) -> (Typed, Vec<Diagnostic>) {
    types::check(program, resolved, Extent::Program)
}

/// One check in this process: its size and memory as a JSON object.
pub(crate) fn once(lines: usize) -> Result<Value, Box<dyn Error>> {
    let text = text(lines);
    let before = resident_bytes()?;
    let (mut program, mut found) = load_all(&text);
    let load = peak_bytes()?;
    let (resolved, more) = resolve_names(&mut program);
    found.extend(more);
    let resolve = peak_bytes()?;
    let (_typed, more) = check_types(&program, &resolved);
    found.extend(more);
    let types = peak_bytes()?;
    if !found.is_empty() {
        return Err("there is something to say about the program".into());
    }
    Ok(serde_json::json!({
        "lines": text.0.lines().count(),
        "bytes": text.0.len(),
        "bytes_before": before,
        "bytes_peak_load": load,
        "bytes_peak_resolve": resolve,
        "bytes_peak": types,
    }))
}

fn memory_in_a_child(lines: usize) -> Result<Memory, Box<dyn Error>> {
    let child = Command::new(std::env::current_exe()?).args(["check-once", &lines.to_string()]).output()?;
    if !child.status.success() {
        return Err(String::from_utf8_lossy(&child.stderr).into());
    }
    let said: Value = serde_json::from_slice(&child.stdout)?;
    let number = |key: &str| said[key].as_u64().ok_or_else(|| format!("no {key} from the child"));
    Ok(Memory {
        before: number("bytes_before")?,
        load: number("bytes_peak_load")?,
        resolve: number("bytes_peak_resolve")?,
        types: number("bytes_peak")?,
    })
}
