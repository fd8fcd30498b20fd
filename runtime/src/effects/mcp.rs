//! `mcp.*`: servers of tools. Everything that goes wrong there is a value of the program, never a fault.

use std::sync::Arc;

use concerto_mcp::{Again, Answer as Answered, Call, Given, Output, Questions, Unanswered, content};
use concerto_vm::{Reply, Value};
use serde_json::{Map, Value as Json, json};
use tokio::sync::mpsc::channel;

use super::Answer;
use crate::mcp::{Servers, Trouble};
use crate::model::Failure;
use crate::value::{Fields, from_json, object, result, to_json};
use crate::world::World;

/// How much progress may be on its way to the program.
const PROGRESS: usize = 16;

/// The tools of a server: `Result<Array<Json>, AgentError>`.
pub(super) fn tools(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::String(server), Value::Array(declared)] = <[Value; 2]>::try_from(args).ok()? else { return None };
    let declared: Vec<Json> = declared.into_iter().map(to_json).collect();
    let servers = Arc::clone(&world.servers);
    Some(Answer::Later(Box::pin(async move {
        let tools = servers.tools(&server, &declared).await;
        result(match tools {
            Ok(tools) => Ok(Value::Array(tools.into_iter().map(from_json).collect())),
            Err(Trouble::Config(message)) => Err(Failure::config(message).value()),
            Err(trouble) => Err(Failure::connection(trouble.to_string()).value()),
        })
    })))
}

/// Calls a tool: a `ServerAnswer`.
pub(super) fn call(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [asked] = <[Value; 1]>::try_from(args).ok()?;
    let mut asked = Fields::of(asked)?;
    let (server, tool) = (asked.text("server")?, asked.text("tool")?);
    let arguments = match asked.take("arguments").map(to_json) {
        Some(Json::Object(arguments)) => arguments,
        None => Map::new(),
        Some(_) => {
            return Some(super::now(failed("input_validation_error", "the arguments are no JSON object".into())));
        }
    };
    let may_ask = matches!(asked.take("may_ask"), Some(Value::Bool(true)));
    let (state, answers) = (asked.take("state").map(to_json), asked.take("answers").map(to_json));
    let given = match state.map(|it| given(&world.run_name, &it, answers.as_ref())) {
        Some(Some(given)) => Some(given),
        Some(None) => return Some(super::now(trouble(&Trouble::Gone))),
        None => None,
    };
    let (servers, run) = (Arc::clone(&world.servers), world.run_name.clone());
    let listener = world.channels.listener(world.mark);
    Some(Answer::Later(Box::pin(async move {
        let (progress, mut said) = channel(PROGRESS);
        let call = Call { tool, arguments, given, progress: listener.is_some().then_some(progress), may_ask };
        let mut called = Box::pin(servers.call(&server, call));
        let answer = loop {
            tokio::select! {
                biased;
                Some(value) = said.recv() => {
                    if let Some(listener) = &listener {
                        let _ = listener.send(from_json(value)).await;
                    }
                }
                answer = &mut called => break answer,
            }
        };
        while let (Ok(value), Some(listener)) = (said.try_recv(), &listener) {
            let _ = listener.send(from_json(value)).await;
        }
        Reply::Value(match answer {
            Ok(Answered::Done(output)) => done(&output),
            Ok(Answered::Asks(questions)) => asks(&run, questions),
            Err(it) => trouble(&it),
        })
    })))
}

fn done(output: &Output) -> Value {
    match output.is_error {
        true => failed("tool_failed", content::reason(output)),
        false => object([("type", Value::String("Done".to_owned())), ("value", from_json(content::value(output)))]),
    }
}

fn failed(kind: &str, reason: String) -> Value {
    object([
        ("type", Value::String("Failed".to_owned())),
        ("kind", Value::String(kind.to_owned())),
        ("reason", Value::String(reason)),
    ])
}

/// The kind of a result that failed.
fn kind_of(it: &Trouble) -> &'static str {
    match it {
        Trouble::Connection(_) | Trouble::Config(_) => "connection_error",
        Trouble::Timeout(_) => "timeout",
        Trouble::Refused(_) => "tool_failed",
        Trouble::Asks(_) => "input_required",
        Trouble::Gone => "cancelled",
    }
}

fn trouble(it: &Trouble) -> Value {
    failed(kind_of(it), it.to_string())
}

/// Questions, with what is needed to go on. A call that is still open is so in this run only.
fn asks(run: &str, questions: Questions) -> Value {
    let state = match questions.again {
        Again::Repeat(state) => json!({ "state": state }),
        Again::Held(number) => json!({ "held": number, "run": run }),
    };
    let each = questions.questions.into_iter().map(|it| {
        let url = it.url.map_or(Value::Null, Value::String);
        object([
            ("key", Value::String(it.key)),
            ("message", Value::String(it.message)),
            ("schema", from_json(it.schema)),
            ("url", url),
        ])
    });
    let questions = Value::Array(each.collect());
    object([("type", Value::String("Asks".to_owned())), ("questions", questions), ("state", from_json(state))])
}

/// The answers to questions; nothing where those belong to another run.
fn given(run: &str, state: &Json, answers: Option<&Json>) -> Option<Given> {
    let again = match state.get("held").and_then(Json::as_u64) {
        Some(number) if state.get("run").and_then(Json::as_str) == Some(run) => Again::Held(number),
        Some(_) => return None,
        None => Again::Repeat(state.get("state").and_then(Json::as_str).map(str::to_owned)),
    };
    let answer = |it: &Json| match (it.get("value"), it.as_str()) {
        (Some(value), _) => Ok(value.clone()),
        (None, Some("declined")) => Err(Unanswered::Declined),
        _ => Err(Unanswered::Cancelled),
    };
    let answers = answers.and_then(Json::as_object).into_iter().flatten();
    Some(Given { again, answers: answers.map(|(key, it)| (key.clone(), answer(it))).collect() })
}

