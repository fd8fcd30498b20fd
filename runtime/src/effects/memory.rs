//! `memory.*`: conversations that are kept.

use std::sync::Arc;

use concerto_vm::{Reply, Value};

use super::{Answer, fault, now};
use crate::memory::{Kept, last as last_of};
use crate::value::object;
use crate::world::World;

/// What the program holds: a `Memory`.
fn handle(id: String) -> Value {
    object([("id", Value::String(id))])
}

fn id_of(value: Value) -> Option<String> {
    match value {
        Value::Object(fields) => fields.into_iter().find_map(|(key, value)| match value {
            Value::String(id) if key == "id" => Some(id),
            _ => None,
        }),
        _ => None,
    }
}

/// At most so many messages; a number below 1 is refused.
fn max(value: &Value) -> Result<Option<usize>, Answer> {
    match value {
        Value::Int(max) => match usize::try_from(*max) {
            Ok(max) if max > 0 => Ok(Some(max)),
            _ => Err(fault(format!("a memory keeps 1 message or more, not {max}"))),
        },
        _ => Ok(None),
    }
}

pub(super) fn new(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [limit @ (Value::Int(_) | Value::Null)] = <[Value; 1]>::try_from(args).ok()? else { return None };
    Some(match max(&limit) {
        Ok(max) => now(handle(world.memories.add(max))),
        Err(refused) => refused,
    })
}

pub(super) fn open(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::String(path), limit] = <[Value; 2]>::try_from(args).ok()? else { return None };
    let max = match max(&limit) {
        Ok(max) => max,
        Err(refused) => return Some(refused),
    };
    let id = world.memories.add_file(&path, max);
    let Kept::File(file) = world.memories.get(&id)?.kept.clone() else { return None };
    Some(Answer::Work(Box::new(move || match file.check() {
        Ok(()) => Reply::Value(handle(id)),
        Err(problem) => Reply::Fault(problem),
    })))
}

pub(super) fn append(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [memory, message] = <[Value; 2]>::try_from(args).ok()?;
    add(world, memory, vec![message])
}

pub(super) fn extend(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [memory, Value::Array(messages)] = <[Value; 2]>::try_from(args).ok()? else { return None };
    add(world, memory, messages)
}

fn add(world: &mut World, memory: Value, messages: Vec<Value>) -> Option<Answer> {
    let id = id_of(memory)?;
    let Some(memory) = world.memories.get(&id) else { return Some(gone()) };
    let max = memory.max;
    Some(match &mut memory.kept {
        Kept::Here(kept) => {
            kept.extend(messages);
            if let Some(max) = max {
                let left = last_of(kept, max).len();
                kept.drain(..kept.len() - left);
            }
            now(Value::Null)
        }
        Kept::File(file) => {
            let file = Arc::clone(file);
            Answer::Work(Box::new(move || replied(file.extend(&messages, max).map(|()| Value::Null))))
        }
    })
}

pub(super) fn messages(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [memory] = <[Value; 1]>::try_from(args).ok()?;
    look(world, memory, Value::Array)
}

pub(super) fn last(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [memory, Value::Int(count)] = <[Value; 2]>::try_from(args).ok()? else { return None };
    let count = usize::try_from(count).unwrap_or(0);
    look(world, memory, move |messages| Value::Array(last_of(&messages, count).to_vec()))
}

pub(super) fn len(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [memory] = <[Value; 1]>::try_from(args).ok()?;
    look(world, memory, |messages| Value::Int(messages.len() as i64))
}

fn look(world: &mut World, memory: Value, see: impl FnOnce(Vec<Value>) -> Value + Send + 'static) -> Option<Answer> {
    let id = id_of(memory)?;
    let Some(memory) = world.memories.get(&id) else { return Some(gone()) };
    Some(match &memory.kept {
        Kept::Here(kept) => now(see(kept.clone())),
        Kept::File(file) => {
            let file = Arc::clone(file);
            Answer::Work(Box::new(move || replied(file.messages().map(see))))
        }
    })
}

pub(super) fn clear(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [memory] = <[Value; 1]>::try_from(args).ok()?;
    let id = id_of(memory)?;
    let Some(memory) = world.memories.get(&id) else { return Some(gone()) };
    Some(match &mut memory.kept {
        Kept::Here(kept) => {
            kept.clear();
            now(Value::Null)
        }
        Kept::File(file) => {
            let file = Arc::clone(file);
            Answer::Work(Box::new(move || replied(file.clear().map(|()| Value::Null))))
        }
    })
}

fn replied(done: Result<Value, String>) -> Reply {
    match done {
        Ok(value) => Reply::Value(value),
        Err(problem) => Reply::Fault(problem),
    }
}

fn gone() -> Answer {
    fault("the memory is none of this run")
}
