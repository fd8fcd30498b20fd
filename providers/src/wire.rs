//! The seam to the network: what an API looks like to those who send and receive.

use std::sync::Arc;

use concerto_schema::entry::Entries;
use serde_json::{Map, Value};

use crate::chat::{ChatRequest, ChatResponse, Delta};

/// How a provider's API is spoken. Implementations have no state: one for each API.
pub trait Api: Sync {
    /// The root of the provider's own addresses, where it has one that is always right.
    fn base_url(&self) -> &'static str;

    /// The variable that usually holds the key; nothing where no key is wanted.
    fn key_variable(&self) -> Option<&'static str>;

    /// The header that carries the key: its name, and what stands before the key.
    fn key_header(&self) -> (&'static str, &'static str);

    /// What is sent. `base_url` has no `/` at its end.
    fn call(&self, base_url: &str, request: &ChatRequest) -> Call;

    /// Reads a whole answer.
    fn response(&self, request: &ChatRequest, body: &[u8]) -> Result<ChatResponse, Broken>;

    /// Reads an answer in pieces.
    fn stream(&self, request: &ChatRequest) -> Box<dyn Fold>;
}

/// A `POST` to send; the key comes on top of it.
#[derive(Clone, Debug)]
pub struct Call {
    /// Where to.
    pub url: String,
    /// Headers besides those of the key and the content's type.
    pub headers: Vec<(&'static str, String)>,
    /// The body, an object. Where it has [`TOOLS`], the tools come in.
    body: Map<String, Value>,
    tools: Arc<Entries>,
}

/// The member of every API's body that holds the tools.
const TOOLS: &str = "tools";

/// What stands in a body for the tools of a request: they are the same in most requests, and are not copied for each.
pub(crate) const PLACE_OF_TOOLS: Value = Value::Null;

impl Call {
    pub(crate) fn new(
        url: String,
        headers: Vec<(&'static str, String)>,
        body: Map<String, Value>,
        request: &ChatRequest,
    ) -> Self {
        Self { url, headers, body, tools: Arc::clone(&request.offered) }
    }

    /// The body as it is sent.
    pub fn bytes(&self) -> Vec<u8> {
        let mut text = String::with_capacity(256 + self.tools.text.len());
        for (key, value) in &self.body {
            text.push(if text.is_empty() { '{' } else { ',' });
            // Keys of bodies are words.
            text.extend(["\"", key, "\":"]);
            match key == TOOLS && value.is_null() {
                true => text.push_str(&self.tools.text),
                false => write(value, &mut text),
            }
        }
        text.push_str(if text.is_empty() { "{}" } else { "}" });
        text.into_bytes()
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        let mut body = self.body.clone();
        if let Some(place) = body.get_mut(TOOLS).filter(|it| it.is_null()) {
            *place = Value::Array(self.tools.tools.clone());
        }
        Value::Object(body)
    }
}

fn write(value: &Value, text: &mut String) {
    use std::fmt::Write;
    // A text takes everything.
    let _ = write!(text, "{value}");
}

/// An answer that comes in pieces.
pub trait Fold: Send {
    /// Takes the next bytes, wherever they were cut, and adds what they say to `deltas`.
    fn push(&mut self, bytes: &[u8], deltas: &mut Vec<Delta>) -> Result<(), Broken>;

    /// Whether the answer is complete: what comes after it need not be read.
    fn is_done(&self) -> bool;

    /// The connection has ended: the whole answer, which is broken where its end did not come.
    fn finish(self: Box<Self>) -> Result<ChatResponse, Broken>;
}

/// Why an answer cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Broken {
    /// It ended in the middle, or is not what the API says: worth another try.
    Malformed(String),
    /// The provider reports an error inside of an answer that began well: its kind, as the provider calls it, and its message.
    Reported {
        /// `overloaded_error`, `rate_limit_exceeded`, or empty.
        kind: String,
        /// What went wrong.
        message: String,
    },
}
