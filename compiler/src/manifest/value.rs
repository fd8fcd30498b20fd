//! Values of single keys. Each function takes what stands under a key and gives it as its type, or reports why it
//! cannot and gives nothing.

use super::diagnostics;
use super::duration::{self, Fault};
use super::model::{Located, Pairs};
use super::secret;
use super::table::{Entry, Table};
use super::wording::Shape;
use crate::diagnostic::Sink;

/// Text that is not blank.
pub(super) fn read_text(entry: Entry<'_>, sink: &mut Sink) -> Option<String> {
    let text = as_text(entry, Shape::Text, sink)?;
    if text.trim().is_empty() {
        sink.push(diagnostics::empty_text(entry.key, entry.at));
        return None;
    }
    Some(text)
}

/// Text that is not blank, and where it stands.
pub(super) fn read_located(entry: Entry<'_>, sink: &mut Sink) -> Option<Located<String>> {
    read_text(entry, sink).map(|value| Located { value, span: entry.at })
}

/// `true` or `false`.
pub(super) fn read_flag(entry: Entry<'_>, sink: &mut Sink) -> Option<bool> {
    let flag = entry.value.as_bool();
    if flag.is_none() {
        sink.push(diagnostics::wrong_type(entry.key, Shape::Flag, entry.value, entry.at));
    }
    flag
}

/// A whole number from 1.
pub(super) fn read_count(entry: Entry<'_>, sink: &mut Sink) -> Option<u32> {
    let Some(number) = entry.value.as_integer() else {
        sink.push(diagnostics::wrong_type(entry.key, Shape::Count, entry.value, entry.at));
        return None;
    };
    match u32::from_str_radix(number.as_str(), number.radix()) {
        Ok(count) if count > 0 => return Some(count),
        Err(_) if !number.as_str().starts_with('-') => sink.push(diagnostics::too_large(entry.key, entry.at)),
        _ => sink.push(diagnostics::not_positive(entry.key, entry.at)),
    }
    None
}

/// A duration, in milliseconds.
pub(super) fn read_duration(entry: Entry<'_>, sink: &mut Sink) -> Option<u64> {
    let text = as_text(entry, Shape::Duration, sink)?;
    match duration::parse_duration(&text) {
        Ok(duration_ms) => return Some(duration_ms),
        Err(Fault::TooLong) => sink.push(diagnostics::too_long(entry.key, entry.at)),
        Err(Fault::Malformed) => {
            let meant = duration::meant(&text);
            sink.push(diagnostics::bad_duration(entry.key, entry.at, meant.as_deref()));
        }
    }
    None
}

/// A duration that is not 0, in milliseconds.
pub(super) fn read_positive_duration(entry: Entry<'_>, sink: &mut Sink) -> Option<u64> {
    let duration_ms = read_duration(entry, sink)?;
    if duration_ms == 0 {
        sink.push(diagnostics::not_positive(entry.key, entry.at));
        return None;
    }
    Some(duration_ms)
}

/// One of a few words.
pub(super) fn read_word<T: Copy>(
    entry: Entry<'_>,
    all: &[T],
    word_of: fn(T) -> &'static str,
    sink: &mut Sink,
) -> Option<T> {
    let text = as_text(entry, Shape::Text, sink)?;
    let found = all.iter().copied().find(|it| word_of(*it) == text.as_str());
    if found.is_none() {
        let known: Vec<_> = all.iter().map(|it| word_of(*it)).collect();
        sink.push(diagnostics::unknown_word(entry.key, &text, entry.at, &known));
    }
    found
}

/// An address of the web.
pub(super) fn read_address(entry: Entry<'_>, sink: &mut Sink) -> Option<String> {
    let text = as_text(entry, Shape::Text, sink)?;
    if !is_address(&text) {
        sink.push(diagnostics::bad_address(entry.key, entry.at));
        return None;
    }
    Some(text)
}

fn is_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    let known = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let has_host = !rest.is_empty() && !rest.starts_with(['/', '?', '#', ':']);
    known && has_host && !rest.contains(|it: char| it.is_whitespace() || it.is_control())
}

/// The name of an environment variable, in a place where people paste keys.
pub(super) fn read_key_variable(entry: Entry<'_>, table: &Table<'_>, sink: &mut Sink) -> Option<String> {
    let text = as_text(entry, Shape::Text, sink)?;
    if secret::looks_like_key(&text) {
        sink.push(diagnostics::pasted_key(&table.path, entry.key, table.discreet(entry)));
    } else if !secret::is_variable(&text) {
        sink.push(diagnostics::bad_variable(entry.key, entry.at, secret::dollar_variable(&text)));
    } else {
        return Some(text);
    }
    None
}

/// A program and its arguments.
pub(super) fn read_command(entry: Entry<'_>, sink: &mut Sink) -> Option<Vec<String>> {
    let Some(parts) = entry.value.as_array() else {
        sink.push(diagnostics::wrong_type(entry.key, Shape::Command, entry.value, entry.at));
        return None;
    };
    let parts: Vec<_> = parts.iter().map(|it| as_text(entry.part(it), Shape::Command, sink)).collect();
    let command: Vec<_> = parts.into_iter().collect::<Option<_>>()?;
    if command.first().is_none_or(|program: &String| program.trim().is_empty()) {
        sink.push(diagnostics::no_program(entry.key, entry.at));
        return None;
    }
    Some(command)
}

/// Texts, none of them blank.
pub(super) fn read_list(entry: Entry<'_>, sink: &mut Sink) -> Option<Vec<String>> {
    let Some(parts) = entry.value.as_array() else {
        sink.push(diagnostics::wrong_type(entry.key, Shape::List, entry.value, entry.at));
        return None;
    };
    parts.iter().map(|it| read_text(entry.part(it), sink)).collect::<Vec<_>>().into_iter().collect()
}

/// Names and texts, whatever they are.
pub(super) fn read_pairs(table: Option<Table<'_>>, sink: &mut Sink) -> Pairs {
    let entries = table.iter().flat_map(|table| table.entries());
    entries.filter_map(|it| Some((it.key.to_owned(), as_text(it, Shape::Text, sink)?))).collect()
}

/// Variables for a process.
pub(super) fn read_env(table: Option<Table<'_>>, sink: &mut Sink) -> Pairs {
    for entry in table.iter().flat_map(|table| table.entries()) {
        if !secret::is_variable(entry.key) {
            sink.push(diagnostics::bad_variable_key(entry.key, entry.key_at));
        }
    }
    read_pairs(table, sink)
}

/// Aliases and the models they stand for.
pub(super) fn read_models(table: Option<Table<'_>>, sink: &mut Sink) -> Pairs {
    let entries = table.iter().flat_map(|table| table.entries());
    entries.filter_map(|it| Some((it.key.to_owned(), read_text(it, sink)?))).collect()
}

fn as_text(entry: Entry<'_>, shape: Shape, sink: &mut Sink) -> Option<String> {
    let text = entry.value.as_str();
    if text.is_none() {
        sink.push(diagnostics::wrong_type(entry.key, shape, entry.value, entry.at));
    }
    text.map(str::to_owned)
}
