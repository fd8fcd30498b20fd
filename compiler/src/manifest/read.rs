//! The tables of a manifest, one function each. The keys a function asks for are the keys its table may have, in the
//! order in which messages list them.

use super::diagnostics;
use concerto_schema::Provider;

use super::model::{
    Backoff, Connection, Host, Located, Manifest, McpServer, OAuth, Pairs, Project, RateLimit, Retry, Transport,
};
use super::table::{Entry, Family, Table};
use super::value::{
    read_address, read_command, read_count, read_duration, read_env, read_flag, read_key_variable, read_list,
    read_located, read_models, read_pairs, read_positive_duration, read_text, read_word,
};
use crate::diagnostic::{Diagnostic, Sink};

const CONNECTIONS: Family = Family { key: "connections", member: "a connection", example: "[connections.openai]" };
const MCP: Family = Family { key: "mcp", member: "an MCP server", example: "[mcp.files]" };
const HOSTS: Family = Family { key: "hosts", member: "a host", example: "[hosts.reviewer]" };

/// Reads the whole manifest.
pub(super) fn read_manifest(mut top: Table<'_>, sink: &mut Sink) -> Manifest {
    let project = top.table("project", sink).map(|it| read_project(it, sink));
    let connections = top.tables(&CONNECTIONS, sink);
    let mcp = top.tables(&MCP, sink);
    let hosts = top.tables(&HOSTS, sink);
    top.finish(sink);
    Manifest {
        project,
        connections: connections.into_iter().map(|it| read_connection(it, sink)).collect(),
        mcp: mcp.into_iter().map(|it| read_server(it, sink)).collect(),
        hosts: hosts.into_iter().map(|it| read_host(it, sink)).collect(),
        lock: None,
        is_locked: false,
    }
}

fn read_project(mut table: Table<'_>, sink: &mut Sink) -> Project {
    let project = Project {
        span: table.at,
        name: table.require("name", "name = \"triage\"", sink).and_then(|it| read_text(it, sink)),
        version: table.get("version").and_then(|it| read_text(it, sink)),
        entry: table.get("entry").and_then(|it| read_located(it, sink)),
    };
    table.finish(sink);
    project
}

fn read_connection(mut table: Table<'_>, sink: &mut Sink) -> Connection {
    let provider = table.require("provider", "provider = \"openai\"", sink);
    let connection = Connection {
        name: name_of(&table),
        provider: provider.and_then(|it| read_word(it, Provider::ALL, Provider::text, sink)),
        api_key_env: table.get("api_key_env").and_then(|it| read_key_variable(it, &table, sink)),
        base_url: table.get("base_url").and_then(|it| read_address(it, sink)),
        default_model: table.get("default_model").and_then(|it| read_text(it, sink)),
        strict: table.get("strict").and_then(|it| read_flag(it, sink)),
        timeout_ms: table.get("timeout").and_then(|it| read_positive_duration(it, sink)),
        retry: table.table("retry", sink).map(|it| read_retry(it, sink)).unwrap_or_default(),
        rate_limit: table.table("rate_limit", sink).map(|it| read_rate_limit(it, sink)).unwrap_or_default(),
        models: read_models(table.table("models", sink), sink),
        headers: read_pairs(table.table("headers", sink), sink),
        organization: table.get("organization").and_then(|it| read_text(it, sink)),
        script: table.get("script").and_then(|it| read_text(it, sink)),
    };
    table.finish(sink);
    connection
}

fn read_retry(mut table: Table<'_>, sink: &mut Sink) -> Retry {
    let max_attempts = table.get("max_attempts");
    let backoff = table.get("backoff");
    let initial_delay = table.get("initial_delay");
    let max_delay = table.get("max_delay");
    let retry = Retry {
        max_attempts: max_attempts.and_then(|it| read_count(it, sink)),
        backoff: backoff.and_then(|it| read_word(it, Backoff::ALL, Backoff::text, sink)),
        initial_delay_ms: initial_delay.and_then(|it| read_duration(it, sink)),
        max_delay_ms: max_delay.and_then(|it| read_duration(it, sink)),
    };
    table.finish(sink);
    check_delays(retry, initial_delay, max_delay, sink)
}

/// A longest delay below the first one cannot be kept, and is left out.
fn check_delays(retry: Retry, initial: Option<Entry<'_>>, max: Option<Entry<'_>>, sink: &mut Sink) -> Retry {
    match (initial, max) {
        (Some(initial), Some(max)) if retry.max_delay_ms.is_some_and(|it| Some(it) < retry.initial_delay_ms) => {
            sink.push(diagnostics::delays_reversed(initial.at, max.at));
            Retry { max_delay_ms: None, ..retry }
        }
        _ => retry,
    }
}

