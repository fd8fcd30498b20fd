//! What is shown of agents while they run: a line on the terminal, lines of JSON, a file.

use std::fs::File;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use concerto_runtime::Watch;
use serde_json::{Value, json};

use crate::output;

/// With more agents at once the line changes only so often.
const CALM: usize = 4;
const PAUSE: Duration = Duration::from_millis(50);

/// Everything that looks at a run.
pub(crate) struct Watcher {
    trace: Option<Mutex<File>>,
    json: bool,
    quiet: bool,
    status: Option<Mutex<Status>>,
    /// Calls of tools that are under way.
    open: Mutex<Vec<Value>>,
}

/// What the line on the terminal says.
struct Status {
    agents: Vec<(u64, String)>,
    turns: u64,
    tools: Vec<(String, String)>,
    input_tokens: u64,
    output_tokens: u64,
    is_shown: bool,
    /// Whether somebody is asked something, and the line stays away.
    is_held: bool,
    drawn: Option<Instant>,
}

impl Watcher {
    /// Nothing where nobody looks. `trace` is a file to write.
    pub(crate) fn new(trace: Option<File>, json: bool, quiet: bool) -> Option<Self> {
        let is_dumb = std::env::var_os("TERM").is_none_or(|it| it == "dumb");
        let status = (!json && !quiet && !is_dumb && std::io::stderr().is_terminal()).then(Status::new);
        (trace.is_some() || json || status.is_some() || !quiet).then(|| Self {
            trace: trace.map(Mutex::new),
            json,
            quiet,
            status: status.map(Mutex::new),
            open: Mutex::default(),
        })
    }

    /// Whether events are wanted, and not only warnings.
    pub(crate) fn wants_events(&self) -> bool {
        self.trace.is_some() || self.json || self.status.is_some()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_millis() as u64)
}

impl Watcher {
    fn tell(&self, event: &Value) {
        if let Some(trace) = &self.trace {
            let mut line = json!({ "time_ms": now_ms() });
            if let (Some(line), Some(event)) = (line.as_object_mut(), event.as_object()) {
                line.extend(event.clone());
            }
            // A trace that cannot be written is no reason to end the program.
            let _ = locked(trace).write_all(format!("{line}\n").as_bytes());
        }
        if self.json {
            output::stderr(&format!("{event}\n"));
        }
        if let Some(status) = &self.status {
            locked(status).take(event);
        }
    }

    /// Remembers which calls of tools are under way.
    fn follow(&self, event: &Value) {
        let is = |name: &str| event.get("event").is_some_and(|it| it == name);
        let same = |it: &Value| it.get("run") == event.get("run") && it.get("id") == event.get("id");
        if is("tool_start") {
            locked(&self.open).push(event.clone());
        } else if is("tool_end") {
            locked(&self.open).retain(|it| !same(it));
        }
    }

    /// Calls that were under way when their execution ended, or the program, end with it.
    fn cancelled(&self, run: Option<&Value>) {
        let (left, kept): (Vec<Value>, Vec<Value>) =
            locked(&self.open).drain(..).partition(|it| run.is_none() || it.get("run") == run);
        *locked(&self.open) = kept;
        for call in left {
            self.tell(&json!({
                "event": "tool_end", "run": call["run"], "id": call["id"], "tool": call["tool"],
                "kind": "cancelled", "reason": "the execution ended before the call",
            }));
        }
    }
}

impl Watch for Watcher {
    fn wants_events(&self) -> bool {
        self.wants_events()
    }

    fn event(&self, event: &Value) {
        let (is_end, run) = (event.get("event").is_some_and(|it| it == "end"), event.get("run").cloned());
        if is_end {
            self.cancelled(run.as_ref());
        }
        self.follow(event);
        self.tell(event);
    }

    fn warn(&self, warning: &str) {
        if self.quiet {
            return;
        }
        self.make_room();
        match self.json {
            true => output::stderr(&format!("{}\n", json!({ "warning": warning }))),
            false => output::stderr(&format!("warning: {warning}\n")),
        }
    }

    fn make_room(&self) {
        if let Some(status) = &self.status {
            locked(status).clear();
        }
    }

    fn hold(&self, is_held: bool) {
        if let Some(status) = &self.status {
            let mut status = locked(status);
            status.clear();
            status.is_held = is_held;
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.cancelled(None);
        self.make_room();
    }
}

impl Status {
    fn new() -> Self {
        Self {
            agents: Vec::new(),
            turns: 0,
            tools: Vec::new(),
            input_tokens: 0,
            output_tokens: 0,
            is_shown: false,
            is_held: false,
            drawn: None,
        }
    }

    fn take(&mut self, event: &Value) {
        let text = |key: &str| event.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let number = |key: &str| event.get(key).and_then(Value::as_u64).unwrap_or_default();
        match text("event").as_str() {
            "begin" => self.agents.push((number("run"), text("agent"))),
            "end" => self.agents.retain(|(run, _)| *run != number("run")),
            "turn" => self.turns = number("turn"),
            "tool_start" => self.tools.push((text("id"), text("tool"))),
            "tool_end" => self.tools.retain(|(id, _)| *id != text("id")),
            "model" => {
                self.input_tokens += number("input_tokens");
                self.output_tokens += number("output_tokens");
            }
            _ => {}
        }
        if self.agents.is_empty() {
            self.clear();
        } else if self.agents.len() <= CALM || self.drawn.is_none_or(|it| it.elapsed() >= PAUSE) {
            self.draw();
        }
    }

    fn line(&self) -> String {
        let who = match &self.agents[..] {
            [(_, one)] => one.clone(),
            several => format!("{} agents", several.len()),
        };
        let doing = match &self.tools[..] {
            [] => "thinking".to_owned(),
            [(_, one)] => format!("running {one}"),
            several => format!("running {} tools", several.len()),
        };
        format!("{who} · turn {} · {doing} · {} → {} tokens", self.turns, self.input_tokens, self.output_tokens)
    }

    /// Writes the line over the one before; a terminal that is narrower shows its beginning.
    fn draw(&mut self) {
        if self.is_held {
            return;
        }
        let line: String = self.line().chars().take(79).collect();
        output::stderr(&format!("\r\x1b[2K{line}"));
        self.is_shown = true;
        self.drawn = Some(Instant::now());
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            output::stderr("\r\x1b[2K");
            self.drawn = None;
        }
    }
}
