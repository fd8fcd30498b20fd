//! JSON values to typed values.
//!
//! What does not fit is a [`Misfit`]: where it is, as `$.points[1].y`, and what is wrong there. Nothing here recurses with the
//! depth of a value: frames are kept in a list, and what is done waits on another until its frame is complete.

mod finish;
mod parts;
mod words;

use concerto_ir::program::{Field, Type, Variant};

use self::parts::{Next, only};
use self::words::{expected, name, one_of, wrong};
use super::base64;
use super::build::Builder;
use super::emit::option_of;
use super::view::{self, List, Look, Members, View};
use crate::fault::FaultKind;
use crate::heap::{Heap, retain};
use crate::link::Linked;
use crate::native::{TablePlan, table_plan};
use crate::order::Steps;

/// A value that does not fit its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// Where it is, from `$` on.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

/// Why there is no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    Misfit(Misfit),
    Fault(FaultKind),
}

/// What is wrong with the value that is looked at.
pub(super) enum Wrong {
    Misfit(String),
    Fault(FaultKind),
}

impl From<FaultKind> for Wrong {
    fn from(kind: FaultKind) -> Self {
        Self::Fault(kind)
    }
}

/// A value of a type.
///
/// # Safety
/// `[typed]`: as for [`View::look`].
pub(crate) unsafe fn decode<'c>(heap: &'c mut Heap, linked: &'c Linked, ty: u32, view: View<'c>) -> Result<u64, Stop> {
    let mut decoder = Decoder {
        heap,
        linked,
        types: linked.types(),
        open: Vec::new(),
        words: Vec::new(),
        refs: Vec::new(),
        steps: Steps::default(),
    };
    // SAFETY: [typed] the caller's view is what its type says, and stays.
    match unsafe { decoder.all(ty, view) } {
        Ok(()) => Ok(decoder.words.pop().unwrap_or(0)),
        Err(wrong) => {
            let path = decoder.path();
            decoder.give_up();
            Err(match wrong {
                Wrong::Misfit(message) => Stop::Misfit(Misfit { path, message }),
                Wrong::Fault(kind) => Stop::Fault(kind),
            })
        }
    }
}

struct Decoder<'c> {
    heap: &'c mut Heap,
    linked: &'c Linked,
    types: &'c [Type],
    open: Vec<Frame<'c>>,
    /// What is done and belongs to a frame.
    words: Vec<u64>,
    /// Whether each of them is a reference.
    refs: Vec<bool>,
    steps: Steps,
}

/// Something whose parts are being made.
struct Frame<'c> {
    parts: Parts<'c>,
    /// Which part is next.
    at: usize,
    /// Where its parts begin in what is done.
    start: usize,
}

