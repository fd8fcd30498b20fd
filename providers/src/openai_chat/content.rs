//! What an assistant says besides calls: messages, or pieces of them, in, parts and deltas out.

use serde_json::Value;

use super::PROVIDER;
use crate::chat::{Delta, Part};
use crate::openai::field::{list, malformed, optional, text};
use crate::wire::Broken;

/// What was said so far.
#[derive(Debug, Default)]
pub(super) struct Content {
    pub(super) parts: Vec<Part>,
    pub(super) refusal: String,
}

impl Content {
    /// Takes a message, or a piece of one: both have the same fields.
    pub(super) fn take(&mut self, message: &Value, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        self.reasoning(reasoning(message)?, deltas);
        match message.get("content") {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => self.text(text, deltas),
            Some(Value::Array(blocks)) => blocks.iter().try_for_each(|it| self.block(it, deltas))?,
            Some(_) => return Err(malformed("`content` of the answer is neither text nor a list")),
        }
        self.refusal.push_str(optional(message, "refusal")?.unwrap_or_default());
        Ok(())
    }

    /// Takes a block: some servers write text and thoughts as lists of them.
    fn block(&mut self, block: &Value, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        if !block.is_object() {
            return Err(malformed("a block of the answer is no object"));
        }
        match text(block, "type") {
            "text" | "output_text" => self.text(optional(block, "text")?.unwrap_or_default(), deltas),
            "refusal" => self.refusal.push_str(optional(block, "refusal")?.unwrap_or_default()),
            "thinking" if block.get("thinking").is_some_and(Value::is_array) => {
                list(block, "thinking")?.iter().for_each(|it| self.reasoning(text(it, "text"), deltas));
            }
            "thinking" => self.reasoning(text(block, "thinking"), deltas),
            _ => self.parts.push(Part::Other { provider: PROVIDER.to_owned(), data: block.clone() }),
        }
        Ok(())
    }

    fn text(&mut self, piece: &str, deltas: &mut Vec<Delta>) {
        if piece.is_empty() {
            return;
        }
        deltas.push(Delta::Text(piece.to_owned()));
        match self.parts.last_mut() {
            Some(Part::Text(text)) => text.push_str(piece),
            _ => self.parts.push(Part::Text(piece.to_owned())),
        }
    }

    fn reasoning(&mut self, piece: &str, deltas: &mut Vec<Delta>) {
        if piece.is_empty() {
            return;
        }
        deltas.push(Delta::Reasoning(piece.to_owned()));
        match self.parts.last_mut() {
            Some(Part::Reasoning { text, .. }) => text.push_str(piece),
            _ => self.parts.push(Part::Reasoning { text: piece.to_owned(), data: Value::Null }),
        }
    }
}

/// What the model thought: OpenAI does not say it, and others have one of two names for it, or send it under both.
fn reasoning(message: &Value) -> Result<&str, Broken> {
    let first = optional(message, "reasoning_content")?.filter(|it| !it.is_empty());
    // The second name stands for an object elsewhere, which is no text for anybody.
    Ok(first.unwrap_or_else(|| text(message, "reasoning")))
}
