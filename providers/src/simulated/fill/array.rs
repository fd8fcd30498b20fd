//! Arrays: all that is left, and as many more as there have to be.

use serde_json::Value;

use super::{Attempt, Filler};
use crate::simulated::check::same;
use crate::simulated::view::View;

/// How many items are made.
const ITEMS_MAX: usize = 1_000;

/// The items of an array so far.
struct Items {
    values: Vec<Value>,
    most: usize,
    is_unique: bool,
}

impl<'s> Filler<'s, '_> {
    pub(super) fn fill_array(&mut self, view: &View<'s>, name: &str, depth: usize) -> Option<Value> {
        let (least, most) = view.counts("minItems", "maxItems");
        if least > most || least > ITEMS_MAX {
            return None;
        }
        let is_unique = view.all("uniqueItems").any(|it| it == &Value::Bool(true));
        let mut items = Items { values: Vec::new(), most: most.min(ITEMS_MAX), is_unique };
        self.add_prefix(&mut items, view, depth)?;
        let rest = View::of(self.root, view.all("items"));
        let Some(rest) = rest else { return (items.values.len() >= least).then_some(Value::Array(items.values)) };
        if view.first("items").is_some() || items.values.len() < least {
            self.add_found(&mut items, &rest, name, depth);
        }
        if items.values.is_empty() {
            self.supply.note_missing();
        }
        self.pad(&mut items, least, &rest, name, depth)?;
        Some(Value::Array(items.values))
    }

    /// The items of a tuple.
    fn add_prefix(&mut self, items: &mut Items, view: &View<'s>, depth: usize) -> Option<()> {
        let prefix = view.first("prefixItems").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        for schema in prefix.iter().take(items.most) {
            let item = View::of(self.root, [schema])?;
            items.values.push(self.fill(&item, "", depth + 1)?);
        }
        Some(())
    }

    /// Items as long as something is found for them.
    fn add_found(&mut self, items: &mut Items, item: &View<'s>, name: &str, depth: usize) {
        if let Some(choices) = item.first("enum").and_then(Value::as_array) {
            let chosen = self.chosen(choices);
            for choice in chosen.into_iter().filter(|it| self.keeps_to(it, item)).collect::<Vec<_>>() {
                self.supply.note_found();
                items.push(choice.clone());
            }
            return;
        }
        while items.values.len() < items.most {
            let mark = self.supply.mark();
            match self.attempt(|it| it.fill(item, name, depth + 1)) {
                Attempt::Found(value) if self.supply.has_taken_since(mark) => items.push(value),
                Attempt::Found(_) => return self.supply.rewind(mark),
                Attempt::MadeUp(_) | Attempt::Failed => return,
            }
        }
    }

    /// Items until there are enough.
    fn pad(&mut self, items: &mut Items, least: usize, item: &View<'s>, name: &str, depth: usize) -> Option<()> {
        let variant = self.variant;
        let mut tried = 0;
        while items.values.len() < least {
            // Where items have to differ, each is another variant; one that is there already does not count.
            self.variant = if items.is_unique { tried } else { variant };
            let value = self.fill(item, name, depth + 1);
            self.variant = variant;
            tried += 1;
            items.push(value?);
            if tried > least.saturating_mul(2) + 2 {
                return None;
            }
        }
        Some(())
    }
}

impl Items {
    fn push(&mut self, value: Value) {
        let is_twin = self.is_unique && self.values.iter().any(|it| same(it, &value));
        if !is_twin && self.values.len() < self.most {
            self.values.push(value);
        }
    }
}
