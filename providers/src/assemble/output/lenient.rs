//! JSON in what a model said: as it is, in a code fence, after some words, or with commas too many.

use serde_json::Value;

/// The one JSON value in a text.
pub(super) fn json(text: &str) -> Result<Value, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("the answer is empty".to_owned());
    }
    let problem = match serde_json::from_str(text) {
        Ok(value) => return Ok(value),
        Err(problem) => problem,
    };
    let inside = fenced(text).map(str::trim);
    let candidates = [inside, inside.and_then(braced), braced(text)];
    let found = candidates.into_iter().flatten().find_map(|it| parse(it).or_else(|| parse(&without_commas(it))));
    found.or_else(|| parse(&without_commas(text))).ok_or_else(|| format!("the answer is no JSON: {problem}"))
}

fn parse(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// What stands in the first code fence, which may have no end.
fn fenced(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("```")?;
    let (_, rest) = rest.split_once('\n')?;
    Some(rest.split_once("```").map_or(rest, |(inside, _)| inside))
}

/// From the first brace or bracket to the one that closes it.
fn braced(text: &str) -> Option<&str> {
    let start = text.find(['{', '['])?;
    let rest = text.get(start..)?;
    let (mut depth, mut in_text, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            b'{' | b'[' if !in_text => depth += 1,
            b'}' | b']' if !in_text => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return rest.get(..=at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The same without commas that stand before a closing brace or bracket.
fn without_commas(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut in_text, mut is_escaped) = (false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if in_text => is_escaped = true,
            '"' => in_text = !in_text,
            ',' if !in_text => {
                let rest = text.get(at + 1..).unwrap_or_default().trim_start();
                if rest.starts_with(['}', ']']) {
                    continue;
                }
            }
            _ => {}
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests;
