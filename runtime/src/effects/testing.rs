//! `test.*`: what a test can ask about itself.

use std::time::{Duration, SystemTime};

use concerto_vm::Value;

use super::model::number;
use super::{Answer, fault, now};
use crate::clock::Clock;
use crate::model::Asked;
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

/// The number of a new mock.
pub(super) fn mock(world: &mut World, _: Vec<Value>) -> Option<Answer> {
    if world.emits.is_none() {
        return Some(fault("a mock has no meaning outside of a test"));
    }
    world.mocks.push(0);
    Some(now(number(world.mocks.len() as u64 - 1)))
}

/// A mock is asked: how often it was before, and the request as a test sees it.
pub(super) fn asked(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    if world.emits.is_none() {
        return Some(fault("a mock has no meaning outside of a test"));
    }
    let [Value::Int(mock), request] = <[Value; 2]>::try_from(args).ok()? else { return None };
    let asked = Asked::read(request, true)?;
    let request = world.models.mocked(&asked);
    let count = world.mocks.get_mut(usize::try_from(mock).ok()?)?;
    let before = *count;
    *count += 1;
    Some(now(object([("before", number(before)), ("request", request)])))
}

/// From now on the clock shows a given time, and goes on only while the test sleeps.
pub(super) fn clock(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    if world.emits.is_none() {
        return Some(fault("`freeze` has no meaning outside of a test"));
    }
    let [Value::Int(epoch_ms)] = <[Value; 1]>::try_from(args).ok()? else { return None };
    let offset = Duration::from_millis(epoch_ms.unsigned_abs());
    let date = match epoch_ms < 0 {
        true => SystemTime::UNIX_EPOCH.checked_sub(offset),
        false => SystemTime::UNIX_EPOCH.checked_add(offset),
    };
    let Some(date) = date else { return Some(fault("no clock goes as far as this time")) };
    world.clock = Clock::own_from(date);
    Some(now(Value::Null))
}
