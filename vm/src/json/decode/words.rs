//! What is said of values that do not fit.

use concerto_ir::program::Type;

use super::Wrong;
use crate::json::view::Look;

pub(super) fn wrong<T>(message: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong::Misfit(message.into()))
}

pub(super) fn expected<T>(what: &str, found: &Look<'_>) -> Result<T, Wrong> {
    wrong(format!("expected {what}, found {}", found.name()))
}

/// What a type is called in messages.
pub(super) fn name(ty: &Type) -> String {
    let name = match ty {
        Type::Unit => "null",
        Type::Int => "an Int",
        Type::Float => "a Float",
        Type::Bool => "a Bool",
        Type::Duration => "a Duration in milliseconds",
        Type::String => "a String",
        Type::Bytes => "Bytes as Base64 text",
        Type::Range => "a Range",
        Type::Json { .. } => "a Json",
        Type::Array(_) | Type::Set(_) | Type::Tuple { .. } => "an array",
        Type::Map(..) => "an object",
        Type::Literal(texts) => return one_of(texts.iter().map(|it| format!("{it:?}"))),
        Type::Struct { name, .. } => return format!("an object for `{name}`"),
        Type::Enum { name, .. } => return format!("a variant of `{name}`"),
        Type::Opaque => "a function",
    };
    name.to_owned()
}

/// Some of these, in words.
pub(super) fn one_of(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.collect();
    match names.pop() {
        None => "nothing".to_owned(),
        Some(last) if names.is_empty() => last,
        Some(last) => format!("{} or {last}", names.join(", ")),
    }
}