fn read_rate_limit(mut table: Table<'_>, sink: &mut Sink) -> RateLimit {
    let limit = RateLimit {
        requests_per_minute: table.get("requests_per_minute").and_then(|it| read_count(it, sink)),
        tokens_per_minute: table.get("tokens_per_minute").and_then(|it| read_count(it, sink)),
        concurrent_requests: table.get("concurrent_requests").and_then(|it| read_count(it, sink)),
    };
    table.finish(sink);
    limit
}

fn read_server(mut table: Table<'_>, sink: &mut Sink) -> McpServer {
    let command = table.get("command");
    let env = table.table("env", sink);
    let url = table.get("url");
    let headers = table.table("headers", sink);
    let oauth = table.table("oauth", sink);
    let problem = transport_problem(&table, command, env.as_ref(), url, headers.as_ref());
    let stray =
        oauth.as_ref().zip(command).map(|(it, command)| diagnostics::oauth_beside_command(it.at, command.key_at));
    problem.into_iter().chain(stray).for_each(|it| sink.push(it));
    let (env, headers) = (read_env(env, sink), read_pairs(headers, sink));
    let oauth = oauth.map(|it| read_oauth(it, sink)).unwrap_or_default();
    let server = McpServer {
        name: name_of(&table),
        transport: read_transport(command, env, url, (headers, oauth), sink),
        connect_timeout_ms: table.get("connect_timeout").and_then(|it| read_positive_duration(it, sink)),
        timeout_ms: table.get("timeout").and_then(|it| read_positive_duration(it, sink)),
        allow: table.get("allow").and_then(|it| read_list(it, sink)).unwrap_or_default(),
        deny: table.get("deny").and_then(|it| read_list(it, sink)).unwrap_or_default(),
    };
    table.finish(sink);
    server
}

fn read_oauth(mut table: Table<'_>, sink: &mut Sink) -> OAuth {
    let port = table.get("redirect_port");
    let port = port.and_then(|it| Some((it, read_count(it, sink)?)));
    let oauth = OAuth {
        client_id: table.get("client_id").and_then(|it| read_text(it, sink)),
        client_secret_env: table.get("client_secret_env").and_then(|it| read_key_variable(it, &table, sink)),
        client_metadata_url: table.get("client_metadata_url").and_then(|it| read_address(it, sink)),
        scopes: table.get("scopes").and_then(|it| read_list(it, sink)).unwrap_or_default(),
        redirect_port: port.and_then(|(entry, port)| {
            let port = u16::try_from(port).ok();
            if port.is_none() {
                sink.push(diagnostics::too_large(entry.key, entry.at));
            }
            port
        }),
    };
    table.finish(sink);
    oauth
}

/// A server is a process with variables or an address with headers, and nothing that mixes the two.
fn transport_problem(
    table: &Table<'_>,
    command: Option<Entry<'_>>,
    env: Option<&Table<'_>>,
    url: Option<Entry<'_>>,
    headers: Option<&Table<'_>>,
) -> Option<Diagnostic> {
    match (command, url) {
        (None, None) => Some(diagnostics::missing_transport(&table.path, table.at)),
        (Some(command), Some(url)) => Some(diagnostics::two_transports(&table.path, command.key_at, url.key_at)),
        (Some(command), None) => headers.map(|it| diagnostics::headers_beside_command(it.at, command.key_at)),
        (None, Some(url)) => env.map(|it| diagnostics::env_beside_url(it.at, url.key_at)),
    }
}

fn read_transport(
    command: Option<Entry<'_>>,
    env: Pairs,
    url: Option<Entry<'_>>,
    (headers, oauth): (Pairs, OAuth),
    sink: &mut Sink,
) -> Option<Transport> {
    let command = command.and_then(|it| read_command(it, sink));
    let url = url.and_then(|it| read_address(it, sink));
    match (command, url) {
        (Some(command), _) => Some(Transport::Stdio { command, env }),
        (None, Some(url)) => Some(Transport::Http { url, headers, oauth }),
        (None, None) => None,
    }
}

fn read_host(mut table: Table<'_>, sink: &mut Sink) -> Host {
    let command = table.require("command", "command = [\"python3\", \"reviewer.py\"]", sink);
    let host = Host {
        name: name_of(&table),
        command: command.and_then(|it| read_command(it, sink)).unwrap_or_default(),
        env: read_env(table.table("env", sink), sink),
    };
    table.finish(sink);
    host
}

fn name_of(table: &Table<'_>) -> Located<String> {
    Located { value: table.name.to_owned(), span: table.at }
}
