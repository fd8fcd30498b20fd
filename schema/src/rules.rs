//! Which keywords each dialect takes: the one place where lowering and the validator look it up.

use serde_json::Value;

use crate::{Dialect, shape::Kind};

const OPENAI_FORMATS: &[&str] = &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];
const ANTHROPIC_FORMATS: &[&str] =
    &["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"];

/// Whether a dialect takes a limit with this setting, on a value of this kind.
pub(crate) fn takes(dialect: Dialect, kind: Kind, keyword: &str, value: &Value) -> bool {
    match dialect {
        Dialect::OpenAi => openai(kind, keyword, value),
        Dialect::Anthropic => anthropic(kind, keyword, value),
        Dialect::Google => google(kind, keyword, value),
    }
}

/// Whether a dialect keeps `default` where it is.
pub(crate) fn takes_default(dialect: Dialect) -> bool {
    dialect == Dialect::Anthropic
}

fn openai(kind: Kind, keyword: &str, value: &Value) -> bool {
    match keyword {
        "pattern" | "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => true,
        "minItems" | "maxItems" => true,
        "format" => kind == Kind::String && is_one_of(value, OPENAI_FORMATS),
        _ => false,
    }
}

fn anthropic(kind: Kind, keyword: &str, value: &Value) -> bool {
    match keyword {
        "format" => kind == Kind::String && is_one_of(value, ANTHROPIC_FORMATS),
        "minItems" => value.as_f64().is_some_and(|it| it == 0.0 || it == 1.0),
        "pattern" => value.as_str().is_some_and(is_simple_pattern),
        _ => false,
    }
}

fn google(kind: Kind, keyword: &str, value: &Value) -> bool {
    match keyword {
        "minimum" | "maximum" | "minLength" | "maxLength" | "minItems" | "maxItems" | "pattern" => true,
        "format" => match kind {
            Kind::String => is_one_of(value, &["date-time"]),
            Kind::Integer => is_one_of(value, &["int32", "int64"]),
            Kind::Number => is_one_of(value, &["float", "double"]),
            _ => false,
        },
        _ => false,
    }
}

fn is_one_of(value: &Value, texts: &[&str]) -> bool {
    value.as_str().is_some_and(|it| texts.contains(&it))
}

/// Whether a pattern does without looking around, back-references and word boundaries.
fn is_simple_pattern(pattern: &str) -> bool {
    let looks_around = ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|it| pattern.contains(it));
    !looks_around && !has_refused_escape(pattern)
}

fn has_refused_escape(pattern: &str) -> bool {
    let mut chars = pattern.chars();
    while let Some(char) = chars.next() {
        // The character after a backslash is taken along, so that an escaped backslash escapes nothing.
        if char == '\\' && chars.next().is_some_and(|it| matches!(it, '1'..='9' | 'k' | 'b' | 'B')) {
            return true;
        }
    }
    false
}
