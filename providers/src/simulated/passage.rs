//! What is read of a text: a prompt or a clause of it in; its quoted texts, literals, numbers and words out.

use std::ops::Range;

use super::literal::{Literal, literals};
use super::numbers::{Found, numbers, operators};
use super::quotes::{Quoted, quoted};
use super::words::words;

/// How much of a text is looked at.
pub(super) const READ_MAX_CHARS: usize = 65_536;

/// A text, read.
pub(super) struct Passage {
    /// The text, as far as it is looked at.
    pub(super) text: String,
    /// The same with spaces in the place of what is quoted and of literals: every byte stands where it stood.
    pub(super) bare: String,
    pub(super) quoted: Vec<Quoted>,
    pub(super) literals: Vec<Literal>,
    /// Those outside of quotes and literals.
    pub(super) numbers: Vec<Found>,
}

impl Passage {
    pub(super) fn read(text: &str) -> Self {
        let text = clip(text, READ_MAX_CHARS).to_owned();
        let quoted = quoted(&text);
        let literals = literals(&text);
        let mut spans: Vec<Range<usize>> = quoted.iter().map(|it| it.span.clone()).collect();
        spans.extend(literals.iter().map(|it| it.span.clone()));
        let bare = without(&text, spans);
        let numbers = numbers(&bare);
        Self { text, bare, quoted, literals, numbers }
    }

    /// The words outside of quotes, and those that signs between numbers stand for.
    pub(super) fn outer_words(&self) -> Vec<String> {
        let mut words = words(&self.bare);
        words.extend(operators(&self.bare, &self.numbers).into_iter().map(str::to_owned));
        words
    }
}

/// The beginning of a text.
pub(super) fn clip(text: &str, chars_max: usize) -> &str {
    text.char_indices().nth(chars_max).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

fn without(text: &str, mut spans: Vec<Range<usize>>) -> String {
    spans.sort_by_key(|it| it.start);
    let mut bare = String::with_capacity(text.len());
    for span in spans {
        bare.push_str(text.get(bare.len()..span.start).unwrap_or_default());
        let missing = span.end.saturating_sub(bare.len());
        bare.extend(std::iter::repeat_n(' ', missing));
    }
    bare.push_str(text.get(bare.len()..).unwrap_or_default());
    bare
}
