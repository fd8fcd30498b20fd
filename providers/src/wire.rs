//! The seam to the network: what an API looks like to those who send and receive.

use serde_json::Value;

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
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// Where to.
    pub url: String,
    /// Headers besides those of the key and the content's type.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Value,
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
