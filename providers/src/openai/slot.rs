//! The items of an answer on their way: events about items in, items out.
//!
//! Servers tell items apart by an index, by the item's id, by the id of the call, or not at all, and some of these change
//! between the events of one item: the index counts first, then an id, and at last what is open.

use serde_json::Value;

use super::field::{arguments, text};
use super::ids::Ids;
use super::response::{Said, wire_id};
use crate::chat::Part;
use crate::wire::Broken;

/// What an item is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Message,
    Reasoning,
    Call,
    Other,
}

impl Kind {
    fn of(item: &Value) -> Self {
        match text(item, "type") {
            "message" => Self::Message,
            "reasoning" => Self::Reasoning,
            "function_call" => Self::Call,
            _ => Self::Other,
        }
    }
}

/// An item on its way.
#[derive(Debug)]
pub(super) struct Slot {
    kind: Kind,
    index: Option<u64>,
    /// The item's own id; empty where it has none.
    id: String,
    /// What the server calls the call.
    wire: String,
    /// What the call is called here.
    pub(super) call_id: String,
    name: Option<String>,
    /// The pieces so far: text, thoughts or arguments.
    pub(super) text: String,
    pub(super) refusal: String,
    /// Which paragraph of a summary is being written.
    pub(super) paragraph: Option<u64>,
    /// The item as it was announced, later as it ended.
    item: Option<Value>,
    is_done: bool,
}

/// The items so far, in order.
#[derive(Debug, Default)]
pub(super) struct Slots {
    slots: Vec<Slot>,
}

impl Slots {
    /// The item that a piece belongs to; a new one where none was announced.
    pub(super) fn at(&mut self, event: &Value, kind: Kind, ids: &mut Ids) -> Option<&mut Slot> {
        let index = event.get("output_index").and_then(Value::as_u64);
        let id = text(event, "item_id");
        let position = self.find(kind, index, id, "").unwrap_or_else(|| self.open(kind, index, id, id, ids));
        let slot = self.slots.get_mut(position)?;
        slot.learn(event);
        Some(slot)
    }

    /// An item is announced.
    pub(super) fn add(&mut self, event: &Value, item: &Value, ids: &mut Ids) {
        let (kind, index) = (Kind::of(item), event.get("output_index").and_then(Value::as_u64));
        // A piece may have come before: the item is the one that it made.
        let early = self.find(kind, index, text(item, "id"), text(item, "call_id"));
        let early = early.filter(|it| self.slots.get(*it).is_some_and(|it| it.item.is_none()));
        let position = early.unwrap_or_else(|| self.open(kind, index, text(item, "id"), wire_id(item), ids));
        if let Some(slot) = self.slots.get_mut(position) {
            slot.learn(item);
            slot.item = Some(item.clone());
        }
    }

    /// An item is complete.
    pub(super) fn end(&mut self, event: &Value, item: &Value, ids: &mut Ids) {
        let (kind, index) = (Kind::of(item), event.get("output_index").and_then(Value::as_u64));
        let (id, call_id) = (text(item, "id"), text(item, "call_id"));
        let open = self.find(kind, index, id, call_id);
        let open = open.filter(|it| self.slots.get(*it).is_some_and(|it| !it.is_done || it.is_called(id, call_id)));
        let position = open.unwrap_or_else(|| self.open(kind, index, id, wire_id(item), ids));
        if let Some(slot) = self.slots.get_mut(position) {
            slot.learn(item);
            slot.item = Some(item.clone());
            slot.is_done = true;
        }
    }

    /// The parts of all items, from the items of the final answer where it repeats them.
    pub(super) fn parts(&self, output: &[Value], ids: &mut Ids) -> Result<Said, Broken> {
        let mut said = Said::default();
        let mut calls: Vec<&Slot> = self.slots.iter().filter(|it| it.kind == Kind::Call).collect();
        for item in output {
            said.item(item, |wire| match calls.iter().position(|it| it.wire == wire) {
                Some(position) => calls.remove(position).call_id.clone(),
                None => ids.give(wire),
            })?;
        }
        if output.is_empty() {
            self.slots.iter().try_for_each(|it| it.write(&mut said))?;
        }
        Ok(said)
    }

    fn find(&self, kind: Kind, index: Option<u64>, id: &str, call_id: &str) -> Option<usize> {
        let last = |test: &dyn Fn(&Slot) -> bool| self.slots.iter().rposition(|it| it.kind == kind && test(it));
        let is_at = |it: &Slot| index.is_some() && it.index == index;
        last(&|it| is_at(it) && it.is_called(id, call_id))
            .or_else(|| last(&is_at))
            .or_else(|| last(&|it| it.is_called(id, call_id)))
            .or_else(|| last(&|it| !it.is_done && it.may_be(index, id)))
    }

    fn open(&mut self, kind: Kind, index: Option<u64>, id: &str, wire: &str, ids: &mut Ids) -> usize {
        self.slots.push(Slot {
            kind,
            index,
            id: id.to_owned(),
            wire: wire.to_owned(),
            call_id: if kind == Kind::Call { ids.give(wire) } else { String::new() },
            name: None,
            text: String::new(),
            refusal: String::new(),
            paragraph: None,
            item: None,
            is_done: false,
        });
        self.slots.len() - 1
    }
}

impl Slot {
    fn is_called(&self, id: &str, call_id: &str) -> bool {
        let is = |name: &str| !name.is_empty() && (self.id == name || self.wire == name);
        is(id) || is(call_id)
    }

    /// Whether nothing tells the item apart from one with this index and this id.
    fn may_be(&self, index: Option<u64>, id: &str) -> bool {
        (index.is_none() || self.index.is_none()) && (id.is_empty() || (self.id.is_empty() && self.wire.is_empty()))
    }

    /// Takes over what an event or an item says about a call. The final answer knows it by its last name.
    fn learn(&mut self, from: &Value) {
        if self.kind != Kind::Call {
            return;
        }
        let wire = text(from, "call_id");
        if !wire.is_empty() {
            wire.clone_into(&mut self.wire);
        }
        let name = from.get("name").and_then(Value::as_str).filter(|it| self.name.is_none() || !it.is_empty());
        self.name = name.map(str::to_owned).or_else(|| self.name.take());
    }

    fn write(&self, said: &mut Said) -> Result<(), Broken> {
        match (self.kind, &self.item) {
            (Kind::Call, item) => {
                let whole = item.as_ref().map(arguments).transpose()?.unwrap_or_default();
                let arguments = if whole.is_empty() { &self.text } else { &whole };
                said.call(&self.call_id, self.name.as_deref(), arguments)?;
            }
            (Kind::Message, Some(item)) if self.is_done && has_content(item) => said.item(item, str::to_owned)?,
            (Kind::Message, _) => {
                said.text(&self.text);
                said.refusal.push_str(&self.refusal);
            }
            (Kind::Reasoning, Some(item)) if self.is_done => said.item(item, str::to_owned)?,
            (Kind::Reasoning, _) => {
                said.parts.push(Part::Reasoning { text: self.text.clone(), data: Value::Null });
            }
            (Kind::Other, Some(item)) => said.item(item, str::to_owned)?,
            (Kind::Other, None) => {}
        }
        Ok(())
    }
}

fn has_content(item: &Value) -> bool {
    !matches!(item.get("content"), None | Some(Value::Null)) && item.get("content") != Some(&Value::Array(Vec::new()))
}
