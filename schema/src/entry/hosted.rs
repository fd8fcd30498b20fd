//! Tools that a provider runs itself: declarations in, the provider's own entries out.

use serde_json::{Map, Value, json};

use super::{EntryError, Offered};
use crate::Provider;

type Object = Map<String, Value>;

/// A hosted tool as it is sent.
pub(super) struct Entry<'a> {
    /// Where it stands among what is offered.
    pub(super) index: usize,
    pub(super) origin: &'a str,
    /// What it is called on the wire, where it is called anything.
    pub(super) wire: Option<String>,
    pub(super) value: Value,
}

/// A declaration.
struct Declared<'a> {
    name: &'a str,
    /// Which of the provider's tools.
    tool: &'a str,
    args: &'a Object,
}

/// The entries of the hosted tools that this provider has, and a warning for each of the others.
pub(super) fn entries(offered: &[Offered], provider: Provider) -> Result<(Vec<Entry<'_>>, Vec<String>), EntryError> {
    let mut entries = Vec::new();
    let mut warnings = Vec::new();
    for (index, offered) in offered.iter().enumerate() {
        let Offered::Hosted { name, origin, id, args } = offered else { continue };
        let (owner, tool) = id.split_once('.').unwrap_or((id, ""));
        if tool.is_empty() {
            return Err(wrong(name, format!("its id `{id}` is not a provider and a tool, as in `openai.web_search`")));
        }
        let args = args.as_object().ok_or_else(|| wrong(name, "its `args` are no object"))?;
        if owner != provider.text() || !has_hosted_tools(provider) {
            warnings.push(format!("`{name}` is left out: `{}` does not have `{id}`", provider.text()));
            continue;
        }
        let (wire, value) = write(&Declared { name, tool, args }, provider)?;
        entries.push(Entry { index, origin, wire, value });
    }
    Ok((entries, warnings))
}

fn has_hosted_tools(provider: Provider) -> bool {
    matches!(provider, Provider::OpenAi | Provider::Anthropic | Provider::Google)
}

fn wrong(tool: &str, reason: impl Into<String>) -> EntryError {
    EntryError::Hosted { tool: tool.to_owned(), reason: reason.into() }
}

fn write(declared: &Declared<'_>, provider: Provider) -> Result<(Option<String>, Value), EntryError> {
    match provider {
        Provider::Google => Ok((None, google(declared))),
        Provider::Anthropic => {
            let (kind, name) = anthropic_tool(declared.tool);
            let head = [("type", json!(kind)), ("name", json!(name))];
            Ok((Some(name), Value::Object(with_args(head, declared)?)))
        }
        _ => {
            let mut value = with_args([("type", json!(declared.tool))], declared)?;
            if declared.tool == "code_interpreter" && !value.contains_key("container") {
                value.insert("container".to_owned(), json!({ "type": "auto" }));
            }
            Ok((None, Value::Object(value)))
        }
    }
}

/// What a tool is by itself, then its settings, which must not be something else.
fn with_args<const N: usize>(head: [(&str, Value); N], declared: &Declared<'_>) -> Result<Object, EntryError> {
    if let Some((key, _)) = head.iter().find(|it| declared.args.contains_key(it.0)) {
        return Err(wrong(declared.name, format!("its `args` must not have `{key}`, which its id decides")));
    }
    let head = head.into_iter().map(|(key, value)| (key.to_owned(), value));
    Ok(head.chain(declared.args.clone()).collect())
}

fn google(declared: &Declared<'_>) -> Value {
    let key = match declared.tool {
        "search" => "googleSearch".to_owned(),
        other => camel(other),
    };
    Value::Object([(key, Value::Object(declared.args.clone()))].into_iter().collect())
}

/// `url_context` as `urlContext`.
fn camel(text: &str) -> String {
    let mut words = text.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |joined, word| {
        let mut chars = word.chars();
        let start = chars.next().map(|it| it.to_ascii_uppercase());
        joined + &start.into_iter().chain(chars).collect::<String>()
    })
}

/// The versioned type and the name of one of Anthropic's tools. An id with a date names its version itself.
fn anthropic_tool(tool: &str) -> (String, String) {
    let dated = tool.rsplit_once('_').filter(|it| it.1.len() == 8 && it.1.bytes().all(|b| b.is_ascii_digit()));
    let version = match (dated, tool) {
        (Some((name, _)), _) => return (tool.to_owned(), name.to_owned()),
        (None, "web_search") => "_20250305",
        (None, "web_fetch") => "_20250910",
        (None, "code_execution") => "_20250825",
        (None, _) => "",
    };
    (format!("{tool}{version}"), tool.to_owned())
}
