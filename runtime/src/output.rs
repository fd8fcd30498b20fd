//! Standard output and standard error of a program.
//!
//! Standard output is kept back until it is worth writing, or somebody has to see it: before the program waits or writes to
//! standard error, from time to time while it computes, and at its end. A reader that has gone ends the program quietly.

use std::io::{ErrorKind, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crate::watch::Watch;

/// How much of standard output is kept back.
const KEPT_MAX: usize = 64 << 10;

/// Why a program cannot go on: its output goes nowhere.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// The reader has gone.
    Closed,
    /// It cannot be written, and why.
    Failed(String),
}

/// Where the output of a program goes.
pub(crate) struct Output {
    stdout: Box<dyn Write + Send>,
    stderr: Box<dyn Write + Send>,
    kept: Vec<u8>,
    /// Who shows something in passing on the same terminal.
    pub(crate) watch: Option<Arc<dyn Watch>>,
    /// Set once: nothing is written after it.
    lost: Option<Lost>,
}

impl Output {
    pub(crate) fn new(stdout: Box<dyn Write + Send>, stderr: Box<dyn Write + Send>) -> Self {
        Self { stdout, stderr, kept: Vec::new(), watch: None, lost: None }
    }

    /// Writes a line to standard output.
    pub(crate) fn print(&mut self, line: &str) {
        self.kept.reserve(line.len() + 1);
        self.kept.extend_from_slice(line.as_bytes());
        self.kept.push(b'\n');
        if self.kept.len() >= KEPT_MAX {
            self.flush();
        }
    }

    /// Writes a line to standard error, after what was printed before. What cannot be written is lost: there is nowhere
    /// left to say so.
    pub(crate) fn eprint(&mut self, line: &str) {
        self.flush();
        self.make_room();
        let _ = self.stderr.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.stderr.flush());
    }

    /// Writes what was kept back.
    pub(crate) fn flush(&mut self) {
        if self.kept.is_empty() {
            return;
        }
        let kept = std::mem::take(&mut self.kept);
        if self.lost.is_some() {
            return;
        }
        self.make_room();
        let written = self.stdout.write_all(&kept).and_then(|()| self.stdout.flush());
        self.lost = written.err().map(|error| match error.kind() {
            ErrorKind::BrokenPipe => Lost::Closed,
            _ => Lost::Failed(format!("standard output cannot be written: {error}")),
        });
        self.kept = kept;
        self.kept.clear();
    }

    fn make_room(&self) {
        if let Some(watch) = &self.watch {
            watch.make_room();
        }
    }

    /// Whether output was lost.
    pub(crate) fn lost(&self) -> Option<&Lost> {
        self.lost.as_ref()
    }
}

/// Output that is kept, to be looked at.
#[derive(Clone, Default)]
pub struct Captured(Arc<Mutex<Vec<u8>>>);

impl Captured {
    /// What was written so far.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
