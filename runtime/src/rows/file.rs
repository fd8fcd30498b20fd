//! Rows in an SQLite file, as JSON.

use concerto_vm::Value;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};

use super::Rows;
use crate::database::Database;
use crate::value::from_json;

/// A file may hold a memory, a ledger and a store.
pub(super) const LEDGER: &str = "CREATE TABLE IF NOT EXISTS ledger (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    row TEXT NOT NULL
) STRICT";

pub(super) const STORE: &str = "CREATE TABLE IF NOT EXISTS store (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    row TEXT NOT NULL
) STRICT";

/// Does something in one transaction.
pub(super) fn change<T>(file: &Database, work: impl FnOnce(&mut dyn Rows) -> Result<T, String>) -> Result<T, String> {
    file.with(|connection| {
        let change = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
        let table = if file.is("ledger") { "ledger" } else { "store" };
        let done = work(&mut Open { connection: &change, file, table });
        match done {
            Ok(given) => change.commit().map(|()| Ok(given)),
            Err(problem) => Ok(Err(problem)),
        }
    })?
}

/// A file inside of a transaction.
struct Open<'c> {
    connection: &'c Connection,
    file: &'c Database,
    table: &'static str,
}

impl Open<'_> {
    /// A statement about this table.
    fn done<T>(
        &self,
        sql: &str,
        work: impl FnOnce(&mut rusqlite::Statement<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, String> {
        let statement = self.connection.prepare_cached(&sql.replace("TABLE", self.table));
        let done = statement.and_then(|mut it| work(&mut it));
        done.map_err(|it| self.file.problem(&it.to_string()))
    }

    fn read(&self, text: &str) -> Result<Value, String> {
        serde_json::from_str(text).map(from_json).map_err(|it| self.file.problem(&it.to_string()))
    }
}

impl Rows for Open<'_> {
    fn get(&mut self, key: &str) -> Result<Option<Value>, String> {
        let sql = "SELECT row FROM TABLE WHERE key = ?1";
        let text: Option<String> = self.done(sql, |it| it.query_row([key], |row| row.get(0)).optional())?;
        text.map(|it| self.read(&it)).transpose()
    }

    fn put(&mut self, key: &str, row: Value) -> Result<(), String> {
        let sql = "INSERT INTO TABLE (key, row) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET row = ?2";
        self.done(sql, |it| it.execute([key, &row.to_json()]).map(|_| ()))
    }

    fn remove(&mut self, key: &str) -> Result<bool, String> {
        self.done("DELETE FROM TABLE WHERE key = ?1", |it| it.execute([key]).map(|count| count > 0))
    }

    fn all(&mut self) -> Result<Vec<Value>, String> {
        let sql = "SELECT row FROM TABLE ORDER BY position";
        let texts: Vec<String> = self.done(sql, |it| it.query_map([], |row| row.get(0))?.collect())?;
        texts.iter().map(|it| self.read(it)).collect()
    }

    fn len(&mut self) -> Result<usize, String> {
        let count: i64 = self.done("SELECT count(*) FROM TABLE", |it| it.query_row([], |row| row.get(0)))?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    fn clear(&mut self) -> Result<(), String> {
        self.done("DELETE FROM TABLE", |it| it.execute([]).map(|_| ()))
    }
}