/// What a library function gives that reads something of a server: `Result<…, ToolError>`.
fn read<F>(world: &World, read: impl FnOnce(Arc<Servers>) -> F, write: fn(Json) -> Value) -> Option<Answer>
where
    F: Future<Output = Result<Vec<Json>, Trouble>> + Send + 'static,
{
    let reading = read(Arc::clone(&world.servers));
    Some(Answer::Later(Box::pin(async move {
        result(match reading.await {
            Ok(all) => Ok(Value::Array(all.into_iter().map(write).collect())),
            Err(trouble) => Err(object([
                ("kind", Value::String(kind_of(&trouble).to_owned())),
                ("message", Value::String(trouble.to_string())),
            ])),
        })
    })))
}

pub(super) fn resources(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let server = super::text(args)?;
    read(
        world,
        |servers| async move { servers.resources(&server).await },
        |it| {
            object([
                ("uri", said(&it, "uri").unwrap_or_else(nothing)),
                ("name", said(&it, "name").unwrap_or_else(nothing)),
                ("title", said(&it, "title").unwrap_or(Value::Null)),
                ("description", said(&it, "description").unwrap_or(Value::Null)),
                ("media_type", said(&it, "mimeType").unwrap_or(Value::Null)),
            ])
        },
    )
}

pub(super) fn resource(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::String(server), Value::String(uri)] = <[Value; 2]>::try_from(args).ok()? else { return None };
    read(world, |servers| async move { servers.resource(&server, uri).await }, |it| part(&it))
}

fn said(it: &Json, key: &str) -> Option<Value> {
    it.get(key).and_then(Json::as_str).map(|it| Value::String(it.to_owned()))
}

fn nothing() -> Value {
    Value::String(String::new())
}

/// A part of something to read.
fn part(it: &Json) -> Value {
    let bytes = it.get("blob").and_then(Json::as_str).and_then(decoded);
    object([
        ("uri", said(it, "uri").unwrap_or_else(nothing)),
        ("media_type", said(it, "mimeType").unwrap_or(Value::Null)),
        ("text", said(it, "text").unwrap_or(Value::Null)),
        ("bytes", bytes.map_or(Value::Null, Value::Bytes)),
    ])
}

fn decoded(text: &str) -> Option<Vec<u8>> {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.decode(text).ok()
}

pub(super) fn prompts(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let server = super::text(args)?;
    read(
        world,
        |servers| async move { servers.prompts(&server).await },
        |it| {
            let arguments = it.get("arguments").and_then(Json::as_array).into_iter().flatten().map(|it| {
                let required = it.get("required").and_then(Json::as_bool).unwrap_or(false);
                object([
                    ("name", said(it, "name").unwrap_or_else(nothing)),
                    ("description", said(it, "description").unwrap_or(Value::Null)),
                    ("required", Value::Bool(required)),
                ])
            });
            object([
                ("name", said(&it, "name").unwrap_or_else(nothing)),
                ("title", said(&it, "title").unwrap_or(Value::Null)),
                ("description", said(&it, "description").unwrap_or(Value::Null)),
                ("arguments", Value::Array(arguments.collect())),
            ])
        },
    )
}

pub(super) fn prompt(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::String(server), Value::String(name), arguments] = <[Value; 3]>::try_from(args).ok()? else {
        return None;
    };
    let Json::Object(arguments) = to_json(arguments) else { return None };
    read(world, |servers| async move { servers.prompt(&server, name, arguments).await }, |it| message(&it))
}

/// A message of a prompt as one of the library.
fn message(it: &Json) -> Value {
    let role = match it.get("role").and_then(Json::as_str) {
        Some("assistant") => "assistant",
        _ => "user",
    };
    let content = it.get("content").cloned().unwrap_or_default();
    object([("role", Value::String(role.to_owned())), ("parts", Value::Array(vec![shown_part(&content)]))])
}

/// A part of a message: text, a picture, a document.
fn shown_part(content: &Json) -> Value {
    let kind = |name: &str| ("type", Value::String(name.to_owned()));
    let media = |bytes: Vec<u8>, media_type: Value| {
        object([kind("Data"), ("bytes", Value::Bytes(bytes)), ("media_type", media_type)])
    };
    let text = |text: Value| object([kind("Text"), ("value", text)]);
    let media_type = |it: &Json| said(it, "mimeType").unwrap_or_else(nothing);
    let data = |key: &str, it: &Json| it.get(key).and_then(Json::as_str).and_then(decoded);
    match content.get("type").and_then(Json::as_str) {
        Some("text") => text(said(content, "text").unwrap_or_else(nothing)),
        Some("image") => match data("data", content) {
            Some(bytes) => object([kind("Image"), ("value", media(bytes, media_type(content)))]),
            None => text(nothing()),
        },
        Some("resource") => {
            let inside = content.get("resource").cloned().unwrap_or_default();
            match (said(&inside, "text"), data("blob", &inside)) {
                (Some(words), _) => text(words),
                (None, Some(bytes)) => {
                    let name = said(&inside, "uri").unwrap_or_else(nothing);
                    object([kind("File"), ("name", name), ("media", media(bytes, media_type(&inside)))])
                }
                (None, None) => text(nothing()),
            }
        }
        _ => text(Value::String(content.to_string())),
    }
}
