//! The validator: whether a schema keeps to the strict subset of a dialect as it is, byte for byte.
//!
//! Where providers do not say what they take, this says no: a schema that is sent as it is must not be refused.

use serde_json::{Map, Value};

use crate::keyword::limit_of;
use crate::limits::check_openai_limits;
use crate::place::Place;
use crate::read::read;
use crate::rules::{takes, takes_default};
use crate::shape::Kind;
use crate::{Dialect, Loss};

type Object = Map<String, Value>;

/// Whether a schema keeps to the dialect's strict subset; if not, the first place where it does not.
pub fn fits(schema: &Value, dialect: Dialect) -> Result<(), Loss> {
    let place = Place::root();
    let root = object_of(schema, &place)?;
    if root.get("type").and_then(Value::as_str) != Some("object") || root.contains_key("nullable") {
        return Err(place.loss("it must be an object"));
    }
    check_node(schema, dialect, &place)?;
    if dialect == Dialect::Google {
        return Ok(());
    }
    check_definitions(root, dialect, &place)?;
    let schema_read = read(schema)?;
    match dialect {
        Dialect::OpenAi => check_openai_limits(schema).map_err(|it| place.loss(it)),
        Dialect::Anthropic | Dialect::Google => schema_read.check_not_recursive(dialect),
    }
}

fn check_definitions(root: &Object, dialect: Dialect, place: &Place) -> Result<(), Loss> {
    let Some(definitions) = root.get("$defs") else { return Ok(()) };
    let place = place.at("$defs");
    object_of(definitions, &place)?.iter().try_for_each(|(name, it)| check_node(it, dialect, &place.at(name)))
}

fn check_node(schema: &Value, dialect: Dialect, place: &Place) -> Result<(), Loss> {
    place.check_depth()?;
    let schema = object_of(schema, place)?;
    if schema.contains_key("$ref") {
        return check_reference(schema, dialect, place);
    }
    if let Some(alternatives) = schema.get("anyOf") {
        return check_union(schema, alternatives, dialect, place);
    }
    let kinds = kinds_of(schema, dialect, place)?;
    for (key, value) in schema {
        check_key(key, value, &kinds, dialect, place)?;
    }
    if kinds.contains(&Kind::Object) {
        check_object(schema, dialect, place)?;
    }
    match (kinds.contains(&Kind::Array), schema.get("items")) {
        (true, Some(items)) => check_node(items, dialect, &place.at("items")),
        (true, None) => Err(place.loss("it does not say what its `items` are")),
        (false, _) => Ok(()),
    }
}

/// A reference stands alone, and to a definition of this schema.
fn check_reference(schema: &Object, dialect: Dialect, place: &Place) -> Result<(), Loss> {
    let text = schema.get("$ref").and_then(Value::as_str).unwrap_or_default();
    match dialect {
        Dialect::Google => Err(refused("$ref", dialect, place)),
        _ if schema.len() > 1 => Err(place.loss("there is something beside `$ref`")),
        _ if text == "#" || text.starts_with("#/$defs/") => Ok(()),
        _ => Err(place.loss(format!("`{text}` is none of the definitions under `$defs`"))),
    }
}

fn check_union(schema: &Object, alternatives: &Value, dialect: Dialect, place: &Place) -> Result<(), Loss> {
    if let Some(key) = schema.iter().find(|(key, value)| *key != "anyOf" && !is_annotation(key, value, dialect)) {
        return Err(refused(key.0, dialect, place));
    }
    let place = place.at("anyOf");
    match alternatives {
        Value::Array(list) if !list.is_empty() => {
            list.iter().enumerate().try_for_each(|(i, it)| check_node(it, dialect, &place.at(i)))
        }
        _ => Err(place.loss("it is no list of schemas")),
    }
}

