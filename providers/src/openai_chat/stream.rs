//! An answer of `POST /chat/completions` in pieces: events in, deltas and at last the response out.

use serde_json::Value;

use super::calls::Calls;
use super::content::Content;
use super::response::{is_error, response, usage};
use crate::chat::{ChatRequest, ChatResponse, Delta, Usage};
use crate::openai::field::{data, ended, list, malformed, optional, reported, text};
use crate::sse::{Decoder, Event};
use crate::wire::{Broken, Fold};

/// The answer so far.
#[derive(Debug)]
pub(super) struct Stream {
    decoder: Decoder,
    said: Content,
    calls: Calls,
    reason: Option<String>,
    usage: Usage,
    model: Option<String>,
    is_done: bool,
}

impl Fold for Stream {
    fn push(&mut self, bytes: &[u8], deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        if self.is_done {
            return Ok(());
        }
        let events = self.decoder.push(bytes)?;
        events.iter().try_for_each(|it| self.event(it, deltas))
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    /// `[DONE]` need not come, but a reason for the end has to.
    fn finish(mut self: Box<Self>) -> Result<ChatResponse, Broken> {
        if !self.is_done
            && let Some(event) = self.decoder.finish()?
        {
            self.event(&event, &mut Vec::new())?;
        }
        let reason = self.reason.ok_or_else(ended)?;
        response(self.said, self.calls, &reason, self.usage, self.model)
    }
}

impl Stream {
    pub(super) fn new(request: &ChatRequest) -> Self {
        Self {
            decoder: Decoder::default(),
            said: Content::default(),
            calls: Calls::new(request),
            reason: None,
            usage: Usage::default(),
            model: None,
            is_done: false,
        }
    }

    fn event(&mut self, event: &Event, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        if event.data.trim() == "[DONE]" {
            self.is_done = true;
        }
        if self.is_done {
            return Ok(());
        }
        let Some(chunk) = data(event)? else { return Ok(()) };
        if event.name == "error" || is_error(&chunk) {
            return Err(reported(&chunk));
        }
        self.usage = usage(&chunk).unwrap_or(self.usage);
        if self.model.is_none() {
            self.model = Some(text(&chunk, "model")).filter(|it| !it.is_empty()).map(str::to_owned);
        }
        // One choice is asked for, and the chunk with the usage has none.
        list(&chunk, "choices")?.first().map_or(Ok(()), |it| self.choice(it, deltas))
    }

    fn choice(&mut self, choice: &Value, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        if !choice.is_object() {
            return Err(malformed("a choice of the answer is no object"));
        }
        match choice.get("delta") {
            None | Some(Value::Null) => {}
            Some(delta @ Value::Object(_)) => {
                self.said.take(delta, deltas)?;
                list(delta, "tool_calls")?.iter().try_for_each(|it| self.calls.take(it, deltas))?;
            }
            Some(_) => return Err(malformed("a piece of the answer is no object")),
        }
        let reason = optional(choice, "finish_reason")?.filter(|it| !it.is_empty());
        self.reason = reason.map(str::to_owned).or_else(|| self.reason.take());
        Ok(())
    }
}
