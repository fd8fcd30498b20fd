//! `concerto run`: compiles a program and runs it.

use std::fs::File;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use concerto_ir::verify::Verified;
use concerto_runtime::state::Lock;
use concerto_runtime::{Driver, Interrupt, Outcome, Watch, trace};
use concerto_vm::{Fault, Limits};
use serde_json::json;

use crate::args::{LimitArgs, RunArgs};
use crate::compile::{Compiled, compile, failed};
use crate::operator::Terminal;
use crate::output::{self, Report};
use crate::resume::{self, Help};
use crate::surroundings;
use crate::watch::Watcher;

/// A program that ended in a fault; one that ended in an `Err` gives the same.
const EXIT_FAULT: u8 = 1;

/// A program that has executions which wait for somebody.
const EXIT_WAITING: u8 = 3;

/// A program that was interrupted.
pub(crate) const EXIT_INTERRUPTED: u8 = 130;

pub(crate) fn run(args: RunArgs) -> ExitCode {
    match try_run(args) {
        Ok(code) | Err(code) => code,
    }
}

fn try_run(args: RunArgs) -> Result<ExitCode, ExitCode> {
    let show = Show { json: args.json, quiet: args.quiet, trace: args.trace.as_deref() };
    let compiled = compile(args.path.as_deref(), show.report())?;
    let start = compiled.start(show.report())?;
    let about = about(args.path.as_deref(), &args.args);
    let (driver, verified) = driver(compiled, &show, &args.limits, args.locked)?;
    let lock = args.state.as_deref().map(free_place).transpose().map_err(|it| failed(&it))?;
    let driver = match &args.state {
        Some(path) => driver.keep(path.clone(), about),
        None => driver,
    };
    let outcome = driver.args(args.args).run(start);
    drop(lock);
    Ok(ended(outcome, &verified, show.report(), args.state.as_deref()))
}

/// What a state says of its program, so that it is found again: the path as it was given, and the folder we were in.
fn about(path: Option<&Path>, args: &[String]) -> serde_json::Value {
    json!({ "program": path, "folder": std::env::current_dir().ok(), "args": args })
}

/// The right to write a state to a file, where no other program waits in it.
fn free_place(path: &Path) -> Result<Lock, String> {
    let lock = Lock::take(path)?;
    match path.exists() {
        true => Err(format!(
            "`{}` is there already; a program may wait in it\n  Help: go on with it (`concerto resume`), or remove the file",
            path.display()
        )),
        false => Ok(lock),
    }
}

/// What is shown while a program runs.
pub(crate) struct Show<'a> {
    pub(crate) json: bool,
    pub(crate) quiet: bool,
    pub(crate) trace: Option<&'a Path>,
}

impl Show<'_> {
    pub(crate) fn report(&self) -> Report {
        if self.json { Report::JsonToStderr } else { Report::Text }
    }

    /// Who looks at what the program's agents do.
    fn watcher(&self) -> Result<Option<Arc<dyn Watch>>, ExitCode> {
        let open = |path: &Path| {
            File::create(path).map_err(|problem| failed(&format!("`{}` cannot be written: {problem}", path.display())))
        };
        let trace = self.trace.map(open).transpose()?;
        Ok(Watcher::new(trace, self.json, self.quiet).map(|it| Arc::new(it) as Arc<dyn Watch>))
    }
}

/// A program in the world of this process.
pub(crate) fn driver(
    compiled: Compiled,
    show: &Show<'_>,
    limits: &LimitArgs,
    is_locked: bool,
) -> Result<(Driver, Verified), ExitCode> {
    let variables = surroundings::variables(compiled.root.as_deref()).map_err(|it| failed(&it))?;
    let connections = surroundings::connections(compiled.manifest.as_ref(), compiled.root.as_deref());
    let servers = surroundings::servers(compiled.manifest.as_ref(), compiled.root.as_deref(), is_locked);
    let watcher = show.watcher()?;
    let verified = compiled.verified()?;
    let interrupt = Interrupt::on_ctrl_c().unwrap_or_else(|_| Interrupt::never());
    let driver = limits.apply(Driver::new(verified.clone()));
    let driver = driver.connections(connections).servers(servers).variables(variables);
    let driver = driver.operator(Terminal::find(show.json, watcher.clone()));
    let driver = match watcher {
        Some(watcher) => driver.watch(watcher),
        None => driver,
    };
    Ok((driver.json(show.json).standard_input().interrupt(interrupt), verified))
}

/// Tells how a program ended, and gives its exit code.
pub(crate) fn ended(outcome: Outcome, verified: &Verified, report: Report, state: Option<&Path>) -> ExitCode {
    match outcome {
        Outcome::Exit(code) => ExitCode::from(exit_code(code)),
        Outcome::Fault(fault) => {
            output::stderr(&told(&fault, verified, report));
            ExitCode::from(EXIT_FAULT)
        }
        Outcome::Interrupted => ExitCode::from(EXIT_INTERRUPTED),
        Outcome::Waiting { calls, is_kept } => {
            let help = match (state, is_kept) {
                (Some(file), true) => Help::Resume(file),
                (Some(_), false) => Help::Within,
                (None, _) => Help::Keep,
            };
            output::stderr(&resume::waiting(&calls, help, report));
            ExitCode::from(EXIT_WAITING)
        }
    }
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
