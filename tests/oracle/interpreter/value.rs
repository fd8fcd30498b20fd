//! Values.

use std::rc::Rc;

use concerto_compiler::tree::Function;
use concerto_compiler::types::Substitution;

use super::{Eval, Stop, fault};

/// A value. What is shared is never changed.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Unit,
    Int(i64),
    Float(f64),
    Bool(bool),
    Text(Rc<str>),
    /// Where it starts, where it ends, whether the end is in it.
    Range(i64, i64, bool),
    Array(Rc<Vec<Value>>),
    /// A map, or a set whose values are `Unit`.
    Table(Rc<Vec<(Value, Value)>>),
    /// A struct or a tuple.
    Record(Rc<Vec<Value>>),
    /// A variant with its data.
    Variant(u32, Rc<Vec<Value>>),
    Closure(Rc<Closure>),
    /// A task that has ended: its value, or the message of its fault.
    Task(Rc<Result<Value, String>>),
}

/// A function with what it captured.
#[derive(Debug)]
pub(super) struct Closure {
    pub(super) function: Rc<Function>,
    pub(super) types: Substitution,
    pub(super) captures: Vec<Value>,
}

impl Value {
    pub(super) fn str(text: &str) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn array(items: Vec<Self>) -> Self {
        Self::Array(Rc::new(items))
    }

    pub(super) fn variant(index: u32, data: Vec<Self>) -> Self {
        Self::Variant(index, Rc::new(data))
    }

    pub(super) fn option(value: Option<Self>) -> Self {
        match value {
            Some(value) => Self::variant(1, vec![value]),
            None => Self::variant(0, Vec::new()),
        }
    }

    pub(super) fn closure(function: Rc<Function>, types: Substitution, captures: Vec<Self>) -> Self {
        Self::Closure(Rc::new(Closure { function, types, captures }))
    }

    pub(super) fn int(&self) -> i64 {
        if let Self::Int(it) = self { *it } else { panic!("not an Int: {self:?}") }
    }

    pub(super) fn float(&self) -> f64 {
        if let Self::Float(it) = self { *it } else { panic!("not a Float: {self:?}") }
    }

    pub(super) fn bool(&self) -> bool {
        if let Self::Bool(it) = self { *it } else { panic!("not a Bool: {self:?}") }
    }

    pub(super) fn text(&self) -> &str {
        if let Self::Text(it) = self { it } else { panic!("not a String: {self:?}") }
    }

    pub(super) fn items(&self) -> &[Self] {
        if let Self::Array(it) = self { it } else { panic!("not an Array: {self:?}") }
    }

    pub(super) fn entries(&self) -> &[(Self, Self)] {
        if let Self::Table(it) = self { it } else { panic!("not a Map or Set: {self:?}") }
    }

    /// The parts of a struct or tuple, or the data of a variant.
    pub(super) fn parts(&self) -> &[Self] {
        match self {
            Self::Record(parts) | Self::Variant(_, parts) => parts,
            Self::Unit => &[],
            _ => panic!("a value without parts: {self:?}"),
        }
    }

    pub(super) fn tag(&self) -> u32 {
        if let Self::Variant(it, _) = self { *it } else { panic!("not a variant: {self:?}") }
    }

    /// Where a range starts, and one after its last number.
    pub(super) fn bounds(&self) -> (i64, i128) {
        match self {
            Self::Range(start, end, inclusive) => (*start, i128::from(*end) + i128::from(*inclusive)),
            _ => panic!("not a Range: {self:?}"),
        }
    }

    /// The element at an index.
    pub(super) fn element(&self, index: i64) -> Eval {
        let items = self.items();
        let found = usize::try_from(index).ok().and_then(|it| items.get(it));
        found.cloned().map_or_else(|| out_of_range(index, items.len()), Ok)
    }

    /// The place of a key.
    pub(super) fn find(&self, key: &Self) -> Option<usize> {
        self.entries().iter().position(|(it, _)| it.is_same_key(key))
    }

    /// Whether two keys are the same: by their structure.
    pub(super) fn is_same_key(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unit, Self::Unit) => true,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Record(a), Self::Record(b)) => are_same(a, b),
            (Self::Variant(i, a), Self::Variant(j, b)) => i == j && are_same(a, b),
            _ => panic!("not a key: {self:?}"),
        }
    }

    /// What waiting for a task returns.
    pub(super) fn awaited(&self) -> Self {
        let Self::Task(result) = self else { panic!("not a Task: {self:?}") };
        match &**result {
            Ok(value) => Self::variant(0, vec![value.clone()]),
            Err(message) => {
                let none = Self::option(None);
                let error = vec![Self::str(message), Self::str("error"), none.clone(), none];
                Self::variant(1, vec![Self::variant(0, vec![Self::Record(Rc::new(error))])])
            }
        }
    }

    /// The value of a task; its fault goes on.
    pub(super) fn task_value(&self) -> Eval {
        let Self::Task(result) = self else { panic!("not a Task: {self:?}") };
        match &**result {
            Ok(value) => Ok(value.clone()),
            Err(message) => Err(Stop::Fault(message.clone())),
        }
    }
}

fn are_same(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same_key(b))
}

pub(super) fn out_of_range<T>(index: i64, length: usize) -> Eval<T> {
    fault(format!("index out of range: the index is {index}, the length is {length}"))
}
