//! An SQLite file that a program keeps something in. Every change is one transaction: all of it is there after a crash, or
//! nothing. Several processes may use one file.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

use crate::model::locked;

/// How long one process waits for another.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long it pauses between two tries.
const PAUSE: Duration = Duration::from_millis(5);

/// A file, which is opened when it is first used.
pub(crate) struct Database {
    path: PathBuf,
    /// What it is in messages: a memory, a ledger, a store.
    what: &'static str,
    /// What makes the table that it holds.
    table: &'static str,
    open: Mutex<Option<Connection>>,
}

impl Database {
    pub(crate) fn new(path: &str, what: &'static str, table: &'static str) -> Self {
        Self { path: PathBuf::from(path), what, table, open: Mutex::default() }
    }

    /// Whether it is one of these.
    pub(crate) fn is(&self, what: &str) -> bool {
        self.what == what
    }

    pub(crate) fn with<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, String> {
        let mut open = locked(&self.open);
        let connection = match open.take() {
            Some(connection) => connection,
            None => self.connect().map_err(|it| self.problem(&it.to_string()))?,
        };
        let done = work(&connection);
        *open = Some(connection);
        done.map_err(|it| self.problem(&it.to_string()))
    }

    fn connect(&self) -> rusqlite::Result<Connection> {
        let connection = Connection::open(&self.path)?;
        connection.busy_timeout(PATIENCE)?;
        // Readers do not wait for writers, and what was committed is on the disk.
        patiently(|| connection.pragma_update(None, "journal_mode", "WAL"))?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.execute(self.table, [])?;
        Ok(connection)
    }

    pub(crate) fn problem(&self, problem: &str) -> String {
        format!("the {} `{}` cannot be used: {problem}", self.what, self.path.display())
    }
}

/// Tries again while others have the file: SQLite does not wait by itself where two open a new one at the same time.
fn patiently(mut work: impl FnMut() -> rusqlite::Result<()>) -> rusqlite::Result<()> {
    let since = Instant::now();
    loop {
        match work() {
            Err(problem) if is_busy(&problem) && since.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
            done => return done,
        }
    }
}

fn is_busy(problem: &rusqlite::Error) -> bool {
    matches!(problem.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}
