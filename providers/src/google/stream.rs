//! Gemini's answers in pieces: server-sent events in, deltas and a response out.
//!
//! Nothing marks the last event: one of them says why the answer ended, and counts may follow it.

use serde_json::Value;

use super::answer::{Answer, malformed, reported};
use crate::chat::{ChatRequest, ChatResponse, Delta};
use crate::sse::{Decoder, Event};
use crate::wire::{Broken, Fold};

/// How much of the end is kept to find an error in it.
const TAIL_MAX_BYTES: usize = 16 << 10;

/// An answer that is not complete yet.
pub(super) struct Stream {
    decoder: Decoder,
    answer: Answer,
    /// The last bytes: an error may stand there as bare JSON, which is no event.
    tail: Vec<u8>,
}

impl Stream {
    /// Nothing yet.
    pub(super) fn new(request: &ChatRequest) -> Self {
        Self { decoder: Decoder::default(), answer: Answer::new(request), tail: Vec::new() }
    }

    fn take(&mut self, event: &Event, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        if event.data.trim() == "[DONE]" {
            return Ok(());
        }
        let body: Value =
            serde_json::from_str(&event.data).map_err(|it| malformed(&format!("an event is no JSON: {it}")))?;
        self.answer.take(&body, deltas)
    }

    fn remember(&mut self, bytes: &[u8]) {
        let bytes = bytes.get(bytes.len().saturating_sub(TAIL_MAX_BYTES)..).unwrap_or_default();
        self.tail.extend_from_slice(bytes);
        // The tail grows to twice its size before it is cut, so that small pieces cost little.
        if self.tail.len() > 2 * TAIL_MAX_BYTES {
            self.tail.drain(..self.tail.len() - TAIL_MAX_BYTES);
        }
    }
}

impl Fold for Stream {
    fn push(&mut self, bytes: &[u8], deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        self.remember(bytes);
        let events = self.decoder.push(bytes)?;
        events.into_iter().try_for_each(|it| self.take(&it, deltas))
    }

    fn is_done(&self) -> bool {
        false
    }

    fn finish(mut self: Box<Self>) -> Result<ChatResponse, Broken> {
        if let Some(last) = self.decoder.finish()? {
            self.take(&last, &mut Vec::new())?;
        }
        if self.answer.is_ended() {
            return Ok(self.answer.close());
        }
        Err(bare_error(&self.tail).unwrap_or_else(|| malformed("the answer ended before its end")))
    }
}

/// The error that stands at the end of a stream as bare JSON: an object or a list that begins on a line of its own.
fn bare_error(tail: &[u8]) -> Option<Broken> {
    let tail = String::from_utf8_lossy(tail);
    let starts = tail.match_indices(['{', '[']).map(|it| tail.split_at(it.0));
    let mut starts = starts.filter(|it| it.0.is_empty() || it.0.ends_with('\n')).map(|it| it.1);
    let body: Value = starts.find_map(|it| serde_json::from_str(it).ok())?;
    body.get(0).unwrap_or(&body).get("error").map(reported)
}
