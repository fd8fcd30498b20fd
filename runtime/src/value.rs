//! Values that replies are made of: results, errors, and what JSON text says.

use concerto_vm::{Reply, Value};

/// What a `Result` is on its way into the machine.
pub(crate) fn result(of: Result<Value, Value>) -> Reply {
    let (name, value) = match of {
        Ok(value) => ("Ok", value),
        Err(error) => ("Err", error),
    };
    Reply::Value(object([("type", Value::String(name.to_owned())), ("value", value)]))
}

/// An `Error` of the library.
pub(crate) fn error(message: impl Into<String>, kind: &str) -> Value {
    object([("message", Value::String(message.into())), ("kind", Value::String(kind.to_owned()))])
}

/// The fields of the `Error` that a reply gives, if it gives one.
pub(crate) fn error_of(reply: &mut Reply) -> Option<&mut Vec<(String, Value)>> {
    let Reply::Value(Value::Object(parts)) = reply else { return None };
    match &mut parts[..] {
        [(_, Value::String(name)), (_, Value::Object(fields))] if name == "Err" => Some(fields),
        _ => None,
    }
}

/// The field of an `Error` that says where it comes from.
pub(crate) fn location((file, line, column): (&str, u32, u32)) -> (String, Value) {
    let place = [
        ("file", Value::String(file.to_owned())),
        ("line", Value::Int(line.into())),
        ("column", Value::Int(column.into())),
    ];
    ("location".to_owned(), object(place))
}

/// A list of texts.
pub(crate) fn texts(texts: impl IntoIterator<Item = String>) -> Value {
    Value::Array(texts.into_iter().map(Value::String).collect())
}

/// A struct.
pub(crate) fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    Value::Object(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// What JSON says. A whole number that is none of 64 bits is one with a fraction.
pub(crate) fn from_json(json: serde_json::Value) -> Value {
    use serde_json::Value as Json;
    match json {
        Json::Null => Value::Null,
        Json::Bool(it) => Value::Bool(it),
        Json::Number(it) => it.as_i64().map_or_else(|| Value::Float(it.as_f64().unwrap_or(f64::NAN)), Value::Int),
        Json::String(it) => Value::String(it),
        Json::Array(items) => Value::Array(items.into_iter().map(from_json).collect()),
        Json::Object(members) => Value::Object(members.into_iter().map(|(key, it)| (key, from_json(it))).collect()),
    }
}
