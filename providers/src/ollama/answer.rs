//! What Ollama answered: one object, or several on lines of their own, in; deltas and a response out.

use serde_json::{Map, Value, json};

use super::PROVIDER;
use super::ids::Ids;
use crate::chat::{Call, ChatRequest, ChatResponse, Delta, Finish, Part, Usage};
use crate::lines::Decoder;
use crate::wire::{Broken, Fold};

type Object = Map<String, Value>;

/// Reads a whole answer.
pub(super) fn response(request: &ChatRequest, body: &[u8]) -> Result<ChatResponse, Broken> {
    let body: Value = serde_json::from_slice(body).map_err(|it| malformed(&format!("the answer is no JSON: {it}")))?;
    let mut answer = Answer::new(request);
    answer.take(&body, &mut Vec::new())?;
    if body.get("message").is_none() {
        return Err(malformed("the answer has no message"));
    }
    answer.close()
}

/// An answer that comes in pieces.
pub(super) struct Stream {
    decoder: Decoder,
    answer: Answer,
}

impl Stream {
    /// Nothing yet.
    pub(super) fn new(request: &ChatRequest) -> Self {
        Self { decoder: Decoder::default(), answer: Answer::new(request) }
    }
}

impl Fold for Stream {
    fn push(&mut self, bytes: &[u8], deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        let values = self.decoder.push(bytes)?;
        values.iter().try_for_each(|it| self.answer.take(it, deltas))
    }

    fn is_done(&self) -> bool {
        self.answer.is_done
    }

    fn finish(mut self: Box<Self>) -> Result<ChatResponse, Broken> {
        // What follows the end does not count, whatever it is.
        if !self.answer.is_done {
            let last = self.decoder.finish()?;
            last.map_or(Ok(()), |it| self.answer.take(&it, &mut Vec::new()))?;
        }
        self.answer.close()
    }
}

/// What is known of an answer.
struct Answer {
    ids: Ids,
    parts: Vec<Part>,
    is_done: bool,
    done_reason: Option<String>,
    usage: Usage,
    model: Option<String>,
}

impl Answer {
    fn new(request: &ChatRequest) -> Self {
        let ids = Ids::of(request);
        Self { ids, parts: Vec::new(), is_done: false, done_reason: None, usage: Usage::default(), model: None }
    }

    fn take(&mut self, body: &Value, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        if self.is_done {
            return Ok(());
        }
        let body = body.as_object().ok_or_else(|| malformed("the answer is no JSON object"))?;
        if let Some(error) = body.get("error") {
            return Err(reported(error));
        }
        if let Some(message) = body.get("message") {
            self.take_message(message.as_object().ok_or_else(|| malformed("the message is no object"))?, deltas)?;
        }
        self.model = text(body, "model").map(str::to_owned).or(self.model.take());
        let count = |key: &str| body.get(key).and_then(Value::as_u64);
        self.usage.input_tokens = count("prompt_eval_count").unwrap_or(self.usage.input_tokens);
        self.usage.output_tokens = count("eval_count").unwrap_or(self.usage.output_tokens);
        self.is_done = body.get("done") == Some(&Value::Bool(true));
        self.done_reason = text(body, "done_reason").map(str::to_owned);
        Ok(())
    }

    fn take_message(&mut self, message: &Object, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        if let Some(thought) = piece(message, "thinking")? {
            self.add_thought(thought);
            deltas.push(Delta::Reasoning(thought.to_owned()));
        }
        if let Some(said) = piece(message, "content")? {
            self.add_text(said);
            deltas.push(Delta::Text(said.to_owned()));
        }
        let Some(calls) = message.get("tool_calls").filter(|it| !it.is_null()) else { return Ok(()) };
        let calls = calls.as_array().ok_or_else(|| malformed("`tool_calls` is no list"))?;
        calls.iter().try_for_each(|it| self.add_call(it, deltas))
    }

    fn add_text(&mut self, said: &str) {
        match self.parts.last_mut() {
            Some(Part::Text(text)) => text.push_str(said),
            _ => self.parts.push(Part::Text(said.to_owned())),
        }
    }

    /// What goes back is made of the text at the end.
    fn add_thought(&mut self, thought: &str) {
        match self.parts.last_mut() {
            Some(Part::Reasoning { text, .. }) => text.push_str(thought),
            _ => self.parts.push(Part::Reasoning { text: thought.to_owned(), data: Value::Null }),
        }
    }

    fn add_call(&mut self, call: &Value, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        let function = call.get("function").and_then(Value::as_object);
        let function = function.ok_or_else(|| malformed("a call has no function"))?;
        let tool =
            function.get("name").and_then(Value::as_str).ok_or_else(|| malformed("a call has no name"))?.to_owned();
        let arguments = match function.get("arguments") {
            Some(object @ Value::Object(_)) => object.clone(),
            Some(Value::String(text)) => Call::arguments(text),
            None | Some(Value::Null) => Value::Object(Object::new()),
            Some(value) => Value::String(value.to_string()),
        };
        let id = self.ids.take(call.get("id").and_then(Value::as_str));
        let call = Call { id: id.clone(), tool, arguments, data: Value::Null };
        deltas.push(Delta::Arguments { id, text: call.arguments_text() });
        self.parts.push(Part::Call(call));
        Ok(())
    }

    fn close(mut self) -> Result<ChatResponse, Broken> {
        if !self.is_done {
            return Err(malformed("the answer ended before its end"));
        }
        for part in &mut self.parts {
            if let Part::Reasoning { text, data } = part {
                *data = json!({ "provider": PROVIDER, "block": { "thinking": text } });
            }
        }
        let has_calls = self.parts.iter().any(|it| matches!(it, Part::Call(_)));
        let finish = finish(self.done_reason.as_deref(), has_calls);
        let refusal = self.done_reason.filter(|_| finish == Finish::Other);
        Ok(ChatResponse { parts: self.parts, finish, refusal, usage: self.usage, model: self.model })
    }
}

fn finish(reason: Option<&str>, has_calls: bool) -> Finish {
    match reason {
        None | Some("stop") if has_calls => Finish::ToolCalls,
        None | Some("stop") => Finish::Stop,
        Some("length") => Finish::Length,
        Some(_) => Finish::Other,
    }
}

/// An error is a text here; some servers in between send an object.
fn reported(error: &Value) -> Broken {
    let message = error.as_str().or_else(|| error.get("message").and_then(Value::as_str));
    Broken::Reported { kind: String::new(), message: message.map_or_else(|| error.to_string(), str::to_owned) }
}

fn malformed(text: &str) -> Broken {
    Broken::Malformed(text.to_owned())
}

fn text<'a>(object: &'a Object, key: &str) -> Option<&'a str> {
    object.get(key).and_then(Value::as_str).filter(|it| !it.is_empty())
}

/// A piece of text in a message, if there is something in it.
fn piece<'a>(message: &'a Object, key: &str) -> Result<Option<&'a str>, Broken> {
    match message.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str()).filter(|it| !it.is_empty())),
        Some(_) => Err(malformed("a piece of the message is no text")),
    }
}
