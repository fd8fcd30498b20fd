//! Diagnostics for people: an excerpt with labels, drawn by ariadne.
//!
//! On a terminal with colours and lines, elsewhere as plain ASCII. What the source contains never reaches the
//! terminal as a command: control characters and bidirectional marks are replaced in the excerpt by characters of the
//! same length, so that columns stay right. A line too long for a screen is cut around the label.

mod clip;

use std::ops::Range;

use ariadne::{CharSet, Color, Config, IndexType, Report, ReportKind, Source};
use rustc_hash::FxHashMap;

use super::{Diagnostic, Severity};
use crate::source::{SourceFile, SourceMap};

/// How a report is to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// ANSI colours.
    pub colour: bool,
    /// Lines drawn with Unicode's box characters rather than ASCII.
    pub unicode: bool,
}

impl Style {
    /// No colours, ASCII only: for pipes, files and snapshots.
    pub const PLAIN: Self = Self { colour: false, unicode: false };
    /// For a terminal that takes colours.
    pub const TERMINAL: Self = Self { colour: true, unicode: true };
}

/// Renders all diagnostics of a compilation into one text.
pub fn report(diagnostics: &[Diagnostic], sources: &SourceMap, style: Style) -> String {
    let mut renderer = Renderer { sources, style, cache: FxHashMap::default() };
    diagnostics.iter().map(|it| renderer.one(it)).collect::<Vec<_>>().join("\n")
}

struct Renderer<'a> {
    sources: &'a SourceMap,
    style: Style,
    cache: FxHashMap<String, Source<String>>,
}

type NamedSpan = (String, Range<usize>);

impl Renderer<'_> {
    fn one(&mut self, diagnostic: &Diagnostic) -> String {
        let placed = diagnostic.span().and_then(|span| self.sources.file_of(span));
        match placed {
            None => self.unplaced(diagnostic),
            Some(file) => match clip::needed(diagnostic, self.sources) {
                true => self.clipped(diagnostic, file),
                false => self.whole(diagnostic),
            },
        }
    }

    fn unplaced(&self, diagnostic: &Diagnostic) -> String {
        let mut text = format!("{}\n", headline(diagnostic));
        for help in &diagnostic.help {
            text.push_str(&format!("  Help: {help}\n"));
        }
        text
    }

    fn whole(&mut self, diagnostic: &Diagnostic) -> String {
        let mut labels = Vec::new();
        for label in &diagnostic.labels {
            let Some(file) = self.sources.file_of(label.span) else { continue };
            self.cache.entry(file.name().to_owned()).or_insert_with(|| Source::from(harmless(file.text())));
            let start = (label.span.start - file.base()) as usize;
            let end = (label.span.end - file.base()) as usize;
            labels.push(((file.name().to_owned(), start..end), label.text.clone()));
        }
        self.draw(diagnostic, labels)
    }

    /// The primary label alone, with as much of its line as fits a screen.
    fn clipped(&mut self, diagnostic: &Diagnostic, file: &SourceFile) -> String {
        let Some(label) = diagnostic.labels.first() else { return self.unplaced(diagnostic) };
        let excerpt = clip::excerpt(file, label.span);
        let source = Source::from(harmless(&excerpt.text)).with_display_line_offset(excerpt.line as usize - 1);
        let name = format!("{} (column {})", file.name(), excerpt.column);
        self.cache.insert(name.clone(), source);
        self.draw(diagnostic, vec![((name, excerpt.range), label.text.clone())])
    }

    fn draw(&mut self, diagnostic: &Diagnostic, labels: Vec<(NamedSpan, String)>) -> String {
        let Some((place, _)) = labels.first().cloned() else { return self.unplaced(diagnostic) };
        let (word, colour) = match diagnostic.severity() {
            Severity::Error => ("error", Color::Red),
            Severity::Warning => ("warning", Color::Yellow),
        };
        let mut report = Report::build(ReportKind::Custom(word, colour), place)
            .with_config(self.config())
            .with_code(diagnostic.code.text())
            .with_message(&diagnostic.title);
        for (index, (span, text)) in labels.into_iter().enumerate() {
            let shade = if index == 0 { colour } else { Color::Blue };
            report = report.with_label(ariadne::Label::new(span).with_message(text).with_color(shade));
        }
        for help in &diagnostic.help {
            report.add_help(help);
        }
        let mut bytes = Vec::new();
        let cache = FnCache { sources: &self.cache };
        match report.finish().write(cache, &mut bytes) {
            Ok(()) if self.style.colour => trim_lines(&String::from_utf8_lossy(&bytes)),
            Ok(()) => trim_lines(&without_colour(&String::from_utf8_lossy(&bytes))),
            Err(_) => self.unplaced(diagnostic),
        }
    }

    fn config(&self) -> Config {
        Config::default()
            .with_color(self.style.colour)
            .with_char_set(if self.style.unicode { CharSet::Unicode } else { CharSet::Ascii })
            .with_index_type(IndexType::Byte)
            .with_tab_width(4)
    }
}

/// `error[E0201]: title`, for what has no place in a file.
fn headline(diagnostic: &Diagnostic) -> String {
    format!("[{}] {}: {}", diagnostic.code.text(), diagnostic.severity().word(), diagnostic.title)
}

struct FnCache<'a> {
    sources: &'a FxHashMap<String, Source<String>>,
}

impl ariadne::Cache<String> for FnCache<'_> {
    type Storage = String;

    fn fetch(&mut self, id: &String) -> Result<&Source<String>, impl std::fmt::Debug> {
        self.sources.get(id).ok_or("no such source")
    }

    fn display<'b>(&self, id: &'b String) -> Option<impl std::fmt::Display + 'b> {
        Some(id.clone())
    }
}

/// Ariadne colours the headline whatever it is told.
fn without_colour(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\u{1b}[") {
        plain.push_str(&rest[..at]);
        rest = rest[at..].split_once('m').map_or("", |(_, after)| after);
    }
    plain + rest
}

fn trim_lines(text: &str) -> String {
    let mut trimmed: String = text.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    while trimmed.ends_with("\n\n") {
        trimmed.pop();
    }
    trimmed
}

/// The text with everything that could steer a terminal replaced by something visible of the same length in bytes.
fn harmless(text: &str) -> String {
    let replace = |it: char| match it {
        '\n' | '\t' => it,
        '\r' => ' ',
        it if it.is_control() && it.len_utf8() == 1 => '?',
        it if it.is_control() => '\u{bf}',
        '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}' => '\u{fffd}',
        it => it,
    };
    text.chars().map(replace).collect()
}
