//! Clauses: a prompt in, the parts of it that each name a tool out.

use std::ops::Range;

use super::choose::{Tool, is_named};
use super::passage::Passage;

/// How many clauses are told apart.
const CLAUSES_MAX: usize = 8;

/// Words that part clauses.
const JOINTS: &[&str] = &["and", "then"];

/// The clauses of a prompt. Each begins with a piece that names a tool, and what follows without naming one belongs to it.
/// Nothing where there are not at least two of them, or too many.
pub(super) fn clauses(passage: &Passage, tools: &[Tool<'_>]) -> Vec<Passage> {
    let mut starts = Vec::new();
    for piece in pieces(&passage.bare) {
        let Some(text) = passage.text.get(piece.clone()) else { continue };
        if is_named(tools, &Passage::read(text).outer_words()) {
            starts.push(piece.start);
        }
        if starts.len() > CLAUSES_MAX {
            return Vec::new();
        }
    }
    if starts.len() < 2 {
        return Vec::new();
    }
    // What stands before the first clause belongs to it.
    starts.iter_mut().take(1).for_each(|it| *it = 0);
    let ends = starts.iter().copied().skip(1).chain([passage.text.len()]);
    starts.iter().zip(ends).filter_map(|(start, end)| passage.text.get(*start..end)).map(Passage::read).collect()
}

/// The pieces of a text between commas, semicolons, ends of lines and sentences, `and` and `then`.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut word = 0..0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, it)) = chars.next() {
        let after = at + it.len_utf8();
        if it.is_alphanumeric() {
            word = if word.end == at { word.start..after } else { at..after };
        }
        let next = chars.peek().map(|it| it.1);
        let is_word_end = word.end == after && !next.is_some_and(char::is_alphanumeric);
        let is_end = matches!(it, '.' | '?' | '!') && next.is_none_or(char::is_whitespace);
        if is_word_end && is_joint(text, &word) {
            pieces.push(start..word.start);
            start = after;
        } else if matches!(it, ',' | ';' | '\n') || is_end {
            pieces.push(start..at);
            start = after;
        }
    }
    pieces.push(start..text.len());
    pieces
}

fn is_joint(text: &str, word: &Range<usize>) -> bool {
    text.get(word.clone()).is_some_and(|it| JOINTS.iter().any(|joint| it.eq_ignore_ascii_case(joint)))
}
