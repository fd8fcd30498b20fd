//! The rules of `spec/17-simulated.md`, one test for each sentence of it.

mod meaning;
mod robust;
mod rules;
mod schemas;
mod script;
mod stream;
mod values;

use concerto_schema::Provider;
use concerto_schema::entry::{Connection, Offered, Tool, entries};
use serde_json::{Value, json};

use super::answer;
use crate::chat::{Call, ChatRequest, ChatResponse, Means, Message, Outcome, Output, Part, Role};

/// The chapter that the tests are about.
const CHAPTER: &str = include_str!("../../../spec/17-simulated.md");

/// A request with a prompt and nothing else.
fn asked(prompt: &str) -> ChatRequest {
    ChatRequest { messages: vec![said(Role::User, prompt)], ..ChatRequest::default() }
}

fn said(role: Role, text: &str) -> Message {
    Message { role, parts: vec![Part::Text(text.to_owned())] }
}

/// A request with tools: name, description, schema of the parameters.
fn offering(prompt: &str, tools: &[(&str, &str, Value)]) -> ChatRequest {
    let offered: Vec<Offered> = tools.iter().map(offered).collect();
    let connection = Connection { provider: Provider::Simulated, strict: None, model: None };
    ChatRequest { offered: entries(&offered, &connection).unwrap().into(), ..asked(prompt) }
}

fn offered((name, description, parameters): &(&str, &str, Value)) -> Offered {
    Offered::Function(Tool {
        name: (*name).to_owned(),
        origin: "test".to_owned(),
        description: (*description).to_owned(),
        parameters: parameters.clone(),
        strict: None,
        is_raw: false,
    })
}

/// A schema of an object with all fields required.
fn record(properties: Value) -> Value {
    let required: Vec<&String> = properties.as_object().unwrap().keys().collect();
    json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false })
}

/// `Calculator` with four functions, and `Clock`.
fn calculator(prompt: &str) -> ChatRequest {
    let two = || {
        record(json!({
            "a": { "type": "integer", "description": "first number" },
            "b": { "type": "integer", "description": "second number" },
        }))
    };
    offering(
        prompt,
        &[
            ("Calculator::add", "Add two numbers", two()),
            ("Calculator::subtract", "Subtract two numbers", two()),
            ("Calculator::multiply", "Multiply two numbers", two()),
            ("Calculator::divide", "Divide two numbers, rounding down", two()),
            ("Clock::now", "The time of day", record(json!({}))),
        ],
    )
}

/// The same request with these results after the prompt.
fn with_results(mut request: ChatRequest, results: &[(&str, Result<Value, &str>)]) -> ChatRequest {
    let calls = results.iter().enumerate().map(|(index, it)| {
        let (id, tool) = (format!("call_{}", index + 1), it.0.to_owned());
        Part::Call(Call { id, tool, arguments: json!({}), data: Value::Null })
    });
    request.messages.push(Message { role: Role::Assistant, parts: calls.collect() });
    let outcomes = results.iter().enumerate().map(|(index, (tool, result))| {
        let result = result.clone().map_err(|it| ("tool_failed".to_owned(), it.to_owned()));
        Part::Result(Outcome { call_id: format!("call_{}", index + 1), tool: (*tool).to_owned(), result })
    });
    request.messages.push(Message { role: Role::Tool, parts: outcomes.collect() });
    request
}

/// The same request with a schema for the answer.
fn wanting(mut request: ChatRequest, schema: Value) -> ChatRequest {
    request.output = Some(Output { name: "Answer".to_owned(), schema, is_strict: false, means: Means::Native });
    request
}

fn response(request: &ChatRequest) -> ChatResponse {
    answer(request).outcome.unwrap()
}

/// The text of the answer, which has nothing else.
fn text(request: &ChatRequest) -> String {
    match response(request).parts.as_slice() {
        [Part::Text(text)] => text.clone(),
        other => panic!("{other:?}"),
    }
}

/// The calls of the answer, which has nothing else: `tool arguments`.
fn calls(request: &ChatRequest) -> Vec<String> {
    let call = |part: &Part| match part {
        Part::Call(call) => format!("{} {}", call.tool, call.arguments_text()),
        other => panic!("{other:?}"),
    };
    response(request).parts.iter().map(call).collect()
}

/// The value that a prompt gives for a schema, which keeps to it.
fn value(prompt: &str, schema: &Value) -> Value {
    valid(&wanting(asked(prompt), schema.clone()))
}

/// The value that answers a request, which keeps to the schema of it.
fn valid(request: &ChatRequest) -> Value {
    let value: Value = serde_json::from_str(&text(request)).unwrap();
    let schema = &request.output.as_ref().unwrap().schema;
    let validator = jsonschema::options().should_validate_formats(true).build(schema).unwrap();
    assert!(validator.is_valid(&value), "{value} does not keep to {schema}");
    value
}

/// The value of a single required field.
fn field(prompt: &str, schema: Value) -> Value {
    value(prompt, &record(json!({ "it": schema })))["it"].clone()
}
