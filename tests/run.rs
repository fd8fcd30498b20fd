//! Programs that run: the shared ones, where they are there, and our own under `tests/programs`.
//!
//! What a program prints and how it ends stands in its comments ([`case`]). Each one is run in three ways, which must not
//! differ: from its source, from its `.conc-ir` file, and written down and read again at every effect.

pub(crate) mod case;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use concerto_compiler::check::check;
use concerto_compiler::compile::{Goal, compile};
use concerto_compiler::diagnostic::render::{Style, report};
use concerto_ir::Program;
use concerto_ir::json::{from_bytes, to_text};
use concerto_ir::verify::verify;
use concerto_runtime::{Captured, Driver, Interrupt, Outcome, trace};

use crate::support::{Disk, LIBRARY, files_below, is_entry, root};
use case::Case;

/// How long a program may take.
const TIME_MAX: Duration = Duration::from_secs(20);

/// How a program is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Source,
    Ir,
    Suspended,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// Nothing where it took too long.
    pub(crate) exit: Option<i64>,
}

/// Compiles a program.
pub(crate) fn compiled(entry: &Path) -> Result<Program, String> {
    let mut checked = check(entry, &Disk, LIBRARY, None);
    if checked.has_errors() {
        return Err(report(&checked.diagnostics, &checked.program.sources, Style::PLAIN));
    }
    compile(&mut checked, Goal::Run).map_err(|it| report(&it, &checked.program.sources, Style::PLAIN))
}

/// Runs a program as `concerto run` does.
pub(crate) fn run(program: &Program, way: Way, args: &[String]) -> Result<Ran, String> {
    let program = match way {
        Way::Source | Way::Suspended => program.clone(),
        Way::Ir => {
            let text = to_text(program);
            let read = from_bytes(text.as_bytes())?;
            assert_eq!(to_text(&read), text, "what is read is written the same");
            read
        }
    };
    let start = program.entry.ok_or("there is nothing to run")?;
    let verified = verify(program).map_err(|it| it.to_string())?;
    let (stdout, stderr) = (Captured::default(), Captured::default());
    let driver = Driver::new(verified.clone())
        .args(args.to_vec())
        .output(stdout.clone(), stderr.clone())
        .own_clock()
        .suspend_at_every_effect(way == Way::Suspended);
    let mut ran = Ran { stdout: String::new(), stderr: String::new(), exit: None };
    let mut told = String::new();
    match within(TIME_MAX, |interrupt| driver.interrupt(interrupt).run(start)) {
        Outcome::Exit(code) => ran.exit = Some(code),
        Outcome::Fault(fault) => {
            ran.exit = Some(1);
            told = trace::show(&fault, verified.program());
        }
        Outcome::Waiting { .. } => ran.exit = Some(3),
        Outcome::Interrupted => {}
    }
    ran.stdout = stdout.text();
    ran.stderr = stderr.text() + &told;
    Ok(ran)
}

/// Does something that is interrupted where it takes too long.
fn within<T>(time: Duration, work: impl FnOnce(Interrupt) -> T) -> T {
    let interrupt = Interrupt::never();
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let watched = interrupt.clone();
        scope.spawn(move || {
            if is_done.recv_timeout(time) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                watched.ask();
            }
        });
        let given = work(interrupt);
        drop(done);
        given
    })
}

/// All programs below a folder that say what they print or how they end.
fn cases(folder: &Path) -> Vec<Case> {
    let entries = files_below(folder, ".conc").into_iter().filter(|it| is_entry(it));
    entries.map(Case::read).filter(Case::runs).collect()
}

/// What is wrong with a program, in any of the ways to run it.
fn wrong(case: &Case) -> Option<String> {
    let about = |problem: String| format!("{}: {problem}", shown(&case.entry));
    let program = match compiled(&case.entry) {
        Ok(program) => program,
        Err(problem) => return Some(about(problem)),
    };
    for way in [Way::Source, Way::Ir, Way::Suspended] {
        let problem = match run(&program, way, &case.args) {
            Ok(ran) => case.problem(&ran),
            Err(problem) => Some(problem),
        };
        if let Some(problem) = problem {
            return Some(about(format!("({way:?}) {problem}")));
        }
    }
    None
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Runs all programs, two at a time: most of them wait.
fn all_are_right(cases: &[Case]) {
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    problems.lock().unwrap().extend(wrong(case));
                }
            });
        }
    });
    let mut problems = problems.into_inner().unwrap();
    problems.sort();
    assert!(problems.is_empty(), "{} of {}\n{}", problems.len(), cases.len(), problems.join("\n"));
}

#[test]
fn every_shared_program_does_what_it_says() {
    all_are_right(&cases(&root().join("../shared/conformance")));
}

#[test]
fn every_program_of_our_own_does_what_it_says() {
    all_are_right(&cases(&root().join("tests/programs")));
}
