//! Calls: a request and what is heard in it in, the calls that are to be made out.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::choose::{Tool, best, tools};
use super::clauses::clauses;
use super::fill::fill;
use super::passage::Passage;
use super::reply::Heard;
use super::supply::Supply;
use super::{Failure, words};
use crate::chat::{Call, ChatRequest, Means, Part, ToolChoice};

/// The calls that answer a request; none where it is answered in words.
pub(super) fn calls(request: &ChatRequest, heard: &Heard<'_>) -> Result<Vec<Call>, Failure> {
    let tools = tools(request);
    let made = match &request.tool_choice {
        ToolChoice::Tool(name) => named(request, heard, &tools, name)?,
        ToolChoice::Required => required(request, heard, &tools),
        ToolChoice::Auto if heard.results.is_empty() => wanted(heard, &choosable(request, &tools)),
        ToolChoice::Auto | ToolChoice::None => Vec::new(),
    };
    let mut ids = Ids::of(request);
    Ok(made.into_iter().map(|(tool, arguments)| call(ids.next(), tool, arguments)).collect())
}

/// A call of a tool.
pub(super) fn call(id: String, tool: String, arguments: Value) -> Call {
    Call { id, tool, arguments, data: Value::Null }
}

type Made = (String, Value);

/// The tools that are called because of words: not the one that only stands for the answer.
fn choosable<'a>(request: &ChatRequest, tools: &[Tool<'a>]) -> Vec<Tool<'a>> {
    tools.iter().filter(|tool| output_tool(request) != Some(tool.wire)).cloned().collect()
}

fn output_tool(request: &ChatRequest) -> Option<&str> {
    request.output.as_ref().filter(|it| it.means == Means::Tool).map(|it| it.name.as_str())
}

/// What the prompt asks for, else the answer where a tool stands for it, else the first tool.
fn required(request: &ChatRequest, heard: &Heard<'_>, tools: &[Tool<'_>]) -> Vec<Made> {
    let answer = tools.iter().find(|it| output_tool(request) == Some(it.wire));
    let is_answered = answer.is_some() && !heard.results.is_empty();
    let made = if is_answered { Vec::new() } else { wanted(heard, &choosable(request, tools)) };
    let other = answer.or(tools.first()).filter(|_| made.is_empty()).map(|it| whole(it, heard));
    made.into_iter().chain(other).collect()
}

fn named(request: &ChatRequest, heard: &Heard<'_>, tools: &[Tool<'_>], name: &str) -> Result<Vec<Made>, Failure> {
    let wire = wire_name(request, name);
    match tools.iter().find(|it| it.wire == wire) {
        Some(tool) => Ok(vec![whole(tool, heard)]),
        None if tools.is_empty() => Ok(Vec::new()),
        None => Err(Failure::refused(format!("`{name}` has to be called, and no such tool is offered"))),
    }
}

/// The calls that the prompt asks for: one for each clause, or one for all of it.
fn wanted(heard: &Heard<'_>, tools: &[Tool<'_>]) -> Vec<Made> {
    let clauses = clauses(&heard.passage, tools);
    let made: Option<Vec<Made>> = clauses.iter().map(|it| exact(it, tools)).collect();
    if let Some(made) = made.filter(|it| !it.is_empty()) {
        return made;
    }
    let outer = best(tools, &heard.passage.outer_words());
    let tool = outer.or_else(|| best(tools, &words::words(&heard.passage.text)));
    tool.map(|it| whole(it, heard)).into_iter().collect()
}

/// The call that a clause asks for, if it has everything for it.
fn exact(clause: &Passage, tools: &[Tool<'_>]) -> Option<Made> {
    let tool = best(tools, &clause.outer_words())?;
    let mut supply = Supply::of(clause);
    let arguments = arguments(tool, &mut supply)?;
    supply.is_enough().then(|| (tool.wire.to_owned(), arguments))
}

/// A call with whatever the whole prompt has for it.
fn whole(tool: &Tool<'_>, heard: &Heard<'_>) -> Made {
    let arguments = arguments(tool, &mut heard.supply());
    (tool.wire.to_owned(), arguments.unwrap_or_else(|| Value::Object(Map::new())))
}

fn arguments(tool: &Tool<'_>, supply: &mut Supply) -> Option<Value> {
    if tool.parameters.is_null() {
        return Some(Value::Object(Map::new()));
    }
    fill(tool.parameters, supply).filter(Value::is_object)
}

/// The name on the wire of what a program or a script calls so.
pub(super) fn wire_name<'a>(request: &'a ChatRequest, name: &'a str) -> &'a str {
    request.offered.sent.iter().find(|it| it.name == name).map_or(name, |it| &it.wire)
}

/// Ids for calls: `call_1` and so on, none of them twice in a conversation.
pub(super) struct Ids {
    used: HashSet<String>,
    last: usize,
}

impl Ids {
    pub(super) fn of(request: &ChatRequest) -> Self {
        let parts = request.messages.iter().flat_map(|it| &it.parts);
        let used: HashSet<String> = parts.filter_map(call_id).map(str::to_owned).collect();
        Self { last: used.len(), used }
    }

    /// The wanted id, or a new one where it is empty or in use.
    pub(super) fn give(&mut self, wanted: Option<&str>) -> String {
        match wanted.filter(|it| !it.is_empty() && !self.used.contains(*it)) {
            Some(wanted) => {
                self.used.insert(wanted.to_owned());
                wanted.to_owned()
            }
            None => self.next(),
        }
    }

    pub(super) fn next(&mut self) -> String {
        loop {
            self.last += 1;
            let id = format!("call_{}", self.last);
            if self.used.insert(id.clone()) {
                return id;
            }
        }
    }
}

fn call_id(part: &Part) -> Option<&str> {
    match part {
        Part::Call(call) => Some(&call.id),
        Part::Result(outcome) => Some(&outcome.call_id),
        _ => None,
    }
}
