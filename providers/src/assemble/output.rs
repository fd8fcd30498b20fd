//! Answers that are no text: how a provider is asked for them, and how they are found in what it says.

mod lenient;

use concerto_schema::entry::{Connection, Offered, Tool};
use concerto_schema::strict::model_is_supported;
use concerto_schema::{Dialect, Provider, lift, lower};
use serde_json::{Map, Value, json};

use super::tools::takes_both;
use crate::chat::{Means, Output, Part};

/// What the schema is called on the wire, and the tool that is called with the answer.
const NAME: &str = "answer";

/// The one member of an answer that is no object itself: providers want one.
const WRAPPED: &str = "value";

/// The form that an answer is to have.
#[derive(Clone, PartialEq, Debug)]
pub struct Wanted {
    pub(super) output: Output,
    /// The schema before it was brought into the provider's form, an object at its root.
    source: Value,
    /// The provider's form, where it was.
    dialect: Option<Dialect>,
    is_wrapped: bool,
}

/// Decides how a provider is asked for an answer of a form.
pub(super) fn want(schema: &Value, connection: &Connection, has_tools: bool, taken: &[String]) -> Wanted {
    let is_object = schema.get("type").and_then(Value::as_str) == Some("object");
    let source = if is_object { schema.clone() } else { wrapped(schema) };
    let Connection { provider, ref model, .. } = *connection;
    let lowered = provider.dialect().and_then(|it| Some((it, lower(&source, it).ok()?)));
    let is_native = match provider {
        Provider::Anthropic => lowered.is_some() && model.as_deref().is_none_or(model_is_supported),
        _ => !has_tools || takes_both(provider, model.as_deref()),
    };
    let means = match provider {
        _ if is_native => Means::Native,
        Provider::Ollama => Means::Prompt,
        _ => Means::Tool,
    };
    // The tool is brought into form like every other tool.
    let lowered = lowered.filter(|_| means == Means::Native);
    let (dialect, sent) = lowered.map_or((None, source.clone()), |(dialect, sent)| (Some(dialect), sent));
    let output = Output { name: free_name(taken), schema: sent, is_strict: dialect.is_some(), means };
    Wanted { output, source, dialect, is_wrapped: !is_object }
}

/// A name that no tool has.
fn free_name(taken: &[String]) -> String {
    let mut name = NAME.to_owned();
    while taken.contains(&name) {
        name.push('_');
    }
    name
}

/// An object with a value of this schema; what its references lead to stays at the root.
fn wrapped(schema: &Value) -> Value {
    let mut inner = schema.clone();
    let definitions = inner.as_object_mut().and_then(|it| it.shift_remove("$defs"));
    let mut outer = Map::new();
    outer.insert("type".to_owned(), json!("object"));
    outer.insert("properties".to_owned(), json!({ WRAPPED: inner }));
    outer.insert("required".to_owned(), json!([WRAPPED]));
    outer.insert("additionalProperties".to_owned(), json!(false));
    if let Some(definitions) = definitions {
        outer.insert("$defs".to_owned(), definitions);
    }
    Value::Object(outer)
}

impl Wanted {
    /// The tool that is called with the answer.
    pub(super) fn tool(&self) -> Offered {
        Offered::Function(Tool {
            name: self.output.name.clone(),
            origin: "the form of the answer".to_owned(),
            description: "Give the answer".to_owned(),
            parameters: self.source.clone(),
            strict: None,
            is_raw: false,
        })
    }

    /// The answer in what a model said; where it is a call, it becomes text in the message.
    pub(super) fn take(&self, parts: Vec<Part>) -> (Vec<Part>, Result<Value, String>) {
        if self.output.means == Means::Tool {
            return self.take_call(parts);
        }
        let text: String = parts.iter().filter_map(text_of).collect();
        let found = lenient::json(&text).and_then(|it| self.read(it));
        (parts, found)
    }

    fn take_call(&self, parts: Vec<Part>) -> (Vec<Part>, Result<Value, String>) {
        let mut answer = None;
        let mut kept = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Part::Call(call) if call.tool == self.output.name => {
                    kept.push(Part::Text(call.arguments.to_string()));
                    answer.get_or_insert(call.arguments);
                }
                part => kept.push(part),
            }
        }
        // A model that was told to call may answer with the JSON all the same.
        let text = || kept.iter().filter_map(text_of).collect::<String>();
        let found = match answer {
            Some(Value::String(text)) => lenient::json(&text).and_then(|it| self.unwrapped(it)),
            Some(value) => self.unwrapped(value),
            None => lenient::json(&text()).and_then(|it| self.unwrapped(it)),
        };
        (kept, found)
    }

    /// The value in the program's own form.
    fn read(&self, value: Value) -> Result<Value, String> {
        let value = match self.dialect {
            Some(dialect) => lift(&self.source, dialect, value).map_err(|it| it.to_string())?,
            None => value,
        };
        self.unwrapped(value)
    }

    fn unwrapped(&self, mut value: Value) -> Result<Value, String> {
        // A model may leave the wrapping out, which is no mistake as long as it cannot be confused.
        if !self.is_wrapped || !value.is_object() {
            return Ok(value);
        }
        match value.get_mut(WRAPPED) {
            Some(inner) => Ok(inner.take()),
            None => Err(format!("`$.{WRAPPED}` is missing")),
        }
    }
}

fn text_of(part: &Part) -> Option<&str> {
    match part {
        Part::Text(text) => Some(text),
        _ => None,
    }
}
