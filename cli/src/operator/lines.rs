//! What somebody types, a line at a time. A line goes to whoever waits for one when it comes; where nobody does, it is lost.

use std::io::BufRead;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long it takes until somebody notices that an answer is not wanted any more.
const PAUSE: Duration = Duration::from_millis(50);

/// The lines of standard input.
#[derive(Default)]
pub(super) struct Lines {
    shared: Arc<Shared>,
}

/// What came of waiting for a line.
pub(super) enum Heard {
    Line(String),
    /// There are no more lines.
    End,
    /// The line is not wanted any more.
    Nothing,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Whether somebody waits for a line.
    is_wanted: bool,
    /// Whether the thread that reads is there, and whether it has seen the end.
    is_reading: bool,
    is_ended: bool,
    line: Option<String>,
}

impl Lines {
    /// From now on a line counts: whoever sees a question may answer at once.
    pub(super) fn want(&self) {
        self.shared.state().is_wanted = true;
    }

    /// The next line, for as long as it is wanted.
    pub(super) fn next(&self, is_wanted: &dyn Fn() -> bool) -> Heard {
        let mut state = self.shared.state();
        state.is_wanted = true;
        if !std::mem::replace(&mut state.is_reading, true) {
            let shared = Arc::clone(&self.shared);
            std::thread::spawn(move || shared.read());
        }
        self.shared.changed.notify_all();
        loop {
            let heard = match state.line.take() {
                Some(line) => Some(Heard::Line(line)),
                None if state.is_ended => Some(Heard::End),
                None if !is_wanted() => Some(Heard::Nothing),
                None => None,
            };
            if let Some(heard) = heard {
                state.is_wanted = false;
                return heard;
            }
            let waited = self.shared.changed.wait_timeout(state, PAUSE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads while lines are wanted: what nobody has asked for stays where it is.
    fn read(&self) {
        loop {
            let mut state = self.state();
            while !state.is_wanted || state.line.is_some() {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            drop(state);
            let mut line = String::new();
            let is_there = matches!(std::io::stdin().lock().read_line(&mut line), Ok(1..));
            let mut state = self.state();
            state.is_ended = !is_there;
            state.line = Some(line).filter(|_| is_there && state.is_wanted);
            self.changed.notify_all();
            if !is_there {
                return;
            }
        }
    }
}
