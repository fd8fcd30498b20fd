//! Results in parts: texts, pictures, sounds and resources, as the protocol has them.

use serde_json::Value;

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
