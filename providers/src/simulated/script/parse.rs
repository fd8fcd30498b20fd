//! The text of a script in, its turns out, or what is wrong and in which of them.

use serde_json::{Map, Value};

use super::expect::Expect;
use super::{Played, PlayedCall, PlayedUsage, keys};
use crate::chat::Finish;
use crate::simulated::Failure;

type Object = Map<String, Value>;

const TURN_KEYS: &[&str] =
    &["text", "tool_calls", "value", "error", "delay_ms", "finish", "reasoning", "usage", "expect"];
const CALL_KEYS: &[&str] = &["tool", "arguments", "id"];
const ERROR_KEYS: &[&str] = &["status", "message", "retry_after_ms"];
const USAGE_KEYS: &[&str] = &["input_tokens", "output_tokens", "cached_tokens", "reasoning_tokens"];

pub(super) fn parse(text: &str) -> Result<Vec<Played>, String> {
    let script: Value = serde_json::from_str(text).map_err(|it| format!("the script is no JSON: {it}"))?;
    let turns = match &script {
        Value::Array(turns) => turns,
        Value::Object(object) => {
            keys::check(object, &["turns"])?;
            object.get("turns").and_then(Value::as_array).ok_or("the script has no list `turns`")?
        }
        _ => return Err("a script has to be a list of turns, or an object with one under `turns`".to_owned()),
    };
    let read = |(index, it): (usize, &Value)| turn(it).map_err(|it| format!("turn {}: {it}", index + 1));
    turns.iter().enumerate().map(read).collect()
}

fn turn(value: &Value) -> Result<Played, String> {
    let object = value.as_object().ok_or("a turn has to be an object")?;
    keys::check(object, TURN_KEYS)?;
    let played = Played {
        text: text(object, "text")?,
        reasoning: text(object, "reasoning")?,
        calls: object.get("tool_calls").map(calls).transpose()?.unwrap_or_default(),
        value: object.get("value").cloned(),
        error: object.get("error").map(error).transpose()?,
        delay_ms: count(object, "delay_ms")?.unwrap_or_default(),
        finish: object.get("finish").map(finish).transpose()?,
        usage: object.get("usage").map(usage).transpose()?.unwrap_or_default(),
        expect: object.get("expect").map(Expect::read).transpose()?.unwrap_or_default(),
    };
    check_combination(object)?;
    Ok(played)
}

/// A turn says one thing; text may stand before calls, and before an error.
fn check_combination(object: &Object) -> Result<(), String> {
    let has = |key: &str| object.contains_key(key);
    let both = |left: &str, right: &str| Err(format!("a turn has `{left}` or `{right}`, not both"));
    match () {
        () if has("value") && has("text") => both("value", "text"),
        () if has("value") && has("tool_calls") => both("value", "tool_calls"),
        () if has("error") && has("tool_calls") => both("error", "tool_calls"),
        () if has("error") && has("value") => both("error", "value"),
        () if has("error") && has("finish") => both("error", "finish"),
        () if !["text", "tool_calls", "value", "error"].into_iter().any(has) => {
            Err("a turn needs `text`, `tool_calls`, `value` or `error`".to_owned())
        }
        () => Ok(()),
    }
}

fn text(object: &Object, key: &str) -> Result<Option<String>, String> {
    let read = |it: &Value| it.as_str().map(str::to_owned).ok_or_else(|| format!("`{key}` has to be a text"));
    object.get(key).map(read).transpose()
}

fn count(object: &Object, key: &str) -> Result<Option<u64>, String> {
    let read = |it: &Value| it.as_u64().ok_or_else(|| format!("`{key}` has to be a whole number, 0 or more"));
    object.get(key).map(read).transpose()
}

fn calls(value: &Value) -> Result<Vec<PlayedCall>, String> {
    let calls =
        value.as_array().filter(|it| !it.is_empty()).ok_or("`tool_calls` has to be a list of at least one call")?;
    calls.iter().enumerate().map(|(index, it)| call(it).map_err(|it| format!("call {}: {it}", index + 1))).collect()
}

fn call(value: &Value) -> Result<PlayedCall, String> {
    let object = value.as_object().ok_or("a call has to be an object")?;
    keys::check(object, CALL_KEYS)?;
    let arguments = object.get("arguments").cloned().unwrap_or_else(|| Value::Object(Map::new()));
    if !arguments.is_object() && !arguments.is_string() {
        return Err("`arguments` has to be an object, or a text to be sent as it is".to_owned());
    }
    let tool = text(object, "tool")?.ok_or("a call needs `tool`")?;
    Ok(PlayedCall { tool, arguments, id: text(object, "id")? })
}

fn error(value: &Value) -> Result<Failure, String> {
    if value == "connection" {
        return Ok(Failure { status: 0, message: "the connection failed".to_owned(), retry_after_ms: None });
    }
    let object = value.as_object().ok_or("`error` has to be an object with a `status`, or \"connection\"")?;
    keys::check(object, ERROR_KEYS).map_err(|it| format!("in `error`: {it}"))?;
    let status = count(object, "status")?.and_then(|it| u16::try_from(it).ok()).filter(|it| (400..600).contains(it));
    let status = status.ok_or("`error` needs a `status` from 400 to 599")?;
    let message = text(object, "message")?.unwrap_or_else(|| format!("the script answers with the status {status}"));
    Ok(Failure { status, message, retry_after_ms: count(object, "retry_after_ms")? })
}

fn finish(value: &Value) -> Result<Finish, String> {
    let known = [Finish::Length, Finish::Filtered, Finish::Refused];
    let found = known.into_iter().find(|it| value == it.text());
    found.ok_or_else(|| "`finish` has to be \"length\", \"filtered\" or \"refused\"".to_owned())
}

fn usage(value: &Value) -> Result<PlayedUsage, String> {
    let object = value.as_object().ok_or("`usage` has to be an object")?;
    keys::check(object, USAGE_KEYS).map_err(|it| format!("in `usage`: {it}"))?;
    Ok(PlayedUsage {
        input_tokens: count(object, "input_tokens")?,
        output_tokens: count(object, "output_tokens")?,
        cached_tokens: count(object, "cached_tokens")?,
        reasoning_tokens: count(object, "reasoning_tokens")?,
    })
}
