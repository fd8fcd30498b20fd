//! Results in parts: texts, pictures, sounds and resources, as the protocol has them.

use serde_json::{Value, json};

use crate::session::Output;

/// The value of a result: what the server gives as one, else its text, else its parts as a list.
pub fn value(output: &Output) -> Value {
    if let Some(value) = &output.structured {
        return value.clone();
    }
    match text(&output.content) {
        Some(text) => Value::String(text),
        None => Value::Array(output.content.clone()),
    }
}

/// The text of parts that are nothing but text.
pub fn text(content: &[Value]) -> Option<String> {
    let one = |part: &Value| {
        let is_text = part.get("type").and_then(Value::as_str) == Some("text");
        part.get("text").filter(|_| is_text).and_then(Value::as_str).map(str::to_owned)
    };
    let texts: Option<Vec<String>> = content.iter().map(one).collect();
    texts.map(|it| it.join("\n"))
}

/// What went wrong, in words.
pub fn reason(output: &Output) -> String {
    let texts: Vec<&str> = output.content.iter().filter_map(|it| it.get("text").and_then(Value::as_str)).collect();
    match (texts.is_empty(), &output.structured) {
        (false, _) => texts.join("\n"),
        (true, Some(value)) => value.to_string(),
        (true, None) => "the server says that the call failed".to_owned(),
    }
}

/// Whether a value is a list of parts, one of which is more than text.
pub fn is_parts(value: &Value) -> bool {
    let Some(parts) = value.as_array() else { return false };
    let has_key = |it: &Value, key: &str| it.get(key).is_some_and(Value::is_string);
    let is_part = |it: &Value| match it.get("type").and_then(Value::as_str) {
        Some("text") => has_key(it, "text"),
        Some("image" | "audio") => has_key(it, "data") && has_key(it, "mimeType"),
        Some("resource") => it.get("resource").is_some_and(Value::is_object),
        Some("resource_link") => has_key(it, "uri"),
        _ => false,
    };
    !parts.is_empty() && parts.iter().all(is_part) && text(parts).is_none()
}

/// The parts that a value is told in: itself where it is parts, else its text.
pub fn parts(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(parts) if is_parts(value) => parts.clone(),
        Value::String(text) => vec![json!({ "type": "text", "text": text })],
        other => vec![json!({ "type": "text", "text": other.to_string() })],
    }
}
