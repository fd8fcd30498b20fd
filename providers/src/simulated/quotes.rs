//! Quoted texts: a text in, what stands in quotes and where out.

use std::ops::Range;

/// A text in quotes.
pub(super) struct Quoted {
    /// Where it stands, with its quotes.
    pub(super) span: Range<usize>,
    /// What it says, without them.
    pub(super) text: String,
}

/// All quoted texts, in order. A quote that is not closed is none.
pub(super) fn quoted(text: &str) -> Vec<Quoted> {
    let mut found = Vec::new();
    // Where it is known that no quote of a kind is closed before this place: nothing is searched twice.
    let mut unclosed = [0; 4];
    let mut at = 0;
    while let Some((offset, kind)) = next_opening(text, at) {
        let (open, close) = KINDS.get(kind).copied().unwrap_or(('"', '"'));
        let start = offset + open.len_utf8();
        at = start;
        if unclosed.get(kind).is_some_and(|it| offset < *it) {
            continue;
        }
        match closing(text, start, close) {
            Ok(end) => {
                let inner = text.get(start..end).unwrap_or_default().to_owned();
                at = end + close.len_utf8();
                found.push(Quoted { span: offset..at, text: inner });
            }
            Err(searched) => unclosed.iter_mut().skip(kind).take(1).for_each(|it| *it = searched),
        }
    }
    found
}

const KINDS: [(char, char); 4] = [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”')];

fn next_opening(text: &str, at: usize) -> Option<(usize, usize)> {
    let mut before = text.get(..at)?.chars().next_back().unwrap_or(' ');
    for (offset, it) in text.get(at..)?.char_indices() {
        if let Some(kind) = KINDS.iter().position(|kind| kind.0 == it) {
            // In `don't` and `the cats' food` stands an apostrophe.
            if it != '\'' || !before.is_alphanumeric() {
                return Some((at + offset, kind));
            }
        }
        before = it;
    }
    None
}

/// Where the quote is closed, or how far there is nothing that closes it. Single quotes stand on one line.
fn closing(text: &str, start: usize, close: char) -> Result<usize, usize> {
    let rest = text.get(start..).unwrap_or_default();
    let mut chars = rest.char_indices().peekable();
    while let Some((offset, it)) = chars.next() {
        if close == '\'' && it == '\n' {
            return Err(start + offset);
        }
        let is_before_word = chars.peek().is_some_and(|it| it.1.is_alphanumeric());
        if it == close && !(close == '\'' && is_before_word) {
            return Ok(start + offset);
        }
    }
    Err(text.len())
}
