//! Scripts: their text in, the turns that they play out.
//!
//! A script is read once, and whatever is wrong in it is said then. It has no state: whoever plays it counts the requests.

mod expect;
mod keys;
mod parse;

use serde_json::Value;

use self::expect::Expect;
use super::call::{Ids, call, wire_name};
use super::reply::{respond, value_part};
use super::{Failure, Turn, pieces};
use crate::chat::{Call, ChatRequest, ChatResponse, Finish, Part};

/// Turns to play one after another.
#[derive(Clone, Debug)]
pub struct Script {
    turns: Vec<Played>,
}

/// A turn of a script.
#[derive(Clone, Debug, Default)]
struct Played {
    text: Option<String>,
    reasoning: Option<String>,
    calls: Vec<PlayedCall>,
    value: Option<Value>,
    error: Option<Failure>,
    delay_ms: u64,
    finish: Option<Finish>,
    usage: PlayedUsage,
    expect: Expect,
}

/// A call in a script.
#[derive(Clone, Debug)]
struct PlayedCall {
    tool: String,
    arguments: Value,
    id: Option<String>,
}

/// Tokens in a script; what it does not say is counted.
#[derive(Clone, Copy, Debug, Default)]
struct PlayedUsage {
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    cached_tokens: Option<u64>,
    reasoning_tokens: Option<u64>,
}

impl Script {
    /// Reads a script: an array of turns, or an object with one under `turns`. The error says in which turn something is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        parse::parse(text).map(|turns| Self { turns })
    }

    /// How many turns there are.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Answers a request with a turn; the first is 0. A request that is not what the turn expects, or one after the last turn,
    /// is refused with the status 400.
    pub fn play(&self, turn: usize, request: &ChatRequest) -> Turn {
        let Some(played) = self.turns.get(turn) else { return self.past_end(turn) };
        if let Err(reason) = played.expect.check(request) {
            return refused(format!("turn {} of the script: {reason}", turn + 1));
        }
        let response = played.response(request);
        let deltas = pieces::deltas(request, &response.parts);
        let outcome = match &played.error {
            Some(failure) => Err(failure.clone()),
            None => Ok(response),
        };
        Turn { delay_ms: played.delay_ms, outcome, deltas }
    }

    fn past_end(&self, turn: usize) -> Turn {
        let turns = if self.len() == 1 { "turn" } else { "turns" };
        refused(format!("the script has only {} {turns}, and this is request {}", self.len(), turn.saturating_add(1)))
    }
}

fn refused(message: String) -> Turn {
    Turn { delay_ms: 0, outcome: Err(Failure::refused(message)), deltas: Vec::new() }
}

impl Played {
    fn response(&self, request: &ChatRequest) -> ChatResponse {
        let is_refused = self.finish == Some(Finish::Refused);
        let mut parts = Vec::new();
        parts.extend(self.reasoning.iter().map(|text| Part::Reasoning { text: text.clone(), data: Value::Null }));
        parts.extend(self.text.iter().filter(|_| !is_refused).map(|it| Part::Text(it.clone())));
        parts.extend(self.value.iter().map(|it| match &request.output {
            Some(output) => value_part(request, output, it),
            None => Part::Text(it.to_string()),
        }));
        let mut ids = Ids::of(request);
        parts.extend(self.calls.iter().map(|it| Part::Call(it.call(request, &mut ids))));
        let mut response = respond(request, parts, self.finish);
        response.refusal = self.text.clone().filter(|_| is_refused);
        self.usage.put_into(&mut response);
        response
    }
}

impl PlayedCall {
    fn call(&self, request: &ChatRequest, ids: &mut Ids) -> Call {
        let id = ids.give(self.id.as_deref());
        let arguments = match &self.arguments {
            Value::String(text) => Call::arguments(text),
            value => value.clone(),
        };
        call(id, wire_name(request, &self.tool).to_owned(), arguments)
    }
}

impl PlayedUsage {
    fn put_into(self, response: &mut ChatResponse) {
        let usage = &mut response.usage;
        usage.input_tokens = self.input_tokens.unwrap_or(usage.input_tokens);
        usage.output_tokens = self.output_tokens.unwrap_or(usage.output_tokens);
        usage.cached_tokens = self.cached_tokens.unwrap_or(usage.cached_tokens);
        usage.reasoning_tokens = self.reasoning_tokens.unwrap_or(usage.reasoning_tokens);
    }
}
