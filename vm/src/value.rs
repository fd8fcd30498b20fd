//! Values outside of the machine: what the arguments of effects leave it as, and their replies come in as.

mod text;

use concerto_ir::program::Type;

use crate::fault::FaultKind;
use crate::json::DEPTH_MAX;
use crate::json::decode::{Stop, decode};
use crate::json::emit::{Sink, emit};
use crate::json::view::View;
use crate::machine::Machine;

/// The JSON form of a value; only bytes are bytes and not text.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nothing: `()`, or `None`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    String(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A list.
    Array(Vec<Value>),
    /// Values by key, in order.
    Object(Vec<(String, Value)>),
}

impl Machine {
    /// The JSON form of a value of a type.
    ///
    /// # Safety
    /// `[typed]`: as for [`emit`].
    pub(crate) unsafe fn value_of(&self, word: u64, ty: u32) -> Result<Value, FaultKind> {
        // SAFETY: [typed] the caller's word is of the type.
        unsafe { to_value(self.linked.types(), ty, word, self.heap.bytes_left()) }
    }

    /// A value of a type out of its JSON form; where it does not fit, the fault says where and why.
    pub(crate) fn word_of(&mut self, value: &Value, ty: u32) -> Result<u64, FaultKind> {
        // SAFETY: [typed] the view is not of the heap: there is nothing that could go.
        unsafe { decode(&mut self.heap, &self.linked, ty, View::Value(value)) }.map_err(|stop| match stop {
            Stop::Misfit(misfit) => FaultKind::Message(misfit.to_string()),
            Stop::Fault(kind) => kind,
        })
    }
}

/// The JSON form of a value of a type.
///
/// # Safety
/// `[typed]`: as for [`emit`].
pub(crate) unsafe fn to_value(types: &[Type], ty: u32, word: u64, bytes_max: usize) -> Result<Value, FaultKind> {
    let mut maker = Maker { bytes_left: bytes_max, bytes_max, ..Maker::default() };
    // SAFETY: [typed] the caller's word is of the type.
    unsafe { emit(types, ty, word, &mut maker)? };
    maker.done.ok_or(FaultKind::BadObject)
}

/// A value that is being made.
#[derive(Default)]
struct Maker {
    open: Vec<(Value, String)>,
    /// The key of the value that comes next.
    key: String,
    done: Option<Value>,
    bytes_left: usize,
    bytes_max: usize,
}

impl Maker {
    fn count(&mut self, bytes: usize) -> Result<(), FaultKind> {
        let left = self.bytes_left.checked_sub(bytes + size_of::<Value>());
        self.bytes_left = left.ok_or(FaultKind::OutOfMemory(self.bytes_max))?;
        Ok(())
    }

    fn put(&mut self, value: Value, bytes: usize) -> Result<(), FaultKind> {
        self.count(bytes)?;
        match self.open.last_mut() {
            None => self.done = Some(value),
            Some((Value::Array(items), _)) => items.push(value),
            Some((Value::Object(members), _)) => members.push((std::mem::take(&mut self.key), value)),
            Some(_) => return Err(FaultKind::BadObject),
        }
        Ok(())
    }

    fn begin(&mut self, value: Value) -> Result<(), FaultKind> {
        if self.open.len() >= DEPTH_MAX {
            let problem = format!("more than {DEPTH_MAX} values inside each other cannot leave the program");
            return Err(FaultKind::Message(problem));
        }
        self.open.push((value, std::mem::take(&mut self.key)));
        Ok(())
    }

    fn end(&mut self) -> Result<(), FaultKind> {
        let (value, key) = self.open.pop().ok_or(FaultKind::BadObject)?;
        self.key = key;
        self.put(value, 0)
    }
}

impl Sink for Maker {
    fn null(&mut self) -> Result<(), FaultKind> {
        self.put(Value::Null, 0)
    }

    fn bool(&mut self, value: bool) -> Result<(), FaultKind> {
        self.put(Value::Bool(value), 0)
    }

    fn int(&mut self, value: i64) -> Result<(), FaultKind> {
        self.put(Value::Int(value), 0)
    }

    fn float(&mut self, value: f64) -> Result<(), FaultKind> {
        self.put(Value::Float(value), 0)
    }

    fn text(&mut self, text: &str) -> Result<(), FaultKind> {
        self.put(Value::String(text.to_owned()), text.len())
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<(), FaultKind> {
        self.put(Value::Bytes(bytes.to_vec()), bytes.len())
    }

    fn begin_array(&mut self) -> Result<(), FaultKind> {
        self.begin(Value::Array(Vec::new()))
    }

    fn end_array(&mut self) -> Result<(), FaultKind> {
        self.end()
    }

    fn begin_object(&mut self) -> Result<(), FaultKind> {
        self.begin(Value::Object(Vec::new()))
    }

    fn key(&mut self, key: &str) -> Result<(), FaultKind> {
        self.count(key.len())?;
        key.clone_into(&mut self.key);
        Ok(())
    }

    fn end_object(&mut self) -> Result<(), FaultKind> {
        self.end()
    }
}
