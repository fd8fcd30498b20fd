//! The speed and the memory of everything that `concerto build` does, phase by phase: checking, making instructions,
//! verifying them, and writing them as text.

mod show;

pub(crate) use show::{json, table};

use std::error::Error;
use std::path::Path;
use std::process::Command;

use concerto_compiler::check::{self, Checked};
use concerto_compiler::compile::{self, Goal};
use concerto_compiler::diagnostic::render;
use concerto_compiler::load::{Library, Sources};
use concerto_ir::verify::verify;
use serde_json::Value;

use crate::generate;
use crate::measure::{Best, peak_bytes};

/// The sizes that are measured, in lines.
const SIZES: &[usize] = &[10_000, 30_000, 103_000];

/// How often everything is run.
const ROUNDS: usize = 5;

const LIBRARY: Library =
    Library { prelude: concerto_std::PRELUDE, agents: concerto_std::AGENTS, modules: concerto_std::MODULES };

/// What was measured at one size.
pub(crate) struct Report {
    lines: usize,
    check: Best,
    compile: Best,
    verify: Best,
    write: Best,
    /// Bytes of the text that is written.
    written: usize,
    /// The most memory of a process that does it once, in bytes.
    peak: u64,
}

/// Everything, smallest size first.
pub(crate) fn measure() -> Result<Vec<Report>, Box<dyn Error>> {
    SIZES.iter().map(|lines| measure_size(*lines, ROUNDS)).collect()
}

/// One size.
pub(crate) fn measure_size(lines: usize, rounds: usize) -> Result<Report, Box<dyn Error>> {
    let text = Text(generate::sections(lines));
    let new = Best::new();
    let lines_here = text.0.lines().count();
    let peak = peak_in_a_child(lines)?;
    let mut report = Report { lines: lines_here, check: new, compile: new, verify: new, write: new, written: 0, peak };
    for _ in 0..rounds {
        let mut checked = report.check.take(|| check_all(&text))?;
        let program = report.compile.take(|| compile_all(&mut checked))?;
        let verified = report.verify.take(|| verify(program)).map_err(|it| it.to_string())?;
        report.written = report.write.take(|| concerto_ir::json::to_text(verified.program())).len();
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

fn check_all(text: &Text) -> Result<Checked, String> {
    let checked = check::check(Path::new("generated.conc"), text, LIBRARY, None);
    match checked.diagnostics.is_empty() {
        true => Ok(checked),
        false => Err(render::report(&checked.diagnostics, &checked.program.sources, render::Style::PLAIN)),
    }
}

fn compile_all(checked: &mut Checked) -> Result<concerto_ir::Program, String> {
    compile::compile(checked, Goal::Run)
        .map_err(|it| render::report(&it, &checked.program.sources, render::Style::PLAIN))
}

/// One build in this process: its size and memory as a JSON object.
pub(crate) fn once(lines: usize) -> Result<Value, Box<dyn Error>> {
    let text = Text(generate::sections(lines));
    let mut checked = check_all(&text)?;
    let program = compile_all(&mut checked)?;
    let verified = verify(program).map_err(|it| it.to_string())?;
    let written = concerto_ir::json::to_text(verified.program()).len();
    Ok(serde_json::json!({ "lines": text.0.lines().count(), "bytes_written": written, "bytes_peak": peak_bytes()? }))
}

fn peak_in_a_child(lines: usize) -> Result<u64, Box<dyn Error>> {
    let child = Command::new(std::env::current_exe()?).args(["build-once", &lines.to_string()]).output()?;
    if !child.status.success() {
        return Err(String::from_utf8_lossy(&child.stderr).into());
    }
    let said: Value = serde_json::from_slice(&child.stdout)?;
    Ok(said["bytes_peak"].as_u64().ok_or("no bytes_peak from the child")?)
}
