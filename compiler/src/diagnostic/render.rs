//! Diagnostics for people: an excerpt with labels, drawn by ariadne.
//!
//! On a terminal with colours and lines, elsewhere as plain ASCII. What the source contains never reaches the
//! terminal as a command: control characters and bidirectional marks are replaced in the excerpt by characters of the
//! same length, so that columns stay right. A line too long for a screen is cut around the label.

mod clip;

use std::ops::Range;

use ariadne::{CharSet, Color, Config, IndexType, LabelAttach, Report, ReportKind, Source};
use rustc_hash::FxHashMap;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{Diagnostic, Severity, harmless};
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

    /// The primary label alone, with as much of its line as fits a screen. Drawn by hand: the text is not the file's.
    fn clipped(&mut self, diagnostic: &Diagnostic, file: &SourceFile) -> String {
        let Some(label) = diagnostic.labels.first() else { return self.unplaced(diagnostic) };
        let excerpt = clip::excerpt(file, label.span);
        let (line, column) = (excerpt.line.to_string(), excerpt.column);
        let margin = " ".repeat(line.len() + 2);
        let text = harmless(&excerpt.text).replace('\t', " ");
        let before = " ".repeat(text.get(..excerpt.range.start).unwrap_or("").width());
        let marks = "^".repeat(text.get(excerpt.range).unwrap_or("").width().max(1));
        let mut drawn = format!("{}\n{margin},-[ {}:{line}:{column} ]\n", headline(diagnostic), file.name());
        drawn += &format!("{margin}|\n {line} | {text}\n{margin}| {before}{marks} {}\n", label.text);
        for help in &diagnostic.help {
            drawn += &format!("{margin}|\n{margin}| Help: {help}\n");
        }
        drawn + &format!("{}'\n", "-".repeat(line.len() + 2))
    }

    fn draw(&mut self, diagnostic: &Diagnostic, labels: Vec<(NamedSpan, String)>) -> String {
        let Some((place, _)) = labels.first().cloned() else { return self.unplaced(diagnostic) };
        let (word, colour) = match diagnostic.severity() {
            Severity::Error => ("error", Color::Red),
            Severity::Warning => ("warning", Color::Yellow),
        };
        let mut shaded: Vec<(NamedSpan, String, Color)> = labels
            .into_iter()
            .enumerate()
            .map(|(index, (span, text))| (span, text, if index == 0 { colour } else { Color::Blue }))
            .collect();
        // Ariadne starts a new excerpt, under a wrong heading, where a label stands above the one before it.
        shaded.sort_by_key(|((file, range), _, _)| (*file != place.0, file.clone(), range.start));
        let attach = if shaded.iter().any(|(span, _, _)| self.has_no_middle(span)) {
            LabelAttach::Start
        } else {
            LabelAttach::Middle
        };
        let mut report = Report::build(ReportKind::Custom(word, colour), place)
            .with_config(self.config().with_label_attach(attach))
            .with_code(diagnostic.code.text())
            .with_message(&diagnostic.title);
        for (span, text, shade) in shaded {
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

    /// Whether the middle of a label falls on a combining character, which has no column of its own.
    fn has_no_middle(&self, (file, range): &NamedSpan) -> bool {
        let text = self.cache.get(file).and_then(|source| source.text().get(range.clone())).unwrap_or("");
        let middle = text.chars().nth(text.chars().count() / 2);
        middle.is_some_and(|it| it.width() == Some(0))
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
