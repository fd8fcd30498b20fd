//! Programs of several files: which modules they have, and what is said about them.

/// Macros, so that a snapshot stands in the test that calls them: the modules of a program …
macro_rules! check {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::load::tests::modules($source), @$expected)
    };
}

/// … and what is said about it.
macro_rules! told {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::load::tests::told($source), @$expected)
    };
}

mod broken;
mod files;
mod library;
mod paths;
#[path = "../diagnostic/tests/show.rs"]
#[allow(clippy::duplicate_mod, reason = "tests of other phases cannot be seen from here")]
mod show;

use std::path::Path;

use super::{Library, Program, load};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::render::{Style, report};
use files::{ENTRY, Files};

/// The modules of a program, each with its file and where it belongs, and what is said, if anything is.
fn modules(source: &str) -> String {
    let source = show::unindented(source);
    let (program, found) = load(Path::new(ENTRY), &Files::of(&source), Library::default());
    show::page(&source, &(listed(&program) + &said(&found, &program)))
}

fn listed(program: &Program) -> String {
    let line = |module: &super::Module| {
        let file = program.sources.file(module.file).name();
        let parent = module.parent.map_or("nothing", |it| program.module(it).name.as_str());
        let mut children: Vec<&str> = module.children.keys().map(|it| program.names.text(*it)).collect();
        children.sort_unstable();
        format!("{} ({file}) in {parent}, with {children:?}\n", module.name)
    };
    program.modules.iter().map(line).collect()
}

fn said(found: &[Diagnostic], program: &Program) -> String {
    if found.is_empty() {
        return String::new();
    }
    format!("----\n{}", report(found, &program.sources, Style::PLAIN))
}

/// What is said about a program.
fn told(source: &str) -> String {
    let source = show::unindented(source);
    let (program, found) = load(Path::new(ENTRY), &Files::of(&source), Library::default());
    show::page(&source, &report(&found, &program.sources, Style::PLAIN))
}
