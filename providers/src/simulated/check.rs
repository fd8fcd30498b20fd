//! Whether a value keeps to a schema: both in, a yes or no out. Formats and keywords that do not occur here are not looked at.

use std::cell::Cell;

use regex_lite::Regex;
use serde_json::{Map, Value};

use super::view::target;

/// How deeply schemas are followed. What is deeper counts as not kept to.
const DEPTH_MAX: usize = 64;

/// How many schemas are looked at altogether. After that nothing is kept to: alternatives in alternatives could take for ever.
const STEPS_MAX: usize = 100_000;

/// Among how many items twins are looked for.
const UNIQUE_MAX: usize = 1_000;

/// Checks against schemas of one document.
pub(super) struct Check<'s> {
    root: &'s Value,
    depth: Cell<usize>,
    steps: Cell<usize>,
}

impl<'s> Check<'s> {
    pub(super) fn new(root: &'s Value) -> Self {
        Self { root, depth: Cell::new(0), steps: Cell::new(0) }
    }

    /// Whether a value keeps to a schema.
    pub(super) fn fits(&self, value: &Value, schema: &Value) -> bool {
        if self.depth.get() >= DEPTH_MAX || self.steps.get() >= STEPS_MAX {
            return false;
        }
        self.steps.update(|it| it + 1);
        self.depth.update(|it| it + 1);
        let fits = match schema {
            Value::Bool(it) => *it,
            Value::Object(schema) => self.fits_layer(value, schema),
            _ => false,
        };
        self.depth.update(|it| it - 1);
        fits
    }

    /// Whether a value keeps to a schema that is an object.
    pub(super) fn fits_layer(&self, value: &Value, schema: &Map<String, Value>) -> bool {
        self.fits_own(value, schema) && self.fits_combined(value, schema)
    }

    /// Whether a value keeps to a schema, its alternatives left aside.
    pub(super) fn fits_own(&self, value: &Value, schema: &Map<String, Value>) -> bool {
        let is_of_type = schema.get("type").is_none_or(|it| is_of_types(value, it));
        let is_choice =
            schema.get("enum").and_then(Value::as_array).is_none_or(|it| it.iter().any(|it| same(it, value)));
        let is_const = schema.get("const").is_none_or(|it| same(it, value));
        is_of_type
            && is_choice
            && is_const
            && match value {
                Value::Number(it) => it.as_f64().is_some_and(|it| number_fits(it, schema)),
                Value::String(text) => text_fits(text, schema),
                Value::Array(items) => self.items_fit(items, schema),
                Value::Object(fields) => self.fields_fit(fields, schema),
                Value::Null | Value::Bool(_) => true,
            }
    }

    fn fits_combined(&self, value: &Value, schema: &Map<String, Value>) -> bool {
        let list = |key: &str| schema.get(key).and_then(Value::as_array);
        let count = |it: &Vec<Value>| it.iter().filter(|it| self.fits(value, it)).count();
        let refers = schema.get("$ref").is_none_or(|it| target(self.root, it).is_some_and(|it| self.fits(value, it)));
        refers
            && list("allOf").is_none_or(|it| it.iter().all(|it| self.fits(value, it)))
            && list("anyOf").is_none_or(|it| it.iter().any(|it| self.fits(value, it)))
            && list("oneOf").is_none_or(|it| count(it) == 1)
            && schema.get("not").is_none_or(|it| !self.fits(value, it))
    }

    fn items_fit(&self, items: &[Value], schema: &Map<String, Value>) -> bool {
        let prefix = schema.get("prefixItems").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let rest = schema.get("items");
        let item_fits =
            |(index, item): (usize, &Value)| prefix.get(index).or(rest).is_none_or(|it| self.fits(item, it));
        let is_unique = schema.get("uniqueItems") != Some(&Value::Bool(true)) || has_no_twins(items);
        within(items.len(), schema, "minItems", "maxItems") && is_unique && items.iter().enumerate().all(item_fits)
    }

    fn fields_fit(&self, fields: &Map<String, Value>, schema: &Map<String, Value>) -> bool {
        let properties = schema.get("properties").and_then(Value::as_object);
        let others = schema.get("additionalProperties").filter(|_| !schema.contains_key("patternProperties"));
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        let field_fits = |(name, value): (&String, &Value)| {
            properties.and_then(|it| it.get(name)).or(others).is_none_or(|it| self.fits(value, it))
        };
        let name_fits =
            |name: &String| schema.get("propertyNames").is_none_or(|it| self.fits(&Value::String(name.clone()), it));
        within(fields.len(), schema, "minProperties", "maxProperties")
            && required.into_iter().all(|it| fields.contains_key(it))
            && fields.iter().all(field_fits)
            && fields.keys().all(name_fits)
    }
}

/// Whether two values are the same; `1` and `1.0` are.
pub(super) fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left == right || left.as_f64() == right.as_f64(),
        _ => left == right,
    }
}

/// Whether no item occurs twice.
fn has_no_twins(items: &[Value]) -> bool {
    let is_twin = |index: usize, it: &Value| items.iter().take(index).any(|other| same(it, other));
    items.len() <= UNIQUE_MAX && !items.iter().enumerate().any(|(index, it)| is_twin(index, it))
}

fn is_of_types(value: &Value, types: &Value) -> bool {
    match types {
        Value::Array(types) => types.iter().filter_map(Value::as_str).any(|it| is_of_type(value, it)),
        one => one.as_str().is_some_and(|it| is_of_type(value, it)),
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match (name, value) {
        ("null", Value::Null) | ("boolean", Value::Bool(_)) | ("number", Value::Number(_)) => true,
        ("string", Value::String(_)) | ("array", Value::Array(_)) | ("object", Value::Object(_)) => true,
        ("integer", Value::Number(it)) => !it.is_f64() || it.as_f64().is_some_and(|it| it.fract() == 0.0),
        _ => false,
    }
}

fn number_fits(number: f64, schema: &Map<String, Value>) -> bool {
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    let is_multiple = |step: f64| step <= 0.0 || (number / step).fract() == 0.0;
    bound("minimum").is_none_or(|it| number >= it)
        && bound("maximum").is_none_or(|it| number <= it)
        && bound("exclusiveMinimum").is_none_or(|it| number > it)
        && bound("exclusiveMaximum").is_none_or(|it| number < it)
        && bound("multipleOf").is_none_or(is_multiple)
}

fn text_fits(text: &str, schema: &Map<String, Value>) -> bool {
    let has_bounds = schema.contains_key("minLength") || schema.contains_key("maxLength");
    let pattern = schema.get("pattern").and_then(Value::as_str).and_then(|it| Regex::new(it).ok());
    (!has_bounds || within(text.chars().count(), schema, "minLength", "maxLength"))
        && pattern.is_none_or(|it| it.is_match(text))
}

fn within(count: usize, schema: &Map<String, Value>, least: &str, most: &str) -> bool {
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    bound(least).is_none_or(|it| count as f64 >= it) && bound(most).is_none_or(|it| count as f64 <= it)
}
