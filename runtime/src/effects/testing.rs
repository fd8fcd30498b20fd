//! `test.*`: what a test can ask about itself.

use concerto_vm::Value;

use super::{Answer, fault, now};
use crate::value::object;
use crate::world::World;

pub(super) fn emits(world: &mut World, _: Vec<Value>) -> Option<Answer> {
    let Some(emits) = &world.emits else { return Some(fault("`test_emits` has no meaning outside of a test")) };
    let shown = emits
        .iter()
        .map(|(channel, value)| object([("channel", Value::String(channel.clone())), ("value", value.clone())]));
    Some(now(Value::Array(shown.collect())))
}

pub(super) fn requests(world: &mut World, _: Vec<Value>) -> Option<Answer> {
    Some(match world.emits {
        Some(_) => now(Value::Array(world.models.requests())),
        None => fault("`test_requests` has no meaning outside of a test"),
    })
}
