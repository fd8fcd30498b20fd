//! The tools of a request: what an agent offers in, the entries exactly as they are sent out.

mod function;
mod hosted;

use std::{error::Error, fmt};

use serde_json::{Map, Value, json};

use crate::names::{Clash, WireNames};
use crate::strict::{Asked, Strict, resolve};
use crate::{Dialect, Loss, Provider, budget};

/// A tool that the program, or a server of its choice, runs.
#[derive(Debug, Clone)]
pub struct Tool {
    /// What the program calls it: `Calculator::add`.
    pub name: String,
    /// Where it comes from, for messages.
    pub origin: String,
    /// What the model is told about it.
    pub description: String,
    /// The schema of its parameters.
    pub parameters: Value,
    /// Its own `@strict`.
    pub strict: Option<bool>,
    /// Whether the schema is a user's or a server's.
    pub is_raw: bool,
}

/// What an agent offers to a model.
#[derive(Debug, Clone)]
pub enum Offered {
    /// Something that is called and answered.
    Function(Tool),
    /// Something that the provider runs itself.
    Hosted {
        /// What the program calls it.
        name: String,
        /// Where it comes from, for messages.
        origin: String,
        /// Whose it is and which: `openai.web_search`.
        id: String,
        /// Its settings, an object.
        args: Value,
    },
}

/// What is known of a connection.
#[derive(Debug, Clone)]
pub struct Connection {
    /// Who answers.
    pub provider: Provider,
    /// Its `strict`.
    pub strict: Option<bool>,
    /// Which model answers, where that is known.
    pub model: Option<String>,
}

/// The tools of a request.
#[derive(Debug, Clone, Default)]
pub struct Entries {
    /// The array `tools` of the request, exactly as it is sent.
    pub tools: Vec<Value>,
    /// The same as text: it is sent many times.
    pub text: String,
    /// What became of each function, in the order in which they were offered.
    pub sent: Vec<Sent>,
    /// Whether Gemini's mode `AUTO` becomes `VALIDATED`.
    pub validated: bool,
    /// What a user should be told.
    pub warnings: Vec<String>,
}

/// What became of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// What the program calls it.
    pub name: String,
    /// What it is called on the wire.
    pub wire: String,
    /// What was written for `strict`.
    pub strict: Option<bool>,
    /// The subset that arguments are to be lifted from.
    pub dialect: Option<Dialect>,
}

/// Why there can be no such request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryError {
    /// Two tools would get one name.
    Clash(Clash),
    /// A tool asks to be strict and cannot be.
    Refused {
        /// What the program calls it.
        tool: String,
        /// What is in the way.
        loss: Loss,
    },
    /// A hosted tool is not declared as it should be.
    Hosted {
        /// What the program calls it.
        tool: String,
        /// What is wrong.
        reason: String,
    },
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clash(clash) => clash.fmt(f),
            Self::Refused { tool, loss } => write!(f, "`{tool}` cannot be strict: {loss}"),
            Self::Hosted { tool, reason } => write!(f, "`{tool}` cannot be sent: {reason}"),
        }
    }
}

impl Error for EntryError {}

/// A function with what was decided about it.
struct Decided<'a> {
    tool: &'a Tool,
    wire: String,
    strict: Strict,
}

/// Writes the tools of a request.
pub fn entries(offered: &[Offered], connection: &Connection) -> Result<Entries, EntryError> {
    let (hosted, mut warnings) = hosted::entries(offered, connection.provider)?;
    let names = assign(offered, &hosted)?;
    let mut functions = Vec::new();
    for tool in offered.iter().filter_map(function) {
        functions.push(decide(tool, &names, connection, &mut warnings)?);
    }
    if connection.provider == Provider::Anthropic {
        keep_to_budget(&mut functions, &mut warnings);
    }
    let is_google = connection.provider == Provider::Google;
    let validated = is_google && functions.iter().any(|it| it.strict.is_explicit);
    let sent = functions.iter().map(Decided::sent).collect();
    let tools = write(&functions, hosted, offered, connection.provider);
    let text = Value::Array(tools);
    let (text, tools) = (text.to_string(), if let Value::Array(tools) = text { tools } else { Vec::new() });
    Ok(Entries { tools, text, sent, validated, warnings })
}

