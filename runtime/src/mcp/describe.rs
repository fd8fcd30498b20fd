//! Tools of servers as the library and the lock know them.

use concerto_mcp::{Hints, Tool};
use serde_json::{Map, Value, json};

/// A tool in the form of `tool_schemas` of the IR.
pub(super) fn about(server: &str, tool: &Tool) -> Value {
    let mut about = Map::new();
    about.insert("method_name".to_owned(), json!(tool.name));
    about.insert("description".to_owned(), json!(tool.description));
    about.insert("parameters".to_owned(), tool.input.clone());
    let optional = [
        ("returns", tool.output.clone()),
        ("title", tool.title.as_ref().map(|it| json!(it))),
        ("annotations", annotations(tool.hints)),
        ("meta", tool.meta.clone()),
    ];
    about.extend(optional.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))));
    about.insert("kind".to_owned(), json!("mcp"));
    about.insert("server".to_owned(), json!(server));
    Value::Object(about)
}

fn annotations(hints: Hints) -> Option<Value> {
    let said = [
        ("readonly", hints.readonly),
        ("destructive", hints.destructive),
        ("idempotent", hints.idempotent),
        ("open_world", hints.open_world),
    ];
    let said: Map<String, Value> =
        said.into_iter().filter_map(|(key, value)| Some((key.to_owned(), Value::Bool(value?)))).collect();
    (!said.is_empty()).then_some(Value::Object(said))
}

/// A tool as the lock has it.
pub(super) fn described(tool: &Tool) -> Value {
    let mut all = Map::new();
    all.insert("name".to_owned(), json!(tool.name));
    let optional = [
        ("title", tool.title.as_ref().map(|it| json!(it))),
        ("description", Some(json!(tool.description))),
        ("input", Some(tool.input.clone())),
        ("output", tool.output.clone()),
        ("annotations", annotations(tool.hints)),
    ];
    all.extend(optional.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))));
    Value::Object(all)
}

/// The name by which the server knows a function that the program declares.
pub(super) fn function_of(about: &Value) -> &str {
    let text = |key: &str| about.get(key).and_then(Value::as_str);
    text("function").or_else(|| text("method_name")).unwrap_or_default()
}

/// A function that its server does not have.
pub(super) fn missing(server: &str, function: &str, known: &[&str]) -> String {
    const SHOWN: usize = 20;
    let mut names = known.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    if known.len() > SHOWN {
        names += ", …";
    }
    match known.is_empty() {
        true => format!("the server `{server}` has no `{function}`, and nothing else"),
        false => format!("the server `{server}` has no `{function}`; it has: {names}"),
    }
}
