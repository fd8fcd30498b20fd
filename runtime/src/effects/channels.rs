//! `stream.*` and `progress.*`: events on their way from one task to another, so many at most.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use concerto_vm::{Reply, Value};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::model::{id, number};
use super::{Answer, now};
use crate::model::locked;
use crate::world::World;

/// How many events may wait for the reader of a stream.
const STREAM_MAX: usize = 64;

/// The most that a tool can ask for.
const PROGRESS_MAX: usize = 1 << 20;

/// What is on its way, by number.
#[derive(Default)]
pub(crate) struct Channels {
    open: HashMap<u64, Channel>,
    next: u64,
}

struct Channel {
    /// Nothing once it is closed.
    to: Option<Sender<Value>>,
    from: Arc<tokio::sync::Mutex<Receiver<Value>>>,
    /// Why the reader is to fault at the end.
    problem: Arc<Mutex<String>>,
}

impl Channels {
    fn open(&mut self, room: usize) -> u64 {
        let (to, from) = channel(room.max(1));
        self.next += 1;
        let from = Arc::new(tokio::sync::Mutex::new(from));
        self.open.insert(self.next, Channel { to: Some(to), from, problem: Arc::default() });
        self.next
    }

    /// Waits until there is room; what is closed takes nothing.
    fn put(&self, id: u64, value: Value) -> Answer {
        let Some(to) = self.open.get(&id).and_then(|it| it.to.clone()) else { return now(Value::Null) };
        match to.try_send(value) {
            Ok(()) => now(Value::Null),
            Err(full) => Answer::Later(Box::pin(async move {
                let _ = to.send(full.into_inner()).await;
                Reply::Value(Value::Null)
            })),
        }
    }

    fn close(&mut self, id: u64, problem: String) {
        if let Some(channel) = self.open.get_mut(&id) {
            channel.to = None;
            *locked(&channel.problem) = problem;
        }
    }

    /// The next one in a list, which is empty at the end.
    fn next(&self, id: u64) -> Answer {
        let Some(channel) = self.open.get(&id) else { return now(Value::Array(Vec::new())) };
        let (from, problem) = (Arc::clone(&channel.from), Arc::clone(&channel.problem));
        Answer::Later(Box::pin(async move {
            match from.lock().await.recv().await {
                Some(value) => Reply::Value(Value::Array(vec![value])),
                None => match locked(&problem).clone() {
                    problem if problem.is_empty() => Reply::Value(Value::Array(Vec::new())),
                    problem => Reply::Fault(problem),
                },
            }
        }))
    }
}

pub(super) fn open_stream(world: &mut World, _: Vec<Value>) -> Option<Answer> {
    Some(now(number(world.channels.open(STREAM_MAX))))
}

pub(super) fn put(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let stream = id(&args)?;
    Some(world.channels.put(stream, args.into_iter().nth(1)?))
}

pub(super) fn close_stream(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let stream = id(&args)?;
    let Some(Value::String(problem)) = args.into_iter().nth(1) else { return None };
    world.channels.close(stream, problem);
    Some(now(Value::Null))
}

pub(super) fn next(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    Some(world.channels.next(id(&args)?))
}

pub(super) fn open_progress(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let room = usize::try_from(id(&args)?).unwrap_or(PROGRESS_MAX).min(PROGRESS_MAX);
    Some(now(number(world.channels.open(room))))
}

/// What the task says from now on goes to this channel.
pub(super) fn enter(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    Some(Answer::Mark(id(&args)?))
}

pub(super) fn close_progress(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    world.channels.close(id(&args)?, String::new());
    Some(now(Value::Null))
}

/// A tool says how far it is; outside of one nobody wants to know.
pub(super) fn progress(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [value] = <[Value; 1]>::try_from(args).ok()?;
    Some(match world.mark {
        0 => now(Value::Null),
        mark => world.channels.put(mark, value),
    })
}
