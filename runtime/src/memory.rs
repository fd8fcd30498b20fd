//! Conversations that are kept: in memory, or in a file that survives a crash and that several processes may use.

mod file;

use std::collections::HashMap;
use std::sync::Arc;

use concerto_vm::Value;

use crate::value::{from_json, to_json};
use file::File;

/// What the ids of those in files begin with.
const FILE: &str = "file ";

/// More memories than any program makes.
const COUNT_MAX: usize = 1 << 30;

/// All memories of a run.
#[derive(Default)]
pub(crate) struct Memories {
    open: HashMap<String, Memory>,
    count: usize,
}

/// A conversation, and how many messages of it are kept.
#[derive(Clone)]
pub(crate) struct Memory {
    pub(crate) kept: Kept,
    pub(crate) max: Option<usize>,
}

/// Where messages are.
#[derive(Clone)]
pub(crate) enum Kept {
    Here(Vec<Value>),
    File(Arc<File>),
}

impl Memories {
    /// A new one; what the program knows it by.
    pub(crate) fn add(&mut self, max: Option<usize>) -> String {
        self.count += 1;
        let id = format!("memory {}", self.count);
        self.open.insert(id.clone(), Memory { kept: Kept::Here(Vec::new()), max });
        id
    }

    /// One in a file. Who opens a file twice has one memory.
    pub(crate) fn add_file(&mut self, path: &str, max: Option<usize>) -> String {
        let id = format!("{FILE}{path}");
        let file = || Kept::File(Arc::new(File::new(path)));
        let memory = self.open.entry(id.clone()).or_insert_with(|| Memory { kept: file(), max });
        memory.max = max;
        id
    }

    /// All of them, to be written down.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        let memory = |(id, it): (&String, &Memory)| {
            let messages = match &it.kept {
                Kept::Here(messages) => serde_json::Value::Array(messages.iter().cloned().map(to_json).collect()),
                Kept::File(_) => serde_json::Value::Null,
            };
            (id.clone(), serde_json::json!({ "max": it.max, "messages": messages }))
        };
        let open: serde_json::Map<_, _> = self.open.iter().map(memory).collect();
        serde_json::json!({ "count": self.count, "open": open })
    }

    /// Those that were written down.
    pub(crate) fn from_json(mut json: serde_json::Value) -> Option<Self> {
        let count = usize::try_from(json.get("count")?.as_u64()?).ok().filter(|it| *it <= COUNT_MAX)?;
        let mut memories = Self { count, ..Self::default() };
        for (id, it) in json.get_mut("open")?.as_object_mut()? {
            let max = it.get("max")?.as_u64().and_then(|it| usize::try_from(it).ok());
            let kept = match (it.get_mut("messages")?.take(), id.strip_prefix(FILE)) {
                (serde_json::Value::Array(messages), _) => Kept::Here(messages.into_iter().map(from_json).collect()),
                (_, Some(path)) => Kept::File(Arc::new(File::new(path))),
                _ => return None,
            };
            memories.open.insert(id.clone(), Memory { kept, max });
        }
        Some(memories)
    }

    pub(crate) fn get(&mut self, id: &str) -> Option<&mut Memory> {
        self.open.get_mut(id)
    }
}

/// The last messages, so many at most: a result does not come without its call.
pub(crate) fn last(messages: &[Value], max: usize) -> &[Value] {
    let start = messages.len().saturating_sub(max);
    let tail = messages.get(start..).unwrap_or_default();
    let whole = tail.iter().position(|it| !is_results(it)).unwrap_or(tail.len());
    match start {
        0 => messages,
        _ => tail.get(whole..).unwrap_or_default(),
    }
}

/// Whether a message is the results of calls before it.
fn is_results(message: &Value) -> bool {
    let Value::Object(fields) = message else { return false };
    fields.iter().any(|(key, value)| key == "role" && matches!(value, Value::String(role) if role == "tool"))
}

#[cfg(test)]
mod tests;
