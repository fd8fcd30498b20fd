//! Ctrl-C: the program is cancelled. Pressed again, the process ends at once.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use signal_hook::consts::SIGINT;
use signal_hook::flag;
use tokio::sync::Notify;

/// The exit code of a program that was interrupted.
const EXIT_INTERRUPTED: i32 = 130;

/// Whether somebody wants a program to stop.
#[derive(Clone, Debug)]
pub struct Interrupt {
    is_wanted: Arc<AtomicBool>,
    /// Wakes those who wait.
    asked: Arc<Notify>,
    listens: bool,
}

impl Interrupt {
    /// Nobody can interrupt, except by [`Self::ask`].
    pub fn never() -> Self {
        Self { is_wanted: Arc::default(), asked: Arc::default(), listens: false }
    }

    /// Listens to Ctrl-C from now on.
    pub fn on_ctrl_c() -> std::io::Result<Self> {
        let interrupt = Self { listens: true, ..Self::never() };
        // What is registered first is done first: the second time, the flag is already set.
        flag::register_conditional_shutdown(SIGINT, EXIT_INTERRUPTED, Arc::clone(&interrupt.is_wanted))?;
        flag::register(SIGINT, Arc::clone(&interrupt.is_wanted))?;
        Ok(interrupt)
    }

    /// Asks the program to stop.
    pub fn ask(&self) {
        self.is_wanted.store(true, Ordering::Relaxed);
        self.asked.notify_waiters();
    }

    /// Whatever was asked before does not count any more: another program runs.
    pub fn forget(&self) {
        self.is_wanted.store(false, Ordering::Relaxed);
    }

    /// Whether the program has to stop.
    pub fn is_wanted(&self) -> bool {
        self.is_wanted.load(Ordering::Relaxed)
    }

    /// Waits, inside of tokio, until somebody asks. Whoever asked before this is polled first is not heard here.
    pub(crate) async fn wanted(&self) {
        let mut asked = pin!(self.asked.notified());
        let mut pressed = pin!(async {
            if !self.listens || tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        });
        std::future::poll_fn(|context| match asked.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(()),
            Poll::Pending => pressed.as_mut().poll(context),
        })
        .await;
    }
}
