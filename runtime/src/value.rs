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

/// The fields of the `Error` that a reply gives, if it gives one; it may be inside of another error.
pub(crate) fn error_of(reply: &mut Reply) -> Option<&mut Vec<(String, Value)>> {
    let Reply::Value(Value::Object(parts)) = reply else { return None };
    let [(_, Value::String(name)), (_, Value::Object(fields))] = &mut parts[..] else { return None };
    if name != "Err" {
        return None;
    }
    let is_error = |it: &[(String, Value)]| it.first().is_some_and(|(key, _)| key == "message");
    if is_error(fields) {
        return Some(fields);
    }
    match &mut fields[..] {
        [(_, Value::String(_)), (_, Value::Object(inner))] if is_error(inner) => Some(inner),
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

/// The same as JSON; bytes are text, as in every other JSON.
pub(crate) fn to_json(value: Value) -> serde_json::Value {
    use serde_json::Value as Json;
    match value {
        Value::Null => Json::Null,
        Value::Bool(it) => Json::Bool(it),
        Value::Int(it) => Json::from(it),
        Value::Float(it) => Json::from(it),
        Value::String(it) => Json::String(it),
        bytes @ Value::Bytes(_) => serde_json::from_str(&bytes.to_json()).unwrap_or_default(),
        Value::Array(items) => Json::Array(items.into_iter().map(to_json).collect()),
        Value::Object(members) => Json::Object(members.into_iter().map(|(key, it)| (key, to_json(it))).collect()),
    }
}

/// The fields of a struct or a variant, to be taken out one by one.
pub(crate) struct Fields(Vec<(String, Value)>);

impl Fields {
    pub(crate) fn of(value: Value) -> Option<Self> {
        match value {
            Value::Object(fields) => Some(Self(fields)),
            _ => None,
        }
    }

    /// A field that is there; `None` of the library is not.
    pub(crate) fn take(&mut self, name: &str) -> Option<Value> {
        let (_, value) = self.0.iter_mut().find(|(key, _)| key == name)?;
        Some(std::mem::replace(value, Value::Null)).filter(|it| *it != Value::Null)
    }

    pub(crate) fn text(&mut self, name: &str) -> Option<String> {
        match self.take(name)? {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn int(&mut self, name: &str) -> Option<i64> {
        match self.take(name)? {
            Value::Int(number) => Some(number),
            _ => None,
        }
    }

    pub(crate) fn float(&mut self, name: &str) -> Option<f64> {
        match self.take(name)? {
            Value::Float(number) => Some(number),
            Value::Int(number) => Some(number as f64),
            _ => None,
        }
    }
}
