//! The calls of an answer: entries of `tool_calls` in, whole or in pieces, calls out.
//!
//! Seen from servers: no index, one that is used again for a new id, gaps between them; ids that are repeated, empty or
//! null in later pieces, or the same for two calls; names and arguments that are null.

use serde_json::Value;

use crate::chat::{self, ChatRequest, Delta, Part};
use crate::openai::field::{arguments, malformed, optional};
use crate::openai::ids::Ids;
use crate::wire::Broken;

/// A call so far.
#[derive(Debug)]
struct Call {
    index: Option<u64>,
    /// What the server calls it; empty where it has not said so.
    wire: String,
    /// What it is called here.
    id: String,
    /// Nothing where it has not been said yet.
    name: Option<String>,
    arguments: String,
    nesting: Nesting,
}

/// A piece of a call.
struct Piece<'a> {
    index: Option<u64>,
    id: &'a str,
    name: Option<&'a str>,
    arguments: String,
}

/// The calls so far, in order.
#[derive(Debug)]
pub(super) struct Calls {
    ids: Ids,
    calls: Vec<Call>,
}

impl Calls {
    pub(super) fn new(request: &ChatRequest) -> Self {
        Self { ids: Ids::of(request), calls: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Takes a call that is complete.
    pub(super) fn whole(&mut self, entry: &Value) -> Result<(), Broken> {
        let piece = piece(entry)?;
        let position = self.open(&piece);
        self.extend(position, piece, &mut Vec::new());
        Ok(())
    }

    /// Takes a piece.
    pub(super) fn take(&mut self, entry: &Value, deltas: &mut Vec<Delta>) -> Result<(), Broken> {
        let piece = piece(entry)?;
        let known = self.position(&piece);
        if known.is_none() && piece.id.is_empty() && piece.name().is_empty() && piece.arguments.is_empty() {
            return Ok(());
        }
        let position = known.unwrap_or_else(|| self.open(&piece));
        self.extend(position, piece, deltas);
        Ok(())
    }

    /// The parts of all calls.
    pub(super) fn parts(self) -> Result<Vec<Part>, Broken> {
        self.calls.into_iter().map(part).collect()
    }

    /// The call that a piece belongs to, if there is one yet.
    fn position(&self, piece: &Piece<'_>) -> Option<usize> {
        if !piece.id.is_empty()
            && let Some(known) = self.last(|it| it.wire == piece.id && it.may_be_at(piece.index))
        {
            return Some(known);
        }
        let known = match piece.index {
            Some(_) => self.last(|it| it.index == piece.index).or_else(|| self.last_unnumbered()),
            None => self.calls.len().checked_sub(1),
        }?;
        self.calls.get(known).filter(|it| it.goes_on(piece)).map(|_| known)
    }

    fn last(&self, test: impl Fn(&Call) -> bool) -> Option<usize> {
        self.calls.iter().rposition(test)
    }

    fn last_unnumbered(&self) -> Option<usize> {
        let last = self.calls.len().checked_sub(1)?;
        self.calls.get(last).filter(|it| it.index.is_none()).map(|_| last)
    }

    fn open(&mut self, piece: &Piece<'_>) -> usize {
        self.calls.push(Call {
            index: piece.index,
            wire: piece.id.to_owned(),
            id: self.ids.give(piece.id),
            name: None,
            arguments: String::new(),
            nesting: Nesting::default(),
        });
        self.calls.len() - 1
    }

    fn extend(&mut self, position: usize, piece: Piece<'_>, deltas: &mut Vec<Delta>) {
        let Some(call) = self.calls.get_mut(position) else { return };
        if call.wire.is_empty() {
            piece.id.clone_into(&mut call.wire);
        }
        if call.name().is_empty() {
            call.name = piece.name.map(str::to_owned).or_else(|| call.name.take());
        }
        if !piece.arguments.is_empty() {
            call.arguments.push_str(&piece.arguments);
            call.nesting.extend(&piece.arguments);
            deltas.push(Delta::Arguments { id: call.id.clone(), text: piece.arguments });
        }
    }
}

impl Piece<'_> {
    fn name(&self) -> &str {
        self.name.unwrap_or_default()
    }
}

impl Call {
    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }

    fn may_be_at(&self, index: Option<u64>) -> bool {
        index.is_none() || self.index.is_none() || self.index == index
    }

    /// Whether a piece, which stands where this call stands, does not begin another one.
    fn goes_on(&self, piece: &Piece<'_>) -> bool {
        let is_other_id = !piece.id.is_empty() && !self.wire.is_empty() && piece.id != self.wire;
        let is_other_name = !piece.name().is_empty() && !self.name().is_empty() && piece.name() != self.name();
        let is_again =
            !piece.name().is_empty() && self.nesting.is_closed() && piece.arguments.trim_start().starts_with('{');
        !is_other_id && !is_other_name && !is_again
    }
}

fn piece(entry: &Value) -> Result<Piece<'_>, Broken> {
    if !entry.is_object() {
        return Err(malformed("a call of the answer is no object"));
    }
    let function = entry.get("function").filter(|it| !it.is_null()).unwrap_or(&Value::Null);
    if !function.is_null() && !function.is_object() {
        return Err(malformed("the function of a call is no object"));
    }
    Ok(Piece {
        index: entry.get("index").and_then(Value::as_u64),
        id: optional(entry, "id")?.unwrap_or_default(),
        name: optional(function, "name")?,
        arguments: arguments(function)?,
    })
}

/// A call whose name is empty is one of no tool, and touches no other.
fn part(call: Call) -> Result<Part, Broken> {
    let tool = call.name.ok_or_else(|| malformed("a call has no name"))?;
    let arguments = chat::Call::arguments(&call.arguments);
    Ok(Part::Call(chat::Call { id: call.id, tool, arguments, data: Value::Null }))
}

/// How deep in braces a JSON text is. It only tells where a second object would begin: whether a call is complete is the
/// server's word.
#[derive(Debug, Default)]
struct Nesting {
    depth: usize,
    is_begun: bool,
    is_text: bool,
    is_escaped: bool,
}

impl Nesting {
    fn is_closed(&self) -> bool {
        self.is_begun && self.depth == 0
    }

    fn extend(&mut self, text: &str) {
        for byte in text.bytes() {
            let is_escaped = std::mem::take(&mut self.is_escaped);
            match byte {
                b'\\' if self.is_text => self.is_escaped = !is_escaped,
                b'"' if !is_escaped => self.is_text = !self.is_text,
                b'{' if !self.is_text => {
                    self.depth += 1;
                    self.is_begun = true;
                }
                b'}' if !self.is_text => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }
}
