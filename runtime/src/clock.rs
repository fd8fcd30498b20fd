//! The clock of a program: that of the machine it runs on, or, for tests, one that stands still while the program works
//! and jumps ahead while it sleeps.

use std::time::{Duration, Instant, SystemTime};

/// A clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// When it was started, and how far it has gone; nothing for the real one.
    own: Option<(Instant, SystemTime, Duration)>,
}

impl Clock {
    pub(crate) const REAL: Self = Self { own: None };

    /// A clock that only goes on while the program sleeps.
    pub(crate) fn own() -> Self {
        Self { own: Some((Instant::now(), SystemTime::now(), Duration::ZERO)) }
    }

    /// The same, from a point in time on.
    pub(crate) fn own_from(date: SystemTime) -> Self {
        Self { own: Some((Instant::now(), date, Duration::ZERO)) }
    }

    pub(crate) fn now(&self) -> Instant {
        self.own.map_or_else(Instant::now, |(start, _, gone)| start + gone)
    }

    pub(crate) fn date(&self) -> SystemTime {
        self.own.map_or_else(SystemTime::now, |(_, start, gone)| start + gone)
    }

    /// Jumps ahead to a time, if this clock can; says whether it did.
    pub(crate) fn jump_to(&mut self, time: Instant) -> bool {
        match &mut self.own {
            Some((start, _, gone)) => {
                *gone = (*gone).max(time.saturating_duration_since(*start));
                true
            }
            None => false,
        }
    }
}
