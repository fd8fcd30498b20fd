//! `stream.*` and `progress.*`: events on their way from one task to another, so many at most.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use concerto_vm::{Reply, Value};
use serde_json::{Value as Json, json};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::model::{id, number};
use super::{Answer, now};
use crate::model::locked;
use crate::value::{from_json, to_json};
use crate::world::World;

/// How many events may wait for the reader of a stream.
const STREAM_MAX: usize = 64;

/// More channels than any program opens.
const COUNT_MAX: u64 = 1 << 40;

/// The most that a tool can ask for.
const PROGRESS_MAX: usize = 1 << 20;

/// Why a reader faults whose events came from outside of a process that has ended.
const LOST: &str = "what the stream reads was lost with the process that read it";

/// What is on its way, by number.
#[derive(Default)]
pub(crate) struct Channels {
    open: HashMap<u64, Channel>,
    next: u64,
}

struct Channel {
    room: usize,
    /// Nothing once it is closed, and where it is held outside.
    to: Option<Sender<Value>>,
    is_outside: bool,
    from: Arc<tokio::sync::Mutex<Receiver<Value>>>,
    /// Why the reader is to fault at the end.
    problem: Arc<Mutex<String>>,
}

impl Channels {
    fn open(&mut self, room: usize) -> u64 {
        let room = room.max(1);
        let (to, from) = channel(room);
        self.next += 1;
        let from = Arc::new(tokio::sync::Mutex::new(from));
        self.open.insert(self.next, Channel { room, to: Some(to), is_outside: false, from, problem: Arc::default() });
        self.next
    }

    /// Where what a task with this mark says goes, if somebody listens.
    pub(super) fn listener(&self, mark: u64) -> Option<Sender<Value>> {
        self.open.get(&mark).and_then(|it| it.to.clone())
    }

    /// All of them with what nobody has read yet, to be written down. They are empty then.
    pub(crate) fn take_json(&mut self) -> Json {
        let channel = |(id, it): (&u64, &Channel)| {
            let mut values = Vec::new();
            while let Some(value) = it.from.try_lock().ok().and_then(|mut it| it.try_recv().ok()) {
                values.push(to_json(value));
            }
            let is_open = it.to.is_some();
            let problem = if it.is_outside { LOST.to_owned() } else { locked(&it.problem).clone() };
            json!({ "id": id, "room": it.room, "is_open": is_open, "problem": problem, "values": values })
        };
        json!({ "next": self.next, "open": self.open.iter().map(channel).collect::<Vec<_>>() })
    }

    /// Those that were written down.
    pub(crate) fn from_json(mut json: Json) -> Option<Self> {
        let mut channels = Self { next: json.get("next")?.as_u64().filter(|it| *it <= COUNT_MAX)?, ..Self::default() };
        for it in json.get_mut("open")?.as_array_mut()? {
            let room = usize::try_from(it.get("room")?.as_u64()?).ok().filter(|it| (1..=PROGRESS_MAX).contains(it))?;
            let (to, from) = channel(room);
            let Json::Array(values) = it.get_mut("values")?.take() else { return None };
            for value in values {
                to.try_send(from_json(value)).ok()?;
            }
            let to = it.get("is_open")?.as_bool()?.then_some(to);
            let problem = it.get("problem")?.as_str()?.to_owned();
            let from = Arc::new(tokio::sync::Mutex::new(from));
            let channel = Channel { room, to, is_outside: false, from, problem: Arc::new(Mutex::new(problem)) };
            channels.open.insert(it.get("id")?.as_u64()?, channel);
        }
        Some(channels)
    }

