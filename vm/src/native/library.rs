//! Functions that whoever makes a machine brings along: pure ones, whose work the machine does not know.
//!
//! They see their arguments as texts, bytes, numbers or JSON forms, and give a [`Value`]; what is on the heap stays the
//! machine's own subject. The signature of each is compared with the program's types, as that of every other function.

use concerto_ir::program::Type;

use super::{Call, Given};
use crate::fault::FaultKind;
use crate::json::decode::{Stop, decode};
use crate::json::view::View;
use crate::value::{Value, to_value};

/// Functions beside those of the machine.
pub type Library = &'static [Function];

/// A function that the machine does not know itself.
pub struct Function {
    /// The name that the library declares it with: `regex.find`.
    pub name: &'static str,
    /// What it takes and gives: `(String, String) -> Result<Option<Match>, Error>`.
    pub signature: &'static str,
    /// What it does. The same arguments always give the same.
    pub body: fn(&Args<'_>) -> Result<Outcome, FaultKind>,
}

/// What such a function gives.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// A value.
    Plain(Value),
    /// `Ok` of a value.
    Ok(Value),
    /// `Err` of an error of the kind `invalid` that says this.
    Err(String),
}

/// The arguments of a call.
pub struct Args<'c> {
    call: &'c Call<'c>,
}

impl Args<'_> {
    /// The argument at a place, a text.
    pub fn text(&self, at: usize) -> Result<&str, FaultKind> {
        self.call.text(at)
    }

    /// The argument at a place, bytes.
    pub fn bytes(&self, at: usize) -> Result<&[u8], FaultKind> {
        self.call.bytes(at)
    }

    /// How many bytes the program may still use: what is given should not be more.
    pub fn room(&self) -> usize {
        self.call.heap.bytes_left()
    }

    /// What it ends with where they are not enough.
    pub fn out_of_memory(&self) -> FaultKind {
        self.call.heap.out_of_memory()
    }

    /// The argument at a place, whatever it is, in its JSON form.
    pub fn value(&self, at: usize) -> Result<Value, FaultKind> {
        let call = self.call;
        // SAFETY: [typed] the argument is of its type.
        unsafe { to_value(call.types(), call.param(at), call.word(at), call.heap.bytes_left()) }
    }
}

/// What [`Function::body`] gives, as a word of the machine.
pub(super) fn call(call: &mut Call<'_>) -> Given {
    let Some(function) = call.native.foreign else { return Err(FaultKind::BadObject) };
    call.work += work(call);
    let outcome = (function.body)(&Args { call: &*call })?;
    match outcome {
        Outcome::Plain(value) => made(call, call.native.result, &value),
        _ if !gives_result(call) => Err(FaultKind::BadObject),
        Outcome::Ok(value) => {
            let word = made(call, call.inside(0)?, &value)?;
            call.ok(word)
        }
        Outcome::Err(message) => call.err(&message),
    }
}

/// Whether the function's type is that of a `Result`: two variants, with one value each. A function may return any
/// [`Outcome`], but an object must have the slots of its layout.
fn gives_result(call: &Call<'_>) -> bool {
    match call.types().get(call.native.result as usize) {
        Some(Type::Enum { variants, .. }) => variants.len() == 2 && variants.iter().all(|it| it.data.len() == 1),
        _ => false,
    }
}

fn made(call: &mut Call<'_>, ty: u32, value: &Value) -> Given {
    // SAFETY: [typed] the view is not of the heap: there is nothing that could go.
    match unsafe { decode(call.heap, call.linked, ty, View::Value(value)) } {
        Ok(word) => Ok(word),
        Err(Stop::Fault(kind)) => Err(kind),
        Err(Stop::Misfit(misfit)) => Err(FaultKind::Message(misfit.to_string())),
    }
}

/// What a call counts: something for itself, and more for long texts.
fn work(call: &Call<'_>) -> u64 {
    let sizes = (0..call.native.params.len()).map(|at| call.text(at).map_or(0, str::len) as u64);
    16 + sizes.sum::<u64>() / 16
}
