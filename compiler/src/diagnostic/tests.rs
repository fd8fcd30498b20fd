//! What all messages share: codes, excerpts, JSON, suggestions.

/// A macro, so that the snapshot stands in the test that calls it.
macro_rules! check {
    ($source:literal, $label:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::diagnostic::tests::labelled($source, $label), @$expected)
    };
}

mod clip;
mod codes;
mod json;
mod render;
mod safe;
mod show;
mod suggest;

use super::render::{Style, report};
use super::{Code, Diagnostic};
use crate::source::{SourceMap, Span};

/// A text, a line, and what is said about it.
fn told(source: &str, found: &[Diagnostic], sources: &SourceMap) -> String {
    show::page(source, &report(found, sources, Style::PLAIN))
}

/// A map of one file, and the span of each place where `label` stands in it.
fn spans(source: &str, label: &str) -> (SourceMap, Vec<Span>) {
    let mut sources = SourceMap::default();
    sources.add("main.conc", source).expect("there is room");
    let found = source.match_indices(label).map(|(at, it)| Span::new(at as u32, (at + it.len()) as u32));
    (sources, found.collect())
}

/// A text with a label on every place where `label` stands.
fn labelled(source: &str, label: &str) -> String {
    let source = show::unindented(source);
    let (sources, spans) = spans(&source, label);
    let start = Diagnostic::new(Code::UnknownName, "a title");
    let diagnostic = spans.iter().fold(start, |it, span| it.label(*span, "here"));
    told(&source, &[diagnostic], &sources)
}
