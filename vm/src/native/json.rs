//! The functions of `Json` and of `std::json`.

use concerto_ir::program::{Field, Type};

use super::{Call, Given};
use crate::fault::FaultKind;
use crate::json::build::Builder;
use crate::json::decode::{Stop, decode as decode_value, whole};
use crate::json::emit::{emit, option_of};
use crate::json::parse::{self, parse as parse_text};
use crate::json::view::View;
use crate::node::{Node, node};
use crate::value::Value;

impl Call<'_> {
    /// The layouts of a `Json`.
    fn json_layouts(&self, ty: u32) -> Result<[u32; 6], FaultKind> {
        match self.types().get(ty as usize) {
            Some(Type::Json { layouts }) => Ok(*layouts),
            _ => Err(FaultKind::BadObject),
        }
    }

    /// The type inside a variant of what the function gives.
    pub(super) fn inside(&self, variant: usize) -> Result<u32, FaultKind> {
        match self.types().get(self.native.result as usize) {
            Some(Type::Enum { variants, .. }) => {
                variants.get(variant).and_then(|it| it.data.first()).map(|it| it.ty).ok_or(FaultKind::BadObject)
            }
            _ => Err(FaultKind::BadObject),
        }
    }

    /// `Err` of an error that says something: a text, or a struct with a message and a kind.
    pub(super) fn err(&mut self, message: &str) -> Given {
        let ty = self.inside(1)?;
        let error = match self.types().get(ty as usize) {
            Some(Type::String) => self.give(message)?,
            Some(Type::Struct { layout, fields, .. }) => self.error(*layout, fields, message)?,
            _ => return Err(FaultKind::BadObject),
        };
        self.wrong(error)
    }

    fn error(&mut self, layout: u32, fields: &[Field], message: &str) -> Given {
        let mut slots = Vec::with_capacity(fields.len());
        let made = fields.iter().try_for_each(|field| {
            slots.push(self.error_field(field, message)?);
            Ok(())
        });
        match made.and_then(|()| self.heap.record(0, layout, slots.len())) {
            Ok(object) => {
                // SAFETY: [types] the layout has a slot for each field; [shape] so the record has these, all of them
                // references.
                unsafe { std::ptr::copy_nonoverlapping(slots.as_ptr(), object.add(1).cast(), slots.len()) };
                Ok(object as u64)
            }
            Err(kind) => {
                slots.into_iter().for_each(|it| self.release(it));
                Err(kind)
            }
        }
    }

    fn error_field(&mut self, field: &Field, message: &str) -> Given {
        let is_text = matches!(self.types().get(field.ty as usize), Some(Type::String));
        match field.name.as_str() {
            "message" if is_text => self.give(message),
            "kind" if is_text => self.give("invalid"),
            "location" if option_of(self.types(), field.ty).is_some() => match self.source_place() {
                Some(place) => self.location(field.ty, place),
                None => self.none(),
            },
            _ if option_of(self.types(), field.ty).is_some() => self.none(),
            _ => Err(FaultKind::BadObject),
        }
    }

    /// Where an error comes from; nothing where the program keeps that in another form.
    fn location(&mut self, ty: u32, (file, line, column): (&str, u32, u32)) -> Given {
        let part = |name: &str, value: Value| (name.to_owned(), value);
        let file = Value::String(file.to_owned());
        let place =
            [part("file", file), part("line", Value::Int(line.into())), part("column", Value::Int(column.into()))];
        // SAFETY: [typed] the view is not of the heap: there is nothing that could go.
        match unsafe { decode_value(self.heap, self.linked, ty, View::Value(&Value::Object(place.into()))) } {
            Ok(word) => Ok(word),
            Err(Stop::Fault(kind)) => Err(kind),
            Err(Stop::Misfit(_)) => self.none(),
        }
    }
}

pub(super) fn parse(call: &mut Call<'_>) -> Given {
    let text = call.text(0)?;
    let layouts = call.json_layouts(call.inside(0)?)?;
    call.work += text.len() as u64 / 64;
    let mut builder = Builder::new(call.heap, &call.linked.shapes, layouts);
    match parse_text(text, &mut builder) {
        Ok(()) => {
            let word = builder.finish().ok_or(FaultKind::BadObject)?;
            call.ok(word)
        }
        Err(parse::Stop::Fault(kind)) => Err(kind),
        Err(parse::Stop::Problem(message)) => {
            drop(builder);
            call.err(&message)
        }
    }
}

pub(super) fn from(call: &mut Call<'_>) -> Given {
    let layouts = call.json_layouts(call.native.result)?;
    let (types, ty, word) = (call.types(), call.param(0), call.word(0));
    let mut builder = Builder::new(call.heap, &call.linked.shapes, layouts);
    // SAFETY: [typed] the argument is of its type.
    unsafe { emit(types, ty, word, &mut builder)? };
    builder.finish().ok_or(FaultKind::BadObject)
}

pub(super) fn decode(call: &mut Call<'_>) -> Given {
    let ty = call.inside(0)?;
    let view = View::Heap(call.types(), call.param(0), call.word(0), call.heap.seed);
    // SAFETY: [typed] the argument is a `Json`, [counted] which the caller holds.
    match unsafe { decode_value(call.heap, call.linked, ty, view) } {
        Ok(word) => call.ok(word),
        Err(Stop::Fault(kind)) => Err(kind),
        Err(Stop::Misfit(misfit)) => call.err(&misfit.to_string()),
    }
}

pub(super) fn as_int(call: &mut Call<'_>) -> Given {
    // SAFETY: [typed] the argument is of its type.
    let number = match unsafe { node(call.types(), call.param(0), call.word(0))? } {
        Node::Int(number) => Some(number),
        Node::Float(number) => whole(number),
        _ => None,
    };
    match number {
        Some(number) => call.some(number as u64),
        None => call.none(),
    }
}
