//! Manifests that are right, shown as what is read from them, and what is kept of others.

use std::fmt::Debug;
use std::fmt::Write as _;

use super::{read, unindented};
use crate::diagnostic::render::{self, Style};
use crate::manifest::{Backoff, Connection, Located, Manifest, Pairs, Provider, Transport};
use crate::source::SourceMap;

/// What is read from a manifest without faults, one key a line; what is left out of it is left out here.
fn dump(source: &str) -> String {
    let (sources, manifest, found) = read(&unindented(source));
    assert_eq!(render::report(&found, &sources, Style::PLAIN), "");
    let mut lines = String::new();
    dump_project(&mut lines, &manifest, &sources);
    manifest.connections.iter().for_each(|it| dump_connection(&mut lines, it, &sources));
    for server in &manifest.mcp {
        line(&mut lines, &format!("mcp {}", place(&server.name, &sources)));
        dump_transport(&mut lines, server.transport.as_ref());
    }
    for host in &manifest.hosts {
        line(&mut lines, &format!("host {}", place(&host.name, &sources)));
        line(&mut lines, &format!("  command {:?}", host.command));
        pairs(&mut lines, "env", &host.env);
    }
    lines
}

fn dump_project(lines: &mut String, manifest: &Manifest, sources: &SourceMap) {
    let Some(project) = &manifest.project else { return };
    line(lines, &format!("project at `{}`", sources.slice(project.span)));
    field(lines, "name", project.name.as_ref());
    field(lines, "version", project.version.as_ref());
    let entry = project.entry.as_ref();
    entry.iter().for_each(|it| line(lines, &format!("  entry {}", place(it, sources))));
}

fn dump_connection(lines: &mut String, connection: &Connection, sources: &SourceMap) {
    line(lines, &format!("connection {}", place(&connection.name, sources)));
    field(lines, "provider", connection.provider.map(Provider::text));
    field(lines, "api_key_env", connection.api_key_env.as_ref());
    field(lines, "base_url", connection.base_url.as_ref());
    field(lines, "default_model", connection.default_model.as_ref());
    field(lines, "strict", connection.strict);
    field(lines, "timeout_ms", connection.timeout_ms);
    field(lines, "retry.max_attempts", connection.retry.max_attempts);
    field(lines, "retry.backoff", connection.retry.backoff.map(Backoff::text));
    field(lines, "retry.initial_delay_ms", connection.retry.initial_delay_ms);
    field(lines, "retry.max_delay_ms", connection.retry.max_delay_ms);
    field(lines, "rate_limit.requests_per_minute", connection.rate_limit.requests_per_minute);
    field(lines, "rate_limit.tokens_per_minute", connection.rate_limit.tokens_per_minute);
    field(lines, "rate_limit.concurrent_requests", connection.rate_limit.concurrent_requests);
    pairs(lines, "models", &connection.models);
}

fn dump_transport(lines: &mut String, transport: Option<&Transport>) {
    match transport {
        Some(Transport::Stdio { command, env }) => {
            line(lines, &format!("  command {command:?}"));
            pairs(lines, "env", env);
        }
        Some(Transport::Http { url, headers, .. }) => {
            line(lines, &format!("  url {url:?}"));
            pairs(lines, "headers", headers);
        }
        None => line(lines, "  no transport"),
    }
}

fn place(located: &Located<String>, sources: &SourceMap) -> String {
    format!("{} at `{}`", located.value, sources.slice(located.span))
}

fn field(lines: &mut String, name: &str, value: Option<impl Debug>) {
    value.iter().for_each(|it| line(lines, &format!("  {name} {it:?}")));
}

fn pairs(lines: &mut String, name: &str, pairs: &Pairs) {
    pairs.iter().for_each(|(key, value)| line(lines, &format!("  {name} {key} = {value:?}")));
}

fn line(lines: &mut String, text: &str) {
    writeln!(lines, "{text}").expect("a string takes everything");
}

