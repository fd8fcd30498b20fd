//! Conversations that are kept: in memory, or in a file that survives a crash and that several processes may use.

mod file;

use std::collections::HashMap;
use std::sync::Arc;

use concerto_vm::Value;

use file::File;

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
        let id = format!("file {path}");
        let file = || Kept::File(Arc::new(File::new(path)));
        let memory = self.open.entry(id.clone()).or_insert_with(|| Memory { kept: file(), max });
        memory.max = max;
        id
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
