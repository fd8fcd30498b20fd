//! Places: what is at them, and how they get something else.

use std::rc::Rc;

use concerto_compiler::tree::{Arithmetic, ExprId, Global, Place, Root, Step};

use super::value::{Value, out_of_range};
use super::{Eval, Frame, Interpreter, fault};

/// A place whose indexes and keys are evaluated.
pub(super) struct Spot {
    root: Root,
    keys: Vec<Key>,
}

enum Key {
    Part(u32),
    Element(i64),
    Value(Value),
}

impl Interpreter<'_> {
    pub(super) fn spot(&mut self, frame: &mut Frame, place: &Place) -> Eval<Spot> {
        let mut keys = Vec::new();
        for step in &place.steps {
            keys.push(match step {
                Step::Part { index, .. } => Key::Part(*index),
                Step::Element { index, .. } => Key::Element(self.eval(frame, *index)?.int()),
                Step::Value { key, .. } => Key::Value(self.eval(frame, *key)?),
            });
        }
        Ok(Spot { root: place.root.clone(), keys })
    }

    /// What a resource holds. One that is taken is not there.
    pub(super) fn global(&self, global: &Global) -> Eval {
        self.globals.get(global).cloned().map_or_else(|| fault(""), Ok)
    }

    fn root(&self, frame: &Frame, root: &Root) -> Eval {
        match root {
            Root::Local(local) => Ok(frame.get(*local)),
            Root::Global(global, _) => self.global(global),
        }
    }

    /// Takes the resource of a place while a method changes it.
    pub(super) fn take_root(&mut self, spot: &Spot) -> Option<Value> {
        match &spot.root {
            Root::Local(_) => None,
            Root::Global(global, _) => self.globals.remove(global),
        }
    }

    /// Puts it back.
    pub(super) fn put_root(&mut self, spot: &Spot, value: Option<Value>) {
        if let (Root::Global(global, _), Some(value)) = (&spot.root, value) {
            self.globals.insert(global.clone(), value);
        }
    }

    fn set_root(&mut self, frame: &mut Frame, root: &Root, value: Value) {
        match root {
            Root::Local(local) => frame.set(*local, value),
            Root::Global(global, _) => _ = self.globals.insert(global.clone(), value),
        }
    }

    /// What is at a place.
    pub(super) fn look(&mut self, frame: &Frame, spot: &Spot) -> Eval {
        let mut value = self.root(frame, &spot.root)?;
        for key in &spot.keys {
            value = match key {
                Key::Part(index) => value.parts()[*index as usize].clone(),
                Key::Element(index) => value.element(*index)?,
                Key::Value(key) => value_of(&value, key)?,
            };
        }
        Ok(value)
    }

    /// Gives a place another value.
    pub(super) fn store(&mut self, frame: &mut Frame, spot: &Spot, value: Value) -> Eval<()> {
        if spot.keys.is_empty() {
            self.set_root(frame, &spot.root, value);
            return Ok(());
        }
        let mut whole = self.root(frame, &spot.root)?;
        put(&mut whole, &spot.keys, value)?;
        self.set_root(frame, &spot.root, whole);
        Ok(())
    }

    pub(super) fn assign(&mut self, frame: &mut Frame, place: &Place, value: ExprId) -> Eval {
        let spot = self.spot(frame, place)?;
        let value = self.eval(frame, value)?;
        self.store(frame, &spot, value)?;
        Ok(Value::Unit)
    }

    pub(super) fn change(&mut self, frame: &mut Frame, op: Arithmetic, place: &Place, value: ExprId) -> Eval {
        let spot = self.spot(frame, place)?;
        let value = self.eval(frame, value)?;
        let old = self.look(frame, &spot)?;
        let new = match (&old, &value) {
            (Value::Text(_), _) | (Value::Array(_), _) => joined(&old, &value),
            _ => super::data::compute(op, &old, &value)?,
        };
        self.store(frame, &spot, new)?;
        Ok(Value::Unit)
    }

    pub(super) fn update_native(&mut self, frame: &mut Frame, name: &str, place: &Place, args: &[ExprId]) -> Eval {
        let spot = self.spot(frame, place)?;
        let args = self.all(frame, args)?;
        let mut receiver = self.look(frame, &spot)?;
        let value = self.changing(name, &mut receiver, &args)?;
        self.store(frame, &spot, receiver)?;
        Ok(value)
    }
}

/// The value at a key of a map.
pub(super) fn value_of(map: &Value, key: &Value) -> Eval {
    match map.find(key) {
        Some(at) => Ok(map.entries()[at].1.clone()),
        None => fault(""),
    }
}

pub(super) fn joined(left: &Value, right: &Value) -> Value {
    match (left, right) {
        (Value::Text(a), Value::Text(b)) => Value::str(&format!("{a}{b}")),
        (Value::Array(a), Value::Array(b)) => Value::array(a.iter().chain(b.iter()).cloned().collect()),
        _ => panic!("neither texts nor arrays: {left:?}"),
    }
}

fn put(whole: &mut Value, keys: &[Key], value: Value) -> Eval<()> {
    let Some((key, rest)) = keys.split_first() else {
        *whole = value;
        return Ok(());
    };
    match (key, whole) {
        (Key::Part(index), Value::Record(parts)) => put(&mut Rc::make_mut(parts)[*index as usize], rest, value),
        (Key::Element(index), Value::Array(items)) => {
            let items = Rc::make_mut(items);
            let length = items.len();
            match usize::try_from(*index).ok().and_then(|it| items.get_mut(it)) {
                Some(item) => put(item, rest, value),
                None => out_of_range(*index, length),
            }
        }
        (Key::Value(key), map) => {
            let at = map.find(key);
            let Value::Table(entries) = map else { panic!("not a map: {map:?}") };
            let entries = Rc::make_mut(entries);
            match at {
                Some(at) => put(&mut entries[at].1, rest, value),
                None if rest.is_empty() => {
                    entries.push((key.clone(), value));
                    Ok(())
                }
                None => fault(""),
            }
        }
        (_, whole) => panic!("a place in {whole:?}"),
    }
}
