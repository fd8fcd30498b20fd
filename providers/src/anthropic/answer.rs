//! What Anthropic answered: a message in, a response out.
//!
//! Text with citations becomes two parts: the text, and `{"type":"text","citations":…}`, which `blocks` puts back on it.

use serde_json::{Map, Value, json};

use super::PROVIDER;
use crate::chat::{Call, ChatResponse, Finish, Part, Usage};
use crate::wire::Broken;

/// Reads a whole answer.
pub(super) fn response(body: &[u8]) -> Result<ChatResponse, Broken> {
    let message: Value =
        serde_json::from_slice(body).map_err(|it| malformed(&format!("the answer is no JSON: {it}")))?;
    let message = message.as_object().ok_or_else(|| malformed("the answer is no JSON object"))?;
    if let Some(error) = message.get("error") {
        return Err(reported(error));
    }
    let content = message.get("content").and_then(Value::as_array);
    let mut parts = Vec::new();
    for block in content.ok_or_else(|| malformed("the answer has no content"))? {
        let block = block.as_object().ok_or_else(|| malformed("a block of the answer is no object"))?;
        add(block.clone(), None, &mut parts)?;
    }
    Ok(close(parts, message))
}

/// Adds the parts of a block. `input` is the text of its input, where that came in pieces.
pub(super) fn add(mut block: Map<String, Value>, input: Option<&str>, parts: &mut Vec<Part>) -> Result<(), Broken> {
    match text(&block, "type") {
        Some("text") => add_text(&block, parts),
        Some("thinking") => parts.push(thinking(block)),
        Some("tool_use") => parts.push(Part::Call(call(block, input)?)),
        Some(_) => {
            if let Some(input) = input.and_then(|it| serde_json::from_str(it).ok()) {
                block.insert("input".to_owned(), input);
            }
            parts.push(Part::Other { provider: PROVIDER.to_owned(), data: Value::Object(block) });
        }
        None => return Err(malformed("a block of the answer has no type")),
    }
    Ok(())
}

fn add_text(block: &Map<String, Value>, parts: &mut Vec<Part>) {
    let Some(said) = text(block, "text").filter(|it| !it.is_empty()) else { return };
    parts.push(Part::Text(said.to_owned()));
    let citations = block.get("citations").and_then(Value::as_array).filter(|it| !it.is_empty());
    if let Some(citations) = citations {
        let data = json!({ "type": "text", "citations": citations });
        parts.push(Part::Other { provider: PROVIDER.to_owned(), data });
    }
}

fn thinking(block: Map<String, Value>) -> Part {
    let text = text(&block, "thinking").unwrap_or_default().to_owned();
    Part::Reasoning { text, data: json!({ "provider": PROVIDER, "block": block }) }
}

fn call(mut block: Map<String, Value>, input: Option<&str>) -> Result<Call, Broken> {
    let id = text(&block, "id").map(str::to_owned);
    let tool = text(&block, "name").map(str::to_owned);
    let (Some(id), Some(tool)) = (id, tool) else { return Err(malformed("a call has no id or no name")) };
    let arguments = match (input, block.get("input")) {
        (Some(input), _) => Call::arguments(input),
        (None, Some(object @ Value::Object(_))) => object.clone(),
        (None, None | Some(Value::Null)) => Value::Object(Map::new()),
        (None, Some(other)) => Value::String(other.to_string()),
    };
    block.retain(|key, value| !matches!(key.as_str(), "type" | "id" | "name" | "input") && !value.is_null());
    let data = if block.is_empty() { Value::Null } else { json!({ "provider": PROVIDER, "block": block }) };
    Ok(Call { id, tool, arguments, data })
}

/// The response: its parts, and what the message says besides its content.
pub(super) fn close(parts: Vec<Part>, message: &Map<String, Value>) -> ChatResponse {
    let has_calls = parts.iter().any(|it| matches!(it, Part::Call(_)));
    let finish = finish(text(message, "stop_reason"), has_calls);
    let refusal = match finish {
        Finish::Refused => refusal(message, &parts),
        Finish::Other => text(message, "stop_reason").map(str::to_owned),
        _ => None,
    };
    let model = text(message, "model").map(str::to_owned);
    ChatResponse { finish, refusal, usage: usage(message.get("usage")), model, parts }
}

fn finish(reason: Option<&str>, has_calls: bool) -> Finish {
    match reason {
        // Some servers do not say why they stopped.
        None | Some("" | "end_turn" | "stop_sequence") if has_calls => Finish::ToolCalls,
        None | Some("" | "end_turn" | "stop_sequence") => Finish::Stop,
        Some("max_tokens" | "model_context_window_exceeded") => Finish::Length,
        Some("tool_use") => Finish::ToolCalls,
        Some("refusal") => Finish::Refused,
        _ => Finish::Other,
    }
}

/// The explanation, where there is one, else what the model said.
fn refusal(message: &Map<String, Value>, parts: &[Part]) -> Option<String> {
    let details = message.get("stop_details").and_then(Value::as_object);
    if let Some(explanation) = details.and_then(|it| text(it, "explanation")).filter(|it| !it.is_empty()) {
        return Some(explanation.to_owned());
    }
    let said: String =
        parts.iter().filter_map(|it| if let Part::Text(text) = it { Some(text.as_str()) } else { None }).collect();
    (!said.is_empty()).then_some(said)
}

/// Anthropic counts input that has to do with its cache apart; here it belongs to the input.
fn usage(usage: Option<&Value>) -> Usage {
    let count = |key: &str| usage.and_then(|it| it.get(key)).and_then(Value::as_u64).unwrap_or(0);
    let cached_tokens = count("cache_read_input_tokens");
    let input_tokens = count("input_tokens").saturating_add(count("cache_creation_input_tokens"));
    let details = usage.and_then(|it| it.get("output_tokens_details"));
    Usage {
        input_tokens: input_tokens.saturating_add(cached_tokens),
        output_tokens: count("output_tokens"),
        cached_tokens,
        reasoning_tokens: details.and_then(|it| it.get("thinking_tokens")).and_then(Value::as_u64).unwrap_or(0),
    }
}

/// An error that the provider reports.
pub(super) fn reported(error: &Value) -> Broken {
    let part = |key: &str| error.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    Broken::Reported { kind: part("type"), message: part("message") }
}

/// An answer that is not what the API says.
pub(super) fn malformed(text: &str) -> Broken {
    Broken::Malformed(text.to_owned())
}

/// A text in an object.
pub(super) fn text<'a>(object: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    object.get(key).and_then(Value::as_str)
}
