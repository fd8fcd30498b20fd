//! Texts as trees, and what the parser says about them.

/// Macros, so that a snapshot stands in the test that calls them: the tree of a text …
macro_rules! check {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::parse::tests::tree($source), @$expected)
    };
}

/// … and what is said about one.
macro_rules! told {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::parse::tests::told($source), @$expected)
    };
}

mod agents;
mod blocks;
mod closures;
mod comparisons;
mod control;
mod data;
mod expected;
mod foreign;
mod functions;
mod half_typed;
mod literals;
mod meant;
mod mistakes;
mod modules;
mod operands;
mod operators;
mod patterns;
mod pipelines;
mod recovery;
#[path = "../diagnostic/tests/show.rs"]
#[allow(clippy::duplicate_mod, reason = "tests of other phases cannot be seen from here")]
mod show;
mod skipping;
mod spans;
mod statements;
mod tools;
mod types;
mod words;

use super::parse;
use crate::ast::dump::dump;
use crate::ast::{Ast, Names};
use crate::diagnostic::render::{Style, report};
use crate::diagnostic::{Code, Diagnostic, sort};
use crate::lex;
use crate::source::{FileId, SourceMap};

struct Read {
    sources: SourceMap,
    file: FileId,
    ast: Ast,
    names: Names,
    found: Vec<Diagnostic>,
}

/// Reads a text that is not the first file, so that a span without its base shows.
fn read(source: &str) -> Read {
    let mut sources = SourceMap::default();
    sources.add("first.conc", "print(1);\n").expect("there is room");
    let file = sources.add("main.conc", source).expect("there is room");
    let mut names = Names::default();
    let (tokens, mut found) = lex::lex(sources.file(file));
    let (ast, more) = parse(sources.file(file), &tokens, &mut names);
    found.extend(more);
    sort(&mut found);
    Read { sources, file, ast, names, found }
}

/// The tree of a text, and what is said about it, if anything is.
fn tree(source: &str) -> String {
    let source = show::unindented(source);
    let read = read(&source);
    let shown = show::page(&source, &dump(&read.ast, &read.names));
    if read.found.is_empty() { shown } else { shown + "----\n" + &report(&read.found, &read.sources, Style::PLAIN) }
}

/// What is said about a text.
fn told(source: &str) -> String {
    let source = show::unindented(source);
    let read = read(&source);
    show::page(&source, &report(&read.found, &read.sources, Style::PLAIN))
}

/// The codes of what is said about a text.
fn codes(source: &str) -> Vec<Code> {
    read(source).found.iter().map(|it| it.code).collect()
}
