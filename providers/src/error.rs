//! What an answer with an error status, or a broken answer, means: its status, headers and body in, a [`Failure`] out.

mod kind;
mod message;
mod retry;

use std::time::SystemTime;

pub use retry::retry_after_ms;

use crate::wire::Broken;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What kind of reason it is.
    pub kind: Kind,
    /// What the server says, at most 500 characters; never a key.
    pub message: String,
    /// How long the server wants to be left alone.
    pub retry_after_ms: Option<u64>,
    /// Whether the same request may succeed later.
    pub is_worth_retrying: bool,
}

/// Why there is no answer, as far as it matters to a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The network or the server failed.
    Connection,
    /// There were too many requests.
    RateLimited,
    /// The request, the model or the account is wrong.
    Config,
    /// The key is: whoever reports it knows which variable it is from.
    Credentials,
}

impl Kind {
    fn is_worth_retrying(self) -> bool {
        matches!(self, Self::Connection | Self::RateLimited)
    }
}

/// What an answer with an error status means. `retry_after` is the header of that name.
pub fn classify(status: u16, retry_after: Option<&str>, body: &[u8]) -> Failure {
    let said = message::read(body);
    let kind = kind::of_status(status, &said);
    let message = said.message.unwrap_or_else(|| message::phrase(status));
    let is_worth_retrying = kind.is_worth_retrying();
    let retry_after = retry_after.filter(|_| is_worth_retrying);
    let retry_after_ms = retry_after.and_then(|it| retry_after_ms(it, SystemTime::now()));
    Failure { kind, message: shown(kind, message), retry_after_ms, is_worth_retrying }
}

/// What a broken answer means.
pub fn broken(broken: &Broken) -> Failure {
    let (kind, message) = match broken {
        Broken::Malformed(reason) => (Kind::Connection, message::cut(reason)),
        Broken::Reported { kind, message } => {
            let text = if message.trim().is_empty() { kind } else { message };
            (kind::of_word(kind), message::cut(text))
        }
    };
    let message = if message.is_empty() { "the provider reported an error".to_owned() } else { message };
    let is_worth_retrying = kind.is_worth_retrying();
    Failure { kind, message: shown(kind, message), retry_after_ms: None, is_worth_retrying }
}

/// The message as it may be shown: servers repeat keys that they do not know.
fn shown(kind: Kind, message: String) -> String {
    if kind == Kind::Credentials { message::without_keys(&message) } else { message }
}

#[cfg(test)]
mod tests;
