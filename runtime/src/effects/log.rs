//! `log.*`: lines for whoever operates a program, on standard error: to read, or as JSON.

use concerto_vm::Value;
use jiff::Timestamp;
use serde_json::{Value as Json, json};

use super::{Answer, now};
use crate::value::to_json;
use crate::world::World;

/// What says from which level on lines are shown.
const VARIABLE: &str = "CONCERTO_LOG";

/// How much a line matters; `OFF` is more than every line does.
const LEVELS: [&str; 5] = ["debug", "info", "warn", "error", OFF];
const OFF: &str = "off";
const INFO: usize = 1;

pub(super) fn write(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::String(level), Value::String(message), fields] = <[Value; 3]>::try_from(args).ok()? else {
        return None;
    };
    let rank = LEVELS.iter().position(|it| *it == level)?;
    if rank >= threshold(world) {
        let time = Timestamp::try_from(world.clock.date()).unwrap_or_default();
        let time = format!("{time:.3}");
        let line = match world.json {
            true => json!({ "log": level, "message": message, "fields": to_json(fields), "time": time }).to_string(),
            false => line(&time, &level, &message, &to_json(fields)),
        };
        world.output.eprint(&line);
    }
    Some(now(Value::Null))
}

/// The level from which on lines are shown. A word that is none is told once.
fn threshold(world: &mut World) -> usize {
    if let Some(threshold) = world.log_threshold {
        return threshold;
    }
    let wanted = world.environment.variable(VARIABLE).unwrap_or_default().trim().to_lowercase();
    let found = LEVELS.iter().position(|it| *it == wanted);
    if found.is_none() && !wanted.is_empty() {
        let known = LEVELS.join(", ");
        world.output.eprint(&format!("warning: `{VARIABLE}` is `{wanted}`, which is none of {known}"));
    }
    *world.log_threshold.insert(found.unwrap_or(INFO))
}

/// `2026-01-31T12:00:00.000Z warn  the message key=1`; further lines of a message are indented, so that none looks like another.
fn line(time: &str, level: &str, message: &str, fields: &Json) -> String {
    let mut line = format!("{time} {level:<5} {}", message.replace('\n', "\n    "));
    for (name, value) in fields.as_object().into_iter().flatten() {
        line.push_str(&format!(" {name}={}", shown(value)));
    }
    line
}

/// A plain word as it is, everything else as JSON.
fn shown(value: &Json) -> String {
    let is_plain = |it: &str| it.chars().all(|it| it.is_ascii_alphanumeric() || "-_./:@+".contains(it));
    match value {
        Json::String(text) if !text.is_empty() && is_plain(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_its_time_level_message_and_fields() {
        let fields = json!({ "path": "/a/b.txt", "text": "a b", "empty": "", "n": [1, 2.5] });
        assert_eq!(
            line("2026-01-31T12:00:00.000Z", "warn", "one\ntwo", &fields),
            "2026-01-31T12:00:00.000Z warn  one\n    two path=/a/b.txt text=\"a b\" empty=\"\" n=[1,2.5]"
        );
    }
}
