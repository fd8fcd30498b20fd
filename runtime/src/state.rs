//! A program that waits, as a file: the whole machine where it stands, what of its world has to be there when it goes on, and
//! what was decided and begun since.
//!
//! The file is replaced as a whole, so a crash leaves it as it was before or as it is after. What it says of approved calls is
//! written before they begin and after they end: whoever goes on after a crash runs none of them twice.

mod file;
mod meant;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use crate::effects::misfit;

pub use file::Lock;

/// The version of the format.
const VERSION: u64 = 1;

/// A program that waits.
#[derive(Clone, Debug)]
pub struct State {
    body: Map<String, Value>,
    /// What was decided and answered, and what became of calls.
    known: Known,
}

/// By heading, wait and call.
type Known = BTreeMap<String, BTreeMap<String, Map<String, Value>>>;

/// The headings of what is known of calls.
const DECIDED: &str = "decided";
const ANSWERS: &str = "answers";
const CALLS: &str = "calls";

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
    /// What it is called where it is decided on: its id, where no other call has the same.
    pub reference: String,
    /// The JSON Schema of answers.
    answers: Value,
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
    /// What is on its way from one task to another.
    pub(crate) channels: Value,
}

impl WaitingCall {
    /// Whether it is a call of the same execution.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.wait == other.wait
    }

    /// The calls of all waits, by what is shown of them.
    pub(crate) fn all<'w>(waits: impl IntoIterator<Item = (&'w str, &'w Value)>) -> Vec<Self> {
        let mut calls: Vec<Self> = waits.into_iter().flat_map(|(wait, shown)| Self::of(wait, shown)).collect();
        meant::refer(&mut calls);
        calls
    }

    fn of(wait: &str, shown: &Value) -> Vec<Self> {
        let text = |of: &Value, key: &str| of[key].as_str().unwrap_or_default().to_owned();
        let call = |call: &Value| Self {
            agent: text(shown, "agent"),
            id: text(call, "id"),
            tool: text(call, "tool"),
            arguments: call["arguments"].clone(),
            wants_answer: call["kind"] == "input",
            reference: text(call, "id"),
            answers: call["answers"].clone(),
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
            "elapsed_ms": standing.elapsed_ms,
            "runs": standing.runs,
            "scripts": standing.scripts,
            "memories": standing.memories,
            "channels": standing.channels,
            "random": standing.random,
            "ledgers": standing.ledgers,
            "stores": standing.stores,
            "sleeping": standing.sleeping,
            "machine": STANDARD.encode(&standing.machine),
        });
        match body {
            Value::Object(body) => Self { body, known: BTreeMap::new() },
            _ => Self { body: Map::new(), known: BTreeMap::new() },
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
        let Ok(Value::Object(mut body)) = serde_json::from_str(&text) else {
            return Err(format!("`{shown}` holds no program that waits"));
        };
        match body.get("concerto_state").and_then(Value::as_u64) {
            Some(VERSION) => {
                let known = known(&mut body).filter(|_| is_whole(&body));
                let known = known.ok_or_else(|| format!("`{shown}` cannot be used: {DAMAGED}"))?;
                Ok(Self { body, known })
            }
            Some(version) => Err(format!("`{shown}` was written by another version of Concerto (state {version})")),
            None => Err(format!("`{shown}` holds no program that waits")),
        }
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), String> {
        let mut body = self.body.clone();
        body.extend(self.known.iter().map(|(heading, it)| (heading.clone(), json!(it))));
        let text = Value::Object(body).to_string();
        file::replace(path, text.as_bytes())
            .map_err(|problem| format!("`{}` cannot be written: {problem}", path.display()))
    }

    /// What whoever ran the program wrote down about it.
    pub fn about(&self) -> &Value {
        self.body.get("about").unwrap_or(&Value::Null)
    }

    /// The calls that wait.
    pub fn calls(&self) -> Vec<WaitingCall> {
        let waits = self.body.get("waits").and_then(Value::as_array).into_iter().flatten();
        WaitingCall::all(waits.map(|it| (it["wait"].as_str().unwrap_or_default(), it)))
    }

    /// The name that means the same call as `id`, and that it is listed by.
    pub fn reference(&self, id: &str) -> Result<String, String> {
        self.call(id).map(|it| it.reference)
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
        // A program of which nothing is known about answers checks them itself.
        match misfit(&call.answers, &answer) {
            Ok(misfit) if !misfit.is_empty() => {
                return Err(format!("the answer to `{id}` of `{}` does not fit: {misfit}", call.tool));
            }
            _ => {}
        }
        self.put(ANSWERS, &call, answer)
    }

    fn decide(&mut self, id: &str, approval: Value) -> Result<(), String> {
        let call = self.call(id)?;
        if call.wants_answer {
            return Err(format!("the call `{id}` of `{}` waits for an answer: use `--answer`", call.tool));
        }
        self.put(DECIDED, &call, approval)
    }

    /// Writes a verdict down. What was decided before can be decided otherwise until the call begins.
    fn put(&mut self, section: &str, call: &WaitingCall, verdict: Value) -> Result<(), String> {
        let has_begun = !self.journal(&call.wait, &call.id).is_null();
        let verdicts = self.section(section, &call.wait);
        if has_begun && verdicts.get(&call.id) != Some(&verdict) {
            return Err(format!("the call `{}` of `{}` was allowed before, and has begun", call.id, call.tool));
        }
        verdicts.insert(call.id.clone(), verdict);
        Ok(())
    }

    fn call(&self, id: &str) -> Result<WaitingCall, String> {
        meant::call(&self.calls(), id).cloned()
    }

    /// What is known of the calls of a wait, under a heading.
    fn section(&mut self, heading: &str, wait: &str) -> &mut Map<String, Value> {
        self.known.entry(heading.to_owned()).or_default().entry(wait.to_owned()).or_default()
    }

    /// What was decided, or answered, for a wait.
    pub(crate) fn verdicts(&self, section: &str, wait: &str) -> Map<String, Value> {
        self.known.get(section).and_then(|it| it.get(wait)).cloned().unwrap_or_default()
    }

    /// Whether something was decided or answered.
    pub fn is_decided(&self) -> bool {
        let is_decided =
            |call: &WaitingCall| [DECIDED, ANSWERS].iter().any(|it| !self.verdicts(it, &call.wait).is_empty());
        self.calls().iter().any(is_decided)
    }

    pub(crate) fn knows(&self, wait: &str) -> bool {
        self.calls().iter().any(|it| it.wait == wait)
    }

    pub(crate) fn set_verdicts(&mut self, wait: &str, decided: Value, answers: Value) {
        for (section, verdicts) in [(DECIDED, decided), (ANSWERS, answers)] {
            if let Value::Object(verdicts) = verdicts {
                *self.section(section, wait) = verdicts;
            }
        }
    }

    /// What is known of an approved call: nothing, that it began, or its result.
    pub(crate) fn journal(&mut self, wait: &str, call: &str) -> &mut Value {
        self.section(CALLS, wait).entry(call).or_insert(Value::Null)
    }

    pub(crate) fn standing(&self) -> Result<Standing, String> {
        let damaged = || DAMAGED.to_owned();
        let number = |key: &str| self.body.get(key).and_then(Value::as_u64).ok_or_else(damaged);
        let machine = self.body.get("machine").and_then(Value::as_str).ok_or_else(damaged)?;
        let section = |key: &str| self.body.get(key).cloned().unwrap_or_default();
        let sleeping = section("sleeping");
        let waits = self.body.get("waits").and_then(Value::as_array).ok_or_else(damaged)?;
        let wait = |it: &Value| Some((it["request"].as_u64()?, it["wait"].as_str()?.to_owned(), it.clone()));
        Ok(Standing {
            machine: STANDARD.decode(machine).map_err(|_| damaged())?,
            elapsed_ms: number("elapsed_ms")?,
            runs: number("runs").ok().filter(|it| *it <= RUNS_MAX).ok_or_else(damaged)?,
            scripts: section("scripts"),
            memories: section("memories"),
            random: section("random"),
            ledgers: section("ledgers"),
            stores: section("stores"),
            sleeping: serde_json::from_value(sleeping).map_err(|_| damaged())?,
            waits: waits.iter().map(wait).collect::<Option<_>>().ok_or_else(damaged)?,
            channels: self.body.get("channels").cloned().unwrap_or_default(),
        })
    }
}

/// More executions than any program has.
const RUNS_MAX: u64 = 1 << 40;

/// What is said of a file that nobody can have written so.
pub(crate) const DAMAGED: &str = "the state is damaged";

/// Takes out what is known of calls; nothing where it does not have its form.
fn known(body: &mut Map<String, Value>) -> Option<Known> {
    let mut known = Known::new();
    for heading in [DECIDED, ANSWERS, CALLS] {
        if let Some(found) = body.remove(heading) {
            known.insert(heading.to_owned(), serde_json::from_value(found).ok()?);
        }
    }
    Some(known)
}

/// Whether the waits of a file, and their calls, have their form.
fn is_whole(body: &Map<String, Value>) -> bool {
    let is_text = |of: &Value, key: &str| of.get(key).is_some_and(Value::is_string);
    let is_call = |it: &Value| ["id", "tool", "kind"].iter().all(|key| is_text(it, key));
    let is_wait = |it: &Value| {
        let calls = it.get("calls").and_then(Value::as_array);
        is_text(it, "wait") && is_text(it, "agent") && calls.is_some_and(|it| it.iter().all(is_call))
    };
    let waits = body.get("waits").and_then(Value::as_array);
    waits.is_some_and(|it| it.iter().all(is_wait))
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
