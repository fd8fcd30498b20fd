//! `concerto mcp list`: what servers offer, for people or as JSON.

use std::process::ExitCode;

use concerto_mcp::Tool;
use concerto_runtime::mcp::described;
use serde_json::Value;

use super::{meant, servers, told, wait};
use crate::args::McpListArgs;
use crate::output::{self, plural};

/// The most of a description that is shown.
const DESCRIPTION_MAX: usize = 100;

pub(super) fn run(args: &McpListArgs) -> Result<ExitCode, ExitCode> {
    let (_project, servers) = servers(args.project.as_deref())?;
    let mut code = ExitCode::SUCCESS;
    for name in meant(&servers, args.server.as_deref())? {
        let found = wait(async { Ok((servers.about(name).await?, servers.offered(name).await?)) })?;
        match found {
            Ok((_, tools)) if args.json => {
                for tool in &tools {
                    let mut line = described(tool);
                    line["server"] = name.into();
                    output::stdout(&format!("{line}\n"));
                }
            }
            Ok((about, tools)) => {
                let who = format!("{} {}", about.name, about.version);
                let count = plural(tools.len(), "tool");
                output::stdout(&format!("{name}: {} (protocol {}), {count}\n", who.trim(), about.protocol));
                tools.iter().for_each(|it| output::stdout(&shown(it)));
            }
            // One server that cannot be reached does not hide the others.
            Err(trouble) => code = told(&trouble),
        }
    }
    servers.end();
    Ok(code)
}

/// `  read_file(path, head?)  Reads a file`
fn shown(tool: &Tool) -> String {
    let required: Vec<&str> =
        tool.input.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = tool.input.get("properties").and_then(Value::as_object).into_iter().flatten();
    let names: Vec<String> = properties
        .map(|(name, _)| if required.contains(&name.as_str()) { name.clone() } else { format!("{name}?") })
        .collect();
    let first = tool.description.lines().next().unwrap_or_default();
    let mut words: String = first.chars().filter(|it| !it.is_control()).take(DESCRIPTION_MAX).collect();
    if words.len() < first.len() {
        words.push('…');
    }
    let name: String = tool.name.chars().map(|it| if it.is_control() { '\u{fffd}' } else { it }).collect();
    format!("  {name}({})  {words}\n", names.join(", "))
}
