//! Executions that wait: they begin to, the program goes on with them, and approved calls run once.

use concerto_vm::{Reply, Value};
use serde_json::Value as Json;

use super::{Answer, fault, now};
use crate::value::{from_json, object, to_json};
use crate::waits::shown;
use crate::world::World;

pub(super) fn begin(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [told] = <[Value; 1]>::try_from(args).ok()?;
    Some(Answer::Wait(shown(told)))
}

/// The program goes on itself.
pub(super) fn end(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::String(wait), decided, answers] = <[Value; 3]>::try_from(args).ok()? else { return None };
    world.waits.close(&wait);
    let (decided, answers) = (to_json(decided), to_json(answers));
    changed(world, &wait, |state| state.set_verdicts(&wait, decided, answers))
}

/// The program has the execution as JSON.
pub(super) fn keep(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let wait = super::text(args)?;
    world.waits.close(&wait);
    Some(now(Value::Null))
}

pub(super) fn has_begun(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::String(wait), Value::String(call)] = <[Value; 2]>::try_from(args).ok()? else { return None };
    Some(now(Value::Bool(world.waits.has_begun(wait, call))))
}

/// What a file says of calls that have begun.
const BEGUN: &str = "begun";

/// An approved call begins: not where it did so before, in this process or in one that has ended since.
pub(super) fn begin_call(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::String(wait), Value::String(call), Value::Bool(is_repeatable)] = <[Value; 3]>::try_from(args).ok()?
    else {
        return None;
    };
    let beginning = |result: Value, is_lost: bool, is_taken: bool| {
        let fields = [("is_lost", Value::Bool(is_lost)), ("is_taken", Value::Bool(is_taken)), ("result", result)];
        Some(now(object(fields)))
    };
    if !world.waits.take(wait.clone(), call.clone()) {
        return beginning(Value::Null, false, true);
    }
    let mut before = Json::Null;
    let begun = changed(world, &wait, |state| {
        let place = state.journal(&wait, &call);
        before = place.clone();
        if place.is_null() {
            *place = BEGUN.into();
        }
    })?;
    if let Answer::Now(Reply::Fault(_)) = begun {
        return Some(begun);
    }
    match before {
        Json::Null => beginning(Value::Null, false, false),
        Json::String(_) => beginning(Value::Null, !is_repeatable, false),
        result => beginning(from_json(result), false, false),
    }
}

pub(super) fn end_call(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::String(wait), Value::String(call), result] = <[Value; 3]>::try_from(args).ok()? else { return None };
    changed(world, &wait, |state| *state.journal(&wait, &call) = to_json(result))
}

/// Changes what the file says, if there is one.
fn changed(world: &mut World, wait: &str, change: impl FnOnce(&mut crate::state::State)) -> Option<Answer> {
    let written = world.waits.keeper.as_mut().map_or(Ok(()), |it| it.change(wait, change));
    Some(match written {
        Ok(()) => now(Value::Null),
        Err(problem) => fault(problem),
    })
}

/// The digest of JSON, whatever the order of keys in its objects.
pub(super) fn digest(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [json] = <[Value; 1]>::try_from(args).ok()?;
    let text = in_order(to_json(json)).to_string();
    let digest = ring::digest::digest(&ring::digest::SHA256, text.as_bytes());
    let hex = digest.as_ref().iter().map(|it| format!("{it:02x}"));
    Some(now(Value::String(hex.collect())))
}

fn in_order(json: Json) -> Json {
    match json {
        Json::Object(members) => {
            let mut members: Vec<(String, Json)> = members.into_iter().map(|(key, it)| (key, in_order(it))).collect();
            members.sort_by(|(one, _), (other, _)| one.cmp(other));
            Json::Object(members.into_iter().collect())
        }
        Json::Array(items) => Json::Array(items.into_iter().map(in_order).collect()),
        json => json,
    }
}
