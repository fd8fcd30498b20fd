//! The tools of an execution, as one provider gets them, and the form that its answer is to have.

use std::sync::Arc;
use std::{error::Error, fmt};

use concerto_schema::entry::{Connection, Entries, EntryError, Offered, Tool, entries};
use concerto_schema::names::Clash;
use concerto_schema::{Dialect, Provider, encode, lift, lower};
use serde_json::{Map, Value};

use super::output::{Wanted, want};
use crate::chat::{Means, ToolChoice};

/// The tools of an execution as they are sent, with what is needed to read calls of them.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    pub(super) entries: Arc<Entries>,
    /// The form of the answer, where it is to be no text.
    pub(super) wanted: Option<Wanted>,
    /// The schemas of the functions that were sent in another form, by the name on the wire.
    lifts: Vec<(String, String, Value, Dialect)>,
    /// What a user should be told.
    pub warnings: Vec<String>,
}

/// Why tools cannot be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Two tools would get one name.
    Duplicate {
        /// The name.
        name: String,
        /// Where they come from.
        sources: [String; 2],
    },
    /// Something else that a user has to change.
    Config(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duplicate { name, sources: [a, b] } => write!(f, "two tools are called `{name}`: {a}, {b}"),
            Self::Config(message) => f.write_str(message),
        }
    }
}

impl Error for Problem {}

impl Tools {
    /// Prepares tools, each in the form of `tool_schemas` of the IR with its `source`, and the form of the answer.
    pub fn prepare(about: &[Value], output: Option<&Value>, connection: &Connection) -> Result<Self, Problem> {
        let mut offered = about.iter().map(offer).collect::<Result<Vec<_>, _>>()?;
        let has_tools = !offered.is_empty();
        let wanted = output.map(|it| want(it, connection, has_tools, &names(&offered)));
        if let Some(wanted) = wanted.as_ref().filter(|it| it.output.means == Means::Tool) {
            offered.push(wanted.tool());
        }
        let entries = entries(&offered, connection).map_err(problem)?;
        let lifts = lifts(&offered, &entries);
        let warnings = entries.warnings.clone();
        Ok(Self { entries: Arc::new(entries), wanted, lifts, warnings })
    }

    /// A tool that has to be called; where there are several it is one of them, whichever.
    pub(super) fn choice_of(&self, names: &[String]) -> ToolChoice {
        let mut found = self.entries.sent.iter().filter(|it| names.contains(&it.name));
        match (found.next(), found.next()) {
            (Some(one), None) => ToolChoice::Tool(one.wire.clone()),
            _ => ToolChoice::Required,
        }
    }

    /// Arguments from the form that they have on the wire; what does not fit stays, for the tool to say why.
    pub(super) fn lift(&self, wire: &str, arguments: Value) -> Value {
        match self.lifts.iter().find(|(it, ..)| it == wire) {
            Some((_, _, schema, dialect)) => lift(schema, *dialect, arguments.clone()).unwrap_or(arguments),
            None => arguments,
        }
    }

    /// Why arguments do not have the form that they have on the wire, if they do not.
    pub(super) fn misfit(&self, wire: &str, arguments: &Value) -> Option<String> {
        let (_, _, schema, dialect) = self.lifts.iter().find(|(it, ..)| it == wire)?;
        lift(schema, *dialect, arguments.clone()).err().map(|it| it.to_string())
    }

    /// The way there.
    pub(super) fn encode(&self, name: &str, arguments: Value) -> Value {
        match self.lifts.iter().find(|(_, it, ..)| it == name) {
            Some((_, _, schema, dialect)) => encode(schema, *dialect, arguments.clone()).unwrap_or(arguments),
            None => arguments,
        }
    }
}

/// A tool as it is offered.
fn offer(about: &Value) -> Result<Offered, Problem> {
    let text = |key: &str| about.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (name, origin) = (text("method_name"), text("source"));
    match text("kind").as_str() {
        "provider" => {
            let args = about.get("args").cloned().unwrap_or_else(|| Value::Object(Map::new()));
            Ok(Offered::Hosted { name, origin, id: text("id"), args })
        }
        kind => Ok(Offered::Function(Tool {
            name,
            origin,
            description: text("description"),
            parameters: about.get("parameters").cloned().unwrap_or_else(|| Value::Object(Map::new())),
            strict: about.get("strict").and_then(Value::as_bool),
            is_raw: matches!(kind, "dynamic" | "mcp"),
        })),
    }
}

fn names(offered: &[Offered]) -> Vec<String> {
    let name = |it: &Offered| match it {
        Offered::Function(tool) => tool.name.clone(),
        Offered::Hosted { name, .. } => name.clone(),
    };
    offered.iter().map(name).collect()
}

fn lifts(offered: &[Offered], entries: &Entries) -> Vec<(String, String, Value, Dialect)> {
    let schema = |name: &str| {
        offered.iter().find_map(|it| match it {
            Offered::Function(tool) if tool.name == name => Some(tool.parameters.clone()),
            _ => None,
        })
    };
    let lifted = entries.sent.iter().filter_map(|it| {
        let (schema, dialect) = (schema(&it.name)?, it.dialect?);
        // What the provider's form leaves as it is, it leaves so in values, too.
        let is_same = lower(&schema, dialect).is_ok_and(|lowered| lowered == schema);
        (!is_same).then(|| (it.wire.clone(), it.name.clone(), schema, dialect))
    });
    lifted.collect()
}

fn problem(error: EntryError) -> Problem {
    match error {
        EntryError::Clash(Clash { wire, names: [a, b], sources: [from_a, from_b] }) => {
            // Where a tool's origin names it, that is enough.
            let source =
                |name: String, from: String| if from.contains(&name) { from } else { format!("`{name}` from {from}") };
            Problem::Duplicate { name: wire, sources: [source(a, from_a), source(b, from_b)] }
        }
        other => Problem::Config(other.to_string()),
    }
}

/// Whether a provider's models can be told to keep to a schema and may call tools in the same request.
pub(super) fn takes_both(provider: Provider, model: Option<&str>) -> bool {
    match provider {
        Provider::Google => model.is_some_and(|it| it.trim_start_matches("models/").starts_with("gemini-3")),
        Provider::Ollama => false,
        Provider::OpenAi | Provider::OpenAiChat | Provider::Anthropic | Provider::Simulated => true,
    }
}
