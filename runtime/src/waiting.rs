//! What is being waited for: times, and work that has begun. Tokio is started when the program first waits.
//!
//! Times are kept in order here rather than as timers of tokio: a hundred thousand fibers that sleep cost little, and wake in
//! the order of their times.

use std::collections::{BTreeSet, HashMap};
use std::pin::pin;
use std::task::Poll;
use std::time::{Duration, Instant};

use concerto_vm::{Reply, Value};
use tokio::runtime::{Builder, Runtime};
use tokio::task::{AbortHandle, JoinError, JoinSet};

use crate::clock::Clock;
use crate::effects::Answer;
use crate::interrupt::Interrupt;

/// How long work that has begun, and that nobody waits for any more, may go on when the program is done: a file that is
/// being written becomes whole.
const FINISH: Duration = Duration::from_secs(1);

/// How often work is let go on before it counts as waiting for the time: what goes from task to task needs a few rounds.
const SETTLE: usize = 4;

/// A request and its reply.
pub(crate) type Replied = (u64, Reply);

/// Requests that are not answered yet.
#[derive(Default)]
pub(crate) struct Waiting {
    /// Who sleeps until when, in order, and by request.
    times: BTreeSet<(Instant, u64)>,
    asleep: HashMap<u64, Instant>,
    work: Option<Work>,
    /// Whether time waits for work that can go on.
    settles: bool,
}

/// Work that has begun, by request.
struct Work {
    runtime: Runtime,
    begun: JoinSet<Replied>,
    handles: HashMap<u64, AbortHandle>,
}

/// Work that is done, or that came to nothing.
type Done = Result<Replied, JoinError>;

/// Why waiting ended.
pub(crate) enum Woken {
    /// There are replies.
    Replies(Vec<Replied>),
    /// The program was interrupted.
    Interrupted,
    /// Waiting is impossible, and why.
    Cannot(String),
}

impl Waiting {
    /// For tests, time waits for work that can go on; otherwise it passes meanwhile.
    pub(crate) fn new(settles: bool) -> Self {
        Self { settles, ..Self::default() }
    }

    /// Waits for an answer from now on; what is there already is given back.
    pub(crate) fn add(&mut self, id: u64, answer: Answer) -> Result<Option<Reply>, String> {
        match answer {
            Answer::Now(reply) => return Ok(Some(reply)),
            Answer::Mark(_) => return Ok(Some(Reply::Value(Value::Null))),
            // Whoever runs the program knows these, and replies.
            Answer::Wait(_) | Answer::Hold(_) => {}
            Answer::At(time) => {
                self.times.insert((time, id));
                self.asleep.insert(id, time);
            }
            Answer::Later(future) => {
                let Work { runtime, begun, handles } = self.work()?;
                handles.insert(id, begun.spawn_on(async move { (id, future.await) }, runtime.handle()));
            }
            Answer::Work(work) => {
                let Work { runtime, begun, handles } = self.work()?;
                handles.insert(id, begun.spawn_blocking_on(move || (id, work()), runtime.handle()));
            }
        }
        Ok(None)
    }

    /// Nobody waits for a request any more.
    pub(crate) fn forget(&mut self, id: u64) {
        if let Some(time) = self.asleep.remove(&id) {
            self.times.remove(&(time, id));
        }
        if let Some(handle) = self.work.as_mut().and_then(|it| it.handles.remove(&id)) {
            handle.abort();
        }
    }

    /// How much longer those sleep that do.
    pub(crate) fn asleep(&self, clock: &Clock) -> Vec<(u64, Duration)> {
        let now = clock.now();
        self.times.iter().map(|(time, id)| (*id, time.saturating_duration_since(now))).collect()
    }

    /// The replies that are there already.
    pub(crate) fn replies(&mut self, clock: &Clock) -> Vec<Replied> {
        let mut replies = self.due(clock);
        if let Some(work) = self.work.as_mut().filter(|it| !it.begun.is_empty()) {
            // Whatever can go on does so, once.
            work.runtime.block_on(tokio::task::yield_now());
            while let Some(done) = work.begun.try_join_next() {
                replies.extend(work.replied(done));
            }
        }
        replies
    }

