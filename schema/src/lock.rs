//! What servers offered when somebody looked at it: `Concerto.lock`. A server that says something else later is found out.
//!
//! The file is JSON made for reading: names, descriptions and schemas as they are, each tool with a hash of all that, so that a
//! change of the file by hand is found, too.

use serde_json::{Map, Value, json};

/// A whole lock.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lock {
    servers: Vec<(String, Locked)>,
}

/// What one server offered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Locked {
    /// Its tools, by name: `title`, `description`, `input`, `output`, `annotations`.
    pub tools: Vec<Value>,
}

/// The version of the file's form.
const VERSION: u64 = 1;

/// How many differences are told.
const CHANGES_MAX: usize = 12;

/// How much of a text is told.
const TEXT_MAX: usize = 160;

impl Lock {
    /// Reads a file. `hash` gives the hash of a text.
    pub fn parse(text: &str, hash: impl Fn(&str) -> String) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|it| format!("it is no JSON: {it}"))?;
        if value.get("version").and_then(Value::as_u64) != Some(VERSION) {
            return Err("it is of another version".to_owned());
        }
        let servers = value.get("mcp").and_then(Value::as_object).ok_or("it has no `mcp`")?;
        let mut lock = Self::default();
        for (name, server) in servers {
            let tools = server.get("tools").and_then(Value::as_object);
            let tools = tools.ok_or_else(|| format!("`{name}` has no `tools`"))?;
            let read = |(tool, about): (&String, &Value)| {
                read_tool(tool, about, &hash).ok_or_else(|| format!("`{tool}` of `{name}` was changed by hand"))
            };
            lock.servers.push((name.clone(), Locked { tools: tools.iter().map(read).collect::<Result<_, _>>()? }));
        }
        Ok(lock)
    }

    /// The file.
    pub fn text(&self, hash: impl Fn(&str) -> String) -> String {
        let mut servers = Map::new();
        for (name, server) in &self.servers {
            let tools: Map<String, Value> = server.tools.iter().map(|it| written(it, &hash)).collect();
            servers.insert(name.clone(), json!({ "tools": tools }));
        }
        let all = json!({ "version": VERSION, "mcp": servers });
        format!("{}\n", serde_json::to_string_pretty(&all).unwrap_or_default())
    }

    /// What a server offered.
    pub fn server(&self, name: &str) -> Option<&Locked> {
        self.servers.iter().find(|(it, _)| it == name).map(|(_, it)| it)
    }

    /// A server offers this.
    pub fn set(&mut self, name: &str, mut tools: Vec<Value>) {
        tools.sort_by(|a, b| name_of(a).cmp(name_of(b)));
        self.servers.retain(|(it, _)| it != name);
        self.servers.push((name.to_owned(), Locked { tools }));
        self.servers.sort_by(|(a, _), (b, _)| a.cmp(b));
    }

    /// Only these servers.
    pub fn retain(&mut self, names: &[&str]) {
        self.servers.retain(|(it, _)| names.contains(&it.as_str()));
    }
}

fn name_of(tool: &Value) -> &str {
    tool.get("name").and_then(Value::as_str).unwrap_or_default()
}

/// A tool of the file, if it is what its hash says.
fn read_tool(name: &str, about: &Value, hash: impl Fn(&str) -> String) -> Option<Value> {
    let mut all = Map::from_iter([("name".to_owned(), json!(name))]);
    all.extend(about.as_object()?.clone().into_iter().filter(|(key, _)| key != "hash"));
    let tool = Value::Object(all);
    let said = about.get("hash")?.as_str()?;
    (said == hash(&canonical(&tool))).then_some(tool)
}

fn written(tool: &Value, hash: impl Fn(&str) -> String) -> (String, Value) {
    let mut all = Map::from_iter([("hash".to_owned(), json!(hash(&canonical(tool))))]);
    let rest = tool.as_object().cloned().unwrap_or_default();
    all.extend(rest.into_iter().filter(|(key, _)| key != "name"));
    (name_of(tool).to_owned(), Value::Object(all))
}

/// JSON text in which the keys of objects are in order.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let mut keys: Vec<&String> = members.keys().collect();
            keys.sort();
            let all: Vec<String> = keys
                .iter()
                .map(|it| format!("{}:{}", json!(it), members.get(*it).map_or_else(String::new, canonical)))
                .collect();
            format!("{{{}}}", all.join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

impl Locked {
    /// A tool of it.
    pub fn tool(&self, name: &str) -> Option<&Value> {
        self.tools.iter().find(|it| name_of(it) == name)
    }

    /// What is different now, in words; nothing where all is as it was.
    pub fn changes(&self, now: &[Value]) -> Vec<String> {
        let mut changes = Vec::new();
        for tool in &self.tools {
            let name = name_of(tool);
            match now.iter().find(|it| name_of(it) == name) {
                Some(other) => differences(tool, other, &format!("`{name}`"), &mut changes),
                None => changes.push(format!("`{name}` is gone")),
            }
        }
        let is_new = |it: &&Value| self.tool(name_of(it)).is_none();
        changes.extend(now.iter().filter(is_new).map(|it| format!("`{}` is new", name_of(it))));
        if changes.len() > CHANGES_MAX {
            let more = changes.len() - CHANGES_MAX;
            changes.truncate(CHANGES_MAX);
            changes.push(format!("and {more} more"));
        }
        changes
    }
}

/// Where two values differ. The order of keys does not count.
fn differences(before: &Value, after: &Value, place: &str, changes: &mut Vec<String>) {
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in old {
                match new.get(key) {
                    Some(other) => differences(value, other, &format!("{place} {key}"), changes),
                    None => changes.push(format!("{place} {key}: was {}, is gone", shown(value))),
                }
            }
            let added = new.iter().filter(|(key, _)| !old.contains_key(*key));
            changes.extend(added.map(|(key, value)| format!("{place} {key}: is new, {}", shown(value))));
        }
        (before, after) if before == after => {}
        (before, after) => changes.push(format!("{place}: was {}, is {}", shown(before), shown(after))),
    }
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.chars().count() > TEXT_MAX {
        true => format!("{}…", text.chars().take(TEXT_MAX).collect::<String>()),
        false => text,
    }
}
