//! What a server says about an error: the body of an answer in, words to show out.

use serde_json::Value;

const MESSAGE_MAX_CHARS: usize = 500;

/// What a body says.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// The message, if there is one.
    pub(super) message: Option<String>,
    /// What the provider calls the error: its codes, types and reasons.
    pub(super) words: Vec<String>,
}

/// Reads a body: `{"error":{"message"}}`, `{"error":"…"}`, `{"message"}`, `{"detail"}`, one of them in a list, or text.
pub(super) fn read(body: &[u8]) -> Said {
    match serde_json::from_slice::<Value>(body) {
        Ok(Value::Array(list)) => list.first().map(object).unwrap_or_default(),
        Ok(Value::String(text)) => Said { message: some(&text), words: Vec::new() },
        Ok(value) => object(&value),
        Err(_) => Said { message: plain(body), words: Vec::new() },
    }
}

fn object(value: &Value) -> Said {
    let error = value.get("error").filter(|it| !it.is_null()).unwrap_or(value);
    let message = ["message", "detail", "error"].iter().find_map(|it| error.get(it)?.as_str());
    let message = error.as_str().or(message).or_else(|| value.get("message")?.as_str());
    Said { message: message.and_then(some), words: words(error) }
}

fn words(error: &Value) -> Vec<String> {
    let details = error.get("details").and_then(Value::as_array).into_iter().flatten();
    let reasons = details.filter_map(|it| it.get("reason"));
    let named = ["code", "type", "status"].iter().filter_map(|it| error.get(it));
    named.chain(reasons).filter_map(Value::as_str).map(str::to_owned).collect()
}

/// A body that is no JSON. Pages that proxies make are for browsers.
fn plain(body: &[u8]) -> Option<String> {
    // A character has four bytes at most, and blanks in front do not count.
    let start = body.trim_ascii_start();
    let text = String::from_utf8_lossy(start.get(..MESSAGE_MAX_CHARS * 8).unwrap_or(start));
    some(&text).filter(|it| !it.starts_with('<'))
}

fn some(text: &str) -> Option<String> {
    Some(cut(text)).filter(|it| !it.is_empty())
}

/// A text without blanks around it and without what would move a terminal's cursor, cut where it is too long.
pub(super) fn cut(text: &str) -> String {
    let clean = |it: char| if it.is_control() && it != '\n' { ' ' } else { it };
    let mut chars = text.trim().chars().map(clean);
    let mut cut: String = chars.by_ref().take(MESSAGE_MAX_CHARS - 1).collect();
    let rest: String = chars.by_ref().take(2).collect();
    cut.push_str(if rest.chars().count() > 1 { "…" } else { &rest });
    cut
}

/// A phrase for a status that comes with nothing to say.
pub(super) fn phrase(status: u16) -> String {
    let phrase = match status {
        400 => "bad request",
        401 => "not authenticated",
        403 => "not allowed",
        404 => "not found",
        408 => "the request took too long",
        409 => "conflict",
        413 => "the request is too large",
        422 => "the request cannot be processed",
        429 => "too many requests",
        500 => "internal error",
        502 => "bad gateway",
        503 => "not available",
        504 => "the gateway waited too long",
        529 => "overloaded",
        _ => return format!("the server answered with status {status}"),
    };
    format!("the server answered with status {status}: {phrase}")
}

/// A message without anything that looks like a key or a part of one.
pub(super) fn without_keys(message: &str) -> String {
    let words =
        message.split_inclusive(|it: char| it.is_whitespace() || matches!(it, '"' | '\'' | '`' | ',' | '(' | ')'));
    words.map(without_key).collect()
}

fn without_key(word: &str) -> String {
    let is_inside =
        |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '-' | '*' | '.' | '…' | '/' | ':' | '=' | '+');
    let key = word.trim_end_matches(|it: char| !is_inside(it)).trim_end_matches(['.', ':']);
    if looks_like_key(key) { word.replacen(key, "[key]", 1) } else { word.to_owned() }
}

/// Whether a word is one that nobody would write: masked, or long with letters and digits.
fn looks_like_key(word: &str) -> bool {
    let has = |test: fn(&char) -> bool| word.chars().any(|it| test(&it));
    let is_long = word.len() >= 16 && has(char::is_ascii_digit) && has(char::is_ascii_alphabetic);
    let is_prefixed = ["sk-", "sk_", "gsk_", "AIza", "xai-"].iter().any(|it| word.starts_with(it)) && word.len() > 4;
    !word.contains("://") && (word.contains("**") || is_prefixed || is_long)
}
