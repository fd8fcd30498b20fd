//! A conversation as Ollama wants it: messages in, messages with text, pictures and calls out.
//!
//! A message has one text: documents are written into it, and so is a note where something cannot be sent.

use serde_json::{Map, Value, json};

use super::PROVIDER;
use crate::anthropic::media::{self, Source};
use crate::chat::{Call, ChatRequest, Media, Message, Outcome, Part, Role};

/// The array `messages` of a request.
pub(super) fn messages(request: &ChatRequest) -> Vec<Value> {
    let system = request.system.iter().filter(|it| !it.is_empty());
    let system = system.map(|it| json!({ "role": "system", "content": it }));
    system.chain(request.messages.iter().flat_map(message)).collect()
}

/// The results in a message, each as one of its own, then the rest.
fn message(message: &Message) -> Vec<Value> {
    let results = message.parts.iter().filter_map(|it| if let Part::Result(it) = it { Some(result(it)) } else { None });
    let mut messages: Vec<Value> = results.collect();
    let mut said = Said::default();
    message.parts.iter().for_each(|it| said.add(it, message.role));
    if !said.is_empty() {
        messages.push(said.message(message.role));
    }
    messages
}

fn result(outcome: &Outcome) -> Value {
    json!({ "role": "tool", "content": outcome.text(), "tool_name": outcome.tool })
}

/// What a message says.
#[derive(Default)]
struct Said {
    content: String,
    thinking: String,
    images: Vec<Value>,
    calls: Vec<Value>,
}

impl Said {
    fn add(&mut self, part: &Part, role: Role) {
        match part {
            // An answer may have come in several parts; whatever else is said apart is kept apart.
            Part::Text(text) if role == Role::Assistant => self.content.push_str(text),
            Part::Text(text) => self.add_text(text),
            Part::Image(media) => self.add_image("the picture", media),
            Part::File { name, media } => self.add_file(name, media),
            Part::Call(call) => self.calls.push(function(call)),
            Part::Reasoning { data, .. } => self.thinking.push_str(thinking(data)),
            Part::Result(_) | Part::Other { .. } => {}
        }
    }

    fn add_text(&mut self, text: &str) {
        if !self.content.is_empty() && !text.is_empty() {
            self.content.push_str("\n\n");
        }
        self.content.push_str(text);
    }

    fn add_image(&mut self, what: &str, media: &Media) {
        match Source::of(media) {
            Source::Data { base64, .. } => self.images.push(json!(base64)),
            Source::Url(url) => self.add_text(&media::note(&format!("{what} at {url}"))),
        }
    }

    fn add_file(&mut self, name: &str, media: &Media) {
        if let Some(text) = media::text(media) {
            return self.add_text(&format!("The file `{name}`:\n{text}"));
        }
        match Source::of(media) {
            Source::Data { media_type, .. } if media_type.starts_with("image/") => self.add_image("", media),
            Source::Data { media_type, .. } => {
                self.add_text(&media::note(&format!("the file `{name}` ({media_type})")));
            }
            Source::Url(url) => self.add_text(&media::note(&format!("the file `{name}` at {url}"))),
        }
    }

    fn is_empty(&self) -> bool {
        self.content.is_empty() && self.thinking.is_empty() && self.images.is_empty() && self.calls.is_empty()
    }

    fn message(self, role: Role) -> Value {
        let role = match role {
            Role::System => "system",
            Role::User | Role::Tool => "user",
            Role::Assistant => "assistant",
        };
        let pairs = [
            ("role", Some(json!(role))),
            ("content", Some(Value::String(self.content))),
            ("thinking", (!self.thinking.is_empty()).then_some(Value::String(self.thinking))),
            ("images", (!self.images.is_empty()).then_some(Value::Array(self.images))),
            ("tool_calls", (!self.calls.is_empty()).then_some(Value::Array(self.calls))),
        ];
        let pairs = pairs.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        Value::Object(pairs.collect::<Map<_, _>>())
    }
}

fn function(call: &Call) -> Value {
    let arguments = call.arguments.as_object().cloned().unwrap_or_default();
    json!({ "function": { "name": call.tool, "arguments": arguments } })
}

/// What Ollama's own models thought.
fn thinking(data: &Value) -> &str {
    let is_ours = data.get("provider").is_some_and(|it| it == PROVIDER);
    let thinking = data.get("block").and_then(|it| it.get("thinking")).and_then(Value::as_str);
    thinking.filter(|_| is_ours).unwrap_or_default()
}
