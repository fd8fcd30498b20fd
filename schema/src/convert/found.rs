//! What is wrong with a value, and where.
//!
//! The path is put together on the way out, from the inside to the outside, so that an alternative that does not fit costs
//! little. Texts of the value are cut: a message is for reading.

use serde_json::Value;

use crate::Mismatch;

/// How many characters of a text are shown.
const SHOWN_MAX: usize = 60;
/// How many characters of a key are shown in a path.
const KEY_MAX: usize = 100;

/// A [`Mismatch`] in the making.
#[derive(Debug)]
pub(super) struct Miss {
    /// From the inside to the outside.
    steps: Vec<String>,
    reason: String,
    /// No other alternative can help.
    pub(super) is_final: bool,
}

impl Miss {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self { steps: Vec::new(), reason: reason.into(), is_final: false }
    }

    /// The value cannot be converted at all.
    pub(super) fn hopeless(reason: &str) -> Self {
        Self { is_final: true, ..Self::new(reason) }
    }

    pub(super) fn expected(what: &str, value: &Value) -> Self {
        Self::new(format!("expected {what}, found {}", found(value)))
    }

    /// The same miss, seen from the object that has the key.
    pub(super) fn under(mut self, key: &str) -> Self {
        self.steps.push(key_step(key));
        self
    }

    /// The same miss, seen from the list that has the item.
    pub(super) fn item(mut self, index: usize) -> Self {
        self.steps.push(format!("[{index}]"));
        self
    }

    pub(super) fn into_mismatch(self) -> Mismatch {
        let path = self.steps.iter().rev().fold("$".to_owned(), |path, step| path + step);
        Mismatch { path, reason: self.reason }
    }
}

/// What a value is, in few words.
pub(super) fn found(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text, SHOWN_MAX),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        other => other.to_string(),
    }
}

/// A key in quotes, cut where it is too long to read.
pub(super) fn quoted_key(key: &str) -> String {
    quoted(key, KEY_MAX)
}

fn quoted(text: &str, max: usize) -> String {
    let mut cut: String = text.chars().take(max).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    Value::String(cut).to_string()
}

fn key_step(key: &str) -> String {
    let starts_well = key.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
    let is_plain = starts_well && key.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    if is_plain && key.len() <= KEY_MAX { format!(".{key}") } else { format!("[{}]", quoted_key(key)) }
}
