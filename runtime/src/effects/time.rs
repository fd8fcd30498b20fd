//! `time.*`: the clock, and waiting for it.

use std::time::{Duration, UNIX_EPOCH};

use concerto_vm::Value;

use super::{Answer, now};
use crate::world::World;

/// Nobody sees the difference to a longer time, and a clock can be asked for it.
const SLEEP_MAX: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

pub(super) fn sleep(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::Int(time_ms)] = args[..] else { return None };
    let time = Duration::from_millis(u64::try_from(time_ms).unwrap_or(0)).min(SLEEP_MAX);
    Some(Answer::At(world.clock.now() + time))
}

pub(super) fn now_ms(world: &mut World, _: Vec<Value>) -> Option<Answer> {
    let now_ms = match world.clock.date().duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_millis()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_millis()).map_or(i64::MIN, |it| -it),
    };
    Some(now(Value::Int(now_ms)))
}
