//! A conversation with a model, whoever answers it: what is asked, what comes back, and what is heard meanwhile.
//!
//! In requests and responses tools have their names on the wire, and arguments the form that they have there: whoever makes
//! a request translates from the program's own names and forms, and back.

use std::sync::Arc;

use concerto_schema::entry::Entries;
use serde_json::Value;

use crate::content::{self, Shown};

/// One turn of a conversation.
#[derive(Clone, PartialEq, Debug)]
pub struct Message {
    /// Who says it.
    pub role: Role,
    /// What is said, in order.
    pub parts: Vec<Part>,
}

/// Who says something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Whoever wrote the program.
    System,
    /// Whoever asks.
    User,
    /// The model.
    Assistant,
    /// Tools: all parts are results.
    Tool,
}

/// A piece of a message.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// Text.
    Text(String),
    /// A picture.
    Image(Media),
    /// A document.
    File {
        /// What it is called.
        name: String,
        /// What it is.
        media: Media,
    },
    /// A call that the model made.
    Call(Call),
    /// What a call came to.
    Result(Outcome),
    /// What the model thought; `data` goes back unchanged to the provider that made it, which it names.
    Reasoning {
        /// As far as it can be read.
        text: String,
        /// `{"provider": …, "block": …}`, or null.
        data: Value,
    },
    /// Something only its provider understands, kept as it came.
    Other {
        /// Whose it is: the text of a `Provider`.
        provider: String,
        /// The block.
        data: Value,
    },
}

/// Where a picture or a document comes from.
#[derive(Clone, PartialEq, Debug)]
pub enum Media {
    /// An address that the provider reads.
    Url(String),
    /// The content itself.
    Data {
        /// Its bytes.
        bytes: Vec<u8>,
        /// What they are: `image/png`.
        media_type: String,
    },
}

/// A call that the model made.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// What its result is to name.
    pub id: String,
    /// The name of the tool; one that the model made up as it came.
    pub tool: String,
    /// An object; the text as it came where that is no JSON object.
    pub arguments: Value,
    /// What the provider wants back with the call: Gemini's `thoughtSignature`, the item's own id. Null where there is nothing.
    pub data: Value,
}

/// What a call came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The call.
    pub call_id: String,
    /// The name of the tool.
    pub tool: String,
    /// The value, or the kind of failure and the reason.
    pub result: Result<Value, (String, String)>,
}

impl Call {
    /// Arguments as a provider wrote them: blank text means none, and what is no JSON object stays text.
    pub fn arguments(text: &str) -> Value {
        if text.trim().is_empty() {
            return Value::Object(serde_json::Map::new());
        }
        match serde_json::from_str(text) {
            Ok(object @ Value::Object(_)) => object,
            _ => Value::String(text.to_owned()),
        }
    }

    /// The arguments as JSON text: what is no object goes back as it came.
    pub fn arguments_text(&self) -> String {
        match &self.arguments {
            Value::String(text) => text.clone(),
            value => value.to_string(),
        }
    }
}

impl Outcome {
    /// What the model reads: a text as it is, parts in words, everything else as compact JSON, a failure as `{"error":{…}}`.
    pub fn text(&self) -> String {
        match (&self.result, self.parts()) {
            (Ok(Value::String(text)), _) => text.clone(),
            (Ok(_), Some(parts)) => content::words(&parts),
            (Ok(value), None) => value.to_string(),
            (Err(_), _) => self.json().to_string(),
        }
    }

    /// The parts of a value that is a list of them.
    pub fn parts(&self) -> Option<Vec<Shown>> {
        self.result.as_ref().ok().and_then(content::shown)
    }

    /// The same as JSON.
    pub fn json(&self) -> Value {
        match &self.result {
            Ok(value) if content::is_parts(value) => Value::String(self.text()),
            Ok(value) => value.clone(),
            Err((kind, message)) => serde_json::json!({ "error": { "kind": kind, "message": message } }),
        }
    }
}

