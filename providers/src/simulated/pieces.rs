//! An answer in pieces: its parts in, what is heard of them on the way out. Together the pieces are exactly the whole.

use crate::chat::{ChatRequest, Delta, Part};

/// How long the pieces of arguments are.
const ARGUMENTS_CHARS: usize = 16;

/// The pieces of an answer; none where it is wanted as a whole.
pub(super) fn deltas(request: &ChatRequest, parts: &[Part]) -> Vec<Delta> {
    if !request.is_streamed {
        return Vec::new();
    }
    parts.iter().flat_map(part_deltas).collect()
}

fn part_deltas(part: &Part) -> Vec<Delta> {
    match part {
        Part::Text(text) => words(text).into_iter().map(Delta::Text).collect(),
        Part::Reasoning { text, .. } => words(text).into_iter().map(Delta::Reasoning).collect(),
        Part::Call(call) => {
            let pieces = runs(&call.arguments_text());
            pieces.into_iter().map(|text| Delta::Arguments { id: call.id.clone(), text }).collect()
        }
        _ => Vec::new(),
    }
}

/// Words, each with the space after it.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_space = false;
    for it in text.chars() {
        if after_space && !it.is_whitespace() {
            words.push(String::new());
        }
        after_space = it.is_whitespace();
        words.iter_mut().next_back().into_iter().for_each(|word| word.push(it));
    }
    words.retain(|it| !it.is_empty());
    words
}

fn runs(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(ARGUMENTS_CHARS).map(|it| it.iter().collect()).collect()
}
