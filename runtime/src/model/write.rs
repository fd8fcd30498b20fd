//! What comes back to a program: answers and their pieces as values of the library's types.

use concerto_providers::assemble::Tools;
use concerto_providers::chat::{Call, ChatResponse, Delta, Part};
use concerto_schema::Provider;
use concerto_vm::Value;

use super::Asked;
use crate::value::{from_json, object, texts};

fn text(text: impl Into<String>) -> Value {
    Value::String(text.into())
}

fn count(count: u64) -> Value {
    Value::Int(i64::try_from(count).unwrap_or(i64::MAX))
}

/// A `ModelTurn`.
pub(super) fn turn(provider: Provider, model: &str, tools: &Tools, response: ChatResponse) -> Value {
    let usage = response.usage;
    let refusal = response.refusal.clone().unwrap_or_default();
    let model = response.model.clone().unwrap_or_else(|| model.to_owned());
    let answer = tools.answer(response);
    let (output, problem) = match answer.output {
        Some(Ok(output)) => (Some(from_json(output)), String::new()),
        Some(Err(problem)) => (None, problem),
        None => (None, String::new()),
    };
    let mut fields = vec![
        ("message", message(provider, answer.parts)),
        ("finish", text(answer.finish.text())),
        ("refusal", text(refusal)),
        (
            "usage",
            object([
                ("input_tokens", count(usage.input_tokens)),
                ("output_tokens", count(usage.output_tokens)),
                ("cached_tokens", count(usage.cached_tokens)),
                ("reasoning_tokens", count(usage.reasoning_tokens)),
            ]),
        ),
        ("model", text(model)),
        ("provider", text(provider.text())),
        ("problem", text(problem)),
        ("unknown", texts(answer.unknown)),
        ("misfits", Value::Object(answer.misfits.into_iter().map(|(id, why)| (id, text(why))).collect())),
    ];
    fields.extend(output.map(|it| ("output", it)));
    Value::Object(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// The assistant's message.
fn message(provider: Provider, parts: Vec<Part>) -> Value {
    let parts = parts.into_iter().flat_map(|it| part(provider, it)).collect();
    object([("role", text("assistant")), ("parts", Value::Array(parts))])
}

fn part(provider: Provider, part: Part) -> Vec<Value> {
    match part {
        Part::Text(it) => vec![object([("type", text("Text")), ("value", text(it))])],
        Part::Reasoning { text: it, data } => {
            vec![object([("type", text("Reasoning")), ("text", text(it)), ("data", from_json(data))])]
        }
        Part::Other { provider, data } => {
            vec![object([("type", text("Other")), ("provider", text(provider)), ("data", from_json(data))])]
        }
        Part::Call(it) => call(provider, it),
        // No model gives these.
        Part::Image(_) | Part::File { .. } | Part::Result(_) => Vec::new(),
    }
}

/// A call, and after it what the provider wants back with it.
fn call(provider: Provider, call: Call) -> Vec<Value> {
    let Call { id, tool, arguments, data } = call;
    let beside = (!data.is_null()).then(|| {
        let data = object([("call", text(id.clone())), ("data", from_json(data))]);
        object([("type", text("Other")), ("provider", text(provider.text())), ("data", data)])
    });
    let made =
        object([("type", text("Call")), ("id", text(id)), ("tool", text(tool)), ("arguments", from_json(arguments))]);
    [Some(made), beside].into_iter().flatten().collect()
}

/// A piece of an answer.
pub(super) fn delta(delta: Delta) -> Value {
    match delta {
        Delta::Text(it) => object([("type", text("Text")), ("value", text(it))]),
        Delta::Reasoning(it) => object([("type", text("Reasoning")), ("value", text(it))]),
        Delta::Arguments { id, text: it } => {
            object([("type", text("Arguments")), ("id", text(id)), ("text", text(it))])
        }
    }
}

pub(super) fn retry(attempt: u32, reason: &str) -> Value {
    object([("type", text("Retry")), ("attempt", Value::Int(attempt.into())), ("reason", text(reason))])
}

pub(super) fn done(turn: Value) -> Value {
    object([("type", text("Done")), ("value", turn)])
}

pub(super) fn failed(error: Value) -> Value {
    object([("type", text("Failed")), ("value", error)])
}

/// A `TestRequest`.
pub(super) fn test_request(connection: &str, asked: &Asked, model: &str, system: Option<String>) -> Value {
    let system = system.map_or(Value::Null, Value::String);
    let about: Vec<serde_json::Value> = serde_json::from_str(&asked.tools).unwrap_or_default();
    let name = |it: &serde_json::Value| it.get("method_name").and_then(|it| it.as_str()).map(str::to_owned);
    object([
        ("agent", text(asked.agent.clone())),
        ("provider", text(connection)),
        ("model", text(model)),
        ("system", system),
        ("messages", asked.shown.clone()),
        ("tools", texts(about.iter().filter_map(name))),
    ])
}
