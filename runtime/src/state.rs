//! A program that waits, as a file: the whole machine where it stands, what of its world has to be there when it goes on, and
//! what was decided and begun since.
//!
//! The file is replaced as a whole, so a crash leaves it as it was before or as it is after. What it says of approved calls is
//! written before they begin and after they end: whoever goes on after a crash runs none of them twice.

mod file;

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

pub use file::Lock;

/// The version of the format.
const VERSION: u64 = 1;

/// A program that waits.
#[derive(Clone, Debug)]
pub struct State {
    body: Map<String, Value>,
}

/// A call that a program waits for.
#[derive(Clone, PartialEq, Debug)]
pub struct WaitingCall {
    /// The agent whose execution waits.
    pub agent: String,
    /// The call's id, its tool, and the arguments.
    pub id: String,
    /// The name of the tool in the program.
    pub tool: String,
    /// What the model calls it with.
    pub arguments: Value,
    /// Whether an answer is wanted, and not a decision.
    pub wants_answer: bool,
    /// Which wait it belongs to.
    pub(crate) wait: String,
}

/// What a machine and its world are when they wait.
pub(crate) struct Standing {
    pub(crate) machine: Vec<u8>,
    pub(crate) elapsed_ms: u64,
    pub(crate) runs: u64,
    pub(crate) scripts: Value,
    pub(crate) memories: Value,
    pub(crate) random: Value,
    pub(crate) ledgers: Value,
    pub(crate) stores: Value,
    /// Requests that sleep, and how much longer.
    pub(crate) sleeping: Vec<(u64, u64)>,
    /// Requests that wait for decisions: what they are known by, and what is shown of them.
    pub(crate) waits: Vec<(u64, String, Value)>,
}

impl WaitingCall {
    /// The calls of a wait, by what is shown of it.
    pub(crate) fn all(wait: &str, shown: &Value) -> Vec<Self> {
        let text = |of: &Value, key: &str| of[key].as_str().unwrap_or_default().to_owned();
        let call = |call: &Value| Self {
            agent: text(shown, "agent"),
            id: text(call, "id"),
            tool: text(call, "tool"),
            arguments: call["arguments"].clone(),
            wants_answer: call["kind"] == "input",
            wait: wait.to_owned(),
        };
        shown["calls"].as_array().into_iter().flatten().map(call).collect()
    }
}

impl State {
    pub(crate) fn new(about: Value, standing: &Standing) -> Self {
        let waits = standing.waits.iter().map(|(request, wait, shown)| {
            json!({ "request": request, "wait": wait, "agent": shown["agent"], "calls": shown["calls"] })
        });
        let body = json!({
            "concerto_state": VERSION,
            "about": about,
            "waits": waits.collect::<Vec<_>>(),
            "decided": {},
            "answers": {},
            "calls": {},
            "elapsed_ms": standing.elapsed_ms,
            "runs": standing.runs,
            "scripts": standing.scripts,
            "memories": standing.memories,
            "random": standing.random,
            "ledgers": standing.ledgers,
            "stores": standing.stores,
            "sleeping": standing.sleeping,
            "machine": STANDARD.encode(&standing.machine),
        });
        match body {
            Value::Object(body) => Self { body },
            _ => Self { body: Map::new() },
        }
    }

