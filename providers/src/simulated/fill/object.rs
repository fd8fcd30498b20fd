//! Objects: what is required, what the prompt has something for, and maps.

use serde_json::{Map, Value};

use super::{Attempt, Filler};
use crate::simulated::view::View;

/// How many fields a map is given.
const FIELDS_MAX: usize = 100;

static ANYTHING: Value = Value::Bool(true);

impl<'s> Filler<'s, '_> {
    pub(super) fn fill_object(&mut self, view: &View<'s>, depth: usize) -> Option<Value> {
        let names = names(view);
        let required = required(view);
        let mut made: Vec<(&'s str, Option<Value>)> = names.iter().map(|it| (*it, None)).collect();
        for (name, value) in made.iter_mut().filter(|it| required.contains(&it.0)) {
            let field = self.field(view, name)?;
            *value = Some(self.fill(&field, name, depth + 1)?);
        }
        for (name, value) in made.iter_mut().filter(|it| !required.contains(&it.0)) {
            let Some(field) = self.field(view, name) else { continue };
            if let Attempt::Found(found) = self.attempt(|it| it.fill(&field, name, depth + 1)) {
                *value = Some(found);
            }
        }
        let mut fields: Map<String, Value> =
            made.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
        self.pad_map(&mut fields, view, depth)?;
        Some(Value::Object(fields))
    }

    /// What holds for a field; nothing where there can be none.
    fn field(&self, view: &View<'s>, name: &str) -> Option<View<'s>> {
        View::of(
            self.root,
            view.layers().iter().filter_map(|layer| {
                let own = layer.get("properties").and_then(|it| it.get(name));
                own.or_else(|| layer.get("additionalProperties"))
            }),
        )
    }

    /// Fields of any name, where there have to be more.
    fn pad_map(&mut self, fields: &mut Map<String, Value>, view: &View<'s>, depth: usize) -> Option<()> {
        let (least, _) = view.counts("minProperties", "maxProperties");
        if least > FIELDS_MAX {
            return None;
        }
        let values = View::of(self.root, view.all("additionalProperties"));
        let keys = View::of(self.root, [view.first("propertyNames").unwrap_or(&ANYTHING)]);
        let variant = self.variant;
        for index in 0..=least {
            if fields.len() >= least {
                break;
            }
            self.variant = index;
            let key = self.key(keys.as_ref()?, index, depth);
            self.variant = variant;
            let value = self.fill(values.as_ref()?, "", depth + 1);
            fields.insert(key?, value?);
        }
        (fields.len() >= least).then_some(())
    }

    fn key(&mut self, names: &View<'s>, index: usize, depth: usize) -> Option<String> {
        if names.layers().is_empty() {
            return Some(if index == 0 { "key".to_owned() } else { format!("key{}", index + 1) });
        }
        match self.fill(names, "", depth + 1)? {
            Value::String(key) => Some(key),
            _ => None,
        }
    }
}

/// The names of all fields, in order: those with a schema, then those that are only required.
fn names<'s>(view: &View<'s>) -> Vec<&'s str> {
    let declared = view.all("properties").filter_map(Value::as_object).flat_map(|it| it.keys().map(String::as_str));
    let mut seen = std::collections::HashSet::new();
    declared.chain(required_list(view)).filter(|it| seen.insert(*it)).collect()
}

fn required<'s>(view: &View<'s>) -> std::collections::HashSet<&'s str> {
    required_list(view).collect()
}

fn required_list<'s>(view: &View<'s>) -> impl Iterator<Item = &'s str> {
    view.all("required").filter_map(Value::as_array).flatten().filter_map(Value::as_str)
}
