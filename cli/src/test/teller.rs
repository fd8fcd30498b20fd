//! Tells how tests end: a line for each, a line that shows how far it is on a terminal, and why tests failed.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;

use concerto_ir::program::Test;
use serde_json::json;

use super::Verdict;
use crate::args::TestArgs;
use crate::output;

/// A test failed.
const EXIT_FAILED: u8 = 1;

/// A test that takes as long is shown with its time.
const SLOW: Duration = Duration::from_millis(500);

/// So many tests are shown with `--durations`.
const SLOWEST_SHOWN: usize = 10;

pub(super) struct Teller {
    json: bool,
    durations: bool,
    count: usize,
    /// Whether somebody looks at a terminal, where a line can be written over.
    is_shown: bool,
    /// The titles of tests that failed, why, and what they printed.
    failures: Vec<(String, String, String)>,
    times: Vec<(Duration, String)>,
}

impl Teller {
    pub(super) fn new(args: &TestArgs, count: usize) -> Self {
        let is_terminal = std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
        let is_dumb = std::env::var_os("TERM").is_some_and(|it| it == "dumb");
        Self {
            json: args.json,
            durations: args.durations,
            count,
            is_shown: is_terminal && !is_dumb && !args.json,
            failures: Vec::new(),
            times: Vec::new(),
        }
    }

    /// The first line, for people.
    pub(super) fn begin(&self, all: usize) {
        let tests = |count: usize| output::plural(count, "test");
        match (self.json, self.count, all) {
            (true, _, _) => {}
            (false, 0, 0) => output::stdout("there are no tests: write `@test` before a function\n"),
            (false, count, all) if count < all => output::stdout(&format!("running {count} of {}\n", tests(all))),
            (false, count, _) => output::stdout(&format!("running {}\n", tests(count))),
        }
    }

    /// How far it is, on a terminal.
    pub(super) fn progress(&self, done: usize, running: Option<&str>) {
        if self.is_shown
            && let Some(title) = running
        {
            let title: String = title.chars().take(50).collect();
            output::stderr(&format!("\r\x1b[2K{done} of {} done, now {title}", self.count));
        }
    }

    /// Takes that line away.
    pub(super) fn clear(&self) {
        if self.is_shown {
            output::stderr("\r\x1b[2K");
        }
    }

    pub(super) fn tell(&mut self, test: &Test, verdict: Verdict) {
        self.clear();
        let message = verdict.failure.as_deref().map(str::trim_end);
        if self.json {
            let status = if message.is_none() { "passed" } else { "failed" };
            let duration_ms = verdict.duration.as_millis() as u64;
            let line = json!({ "test": test.title, "status": status, "duration_ms": duration_ms, "message": message });
            output::stdout(&format!("{line}\n"));
        } else {
            let word = if message.is_none() { "ok" } else { "FAILED" };
            let time = if verdict.duration >= SLOW { format!(" ({})", shown(verdict.duration)) } else { String::new() };
            output::stdout(&format!("test {} ... {word}{time}\n", test.title));
        }
        self.times.push((verdict.duration, test.title.clone()));
        if let Some(message) = message {
            self.failures.push((test.title.clone(), message.to_owned(), verdict.printed));
        }
    }

    /// Why tests failed, and the last line.
    pub(super) fn end(mut self) -> ExitCode {
        let failed = self.failures.len();
        if !self.json && self.count > 0 {
            let failures = self.failures.iter().map(|(title, why, printed)| {
                let printed =
                    if printed.is_empty() { String::new() } else { format!("  it printed:\n{}", indented(printed, 4)) };
                format!("\n{title}\n{}{printed}", indented(why, 2))
            });
            output::stdout(&failures.collect::<String>());
            if self.durations {
                output::stdout(&slowest(&mut self.times));
            }
            output::stdout(&format!("\n{} passed, {failed} failed\n", self.count - failed));
        }
        if failed > 0 { ExitCode::from(EXIT_FAILED) } else { ExitCode::SUCCESS }
    }
}

/// The tests that took longest.
fn slowest(times: &mut [(Duration, String)]) -> String {
    times.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
    let lines = times.iter().take(SLOWEST_SHOWN).map(|(time, title)| format!("{:>9}  {title}\n", shown(*time)));
    format!("\nthe slowest:\n{}", lines.collect::<String>())
}

fn shown(time: Duration) -> String {
    match time.as_millis() {
        short if short < 1000 => format!("{short} ms"),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

fn indented(text: &str, by: usize) -> String {
    text.lines().map(|line| format!("{:by$}{line}\n", "")).collect()
}