    /// Those whose time has come.
    fn due(&mut self, clock: &Clock) -> Vec<Replied> {
        let mut due = Vec::new();
        if self.times.is_empty() {
            return due;
        }
        let now = clock.now();
        while let Some((_, id)) = self.times.first().copied().filter(|(time, _)| *time <= now) {
            self.times.pop_first();
            self.asleep.remove(&id);
            due.push((id, Reply::Value(Value::Null)));
        }
        due
    }

    /// Waits until there is a reply.
    pub(crate) fn wait(&mut self, clock: &mut Clock, interrupt: &Interrupt) -> Woken {
        for _ in 0..if self.settles { SETTLE } else { 1 } {
            let replies = self.replies(clock);
            if !replies.is_empty() {
                return Woken::Replies(replies);
            }
        }
        let next = self.times.first().map(|(time, _)| *time);
        let is_idle = self.settles || self.work.as_ref().is_none_or(|it| it.begun.is_empty());
        if let Some(next) = next.filter(|_| is_idle)
            && !interrupt.is_wanted()
            && clock.jump_to(next)
        {
            return Woken::Replies(self.due(clock));
        }
        let work = match self.work() {
            Ok(work) => work,
            Err(problem) => return Woken::Cannot(problem),
        };
        if next.is_none() && work.begun.is_empty() {
            return Woken::Cannot("the program waits for something that never comes".to_owned());
        }
        let Some(done) = work.wake(next, interrupt) else { return Woken::Interrupted };
        if let (None, Some(next)) = (&done, next) {
            clock.jump_to(next);
        }
        let mut replies: Vec<Replied> = done.and_then(|it| work.replied(it)).into_iter().collect();
        replies.extend(self.replies(clock));
        Woken::Replies(replies)
    }

    fn work(&mut self) -> Result<&mut Work, String> {
        if self.work.is_none() {
            let runtime = Builder::new_current_thread().enable_all().build();
            let runtime = runtime.map_err(|error| format!("the program cannot wait: {error}"))?;
            self.work = Some(Work { runtime, begun: JoinSet::new(), handles: HashMap::new() });
        }
        self.work.as_mut().ok_or_else(String::new)
    }

    /// The program is done. Unless it was interrupted, work that has begun may be finished.
    pub(crate) fn end(self, interrupt: &Interrupt) {
        let Some(Work { runtime, mut begun, .. }) = self.work else { return };
        begun.abort_all();
        match interrupt.is_wanted() {
            true => runtime.shutdown_background(),
            false => runtime.shutdown_timeout(FINISH),
        }
    }
}

impl Work {
    /// Waits until a time or until some work is done, which is given; nothing where the program is interrupted before.
    fn wake(&mut self, time: Option<Instant>, interrupt: &Interrupt) -> Option<Option<Done>> {
        let Self { runtime, begun, .. } = self;
        runtime.block_on(async {
            let mut wanted = pin!(interrupt.wanted());
            let mut asleep = pin!(async {
                match time {
                    Some(time) => tokio::time::sleep_until(time.into()).await,
                    None => std::future::pending().await,
                }
            });
            std::future::poll_fn(|context| {
                // First listen, then look: so nothing falls in between.
                if wanted.as_mut().poll(context).is_ready() || interrupt.is_wanted() {
                    return Poll::Ready(None);
                }
                match begun.poll_join_next(context) {
                    Poll::Ready(Some(done)) => Poll::Ready(Some(Some(done))),
                    // No work is no reason to wake up.
                    Poll::Ready(None) | Poll::Pending => asleep.as_mut().poll(context).map(|()| Some(None)),
                }
            })
            .await
        })
    }

    fn replied(&mut self, done: Done) -> Option<Replied> {
        match done {
            Ok((id, reply)) => self.handles.remove(&id).map(|_| (id, reply)),
            Err(error) => {
                let failed = self.handles.iter().find(|(_, it)| it.id() == error.id()).map(|(id, _)| *id)?;
                self.handles.remove(&failed);
                Some((failed, Reply::Fault("what the program asked for could not be done".to_owned())))
            }
        }
    }
}