/// Which tools the model may or must call.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ToolChoice {
    /// Those it wants.
    #[default]
    Auto,
    /// None.
    None,
    /// One at least.
    Required,
    /// This one.
    Tool(String),
}

/// The form that the answer is to have.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    /// The name of the schema: `[A-Za-z0-9_-]`, at most 64 characters.
    pub name: String,
    /// The schema as it is sent, an object at its root.
    pub schema: Value,
    /// Whether the provider is to keep to it strictly.
    pub is_strict: bool,
    /// How the provider is asked for it.
    pub means: Means,
}

/// How a provider is asked for an answer of a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// By a setting of the request. The answer is the text.
    Native,
    /// By a tool with the name of the schema, which is in the tools of the request and has to be called. The answer is its
    /// arguments.
    Tool,
    /// By words in the system prompt, which are there already. The answer is in the text.
    Prompt,
}

/// One request to a model.
#[derive(Clone, Debug, Default)]
pub struct ChatRequest {
    /// The provider's name of the model.
    pub model: String,
    /// The system prompt.
    pub system: Option<String>,
    /// The conversation, the newest message last.
    pub messages: Vec<Message>,
    /// The tools as they are sent.
    pub offered: Arc<Entries>,
    /// Which of them may or must be called.
    pub tool_choice: ToolChoice,
    /// How much chance there is.
    pub temperature: Option<f64>,
    /// How many tokens the answer may have.
    pub max_tokens: Option<u64>,
    /// How unlikely words may be.
    pub top_p: Option<f64>,
    /// What ends the answer.
    pub stop: Vec<String>,
    /// The form of the answer.
    pub output: Option<Output>,
    /// Whether the answer comes in pieces.
    pub is_streamed: bool,
}

impl ChatRequest {
    /// The conversation from its first prompt on, for APIs that refuse one which begins with a turn of the model: a memory that
    /// was cut may begin so.
    pub fn messages_from_prompt(&self) -> &[Message] {
        let begins = self.messages.iter().find(|it| it.role != Role::System).map(|it| it.role);
        let prompt = self.messages.iter().position(|it| it.role == Role::User);
        let start = prompt.filter(|_| begins != Some(Role::User)).unwrap_or(0);
        self.messages.get(start..).unwrap_or_default()
    }
}

/// Tokens of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Sent.
    pub input_tokens: u64,
    /// Received.
    pub output_tokens: u64,
    /// Of those that were sent: read from a cache.
    pub cached_tokens: u64,
    /// Of those that were received: thought.
    pub reasoning_tokens: u64,
}

/// Why an answer ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Finish {
    /// It was complete.
    #[default]
    Stop,
    /// It reached the token limit.
    Length,
    /// Tools are to be called.
    ToolCalls,
    /// A filter stopped it.
    Filtered,
    /// The model refused.
    Refused,
    /// For a reason that is not known here.
    Other,
}

impl Finish {
    /// The word for it in a program.
    pub fn text(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Length => "length",
            Self::ToolCalls => "tool_calls",
            Self::Filtered => "filtered",
            Self::Refused => "refused",
            Self::Other => "other",
        }
    }
}

/// What a model answered.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ChatResponse {
    /// The parts of the assistant's message: text, reasoning, calls and what only the provider understands, in order.
    pub parts: Vec<Part>,
    /// Why it ended.
    pub finish: Finish,
    /// What the model said when it refused, the filter when it stopped the answer, or the provider's word for another end.
    pub refusal: Option<String>,
    /// What it took.
    pub usage: Usage,
    /// Who answered, where the provider says so.
    pub model: Option<String>,
}

/// A piece of an answer on its way.
#[derive(Clone, PartialEq, Debug)]
pub enum Delta {
    /// More text.
    Text(String),
    /// More reasoning.
    Reasoning(String),
    /// More of a call's arguments.
    Arguments {
        /// The call.
        id: String,
        /// The piece, as it came.
        text: String,
    },
}
