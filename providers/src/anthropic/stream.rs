//! Anthropic's answers in pieces: server-sent events in, deltas and a response out.
//!
//! The message grows as the events say, until it is what a whole answer would have been.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::answer::{self, malformed, reported, text};
use crate::chat::{ChatResponse, Delta};
use crate::sse::{Decoder, Event};
use crate::wire::{Broken, Fold};

/// Events that mean something here.
const KNOWN: &[&str] = &[
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
    "error",
];

/// An answer that is not complete yet.
#[derive(Default)]
pub(super) struct Stream {
    decoder: Decoder,
    /// The message without its content.
    message: Map<String, Value>,
    blocks: BTreeMap<u64, Block>,
    is_done: bool,
}

/// A block that is not complete yet.
struct Block {
    block: Map<String, Value>,
    /// Its input as text, as soon as a piece of it came.
    input: Option<String>,
}

impl Fold for Stream {
    fn push(&mut self, bytes: &[u8], deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        let events = self.decoder.push(bytes)?;
        events.into_iter().try_for_each(|it| self.take(&it, deltas))
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    fn finish(mut self: Box<Self>) -> Result<ChatResponse, Broken> {
        if let Some(last) = self.decoder.finish()? {
            self.take(&last, &mut Vec::new())?;
        }
        if !self.is_done {
            return Err(malformed("the answer ended before its end"));
        }
        let mut parts = Vec::new();
        for it in self.blocks.into_values() {
            answer::add(it.block, it.input.as_deref(), &mut parts)?;
        }
        Ok(answer::close(parts, &self.message))
    }
}

impl Stream {
    fn take(&mut self, event: &Event, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        let is_unknown = !event.name.is_empty() && !KNOWN.contains(&event.name.as_str());
        if self.is_done || is_unknown || event.data.trim() == "[DONE]" {
            return Ok(());
        }
        let body: Value =
            serde_json::from_str(&event.data).map_err(|it| malformed(&format!("an event is no JSON: {it}")))?;
        let body = body.as_object().ok_or_else(|| malformed("an event is no JSON object"))?;
        match text(body, "type").unwrap_or(&event.name) {
            "message_start" => self.start(body),
            "content_block_start" => self.start_block(body, deltas),
            "content_block_delta" => self.grow_block(body, deltas),
            "content_block_stop" => index(body).map(|_| ()),
            "message_delta" => self.grow(body),
            "message_stop" => {
                self.is_done = true;
                Ok(())
            }
            "error" => Err(reported(body.get("error").unwrap_or(&Value::Null))),
            _ => Ok(()),
        }
    }

    fn start(&mut self, body: &Map<String, Value>) -> Result<(), Broken> {
        self.message = object(body, "message")?.clone();
        Ok(())
    }

    fn start_block(&mut self, body: &Map<String, Value>, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        let block = object(body, "content_block")?.clone();
        if text(&block, "type") == Some("tool_use") && (text(&block, "id").is_none() || text(&block, "name").is_none())
        {
            return Err(malformed("a call has no id or no name"));
        }
        let begun = |key| text(&block, key).filter(|it| !it.is_empty()).map(str::to_owned);
        deltas.extend(begun("text").map(Delta::Text).or_else(|| begun("thinking").map(Delta::Reasoning)));
        let started = self.blocks.insert(index(body)?, Block { block, input: None });
        started.map_or(Ok(()), |_| Err(malformed("a block began twice")))
    }

    fn grow_block(&mut self, body: &Map<String, Value>, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        let block =
            self.blocks.get_mut(&index(body)?).ok_or_else(|| malformed("a block goes on that did not begin"))?;
        deltas.extend(block.grow(object(body, "delta")?)?);
        Ok(())
    }

    /// What is new of the message, and of its usage: the counts are totals.
    fn grow(&mut self, body: &Map<String, Value>) -> Result<(), Broken> {
        self.message.extend(present(object(body, "delta")?));
        let Some(Value::Object(news)) = body.get("usage") else { return Ok(()) };
        let usage = self.message.entry("usage").or_insert(Value::Null);
        if !usage.is_object() {
            *usage = Value::Object(Map::new());
        }
        if let Some(usage) = usage.as_object_mut() {
            usage.extend(present(news));
        }
        Ok(())
    }
}

impl Block {
    /// Adds a piece and gives what is to be heard of it. Pieces of unknown kinds are skipped.
    fn grow(&mut self, delta: &Map<String, Value>) -> Result<Option<Delta>, Broken> {
        let piece = |key| text(delta, key).ok_or_else(|| malformed("a piece of a block is not there"));
        let heard = match text(delta, "type").ok_or_else(|| malformed("a piece of a block has no type"))? {
            "text_delta" => Delta::Text(self.append("text", piece("text")?)),
            "thinking_delta" => Delta::Reasoning(self.append("thinking", piece("thinking")?)),
            "input_json_delta" => return Ok(self.grow_input(piece("partial_json")?)),
            "signature_delta" => {
                self.block.insert("signature".to_owned(), Value::String(piece("signature")?.to_owned()));
                return Ok(None);
            }
            "citations_delta" => {
                self.cite(delta.get("citation"));
                return Ok(None);
            }
            _ => return Ok(None),
        };
        Ok(Some(heard).filter(|it| !matches!(it, Delta::Text(text) | Delta::Reasoning(text) if text.is_empty())))
    }

    fn append(&mut self, key: &str, piece: &str) -> String {
        match self.block.get_mut(key) {
            Some(Value::String(text)) => text.push_str(piece),
            _ => drop(self.block.insert(key.to_owned(), Value::String(piece.to_owned()))),
        }
        piece.to_owned()
    }

    fn grow_input(&mut self, piece: &str) -> Option<Delta> {
        self.input.get_or_insert_default().push_str(piece);
        let id = text(&self.block, "id").filter(|_| text(&self.block, "type") == Some("tool_use"))?;
        (!piece.is_empty()).then(|| Delta::Arguments { id: id.to_owned(), text: piece.to_owned() })
    }

    fn cite(&mut self, citation: Option<&Value>) {
        let Some(citation) = citation.cloned() else { return };
        match self.block.get_mut("citations") {
            Some(Value::Array(citations)) => citations.push(citation),
            _ => drop(self.block.insert("citations".to_owned(), Value::Array(vec![citation]))),
        }
    }
}

fn index(body: &Map<String, Value>) -> Result<u64, Broken> {
    body.get("index").and_then(Value::as_u64).ok_or_else(|| malformed("an event about a block does not say which"))
}

fn object<'a>(body: &'a Map<String, Value>, key: &str) -> Result<&'a Map<String, Value>, Broken> {
    body.get(key).and_then(Value::as_object).ok_or_else(|| malformed(&format!("an event has no `{key}`")))
}

/// What an object says, without what is null.
fn present(object: &Map<String, Value>) -> impl Iterator<Item = (String, Value)> {
    object.iter().filter(|it| !it.1.is_null()).map(|(key, value)| (key.clone(), value.clone()))
}
