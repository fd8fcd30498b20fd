//! What a turn expects: a request in, what is different in it out.

use serde_json::{Map, Value};

use super::keys;
use crate::chat::{ChatRequest, Message, Part, ToolChoice};
use crate::simulated::call::wire_name;
use crate::simulated::passage::clip;

/// How much of what was sent is shown.
const SHOWN_MAX_CHARS: usize = 500;

const KEYS: &[&str] = &["contains", "system", "tools", "tool_choice", "last_result", "messages", "output"];

/// What has to be true of a request.
#[derive(Clone, Debug, Default)]
pub(super) struct Expect {
    contains: Option<String>,
    system: Option<String>,
    tools: Option<Vec<String>>,
    tool_choice: Option<String>,
    last_result: Option<Value>,
    messages: Option<u64>,
    output: Option<bool>,
}

impl Expect {
    pub(super) fn read(value: &Value) -> Result<Self, String> {
        let object = value.as_object().ok_or("`expect` has to be an object")?;
        keys::check(object, KEYS).map_err(|it| format!("in `expect`: {it}"))?;
        Ok(Self {
            contains: text(object, "contains")?,
            system: text(object, "system")?,
            tools: object.get("tools").map(names).transpose()?,
            tool_choice: text(object, "tool_choice")?,
            last_result: object.get("last_result").cloned(),
            messages: typed(object, "messages", "a number", Value::as_u64)?,
            output: typed(object, "output", "true or false", Value::as_bool)?,
        })
    }

    /// Compares a request with what is expected; the error says both.
    pub(super) fn check(&self, request: &ChatRequest) -> Result<(), String> {
        let last = request.messages.last().map(text_of).unwrap_or_default();
        let system = request.system.as_deref().unwrap_or_default();
        contains("the last message", self.contains.as_deref(), &last)?;
        contains("the system prompt", self.system.as_deref(), system)?;
        self.check_tools(request)?;
        let wanted = self.tool_choice.as_deref().map(|it| wire_name(request, it).to_owned());
        equals("`tool_choice`", wanted.as_ref(), &choice(request))?;
        equals("the last result", self.last_result.as_ref(), &last_result(request))?;
        equals("the number of messages", self.messages.as_ref(), &(request.messages.len() as u64))?;
        equals("`output`", self.output.as_ref(), &request.output.is_some())
    }

    fn check_tools(&self, request: &ChatRequest) -> Result<(), String> {
        let Some(wanted) = &self.tools else { return Ok(()) };
        let wanted: Vec<&str> = wanted.iter().map(|it| wire_name(request, it)).collect();
        let sent: Vec<&str> = request.offered.tools.iter().filter_map(name_of).collect();
        equals("`tools`", Some(&list(&wanted)), &list(&sent))
    }
}

fn typed<T>(
    object: &Map<String, Value>,
    key: &str,
    kind: &str,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Option<T>, String> {
    object.get(key).map(|it| read(it).ok_or_else(|| format!("`{key}` in `expect` has to be {kind}"))).transpose()
}

fn text(object: &Map<String, Value>, key: &str) -> Result<Option<String>, String> {
    typed(object, key, "a text", |it| it.as_str().map(str::to_owned))
}

fn names(value: &Value) -> Result<Vec<String>, String> {
    let names: Option<Vec<String>> =
        value.as_array().and_then(|it| it.iter().map(|it| it.as_str().map(str::to_owned)).collect());
    names.ok_or_else(|| "`tools` in `expect` has to be a list of names".to_owned())
}

fn contains(what: &str, wanted: Option<&str>, sent: &str) -> Result<(), String> {
    match wanted {
        Some(wanted) if !sent.contains(wanted) => {
            Err(format!("expected {what} to contain {wanted:?}, and it is {:?}", clip(sent, SHOWN_MAX_CHARS)))
        }
        _ => Ok(()),
    }
}

fn equals<T: PartialEq + ToString>(what: &str, wanted: Option<&T>, sent: &T) -> Result<(), String> {
    match wanted {
        Some(wanted) if wanted != sent => {
            let sent = sent.to_string();
            Err(format!("expected {what} to be {}, and it is {}", wanted.to_string(), clip(&sent, SHOWN_MAX_CHARS)))
        }
        _ => Ok(()),
    }
}

fn list(names: &[&str]) -> String {
    format!("[{}]", names.join(", "))
}

/// Everything in a message that can be read.
fn text_of(message: &Message) -> String {
    let texts = message.parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(text.clone()),
        Part::Result(outcome) => Some(outcome.text()),
        _ => None,
    });
    texts.collect::<Vec<String>>().join("\n")
}

fn name_of(entry: &Value) -> Option<&str> {
    entry.get("function").unwrap_or(entry).get("name")?.as_str()
}

fn choice(request: &ChatRequest) -> String {
    match &request.tool_choice {
        ToolChoice::Auto => "auto".to_owned(),
        ToolChoice::None => "none".to_owned(),
        ToolChoice::Required => "required".to_owned(),
        ToolChoice::Tool(name) => wire_name(request, name).to_owned(),
    }
}

/// The last result as it is sent; null where there is none.
fn last_result(request: &ChatRequest) -> Value {
    let mut parts = request.messages.iter().rev().flat_map(|it| it.parts.iter().rev());
    parts.find_map(|it| if let Part::Result(outcome) = it { Some(outcome.json()) } else { None }).unwrap_or_default()
}