    /// Reads a file that a program which waits has left.
    pub fn read(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|problem| match problem.kind() {
            std::io::ErrorKind::NotFound => {
                format!("there is no file `{shown}`: nothing waits there, or it has gone on")
            }
            _ => format!("`{shown}` cannot be read: {problem}"),
        })?;
        let Ok(Value::Object(body)) = serde_json::from_str(&text) else {
            return Err(format!("`{shown}` holds no program that waits"));
        };
        match body.get("concerto_state").and_then(Value::as_u64) {
            Some(VERSION) => Ok(Self { body }),
            Some(version) => Err(format!("`{shown}` was written by another version of Concerto (state {version})")),
            None => Err(format!("`{shown}` holds no program that waits")),
        }
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), String> {
        let text = Value::Object(self.body.clone()).to_string();
        file::replace(path, text.as_bytes())
            .map_err(|problem| format!("`{}` cannot be written: {problem}", path.display()))
    }

    /// What whoever ran the program wrote down about it.
    pub fn about(&self) -> &Value {
        self.body.get("about").unwrap_or(&Value::Null)
    }

    /// The calls that wait.
    pub fn calls(&self) -> Vec<WaitingCall> {
        let mut calls = Vec::new();
        for wait in self.body.get("waits").and_then(Value::as_array).into_iter().flatten() {
            calls.extend(WaitingCall::all(wait["wait"].as_str().unwrap_or_default(), wait));
        }
        calls
    }

    /// The call `id` may run.
    pub fn allow(&mut self, id: &str) -> Result<(), String> {
        self.decide(id, json!("Allow"))
    }

    /// The call `id` may not run.
    pub fn deny(&mut self, id: &str, reason: &str) -> Result<(), String> {
        self.decide(id, json!({ "type": "Deny", "value": reason }))
    }

    /// The answer to the call `id`.
    pub fn answer(&mut self, id: &str, answer: Value) -> Result<(), String> {
        let call = self.call(id)?;
        if !call.wants_answer {
            return Err(format!("the call `{id}` of `{}` waits for a decision: use `--allow` or `--deny`", call.tool));
        }
        self.put("answers", &call, answer)
    }

    fn decide(&mut self, id: &str, approval: Value) -> Result<(), String> {
        let call = self.call(id)?;
        if call.wants_answer {
            return Err(format!("the call `{id}` of `{}` waits for an answer: use `--answer`", call.tool));
        }
        self.put("decided", &call, approval)
    }

    /// Writes a verdict down. What was decided before can be decided otherwise until the call begins.
    fn put(&mut self, section: &str, call: &WaitingCall, verdict: Value) -> Result<(), String> {
        let has_begun = !self.journal(&call.wait, &call.id).is_null();
        let place = self.place(section, &call.wait, &call.id);
        if has_begun && *place != verdict {
            return Err(format!("the call `{}` of `{}` was allowed before, and has begun", call.id, call.tool));
        }
        *place = verdict;
        Ok(())
    }

    /// The one call that is meant; the agent's name before a `/` tells those with one id apart.
    fn call(&self, id: &str) -> Result<WaitingCall, String> {
        let calls = self.calls();
        let is_meant = |it: &&WaitingCall| it.id == id || format!("{}/{}", it.agent, it.id) == id;
        let mut found = calls.iter().filter(is_meant);
        match (found.next(), found.next()) {
            (Some(call), None) => Ok(call.clone()),
            (Some(call), Some(_)) => Err(format!("several calls `{id}` wait: say `{}/{}`", call.agent, call.id)),
            (None, _) => {
                let known: Vec<String> = calls.iter().map(|it| format!("`{}`", it.id)).collect();
                Err(format!("no call `{id}` waits; there are: {}", known.join(", ")))
            }
        }
    }

    fn place(&mut self, section: &str, wait: &str, call: &str) -> &mut Value {
        let section = self.body.entry(section).or_insert_with(|| json!({}));
        &mut section[wait][call]
    }

    /// What was decided, or answered, for a wait.
    pub(crate) fn verdicts(&self, section: &str, wait: &str) -> Map<String, Value> {
        let found = self.body.get(section).and_then(|it| it.get(wait)).and_then(Value::as_object);
        found.cloned().unwrap_or_default()
    }

    /// Whether something was decided or answered.
    pub fn is_decided(&self) -> bool {
        let is_decided =
            |call: &WaitingCall| ["decided", "answers"].iter().any(|it| !self.verdicts(it, &call.wait).is_empty());
        self.calls().iter().any(is_decided)
    }

    pub(crate) fn knows(&self, wait: &str) -> bool {
        self.calls().iter().any(|it| it.wait == wait)
    }

    pub(crate) fn set_verdicts(&mut self, wait: &str, decided: Value, answers: Value) {
        for (section, verdicts) in [("decided", decided), ("answers", answers)] {
            self.body.entry(section).or_insert_with(|| json!({}))[wait] = verdicts;
        }
    }

    /// What is known of an approved call: nothing, that it began, or its result.
    pub(crate) fn journal(&mut self, wait: &str, call: &str) -> &mut Value {
        self.place("calls", wait, call)
    }

    pub(crate) fn standing(&self) -> Result<Standing, String> {
        let damaged = || "the state is damaged".to_owned();
        let number = |key: &str| self.body.get(key).and_then(Value::as_u64).ok_or_else(damaged);
        let machine = self.body.get("machine").and_then(Value::as_str).ok_or_else(damaged)?;
        let section = |key: &str| self.body.get(key).cloned().unwrap_or_default();
        let sleeping = section("sleeping");
        let waits = self.body.get("waits").and_then(Value::as_array).ok_or_else(damaged)?;
        let wait = |it: &Value| Some((it["request"].as_u64()?, it["wait"].as_str()?.to_owned(), it.clone()));
        Ok(Standing {
            machine: STANDARD.decode(machine).map_err(|_| damaged())?,
            elapsed_ms: number("elapsed_ms")?,
            runs: number("runs")?,
            scripts: section("scripts"),
            memories: section("memories"),
            random: section("random"),
            ledgers: section("ledgers"),
            stores: section("stores"),
            sleeping: serde_json::from_value(sleeping).map_err(|_| damaged())?,
            waits: waits.iter().map(wait).collect::<Option<_>>().ok_or_else(damaged)?,
        })
    }
}

/// Where a program that waits is written to, and what stands there.
#[derive(Debug)]
pub(crate) struct Keeper {
    pub(crate) path: PathBuf,
    pub(crate) about: Value,
    pub(crate) state: Option<State>,
}

impl Keeper {
    /// Changes what stands in the file, if it is about a wait.
    pub(crate) fn change(&mut self, wait: &str, change: impl FnOnce(&mut State)) -> Result<(), String> {
        match self.state.as_mut().filter(|it| it.knows(wait)) {
            Some(state) => {
                change(state);
                state.write(&self.path)
            }
            None => Ok(()),
        }
    }

    /// Nothing waits any more.
    pub(crate) fn forget(&mut self) {
        if self.state.take().is_some() {
            // Where the file cannot be removed it says that its calls have run.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
