//! Rows in memory.

use std::collections::{BTreeMap, HashMap};

use concerto_vm::Value;

use super::Rows;

/// Rows by the number of their place, and places by key.
#[derive(Default)]
pub(crate) struct Here {
    rows: BTreeMap<u64, (String, Value)>,
    places: HashMap<String, u64>,
    next: u64,
}

impl Here {
    pub(super) fn rows(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.rows.values().map(|(key, row)| (key.as_str(), row))
    }
}

impl Rows for Here {
    fn get(&mut self, key: &str) -> Result<Option<Value>, String> {
        Ok(self.places.get(key).and_then(|it| self.rows.get(it)).map(|(_, row)| row.clone()))
    }

    fn put(&mut self, key: &str, row: Value) -> Result<(), String> {
        let place = match self.places.get(key) {
            Some(place) => *place,
            None => {
                self.next += 1;
                self.places.insert(key.to_owned(), self.next);
                self.next
            }
        };
        self.rows.insert(place, (key.to_owned(), row));
        Ok(())
    }

    fn remove(&mut self, key: &str) -> Result<bool, String> {
        let place = self.places.remove(key);
        Ok(place.is_some_and(|it| self.rows.remove(&it).is_some()))
    }

    fn all(&mut self) -> Result<Vec<Value>, String> {
        Ok(self.rows.values().map(|(_, row)| row.clone()).collect())
    }

    fn len(&mut self) -> Result<usize, String> {
        Ok(self.rows.len())
    }

    fn clear(&mut self) -> Result<(), String> {
        self.rows.clear();
        self.places.clear();
        Ok(())
    }
}
