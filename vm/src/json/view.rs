//! JSON values wherever they are: on the heap, outside of the machine, or in a program's defaults.

use concerto_ir::program::Type;

use super::emit::Sink;
use crate::fault::FaultKind;
use crate::heap::texts::text_of;
use crate::heap::{Table, hash};
use crate::node::{Node, Sort, json_text, node};
use crate::order::Steps;
use crate::value::Value;

/// A JSON value.
#[derive(Clone, Copy)]
pub(crate) enum View<'v> {
    /// A `Json`: the types of the program, its own type, its word, and what hashes of keys begin with.
    Heap(&'v [Type], u32, u64, u64),
    Value(&'v Value),
    Default(&'v serde_json::Value),
}

/// What a JSON value is.
pub(crate) enum Look<'v> {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(&'v str),
    Bytes(&'v [u8]),
    Array(List<'v>),
    Object(Members<'v>),
}

/// The elements of an array.
#[derive(Clone, Copy)]
pub(crate) enum List<'v> {
    Heap(&'v [Type], u32, &'v [u64], u64),
    Values(&'v [Value]),
    Defaults(&'v [serde_json::Value]),
}

/// The members of an object.
#[derive(Clone, Copy)]
pub(crate) enum Members<'v> {
    Heap(&'v [Type], u32, &'v Table, u64),
    Values(&'v [(String, Value)]),
    Defaults(&'v serde_json::Map<String, serde_json::Value>),
}

impl<'v> View<'v> {
    /// What it is.
    ///
    /// # Safety
    /// `[typed]`: a `Json` on the heap is of its type, and its reference counts while it is looked at.
    pub(crate) unsafe fn look(self) -> Result<Look<'v>, FaultKind> {
        Ok(match self {
            // SAFETY: [typed] the caller's word is a `Json` of this type.
            Self::Heap(types, ty, word, seed) => match unsafe { node(types, ty, word)? } {
                Node::Unit => Look::Null,
                Node::Bool(value) => Look::Bool(value),
                Node::Int(value) => Look::Int(value),
                Node::Float(value) => Look::Float(value),
                Node::Text(text) => Look::Text(text),
                Node::Group(group) => match (group.sort, group.items(), group.table()) {
                    (Sort::Array, Some((items, _)), _) => Look::Array(List::Heap(types, ty, items, seed)),
                    (Sort::Map, _, Some(table)) => Look::Object(Members::Heap(types, ty, table, seed)),
                    _ => return Err(FaultKind::BadObject),
                },
                _ => return Err(FaultKind::BadObject),
            },
            Self::Value(value) => match value {
                Value::Null => Look::Null,
                Value::Bool(value) => Look::Bool(*value),
                Value::Int(value) => Look::Int(*value),
                Value::Float(value) => Look::Float(*value),
                Value::String(text) => Look::Text(text),
                Value::Bytes(bytes) => Look::Bytes(bytes),
                Value::Array(items) => Look::Array(List::Values(items)),
                Value::Object(members) => Look::Object(Members::Values(members)),
            },
            Self::Default(value) => match value {
                serde_json::Value::Null => Look::Null,
                serde_json::Value::Bool(value) => Look::Bool(*value),
                serde_json::Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                    (Some(value), _) => Look::Int(value),
                    (None, Some(value)) => Look::Float(value),
                    (None, None) => Look::Null,
                },
                serde_json::Value::String(text) => Look::Text(text),
                serde_json::Value::Array(items) => Look::Array(List::Defaults(items)),
                serde_json::Value::Object(members) => Look::Object(Members::Defaults(members)),
            },
        })
    }
}

impl View<'_> {
    /// The text of a `Json` that is one: a reference that belongs to it.
    ///
    /// # Safety
    /// `[typed]`: as for [`Self::look`].
    pub(crate) unsafe fn text_word(self) -> Option<u64> {
        match self {
            // SAFETY: [typed] the caller's word is a `Json` of this type.
            Self::Heap(types, ty, word, _) => unsafe { json_text(types, ty, word) },
            _ => None,
        }
    }
}

/// Gives the pieces of a JSON value.
///
/// # Safety
/// `[typed]`: as for [`View::look`].
pub(crate) unsafe fn pieces(view: View<'_>, sink: &mut impl Sink, steps: &mut Steps) -> Result<(), FaultKind> {
    enum Open<'v> {
        List(List<'v>, usize),
        Members(Members<'v>, usize),
    }
    let mut open: Vec<Open> = Vec::new();
    let mut next = Some(view);
    loop {
        if let Some(view) = next.take() {
            steps.one()?;
            // SAFETY: [typed] the caller's view is what its type says, and so are its parts.
            match unsafe { view.look()? } {
                Look::Null => sink.null()?,
                Look::Bool(value) => sink.bool(value)?,
                Look::Int(value) => sink.int(value)?,
                Look::Float(value) => sink.float(value)?,
                Look::Text(text) => sink.text(text)?,
                Look::Bytes(bytes) => sink.bytes(bytes)?,
                Look::Array(list) => {
                    sink.begin_array()?;
                    open.push(Open::List(list, 0));
                }
                Look::Object(members) => {
                    sink.begin_object()?;
                    open.push(Open::Members(members, 0));
                }
            }
        }
        match open.last_mut() {
            None => return Ok(()),
            Some(Open::List(list, at)) => {
                next = list.item(*at);
                *at += 1;
                if next.is_none() {
                    sink.end_array()?;
                    open.pop();
                }
            }
            Some(Open::Members(members, at)) => match members.next(*at) {
                Some((after, key, value)) => {
                    *at = after;
                    sink.key(key)?;
                    next = Some(value);
                }
                None => {
                    sink.end_object()?;
                    open.pop();
                }
            },
        }
    }
}

impl<'v> List<'v> {
    pub(crate) fn len(self) -> usize {
        match self {
            Self::Heap(_, _, items, _) => items.len(),
            Self::Values(items) => items.len(),
            Self::Defaults(items) => items.len(),
        }
    }

    pub(crate) fn item(self, at: usize) -> Option<View<'v>> {
        match self {
            Self::Heap(types, ty, items, seed) => items.get(at).map(|it| View::Heap(types, ty, *it, seed)),
            Self::Values(items) => items.get(at).map(View::Value),
            Self::Defaults(items) => items.get(at).map(View::Default),
        }
    }
}

impl<'v> Members<'v> {
    /// The value of a key; of two with one key the later counts.
    pub(crate) fn find(self, key: &str) -> Option<View<'v>> {
        match self {
            Self::Heap(types, ty, table, seed) => {
                let hash = hash::of_bytes(seed, key.as_bytes());
                // SAFETY: [header] the table has the keys of a `Json` object: references, [counted] which it holds.
                let at = table.find(hash, |it| unsafe { text_of(it) } == Some(key))?;
                Some(View::Heap(types, ty, table.pair(at).1, seed))
            }
            Self::Values(members) => members.iter().rev().find(|it| it.0 == key).map(|it| View::Value(&it.1)),
            Self::Defaults(members) => members.get(key).map(View::Default),
        }
    }

    /// The first member from some place on: the place after it, its key and its value.
    pub(crate) fn next(self, from: usize) -> Option<(usize, &'v str, View<'v>)> {
        match self {
            Self::Heap(types, ty, table, seed) => {
                let at = table.next(from)?;
                let (key, value) = table.pair(at);
                // SAFETY: [header] the table has the keys of a `Json` object: references, [counted] which it holds.
                Some((at + 1, unsafe { text_of(key) }?, View::Heap(types, ty, value, seed)))
            }
            Self::Values(members) => members.get(from).map(|it| (from + 1, it.0.as_str(), View::Value(&it.1))),
            Self::Defaults(members) => {
                members.iter().nth(from).map(|it| (from + 1, it.0.as_str(), View::Default(it.1)))
            }
        }
    }
}

impl Look<'_> {
    /// What it is called in messages.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a Bool",
            Self::Int(_) => "an Int",
            Self::Float(_) => "a Float",
            Self::Text(_) => "a String",
            Self::Bytes(_) => "Bytes",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}