#[test]
fn a_full_manifest_is_read_key_by_key() {
    insta::assert_snapshot!(dump(r#"
        [project]
        name = "triage"
        version = "0.1.0"
        entry = "src/main.conc"

        [connections.openai]
        provider = "openai"            # openai | openai-chat | anthropic | google | ollama | simulated
        api_key_env = "OPENAI_API_KEY" # the name of a variable, never the key
        base_url = "https://example.org/v1"
        default_model = "gpt-4o"
        strict = true
        timeout = "60s"
        retry = { max_attempts = 4, backoff = "exponential", initial_delay = "500ms", max_delay = "30s" }
        rate_limit = { requests_per_minute = 60, tokens_per_minute = 150000, concurrent_requests = 8 }
        models = { fast = "gpt-4o-mini", "a.b" = "gpt-4o" }

        [mcp.files]
        command = ["npx", "-y", "@modelcontextprotocol/server-filesystem", "."]
        env = { TOKEN = "$TOKEN", EMPTY = "" }

        [mcp.remote]
        url = "http://127.0.0.1:3000/mcp"
        headers = { Authorization = "Bearer $TOKEN" }

        [hosts.reviewer]
        command = ["python3", "reviewer.py"]
        env = { LEVEL = "2" }
        "#), @r#"
    project at `project`
      name "triage"
      version "0.1.0"
      entry src/main.conc at `"src/main.conc"`
    connection openai at `openai`
      provider "openai"
      api_key_env "OPENAI_API_KEY"
      base_url "https://example.org/v1"
      default_model "gpt-4o"
      strict true
      timeout_ms 60000
      retry.max_attempts 4
      retry.backoff "exponential"
      retry.initial_delay_ms 500
      retry.max_delay_ms 30000
      rate_limit.requests_per_minute 60
      rate_limit.tokens_per_minute 150000
      rate_limit.concurrent_requests 8
      models fast = "gpt-4o-mini"
      models a.b = "gpt-4o"
    mcp files at `files`
      command ["npx", "-y", "@modelcontextprotocol/server-filesystem", "."]
      env TOKEN = "$TOKEN"
      env EMPTY = ""
    mcp remote at `remote`
      url "http://127.0.0.1:3000/mcp"
      headers Authorization = "Bearer $TOKEN"
    host reviewer at `reviewer`
      command ["python3", "reviewer.py"]
      env LEVEL = "2"
    "#);
}

#[test]
fn inline_tables_dotted_keys_and_headers_say_the_same() {
    let expected = dump(
        r#"
        [connections.a]
        provider = "simulated"
        [connections.a.retry]
        max_attempts = 2
        backoff = "fixed"
        "#,
    );
    let inline = r#"connections = { a = { provider = "simulated", retry = { max_attempts = 2, backoff = "fixed" } } }"#;
    assert_eq!(dump(inline), expected);
    let dotted = r#"
        connections.a.provider = "simulated"
        connections.a.retry.max_attempts = 2
        connections.a.retry.backoff = "fixed"
        "#;
    assert_eq!(dump(dotted), expected);
}

#[test]
fn tables_keep_the_order_of_the_file() {
    let (_, manifest, _) = read("[hosts.z]\n[connections.b]\n[hosts.y]\n[connections.a]\n[hosts.x]\n");
    let connections: Vec<_> = manifest.connections.iter().map(|it| it.name.value.as_str()).collect();
    let hosts: Vec<_> = manifest.hosts.iter().map(|it| it.name.value.as_str()).collect();
    assert_eq!((connections, hosts), (vec!["b", "a"], vec!["z", "y", "x"]));
}

#[test]
fn an_empty_manifest_says_nothing_and_is_right() {
    assert_eq!(dump(""), "");
    assert_eq!(dump("# only a comment\n"), "");
    assert_eq!(dump("[connections]\n[mcp]\n[hosts]\n"), "");
}

#[test]
fn names_may_be_in_any_script() {
    assert_eq!(dump("[hosts.\"prüfer\"]\ncommand = [\"a\"]\n"), "host prüfer at `\"prüfer\"`\n  command [\"a\"]\n");
}

#[test]
fn every_unit_of_a_duration_is_known() {
    for (written, expected_ms) in [("250ms", 250), ("30s", 30_000), ("5m", 300_000), ("2h", 7_200_000)] {
        let (_, manifest, _) = read(&format!("[connections.a]\ntimeout = \"{written}\"\n"));
        assert_eq!(manifest.connections[0].timeout_ms, Some(expected_ms), "{written}");
    }
}

#[test]
fn what_can_be_read_is_kept_beside_what_cannot() {
    let (_, manifest, found) = read("[connections.a]\nprovider = \"opnai\"\ntimeout = \"5s\"\n[mcp.b]\n[hosts.c]\n");
    assert_eq!(found.len(), 3);
    assert_eq!((manifest.connections[0].provider, manifest.connections[0].timeout_ms), (None, Some(5_000)));
    assert_eq!((manifest.mcp[0].name.value.as_str(), &manifest.mcp[0].transport), ("b", &None));
    assert_eq!(manifest.hosts[0].name.value, "c");
}
