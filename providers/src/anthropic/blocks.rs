//! A conversation as Anthropic wants it: messages in, turns of content blocks out.
//!
//! Turns of users and assistants alternate, beginning with a user's. Results of tools belong to the user and come first in the turn. Blank text is not
//! sent: the API refuses it.

use serde_json::{Map, Value, json};

use super::PROVIDER;
use super::media::{self, Source};
use crate::chat::{Call, ChatRequest, Media, Message, Outcome, Part, Role};
use crate::content::Shown;

/// The array `messages` of a request.
pub(super) fn messages(request: &ChatRequest) -> Vec<Value> {
    let mut turns: Vec<(&str, Vec<Value>)> = Vec::new();
    for (role, blocks) in request.messages_from_prompt().iter().filter_map(turn) {
        match turns.last_mut() {
            Some(last) if last.0 == role => last.1.extend(blocks),
            _ => turns.push((role, blocks)),
        }
    }
    turns.into_iter().map(|(role, blocks)| json!({ "role": role, "content": results_first(blocks) })).collect()
}

fn turn(message: &Message) -> Option<(&'static str, Vec<Value>)> {
    let role = match message.role {
        Role::System => return None,
        Role::User | Role::Tool => "user",
        Role::Assistant => "assistant",
    };
    Some((role, blocks(&message.parts))).filter(|it| !it.1.is_empty())
}

fn results_first(mut blocks: Vec<Value>) -> Vec<Value> {
    blocks.sort_by_key(|it| kind(it) != "tool_result");
    blocks
}

fn blocks(parts: &[Part]) -> Vec<Value> {
    let mut blocks = Vec::new();
    let mut is_after_text = false;
    for part in parts {
        if let Some(citations) = citations(part) {
            cite(blocks.last_mut().filter(|_| is_after_text), citations);
            continue;
        }
        let count = blocks.len();
        blocks.extend(block(part));
        is_after_text = matches!(part, Part::Text(_)) && blocks.len() > count;
    }
    blocks
}

/// What belongs to the text before it: see `answer`.
fn citations(part: &Part) -> Option<&Value> {
    let Part::Other { provider, data } = part else { return None };
    let is_ours = provider == PROVIDER && kind(data) == "text" && data.get("text").is_none();
    data.get("citations").filter(|_| is_ours)
}

fn cite(text: Option<&mut Value>, citations: &Value) {
    if let Some(Value::Object(text)) = text {
        text.insert("citations".to_owned(), citations.clone());
    }
}

/// The block of a part, where there is something to send.
fn block(part: &Part) -> Option<Value> {
    match part {
        Part::Text(text) => text_block(text),
        Part::Image(media) => Some(image(media)),
        Part::File { name, media } => file(name, media),
        Part::Call(call) => Some(tool_use(call)),
        Part::Result(outcome) => Some(tool_result(outcome)),
        Part::Reasoning { data, .. } => reasoning(data),
        Part::Other { provider, data } => (provider == PROVIDER && data.is_object()).then(|| data.clone()),
    }
}

fn text_block(text: &str) -> Option<Value> {
    (!text.trim().is_empty()).then(|| json!({ "type": "text", "text": text }))
}

fn image(media: &Media) -> Value {
    json!({ "type": "image", "source": source(Source::of(media)) })
}

fn source(source: Source<'_>) -> Value {
    match source {
        Source::Url(url) => json!({ "type": "url", "url": url }),
        Source::Data { media_type, base64 } => json!({ "type": "base64", "media_type": media_type, "data": base64 }),
    }
}

/// Documents are PDF or text. Of anything else the model only hears that it is there.
fn file(name: &str, media: &Media) -> Option<Value> {
    if let Some(text) = media::text(media) {
        let source = json!({ "type": "text", "media_type": "text/plain", "data": text });
        return (!text.trim().is_empty()).then(|| document(name, source));
    }
    match Source::of(media) {
        Source::Data { media_type, .. } if media_type.starts_with("image/") => Some(image(media)),
        Source::Data { media_type, .. } if media_type != "application/pdf" => {
            text_block(&media::note(&format!("the file `{name}` ({media_type})")))
        }
        pdf => Some(document(name, source(pdf))),
    }
}

fn document(name: &str, source: Value) -> Value {
    let mut block = json!({ "type": "document", "source": source });
    if let Some(block) = block.as_object_mut().filter(|_| !name.is_empty()) {
        block.insert("title".to_owned(), json!(name));
    }
    block
}

/// A call, with what else the block had when it came.
fn tool_use(call: &Call) -> Value {
    let input = call.arguments.as_object().cloned().unwrap_or_default();
    let mut block = Map::new();
    block.insert("type".to_owned(), json!("tool_use"));
    block.insert("id".to_owned(), json!(id(&call.id)));
    block.insert("name".to_owned(), json!(call.tool));
    block.insert("input".to_owned(), Value::Object(input));
    if call.data.get("provider").is_some_and(|it| it == PROVIDER) {
        block.extend(call.data.get("block").and_then(Value::as_object).cloned().unwrap_or_default());
    }
    Value::Object(block)
}

/// An empty text is better left out.
fn tool_result(outcome: &Outcome) -> Value {
    let mut block = Map::new();
    block.insert("type".to_owned(), json!("tool_result"));
    block.insert("tool_use_id".to_owned(), json!(id(&outcome.call_id)));
    let content = match outcome.parts() {
        Some(parts) => parts.iter().map(shown).collect(),
        None => Value::String(outcome.text()),
    };
    if content != "" {
        block.insert("content".to_owned(), content);
    }
    if outcome.result.is_err() {
        block.insert("is_error".to_owned(), Value::Bool(true));
    }
    Value::Object(block)
}

/// A part of a result.
fn shown(part: &Shown) -> Value {
    match part {
        Shown::Text(text) => json!({ "type": "text", "text": text }),
        Shown::Image { media_type, data } => {
            json!({ "type": "image", "source": { "type": "base64", "media_type": media_type, "data": data } })
        }
    }
}

/// Other providers' ids may have characters that are refused here.
fn id(id: &str) -> String {
    id.chars().map(|it| if it.is_ascii_alphanumeric() || "_-".contains(it) { it } else { '_' }).collect()
}

/// What Anthropic's own models thought, unchanged: it is signed.
fn reasoning(data: &Value) -> Option<Value> {
    let is_ours = data.get("provider").is_some_and(|it| it == PROVIDER);
    data.get("block").filter(|it| is_ours && it.is_object()).cloned()
}

fn kind(block: &Value) -> &str {
    block.get("type").and_then(Value::as_str).unwrap_or_default()
}
