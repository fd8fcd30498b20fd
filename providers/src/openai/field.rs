//! The fields of what OpenAI's APIs say and are told: values in, what they hold or why they cannot be used out.

use serde_json::{Map, Value};

use crate::sse::Event;
use crate::wire::Broken;

/// An object with its keys in this order, without those that have no value.
pub(crate) fn object<const N: usize>(pairs: [(&str, Option<Value>); N]) -> Value {
    Value::Object(members(pairs))
}

/// Its members.
pub(crate) fn members<const N: usize>(pairs: [(&str, Option<Value>); N]) -> Map<String, Value> {
    pairs.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

/// An answer that is not what the API says.
pub(crate) fn malformed(reason: impl Into<String>) -> Broken {
    Broken::Malformed(reason.into())
}

/// A stream without its end.
pub(crate) fn ended() -> Broken {
    malformed("the stream ended before its end came")
}

/// A whole answer.
pub(crate) fn whole(body: &[u8]) -> Result<Value, Broken> {
    let value = serde_json::from_slice(body).map_err(|it| malformed(format!("the answer is no JSON: {it}")))?;
    if !Value::is_object(&value) {
        return Err(malformed("the answer is no JSON object"));
    }
    Ok(value)
}

/// The object in an event. Nothing where it has none, but a name of which nobody here has heard.
pub(crate) fn data(event: &Event) -> Result<Option<Value>, Broken> {
    match serde_json::from_str(&event.data) {
        Ok(value @ Value::Object(_)) => Ok(Some(value)),
        _ if is_foreign(&event.name) => Ok(None),
        Ok(_) => Err(malformed("an event of the stream is no JSON object")),
        Err(error) => Err(malformed(format!("an event of the stream is no JSON: {error}"))),
    }
}

fn is_foreign(name: &str) -> bool {
    !matches!(name, "" | "message" | "error") && !name.starts_with("response.")
}

/// A field that is text; empty where it is not there or something else.
pub(crate) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// A field that is text or null or not there.
pub(crate) fn optional<'a>(value: &'a Value, key: &str) -> Result<Option<&'a str>, Broken> {
    match value.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(malformed(format!("`{key}` of the answer is no text"))),
    }
}

/// A field that has to be text.
pub(crate) fn required<'a>(value: &'a Value, key: &str) -> Result<&'a str, Broken> {
    optional(value, key)?.ok_or_else(|| malformed(format!("the answer lacks `{key}`")))
}

/// A field that is a list or null or not there.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> Result<&'a [Value], Broken> {
    match value.get(key) {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(list)) => Ok(list),
        Some(_) => Err(malformed(format!("`{key}` of the answer is no list"))),
    }
}

/// A number of tokens, wherever it is; none where it is not there.
pub(crate) fn count(value: &Value, path: &[&str]) -> u64 {
    path.iter().try_fold(value, |value, key| value.get(key)).and_then(Value::as_u64).unwrap_or_default()
}

/// The arguments of a call as text. Some servers send the object itself.
pub(crate) fn arguments(value: &Value) -> Result<String, Broken> {
    match value.get("arguments") {
        None | Some(Value::Null) => Ok(String::new()),
        Some(Value::String(text)) => Ok(text.clone()),
        Some(object @ Value::Object(_)) => Ok(object.to_string()),
        Some(_) => Err(malformed("the arguments of a call are neither text nor an object")),
    }
}

/// An error that stands where an answer should: an object, a text, or either under the key `error`.
pub(crate) fn reported(value: &Value) -> Broken {
    let error = value.get("error").filter(|it| !it.is_null()).unwrap_or(value);
    let kind = label(error, "code").or_else(|| label(error, "type")).unwrap_or_default();
    let message = error.as_str().unwrap_or_else(|| text(error, "message"));
    Broken::Reported { kind, message: message.to_owned() }
}

/// What an error is called. A code may be a number, and the type of an event says nothing.
fn label(error: &Value, key: &str) -> Option<String> {
    match error.get(key)? {
        Value::String(text) if !text.is_empty() && text != "error" => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
