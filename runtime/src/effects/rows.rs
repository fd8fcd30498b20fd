//! `ledger.*` and `store.*`: rows by key that all tasks share. Each operation is done with nothing else in between.

use std::collections::HashSet;
use std::sync::Arc;

use concerto_vm::{Reply, Value};

use super::{Answer, fault, now};
use crate::rows::{Place, Rows, Shelf, in_file};
use crate::value::object;
use crate::world::World;

/// What the program holds: a `Ledger` or a `Store`.
fn handle(id: String) -> Value {
    object([("id", Value::String(id))])
}

fn id_of(value: &Value) -> Option<&str> {
    match value {
        Value::Object(fields) => match &fields[..] {
            [(name, Value::String(id))] if name == "id" => Some(id),
            _ => None,
        },
        _ => None,
    }
}

/// Does something with the rows behind a handle: at once, or in a thread where they are in a file.
fn with(
    shelf: &mut Shelf,
    handle: &Value,
    work: impl FnOnce(&mut dyn Rows) -> Result<Value, String> + Send + 'static,
) -> Option<Answer> {
    let (id, what) = (id_of(handle)?, shelf.what());
    Some(match shelf.get(id) {
        Some(Place::Here(rows)) => Answer::Now(replied(work(rows))),
        Some(Place::File(file)) => {
            let file = Arc::clone(file);
            Answer::Work(Box::new(move || replied(in_file(&file, work))))
        }
        None => fault(format!("the {what} is none of this run")),
    })
}

fn replied(done: Result<Value, String>) -> Reply {
    match done {
        Ok(value) => Reply::Value(value),
        Err(problem) => Reply::Fault(problem),
    }
}

/// Opens a file now, so that a problem with it is seen.
fn opened(shelf: &mut Shelf, args: Vec<Value>) -> Option<Answer> {
    let id = shelf.add_file(&super::text(args)?);
    let handle = handle(id);
    let given = handle.clone();
    with(shelf, &handle, move |rows| rows.len().map(|_| given))
}

fn counted(rows: &mut dyn Rows) -> Result<Value, String> {
    rows.len().map(|it| Value::Int(i64::try_from(it).unwrap_or(i64::MAX)))
}

// Ledgers

pub(super) fn new_ledger(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    args.is_empty().then(|| now(handle(world.ledgers.add())))
}

pub(super) fn open_ledger(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    opened(&mut world.ledgers, args)
}

pub(super) fn insert(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [ledger, Value::String(identifier), keys @ Value::Array(_), value] = <[Value; 4]>::try_from(args).ok()? else {
        return None;
    };
    with(&mut world.ledgers, &ledger, move |rows| {
        let row = object([("identifier", Value::String(identifier.clone())), ("keys", keys), ("value", value)]);
        rows.put(&identifier, row).map(|()| Value::Null)
    })
}

pub(super) fn update(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [ledger, Value::String(identifier), value] = <[Value; 3]>::try_from(args).ok()? else { return None };
    with(&mut world.ledgers, &ledger, move |rows| {
        let Some(Value::Object(mut fields)) = rows.get(&identifier)? else { return Ok(Value::Bool(false)) };
        fields.retain(|(name, _)| name != "value");
        fields.push(("value".to_owned(), value));
        rows.put(&identifier, Value::Object(fields)).map(|()| Value::Bool(true))
    })
}

pub(super) fn delete_entry(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [ledger, Value::String(identifier)] = <[Value; 2]>::try_from(args).ok()? else { return None };
    with(&mut world.ledgers, &ledger, move |rows| rows.remove(&identifier).map(Value::Bool))
}

pub(super) fn entries(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [ledger] = <[Value; 1]>::try_from(args).ok()?;
    with(&mut world.ledgers, &ledger, |rows| rows.all().map(Value::Array))
}

pub(super) fn count_entries(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [ledger] = <[Value; 1]>::try_from(args).ok()?;
    with(&mut world.ledgers, &ledger, counted)
}

pub(super) fn clear(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [ledger] = <[Value; 1]>::try_from(args).ok()?;
    with(&mut world.ledgers, &ledger, |rows| rows.clear().map(|()| Value::Null))
}

