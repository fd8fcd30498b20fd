//! Texts as tokens, and what the lexer says about them.

/// Macros, so that a snapshot stands in the test that calls them: the tokens of a text …
macro_rules! check {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::lex::tests::tokens($source), @$expected)
    };
}

/// … and what is said about one.
macro_rules! told {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::lex::tests::told($source), @$expected)
    };
}

mod bad_numbers;
mod brackets;
mod comments;
mod cook;
mod interpolation;
mod kinds;
mod names;
mod numbers;
mod promises;
mod quotes;
mod repair;
#[path = "../diagnostic/tests/show.rs"]
#[allow(clippy::duplicate_mod, reason = "tests of other phases cannot be seen from here")]
mod show;
mod stray;
mod strings;
mod unknown;

use super::{Tokens, dump, lex};
use crate::diagnostic::render::{Style, report};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, SourceMap};

/// Reads a text that is not the first file, so that a span without its base shows.
fn read(source: &str) -> (SourceMap, FileId, Tokens, Vec<Diagnostic>) {
    let mut sources = SourceMap::default();
    sources.add("first.conc", "print(1);\n").expect("there is room");
    let file = sources.add("main.conc", source).expect("there is room");
    let (tokens, found) = lex(sources.file(file));
    (sources, file, tokens, found)
}

/// The tokens of a text, and what is said about it, if anything is.
fn tokens(source: &str) -> String {
    let source = show::unindented(source);
    let (sources, file, tokens, found) = read(&source);
    let shown = show::page(&source, &dump(&tokens, sources.file(file)));
    if found.is_empty() { shown } else { shown + "----\n" + &report(&found, &sources, Style::PLAIN) }
}

/// What is said about a text.
fn told(source: &str) -> String {
    let source = show::unindented(source);
    let (sources, _, _, found) = read(&source);
    show::page(&source, &report(&found, &sources, Style::PLAIN))
}

/// The codes of what is said about a text.
fn codes(source: &str) -> Vec<Code> {
    read(source).3.iter().map(|it| it.code).collect()
}
