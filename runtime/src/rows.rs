//! Rows by key, in the order in which they came: what ledgers and stores are. They are in memory, or in a file that survives
//! a crash and that several processes may use. What is done with them is done at once, with nothing else in between.

mod file;
mod here;

use std::collections::HashMap;
use std::sync::Arc;

use concerto_vm::Value;

use crate::database::Database;
use crate::value::{from_json, to_json};
use here::Here;

/// What the ids of those in files begin with.
const FILE: &str = "file ";

/// Rows, wherever they are. It is an error that a file cannot be used.
pub(crate) trait Rows {
    fn get(&mut self, key: &str) -> Result<Option<Value>, String>;
    /// Gives a key a row, in the place that it has or as the last one.
    fn put(&mut self, key: &str, row: Value) -> Result<(), String>;
    /// Takes a key out; whether it was there.
    fn remove(&mut self, key: &str) -> Result<bool, String>;
    fn all(&mut self) -> Result<Vec<Value>, String>;
    fn len(&mut self) -> Result<usize, String>;
    fn clear(&mut self) -> Result<(), String>;
}

/// All ledgers of a run, or all stores.
pub(crate) struct Shelf {
    /// What they are called in messages.
    what: &'static str,
    /// What makes the table of a file.
    table: &'static str,
    open: HashMap<String, Place>,
    count: usize,
}

/// Where rows are.
pub(crate) enum Place {
    Here(Here),
    File(Arc<Database>),
}

impl Shelf {
    pub(crate) fn ledgers() -> Self {
        Self { what: "ledger", table: file::LEDGER, open: HashMap::new(), count: 0 }
    }

    pub(crate) fn stores() -> Self {
        Self { what: "store", table: file::STORE, open: HashMap::new(), count: 0 }
    }

    pub(crate) fn what(&self) -> &'static str {
        self.what
    }

    /// New rows in memory; what the program knows them by.
    pub(crate) fn add(&mut self) -> String {
        self.count += 1;
        let id = format!("{} {}", self.what, self.count);
        self.open.insert(id.clone(), Place::Here(Here::default()));
        id
    }

    /// Rows in a file. Who opens a file twice has them once.
    pub(crate) fn add_file(&mut self, path: &str) -> String {
        let id = format!("{FILE}{path}");
        let (what, table) = (self.what, self.table);
        let file = || Place::File(Arc::new(Database::new(path, what, table)));
        self.open.entry(id.clone()).or_insert_with(file);
        id
    }

    pub(crate) fn get(&mut self, id: &str) -> Option<&mut Place> {
        self.open.get_mut(id)
    }

    /// All of them, to be written down.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        let place = |(id, place): (&String, &Place)| {
            let rows = match place {
                Place::Here(here) => {
                    here.rows().map(|(key, row)| serde_json::json!([key, to_json(row.clone())])).collect()
                }
                Place::File(_) => serde_json::Value::Null,
            };
            (id.clone(), rows)
        };
        let open: serde_json::Map<_, _> = self.open.iter().map(place).collect();
        serde_json::json!({ "count": self.count, "open": open })
    }

    /// Takes up those that were written down; nothing where they are none.
    pub(crate) fn restore(mut self, mut json: serde_json::Value) -> Option<Self> {
        if json.is_null() {
            return Some(self);
        }
        self.count = usize::try_from(json["count"].as_u64()?).ok()?;
        for (id, rows) in json["open"].as_object_mut()?.iter_mut() {
            match (rows.take(), id.strip_prefix(FILE)) {
                (serde_json::Value::Array(rows), _) => {
                    let mut here = Here::default();
                    for pair in rows {
                        let serde_json::Value::Array(pair) = pair else { return None };
                        let [serde_json::Value::String(key), row] = <[_; 2]>::try_from(pair).ok()? else { return None };
                        here.put(&key, from_json(row)).ok()?;
                    }
                    self.open.insert(id.clone(), Place::Here(here));
                }
                (_, Some(path)) => {
                    self.add_file(path);
                }
                _ => return None,
            }
        }
        Some(self)
    }
}

/// Does something with the rows of a file, all of it or nothing.
pub(crate) fn in_file<T>(file: &Database, work: impl FnOnce(&mut dyn Rows) -> Result<T, String>) -> Result<T, String> {
    file::change(file, work)
}

#[cfg(test)]
mod tests;
