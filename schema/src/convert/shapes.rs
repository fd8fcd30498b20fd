//! Values with parts: objects, maps, lists and tuples.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::found::quoted_key;
use super::{Converter, Miss, Way};
use crate::shape::{Node, Property};

type Object = Map<String, Value>;

impl<'s> Converter<'s> {
    /// An absent property is null on the way there, and null is an absent one on the way back.
    pub(super) fn object(
        &mut self,
        properties: &'s [Property],
        names: &BTreeSet<String>,
        value: &Value,
    ) -> Result<Value, Miss> {
        let object = object_of(value, "an object")?;
        let mut converted = Object::new();
        let mut count = 0;
        for Property { name, is_required, node } in properties {
            let part = object.get(name);
            count += usize::from(part.is_some());
            self.spend(usize::from(part.is_none()))?;
            match part {
                None if *is_required => return Err(Miss::new("it is missing").under(name)),
                None if self.way == Way::Lift => {}
                Some(Value::Null) if self.way == Way::Lift && !is_required => {}
                None => drop(converted.insert(name.clone(), Value::Null)),
                Some(part) => {
                    let part = self.node(node, part).map_err(|it| it.under(name))?;
                    converted.insert(name.clone(), part);
                }
            }
        }
        if count == object.len() { Ok(Value::Object(converted)) } else { Err(unknown_key(object, names)) }
    }

    pub(super) fn map(&mut self, key: &'s Node, values: &'s Node, value: &Value) -> Result<Value, Miss> {
        match self.way {
            Way::Encode => self.encode_map(key, values, value),
            Way::Lift => self.lift_map(key, values, value),
        }
    }

    fn encode_map(&mut self, key: &'s Node, values: &'s Node, value: &Value) -> Result<Value, Miss> {
        let mut entries = Vec::new();
        for (name, value) in object_of(value, "an object")? {
            let name_value = Value::String(name.clone());
            let encoded_key = self.node(key, &name_value).map_err(|it| it.under(name))?;
            let encoded = self.node(values, value).map_err(|it| it.under(name))?;
            let entry: Object = [("key".to_owned(), encoded_key), ("value".to_owned(), encoded)].into_iter().collect();
            entries.push(Value::Object(entry));
        }
        Ok(Value::Array(entries))
    }

    fn lift_map(&mut self, key: &'s Node, values: &'s Node, value: &Value) -> Result<Value, Miss> {
        let mut lifted = Object::new();
        for (index, entry) in list_of(value, "a list of entries")?.iter().enumerate() {
            let (name, value) = self.lift_entry(key, values, entry).map_err(|it| it.item(index))?;
            if lifted.contains_key(&name) {
                let reason = format!("the key {} is there twice", quoted_key(&name));
                return Err(Miss::new(reason).under("key").item(index));
            }
            lifted.insert(name, value);
        }
        Ok(Value::Object(lifted))
    }

    fn lift_entry(&mut self, key: &'s Node, values: &'s Node, entry: &Value) -> Result<(String, Value), Miss> {
        let entry = object_of(entry, "an entry with `key` and `value`")?;
        let part = |name: &str| entry.get(name).ok_or_else(|| Miss::new("it is missing").under(name));
        let (name, value) = (part("key")?, part("value")?);
        if let Some(other) = entry.keys().find(|it| *it != "key" && *it != "value") {
            return Err(Miss::new("there is no such property").under(other));
        }
        let name = match self.node(key, name).map_err(|it| it.under("key"))? {
            Value::String(name) => name,
            other => return Err(Miss::expected("a string", &other).under("key")),
        };
        Ok((name, self.node(values, value).map_err(|it| it.under("value"))?))
    }

    pub(super) fn array(&mut self, items: &'s Node, value: &Value) -> Result<Value, Miss> {
        let list = list_of(value, "a list")?;
        let converted = list.iter().enumerate().map(|(i, it)| self.node(items, it).map_err(|miss| miss.item(i)));
        converted.collect::<Result<_, _>>().map(Value::Array)
    }

    pub(super) fn tuple(&mut self, items: &'s [Node], value: &Value) -> Result<Value, Miss> {
        match self.way {
            Way::Encode => self.encode_tuple(items, value),
            Way::Lift => self.lift_tuple(items, value),
        }
    }

    fn encode_tuple(&mut self, items: &'s [Node], value: &Value) -> Result<Value, Miss> {
        let what = format!("a list of {} items", items.len());
        let list = list_of(value, &what)?;
        if list.len() != items.len() {
            return Err(Miss::new(format!("expected {what}, found {}", list.len())));
        }
        let mut object = Object::new();
        for (index, (node, item)) in items.iter().zip(list).enumerate() {
            object.insert(index.to_string(), self.node(node, item).map_err(|it| it.item(index))?);
        }
        Ok(Value::Object(object))
    }

    fn lift_tuple(&mut self, items: &'s [Node], value: &Value) -> Result<Value, Miss> {
        let object = object_of(value, "an object with an item for each position")?;
        let mut list = Vec::new();
        for (index, node) in items.iter().enumerate() {
            let name = index.to_string();
            let item = object.get(&name).ok_or_else(|| Miss::new("it is missing").under(&name))?;
            list.push(self.node(node, item).map_err(|it| it.under(&name))?);
        }
        if object.len() == items.len() {
            return Ok(Value::Array(list));
        }
        let names = (0..items.len()).map(|it| it.to_string()).collect();
        Err(unknown_key(object, &names))
    }
}

fn object_of<'v>(value: &'v Value, what: &str) -> Result<&'v Object, Miss> {
    value.as_object().ok_or_else(|| Miss::expected(what, value))
}

fn list_of<'v>(value: &'v Value, what: &str) -> Result<&'v Vec<Value>, Miss> {
    value.as_array().ok_or_else(|| Miss::expected(what, value))
}

/// An object has more keys than it should: names the first one.
fn unknown_key(object: &Object, names: &BTreeSet<String>) -> Miss {
    let key = object.keys().find(|it| !names.contains(*it)).map_or("", String::as_str);
    Miss::new("there is no such property").under(key)
}
