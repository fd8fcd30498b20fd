//! `std::toml`: TOML to JSON forms and back. Dates and times are texts.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use concerto_vm::{Args, FaultKind, Outcome, Value};
use toml::{Table, Value as Toml};

/// Values inside each other that are written; whoever reads TOML allows few, too.
const DEPTH_MAX: usize = 64;

pub(super) fn parse(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    let source = args.text(0)?;
    Ok(match source.parse::<Table>() {
        Ok(table) => Outcome::Ok(from_table(table)),
        Err(problem) => {
            let before = problem.span().and_then(|it| source.get(..it.start)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            Outcome::Err(format!("this is no TOML: line {line}, column {column}: {}", problem.message()))
        }
    })
}

fn from_table(table: Table) -> Value {
    Value::Object(table.into_iter().map(|(key, value)| (key, from_toml(value))).collect())
}

/// The parser allows few values inside each other.
fn from_toml(value: Toml) -> Value {
    match value {
        Toml::String(it) => Value::String(it),
        Toml::Integer(it) => Value::Int(it),
        Toml::Float(it) => Value::Float(it),
        Toml::Boolean(it) => Value::Bool(it),
        Toml::Datetime(it) => Value::String(it.to_string()),
        Toml::Array(items) => Value::Array(items.into_iter().map(from_toml).collect()),
        Toml::Table(table) => from_table(table),
    }
}

pub(super) fn stringify(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    let Value::Object(members) = args.value(0)? else {
        return Ok(Outcome::Err("TOML is a table: the value is no object".to_owned()));
    };
    let written = to_table(members, 0).and_then(|it| toml::to_string(&it).map_err(|it| it.to_string()));
    Ok(match written {
        Ok(text) => Outcome::Ok(Value::String(text)),
        Err(problem) => Outcome::Err(problem),
    })
}

/// A member that is `null` is left out.
fn to_table(members: Vec<(String, Value)>, depth: usize) -> Result<Table, String> {
    let members = members.into_iter().filter(|(_, value)| *value != Value::Null);
    members.map(|(key, value)| Ok((key, to_toml(value, depth)?))).collect()
}

fn to_toml(value: Value, depth: usize) -> Result<Toml, String> {
    if depth > DEPTH_MAX {
        return Err(format!("more than {DEPTH_MAX} values inside each other cannot be TOML"));
    }
    Ok(match value {
        Value::Null => return Err("TOML has no `null` in arrays".to_owned()),
        Value::Bool(it) => Toml::Boolean(it),
        Value::Int(it) => Toml::Integer(it),
        Value::Float(it) => Toml::Float(it),
        Value::String(it) => Toml::String(it),
        Value::Bytes(it) => Toml::String(STANDARD.encode(it)),
        Value::Array(items) => {
            Toml::Array(items.into_iter().map(|it| to_toml(it, depth + 1)).collect::<Result<_, _>>()?)
        }
        Value::Object(members) => Toml::Table(to_table(members, depth + 1)?),
    })
}
