//! How often a request is tried, how long it waits in between, and how many there may be.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, SemaphorePermit};

use super::{Failure, locked};
use crate::connection::{Backoff, RateLimit, Retry};

/// What holds where nobody says anything else.
const ATTEMPTS: u32 = 3;
const INITIAL_DELAY_MS: u64 = 500;
const MAX_DELAY_MS: u64 = 30_000;

/// A server that wants a longer pause than this gets no further request.
const PAUSE_MAX_MS: u64 = 120_000;

/// When a failed request is tried again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Policy {
    attempts_max: u32,
    backoff: Backoff,
    initial_delay_ms: u64,
    max_delay_ms: u64,
}

impl Policy {
    /// What the agent says comes before what its connection says.
    pub(super) fn new(connection: Retry, agent: Retry) -> Self {
        let initial = agent.initial_delay_ms.or(connection.initial_delay_ms).unwrap_or(INITIAL_DELAY_MS);
        Self {
            attempts_max: agent.attempts_max.or(connection.attempts_max).unwrap_or(ATTEMPTS).max(1),
            backoff: agent.backoff.or(connection.backoff).unwrap_or(Backoff::Exponential),
            initial_delay_ms: initial,
            max_delay_ms: agent.max_delay_ms.or(connection.max_delay_ms).unwrap_or(MAX_DELAY_MS).max(initial),
        }
    }

    /// How long to wait after so many attempts; nothing where there is to be no other one.
    pub(super) fn wait(&self, attempt: u32, failure: &Failure) -> Option<Duration> {
        if !failure.is_worth_retrying || attempt >= self.attempts_max {
            return None;
        }
        match failure.retry_after_ms {
            Some(wanted) if wanted > PAUSE_MAX_MS.max(self.max_delay_ms) => None,
            Some(wanted) => Some(Duration::from_millis(wanted)),
            None => Some(Duration::from_millis(jittered(self.delay_ms(attempt)))),
        }
    }

    fn delay_ms(&self, attempt: u32) -> u64 {
        let first = self.initial_delay_ms;
        let delay = match self.backoff {
            Backoff::None => 0,
            Backoff::Fixed => first,
            Backoff::Linear => first.saturating_mul(u64::from(attempt)),
            Backoff::Exponential => first.saturating_mul(1_u64.checked_shl(attempt - 1).unwrap_or(u64::MAX)),
        };
        delay.min(self.max_delay_ms)
    }
}

/// Between a half and the whole of a delay, so that those who failed together do not come back together.
fn jittered(delay_ms: u64) -> u64 {
    let nanos = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |it| it.subsec_nanos());
    let half = delay_ms / 2;
    delay_ms - half + u64::from(nanos).wrapping_mul(0x9e37_79b9_7f4a_7c15) % (half + 1)
}

/// The limits of a connection, for all agents together.
#[derive(Debug)]
pub(super) struct Limits {
    at_once: Option<Semaphore>,
    requests: Option<Mutex<Bucket>>,
    tokens: Option<Mutex<Bucket>>,
}

/// So much in a minute; it fills up again as time passes, and what was spent too much has to be waited for.
#[derive(Debug)]
struct Bucket {
    per_minute: f64,
    left: f64,
    seen: Instant,
}

impl Bucket {
    fn new(per_minute: u32) -> Self {
        let per_minute = f64::from(per_minute);
        Self { per_minute, left: per_minute, seen: Instant::now() }
    }

    fn fill(&mut self) {
        let now = Instant::now();
        let minutes = now.duration_since(self.seen).as_secs_f64() / 60.0;
        self.left = (self.left + minutes * self.per_minute).min(self.per_minute);
        self.seen = now;
    }

    /// How long until there is room for one that needs so much; with room, it is taken.
    fn take(&mut self, wanted: f64, least: f64) -> Option<Duration> {
        self.fill();
        if self.left >= least {
            self.left -= wanted;
            return None;
        }
        Some(Duration::from_secs_f64((least - self.left) / self.per_minute * 60.0))
    }
}

impl Limits {
    pub(super) fn new(limit: RateLimit) -> Self {
        let bucket = |it: u32| Mutex::new(Bucket::new(it));
        Self {
            at_once: limit.concurrent_requests.map(|it| Semaphore::new(it as usize)),
            requests: limit.requests_per_minute.map(bucket),
            tokens: limit.tokens_per_minute.map(bucket),
        }
    }

    /// Waits until there may be one more request; it counts as long as the pass is held.
    pub(super) async fn enter(&self) -> Option<SemaphorePermit<'_>> {
        let pass = match &self.at_once {
            Some(at_once) => at_once.acquire().await.ok(),
            None => None,
        };
        wait_for(self.tokens.as_ref(), 0.0, 0.0).await;
        wait_for(self.requests.as_ref(), 1.0, 1.0).await;
        pass
    }

    /// A request took so many tokens.
    pub(super) fn spend(&self, tokens: u64) {
        if let Some(bucket) = &self.tokens {
            let mut bucket = locked(bucket);
            bucket.fill();
            bucket.left -= tokens as f64;
        }
    }
}

async fn wait_for(bucket: Option<&Mutex<Bucket>>, wanted: f64, least: f64) {
    let Some(bucket) = bucket else { return };
    loop {
        let wait = locked(bucket).take(wanted, least);
        match wait {
            None => return,
            Some(wait) => tokio::time::sleep(wait.max(Duration::from_millis(1))).await,
        }
    }
}

#[cfg(test)]
mod tests;
