//! The wire formats of all providers: what a model says in, the bytes that its provider would send out; and what a request
//! says of tools and results, wherever its API keeps it. One file for each API.

mod anthropic;
mod google;
mod ollama;
mod openai;
mod openai_chat;

use serde_json::{Value, json};

use super::server::Reply;

/// An API, as a server speaks it.
pub(crate) trait Api: Sync {
    /// The name in a manifest.
    fn name(&self) -> &'static str;

    /// What stands behind the server's address in `base_url`.
    fn base(&self) -> &'static str {
        ""
    }

    /// A model with everything that the tests need.
    fn model(&self) -> &'static str {
        "model-1"
    }

    fn path(&self, model: &str, is_streamed: bool) -> String;

    /// The header with the key.
    fn key_header(&self) -> (&'static str, &'static str) {
        ("authorization", "Bearer ")
    }

    /// An answer in one piece.
    fn whole(&self, turn: &Turn) -> Value;

    /// An answer in pieces.
    fn pieces(&self, turn: &Turn) -> String;

    fn pieces_type(&self) -> &'static str {
        "text/event-stream"
    }

    /// Whether arguments are text on the wire, which may be no JSON; without pieces, and with them.
    fn has_text_arguments(&self) -> (bool, bool);

    /// Whether a model can refuse, and whether a filter can stop it, in a way that the API tells apart.
    fn can_refuse(&self) -> bool;
    fn can_filter(&self) -> bool;

    /// The tools that a request offers, by their names on the wire.
    fn tools(&self, body: &Value) -> Vec<String>;

    /// The results that a request ends with: what the model reads, in order.
    fn results(&self, body: &Value) -> Vec<Value>;

    /// What a request says of tools that have to be called; null where nothing.
    fn choice(&self, body: &Value) -> Value;

    /// The texts of the users and the model in a request, in order.
    fn texts(&self, body: &Value) -> Vec<String>;

    /// The schema of the answer, where it is asked for by a setting.
    fn output(&self, body: &Value) -> Value;

    /// The body of an answer that says what is wrong.
    fn error(&self, message: &str) -> Value {
        json!({ "error": { "message": message, "type": "some_error" } })
    }

    /// An error inside of a stream.
    fn error_piece(&self, message: &str) -> String {
        events(&[("", self.error(message))])
    }

    fn reply(&self, is_streamed: bool, turn: &Turn) -> Reply {
        match is_streamed {
            true => Reply::new(200, self.pieces_type(), self.pieces(turn)),
            false => Reply::json(200, &self.whole(turn)),
        }
    }
}

/// All APIs.
pub(crate) const ALL: [&dyn Api; 5] =
    [&openai::OpenAi, &openai_chat::OpenAiChat, &anthropic::Anthropic, &google::Google, &ollama::Ollama];

/// The API of a name.
pub(crate) fn api(name: &str) -> &'static dyn Api {
    ALL.into_iter().find(|it| it.name() == name).unwrap()
}

/// What a model says in one turn.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) says: Vec<Say>,
    pub(crate) end: End,
}

/// A part of a turn.
#[derive(Clone, Debug)]
pub(crate) enum Say {
    Text(String),
    Thought(String),
    /// A call with the text of its arguments; an id is sent where the API has ids.
    Call {
        id: String,
        tool: String,
        arguments: String,
    },
}

/// Why a turn ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Stop,
    Length,
    Refused,
    Filtered,
}

impl Turn {
    pub(crate) fn text(text: &str) -> Self {
        Self { says: vec![Say::Text(text.to_owned())], end: End::Stop }
    }

    /// Calls, each with the number of its id.
    pub(crate) fn calls(calls: &[(usize, &str, &str)]) -> Self {
        let call = |&(number, tool, arguments): &(usize, &str, &str)| Say::Call {
            id: format!("call_{number}"),
            tool: tool.to_owned(),
            arguments: arguments.to_owned(),
        };
        Self { says: calls.iter().map(call).collect(), end: End::Stop }
    }

    pub(crate) fn ending(self, end: End) -> Self {
        Self { end, ..self }
    }

    /// The same with something in front.
    pub(crate) fn after(mut self, say: Say) -> Self {
        self.says.insert(0, say);
        self
    }

    fn has_calls(&self) -> bool {
        self.says.iter().any(|it| matches!(it, Say::Call { .. }))
    }
}

/// Arguments as the object that they are.
fn object(arguments: &str) -> Value {
    match arguments.trim() {
        "" => json!({}),
        text => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
    }
}

/// Two pieces of a text, cut in the middle.
fn halves(text: &str) -> [&str; 2] {
    let middle = (0..=text.len() / 2).rev().find(|it| text.is_char_boundary(*it)).unwrap_or_default();
    let (first, second) = text.split_at(middle);
    [first, second]
}

/// Server-sent events, each with its name where it has one.
fn events(events: &[(&str, Value)]) -> String {
    let event = |(name, data): &(&str, Value)| match *name {
        "" => format!("data: {data}\n\n"),
        name => format!("event: {name}\ndata: {data}\n\n"),
    };
    events.iter().map(event).collect()
}

/// The texts in a list of objects under a key.
fn names(list: &Value, key: &str) -> Vec<String> {
    let list = list.as_array().cloned().unwrap_or_default();
    list.iter().filter_map(|it| it.pointer(key)?.as_str().map(str::to_owned)).collect()
}
