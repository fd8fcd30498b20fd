//! Choices: between literal values, between types, between schemas.

use serde_json::Value;

use super::{Attempt, Filler};
use crate::simulated::view::{Union, View};

impl<'s> Filler<'s, '_> {
    /// The first choice that occurs, else the first of all.
    pub(super) fn fill_choice(&mut self, choices: &'s [Value], view: &View<'s>) -> Option<Value> {
        let chosen = self.chosen(choices);
        let others = choices.iter().filter(|it| !chosen.contains(it));
        let mut right = chosen.iter().copied().chain(others).filter(|it| self.keeps_to(it, view));
        let choice = right.nth(self.variant)?;
        if chosen.contains(&choice) {
            self.supply.note_found()
        } else {
            self.supply.note_missing()
        }
        Some(choice.clone())
    }

    /// The choices that occur, in the order of the schema.
    pub(super) fn chosen(&mut self, choices: &'s [Value]) -> Vec<&'s Value> {
        let looked_at = choices.len().min(self.steps);
        self.steps -= looked_at;
        choices.iter().take(looked_at).filter(|it| self.mentions(it)).collect()
    }

    fn mentions(&self, choice: &Value) -> bool {
        match choice {
            Value::String(text) => self.supply.mentions(text),
            Value::Number(_) | Value::Bool(_) => self.supply.mentions(&choice.to_string()),
            _ => false,
        }
    }

    /// The first type that something is found for, else `null`, else the first that a value can be made of.
    pub(super) fn fill_types(&mut self, types: &[&'s str], view: &View<'s>, name: &str, depth: usize) -> Option<Value> {
        let mut made_up = None;
        for kind in types.iter().filter(|it| **it != "null") {
            match self.attempt(|it| it.fill_type(kind, view, name, depth)) {
                Attempt::Found(value) => return Some(value),
                Attempt::MadeUp(_) if made_up.is_none() => made_up = Some(*kind),
                Attempt::MadeUp(_) | Attempt::Failed => {}
            }
        }
        if types.contains(&"null") {
            return Some(Value::Null);
        }
        match made_up {
            Some(kind) => self.fill_type(kind, view, name, depth),
            None => types.iter().find_map(|it| self.fill_type(it, view, name, depth)),
        }
    }

    /// The alternative that is named, else the first that something is found for, else `null`, else the first that can be made.
    pub(super) fn fill_union(&mut self, union: &Union<'s>, rest: &View<'s>, name: &str, depth: usize) -> Option<Value> {
        let root = self.root;
        let views: Vec<View<'s>> = union.alternatives.iter().filter_map(|it| rest.and(root, it)).collect();
        let named = views.iter().position(|it| self.is_named(it));
        if let Some(value) = named.and_then(|it| self.fill_alternative(views.get(it)?, union, name, depth)) {
            self.supply.note_found();
            return Some(value);
        }
        let mut spare = None;
        for view in views.iter().filter(|it| !is_null(it)) {
            match self.attempt(|it| it.fill_alternative(view, union, name, depth)) {
                Attempt::Found(value) => return Some(value),
                Attempt::MadeUp(value) => spare = spare.or(Some(value)),
                Attempt::Failed => {}
            }
        }
        if views.iter().any(is_null) {
            return Some(Value::Null);
        }
        if let Some(value) = spare {
            self.supply.note_missing();
            return Some(value);
        }
        views.iter().find_map(|it| self.fill_alternative(it, union, name, depth)).or_else(|| {
            // What keeps to two alternatives is better than nothing.
            views.iter().find_map(|it| self.fill(it, name, depth + 1))
        })
    }

    fn fill_alternative(&mut self, view: &View<'s>, union: &Union<'s>, name: &str, depth: usize) -> Option<Value> {
        let mark = self.supply.mark();
        let value = self.fill(view, name, depth + 1)?;
        let kept = || union.alternatives.iter().filter(|it| self.check.fits(&value, it)).count();
        if union.is_exclusive && kept() != 1 {
            self.supply.rewind(mark);
            return None;
        }
        Some(value)
    }

    /// Whether a literal value that sets an alternative apart occurs.
    fn is_named(&self, view: &View<'s>) -> bool {
        let fields = view.all("properties").filter_map(Value::as_object).flat_map(|it| it.values());
        let own = view.layers().iter().filter_map(|it| it.get("const"));
        let choices = view.all("enum").filter_map(Value::as_array).flatten();
        let tags = fields.filter_map(tag);
        own.chain(choices).chain(tags).filter_map(Value::as_str).any(|it| self.supply.mentions(it))
    }
}

/// The only value that a field can have.
fn tag(schema: &Value) -> Option<&Value> {
    schema.get("const").or_else(|| match schema.get("enum")?.as_array()?.as_slice() {
        [one] => Some(one),
        _ => None,
    })
}

fn is_null(view: &View<'_>) -> bool {
    let is_const = view.first("const").is_some_and(Value::is_null);
    is_const || view.types().as_deref() == Some(&["null"])
}
