//! `serve.*`: what a program asks that is a server.

use concerto_mcp::serve::{Asking, Reaction};
use concerto_vm::{Reply, Value};

use super::model::id;
use super::{Answer, fault, now};
use crate::value::{from_json, object, to_json};
use crate::world::World;

const NO_SERVER: &str = "the program is no server";

pub(super) fn offer(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::Array(tools)] = <[Value; 1]>::try_from(args).ok()? else { return None };
    let Some(counter) = &world.counter else { return Some(fault(NO_SERVER)) };
    Some(match counter.offer(tools.into_iter().map(to_json).collect()) {
        Ok(()) => now(Value::Null),
        Err(problem) => fault(problem),
    })
}

pub(super) fn next(world: &mut World, _: Vec<Value>) -> Option<Answer> {
    let Some(counter) = world.counter.clone() else { return Some(fault(NO_SERVER)) };
    Some(Answer::Later(Box::pin(async move {
        let event = counter.next.lock().await.recv().await;
        Reply::Value(event.map_or_else(|| Value::String("Stop".to_owned()), crate::serving::Event::value))
    })))
}

pub(super) fn reply(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let id = id(&args)?;
    let result = args.into_iter().nth(1)?;
    if let Some(counter) = &world.counter {
        counter.reply(id, result);
    }
    Some(now(Value::Null))
}

pub(super) fn progress(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let id = id(&args)?;
    let value = to_json(args.into_iter().nth(1)?);
    let client = world.counter.as_ref().and_then(|it| it.client(id)).filter(|it| it.wants_progress());
    let Some(client) = client else { return Some(now(Value::Null)) };
    Some(Answer::Later(Box::pin(async move {
        client.progress(&value).await;
        Reply::Value(Value::Null)
    })))
}

/// Asks whoever sits at the client: a `ClientAnswer`.
pub(super) fn ask(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let id = id(&args)?;
    let [_, Value::String(message), schema, key] = <[Value; 4]>::try_from(args).ok()? else { return None };
    let key = if let Value::String(key) = key { Some(key) } else { None };
    let plain = |name: &str| Value::String(name.to_owned());
    let Some(questions) = world.counter.as_ref().and_then(|it| it.questions(id)) else {
        return Some(now(plain("Cancelled")));
    };
    let (reply, reaction) = tokio::sync::oneshot::channel();
    let _ = questions.send((Asking { message, schema: to_json(schema), key }, reply));
    Some(Answer::Later(Box::pin(async move {
        Reply::Value(match reaction.await.unwrap_or(Reaction::Cancelled) {
            Reaction::Accepted(value) => object([("type", plain("Accepted")), ("value", from_json(value))]),
            Reaction::Declined => plain("Declined"),
            Reaction::Cancelled => plain("Cancelled"),
            Reaction::Unable => plain("Unable"),
            Reaction::Again => plain("Again"),
        })
    })))
}
