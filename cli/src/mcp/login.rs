//! `concerto mcp login`: somebody signs in to a server, whose tokens are kept.

use std::process::ExitCode;

use super::{meant, servers, told, wait};
use crate::args::McpLoginArgs;
use crate::output;

pub(super) fn run(args: &McpLoginArgs) -> Result<ExitCode, ExitCode> {
    let (_project, servers) = servers(args.project.as_deref())?;
    meant(&servers, Some(&args.server))?;
    let about = wait(servers.about(&args.server))?.map_err(|it| told(&it))?;
    servers.end();
    output::stdout(&format!("signed in to {} ({})\n", args.server, about.name));
    Ok(ExitCode::SUCCESS)
}
