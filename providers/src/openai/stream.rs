//! An answer of `POST /responses` in pieces: events in, deltas and at last the response out.

use serde_json::Value;

use super::field::{self, arguments, ended, list, malformed, reported, required, text};
use super::ids::Ids;
use super::response::{PARAGRAPH, model, status};
use super::slot::{Kind, Slots};
use crate::chat::{ChatRequest, ChatResponse, Delta};
use crate::sse::{Decoder, Event};
use crate::wire::{Broken, Fold};

/// The answer so far.
#[derive(Debug)]
pub(super) struct Stream {
    decoder: Decoder,
    ids: Ids,
    slots: Slots,
    model: Option<String>,
    end: Option<ChatResponse>,
}

impl Fold for Stream {
    fn push(&mut self, bytes: &[u8], deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        if self.is_done() {
            return Ok(());
        }
        let events = self.decoder.push(bytes)?;
        events.iter().try_for_each(|it| self.event(it, deltas))
    }

    fn is_done(&self) -> bool {
        self.end.is_some()
    }

    fn finish(mut self: Box<Self>) -> Result<ChatResponse, Broken> {
        if !self.is_done()
            && let Some(event) = self.decoder.finish()?
        {
            self.event(&event, &mut Vec::new())?;
        }
        self.end.ok_or_else(ended)
    }
}

impl Stream {
    pub(super) fn new(request: &ChatRequest) -> Self {
        let ids = Ids::of(request);
        Self { decoder: Decoder::default(), ids, slots: Slots::default(), model: None, end: None }
    }

    fn event(&mut self, event: &Event, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        if self.is_done() || event.data == "[DONE]" {
            return Ok(());
        }
        let Some(data) = field::data(event)? else { return Ok(()) };
        let kind = Some(text(&data, "type")).filter(|it| !it.is_empty()).unwrap_or(&event.name);
        match kind {
            "response.created" | "response.in_progress" => self.begin(&data),
            "response.output_item.added" => self.slots.add(&data, item(&data)?, &mut self.ids),
            "response.output_item.done" => self.slots.end(&data, item(&data)?, &mut self.ids),
            "response.output_text.delta" => self.text(&data, required(&data, "delta")?, deltas),
            "response.output_text.done" => self.whole_text(&data, required(&data, "text")?, deltas),
            "response.refusal.delta" => self.refusal(&data, required(&data, "delta")?),
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" | "response.reasoning.delta" => {
                self.reasoning(&data, required(&data, "delta")?, deltas);
            }
            "response.function_call_arguments.delta" => self.arguments(&data, required(&data, "delta")?, deltas),
            "response.function_call_arguments.done" => self.whole_arguments(&data, &arguments(&data)?, deltas),
            "response.completed" | "response.done" => self.end(&data, completed(&data))?,
            "response.incomplete" => self.end(&data, "incomplete")?,
            "response.failed" => self.end(&data, "failed")?,
            "error" => return Err(reported(&data)),
            _ if data.get("error").is_some_and(|it| !it.is_null()) && kind.is_empty() => return Err(reported(&data)),
            _ => {}
        }
        Ok(())
    }

    fn begin(&mut self, data: &Value) {
        self.model = data.get("response").and_then(model).or_else(|| self.model.take());
    }

    fn text(&mut self, data: &Value, piece: &str, deltas: &mut Vec<Delta>) {
        if let Some(slot) = self.slots.at(data, Kind::Message, &mut self.ids)
            && !piece.is_empty()
        {
            slot.text.push_str(piece);
            deltas.push(Delta::Text(piece.to_owned()));
        }
    }

    /// The end of a text, which says something new only where its pieces did not come.
    fn whole_text(&mut self, data: &Value, whole: &str, deltas: &mut Vec<Delta>) {
        if let Some(slot) = self.slots.at(data, Kind::Message, &mut self.ids)
            && slot.text.is_empty()
            && !whole.is_empty()
        {
            whole.clone_into(&mut slot.text);
            deltas.push(Delta::Text(whole.to_owned()));
        }
    }

    fn refusal(&mut self, data: &Value, piece: &str) {
        if let Some(slot) = self.slots.at(data, Kind::Message, &mut self.ids) {
            slot.refusal.push_str(piece);
        }
    }

    fn reasoning(&mut self, data: &Value, piece: &str, deltas: &mut Vec<Delta>) {
        let Some(slot) = self.slots.at(data, Kind::Reasoning, &mut self.ids) else { return };
        let paragraph = data.get("summary_index").and_then(Value::as_u64);
        let is_next = !slot.text.is_empty() && paragraph.is_some() && slot.paragraph != paragraph;
        slot.paragraph = paragraph;
        for piece in [if is_next { PARAGRAPH } else { "" }, piece] {
            if !piece.is_empty() {
                slot.text.push_str(piece);
                deltas.push(Delta::Reasoning(piece.to_owned()));
            }
        }
    }

    fn arguments(&mut self, data: &Value, piece: &str, deltas: &mut Vec<Delta>) {
        if let Some(slot) = self.slots.at(data, Kind::Call, &mut self.ids)
            && !piece.is_empty()
        {
            slot.text.push_str(piece);
            deltas.push(Delta::Arguments { id: slot.call_id.clone(), text: piece.to_owned() });
        }
    }

    /// The arguments of a call are complete: they count, whatever the pieces were.
    fn whole_arguments(&mut self, data: &Value, whole: &str, deltas: &mut Vec<Delta>) {
        let Some(slot) = self.slots.at(data, Kind::Call, &mut self.ids) else { return };
        if whole.is_empty() {
            return;
        }
        if slot.text.is_empty() {
            deltas.push(Delta::Arguments { id: slot.call_id.clone(), text: whole.to_owned() });
        }
        whole.clone_into(&mut slot.text);
    }

    fn end(&mut self, data: &Value, word: &str) -> Result<(), Broken> {
        let answer = data.get("response").filter(|it| it.is_object());
        let answer = answer.ok_or_else(|| malformed("the last event of the stream lacks `response`"))?;
        let status = status(answer, word)?;
        let said = self.slots.parts(list(answer, "output")?, &mut self.ids)?;
        let response = said.end(answer, status);
        let model = response.model.clone().or_else(|| self.model.take());
        self.end = Some(ChatResponse { model, ..response });
        Ok(())
    }
}

fn item(data: &Value) -> Result<&Value, Broken> {
    data.get("item").filter(|it| it.is_object()).ok_or_else(|| malformed("an event about an item lacks it"))
}

/// The word for an answer whose stream ended well: some servers end every stream in this way.
fn completed(data: &Value) -> &str {
    let word = data.get("response").map(|it| text(it, "status")).unwrap_or_default();
    if matches!(word, "incomplete" | "failed" | "cancelled") { word } else { "completed" }
}
