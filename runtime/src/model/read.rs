//! What a program asks: a `ModelRequest` of the library in, its parts out.

use concerto_providers::assemble::Choice;
use concerto_providers::chat::{Call, Media, Message, Outcome, Part, Role};
use concerto_vm::Value;

use crate::connection::{Backoff, Retry};
use crate::value::{Fields, to_json};

/// What a program asks.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) agent: String,
    pub(crate) run: i64,
    pub(crate) turn: u64,
    pub(crate) providers: Vec<String>,
    pub(crate) model: Option<String>,
    pub(crate) system: Option<String>,
    pub(crate) context: Option<serde_json::Value>,
    pub(crate) messages: Vec<Message>,
    /// What is known of its tools, as JSON: most requests have the same as the one before.
    pub(crate) tools: String,
    pub(crate) choice: Choice,
    pub(crate) temperature: Option<f64>,
    pub(crate) max_tokens: Option<u64>,
    pub(crate) top_p: Option<f64>,
    pub(crate) stop: Vec<String>,
    /// The schema of the answer, as JSON; empty where it is to be text.
    pub(crate) output: String,
    pub(crate) retry: Retry,
    /// The messages as they came, where a test may look at them.
    pub(crate) shown: Value,
}

impl Asked {
    /// Nothing where the value is none of the library's `ModelRequest`s.
    pub(crate) fn read(value: Value, is_kept: bool) -> Option<Self> {
        let mut fields = Fields::of(value)?;
        let choice = fields.text("choice")?;
        let chosen = fields.take("chosen").and_then(texts).unwrap_or_default();
        let messages = fields.take("messages")?;
        let shown = if is_kept { messages.clone() } else { Value::Null };
        Some(Self {
            agent: fields.text("agent")?,
            run: fields.int("run")?,
            turn: u64::try_from(fields.int("turn")?).ok()?,
            providers: texts(fields.take("providers")?)?,
            model: fields.text("model"),
            system: fields.text("system"),
            context: fields.take("context").map(to_json),
            messages: list(messages)?.into_iter().map(message).collect::<Option<_>>()?,
            tools: fields.text("tools")?,
            choice: match choice.as_str() {
                "none" => Choice::None,
                "required" => Choice::Required,
                "tool" => Choice::Tool(chosen),
                _ => Choice::Auto,
            },
            temperature: fields.float("temperature"),
            max_tokens: fields.int("max_tokens").and_then(|it| u64::try_from(it).ok()),
            top_p: fields.float("top_p"),
            stop: fields.take("stop").and_then(texts).unwrap_or_default(),
            output: fields.text("output").unwrap_or_default(),
            retry: fields.take("retry").map(retry).unwrap_or_default(),
            shown,
        })
    }
}

fn list(value: Value) -> Option<Vec<Value>> {
    match value {
        Value::Array(items) => Some(items),
        _ => None,
    }
}

fn texts(value: Value) -> Option<Vec<String>> {
    let text = |it| match it {
        Value::String(text) => Some(text),
        _ => None,
    };
    list(value)?.into_iter().map(text).collect()
}

/// `{ max: 3, backoff: "exponential", initial_delay_ms: 500 }`
fn retry(value: Value) -> Retry {
    let Some(mut fields) = Fields::of(value) else { return Retry::default() };
    let positive = |it: Option<i64>| it.and_then(|it| u64::try_from(it).ok());
    Retry {
        attempts_max: fields.int("max").or(fields.int("max_attempts")).and_then(|it| u32::try_from(it).ok()),
        backoff: fields.text("backoff").and_then(|it| Backoff::parse(&it)),
        initial_delay_ms: positive(fields.int("initial_delay_ms")),
        max_delay_ms: positive(fields.int("max_delay_ms")),
    }
}

/// A `Message` of the library.
fn message(value: Value) -> Option<Message> {
    let mut fields = Fields::of(value)?;
    let role = match fields.text("role")?.as_str() {
        "system" => Role::System,
        "user" => Role::User,
        "assistant" => Role::Assistant,
        _ => Role::Tool,
    };
    let mut parts: Vec<Part> = Vec::new();
    for part in list(fields.take("parts")?)? {
        match read_part(part)? {
            Part::Other { data, .. } if data.get("call").is_some() => attach(&mut parts, &data),
            part => parts.push(part),
        }
    }
    Some(Message { role, parts })
}

/// What a provider wants back with a call stands after it as a part of its own.
fn attach(parts: &mut [Part], data: &serde_json::Value) {
    let of = data.get("call").and_then(serde_json::Value::as_str);
    for part in parts {
        if let Part::Call(call) = part
            && Some(call.id.as_str()) == of
        {
            call.data = data.get("data").cloned().unwrap_or_default();
        }
    }
}

fn read_part(value: Value) -> Option<Part> {
    let mut fields = Fields::of(value)?;
    Some(match fields.text("type")?.as_str() {
        "Text" => Part::Text(fields.text("value")?),
        "Image" => Part::Image(media(fields.take("value")?)?),
        "File" => Part::File { name: fields.text("name")?, media: media(fields.take("media")?)? },
        "Call" => Part::Call(Call {
            id: fields.text("id")?,
            tool: fields.text("tool")?,
            arguments: fields.take("arguments").map(to_json).unwrap_or_default(),
            data: serde_json::Value::Null,
        }),
        "Result" => Part::Result(outcome(fields.take("value")?)?),
        "Reasoning" => {
            Part::Reasoning { text: fields.text("text")?, data: fields.take("data").map(to_json).unwrap_or_default() }
        }
        "Other" => Part::Other {
            provider: fields.text("provider")?,
            data: fields.take("data").map(to_json).unwrap_or_default(),
        },
        _ => return None,
    })
}

fn media(value: Value) -> Option<Media> {
    let mut fields = Fields::of(value)?;
    match fields.text("type")?.as_str() {
        "Url" => Some(Media::Url(fields.text("value")?)),
        _ => {
            let bytes = match fields.take("bytes")? {
                Value::Bytes(bytes) => bytes,
                _ => return None,
            };
            Some(Media::Data { bytes, media_type: fields.text("media_type")? })
        }
    }
}

fn outcome(value: Value) -> Option<Outcome> {
    let mut fields = Fields::of(value)?;
    let (call_id, tool) = (fields.text("call_id")?, fields.text("tool")?);
    let result = match fields.text("type")?.as_str() {
        "Ok" => Ok(fields.take("value").map(to_json).unwrap_or_default()),
        _ => Err((fields.text("kind")?, fields.text("reason")?)),
    };
    Some(Outcome { call_id, tool, result })
}
