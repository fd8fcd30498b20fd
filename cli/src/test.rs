//! `concerto test`: runs the tests of a program, several at a time, each in a machine of its own.

mod teller;

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use concerto_ir::program::Test;
use concerto_ir::verify::Verified;
use concerto_runtime::connection::Connection;
use concerto_runtime::{Captured, Driver, Interrupt, Outcome, Reached, trace};

use self::teller::Teller;
use crate::args::TestArgs;
use crate::compile::{compile, failed};
use crate::output::Report;
use crate::run::EXIT_INTERRUPTED;
use crate::surroundings;

/// The connections of the manifest, and the variables of the `.env` file.
type Surroundings = (Vec<Connection>, Vec<(String, String)>);

/// How a test ended.
struct Verdict {
    /// Why it failed, if it did.
    failure: Option<String>,
    /// What it printed.
    printed: String,
    duration: Duration,
}

pub(crate) fn run(args: &TestArgs) -> ExitCode {
    match try_run(args) {
        Ok(code) | Err(code) => code,
    }
}

fn try_run(args: &TestArgs) -> Result<ExitCode, ExitCode> {
    let report = if args.json { Report::JsonToStderr } else { Report::Text };
    let compiled = compile(args.path.as_deref(), report)?;
    let variables = surroundings::variables(compiled.root.as_deref()).map_err(|it| failed(&it))?;
    let around = (surroundings::connections(compiled.manifest.as_ref(), compiled.root.as_deref()), variables);
    let verified = compiled.verified()?;
    let wanted = |it: &&Test| args.filter.as_ref().is_none_or(|text| it.title.contains(text));
    let tests: Vec<&Test> = verified.program().tests.iter().filter(wanted).collect();
    let interrupt = Interrupt::on_ctrl_c().unwrap_or_else(|_| Interrupt::never());
    let mut teller = Teller::new(args, tests.len());
    teller.begin(verified.program().tests.len());
    each(&tests, |test| run_one(test, &verified, args, &interrupt, &around), &mut teller);
    if interrupt.is_wanted() {
        return Err(ExitCode::from(EXIT_INTERRUPTED));
    }
    Ok(teller.end())
}

/// What happens to a test, by its number.
enum Happened {
    Began(usize),
    Ended(usize, Verdict),
}

/// Runs tests, as many at a time as there are processors, and tells the results in order. A result that is nothing ends it.
fn each(tests: &[&Test], run: impl Fn(&Test) -> Option<Verdict> + Sync, teller: &mut Teller) {
    let workers = std::thread::available_parallelism().map_or(1, |it| it.get()).min(tests.len());
    let next = AtomicUsize::new(0);
    let (sender, happened) = mpsc::channel();
    std::thread::scope(|scope| {
        for sender in std::iter::repeat_n(sender, workers) {
            let (run, next) = (&run, &next);
            scope.spawn(move || {
                while let Some((at, test)) = numbered(tests, next) {
                    let _ = sender.send(Happened::Began(at));
                    let Some(verdict) = run(test) else { return };
                    if sender.send(Happened::Ended(at, verdict)).is_err() {
                        return;
                    }
                }
            });
        }
        let (mut waiting, mut running) = (BTreeMap::new(), BTreeSet::new());
        let mut told = 0;
        for event in happened {
            match event {
                Happened::Began(at) => _ = running.insert(at),
                Happened::Ended(at, verdict) => {
                    running.remove(&at);
                    waiting.insert(at, verdict);
                }
            }
            while let Some(verdict) = waiting.remove(&told) {
                teller.tell(tests[told], verdict);
                told += 1;
            }
            let slowest = running.first().and_then(|it| tests.get(*it));
            teller.progress(told + waiting.len(), slowest.map(|it| it.title.as_str()));
        }
    });
    teller.clear();
}

/// The next test that nobody runs.
fn numbered<'t>(tests: &[&'t Test], next: &AtomicUsize) -> Option<(usize, &'t Test)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    tests.get(at).map(|it| (at, *it))
}

/// Runs a test; nothing where it was interrupted.
fn run_one(
    test: &Test,
    verified: &Verified,
    args: &TestArgs,
    interrupt: &Interrupt,
    surroundings: &Surroundings,
) -> Option<Verdict> {
    let (stdout, stderr) = (Captured::default(), Captured::default());
    let reached = Reached::default();
    let begun = Instant::now();
    let driver = args.limits.apply(Driver::new(verified.clone())).test(reached.clone());
    let driver = driver.connections(surroundings.0.clone()).variables(surroundings.1.clone());
    let outcome = driver.interrupt(interrupt.clone()).output(stdout.clone(), stderr.clone()).run(test.function);
    let duration = begun.elapsed();
    let said = stderr.text();
    let failure = match outcome {
        Outcome::Interrupted => return None,
        // A test may look at what waits, and leave it.
        Outcome::Exit(0) | Outcome::Waiting { .. } => None,
        // What the test gave was written to standard error, after whatever else it wrote there.
        Outcome::Exit(_) => Some(Failure { message: said.clone(), told: said.clone() }),
        Outcome::Fault(fault) => {
            Some(Failure { message: fault.kind.to_string(), told: trace::show(&fault, verified.program()) })
        }
    };
    let failure = failure.or_else(|| reached.first().map(|it| Failure { message: it.clone(), told: it }));
    let said = if failure.as_ref().is_some_and(|it| it.told == said) { String::new() } else { said };
    let failure = judge(failure, test.expect_fail.as_deref());
    Some(Verdict { failure, printed: stdout.text() + &said, duration })
}

/// Why a test failed: what went wrong, and all that is to be said about it.
struct Failure {
    message: String,
    told: String,
}

/// A test that must fail has to fail, and with the text that it says.
fn judge(failure: Option<Failure>, expected: Option<&str>) -> Option<String> {
    match (failure, expected) {
        (failure, None) => failure.map(|it| it.told),
        (None, Some(text)) => Some(format!("it was expected to fail with `{text}`, and did not fail\n")),
        (Some(it), Some(text)) if it.message.contains(text) => None,
        (Some(it), Some(text)) => Some(format!("it was expected to fail with `{text}`, and failed with\n{}", it.told)),
    }
}