fn function(offered: &Offered) -> Option<&Tool> {
    match offered {
        Offered::Function(tool) => Some(tool),
        Offered::Hosted { .. } => None,
    }
}

/// Names on the wire. A hosted tool takes part where it has a name there, too.
fn assign(offered: &[Offered], hosted: &[hosted::Entry<'_>]) -> Result<WireNames, EntryError> {
    let functions = offered.iter().filter_map(function).map(|it| (it.name.as_str(), it.origin.as_str()));
    let hosted = hosted.iter().filter_map(|it| Some((it.wire.as_deref()?, it.origin)));
    WireNames::assign(functions.chain(hosted)).map_err(EntryError::Clash)
}

fn decide<'a>(
    tool: &'a Tool,
    names: &WireNames,
    connection: &Connection,
    warnings: &mut Vec<String>,
) -> Result<Decided<'a>, EntryError> {
    let mut strict = resolve(&Asked {
        tool: tool.strict,
        connection: connection.strict,
        provider: connection.provider,
        model: connection.model.as_deref(),
        is_raw: tool.is_raw,
        schema: &tool.parameters,
    });
    if let Some(loss) = strict.refused.take() {
        return Err(EntryError::Refused { tool: tool.name.clone(), loss });
    }
    warnings.extend(strict.warning.take().map(|it| format!("`{}`: {it}", tool.name)));
    let wire = names.wire(&tool.name).unwrap_or_default().to_owned();
    Ok(Decided { tool, wire, strict })
}

impl Decided<'_> {
    /// The schema as it is sent.
    fn schema(&self) -> &Value {
        self.strict.lowered.as_ref().unwrap_or(&self.tool.parameters)
    }

    fn sent(&self) -> Sent {
        let Strict { flag, dialect, .. } = self.strict;
        Sent { name: self.tool.name.clone(), wire: self.wire.clone(), strict: flag, dialect }
    }
}

/// Makes tools not strict until the request keeps to Anthropic's limits.
fn keep_to_budget(functions: &mut [Decided<'_>], warnings: &mut Vec<String>) {
    let strict: Vec<usize> =
        functions.iter().enumerate().filter(|it| it.1.strict.flag == Some(true)).map(|it| it.0).collect();
    let candidates: Vec<budget::Candidate<'_>> = strict
        .iter()
        .filter_map(|it| functions.get(*it))
        .map(|it| budget::Candidate { schema: it.schema(), is_explicit: it.strict.is_explicit })
        .collect();
    let over = budget::over(&candidates);
    let left: Vec<_> = candidates.iter().enumerate().filter(|it| !over.contains(&it.0)).map(|it| *it.1).collect();
    let is_within = budget::total(&left).is_within();
    let over: Vec<usize> = over.into_iter().filter_map(|it| strict.get(it).copied()).collect();
    for index in over {
        if let Some(it) = functions.get_mut(index) {
            it.strict = Strict { flag: Some(false), ..Strict::default() };
            warnings.push(format!("`{}` is not strict: Anthropic's limits for one request are used up", it.tool.name));
        }
    }
    if !is_within {
        warnings.push("the tools with `@strict(true)` alone go beyond Anthropic's limits for one request".to_owned());
    }
}

/// The entries, each where its tool was offered; Gemini wants all functions in one.
fn write(
    functions: &[Decided<'_>],
    hosted: Vec<hosted::Entry<'_>>,
    offered: &[Offered],
    provider: Provider,
) -> Vec<Value> {
    if provider == Provider::Google {
        let declared: Vec<Value> = functions.iter().map(function::google).collect();
        let declared = (!declared.is_empty()).then(|| json!({ "functionDeclarations": declared }));
        return declared.into_iter().chain(hosted.into_iter().map(|it| it.value)).collect();
    }
    let mut functions = functions.iter();
    let mut hosted = hosted.into_iter().peekable();
    let mut tools = Vec::new();
    for (index, offered) in offered.iter().enumerate() {
        match offered {
            Offered::Function(_) => tools.extend(functions.next().map(|it| function::entry(it, provider))),
            Offered::Hosted { .. } => tools.extend(hosted.next_if(|it| it.index == index).map(|it| it.value)),
        }
    }
    tools
}

/// An object with its keys in this order, without those that have no value.
fn object<const N: usize>(pairs: [(&str, Option<Value>); N]) -> Map<String, Value> {
    pairs.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}
