//! `concerto mcp serve`: the tools of a program as a server.

use std::process::ExitCode;

use concerto_mcp::serve::Http;
use concerto_runtime::Serving;

use crate::args::McpServeArgs;
use crate::compile::{compile_server, failed};
use crate::output::{self, Report};
use crate::run::{self, Show};
use crate::surroundings;

pub(super) fn run(args: McpServeArgs) -> Result<ExitCode, ExitCode> {
    let show = Show { json: false, quiet: args.quiet, trace: args.trace.as_deref() };
    let compiled = compile_server(args.path.as_deref(), show.report())?;
    let Some(start) = compiled.program().serve else {
        return Err(failed("the program was not built as a server\n  Help: build it again with `--serve`"));
    };
    let project = compiled.manifest.as_ref().and_then(|it| it.project.as_ref());
    let file = compiled.entry.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    let name = project.and_then(|it| it.name.clone()).unwrap_or(file);
    let version = project.and_then(|it| it.version.clone()).unwrap_or_else(|| "0.0.0".to_owned());
    let http = args.http.map(|address| http(&args, address, compiled.root.as_deref())).transpose()?;
    let serving = Serving::new(name, version).short_names(args.short_names);
    let serving = match http {
        Some(http) => serving.http(http, |address| output::stderr(&format!("serving at http://{address}/mcp\n"))),
        None => serving,
    };
    let (driver, verified) = run::driver(compiled, &show, &args.limits, false)?;
    // Standard output is for clients, and standard input comes from them.
    let driver = driver.output(std::io::stderr(), std::io::stderr()).input(std::io::empty()).operator(None);
    let outcome = driver.serve(serving).run(start);
    Ok(run::ended(outcome, &verified, Report::Text, None))
}

fn http(args: &McpServeArgs, address: std::net::SocketAddr, root: Option<&std::path::Path>) -> Result<Http, ExitCode> {
    let token = match &args.token_env {
        None => None,
        Some(name) => {
            let file = surroundings::variables(root).map_err(|it| failed(&it))?;
            let own = std::env::var(name).ok().filter(|it| !it.trim().is_empty());
            let found = own.or_else(|| file.into_iter().find(|(it, _)| it == name).map(|(_, value)| value));
            Some(found.ok_or_else(|| failed(&format!("the variable `{name}` is not set")))?)
        }
    };
    if !address.ip().is_loopback() && token.is_none() {
        output::stderr(
            "warning: everybody who reaches this address can call the tools; `--token-env NAME` wants a token\n",
        );
    }
    Ok(Http { address, token, hosts: args.allow_host.clone(), origins: args.allow_origin.clone() })
}
