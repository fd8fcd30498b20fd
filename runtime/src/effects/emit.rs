//! `emit.*`: what a program says to whoever runs it, and what that one answers.

use concerto_vm::{Reply, Value};

use super::{Answer, now};
use crate::value::{error, from_json, result};
use crate::world::{Lines, World};

pub(super) fn send(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let (channel, value) = said(args)?;
    world.say(channel, value);
    Some(now(Value::Null))
}

/// Without JSON lines on standard input there is nobody who could answer.
pub(super) fn ask(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let (channel, value) = said(args)?;
    let answers = world.json && world.emits.is_none();
    let nobody = format!("nobody answers on `{channel}`: run the program with `--json` and write a line of JSON to it");
    world.say(channel, value);
    Some(match answers {
        true => Answer::Later(Box::pin(answer(world.input.lines()))),
        false => Answer::Now(result(Err(error(nobody, "unsupported")))),
    })
}

fn said(args: Vec<Value>) -> Option<(String, Value)> {
    match <[Value; 2]>::try_from(args) {
        Ok([Value::String(channel), value]) => Some((channel, value)),
        _ => None,
    }
}

/// The next line of standard input; empty ones are none.
async fn answer(lines: Lines) -> Reply {
    let mut lines = lines.lock().await;
    loop {
        let line = match lines.recv().await {
            Some(Ok(line)) if line.trim().is_empty() => continue,
            Some(Ok(line)) => line,
            Some(Err(problem)) => {
                let message = format!("standard input cannot be read: {problem}");
                return result(Err(error(message, "error")));
            }
            None => return result(Err(error("nobody answers: standard input has ended", "error"))),
        };
        let read = serde_json::from_str(&line).map(from_json);
        return result(read.map_err(|problem| error(format!("the answer is no JSON: {problem}"), "invalid")));
    }
}

impl World {
    fn say(&mut self, channel: String, value: Value) {
        if let Some(emits) = &mut self.emits {
            emits.push((channel, value));
            return;
        }
        let line = match (&value, self.json) {
            (_, true) => {
                let channel = Value::String(channel);
                format!("{{\"emit\":{},\"value\":{}}}", channel.to_json(), value.to_json())
            }
            (Value::String(text), false) => format!("{channel}: {text}"),
            (_, false) => format!("{channel}: {}", value.to_json()),
        };
        self.output.print(&line);
    }
}
