//! The thread on which servers are talked to. It is started when the first one is needed.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio::task::{AbortHandle, JoinHandle};

/// How long servers have to end, all together.
const END: Duration = Duration::from_secs(6);

/// The thread, if there is one.
#[derive(Default)]
pub(crate) struct Hub {
    running: Mutex<Option<Running>>,
    /// Why what was started there has ended.
    failure: Arc<Mutex<Option<String>>>,
}

struct Running {
    handle: Handle,
    stop: oneshot::Sender<()>,
    thread: std::thread::JoinHandle<()>,
}

/// Work that ends when nobody waits for it any more.
struct Wanted<T>(JoinHandle<T>, AbortHandle);

impl<T> Drop for Wanted<T> {
    fn drop(&mut self) {
        self.1.abort();
    }
}

impl Hub {
    fn handle(&self) -> Result<Handle, String> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = running.as_ref() {
            return Ok(running.handle.clone());
        }
        let failed = |it: std::io::Error| format!("servers cannot be reached: {it}");
        let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel();
        let work = move || {
            let _ = runtime.block_on(stopped);
            runtime.shutdown_background();
        };
        let thread = std::thread::Builder::new().name("servers".to_owned()).spawn(work).map_err(failed)?;
        *running = Some(Running { handle: handle.clone(), stop, thread });
        Ok(handle)
    }

    /// Does something there.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, String> {
        let task = self.handle()?.spawn(work);
        let abort = task.abort_handle();
        let mut wanted = Wanted(task, abort);
        (&mut wanted.0).await.map_err(|_| "the connection to the servers is over".to_owned())
    }

    /// Starts something there that goes on by itself.
    pub(crate) fn start(&self, work: impl Future<Output = Result<(), String>> + Send + 'static) -> Result<(), String> {
        let failure = Arc::clone(&self.failure);
        self.handle()?.spawn(async move {
            if let Err(problem) = work.await {
                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem);
            }
        });
        Ok(())
    }

    /// Why what was started has ended, if it failed.
    pub(crate) fn failure(&self) -> Option<String> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Does one last thing there.
    pub(crate) fn end(&self, work: impl Future<Output = ()> + Send + 'static) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(Running { handle, stop, thread }) = running else { return };
        let (done, ended) = std::sync::mpsc::channel();
        handle.spawn(async move {
            let _ = tokio::time::timeout(END, work).await;
            let _ = done.send(());
        });
        let _ = ended.recv_timeout(END + Duration::from_secs(1));
        let _ = stop.send(());
        let _ = thread.join();
    }
}
