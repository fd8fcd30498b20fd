//! A conversation as Gemini wants it: messages in, turns of parts out.
//!
//! Turns of users and models alternate, beginning with a user's. Results of functions belong to the user and come first in the turn. An id is sent
//! only where Gemini itself gave it.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::{PROVIDER, SIGNATURE};
use crate::anthropic::media::{self, Source};
use crate::chat::{Call, ChatRequest, Media, Message, Outcome, Part, Role};

/// What an answer says about itself: nothing that could go back.
pub(super) const METADATA: &[&str] = &["groundingMetadata", "urlContextMetadata", "citationMetadata"];

/// The array `contents` of a request.
pub(super) fn contents(request: &ChatRequest) -> Vec<Value> {
    let given = given_ids(request);
    let wants_signatures = request.model.trim_start_matches("models/").starts_with("gemini-3");
    let mut turns: Vec<(&str, Vec<Value>)> = Vec::new();
    for (role, mut parts) in request.messages_from_prompt().iter().filter_map(|it| turn(it, &given)) {
        if wants_signatures {
            sign_calls(&mut parts);
        }
        match turns.last_mut() {
            Some(last) if last.0 == role => last.1.extend(parts),
            _ => turns.push((role, parts)),
        }
    }
    turns.into_iter().map(|(role, parts)| json!({ "role": role, "parts": results_first(parts) })).collect()
}

/// The ids that Gemini gave to its calls.
fn given_ids(request: &ChatRequest) -> HashSet<&str> {
    let parts = request.messages.iter().flat_map(|it| &it.parts);
    parts.filter_map(|it| if let Part::Call(call) = it { given_id(call) } else { None }).collect()
}

fn given_id(call: &Call) -> Option<&str> {
    let id = of_ours(&call.data, "id")?.as_str()?;
    (id == call.id).then_some(id)
}

/// What a provider wants back, if this is the one.
fn of_ours<'a>(data: &'a Value, key: &str) -> Option<&'a Value> {
    data.get("provider").filter(|it| *it == PROVIDER)?;
    data.get(key)
}

fn turn(message: &Message, given: &HashSet<&str>) -> Option<(&'static str, Vec<Value>)> {
    let role = match message.role {
        Role::System => return None,
        Role::User | Role::Tool => "user",
        Role::Assistant => "model",
    };
    Some((role, parts(&message.parts, given))).filter(|it| !it.1.is_empty())
}

fn results_first(mut parts: Vec<Value>) -> Vec<Value> {
    parts.sort_by_key(|it| it.get("functionResponse").is_none());
    parts
}

fn parts(from: &[Part], given: &HashSet<&str>) -> Vec<Value> {
    let mut parts = Vec::new();
    let mut is_after_text = false;
    for it in from {
        if let Some(signature) = signature(it) {
            sign(&mut parts, is_after_text, signature);
            is_after_text = false;
            continue;
        }
        let count = parts.len();
        parts.extend(part(it, given));
        is_after_text = matches!(it, Part::Text(_)) && parts.len() > count;
    }
    parts
}

/// What belongs to the text before it: see `answer`.
fn signature(part: &Part) -> Option<&Value> {
    let Part::Other { provider, data } = part else { return None };
    let data = data.as_object().filter(|it| provider == PROVIDER && it.len() == 1)?;
    data.get(SIGNATURE)
}

/// Puts a signature on the text before it; without one it goes alone.
fn sign(parts: &mut Vec<Value>, is_after_text: bool, signature: &Value) {
    match parts.last_mut() {
        Some(Value::Object(text)) if is_after_text => drop(text.insert(SIGNATURE.to_owned(), signature.clone())),
        _ => parts.push(json!({ "text": "", SIGNATURE: signature })),
    }
}

/// Gemini 3 refuses calls of a turn of which none is signed. Calls that another model made get what Google says to send then.
fn sign_calls(parts: &mut [Value]) {
    let mut calls = parts.iter_mut().filter(|it| it.get("functionCall").is_some());
    let Some(Value::Object(first)) = calls.next() else { return };
    if !first.contains_key(SIGNATURE) && !calls.any(|it| it.get(SIGNATURE).is_some()) {
        first.insert(SIGNATURE.to_owned(), json!("skip_thought_signature_validator"));
    }
}

/// What is sent of a part, where there is something to send.
fn part(part: &Part, given: &HashSet<&str>) -> Option<Value> {
    match part {
        Part::Text(text) => (!text.is_empty()).then(|| json!({ "text": text })),
        Part::Image(media) => Some(media_part(media)),
        Part::File { media, .. } => Some(file(media)),
        Part::Call(call) => Some(function_call(call)),
        Part::Result(outcome) => Some(function_response(outcome, given)),
        Part::Reasoning { data, .. } => of_ours(data, "block").filter(|it| it.is_object()).cloned(),
        Part::Other { provider, data } => (provider == PROVIDER && is_part(data)).then(|| data.clone()),
    }
}

fn is_part(data: &Value) -> bool {
    data.as_object().is_some_and(|it| !it.keys().any(|key| METADATA.contains(&key.as_str())))
}

fn media_part(media: &Media) -> Value {
    match Source::of(media) {
        Source::Data { media_type, base64 } => json!({ "inlineData": { "mimeType": media_type, "data": base64 } }),
        Source::Url(url) => match media::guess(url) {
            Some(media_type) => json!({ "fileData": { "mimeType": media_type, "fileUri": url } }),
            None => json!({ "fileData": { "fileUri": url } }),
        },
    }
}

/// A document. Text of kinds that Gemini does not know (`application/json`) goes as plain text.
fn file(media: &Media) -> Value {
    match (media::text(media), media) {
        (Some(_), Media::Data { bytes, media_type }) if !media::plain(media_type).starts_with("text/") => {
            json!({ "inlineData": { "mimeType": "text/plain", "data": media::base64(bytes) } })
        }
        _ => media_part(media),
    }
}

fn function_call(call: &Call) -> Value {
    let mut function = named(given_id(call), &call.tool);
    function.insert("args".to_owned(), Value::Object(call.arguments.as_object().cloned().unwrap_or_default()));
    let mut part = Map::new();
    part.insert("functionCall".to_owned(), Value::Object(function));
    if let Some(signature) = of_ours(&call.data, SIGNATURE) {
        part.insert(SIGNATURE.to_owned(), signature.clone());
    }
    Value::Object(part)
}

/// A result has to be an object: a value that is none is wrapped, and a failure is `{"error": …}`.
fn function_response(outcome: &Outcome, given: &HashSet<&str>) -> Value {
    let response = match outcome.json() {
        object @ Value::Object(_) => object,
        value => json!({ "result": value }),
    };
    let id = given.get(outcome.call_id.as_str()).copied();
    let mut function = named(id, &outcome.tool);
    function.insert("response".to_owned(), response);
    json!({ "functionResponse": function })
}

fn named(id: Option<&str>, name: &str) -> Map<String, Value> {
    let id = id.map(|it| ("id".to_owned(), json!(it)));
    id.into_iter().chain([("name".to_owned(), json!(name))]).collect()
}
