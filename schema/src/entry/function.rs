//! One function, as each provider wants it.

use serde_json::{Value, json};

use super::{Decided, object};
use crate::Provider;

/// The entry of a function. Gemini's are put together elsewhere.
pub(super) fn entry(function: &Decided<'_>, provider: Provider) -> Value {
    match provider {
        Provider::OpenAi => openai(function),
        Provider::Anthropic => anthropic(function),
        Provider::Google => google(function),
        Provider::OpenAiChat | Provider::Ollama | Provider::Simulated => chat(function),
    }
}

fn openai(function: &Decided<'_>) -> Value {
    Value::Object(object([
        ("type", Some(json!("function"))),
        ("name", name(function)),
        ("description", description(function)),
        ("parameters", Some(function.schema().clone())),
        ("strict", function.strict.flag.map(Value::Bool)),
    ]))
}

fn chat(function: &Decided<'_>) -> Value {
    let inner = object([
        ("name", name(function)),
        ("description", description(function)),
        ("parameters", Some(function.schema().clone())),
        ("strict", function.strict.flag.map(Value::Bool)),
    ]);
    json!({ "type": "function", "function": inner })
}

fn anthropic(function: &Decided<'_>) -> Value {
    Value::Object(object([
        ("name", name(function)),
        ("description", description(function)),
        ("input_schema", Some(function.schema().clone())),
        ("strict", function.strict.flag.map(Value::Bool)),
    ]))
}

/// One of Gemini's declarations. A schema that was not lowered is no OpenAPI, so it goes under another key.
pub(super) fn google(function: &Decided<'_>) -> Value {
    let schema = Some(function.schema()).filter(|it| !is_empty(it)).cloned();
    let key = if function.strict.dialect.is_some() { "parameters" } else { "parametersJsonSchema" };
    Value::Object(object([("name", name(function)), ("description", description(function)), (key, schema)]))
}

fn name(function: &Decided<'_>) -> Option<Value> {
    Some(Value::String(function.wire.clone()))
}

/// What the model is told. Nothing at all is better left out.
fn description(function: &Decided<'_>) -> Option<Value> {
    let text = &function.tool.description;
    (!text.is_empty()).then(|| Value::String(text.clone()))
}

/// Whether a schema says that there are no parameters, and nothing else.
fn is_empty(schema: &Value) -> bool {
    let Some(schema) = schema.as_object() else { return false };
    let says_nothing = |(key, value): (&String, &Value)| match key.as_str() {
        "type" => value == "object",
        "properties" => value.as_object().is_some_and(|it| it.is_empty()),
        "required" => value.as_array().is_some_and(Vec::is_empty),
        "additionalProperties" => value == &Value::Bool(false),
        "title" | "description" | "$schema" => true,
        _ => false,
    };
    schema.contains_key("properties") && schema.iter().all(says_nothing)
}