pub(super) fn with_words(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [ledger, Value::String(text)] = <[Value; 2]>::try_from(args).ok()? else { return None };
    with(&mut world.ledgers, &ledger, move |rows| {
        let wanted = words(&text);
        found(rows, |row| {
            field(row, "identifier").is_some_and(|it| matches!(it, Value::String(it) if words(it).is_superset(&wanted)))
        })
    })
}

pub(super) fn with_keys(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [ledger, Value::Array(keys), Value::Bool(all)] = <[Value; 3]>::try_from(args).ok()? else { return None };
    with(&mut world.ledgers, &ledger, move |rows| {
        let wanted = folded(&keys);
        found(rows, |row| match field(row, "keys") {
            Some(Value::Array(keys)) if all => folded(keys).is_superset(&wanted),
            Some(Value::Array(keys)) => !folded(keys).is_disjoint(&wanted),
            _ => false,
        })
    })
}

fn found(rows: &mut dyn Rows, is_wanted: impl Fn(&Value) -> bool) -> Result<Value, String> {
    Ok(Value::Array(rows.all()?.into_iter().filter(|it| is_wanted(it)).collect()))
}

fn field<'r>(row: &'r Value, name: &str) -> Option<&'r Value> {
    let Value::Object(fields) = row else { return None };
    fields.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

/// The words of a text, in small letters.
fn words(text: &str) -> HashSet<String> {
    let words = text.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Keys, in small letters.
fn folded(keys: &[Value]) -> HashSet<String> {
    keys.iter().filter_map(|it| if let Value::String(key) = it { Some(key.to_lowercase()) } else { None }).collect()
}

// Stores

/// Keys are known by their JSON text; a row is the key and its value.
fn row(key: Value, value: Value) -> (String, Value) {
    (key.to_json(), Value::Array(vec![key, value]))
}

fn value_of(row: Value) -> Option<Value> {
    if let Value::Array(pair) = row { pair.into_iter().nth(1) } else { None }
}

pub(super) fn new_store(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::Array(pairs)] = <[Value; 1]>::try_from(args).ok()? else { return None };
    let handle = handle(world.stores.add());
    let given = handle.clone();
    with(&mut world.stores, &handle, move |rows| {
        for pair in pairs {
            let Value::Array(pair) = pair else { continue };
            let Ok([key, value]) = <[Value; 2]>::try_from(pair) else { continue };
            let (key, row) = row(key, value);
            rows.put(&key, row)?;
        }
        Ok(given)
    })
}

pub(super) fn open_store(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    opened(&mut world.stores, args)
}

/// A value and what it is known by again: its JSON text, or nothing where there is none.
pub(super) fn read(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [store, key] = <[Value; 2]>::try_from(args).ok()?;
    with(&mut world.stores, &store, move |rows| {
        let value = rows.get(&key.to_json())?.and_then(value_of);
        let stamp = value.as_ref().map_or(String::new(), Value::to_json);
        Ok(Value::Array(vec![Value::String(stamp), Value::Array(value.into_iter().collect())]))
    })
}

pub(super) fn replace(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [store, key, Value::String(stamp), value] = <[Value; 4]>::try_from(args).ok()? else { return None };
    with(&mut world.stores, &store, move |rows| {
        let (key, row) = row(key, value);
        let now = rows.get(&key)?.and_then(value_of).map_or(String::new(), |it| it.to_json());
        if now != stamp {
            return Ok(Value::Bool(false));
        }
        rows.put(&key, row).map(|()| Value::Bool(true))
    })
}

pub(super) fn set(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [store, key, value] = <[Value; 3]>::try_from(args).ok()?;
    with(&mut world.stores, &store, move |rows| {
        let (key, row) = row(key, value);
        rows.put(&key, row).map(|()| Value::Null)
    })
}

pub(super) fn delete_key(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [store, key] = <[Value; 2]>::try_from(args).ok()?;
    with(&mut world.stores, &store, move |rows| rows.remove(&key.to_json()).map(Value::Bool))
}

pub(super) fn keys(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [store] = <[Value; 1]>::try_from(args).ok()?;
    with(&mut world.stores, &store, |rows| {
        let first = |row: Value| if let Value::Array(pair) = row { pair.into_iter().next() } else { None };
        Ok(Value::Array(rows.all()?.into_iter().filter_map(first).collect()))
    })
}

pub(super) fn count_keys(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [store] = <[Value; 1]>::try_from(args).ok()?;
    with(&mut world.stores, &store, counted)
}
