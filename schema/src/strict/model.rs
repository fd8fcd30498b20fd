//! Which of Anthropic's models have strict tools, by their names.

/// Whether a model of Anthropic has strict tools: `claude-opus-4-1`, and every `claude-{family}-{major}-{minor}` from 4.5 on.
/// Names that are not Anthropic's own (those of proxies) say nothing, so the answer is no.
pub fn model_is_supported(model: &str) -> bool {
    let Some(rest) = model.strip_prefix("claude-") else { return false };
    let mut parts = rest.split(['-', '@']);
    let family = parts.next().unwrap_or_default();
    // `claude-3-5-sonnet` is the older way of naming; those models have no strict tools.
    if family.is_empty() || !family.chars().all(|it| it.is_ascii_alphabetic()) {
        return false;
    }
    let Some(major) = parts.next().and_then(number) else { return false };
    let minor = parts.next().and_then(number).unwrap_or(0);
    (major, minor) >= (4, 5) || (family, major, minor) == ("opus", 4, 1)
}

/// A part of a version. A date has eight digits and is none.
fn number(part: &str) -> Option<u32> {
    let is_number = part.len() <= 3 && !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    if is_number { part.parse().ok() } else { None }
}
