//! Tokens: a request and an answer in, how much they count out.

use crate::chat::{ChatRequest, Part, Usage};

/// How many characters make a token.
pub(super) const CHARS_PER_TOKEN: u64 = 4;

/// How many characters a picture or a document counts as.
const MEDIA_CHARS: u64 = 1_000;

/// What a request and its answer take.
pub(super) fn usage(request: &ChatRequest, parts: &[Part]) -> Usage {
    let reasoning = parts.iter().filter(|it| matches!(it, Part::Reasoning { .. })).map(part_chars).sum();
    Usage {
        input_tokens: tokens(sent_chars(request)),
        output_tokens: tokens(parts.iter().map(part_chars).sum()),
        cached_tokens: 0,
        reasoning_tokens: tokens(reasoning),
    }
}

fn tokens(chars: u64) -> u64 {
    chars.div_ceil(CHARS_PER_TOKEN)
}

fn sent_chars(request: &ChatRequest) -> u64 {
    let said = request.messages.iter().flat_map(|it| &it.parts).map(part_chars).sum::<u64>();
    let tools = request.offered.tools.iter().map(|it| chars(&it.to_string())).sum::<u64>();
    let schema = request.output.as_ref().map_or(0, |it| chars(&it.schema.to_string()));
    request.system.as_deref().map_or(0, chars) + said + tools + schema
}

fn part_chars(part: &Part) -> u64 {
    match part {
        Part::Text(text) | Part::Reasoning { text, .. } => chars(text),
        Part::Image(_) | Part::File { .. } => MEDIA_CHARS,
        Part::Call(call) => chars(&call.tool) + chars(&call.arguments_text()),
        Part::Result(outcome) => chars(&outcome.text()),
        Part::Other { data, .. } => chars(&data.to_string()),
    }
}

fn chars(text: &str) -> u64 {
    text.chars().count() as u64
}
