//! What Gemini answered: one object, or several that follow each other, in; deltas and a response out.
//!
//! Text that follows text is one part, until a signature comes. Signed text becomes two parts: the text, and
//! `{"thoughtSignature":…}`, which `contents` puts back on it. What was found on the web comes last.

use serde_json::{Map, Value, json};

use super::contents::METADATA;
use super::{PROVIDER, SIGNATURE};
use crate::chat::{Call, ChatRequest, ChatResponse, Delta, Finish, Part, Usage};
use crate::ollama::ids::Ids;
use crate::wire::Broken;

type Object = Map<String, Value>;

/// Reads a whole answer.
pub(super) fn response(request: &ChatRequest, body: &[u8]) -> Result<ChatResponse, Broken> {
    let body: Value = serde_json::from_slice(body).map_err(|it| malformed(&format!("the answer is no JSON: {it}")))?;
    let mut answer = Answer::new(request);
    answer.take(&body, &mut Vec::new())?;
    if !answer.has_candidate && !answer.is_ended() {
        return Err(malformed("the answer has no candidates"));
    }
    Ok(answer.close())
}

/// What is known of an answer.
pub(super) struct Answer {
    ids: Ids,
    parts: Vec<Part>,
    /// Whether the last part can take more text: it is of the same kind and was not signed.
    is_open: bool,
    has_candidate: bool,
    finish_reason: Option<String>,
    /// What was said about the end.
    finish_message: Option<String>,
    /// Why the prompt was blocked.
    block_reason: Option<String>,
    metadata: Object,
    usage: Object,
    model: Option<String>,
}

impl Answer {
    /// Nothing yet.
    pub(super) fn new(request: &ChatRequest) -> Self {
        Self {
            ids: Ids::of(request),
            parts: Vec::new(),
            is_open: false,
            has_candidate: false,
            finish_reason: None,
            finish_message: None,
            block_reason: None,
            metadata: Object::new(),
            usage: Object::new(),
            model: None,
        }
    }

    /// Whether the end came.
    pub(super) fn is_ended(&self) -> bool {
        self.finish_reason.is_some() || self.block_reason.is_some()
    }

    /// Takes an object of the answer.
    pub(super) fn take(&mut self, body: &Value, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        let body = body.as_object().ok_or_else(|| malformed("the answer is no JSON object"))?;
        if let Some(error) = body.get("error") {
            return Err(reported(error));
        }
        if let Some(feedback) = body.get("promptFeedback").and_then(Value::as_object) {
            let reason = text(feedback, "blockReason");
            let words = reason.map(|it| text(feedback, "blockReasonMessage").unwrap_or(it));
            self.block_reason = words.or(self.block_reason.take());
        }
        self.usage.extend(body.get("usageMetadata").and_then(Value::as_object).cloned().unwrap_or_default());
        self.model = text(body, "modelVersion").or(self.model.take());
        let Some(candidates) = body.get("candidates").filter(|it| !it.is_null()) else { return Ok(()) };
        let candidates = candidates.as_array().ok_or_else(|| malformed("`candidates` is no list"))?;
        candidates.first().map_or(Ok(()), |it| self.take_candidate(it, deltas))
    }

    fn take_candidate(&mut self, candidate: &Value, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        let candidate = candidate.as_object().ok_or_else(|| malformed("a candidate is no object"))?;
        self.has_candidate = true;
        let parts = candidate.get("content").and_then(|it| it.get("parts")).filter(|it| !it.is_null());
        if let Some(parts) = parts {
            let parts = parts.as_array().ok_or_else(|| malformed("`parts` is no list"))?;
            parts.iter().try_for_each(|it| self.take_part(it, deltas))?;
        }
        self.finish_reason = text(candidate, "finishReason").or(self.finish_reason.take());
        self.finish_message = text(candidate, "finishMessage").or(self.finish_message.take());
        let known = METADATA.iter().filter_map(|key| Some((key.to_string(), candidate.get(*key)?.clone())));
        self.metadata.extend(known);
        Ok(())
    }

    fn take_part(&mut self, part: &Value, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        let part = part.as_object().ok_or_else(|| malformed("a part is no object"))?;
        if let Some(call) = part.get("functionCall") {
            return self.take_call(call, part.get(SIGNATURE), deltas);
        }
        let is_thought = part.get("thought") == Some(&Value::Bool(true));
        match part.get("text") {
            Some(Value::String(said)) if is_thought => self.take_thought(said, part, deltas),
            Some(Value::String(said)) => self.take_text(said, part, deltas),
            Some(_) => return Err(malformed("the text of a part is no text")),
            None if part.is_empty() => {}
            None => self.push(other(Value::Object(part.clone()))),
        }
        Ok(())
    }

    /// Adds a part that nothing is added to.
    fn push(&mut self, part: Part) {
        self.parts.push(part);
        self.is_open = false;
    }

    fn take_text(&mut self, said: &str, part: &Object, deltas: &mut Vec<Delta>) {
        deltas.extend((!said.is_empty()).then(|| Delta::Text(said.to_owned())));
        match (part.get(SIGNATURE), self.parts.last_mut()) {
            (Some(_), _) if said.is_empty() => self.push(other(Value::Object(part.clone()))),
            (Some(signature), _) => {
                self.push(Part::Text(said.to_owned()));
                self.push(other(json!({ SIGNATURE: signature })));
            }
            (None, Some(Part::Text(text))) if self.is_open => text.push_str(said),
            (None, _) if said.is_empty() => {}
            (None, _) => {
                self.push(Part::Text(said.to_owned()));
                self.is_open = true;
            }
        }
    }

