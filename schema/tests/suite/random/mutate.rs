//! Changes to values such as a model might make.

use serde_json::{Value, json};

use super::dice::Dice;
use super::text;

/// A value with something changed somewhere.
pub(crate) fn mutate(value: Value, dice: &mut Dice<'_>) -> Value {
    match value {
        Value::Object(mut parts) if dice.roll(4) != 0 && !parts.is_empty() => {
            let key = parts.keys().nth(dice.roll(parts.len())).unwrap().clone();
            match dice.roll(6) {
                0 => drop(parts.shift_remove(&key)),
                1 => drop(parts.insert(text::odd(dice), anything(dice))),
                _ => {
                    let part = parts.get(&key).unwrap().clone();
                    parts.insert(key, mutate(part, dice));
                }
            }
            Value::Object(parts)
        }
        Value::Array(mut parts) if dice.roll(4) != 0 && !parts.is_empty() => {
            let index = dice.roll(parts.len());
            match dice.roll(4) {
                0 => drop(parts.remove(index)),
                1 => parts.push(parts[index].clone()),
                _ => parts[index] = mutate(parts[index].clone(), dice),
            }
            Value::Array(parts)
        }
        _ => anything(dice),
    }
}

/// Any value, small.
pub(crate) fn anything(dice: &mut Dice<'_>) -> Value {
    match dice.roll(10) {
        0 => Value::Null,
        1 => json!(dice.flip()),
        2 => json!(dice.roll(20)),
        3 => json!(dice.roll(20) as f64),
        4 => json!(dice.roll(20) as f64 / 8.0),
        5 => json!(text::odd(dice)),
        6 => json!([]),
        7 => json!({}),
        8 => (0..dice.roll(3)).map(|_| anything(dice)).collect(),
        _ => Value::Object((0..dice.roll(3)).map(|_| (text::odd(dice), anything(dice))).collect()),
    }
}
