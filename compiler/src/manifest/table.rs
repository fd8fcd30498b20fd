//! A table of the manifest while it is read. Its keys are asked for by name, and what nobody asked for is unknown:
//! so the keys of a table stand in one place, the function that reads it.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::diagnostics;
use super::secret;
use super::wording::{self, Shape};
use crate::diagnostic::{Diagnostic, Sink};
use crate::source::Span;

/// The text of the manifest and where it lies in the position space.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) text: &'a str,
    pub(super) base: u32,
}

/// A key and its value.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    pub(super) key: &'a str,
    pub(super) key_at: Span,
    pub(super) value: &'a DeValue<'a>,
    pub(super) at: Span,
    text: Text<'a>,
}

/// A table: what it is called, where that stands, and what was asked of it so far.
pub(super) struct Table<'a> {
    /// As in a header, `connections.openai`; empty for the whole manifest.
    pub(super) path: String,
    /// The last key of the path.
    pub(super) name: &'a str,
    /// Where that key stands.
    pub(super) at: Span,
    /// The text that all of this is from.
    text: Text<'a>,
    content: &'a DeTable<'a>,
    asked: Vec<&'static str>,
}

/// A place for a report about something that must not be shown. Excerpts show whole lines.
#[derive(Clone, Copy)]
pub(super) enum Discreet {
    /// The name of the table, which is on another line.
    Table(Span),
    /// Only the number of the line: the table is named on it too, or nowhere.
    Line(usize),
}

/// A family of tables that the user names: `[connections.NAME]`.
pub(super) struct Family {
    /// The key at the top of the manifest.
    pub(super) key: &'static str,
    /// What one of them is, with its article.
    pub(super) member: &'static str,
    /// The header of one.
    pub(super) example: &'static str,
}

impl Text<'_> {
    /// A range of the text in the position space, widened to whole characters and cut to the text.
    pub(super) fn span(self, range: Range<usize>) -> Span {
        let start = self.text.floor_char_boundary(range.start);
        let end = self.text.ceil_char_boundary(range.end).max(start);
        Span::new(self.base + start as u32, self.base + end as u32)
    }

    /// The empty span where the text starts.
    pub(super) fn start(self) -> Span {
        self.span(0..0)
    }

    /// The text below a range.
    pub(super) fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or("")
    }

    /// The line in which a span starts, counted from 1.
    pub(super) fn line(self, at: Span) -> usize {
        let before = self.text.bytes().take(at.start.saturating_sub(self.base) as usize);
        before.filter(|byte| *byte == b'\n').count() + 1
    }
}

impl<'a> Entry<'a> {
    /// An element of the array under this key.
    pub(super) fn part(self, element: &'a Spanned<DeValue<'a>>) -> Self {
        Self { value: element.get_ref(), at: self.text.span(element.span()), ..self }
    }
}

impl<'a> Table<'a> {
    /// The whole manifest.
    pub(super) fn top(text: Text<'a>, content: &'a DeTable<'a>) -> Self {
        Self { path: String::new(), name: "", at: text.start(), text, content, asked: Vec::new() }
    }

    /// What the table has under `key`.
    pub(super) fn get(&mut self, key: &'static str) -> Option<Entry<'a>> {
        self.asked.push(key);
        self.content.get_key_value(key).map(|it| self.entry(it))
    }

    /// What the table has under `key`, which it must have; `example` is a line that would do.
    pub(super) fn require(&mut self, key: &'static str, example: &str, sink: &mut Sink) -> Option<Entry<'a>> {
        let entry = self.get(key);
        if entry.is_none() {
            sink.push(diagnostics::missing_key(&self.path, key, self.at, example));
        }
        entry
    }

    /// The table under `key`.
    pub(super) fn table(&mut self, key: &'static str, sink: &mut Sink) -> Option<Table<'a>> {
        let entry = self.get(key)?;
        let table = self.inner(entry);
        if table.is_none() {
            sink.push(diagnostics::wrong_type(key, Shape::Table, entry.value, entry.at));
        }
        table
    }

    /// The named tables under the key of a family, in the order of the file.
    pub(super) fn tables(&mut self, family: &Family, sink: &mut Sink) -> Vec<Table<'a>> {
        let Some(entry) = self.get(family.key) else { return Vec::new() };
        let Some(members) = self.inner(entry) else {
            sink.push(diagnostics::not_a_family(family, entry.value, entry.at));
            return Vec::new();
        };
        members.entries().into_iter().filter_map(|it| members.member(family, it, sink)).collect()
    }

    /// Everything in the table, in the order of the file.
    pub(super) fn entries(&self) -> Vec<Entry<'a>> {
        let mut entries: Vec<_> = self.content.iter().map(|it| self.entry(it)).collect();
        entries.sort_by_key(|it| it.key_at);
        entries
    }

    /// Reports every key that was never asked for.
    pub(super) fn finish(self, sink: &mut Sink) {
        let entries = self.entries().into_iter();
        entries.filter(|it| !self.asked.contains(&it.key)).for_each(|it| sink.push(self.unknown(it)));
    }

    /// Where a report about an entry can point without showing the entry.
    pub(super) fn discreet(&self, entry: Entry<'a>) -> Discreet {
        let line = self.text.line(entry.at);
        let is_beside = self.path.is_empty() || self.text.line(self.at) == line;
        if is_beside { Discreet::Line(line) } else { Discreet::Table(self.at) }
    }

    fn unknown(&self, entry: Entry<'a>) -> Diagnostic {
        match entry.value.as_str().is_some_and(secret::is_key) {
            true => diagnostics::unknown_key_with_secret(&self.path, entry.key, self.discreet(entry)),
            false => diagnostics::unknown_key(&self.path, entry.key, entry.key_at, &self.asked),
        }
    }

    fn member(&self, family: &Family, entry: Entry<'a>, sink: &mut Sink) -> Option<Table<'a>> {
        let Some(table) = self.inner(entry) else {
            sink.push(diagnostics::not_a_member(family, entry.key, entry.value, entry.at));
            return None;
        };
        if !is_identifier(entry.key) {
            sink.push(diagnostics::bad_name(family, entry.key, entry.key_at));
        }
        Some(table)
    }

    fn inner(&self, entry: Entry<'a>) -> Option<Table<'a>> {
        let content = entry.value.as_table()?;
        let path = match self.path.as_str() {
            "" => wording::shown(entry.key),
            outer => format!("{outer}.{}", wording::shown(entry.key)),
        };
        Some(Self { path, name: entry.key, at: entry.key_at, text: self.text, content, asked: Vec::new() })
    }

    fn entry(&self, (key, value): (&'a Spanned<DeString<'a>>, &'a Spanned<DeValue<'a>>)) -> Entry<'a> {
        let (key_at, at) = (self.text.span(key.span()), self.text.span(value.span()));
        Entry { key: key.get_ref(), key_at, value: value.get_ref(), at, text: self.text }
    }
}

/// Whether a program can say this name.
fn is_identifier(name: &str) -> bool {
    let mut rest = name.chars();
    let starts_well = rest.next().is_some_and(|it| it == '_' || unicode_ident::is_xid_start(it));
    starts_well && name != "_" && rest.all(unicode_ident::is_xid_continue)
}