    /// Thoughts come in pieces, too; the signature closes them.
    fn take_thought(&mut self, said: &str, part: &Object, deltas: &mut Vec<Delta>) {
        deltas.extend((!said.is_empty()).then(|| Delta::Reasoning(said.to_owned())));
        let is_signed = part.contains_key(SIGNATURE);
        match self.parts.last_mut() {
            Some(Part::Reasoning { text, data }) if self.is_open => {
                text.push_str(said);
                grow(data.get_mut("block"), said, part.get(SIGNATURE));
            }
            _ => {
                let data = json!({ "provider": PROVIDER, "block": part });
                self.push(Part::Reasoning { text: said.to_owned(), data });
            }
        }
        self.is_open = !is_signed;
    }

    fn take_call(&mut self, call: &Value, signature: Option<&Value>, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        let call = call.as_object().ok_or_else(|| malformed("a call is no object"))?;
        let tool = call.get("name").and_then(Value::as_str).ok_or_else(|| malformed("a call has no name"))?.to_owned();
        let arguments = match call.get("args") {
            Some(object @ Value::Object(_)) => object.clone(),
            None | Some(Value::Null) => Value::Object(Object::new()),
            Some(value) => Value::String(value.to_string()),
        };
        let given = text(call, "id");
        let id = self.ids.take(given.as_deref());
        let data = data(given.filter(|it| *it == id), signature);
        let call = Call { id: id.clone(), tool, arguments, data };
        deltas.push(Delta::Arguments { id, text: call.arguments_text() });
        self.push(Part::Call(call));
        Ok(())
    }

    /// The response.
    pub(super) fn close(mut self) -> ChatResponse {
        if !self.metadata.is_empty() {
            self.parts.push(other(Value::Object(self.metadata)));
        }
        let has_calls = self.parts.iter().any(|it| matches!(it, Part::Call(_)));
        let finish = match &self.block_reason {
            Some(_) => Finish::Filtered,
            None => finish(self.finish_reason.as_deref(), has_calls),
        };
        let refusal = match finish {
            Finish::Filtered => self.block_reason.or(self.finish_message).or(self.finish_reason),
            Finish::Other => self.finish_reason,
            _ => None,
        };
        ChatResponse { parts: self.parts, finish, refusal, usage: usage(&self.usage), model: self.model }
    }
}

/// Adds to the thought that goes back.
fn grow(block: Option<&mut Value>, said: &str, signature: Option<&Value>) {
    let Some(block) = block.and_then(Value::as_object_mut) else { return };
    if let Some(Value::String(text)) = block.get_mut("text") {
        text.push_str(said);
    }
    if let Some(signature) = signature {
        block.insert(SIGNATURE.to_owned(), signature.clone());
    }
}

fn other(data: Value) -> Part {
    Part::Other { provider: PROVIDER.to_owned(), data }
}

/// What goes back with a call.
fn data(id: Option<String>, signature: Option<&Value>) -> Value {
    if id.is_none() && signature.is_none() {
        return Value::Null;
    }
    let id = id.map(|it| ("id".to_owned(), Value::String(it)));
    let signature = signature.map(|it| (SIGNATURE.to_owned(), it.clone()));
    [("provider".to_owned(), json!(PROVIDER))].into_iter().chain(id).chain(signature).collect()
}

fn finish(reason: Option<&str>, has_calls: bool) -> Finish {
    match reason {
        None | Some("STOP") if has_calls => Finish::ToolCalls,
        None | Some("STOP") => Finish::Stop,
        Some("MAX_TOKENS") => Finish::Length,
        Some("SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" | "MODEL_ARMOR") => Finish::Filtered,
        Some("IMAGE_SAFETY" | "IMAGE_PROHIBITED_CONTENT" | "IMAGE_RECITATION") => Finish::Filtered,
        Some(_) => Finish::Other,
    }
}

/// What Gemini thought is not among its candidates' tokens, and what its own tools read is not in the prompt's.
fn usage(usage: &Object) -> Usage {
    let count = |key: &str| usage.get(key).and_then(Value::as_u64).unwrap_or(0);
    let reasoning_tokens = count("thoughtsTokenCount");
    Usage {
        input_tokens: count("promptTokenCount").saturating_add(count("toolUsePromptTokenCount")),
        output_tokens: count("candidatesTokenCount").saturating_add(reasoning_tokens),
        cached_tokens: count("cachedContentTokenCount"),
        reasoning_tokens,
    }
}

/// An error that the provider reports.
pub(super) fn reported(error: &Value) -> Broken {
    let part = |key: &str| error.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    Broken::Reported { kind: part("status"), message: part("message") }
}

/// An answer that is not what the API says.
pub(super) fn malformed(text: &str) -> Broken {
    Broken::Malformed(text.to_owned())
}

/// A text in an object, if it says something.
fn text(object: &Object, key: &str) -> Option<String> {
    object.get(key).and_then(Value::as_str).filter(|it| !it.is_empty()).map(str::to_owned)
}
