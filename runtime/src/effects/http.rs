//! `http.*`: requests to web servers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use concerto_vm::{Reply, Value};
use reqwest::Response;

use super::{Answer, fault};
use crate::http::{Body, Call, Clients, Failure, pump, send, whole};
use crate::model::locked;
use crate::value::{error, object, result};
use crate::world::World;

/// What requests of a run share.
#[derive(Default)]
pub(crate) struct Web {
    clients: Clients,
    /// Answers whose bodies nobody has begun to read, by number.
    bodies: Mutex<(u64, HashMap<u64, Body>)>,
}

pub(super) fn request(world: &mut World, mut args: Vec<Value>) -> Option<Answer> {
    let Some(Value::Int(bytes_max)) = args.pop() else { return None };
    let call = call(args)?;
    if let Some(refused) = no_network(world) {
        return Some(refused);
    }
    let bytes_max = usize::try_from(bytes_max).unwrap_or(0).min(world.bytes_max);
    let (web, timeout) = (Arc::clone(&world.web), call.timeout);
    Some(Answer::Later(Box::pin(async move {
        let Ok(url) = reqwest::Url::parse(&call.url) else { return failed(send(&web.clients, call).await.err()) };
        let answer = async {
            let response = send(&web.clients, call).await?;
            let start = start(&response);
            Ok((start, whole(response, bytes_max).await?))
        };
        match tokio::time::timeout(timeout, answer).await {
            Ok(Ok((start, body))) => result(Ok(with(start, "body", Value::Bytes(body)))),
            Ok(Err(failure)) => failed(Some(failure)),
            Err(_) => failed(Some(Failure::timeout(&url, timeout))),
        }
    })))
}

pub(super) fn open(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let call = call(args)?;
    if let Some(refused) = no_network(world) {
        return Some(refused);
    }
    let (web, timeout) = (Arc::clone(&world.web), call.timeout);
    Some(Answer::Later(Box::pin(async move {
        match send(&web.clients, call).await {
            Ok(response) => {
                let start = start(&response);
                let mut bodies = locked(&web.bodies);
                bodies.0 += 1;
                let id = bodies.0;
                bodies.1.insert(id, Body { response, timeout });
                result(Ok(with(start, "id", Value::Int(id as i64))))
            }
            Err(failure) => failed(Some(failure)),
        }
    })))
}

/// Begins to read a body: it goes on by itself for as long as somebody takes it.
pub(super) fn read(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::Int(id), Value::Bool(by_lines)] = args[..] else { return None };
    let body = locked(&world.web.bodies).1.remove(&u64::try_from(id).ok()?);
    let Some(body) = body else { return Some(fault("the body of this answer has been read before")) };
    let (stream, to) = world.channels.open_from_outside();
    Some(Answer::Later(Box::pin(async move {
        tokio::spawn(pump(body, to, by_lines));
        Reply::Value(Value::Int(stream as i64))
    })))
}

/// A test reaches no network.
fn no_network(world: &World) -> Option<Answer> {
    world.emits.as_ref()?;
    let problem = "a test cannot reach the network, and `std::http` asks for it; \
                   mock the function that asks: `mock fetch = |url| …;`";
    world.reached.note(problem.to_owned());
    Some(fault(problem))
}

fn call(args: Vec<Value>) -> Option<Call> {
    let [
        Value::String(method),
        Value::String(url),
        Value::Bytes(body),
        Value::Object(headers),
        Value::Int(timeout),
        Value::Int(redirects_max),
    ] = <[Value; 6]>::try_from(args).ok()?
    else {
        return None;
    };
    let header = |(name, value): (String, Value)| if let Value::String(it) = value { Some((name, it)) } else { None };
    let headers = headers.into_iter().map(header).collect::<Option<_>>()?;
    let timeout = Duration::from_millis(u64::try_from(timeout).unwrap_or(0));
    Some(Call { method, url, body, headers, timeout, redirects_max })
}

/// What is known of an answer when it begins. Headers that are there several times are one, with commas.
fn start(response: &Response) -> Vec<(String, Value)> {
    let mut headers: Vec<(String, Value)> = Vec::new();
    for (name, value) in response.headers() {
        let value = String::from_utf8_lossy(value.as_bytes());
        match headers.iter_mut().find(|(known, _)| known == name.as_str()) {
            Some((_, Value::String(known))) => {
                known.push_str(", ");
                known.push_str(&value);
            }
            _ => headers.push((name.as_str().to_owned(), Value::String(value.into_owned()))),
        }
    }
    let start = object([
        ("status", Value::Int(response.status().as_u16().into())),
        ("headers", Value::Object(headers)),
        ("url", Value::String(response.url().to_string())),
    ]);
    if let Value::Object(fields) = start { fields } else { Vec::new() }
}

fn with(mut start: Vec<(String, Value)>, name: &str, value: Value) -> Value {
    start.push((name.to_owned(), value));
    Value::Object(start)
}

fn failed(failure: Option<Failure>) -> Reply {
    let failure = failure.map(|it| error(it.message, it.kind));
    result(Err(failure.unwrap_or_else(|| error("there is no answer", "connection"))))
}
