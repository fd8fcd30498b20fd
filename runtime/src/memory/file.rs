//! A conversation in an SQLite file. Every change is one transaction: all of it is there after a crash, or nothing.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use concerto_vm::Value;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::model::locked;
use crate::value::from_json;

/// How long one process waits for another.
const PATIENCE: Duration = Duration::from_secs(10);

const TABLE: &str = "CREATE TABLE IF NOT EXISTS messages (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    message TEXT NOT NULL
) STRICT";

/// A file with messages, which is opened when it is first used.
pub(crate) struct File {
    path: PathBuf,
    open: Mutex<Option<Connection>>,
}

impl File {
    pub(crate) fn new(path: &str) -> Self {
        Self { path: PathBuf::from(path), open: Mutex::default() }
    }

    /// Opens the file now, so that a problem with it is seen.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.with(|_| Ok(()))
    }

    pub(crate) fn messages(&self) -> Result<Vec<Value>, String> {
        let texts = self.with(texts)?;
        let read = |text: String| serde_json::from_str(&text).map(from_json);
        texts.into_iter().map(read).collect::<Result<_, _>>().map_err(|problem| self.problem(&problem.to_string()))
    }

    /// Adds messages and takes out the oldest ones that are too many.
    pub(crate) fn extend(&self, messages: &[Value], max: Option<usize>) -> Result<(), String> {
        self.with(|connection| {
            let change = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
            for message in messages {
                change.execute("INSERT INTO messages (message) VALUES (?1)", [message.to_json()])?;
            }
            if let Some(max) = max {
                trim(&change, max)?;
            }
            change.commit()
        })
    }

    pub(crate) fn clear(&self) -> Result<(), String> {
        self.with(|it| it.execute("DELETE FROM messages", []).map(|_| ()))
    }

    fn with<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, String> {
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
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.execute(TABLE, [])?;
        Ok(connection)
    }

    fn problem(&self, problem: &str) -> String {
        format!("the memory `{}` cannot be used: {problem}", self.path.display())
    }
}

fn texts(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare_cached("SELECT message FROM messages ORDER BY position")?;
    query.query_map([], |row| row.get(0))?.collect()
}

/// Takes out what is too old; results go with their calls.
fn trim(connection: &Connection, max: usize) -> rusqlite::Result<()> {
    let roles = "SELECT position, message ->> '$.role' FROM messages ORDER BY position";
    let mut query = connection.prepare_cached(roles)?;
    let rows: Vec<(i64, String)> =
        query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    let start = rows.len().saturating_sub(max);
    if start == 0 {
        return Ok(());
    }
    let kept = rows.iter().skip(start).find(|(_, role)| role != "tool").map(|(position, _)| *position);
    match kept {
        Some(position) => connection.execute("DELETE FROM messages WHERE position < ?1", [position])?,
        None => connection.execute("DELETE FROM messages", [])?,
    };
    Ok(())
}