    /// A channel whose events come from outside of the program, and end when that one goes.
    pub(crate) fn open_from_outside(&mut self) -> (u64, Sender<Value>) {
        let id = self.open(STREAM_MAX);
        let to = self.open.get_mut(&id).and_then(|it| {
            it.is_outside = true;
            it.to.take()
        });
        (id, to.unwrap_or_else(|| channel(1).0))
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

    /// Nothing more comes. What nobody has read yet can still be read.
    fn close(&mut self, id: u64, problem: String) {
        let Some(channel) = self.open.get_mut(&id) else { return };
        let is_fine = problem.is_empty();
        *locked(&channel.problem) = problem;
        let is_empty = channel.to.take().is_none_or(|it| it.capacity() == it.max_capacity());
        // Somebody who waits holds the lock. Where nothing is left for them, they get the end without the table.
        let is_read = is_empty && (is_fine || channel.from.try_lock().is_err());
        if is_read {
            self.open.remove(&id);
        }
    }

    /// The next one in a list, which is empty at the end.
    fn next(&mut self, id: u64) -> Answer {
        let Some(channel) = self.open.get(&id) else { return now(Value::Array(Vec::new())) };
        let (from, problem) = (Arc::clone(&channel.from), Arc::clone(&channel.problem));
        if channel.to.is_some() || channel.is_outside {
            return Answer::Later(Box::pin(async move {
                let next = from.lock().await.recv().await;
                next.map_or_else(|| end(&problem), one)
            }));
        }
        let next = from.try_lock().ok().and_then(|mut it| it.try_recv().ok());
        Answer::Now(next.map_or_else(
            || {
                self.open.remove(&id);
                end(&problem)
            },
            one,
        ))
    }
}

fn one(value: Value) -> Reply {
    Reply::Value(Value::Array(vec![value]))
}

fn end(problem: &Mutex<String>) -> Reply {
    match locked(problem).clone() {
        problem if problem.is_empty() => Reply::Value(Value::Array(Vec::new())),
        problem => Reply::Fault(problem),
    }
}

/// Nobody reads a stream any more.
pub(super) fn leave(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    world.channels.open.remove(&id(&args)?);
    Some(now(Value::Null))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Value {
        Value::String(text.to_owned())
    }

    /// What is next, where that is known at once.
    fn next(channels: &mut Channels, id: u64) -> Option<Reply> {
        match channels.next(id) {
            Answer::Now(reply) => Some(reply),
            _ => None,
        }
    }

    #[test]
    fn what_was_put_can_be_read_after_the_end_and_then_nothing_is_kept() {
        let mut channels = Channels::default();
        let id = channels.open(4);
        channels.put(id, text("a"));
        channels.close(id, "broken".to_owned());
        assert_eq!(next(&mut channels, id), Some(one(text("a"))));
        assert_eq!(next(&mut channels, id), Some(Reply::Fault("broken".to_owned())));
        assert!(channels.open.is_empty());
        assert_eq!(next(&mut channels, id), Some(Reply::Value(Value::Array(Vec::new()))));
    }

    #[test]
    fn who_waits_gets_the_end_and_nothing_is_kept() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let mut channels = Channels::default();
        let id = channels.open(4);
        let Answer::Later(mut waiting) = channels.next(id) else { panic!("there is nothing yet") };
        let reply = runtime.block_on(async {
            std::future::poll_fn(|it| {
                assert!(waiting.as_mut().poll(it).is_pending());
                std::task::Poll::Ready(())
            })
            .await;
            channels.close(id, String::new());
            waiting.await
        });
        assert_eq!(reply, Reply::Value(Value::Array(Vec::new())));
        assert!(channels.open.is_empty());
    }

    #[test]
    fn who_waits_gets_all_that_was_put_before_the_end() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let mut channels = Channels::default();
        let id = channels.open(4);
        let Answer::Later(mut waiting) = channels.next(id) else { panic!("there is nothing yet") };
        let first = runtime.block_on(async {
            std::future::poll_fn(|it| {
                assert!(waiting.as_mut().poll(it).is_pending());
                std::task::Poll::Ready(())
            })
            .await;
            channels.put(id, text("a"));
            channels.put(id, text("b"));
            channels.close(id, String::new());
            waiting.await
        });
        assert_eq!(first, one(text("a")));
        assert_eq!(next(&mut channels, id), Some(one(text("b"))));
        assert_eq!(next(&mut channels, id), Some(Reply::Value(Value::Array(Vec::new()))));
        assert!(channels.open.is_empty());
    }

    #[test]
    fn a_full_channel_makes_the_writer_wait() {
        let mut channels = Channels::default();
        let id = channels.open(1);
        assert!(matches!(channels.put(id, text("a")), Answer::Now(_)));
        assert!(matches!(channels.put(id, text("b")), Answer::Later(_)));
        assert!(matches!(channels.put(99, text("c")), Answer::Now(_)), "what is closed takes nothing");
    }
}
