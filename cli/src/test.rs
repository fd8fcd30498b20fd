//! `concerto test`: runs the tests of a program, several at a time, each in a machine of its own.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use concerto_ir::program::Test;
use concerto_ir::verify::Verified;
use concerto_runtime::connection::Connection;
use concerto_runtime::{Captured, Driver, Interrupt, Outcome, Reached, trace};
use serde_json::json;

use crate::args::TestArgs;
use crate::compile::{compile, failed};
use crate::output::{self, Report};
use crate::run::EXIT_INTERRUPTED;
use crate::surroundings;

/// A test failed.
const EXIT_FAILED: u8 = 1;

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
    let mut teller = Teller { json: args.json, count: tests.len(), failures: Vec::new() };
    teller.begin(verified.program().tests.len());
    each(
        &tests,
        |test| run_one(test, &verified, args, &interrupt, &around),
        |test, verdict| teller.tell(test, verdict),
    );
    if interrupt.is_wanted() {
        return Err(ExitCode::from(EXIT_INTERRUPTED));
    }
    Ok(teller.end())
}

/// Does something with each test, as many at a time as there are processors, and tells the results in order. A result that is
/// nothing ends it.
fn each<R: Send>(tests: &[&Test], run: impl Fn(&Test) -> Option<R> + Sync, mut tell: impl FnMut(&Test, R)) {
    let workers = std::thread::available_parallelism().map_or(1, |it| it.get()).min(tests.len());
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for sender in std::iter::repeat_n(sender, workers) {
            scope.spawn(|| {
                let sender = sender;
                while let Some((at, test)) = numbered(tests, &next) {
                    let Some(result) = run(test) else { return };
                    if sender.send((at, result)).is_err() {
                        return;
                    }
                }
            });
        }
        let mut waiting = BTreeMap::new();
        let mut told = 0;
        for (at, result) in results {
            waiting.insert(at, result);
            while let Some(result) = waiting.remove(&told) {
                tell(tests[told], result);
                told += 1;
            }
        }
    });
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

/// Tells how tests ended.
struct Teller {
    json: bool,
    count: usize,
    /// The titles of tests that failed, why, and what they printed.
    failures: Vec<(String, String, String)>,
}

impl Teller {
    /// The first line, for people.
    fn begin(&self, all: usize) {
        let tests = |count: usize| format!("{count} {}", if count == 1 { "test" } else { "tests" });
        match (self.json, self.count, all) {
            (true, _, _) => {}
            (false, 0, 0) => output::stdout("there are no tests: write `@test` before a function\n"),
            (false, count, all) if count < all => output::stdout(&format!("running {count} of {}\n", tests(all))),
            (false, count, _) => output::stdout(&format!("running {}\n", tests(count))),
        }
    }

    fn tell(&mut self, test: &Test, verdict: Verdict) {
        let message = verdict.failure.as_deref().map(str::trim_end);
        if self.json {
            let status = if message.is_none() { "passed" } else { "failed" };
            let duration_ms = verdict.duration.as_millis() as u64;
            let line = json!({ "test": test.title, "status": status, "duration_ms": duration_ms, "message": message });
            output::stdout(&format!("{line}\n"));
        } else {
            output::stdout(&format!("test {} ... {}\n", test.title, if message.is_none() { "ok" } else { "FAILED" }));
        }
        if let Some(message) = message {
            self.failures.push((test.title.clone(), message.to_owned(), verdict.printed));
        }
    }

    /// Why tests failed, and the last line.
    fn end(self) -> ExitCode {
        let failed = self.failures.len();
        if !self.json && self.count > 0 {
            let failures = self.failures.iter().map(|(title, why, printed)| {
                let printed =
                    if printed.is_empty() { String::new() } else { format!("  it printed:\n{}", indented(printed, 4)) };
                format!("\n{title}\n{}{printed}", indented(why, 2))
            });
            output::stdout(&failures.collect::<String>());
            output::stdout(&format!("\n{} passed, {failed} failed\n", self.count - failed));
        }
        if failed > 0 { ExitCode::from(EXIT_FAILED) } else { ExitCode::SUCCESS }
    }
}

fn indented(text: &str, by: usize) -> String {
    text.lines().map(|line| format!("{:by$}{line}\n", "")).collect()
}
