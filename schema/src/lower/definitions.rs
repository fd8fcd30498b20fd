//! The definitions of a lowered schema: what they are called and which of them are written.
//!
//! Names that are more than letters, digits, `_`, `-` and `.` are replaced: not every provider finds a definition whose name
//! has to be escaped in a reference.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Lowering;
use crate::Loss;
use crate::shape::Schema;

/// What each definition is called in the result, by its index.
pub(super) fn names(schema: &Schema) -> Vec<String> {
    let mut names = vec![String::new(); schema.definitions.len()];
    let mut taken = BTreeSet::new();
    let mut number = 1;
    let (plain, odd): (Vec<usize>, Vec<usize>) = schema.order.iter().partition(|it| is_plain(name_of(schema, **it)));
    for index in plain.into_iter().chain(odd) {
        let wish: String = name_of(schema, index).chars().map(|it| if is_plain_char(it) { it } else { '_' }).collect();
        let mut name = if wish.is_empty() { "_".to_owned() } else { wish.clone() };
        while !taken.insert(name.clone()) {
            number += 1;
            name = format!("{wish}_{number}");
        }
        if let Some(slot) = names.get_mut(index) {
            *slot = name;
        }
    }
    names
}

impl Lowering<'_> {
    /// The text of a reference; what it means will be written.
    pub(super) fn reference_text(&mut self, target: usize) -> Value {
        if target == 0 {
            return Value::String("#".to_owned());
        }
        if let Some(slot @ false) = self.is_used.get_mut(target) {
            *slot = true;
            self.unwritten.push(target);
        }
        let name = self.names.get(target).map_or("", String::as_str);
        Value::String(format!("#/$defs/{name}"))
    }

    /// Writes the definitions that something refers to, in the order of the source.
    pub(super) fn add_definitions(&mut self, lowered: &mut Map<String, Value>) -> Result<(), Loss> {
        let mut written = vec![None; self.schema.definitions.len()];
        while let Some(index) = self.unwritten.pop() {
            let schema = self.schema;
            let Some(definition) = schema.definitions.get(index) else { break };
            let value = self.part(&definition.node, false)?;
            if let Some(slot) = written.get_mut(index) {
                *slot = Some(value);
            }
        }
        let mut definitions = Map::new();
        for &index in &self.schema.order {
            if let (Some(name), Some(Some(value))) = (self.names.get(index), written.get_mut(index)) {
                definitions.insert(name.clone(), std::mem::take(value));
            }
        }
        if !definitions.is_empty() {
            lowered.insert("$defs".to_owned(), Value::Object(definitions));
        }
        Ok(())
    }
}

fn name_of(schema: &Schema, index: usize) -> &str {
    schema.definitions.get(index).map_or("", |it| &it.name)
}

fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_plain_char)
}

fn is_plain_char(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '_' | '-' | '.')
}
