//! Descriptions and constraints, put where a reader of the schema looks for them.

use concerto_ir::program::Rule;
use serde_json::{Map, Value};

use super::body::Rules;

/// What is said of a duration, whose JSON form is a number.
pub(super) const MILLISECONDS: &str = "milliseconds";

/// What is said of bytes, whose JSON form is a text.
pub(super) const BASE64: &str = "Base64";

/// The schema with a description, which stands after its type. What a form stands for is still said.
pub(super) fn described(schema: Value, text: Option<String>) -> Value {
    let (Value::Object(old), Some(text)) = (&schema, text) else { return schema };
    let form = old.get("description").and_then(Value::as_str).filter(|it| [MILLISECONDS, BASE64].contains(it));
    let text = form.map_or(text.clone(), |form| format!("{text} ({form})"));
    let mut new = Map::new();
    let is_first = |key: &str| key == "type" || key == "$ref";
    new.extend(old.iter().filter(|it| is_first(it.0)).map(|(key, value)| (key.clone(), value.clone())));
    new.insert("description".to_owned(), Value::from(text));
    let rest = old.iter().filter(|it| !is_first(it.0) && it.0 != "description");
    new.extend(rest.map(|(key, value)| (key.clone(), value.clone())));
    Value::Object(new)
}

/// The schema with one more keyword.
pub(super) fn with(mut schema: Value, key: &str, value: Value) -> Value {
    if let Value::Object(object) = &mut schema {
        object.insert(key.to_owned(), value);
    }
    schema
}

/// The schema with what the values of a field must be besides.
pub(super) fn constrained(schema: Value, rules: &Rules, is_whole: bool) -> Value {
    rules.iter().flat_map(|it| keywords(it, is_whole)).fold(schema, |schema, (key, value)| with(schema, key, value))
}

fn keywords(rule: &Rule, is_whole: bool) -> Vec<(&'static str, Value)> {
    let counted = |low: u64, high: u64, names: [&'static str; 2]| {
        let low = (low > 0).then(|| (names[0], Value::from(low)));
        let high = (high < u64::MAX).then(|| (names[1], Value::from(high)));
        low.into_iter().chain(high).collect()
    };
    match rule {
        Rule::Range(low, high) => {
            let ends = [("minimum", *low), ("maximum", *high)];
            ends.into_iter().filter(|it| it.1.is_finite()).map(|(key, end)| (key, number(end, is_whole))).collect()
        }
        Rule::Length(low, high) => counted(*low, *high, ["minLength", "maxLength"]),
        Rule::Items(low, high) => counted(*low, *high, ["minItems", "maxItems"]),
        Rule::Pattern(pattern) => vec![("pattern", Value::from(pattern.as_str()))],
        Rule::Format(format) => vec![("format", Value::from(format.as_str()))],
    }
}

/// A bound of a whole number is written as one where it is one.
fn number(value: f64, is_whole: bool) -> Value {
    let exact = value as i64;
    match is_whole && exact as f64 == value && exact != i64::MAX {
        true => Value::from(exact),
        false => Value::from(value),
    }
}
