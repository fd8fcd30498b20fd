//! Whether a tool is strict: what was asked for in, what goes into the request out.
//!
//! A tool's own `@strict` counts before the connection's `strict`, and that before the provider's default. Only `@strict(true)`
//! is explicit: where it cannot be honoured, that is an error; anything else falls back to a tool that is not strict.

mod model;

use serde_json::Value;

use crate::{Dialect, Loss, Provider, fits, lower};
pub use model::model_is_supported;

/// What is known of a tool and its connection.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The tool's own `@strict`.
    pub tool: Option<bool>,
    /// The connection's `strict`.
    pub connection: Option<bool>,
    /// Who answers on the connection.
    pub provider: Provider,
    /// Which model answers, where that is known.
    pub model: Option<&'a str>,
    /// Whether the schema is a user's or a server's, which goes out as it is unless the tool asks for more.
    pub is_raw: bool,
    /// The schema of the tool's parameters.
    pub schema: &'a Value,
}

/// What goes into the request.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Strict {
    /// What is written for `strict`; the key is left out where there is nothing.
    pub flag: Option<bool>,
    /// The subset that the schema was lowered to. Arguments are to be lifted from it. Nothing: the schema goes out unchanged.
    pub dialect: Option<Dialect>,
    /// The lowered schema, where there is a dialect.
    pub lowered: Option<Value>,
    /// What a user should be told.
    pub warning: Option<String>,
    /// Why `@strict(true)` cannot be honoured. The rest says nothing then.
    pub refused: Option<Loss>,
    /// Whether the tool itself asks to be strict.
    pub is_explicit: bool,
}

/// Decides whether a tool is strict.
pub fn resolve(asked: &Asked<'_>) -> Strict {
    let strict = match asked.provider {
        Provider::OpenAi | Provider::OpenAiChat => flagged(asked, Dialect::OpenAi),
        Provider::Anthropic if asked.model.is_none_or(model_is_supported) => flagged(asked, Dialect::Anthropic),
        Provider::Anthropic => unsupported(asked),
        Provider::Google => google(asked),
        Provider::Ollama | Provider::Simulated => Strict::default(),
    };
    Strict { is_explicit: asked.tool == Some(true), ..strict }
}

/// A provider with a flag for each tool.
fn flagged(asked: &Asked<'_>, dialect: Dialect) -> Strict {
    let not_strict = Strict { flag: Some(false), ..Strict::default() };
    if asked.tool.or(asked.connection) == Some(false) {
        return not_strict;
    }
    if asked.is_raw && fits(asked.schema, dialect).is_ok() {
        return Strict { flag: Some(true), ..Strict::default() };
    }
    if asked.is_raw && asked.tool.is_none() {
        return not_strict;
    }
    match lower(asked.schema, dialect) {
        Ok(lowered) => Strict { flag: Some(true), ..lowered_to(dialect, lowered) },
        Err(loss) if asked.tool == Some(true) => Strict { refused: Some(loss), ..Strict::default() },
        Err(_) => not_strict,
    }
}

/// A model without strict tools: the key is left out, whatever was asked.
fn unsupported(asked: &Asked<'_>) -> Strict {
    let is_asked = asked.tool.or(asked.connection.filter(|_| !asked.is_raw)) == Some(true);
    let model = asked.model.unwrap_or_default();
    let warning = is_asked.then(|| format!("`{model}` has no strict tools, so `strict` is left out"));
    Strict { warning, ..Strict::default() }
}

/// Gemini has no flag: being strict only decides which form the schema is sent in.
fn google(asked: &Asked<'_>) -> Strict {
    let is_wanted = asked.tool.or(asked.connection).unwrap_or(true);
    if !is_wanted || (asked.is_raw && asked.tool.is_none()) {
        return Strict::default();
    }
    match lower(asked.schema, Dialect::Google) {
        Ok(lowered) => lowered_to(Dialect::Google, lowered),
        Err(loss) if asked.tool == Some(true) => Strict { refused: Some(loss), ..Strict::default() },
        Err(_) => Strict::default(),
    }
}

fn lowered_to(dialect: Dialect, lowered: Value) -> Strict {
    Strict { dialect: Some(dialect), lowered: Some(lowered), ..Strict::default() }
}