fn kinds_of(schema: &Object, dialect: Dialect, place: &Place) -> Result<Vec<Kind>, Loss> {
    let texts = match schema.get("type") {
        Some(Value::Array(texts)) if dialect != Dialect::Google && !texts.is_empty() => texts.as_slice(),
        Some(text) => std::slice::from_ref(text),
        None => return Err(place.loss("it has no `type`")),
    };
    let kinds: Option<Vec<Kind>> = texts.iter().map(|it| it.as_str().and_then(Kind::parse)).collect();
    let kinds = kinds.ok_or_else(|| place.loss("its `type` is none that can be there"))?;
    let is_twice = kinds.iter().enumerate().any(|(i, it)| kinds.iter().take(i).any(|other| other == it));
    match dialect {
        _ if is_twice => Err(place.loss("its `type` says the same twice")),
        Dialect::Google if kinds.contains(&Kind::Null) => Err(place.loss("Gemini has no type `null`")),
        _ => Ok(kinds),
    }
}

/// One keyword of a schema with a type.
fn check_key(key: &str, value: &Value, kinds: &[Kind], dialect: Dialect, place: &Place) -> Result<(), Loss> {
    let is_google = dialect == Dialect::Google;
    let is_fine = match key {
        "type" => true,
        "enum" => is_choice(value, is_google),
        "const" => !is_google && is_scalar(value),
        "properties" | "required" => kinds.contains(&Kind::Object),
        "additionalProperties" => kinds.contains(&Kind::Object) && !is_google,
        "items" => kinds.contains(&Kind::Array),
        "$defs" => place.depth() == 0 && !is_google,
        _ => is_annotation(key, value, dialect) || is_limit(key, value, kinds, dialect, place)?,
    };
    if is_fine { Ok(()) } else { Err(refused(key, dialect, place)) }
}

fn is_limit(key: &str, value: &Value, kinds: &[Kind], dialect: Dialect, place: &Place) -> Result<bool, Loss> {
    for &kind in kinds {
        if limit_of(key, kind, value, place)?.is_some() && takes(dialect, kind, key, value) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_annotation(key: &str, value: &Value, dialect: Dialect) -> bool {
    match key {
        "title" | "description" => value.is_string(),
        "default" => takes_default(dialect),
        "nullable" => dialect == Dialect::Google && value.is_boolean(),
        _ => false,
    }
}

fn is_choice(value: &Value, only_strings: bool) -> bool {
    let values = value.as_array().map_or(&[][..], Vec::as_slice);
    !values.is_empty() && values.iter().all(|it| if only_strings { it.is_string() } else { is_scalar(it) })
}

fn is_scalar(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

fn check_object(schema: &Object, dialect: Dialect, place: &Place) -> Result<(), Loss> {
    let empty = Object::new();
    let properties = match schema.get("properties") {
        Some(properties) => object_of(properties, &place.at("properties"))?,
        None if dialect == Dialect::OpenAi => return Err(place.loss("it has no `properties`")),
        None => &empty,
    };
    if dialect != Dialect::Google && schema.get("additionalProperties") != Some(&Value::Bool(false)) {
        return Err(place.loss("`additionalProperties` is not false"));
    }
    check_required(schema, properties, dialect, place)?;
    properties.iter().try_for_each(|(name, it)| check_node(it, dialect, &place.property(name)))
}

fn check_required(schema: &Object, properties: &Object, dialect: Dialect, place: &Place) -> Result<(), Loss> {
    let names = match schema.get("required") {
        None => &[][..],
        Some(Value::Array(names)) => names.as_slice(),
        Some(_) => return Err(place.loss("`required` is no list of names")),
    };
    let names: std::collections::BTreeSet<&str> = names.iter().map(|it| it.as_str().unwrap_or_default()).collect();
    if let Some(name) = names.iter().find(|it| !properties.contains_key(**it)) {
        return Err(place.loss(format!("`required` names `{name}`, which is no property")));
    }
    let absent = properties.keys().find(|it| dialect == Dialect::OpenAi && !names.contains(it.as_str()));
    absent.map_or(Ok(()), |name| Err(place.property(name).loss("OpenAI wants every property to be required")))
}

fn object_of<'a>(value: &'a Value, place: &Place) -> Result<&'a Object, Loss> {
    value.as_object().ok_or_else(|| place.loss("it is no object"))
}

fn refused(key: &str, dialect: Dialect, place: &Place) -> Loss {
    place.loss(format!("{} does not take `{key}` here", dialect.text()))
}
