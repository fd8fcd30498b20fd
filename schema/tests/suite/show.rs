//! How the tests show schemas: JSON that is broken into lines only where it is too long for one.

use concerto_schema::{Dialect, lower};
use serde_json::{Value, json};

const WIDTH: usize = 110;

/// JSON for reading.
pub(crate) fn pretty(value: &Value) -> String {
    let mut text = String::new();
    write(value, 0, &mut text);
    text
}

fn write(value: &Value, indent: usize, text: &mut String) {
    let flat = flat(value);
    let parts: Vec<(String, &Value)> = match value {
        _ if indent + flat.chars().count() <= WIDTH => return text.push_str(&flat),
        Value::Array(items) => items.iter().map(|it| (String::new(), it)).collect(),
        Value::Object(parts) => parts.iter().map(|(key, it)| (format!("{}: ", json!(key)), it)).collect(),
        _ => return text.push_str(&flat),
    };
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    text.push(open);
    for (index, (key, part)) in parts.iter().enumerate() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        text.push_str(&" ".repeat(indent + 2));
        text.push_str(key);
        write(part, indent + 2, text);
    }
    text.push('\n');
    text.push_str(&" ".repeat(indent));
    text.push(close);
}

fn flat(value: &Value) -> String {
    let join = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::Array(items) => format!("[{}]", join(items.iter().map(flat).collect())),
        Value::Object(parts) if parts.is_empty() => "{}".to_owned(),
        Value::Object(parts) => {
            format!("{{ {} }}", join(parts.iter().map(|(key, it)| format!("{}: {}", json!(key), flat(it))).collect()))
        }
        other => other.to_string(),
    }
}

/// An object with the one property `it`, which is required.
pub(crate) fn with_property(schema: Value) -> Value {
    json!({ "type": "object", "properties": { "it": schema }, "required": ["it"], "additionalProperties": false })
}

/// An object with the one property `it`, which may be absent.
pub(crate) fn with_optional(schema: Value) -> Value {
    json!({ "type": "object", "properties": { "it": schema }, "additionalProperties": false })
}

/// A schema in all dialects.
pub(crate) fn lowered(schema: &Value) -> String {
    in_all_dialects(|dialect| match lower(schema, dialect) {
        Ok(lowered) => pretty(&lowered),
        Err(loss) => format!("loss at {loss}"),
    })
}

/// What became of the one property `it` in all dialects.
pub(crate) fn property(schema: &Value) -> String {
    in_all_dialects(|dialect| match lower(schema, dialect) {
        Ok(lowered) => pretty(&lowered["properties"]["it"]),
        Err(loss) => format!("loss at {loss}"),
    })
}

/// Something for each dialect; what is the same for several is shown once.
pub(crate) fn in_all_dialects(show: impl Fn(Dialect) -> String) -> String {
    let mut groups: Vec<(Vec<&str>, String)> = Vec::new();
    for &dialect in Dialect::ALL {
        let text = show(dialect);
        match groups.iter_mut().find(|it| it.1 == text) {
            Some((names, _)) => names.push(dialect.text()),
            None => groups.push((vec![dialect.text()], text)),
        }
    }
    let groups = groups.iter().map(|(names, text)| format!("{}:\n{text}", names.join(", ")));
    groups.collect::<Vec<_>>().join("\n")
}
