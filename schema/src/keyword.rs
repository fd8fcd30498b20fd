//! The keywords of JSON Schema, sorted by what this crate does with them.

use serde_json::{Map, Value};

use crate::shape::{Kind, Limits, is_whole};
use crate::{Loss, place::Place};

/// What no provider's subset can say, and what changes what a reference means.
pub(crate) const REFUSED: &[&str] = &[
    "not",
    "if",
    "then",
    "else",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedItems",
    "unevaluatedProperties",
    "patternProperties",
    "$dynamicRef",
    "$recursiveRef",
];

/// What says which values a schema takes, besides [`LIMITS`]. Beside one of `$ref`, `anyOf`, `oneOf` and `allOf` there must be
/// nothing of either: the two would have to be fulfilled together.
const FORMS: &[&str] = &[
    "$ref",
    "allOf",
    "anyOf",
    "oneOf",
    "type",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "propertyNames",
    "items",
    "prefixItems",
];

/// What a limit may be set to.
#[derive(Clone, Copy)]
enum Setting {
    Number,
    PositiveNumber,
    Count,
    Text,
    Truth,
}

/// The keywords that narrow values, with the kinds of values they speak of. For others they say nothing.
const LIMITS: &[(&str, &[Kind], Setting)] = &[
    ("minimum", &[Kind::Integer, Kind::Number], Setting::Number),
    ("maximum", &[Kind::Integer, Kind::Number], Setting::Number),
    ("exclusiveMinimum", &[Kind::Integer, Kind::Number], Setting::Number),
    ("exclusiveMaximum", &[Kind::Integer, Kind::Number], Setting::Number),
    ("multipleOf", &[Kind::Integer, Kind::Number], Setting::PositiveNumber),
    ("minLength", &[Kind::String], Setting::Count),
    ("maxLength", &[Kind::String], Setting::Count),
    ("minItems", &[Kind::Array], Setting::Count),
    ("maxItems", &[Kind::Array], Setting::Count),
    ("minProperties", &[Kind::Object], Setting::Count),
    ("maxProperties", &[Kind::Object], Setting::Count),
    ("uniqueItems", &[Kind::Array], Setting::Truth),
    ("pattern", &[Kind::String], Setting::Text),
    ("format", &[Kind::String, Kind::Integer, Kind::Number], Setting::Text),
    ("contentEncoding", &[Kind::String], Setting::Text),
    ("contentMediaType", &[Kind::String], Setting::Text),
];

/// The limits that a schema sets to values of one kind, in the order in which it sets them.
pub(crate) fn limits(schema: &Map<String, Value>, kind: Kind, place: &Place) -> Result<Limits, Loss> {
    let mut limits = Vec::new();
    for (key, value) in schema {
        if let Some(name) = limit_of(key, kind, value, place)? {
            limits.push((name, value.clone()));
        }
    }
    Ok(limits)
}

/// The name of a limit, if a key is one for values of a kind.
pub(crate) fn limit_of(key: &str, kind: Kind, value: &Value, place: &Place) -> Result<Option<&'static str>, Loss> {
    let Some((name, kinds, setting)) = LIMITS.iter().find(|(name, ..)| *name == key) else { return Ok(None) };
    if !kinds.contains(&kind) {
        return Ok(None);
    }
    match is_set_well(*setting, value) {
        true => Ok((*value != Value::Bool(false)).then_some(name)),
        false => Err(place.loss(format!("`{name}` is not set to what it can be set to"))),
    }
}

fn is_set_well(setting: Setting, value: &Value) -> bool {
    match (setting, value) {
        (Setting::Number, Value::Number(_)) | (Setting::Text, Value::String(_)) | (Setting::Truth, Value::Bool(_)) => {
            true
        }
        (Setting::PositiveNumber, Value::Number(it)) => it.as_f64().is_some_and(|it| it > 0.0),
        (Setting::Count, Value::Number(it)) => is_whole(it) && it.as_f64().is_some_and(|it| it >= 0.0),
        _ => false,
    }
}

/// Refuses keywords that have to be fulfilled together with `keyword`.
pub(crate) fn check_alone(schema: &Map<String, Value>, keyword: &str, place: &Place) -> Result<(), Loss> {
    let is_other = |key: &str| key != keyword && (FORMS.contains(&key) || LIMITS.iter().any(|it| it.0 == key));
    match schema.keys().find(|it| is_other(it)) {
        Some(other) => Err(place.loss(format!("`{keyword}` and `{other}` would have to be fulfilled together"))),
        None => Ok(()),
    }
}

/// Refuses what cannot be said in any provider's subset.
pub(crate) fn check_refused(schema: &Map<String, Value>, place: &Place) -> Result<(), Loss> {
    match schema.keys().find(|it| REFUSED.contains(&it.as_str())) {
        Some(key) => Err(place.loss(format!("`{key}` cannot be said in a strict schema"))),
        None => Ok(()),
    }
}
