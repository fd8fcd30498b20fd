//! A conversation in an SQLite file. Every change is one transaction: all of it is there after a crash, or nothing.

use concerto_vm::Value;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::database::Database;
use crate::value::from_json;

const TABLE: &str = "CREATE TABLE IF NOT EXISTS messages (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    message TEXT NOT NULL
) STRICT";

/// A file with messages, which is opened when it is first used.
pub(crate) struct File(Database);

impl File {
    pub(crate) fn new(path: &str) -> Self {
        Self(Database::new(path, "memory", TABLE))
    }

    /// Opens the file now, so that a problem with it is seen.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.0.with(|_| Ok(()))
    }

    pub(crate) fn messages(&self) -> Result<Vec<Value>, String> {
        let texts = self.0.with(texts)?;
        let read = |text: String| serde_json::from_str(&text).map(from_json);
        texts.into_iter().map(read).collect::<Result<_, _>>().map_err(|problem| self.0.problem(&problem.to_string()))
    }

    /// Adds messages and takes out the oldest ones that are too many.
    pub(crate) fn extend(&self, messages: &[Value], max: Option<usize>) -> Result<(), String> {
        self.0.with(|connection| {
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
        self.0.with(|it| it.execute("DELETE FROM messages", []).map(|_| ()))
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
