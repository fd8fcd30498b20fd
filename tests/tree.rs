//! The typed tree of small programs: what the compiler makes of what is short to write, with every type, call and coercion.

use concerto_compiler::compile::show_trees;
use concerto_compiler::diagnostic::render::{Style, report};

use crate::support::{Files, checked};

/// Compares the tree of a program with the snapshot that has the name of the test.
macro_rules! check {
    ($source:literal) => {
        insta::assert_snapshot!($crate::tree::shown($source))
    };
}

mod data;
mod flow;
mod matches;
mod models;

/// A program and the trees of its functions.
fn shown(text: &str) -> String {
    let text = text.trim_matches('\n').trim_end();
    let margin = &text[..text.len() - text.trim_start().len()];
    let source = text.lines().map(|it| it.strip_prefix(margin).unwrap_or(it)).collect::<Vec<_>>().join("\n");
    let mut checked = checked(&Files::of(&source));
    let said = report(&checked.diagnostics, &checked.program.sources, Style::PLAIN);
    assert!(!checked.has_errors(), "{said}");
    format!("{source}\n----\n{}", show_trees(&mut checked))
}
