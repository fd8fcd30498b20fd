//! The body of `POST /responses`.

use serde_json::{Map, Value, json};

use super::PROVIDER;
use super::field::members;
use super::media::{address, named};
use crate::chat::{Call, ChatRequest, Means, Media, Message, Outcome, Output, Part, Role, ToolChoice};
use crate::content::Shown;
use crate::wire::PLACE_OF_TOOLS;

/// The body, its keys always in the same order.
pub(super) fn body(request: &ChatRequest) -> Map<String, Value> {
    let tools = &request.offered.tools;
    members([
        ("model", Some(json!(request.model))),
        ("instructions", request.system.as_ref().map(|it| json!(it))),
        ("input", Some(input(&request.messages))),
        ("tools", (!tools.is_empty()).then_some(PLACE_OF_TOOLS)),
        ("tool_choice", choice(request)),
        ("text", request.output.as_ref().and_then(format)),
        ("temperature", request.temperature.map(|it| json!(it))),
        ("top_p", request.top_p.map(|it| json!(it))),
        ("max_output_tokens", request.max_tokens.map(|it| json!(it))),
        ("stream", request.is_streamed.then_some(Value::Bool(true))),
        ("store", Some(Value::Bool(false))),
        ("include", Some(json!(["reasoning.encrypted_content"]))),
    ])
}

fn choice(request: &ChatRequest) -> Option<Value> {
    if request.offered.tools.is_empty() {
        return None;
    }
    match &request.tool_choice {
        ToolChoice::Auto => None,
        ToolChoice::None => Some(json!("none")),
        ToolChoice::Required => Some(json!("required")),
        ToolChoice::Tool(name) if is_hosted(request, name) => Some(json!({ "type": name })),
        ToolChoice::Tool(name) => Some(json!({ "type": "function", "name": name })),
    }
}

/// Whether a tool is one that OpenAI runs: those have a type instead of a name.
fn is_hosted(request: &ChatRequest, name: &str) -> bool {
    let has = |key: &str| request.offered.tools.iter().any(|it| it.get(key).is_some_and(|it| it == name));
    !has("name") && has("type")
}

fn format(output: &Output) -> Option<Value> {
    let Output { name, schema, is_strict, means } = output;
    let format = json!({ "type": "json_schema", "name": name, "schema": schema, "strict": is_strict });
    (*means == Means::Native).then(|| json!({ "format": format }))
}

fn input(messages: &[Message]) -> Value {
    let mut items = Vec::new();
    for message in messages {
        write(message, &mut items);
    }
    Value::Array(items)
}

/// The items of a message: calls, results and what OpenAI made itself stand alone, what lies between them is a message.
fn write(message: &Message, items: &mut Vec<Value>) {
    let mut content = Vec::new();
    for part in &message.parts {
        match part {
            Part::Text(_) | Part::Image(_) | Part::File { .. } => content.push(part),
            Part::Call(call) => put(message.role, &mut content, items, function_call(call)),
            Part::Result(outcome) => put(message.role, &mut content, items, output(outcome)),
            Part::Reasoning { data, .. } => {
                if let Some(block) = block(data) {
                    put(message.role, &mut content, items, block.clone());
                }
            }
            Part::Other { provider, data } if provider == PROVIDER => {
                put(message.role, &mut content, items, data.clone());
            }
            Part::Other { .. } => {}
        }
    }
    flush(message.role, &mut content, items);
}

fn put(role: Role, content: &mut Vec<&Part>, items: &mut Vec<Value>, item: Value) {
    flush(role, content, items);
    items.push(item);
}

/// What the model thought, if it was a model of this provider.
fn block(data: &Value) -> Option<&Value> {
    data.get("provider").filter(|it| *it == PROVIDER).and_then(|_| data.get("block"))
}

fn function_call(call: &Call) -> Value {
    let arguments = call.arguments_text();
    json!({ "type": "function_call", "call_id": call.id, "name": call.tool, "arguments": arguments })
}

fn output(outcome: &Outcome) -> Value {
    let output = match outcome.parts() {
        Some(parts) => parts.iter().map(shown).collect(),
        None => Value::String(outcome.text()),
    };
    json!({ "type": "function_call_output", "call_id": outcome.call_id, "output": output })
}

/// A part of a result.
fn shown(part: &Shown) -> Value {
    match part {
        Shown::Text(text) => json!({ "type": "input_text", "text": text }),
        Shown::Image { media_type, data } => {
            json!({ "type": "input_image", "image_url": format!("data:{media_type};base64,{data}") })
        }
    }
}

fn flush(role: Role, content: &mut Vec<&Part>, items: &mut Vec<Value>) {
    let content = std::mem::take(content);
    if content.is_empty() {
        return;
    }
    items.push(match role {
        // The model's own words are replayed as plain text, and it has no other content.
        Role::Assistant => {
            let text: String = content.into_iter().filter_map(named).collect();
            json!({ "type": "message", "role": "assistant", "content": text })
        }
        Role::System => json!({ "role": "system", "content": given(&content) }),
        Role::User | Role::Tool => json!({ "role": "user", "content": given(&content) }),
    });
}

fn given(content: &[&Part]) -> Value {
    match content {
        [Part::Text(text)] => json!(text),
        parts => parts.iter().filter_map(|it| part(it)).collect(),
    }
}

fn part(part: &Part) -> Option<Value> {
    match part {
        Part::Text(text) => Some(json!({ "type": "input_text", "text": text })),
        Part::Image(media) => Some(json!({ "type": "input_image", "image_url": address(media), "detail": "auto" })),
        // The name of a file at an address is the address's: the API takes no other beside it.
        Part::File { media: Media::Url(url), .. } => Some(json!({ "type": "input_file", "file_url": url })),
        Part::File { name, media } => {
            Some(json!({ "type": "input_file", "filename": name, "file_data": address(media) }))
        }
        Part::Call(_) | Part::Result(_) | Part::Reasoning { .. } | Part::Other { .. } => None,
    }
}