enum Parts<'c> {
    /// An array or a set of a type.
    Items { list: List<'c>, item: u32, table: Option<TablePlan> },
    /// A tuple, or the data of a variant as a list.
    Elements { list: List<'c>, types: Types<'c>, layout: u32, tag: u16, is_values: bool },
    /// A struct, or the named data of a variant.
    Fields { members: Members<'c>, fields: &'c [Field], layout: u32, tag: u16 },
    /// The one value inside of something: of an `Option` or of a variant.
    One { view: Option<View<'c>>, ty: u32, layout: u32, tag: u16, is_value: bool },
    /// A map: the key that was read last is in what is done.
    Pairs { members: Members<'c>, key: &'c str, types: (u32, u32), plan: TablePlan },
}

#[derive(Clone, Copy)]
enum Types<'c> {
    Elements(&'c [u32]),
    Fields(&'c [Field]),
}

impl Types<'_> {
    fn get(&self, at: usize) -> Option<u32> {
        match self {
            Self::Elements(types) => types.get(at).copied(),
            Self::Fields(fields) => fields.get(at).map(|it| it.ty),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Elements(types) => types.len(),
            Self::Fields(fields) => fields.len(),
        }
    }
}

impl<'c> Decoder<'c> {
    unsafe fn all(&mut self, ty: u32, view: View<'c>) -> Result<(), Wrong> {
        let mut next = Some((ty, view));
        loop {
            if let Some((ty, view)) = next.take() {
                self.steps.one()?;
                // SAFETY: [typed] the caller's view is what its type says, and so are its parts.
                unsafe { self.value(ty, view)? };
            }
            let Some(frame) = self.open.last() else { return Ok(()) };
            let start = frame.start;
            // SAFETY: [typed] the parts of a frame are those of the caller's view.
            match unsafe { self.part()? } {
                Next::Value(ty, view) => next = Some((ty, view)),
                Next::Absent => self.put(1, true),
                Next::End => {
                    let word = self.close(start)?;
                    self.put(word, true);
                }
            }
        }
    }

    fn put(&mut self, word: u64, is_ref: bool) {
        self.words.push(word);
        self.refs.push(is_ref);
    }

    fn open(&mut self, parts: Parts<'c>) {
        self.open.push(Frame { parts, at: 0, start: self.words.len() });
    }

    /// Makes a value that has no parts, or opens one that has.
    unsafe fn value(&mut self, ty: u32, view: View<'c>) -> Result<(), Wrong> {
        let found = self.types.get(ty as usize).ok_or(FaultKind::BadObject)?;
        // SAFETY: [typed] the caller's view is what its type says.
        let look = unsafe { view.look()? };
        match (found, look) {
            (Type::Unit, Look::Null) => self.put(0, false),
            (Type::Bool, Look::Bool(value)) => self.put(u64::from(value), false),
            (Type::Int | Type::Duration, Look::Int(value)) => self.put(value as u64, false),
            (Type::Int | Type::Duration, Look::Float(value)) => match whole(value) {
                Some(value) => self.put(value as u64, false),
                None => return wrong(format!("expected {}, found {value:?}", name(found))),
            },
            (Type::Float, Look::Float(value)) => self.put(value.to_bits(), false),
            (Type::Float, Look::Int(value)) => self.put((value as f64).to_bits(), false),
            (Type::String, Look::Text(text)) => self.text(text, view)?,
            (Type::Literal(texts), Look::Text(text)) => {
                if !texts.iter().any(|it| it == text) {
                    return wrong(format!(
                        "expected {}, found {text:?}",
                        one_of(texts.iter().map(|it| format!("{it:?}")))
                    ));
                }
                self.text(text, view)?;
            }
            (Type::Bytes, Look::Bytes(bytes)) => self.bytes(bytes)?,
            (Type::Bytes, Look::Text(text)) => match base64::decode(text) {
                Some(bytes) => self.bytes(&bytes)?,
                None => return wrong("expected Bytes as Base64 text"),
            },
            // SAFETY: [typed] the caller's view is what its type says.
            (Type::Json { layouts }, _) => unsafe { self.json(*layouts, view)? },
            (Type::Array(item), Look::Array(list)) => self.open(Parts::Items { list, item: *item, table: None }),
            (Type::Set(item), Look::Array(list)) => {
                let table = table_plan(self.types, ty);
                self.open(Parts::Items { list, item: *item, table });
            }
            (Type::Map(key, value), Look::Object(members)) => {
                let plan = table_plan(self.types, ty).ok_or(FaultKind::BadObject)?;
                self.open(Parts::Pairs { members, key: "", types: (*key, *value), plan });
            }
            (Type::Tuple { layout, elements }, Look::Array(list)) => {
                self.elements(list, Types::Elements(elements), *layout, 0, false)?;
            }
            (Type::Struct { layout, fields, closed, .. }, Look::Object(members)) => {
                if *closed {
                    only(members, fields)?;
                }
                self.open(Parts::Fields { members, fields, layout: *layout, tag: 0 });
            }
            (Type::Enum { variants, plain, .. }, look) => self.variant(ty, variants, *plain, view, look)?,
            (Type::Range | Type::Opaque, _) => return wrong(format!("{} has no JSON form", name(found))),
            (_, look) => return expected(&name(found), &look),
        }
        Ok(())
    }

    fn text(&mut self, text: &str, view: View<'_>) -> Result<(), Wrong> {
        // SAFETY: [typed] [counted] the view stays while it is looked at, and so does its text.
        let word = match unsafe { view.text_word() } {
            // SAFETY: [counted] the view holds the text.
            Some(word) => unsafe { retain(word) },
            None => self.heap.text(text)? as u64,
        };
        self.put(word, true);
        Ok(())
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Wrong> {
        let word = self.heap.bytes_of(bytes)? as u64;
        self.put(word, true);
        Ok(())
    }

    /// Any JSON value as a `Json`.
    unsafe fn json(&mut self, layouts: [u32; 6], view: View<'c>) -> Result<(), Wrong> {
        if let View::Heap(_, _, word, _) = view {
            // SAFETY: [counted] the view holds the value.
            let word = unsafe { retain(word) };
            self.put(word, true);
            return Ok(());
        }
        let mut builder = Builder::new(self.heap, &self.linked.shapes, layouts);
        // SAFETY: [typed] the view is not of the heap: there is nothing that could go.
        unsafe { view::pieces(view, &mut builder, &mut self.steps)? };
        let word = builder.finish().ok_or(FaultKind::BadObject)?;
        self.put(word, true);
        Ok(())
    }

    fn elements(
        &mut self,
        list: List<'c>,
        types: Types<'c>,
        layout: u32,
        tag: u16,
        is_values: bool,
    ) -> Result<(), Wrong> {
        if list.len() != types.len() {
            return wrong(format!("expected an array of {} elements, found one of {}", types.len(), list.len()));
        }
        self.open(Parts::Elements { list, types, layout, tag, is_values });
        Ok(())
    }

    /// A value of an enum: `None` and `Some` by what is there, others by the name of their variant.
    fn variant(
        &mut self,
        ty: u32,
        variants: &'c [Variant],
        is_plain: bool,
        view: View<'c>,
        look: Look<'c>,
    ) -> Result<(), Wrong> {
        if let (Some(inner), Some(layout)) = (option_of(self.types, ty), variants.get(1).and_then(|it| it.layout)) {
            match look {
                Look::Null => self.put(1, true),
                _ => self.open(Parts::One { view: Some(view), ty: inner, layout, tag: 1, is_value: false }),
            }
            return Ok(());
        }
        let (name, members) = match look {
            Look::Text(name) => (name, None),
            // SAFETY: [typed] [counted] members stay as long as their object.
            Look::Object(members) => match members.find("type").map(|it| unsafe { it.look() }).transpose()? {
                Some(Look::Text(name)) => (name, Some(members)),
                Some(other) => return wrong(format!("expected a String as `type`, found {}", other.name())),
                None => return wrong("`type` is missing, the name of a variant"),
            },
            other => return expected("the name of a variant or an object with a `type`", &other),
        };
        let found = variants.iter().enumerate().find(|(_, it)| it.name == name);
        let Some((tag, variant)) = found else {
            let names = one_of(variants.iter().map(|it| format!("{:?}", it.name)));
            return wrong(format!("expected {names}, found {name:?}"));
        };
        match (variant.layout, members) {
            (None, _) => self.put(if is_plain { tag as u64 } else { (tag as u64) << 1 | 1 }, !is_plain),
            (Some(_), None) => return wrong(format!("{name:?} needs its data: an object with a `type`")),
            (Some(layout), Some(members)) => self.data(variant, layout, tag as u16, members)?,
        }
        Ok(())
    }

    fn data(&mut self, variant: &'c Variant, layout: u32, tag: u16, members: Members<'c>) -> Result<(), Wrong> {
        match &variant.data[..] {
            fields if variant.named => self.open(Parts::Fields { members, fields, layout, tag }),
            [one] => {
                let view = members.find("value");
                if view.is_none() && option_of(self.types, one.ty).is_none() {
                    return wrong("`value` is missing");
                }
                self.open(Parts::One { view, ty: one.ty, layout, tag, is_value: true });
            }
            // SAFETY: [typed] [counted] members stay as long as their object.
            fields => match members.find("values").map(|it| unsafe { it.look() }).transpose()? {
                Some(Look::Array(list)) => self.elements(list, Types::Fields(fields), layout, tag, true)?,
                Some(other) => return wrong(format!("expected an array as `values`, found {}", other.name())),
                None => return wrong("`values` is missing"),
            },
        }
        Ok(())
    }
}

/// The whole number that a float is.
pub(crate) fn whole(value: f64) -> Option<i64> {
    let limit = 9_223_372_036_854_775_808.0;
    (value.fract() == 0.0 && (-limit..limit).contains(&value)).then_some(value as i64)
}
