//! The declarations of a program, written and read. A section that has nothing is left out.

use serde_json::{Map, Value, json};

use super::read::{each, field, number, text_of};
use crate::declared::{Declarations, Declared, Method, Tool};

/// Where the definitions of schemas stand.
const DEFINITIONS: &str = "$defs";

/// Adds the sections to a program's JSON form.
pub(super) fn write(declared: &Declarations, root: &mut Map<String, Value>) {
    let mut add = |key: &str, entries: Vec<Value>| {
        if !entries.is_empty() {
            root.insert(key.to_owned(), Value::Array(entries));
        }
    };
    add("tools", declared.tools.iter().map(tool).collect());
    for (key, entries) in declared.sections() {
        add(key, entries.iter().map(other).collect());
    }
    if !declared.definitions.is_empty() {
        root.insert(DEFINITIONS.to_owned(), Value::Object(declared.definitions.clone()));
    }
}

fn tool(it: &Tool) -> Value {
    let mut shown = Map::from_iter([("name".to_owned(), json!(it.name)), ("module".to_owned(), json!(it.module))]);
    if let Some(description) = &it.description {
        shown.insert("description".to_owned(), json!(description));
    }
    shown.insert("methods".to_owned(), it.methods.iter().map(method).collect());
    shown.insert("tool_schemas".to_owned(), Value::Array(it.tool_schemas.clone()));
    Value::Object(shown)
}

fn method(it: &Method) -> Value {
    let mut shown = json!({ "name": it.name, "handler": it.handler });
    if let Some(approve) = it.approve {
        shown["approve"] = json!(approve);
    }
    shown
}

fn other(it: &Declared) -> Value {
    let names = [("name".to_owned(), json!(it.name)), ("module".to_owned(), json!(it.module))];
    let about = it.about.iter().map(|(key, value)| (key.clone(), value.clone()));
    Value::Object(names.into_iter().chain(about).collect())
}

/// Reads the sections of a program.
pub(super) fn read(root: &Map<String, Value>) -> Result<Declarations, String> {
    Ok(Declarations {
        tools: each(root, "tools", read_tool)?,
        schemas: each(root, "schemas", read_other)?,
        definitions: match root.get(DEFINITIONS) {
            None => Map::new(),
            Some(definitions) => object(definitions).map_err(|problem| format!("`{DEFINITIONS}`: {problem}"))?,
        },
        agents: each(root, "agents", read_other)?,
        mcp: each(root, "mcp", read_other)?,
        provider_tools: each(root, "provider_tools", read_other)?,
        memories: each(root, "memories", read_other)?,
    })
}

fn read_tool(value: &Value) -> Result<Tool, String> {
    let list = |key: &str| field(value, key)?.as_array().ok_or_else(|| format!("`{key}` is no list"));
    Ok(Tool {
        name: text_of(field(value, "name")?, "name")?,
        module: text_of(field(value, "module")?, "module")?,
        description: value.get("description").map(|it| text_of(it, "description")).transpose()?,
        methods: list("methods")?.iter().map(read_method).collect::<Result<_, _>>()?,
        tool_schemas: list("tool_schemas")?.clone(),
    })
}

fn read_method(value: &Value) -> Result<Method, String> {
    let function = |key: &str| match value.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(function) => number(function, key).map(Some),
    };
    Ok(Method {
        name: text_of(field(value, "name")?, "name")?,
        handler: function("handler")?,
        approve: function("approve")?,
    })
}

fn read_other(value: &Value) -> Result<Declared, String> {
    let mut about = object(value)?;
    let mut take = |key: &str| {
        let found = about.shift_remove(key).ok_or_else(|| format!("`{key}` is missing"))?;
        text_of(&found, key)
    };
    Ok(Declared { name: take("name")?, module: take("module")?, about })
}

fn object(value: &Value) -> Result<Map<String, Value>, String> {
    value.as_object().cloned().ok_or_else(|| "it is no object".to_owned())
}
