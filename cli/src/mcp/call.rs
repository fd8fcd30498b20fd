//! `concerto mcp call`: one call of a server's tool, to try it.

use std::process::ExitCode;

use concerto_mcp::{Answer, Call, content};
use serde_json::{Value, json};

use super::{EXIT_FAILED, meant, servers, told, wait};
use crate::args::McpCallArgs;
use crate::compile::failed;
use crate::output;

pub(super) fn run(args: &McpCallArgs) -> Result<ExitCode, ExitCode> {
    let arguments = match serde_json::from_str(&args.arguments) {
        Ok(Value::Object(arguments)) => arguments,
        Ok(_) => return Err(failed("the arguments are no JSON object")),
        Err(problem) => return Err(failed(&format!("the arguments are no JSON: {problem}"))),
    };
    let (_project, servers) = servers(args.project.as_deref())?;
    meant(&servers, Some(&args.server))?;
    let call = Call { tool: args.tool.clone(), arguments, given: None, progress: None, may_ask: false };
    // Some servers want to be asked for their tools first.
    let answer = wait(async {
        servers.offered(&args.server).await?;
        servers.call(&args.server, call).await
    })?;
    servers.end();
    let output = match answer {
        Ok(Answer::Done(output)) => output,
        Ok(Answer::Asks(_)) => return Err(failed("the server asks a question, and nobody can answer here")),
        Err(trouble) => return Err(told(&trouble)),
    };
    if args.json {
        let line = json!({ "content": output.content, "structured": output.structured, "is_error": output.is_error });
        output::stdout(&format!("{line}\n"));
    } else if output.is_error {
        output::stderr(&format!("error: {}\n", content::reason(&output)));
    } else {
        output::stdout(&match content::value(&output) {
            Value::String(text) => format!("{text}\n"),
            value => format!("{}\n", serde_json::to_string_pretty(&value).unwrap_or_default()),
        });
    }
    Ok(if output.is_error { ExitCode::from(EXIT_FAILED) } else { ExitCode::SUCCESS })
}
