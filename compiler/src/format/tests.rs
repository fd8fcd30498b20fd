//! Texts as the formatter leaves them, by construct.

/// A macro, so that a snapshot stands in the test that calls it: a text, formatted.
macro_rules! check {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::format::tests::formatted($source), @$expected)
    };
}

mod agents;
mod blocks;
mod chains;
mod comments;
mod control;
mod files;
mod items;
mod limits;
mod lists;
mod operators;

use super::{Refusal, format};
use crate::source::SourceMap;

/// What the formatter makes of a text.
pub(super) fn tried(source: &str) -> Result<String, Refusal> {
    let mut sources = SourceMap::default();
    let id = sources.add("main.conc", source).expect("a text of this size");
    format(sources.file(id))
}

/// A text that can be formatted, which changes nothing the second time.
pub(super) fn formatted(source: &str) -> String {
    let once = tried(source).expect("a text without syntax errors");
    let twice = tried(&once).expect("a text without syntax errors");
    assert_eq!(once, twice, "formatting again changes nothing");
    once
}
