//! A provider without a network: a request in, the answer that fixed rules or a script give to it out.
//!
//! The same request always gets the same answer, whatever the clock, the machine or the requests before it. No request, schema or
//! script makes a function here panic, and the time it takes is bounded by the size of what is read. `spec/17-simulated.md` says
//! what the rules are.

mod call;
mod check;
mod choose;
mod clauses;
mod fill;
mod literal;
mod numbers;
mod passage;
mod pattern;
mod pieces;
mod quotes;
mod reply;
mod script;
mod sentence;
mod supply;
mod tokens;
mod view;
mod words;

use crate::chat::{ChatRequest, ChatResponse, Delta};

pub use script::Script;

/// What the stand-in does with a request.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// How long it waits first.
    pub delay_ms: u64,
    /// The answer, or what goes wrong.
    pub outcome: Result<ChatResponse, Failure>,
    /// The answer in pieces, where the request is streamed. Before a failure: what is heard until then.
    pub deltas: Vec<Delta>,
}

/// What goes wrong, as a real provider would say it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The HTTP status; 0 where the connection failed.
    pub status: u16,
    /// What the provider says.
    pub message: String,
    /// How long to wait before another try, where the provider says so.
    pub retry_after_ms: Option<u64>,
}

/// Answers a request by the fixed rules.
pub fn answer(request: &ChatRequest) -> Turn {
    match reply::reply(request) {
        Ok(response) => Turn { delay_ms: 0, deltas: pieces::deltas(request, &response.parts), outcome: Ok(response) },
        Err(failure) => Turn { delay_ms: 0, outcome: Err(failure), deltas: Vec::new() },
    }
}

impl Failure {
    /// A request that a provider would not take.
    fn refused(message: String) -> Self {
        Self { status: 400, message, retry_after_ms: None }
    }
}

#[cfg(test)]
mod tests;
