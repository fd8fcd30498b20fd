//! `concerto mcp`: servers of tools, one file for each thing that can be done with them.

mod call;
mod list;
mod lock;
mod login;
mod serve;

use std::path::Path;
use std::process::ExitCode;

use concerto_mcp::guard;
use concerto_runtime::mcp::{Servers, Trouble};

use crate::args::{McpArgs, McpCommand};
use crate::check::EXIT_COMPILE;
use crate::compile::failed;
use crate::output::{self, Report};
use crate::project::{self, Project};
use crate::surroundings;

/// A server could not do what was asked.
const EXIT_FAILED: u8 = 1;

pub(crate) fn run(args: McpArgs) -> ExitCode {
    let done = match args.command {
        McpCommand::List(args) => list::run(&args),
        McpCommand::Call(args) => call::run(&args),
        McpCommand::Lock(args) => lock::run(&args),
        McpCommand::Login(args) => login::run(&args),
        McpCommand::Serve(args) => serve::run(args),
    };
    done.unwrap_or_else(|code| code)
}

/// Where this process is to be the guard of a server: its exit code.
pub(crate) fn guard() -> Option<ExitCode> {
    let mut args = std::env::args().skip(1);
    if args.next()? != guard::WORD {
        return None;
    }
    let parent = args.next().unwrap_or_default();
    let command: Vec<String> = args.skip(1).collect();
    Some(ExitCode::from(guard::run(&parent, &command) as u8))
}

/// The project whose servers are meant, and those servers.
fn servers(folder: Option<&Path>) -> Result<(Project, Servers), ExitCode> {
    let project = project::find(folder).map_err(|it| failed(&it))?;
    output::diagnostics(&project.diagnostics, &project.sources, Report::Text);
    if output::has_errors(&project.diagnostics) {
        return Err(ExitCode::from(EXIT_COMPILE));
    }
    let variables = surroundings::variables(project.root.as_deref()).map_err(|it| failed(&it))?;
    let servers = surroundings::servers(project.manifest.as_ref(), project.root.as_deref(), false).variables(variables);
    if servers.names().is_empty() {
        return Err(failed("the manifest has no servers\n  Help: add one: `[mcp.files]` with a `command` or a `url`"));
    }
    Ok((project, servers))
}

/// A server that is named, or all.
fn meant<'s>(servers: &'s Servers, named: Option<&str>) -> Result<Vec<&'s str>, ExitCode> {
    let all = servers.names();
    let Some(named) = named else { return Ok(all) };
    match all.iter().find(|it| **it == named) {
        Some(one) => Ok(vec![one]),
        None => Err(failed(&format!("there is no server `{named}`; there are: {}", all.join(", ")))),
    }
}

/// Tells what went wrong with a server.
fn told(trouble: &Trouble) -> ExitCode {
    output::stderr(&format!("error: {trouble}\n"));
    match trouble {
        Trouble::Config(_) => ExitCode::from(EXIT_COMPILE),
        _ => ExitCode::from(EXIT_FAILED),
    }
}

/// Waits for a server.
fn wait<T>(work: impl Future<Output = T>) -> Result<T, ExitCode> {
    concerto_runtime::mcp::wait(work).map_err(|it| failed(&it))
}
