//! `schema.*`: the schema of a tool's parameters as a provider gets it, and whether values fit schemas.

use concerto_schema::Provider;
use concerto_schema::names::wire_name;
use concerto_schema::strict::{Asked, resolve};
use concerto_vm::Value;
use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value as Json;

use super::{Answer, fault, now};
use crate::value::{from_json, to_json};
use crate::world::World;

/// What is known of a tool, and the name of a provider.
pub(super) fn lower(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [about, Value::String(name)] = <[Value; 2]>::try_from(args).ok()? else { return None };
    let Some(provider) = Provider::parse(&name) else {
        let known: Vec<&str> = Provider::ALL.iter().map(|it| it.text()).collect();
        return Some(fault(format!("there is no provider `{name}`; there are {}", known.join(", "))));
    };
    // A schema that is nested deeper than JSON text is read is none that a provider would take.
    let about: serde_json::Value = match serde_json::from_str(&about.to_json()) {
        Ok(about) => about,
        Err(problem) => return Some(fault(format!("the schema cannot be read: {problem}"))),
    };
    let text = |key: &str| about.get(key).and_then(serde_json::Value::as_str).unwrap_or_default();
    let empty = serde_json::Value::Object(serde_json::Map::new());
    let schema = about.get("parameters").unwrap_or(&empty);
    let strict = resolve(&Asked {
        tool: about.get("strict").and_then(serde_json::Value::as_bool),
        connection: None,
        provider,
        model: None,
        is_raw: matches!(text("kind"), "dynamic" | "mcp"),
        schema,
    });
    Some(match strict.refused {
        Some(loss) => {
            let tool = text("method_name");
            fault(format!("`{tool}` cannot be strict on `{}`: {loss}", provider.text()))
        }
        None => now(from_json(strict.lowered.unwrap_or_else(|| schema.clone()))),
    })
}

/// What tools are called on the wire.
pub(super) fn wire_names(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [Value::Array(names)] = <[Value; 1]>::try_from(args).ok()? else { return None };
    let wire = |it| match it {
        Value::String(name) => Some(Value::String(wire_name(&name))),
        _ => None,
    };
    Some(now(Value::Array(names.into_iter().map(wire).collect::<Option<_>>()?)))
}

/// Why a value does not fit a schema; empty where it does.
pub(super) fn validate(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [schema, value] = <[Value; 2]>::try_from(args).ok()?;
    Some(match misfit(&to_json(schema), &to_json(value)) {
        Err(problem) => fault(format!("the schema of the tool is none: {problem}")),
        Ok(misfit) => now(Value::String(misfit)),
    })
}

/// Why a schema is none; empty where it is one.
pub(super) fn problem(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    let [schema] = <[Value; 1]>::try_from(args).ok()?;
    Some(now(Value::String(validator(&to_json(schema)).err().unwrap_or_default())))
}

/// Why a value does not fit a schema, empty where it does; it is an error that the schema is none.
pub(crate) fn misfit(schema: &Json, value: &Json) -> Result<String, String> {
    let misfit = validator(schema)?.iter_errors(value).next().map(|it| format!("`${}`: {it}", it.instance_path()));
    Ok(misfit.unwrap_or_default())
}

fn validator(schema: &Json) -> Result<Validator, String> {
    if !schema.is_object() && !schema.is_boolean() {
        return Err("it is no JSON object".to_owned());
    }
    if let Err(error) = jsonschema::meta::validate(schema) {
        return Err(format!("`{}` cannot stand at `${}`", error.instance(), error.instance_path()));
    }
    jsonschema::validator_for(schema).map_err(|error| match error.kind() {
        ValidationErrorKind::Referencing(_) => "a `$ref` of it leads nowhere".to_owned(),
        _ => format!("`{}` cannot be used at `${}`", error.instance(), error.instance_path()),
    })
}
