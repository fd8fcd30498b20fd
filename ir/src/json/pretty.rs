//! JSON for reading and comparing: short values stay on one line, instructions have a line each.

use std::fmt::Write as _;

use serde_json::Value;

/// The longest line that a value is put on as a whole, without its indentation.
const WIDTH: usize = 100;

/// Lists whose entries have a line each, however short they are.
const ONE_A_LINE: &[&str] = &["code", "files", "functions", "globals", "tests"];

/// An object as text, indented by two, with a newline at the end. Where a member is `null` that has a line for each entry,
/// the entries come from outside, one after the other.
pub(super) fn pretty(root: &Value, mut listed: impl Iterator<Item = Value>) -> String {
    let mut out = String::from("{");
    for (at, (key, value)) in root.as_object().into_iter().flatten().enumerate() {
        out.push_str(if at > 0 { ",\n  " } else { "\n  " });
        text(key, &mut out);
        out.push_str(": ");
        match value {
            Value::Null if ONE_A_LINE.contains(&key.as_str()) => list(&mut listed, &mut out),
            value => write(value, key, 1, &mut out),
        }
    }
    out.push_str("\n}\n");
    out
}

/// A list with a line for each entry, inside of the root.
fn list(items: &mut impl Iterator<Item = Value>, out: &mut String) {
    let mut is_empty = true;
    out.push('[');
    for item in items {
        out.push_str(if is_empty { "\n    " } else { ",\n    " });
        is_empty = false;
        write(&item, "", 2, out);
    }
    out.push_str(if is_empty { "]" } else { "\n  ]" });
}

fn write(value: &Value, key: &str, depth: usize, out: &mut String) {
    if !ONE_A_LINE.contains(&key) && is_short(value) {
        return line(value, out);
    }
    match value {
        Value::Array(items) if !items.is_empty() => {
            let items = items.iter().map(|it| ("", it));
            entries(items, depth, ['[', ']'], out);
        }
        Value::Object(members) if !members.is_empty() => {
            let members = members.iter().map(|(key, it)| (key.as_str(), it));
            entries(members, depth, ['{', '}'], out);
        }
        _ => line(value, out),
    }
}

fn entries<'v>(
    entries: impl Iterator<Item = (&'v str, &'v Value)>,
    depth: usize,
    [open, close]: [char; 2],
    out: &mut String,
) {
    out.push(open);
    for (at, (key, value)) in entries.enumerate() {
        out.push_str(if at > 0 { ",\n" } else { "\n" });
        indent(depth + 1, out);
        if open == '{' {
            text(key, out);
            out.push_str(": ");
        }
        write(value, key, depth + 1, out);
    }
    out.push('\n');
    indent(depth, out);
    out.push(close);
}

fn indent(depth: usize, out: &mut String) {
    (0..depth).for_each(|_| out.push_str("  "));
}

/// Whether a value stands on one line: it is no longer than a line, or it is a list of numbers or words.
fn is_short(value: &Value) -> bool {
    let is_flat = |it: &Value| !it.is_array() && !it.is_object();
    match value {
        Value::Array(items) if items.iter().all(is_flat) => true,
        _ => room_after(value, WIDTH).is_some(),
    }
}

/// What is left of a line after a value, if it fits. Stops where it does not.
fn room_after(value: &Value, room: usize) -> Option<usize> {
    match value {
        Value::String(text) => room.checked_sub(text.len() + 2),
        Value::Array(items) => {
            items.iter().try_fold(room.checked_sub(2)?, |room, it| room_after(it, room)?.checked_sub(2))
        }
        Value::Object(members) => members
            .iter()
            .try_fold(room.checked_sub(4)?, |room, (key, it)| room_after(it, room.checked_sub(key.len() + 6)?)),
        _ => room.checked_sub(4),
    }
}

/// A value on one line, with blanks between its parts.
fn line(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                line(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (at, (key, value)) in members.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { " " });
                text(key, out);
                out.push_str(": ");
                line(value, out);
            }
            out.push_str(if members.is_empty() { "}" } else { " }" });
        }
        Value::String(it) => text(it, out),
        Value::Bool(it) => out.push_str(if *it { "true" } else { "false" }),
        Value::Null => out.push_str("null"),
        Value::Number(it) => {
            let _ = write!(out, "{it}");
        }
    }
}

/// A text in quotes. Most have nothing that needs a backslash.
fn text(it: &str, out: &mut String) {
    if it.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
        out.push('"');
        out.push_str(it);
        out.push('"');
    } else {
        out.push_str(&Value::from(it).to_string());
    }
}
