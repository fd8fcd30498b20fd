//! Which tool is meant: the tools of a request and words in, the tool that shares most of them out.

use std::collections::HashSet;

use serde_json::Value;

use super::words::{is_telling, words};
use crate::chat::ChatRequest;

/// How deeply the schemas of parameters are looked into.
const DEPTH_MAX: usize = 32;

/// A tool that is offered.
#[derive(Clone)]
pub(super) struct Tool<'a> {
    /// Its name on the wire.
    pub(super) wire: &'a str,
    /// The schema of its parameters.
    pub(super) parameters: &'a Value,
    /// The words of its name after the last `__`.
    verbs: HashSet<String>,
    /// The words of its name and description.
    own: HashSet<String>,
    /// The words of the names and descriptions of its parameters.
    inner: HashSet<String>,
}

static NO_PARAMETERS: Value = Value::Null;

/// The tools of a request, in the order in which they are offered.
pub(super) fn tools(request: &ChatRequest) -> Vec<Tool<'_>> {
    request.offered.tools.iter().filter_map(tool).collect()
}

fn tool(entry: &Value) -> Option<Tool<'_>> {
    let function = entry.get("function").unwrap_or(entry);
    let wire = function.get("name")?.as_str()?;
    let description = function.get("description").and_then(Value::as_str).unwrap_or_default();
    let parameters = function.get("parameters").unwrap_or(&NO_PARAMETERS);
    let mut inner = HashSet::new();
    add_parameters(parameters, &mut inner, 0);
    let verbs = telling(wire.rsplit("__").next().unwrap_or(wire));
    let own = telling(wire).into_iter().chain(telling(description)).collect();
    Some(Tool { wire, parameters, verbs, own, inner })
}

fn telling(text: &str) -> HashSet<String> {
    words(text).into_iter().filter(|it| is_telling(it)).collect()
}

fn add_parameters(schema: &Value, found: &mut HashSet<String>, depth: usize) {
    if depth > DEPTH_MAX {
        return;
    }
    match schema {
        Value::Object(keywords) => {
            found.extend(keywords.get("description").and_then(Value::as_str).into_iter().flat_map(telling));
            let properties = keywords.get("properties").and_then(Value::as_object);
            found.extend(properties.into_iter().flat_map(|it| it.keys()).flat_map(|it| telling(it)));
            properties.into_iter().flat_map(|it| it.values()).for_each(|it| add_parameters(it, found, depth + 1));
            let others =
                keywords.iter().filter(|it| !matches!(it.0.as_str(), "properties" | "default" | "const" | "enum"));
            others.for_each(|it| add_parameters(it.1, found, depth + 1));
        }
        Value::Array(items) => items.iter().for_each(|it| add_parameters(it, found, depth + 1)),
        _ => {}
    }
}

/// The tool whose name and description share most words; among equals the one whose parameters do, then the first.
pub(super) fn best<'t, 'a>(tools: &'t [Tool<'a>], words: &[String]) -> Option<&'t Tool<'a>> {
    let words: HashSet<&str> = words.iter().map(String::as_str).filter(|it| is_telling(it)).collect();
    let shared = |those: &HashSet<String>| those.iter().filter(|it| words.contains(it.as_str())).count();
    let score = |tool: &Tool<'_>| (shared(&tool.own), shared(&tool.inner));
    let scored = tools.iter().map(|it| (score(it), it)).filter(|it| it.0 != (0, 0));
    scored.reduce(|left, right| if right.0 > left.0 { right } else { left }).map(|it| it.1)
}

/// Whether words have something of the last part of a tool's name.
pub(super) fn is_named(tools: &[Tool<'_>], words: &[String]) -> bool {
    tools.iter().any(|tool| words.iter().any(|it| tool.verbs.contains(it)))
}
