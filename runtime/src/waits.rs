//! Executions that wait for somebody: which ones, and which of their approved calls were taken.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use concerto_vm::{Reply, Value};
use serde_json::Value as Json;

use crate::state::Keeper;
use crate::value::{from_json, object, to_json};

/// The waits of a run.
#[derive(Default)]
pub(crate) struct Waits {
    /// Where the program is written down when it waits, if it is.
    pub(crate) keeper: Option<Keeper>,
    /// Those that the program has got and not gone on with: what they are known by, and what is shown of them.
    open: Vec<(String, Json)>,
    taken: HashSet<(String, String)>,
    /// Whether somebody looks at what agents do.
    pub(crate) observed: bool,
}

impl Waits {
    /// The program gets a wait.
    pub(crate) fn give(&mut self, wait: String, shown: Json) -> Reply {
        let reply = self.reply(&wait, None);
        self.open.push((wait, shown));
        reply
    }

    /// What an execution that waits is told: to go on with decisions and answers, or to wait.
    pub(crate) fn reply(&self, wait: &str, goes_on: Option<(Json, Json)>) -> Reply {
        let is_on = goes_on.is_some();
        let none = || Json::Object(serde_json::Map::new());
        let (decided, answers) = goes_on.unwrap_or_else(|| (none(), none()));
        Reply::Value(object([
            ("wait", Value::String(wait.to_owned())),
            ("observed", Value::Bool(self.observed)),
            ("goes_on", Value::Bool(is_on)),
            ("decided", from_json(decided)),
            ("answers", from_json(answers)),
        ]))
    }

    /// The program goes on with a wait, or keeps it itself.
    pub(crate) fn close(&mut self, wait: &str) {
        self.open.retain(|(it, _)| it != wait);
    }

    pub(crate) fn open(&self) -> &[(String, Json)] {
        &self.open
    }

    /// Whether an approved call has begun in this process.
    pub(crate) fn has_begun(&self, wait: String, call: String) -> bool {
        self.taken.contains(&(wait, call))
    }

    /// Whether an approved call may run: once it may.
    pub(crate) fn take(&mut self, wait: String, call: String) -> bool {
        self.taken.insert((wait, call))
    }
}

/// What a new wait is known by: no other has the same, in this process or another.
pub(crate) fn new_wait() -> String {
    let random = |salt: u8| RandomState::new().hash_one(salt);
    format!("{:016x}{:016x}", random(1), random(2))
}

/// What is shown of a wait, as JSON.
pub(crate) fn shown(told: Value) -> Json {
    to_json(told)
}
