//! `random.*`, which a program can repeat, and `crypto.*` by chance, which nobody can guess.

use concerto_vm::Value;

use super::{Answer, fault, now};
use crate::random::fill;
use crate::world::World;

pub(super) fn int(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::Int(low), Value::Int(high)] = args[..] else { return None };
    Some(match low <= high {
        true => given(world.random.int(low, high).map(Value::Int)),
        false => fault(format!("there is no number from {low} to {high}")),
    })
}

pub(super) fn float(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::Float(low), Value::Float(high)] = args[..] else { return None };
    Some(match low < high && low.is_finite() && high.is_finite() {
        true => given(world.random.float(low, high).map(Value::Float)),
        false => fault(format!("there is no number from {low:?} up to {high:?}")),
    })
}

pub(super) fn seed(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::Int(number)] = args[..] else { return None };
    world.random.seed(number as u64);
    Some(now(Value::Null))
}

pub(super) fn bytes(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::Int(count)] = args[..] else { return None };
    Some(match usize::try_from(count) {
        Ok(count) if count <= world.bytes_max => {
            let mut bytes = vec![0; count];
            given(fill(&mut bytes).map(|()| Value::Bytes(bytes)))
        }
        Ok(count) => fault(format!("{count} bytes are more than the program's memory")),
        Err(_) => fault(format!("there are no {count} bytes")),
    })
}

/// A UUID of version 4 (RFC 9562).
pub(super) fn uuid(_: &mut World, _: Vec<Value>) -> Option<Answer> {
    let mut bytes = [0; 16];
    Some(given(fill(&mut bytes).map(|()| {
        let number = u128::from_be_bytes(bytes);
        let number = number & !(0xf000 << 64 | 0xc000 << 48) | 0x4000 << 64 | 0x8000 << 48;
        let hex = format!("{number:032x}");
        let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|it| &hex[it]);
        Value::String(parts.join("-"))
    })))
}

fn given(value: Result<Value, String>) -> Answer {
    match value {
        Ok(value) => now(value),
        Err(problem) => fault(problem),
    }
}
