//! Pieces of messages: what values are called, and how parts of the manifest are repeated.

use toml::de::DeValue;

use super::table::Discreet;
use crate::diagnostic::Diagnostic;

/// How much of a key or word is repeated in a message.
const SHOWN_MAX: usize = 40;

/// What the value of a key has to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Text,
    Duration,
    Count,
    Flag,
    Command,
    List,
    Table,
}

impl Shape {
    /// What the value must be, after "must be".
    pub(super) fn phrase(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Duration => "a duration in quotes",
            Self::Count => "a whole number",
            Self::Flag => "`true` or `false`",
            Self::Command | Self::List => "an array of strings",
            Self::Table => "a table",
        }
    }

    /// What to do about a value of another shape.
    pub(super) fn advice(self, found: &DeValue<'_>) -> Option<&'static str> {
        use DeValue::{Array, Float, String, Table};
        match (self, found) {
            (Self::Duration, _) => Some("write a whole number and a unit: \"500ms\", \"30s\", \"5m\" or \"2h\""),
            (Self::Text, Table(_) | Array(_)) => Some("write one text in double quotes"),
            (Self::Text, _) => Some("put the value in double quotes"),
            (Self::Count, String(_)) => Some("write the number without quotes"),
            (Self::Count, Float(_)) => Some("write the number without a fraction"),
            (Self::Flag, String(_)) => Some("write `true` or `false`, without quotes"),
            (Self::Command, String(_)) => {
                Some("write the program and each argument as a string of its own: [\"python3\", \"reviewer.py\"]")
            }
            (Self::Command, _) => Some("put every argument in double quotes, numbers too"),
            (Self::List, String(_)) => Some("put it in brackets"),
            (Self::List, _) => Some("put every entry in double quotes"),
            (Self::Table, _) => Some("write its keys in braces or below a header of its own"),
            (Self::Count | Self::Flag, _) => None,
        }
    }
}

/// A key as it can stand in a message: as it is where TOML needs no quotes, else quoted and with escapes.
pub(super) fn shown(key: &str) -> String {
    let is_bare = !key.is_empty() && key.chars().all(|it| it.is_alphanumeric() || it == '_' || it == '-');
    if is_bare { clip(key) } else { format!("\"{}\"", clip(key)) }
}

/// The beginning of a text, on one line and without anything that steers a terminal.
pub(super) fn clip(text: &str) -> String {
    let mut start = String::new();
    for it in text.chars().take(SHOWN_MAX) {
        match it {
            '"' | '\'' | '\\' => start.push(it),
            it => start.extend(it.escape_debug()),
        }
    }
    if text.chars().nth(SHOWN_MAX).is_some() {
        start.push('…');
    }
    start
}

/// The table with this path, as the subject of a sentence.
pub(super) fn subject(path: &str) -> String {
    if path.is_empty() { "the manifest".to_owned() } else { format!("`[{path}]`") }
}

/// Words in a row.
pub(super) fn listed(words: &[&str]) -> String {
    words.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")
}

/// What a value is, after "this is".
pub(super) fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}

/// Points to a table rather than to the key in it that holds a secret.
pub(super) fn discreet(diagnostic: Diagnostic, key: &str, place: Discreet) -> Diagnostic {
    match place {
        Discreet::Table(at) => diagnostic.label(at, format!("in this table, under `{key}`")),
        Discreet::Line(line) => {
            diagnostic.help(format!("it is on line {line} of the manifest, which is not shown here"))
        }
    }
}

/// The name with everything that an identifier cannot have replaced by `_`, if anything sensible remains.
pub(super) fn identifier_like(name: &str) -> Option<String> {
    let joined: String =
        name.chars().map(|it| if unicode_ident::is_xid_continue(it) { it } else { '_' }).take(SHOWN_MAX).collect();
    let starts_well = joined.starts_with(|it: char| it == '_' || unicode_ident::is_xid_start(it));
    let better = if starts_well { joined } else { format!("_{joined}") };
    better.contains(|it| it != '_').then_some(better)
}
