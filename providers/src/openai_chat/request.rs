//! The body of `POST /chat/completions`.

use serde_json::{Map, Value, json};

use super::PROVIDER;
use crate::chat::{Call, ChatRequest, Means, Media, Message, Outcome, Output, Part, Role, ToolChoice};
use crate::openai::field::{members, object};
use crate::openai::media::{address, named};
use crate::wire::PLACE_OF_TOOLS;

/// The body, its keys always in the same order.
pub(super) fn body(base_url: &str, request: &ChatRequest) -> Map<String, Value> {
    let tools = &request.offered.tools;
    let stop = &request.stop;
    let (max_tokens, max_completion_tokens) =
        if is_openai(base_url) { (None, request.max_tokens) } else { (request.max_tokens, None) };
    members([
        ("model", Some(json!(request.model))),
        ("messages", Some(messages(request))),
        ("tools", (!tools.is_empty()).then_some(PLACE_OF_TOOLS)),
        ("tool_choice", choice(request)),
        ("response_format", request.output.as_ref().and_then(format)),
        ("temperature", request.temperature.map(|it| json!(it))),
        ("top_p", request.top_p.map(|it| json!(it))),
        ("max_tokens", max_tokens.map(|it| json!(it))),
        ("max_completion_tokens", max_completion_tokens.map(|it| json!(it))),
        ("stop", (!stop.is_empty()).then(|| json!(stop))),
        ("stream", request.is_streamed.then_some(Value::Bool(true))),
        ("stream_options", request.is_streamed.then(|| json!({ "include_usage": true }))),
    ])
}

/// Whether OpenAI's own models answer, at OpenAI or on Azure: they refuse `max_tokens` in favour of a name that other
/// servers need not know.
fn is_openai(base_url: &str) -> bool {
    let rest = base_url.split_once("://").map_or(base_url, |it| it.1);
    let host = rest.split(['/', ':', '?']).next().unwrap_or_default().to_ascii_lowercase();
    host == "api.openai.com" || host.ends_with(".api.openai.com") || host.ends_with(".openai.azure.com")
}

fn choice(request: &ChatRequest) -> Option<Value> {
    if request.offered.tools.is_empty() {
        return None;
    }
    match &request.tool_choice {
        ToolChoice::Auto => None,
        ToolChoice::None => Some(json!("none")),
        ToolChoice::Required => Some(json!("required")),
        ToolChoice::Tool(name) => Some(json!({ "type": "function", "function": { "name": name } })),
    }
}

fn format(output: &Output) -> Option<Value> {
    let Output { name, schema, is_strict, means } = output;
    let schema = json!({ "name": name, "schema": schema, "strict": is_strict });
    (*means == Means::Native).then(|| json!({ "type": "json_schema", "json_schema": schema }))
}

fn messages(request: &ChatRequest) -> Value {
    let mut messages = Vec::new();
    messages.extend(request.system.as_ref().map(|it| json!({ "role": "system", "content": it })));
    for message in &request.messages {
        write(message, &mut messages);
    }
    Value::Array(messages)
}

/// A message, or several: each result is one of its own, and stands before what else is said beside it.
fn write(message: &Message, messages: &mut Vec<Value>) {
    messages.extend(message.parts.iter().filter_map(result));
    let content: Vec<&Part> = message.parts.iter().filter(|it| is_content(it)).collect();
    let calls: Vec<Value> = message.parts.iter().filter_map(tool_call).collect();
    if content.is_empty() && calls.is_empty() {
        return;
    }
    messages.push(match message.role {
        Role::Assistant => assistant(&content, calls),
        Role::System => json!({ "role": "system", "content": words(&content) }),
        Role::User | Role::Tool => json!({ "role": "user", "content": given(&content) }),
    });
}

fn is_content(part: &Part) -> bool {
    match part {
        Part::Text(_) | Part::Image(_) | Part::File { .. } => true,
        Part::Other { provider, .. } => provider == PROVIDER,
        Part::Call(_) | Part::Result(_) | Part::Reasoning { .. } => false,
    }
}

fn result(part: &Part) -> Option<Value> {
    let Part::Result(outcome) = part else { return None };
    let Outcome { call_id, .. } = outcome;
    Some(json!({ "role": "tool", "tool_call_id": call_id, "content": outcome.text() }))
}

fn tool_call(part: &Part) -> Option<Value> {
    let Part::Call(call) = part else { return None };
    let Call { id, tool, .. } = call;
    let function = json!({ "name": tool, "arguments": call.arguments_text() });
    Some(json!({ "id": id, "type": "function", "function": function }))
}

fn assistant(content: &[&Part], calls: Vec<Value>) -> Value {
    object([
        ("role", Some(json!("assistant"))),
        ("content", Some(if content.is_empty() { Value::Null } else { words(content) })),
        ("tool_calls", (!calls.is_empty()).then_some(Value::Array(calls))),
    ])
}

/// Content of those who have words only: pictures and documents are named. A server's own blocks go back as they came.
fn words(content: &[&Part]) -> Value {
    if !content.iter().any(|it| matches!(it, Part::Other { .. })) {
        return json!(content.iter().filter_map(|it| named(it)).collect::<String>());
    }
    let block = |part: &&Part| match part {
        Part::Other { data, .. } => Some(data.clone()),
        part => named(part).map(text),
    };
    content.iter().filter_map(block).collect()
}

/// Content of those who may show something.
fn given(content: &[&Part]) -> Value {
    match content {
        [Part::Text(text)] => json!(text),
        parts => parts.iter().filter_map(|it| part(it)).collect(),
    }
}

fn part(part: &Part) -> Option<Value> {
    match part {
        Part::Text(it) => Some(text(it.clone())),
        Part::Image(media) => Some(json!({ "type": "image_url", "image_url": { "url": address(media) } })),
        // The API reads no documents from addresses: the model is told where it is.
        Part::File { media: Media::Url(_), .. } => named(part).map(text),
        Part::File { name, media } => {
            Some(json!({ "type": "file", "file": { "filename": name, "file_data": address(media) } }))
        }
        Part::Other { data, .. } => Some(data.clone()),
        Part::Call(_) | Part::Result(_) | Part::Reasoning { .. } => None,
    }
}

fn text(text: String) -> Value {
    json!({ "type": "text", "text": text })
}
