//! Manifests as text, and what is said about them.

/// A macro, so that the snapshot stands in the test that calls it.
macro_rules! check {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::manifest::tests::report($source), @$expected)
    };
}

mod missing;
mod pages;
mod secrets;
mod servers;
mod survive;
mod syntax;
mod types;
mod unknown;
mod valid;
mod words;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::render::{self, Style};
use crate::manifest::{self, Manifest};
use crate::source::SourceMap;

/// Reads a manifest that is not the first file, so that a span without its base shows.
fn read(text: &str) -> (SourceMap, Manifest, Vec<Diagnostic>) {
    let mut sources = SourceMap::default();
    sources.add("main.conc", "print(1);\n").expect("there is room");
    let file = sources.add("Concerto.toml", text).expect("there is room");
    let (manifest, found) = manifest::read(&sources, file);
    (sources, manifest, found)
}

/// The manifest and everything said about it.
fn report(source: &str) -> String {
    let text = unindented(source);
    let (sources, _, found) = read(&text);
    format!("{text}\n{}", render::report(&found, &sources, Style::PLAIN))
}

/// The lines of a literal without the indentation that the test gives them.
fn unindented(source: &str) -> String {
    let lines = source.trim_start_matches('\n').trim_end_matches(' ');
    lines.split_inclusive('\n').map(|line| line.strip_prefix("        ").unwrap_or(line)).collect()
}
