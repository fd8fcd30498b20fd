//! `concerto build --emit schemas`: what models are told of a program's tools, as it is declared or as a provider gets it.

use std::process::ExitCode;

use concerto_compiler::manifest::Manifest;
use concerto_ir::Program;
use concerto_ir::declared::Declared;
use concerto_schema::Provider;
use concerto_schema::entry::{Connection, Offered, Tool, entries};
use serde_json::{Map, Value, json};

use crate::compile::failed;
use crate::output;

/// Prints the schemas of a program: for one provider, or as they are declared with what each agent would send.
pub(crate) fn print(
    program: &Program,
    manifest: Option<&Manifest>,
    provider: Option<Provider>,
) -> Result<(), ExitCode> {
    let shown = match provider {
        Some(provider) => {
            let connection = Connection { provider, strict: None, model: None };
            json!({ "provider": provider.text(), "tools": sent(&offered(program, None), &connection)? })
        }
        None => declared(program, manifest)?,
    };
    output::stdout(&format!("{shown:#}\n"));
    Ok(())
}

fn declared(program: &Program, manifest: Option<&Manifest>) -> Result<Value, ExitCode> {
    let declared = &program.declared;
    let servers = declared.mcp.iter().filter_map(|it| it.about.get("tool_schemas")?.as_array());
    let tools = declared.tools.iter().map(|it| &it.tool_schemas).chain(servers).flatten();
    let schemas =
        declared.schemas.iter().map(|it| (it.name.clone(), it.about.get("schema").cloned().unwrap_or_default()));
    let mut shown = Map::new();
    shown.insert("tools".to_owned(), tools.cloned().collect());
    shown.insert("schemas".to_owned(), Value::Object(schemas.collect()));
    if !declared.definitions.is_empty() {
        shown.insert("$defs".to_owned(), Value::Object(declared.definitions.clone()));
    }
    let agents = declared.agents.iter().map(|it| agent(program, it, manifest)).collect::<Result<Vec<_>, _>>()?;
    shown.insert("agents".to_owned(), Value::Array(agents));
    Ok(Value::Object(shown))
}

/// An agent with the tools of its declaration, as its first connection gets them.
fn agent(program: &Program, it: &Declared, manifest: Option<&Manifest>) -> Result<Value, ExitCode> {
    let names = it.about.get("provider").and_then(Value::as_array);
    let name = names.and_then(|it| it.first()).and_then(Value::as_str).unwrap_or_default();
    let model = it.about.get("model").and_then(Value::as_str);
    let connection = connection(name, model, manifest);
    let wanted: Vec<&str> = it.about.get("tools").and_then(Value::as_array).map_or_else(Vec::new, |it| texts(it));
    let tools = sent(&offered(program, Some(&wanted)), &connection)?;
    Ok(json!({
        "name": it.name,
        "connection": name,
        "provider": connection.provider.text(),
        "model": connection.model,
        "tools": tools,
    }))
}

fn texts(values: &[Value]) -> Vec<&str> {
    values.iter().filter_map(Value::as_str).collect()
}

fn connection(name: &str, model: Option<&str>, manifest: Option<&Manifest>) -> Connection {
    let found = manifest.and_then(|it| it.connection(name));
    let provider = found.and_then(|it| it.provider).or_else(|| Provider::parse(name)).unwrap_or(Provider::Simulated);
    let model = match found {
        Some(found) => found.model(model),
        None => model.map(str::to_owned),
    };
    Connection { provider, strict: found.and_then(|it| it.strict), model }
}

/// The tools of a program, or those that a list names: whole tools, single functions, servers, tools of providers.
fn offered(program: &Program, wanted: Option<&[&str]>) -> Vec<Offered> {
    let declared = &program.declared;
    let is_wanted =
        |owner: &str, function: &str| wanted.is_none_or(|it| it.iter().any(|name| *name == owner || *name == function));
    let mut found = Vec::new();
    for it in &declared.tools {
        let functions = it.tool_schemas.iter().filter(|schema| is_wanted(&it.name, text(schema, "method_name")));
        found.extend(functions.map(|schema| function(schema, &format!("tool {}", it.name))));
    }
    for it in &declared.mcp {
        let schemas = it.about.get("tool_schemas").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let name = |schema: &Value| format!("{}::{}", it.name, text(schema, "method_name"));
        let functions = schemas.iter().filter(|schema| is_wanted(&it.name, &name(schema)));
        found.extend(functions.map(|schema| function(schema, &format!("mcp {}", it.name))));
    }
    let hosted = declared.provider_tools.iter().filter(|it| is_wanted(&it.name, ""));
    found.extend(hosted.map(|it| Offered::Hosted {
        name: it.name.clone(),
        origin: format!("provider tool {}", it.name),
        id: it.about.get("id").and_then(Value::as_str).unwrap_or_default().to_owned(),
        args: it.about.get("args").cloned().unwrap_or_else(|| json!({})),
    }));
    found
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn function(schema: &Value, origin: &str) -> Offered {
    Offered::Function(Tool {
        name: text(schema, "method_name").to_owned(),
        origin: origin.to_owned(),
        description: text(schema, "description").to_owned(),
        parameters: schema.get("parameters").cloned().unwrap_or_default(),
        strict: schema.get("strict").and_then(Value::as_bool),
        is_raw: false,
    })
}

/// The list `tools` of a request. What a user should know besides goes to standard error.
fn sent(offered: &[Offered], connection: &Connection) -> Result<Value, ExitCode> {
    let entries = entries(offered, connection).map_err(|problem| failed(&problem.to_string()))?;
    for warning in entries.warnings {
        output::stderr(&format!("warning: {warning}\n"));
    }
    Ok(Value::Array(entries.tools))
}
