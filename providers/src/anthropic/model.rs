//! What the names of Anthropic's models say about them.

/// How many tokens an answer of newer models may have where the request says nothing: what they think counts, too.
const TOKENS_MAX: u64 = 16_384;

/// The same for models that cannot write more, and for names that say nothing.
const TOKENS_MAX_OLD: u64 = 4_096;

/// How many tokens an answer may have where the request says nothing; the API wants a number. Every model from Claude 4 on
/// takes 16,384, the older ones and those of other servers take 4,096.
pub(super) fn tokens_max(model: &str) -> u64 {
    if version(model).is_some_and(|it| it >= (4, 0)) { TOKENS_MAX } else { TOKENS_MAX_OLD }
}

/// Whether a model takes `temperature` and `top_p`: those after Claude 4.6 refuse requests that have them.
pub(super) fn takes_sampling(model: &str) -> bool {
    version(model).is_none_or(|it| it <= (4, 6))
}

/// The version in `claude-{family}-{major}-{minor}`. Older names (`claude-3-5-sonnet`) have the family last.
fn version(model: &str) -> Option<(u32, u32)> {
    let mut parts = model.strip_prefix("claude-")?.split(['-', '@']);
    let family = parts.next()?;
    if let Some(major) = number(family) {
        return Some((major, parts.next().and_then(number).unwrap_or(0)));
    }
    let major = parts.next().and_then(number)?;
    Some((major, parts.next().and_then(number).unwrap_or(0)))
}

/// A part of a version. A date has eight digits and is none.
fn number(part: &str) -> Option<u32> {
    let is_number = part.len() <= 3 && !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    if is_number { part.parse().ok() } else { None }
}
