//! `concerto run`: compiles a program and runs it.

use std::fs::File;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use concerto_ir::verify::Verified;
use concerto_runtime::{Driver, Interrupt, Outcome, Watch, trace};
use concerto_vm::{Fault, Limits};
use serde_json::json;

use crate::args::{LimitArgs, RunArgs};
use crate::compile::{compile, failed};
use crate::output::{self, Report};
use crate::surroundings;
use crate::watch::Watcher;

/// A program that ended in a fault; one that ended in an `Err` gives the same.
const EXIT_FAULT: u8 = 1;

/// A program that was interrupted.
pub(crate) const EXIT_INTERRUPTED: u8 = 130;

pub(crate) fn run(args: RunArgs) -> ExitCode {
    match try_run(args) {
        Ok(code) | Err(code) => code,
    }
}

fn try_run(args: RunArgs) -> Result<ExitCode, ExitCode> {
    let report = if args.json { Report::JsonToStderr } else { Report::Text };
    let compiled = compile(args.path.as_deref(), report)?;
    let start = compiled.start(report)?;
    let variables = surroundings::variables(compiled.root.as_deref()).map_err(|it| failed(&it))?;
    let connections = surroundings::connections(compiled.manifest.as_ref(), compiled.root.as_deref());
    let watcher = watcher(&args)?;
    let verified = compiled.verified()?;
    let interrupt = Interrupt::on_ctrl_c().unwrap_or_else(|_| Interrupt::never());
    let driver = args.limits.apply(Driver::new(verified.clone()));
    let driver = driver.connections(connections).variables(variables);
    let driver = match watcher {
        Some(watcher) => driver.watch(watcher),
        None => driver,
    };
    let outcome = driver.args(args.args).json(args.json).standard_input().interrupt(interrupt).run(start);
    Ok(match outcome {
        Outcome::Exit(code) => ExitCode::from(exit_code(code)),
        Outcome::Fault(fault) => {
            output::stderr(&told(&fault, &verified, report));
            ExitCode::from(EXIT_FAULT)
        }
        Outcome::Interrupted => ExitCode::from(EXIT_INTERRUPTED),
    })
}

/// Who looks at what the program's agents do.
fn watcher(args: &RunArgs) -> Result<Option<Arc<dyn Watch>>, ExitCode> {
    let open = |path: &PathBuf| {
        File::create(path).map_err(|problem| failed(&format!("`{}` cannot be written: {problem}", path.display())))
    };
    let trace = args.trace.as_ref().map(open).transpose()?;
    Ok(Watcher::new(trace, args.json, args.quiet).map(|it| Arc::new(it) as Arc<dyn Watch>))
}

impl LimitArgs {
    /// Gives a driver these limits.
    pub(crate) fn apply(&self, driver: Driver) -> Driver {
        let default = Limits::default();
        let limits = Limits {
            bytes_max: self.memory.unwrap_or(default.bytes_max),
            depth_max: self.depth.unwrap_or(default.depth_max),
        };
        driver.limits(limits).fuel(self.fuel).suspend_at_every_effect(self.suspend)
    }
}

/// A process has eight bits for its exit code; a failure stays one.
fn exit_code(code: i64) -> u8 {
    match (code, code as u8) {
        (0, _) => 0,
        (_, 0) => 1,
        (_, low) => low,
    }
}

fn told(fault: &Fault, verified: &Verified, report: Report) -> String {
    if report == Report::Text {
        return trace::show(fault, verified.program());
    }
    let calls = trace::calls(fault, verified.program()).into_iter().map(|call| {
        let (file, line, column) =
            call.place.map_or((None, None, None), |(file, line, column)| (Some(file), Some(line), Some(column)));
        json!({ "function": call.function, "file": file, "line": line, "column": column })
    });
    format!("{}\n", json!({ "fault": fault.kind.to_string(), "trace": calls.collect::<Vec<_>>() }))
}
