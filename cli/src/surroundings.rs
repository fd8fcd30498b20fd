//! What a program runs in: the connections and servers of its manifest, and the `.env` file beside it.

use std::path::Path;

use concerto_compiler::manifest::{self, Manifest};
use concerto_runtime::connection::{Backoff, Connection, RateLimit, Retry};
use concerto_runtime::mcp::{Server, Servers, Settings, SignInSettings, Transport};

use crate::sign_in;

/// The connections of a manifest; files that they name are beside it.
pub(crate) fn connections(manifest: Option<&Manifest>, root: Option<&Path>) -> Vec<Connection> {
    let all = manifest.into_iter().flat_map(|it| &it.connections);
    all.filter_map(|it| connection(it, root)).collect()
}

fn connection(it: &manifest::Connection, root: Option<&Path>) -> Option<Connection> {
    let retry = Retry {
        attempts_max: it.retry.max_attempts,
        backoff: it.retry.backoff.and_then(|it| Backoff::parse(it.text())),
        initial_delay_ms: it.retry.initial_delay_ms,
        max_delay_ms: it.retry.max_delay_ms,
    };
    let rate_limit = RateLimit {
        requests_per_minute: it.rate_limit.requests_per_minute,
        tokens_per_minute: it.rate_limit.tokens_per_minute,
        concurrent_requests: it.rate_limit.concurrent_requests,
    };
    Some(Connection {
        key_variable: it.api_key_env.clone(),
        base_url: it.base_url.clone(),
        default_model: it.default_model.clone(),
        strict: it.strict,
        timeout_ms: it.timeout_ms,
        retry,
        rate_limit,
        models: it.models.clone(),
        headers: it.headers.clone(),
        organization: it.organization.clone(),
        script: it.script.as_ref().map(|it| root.unwrap_or(Path::new("")).join(it)),
        ..Connection::new(it.name.value.clone(), it.provider?)
    })
}

/// The servers of a manifest. With `is_locked`, only those that `Concerto.lock` knows.
pub(crate) fn servers(manifest: Option<&Manifest>, root: Option<&Path>, is_locked: bool) -> Servers {
    let known = manifest.into_iter().flat_map(|it| &it.mcp).filter_map(server).collect();
    let settings = Settings {
        lock: manifest.and_then(|it| it.lock.clone()),
        is_locked,
        folder: root.filter(|it| !it.as_os_str().is_empty()).map(Path::to_owned),
        guard: std::env::current_exe().ok(),
        tokens: sign_in::tokens(),
        sign_in: sign_in::browser(),
    };
    Servers::new(known, settings)
}

fn server(it: &manifest::McpServer) -> Option<Server> {
    let transport = match it.transport.as_ref()? {
        manifest::Transport::Stdio { command, env } => {
            Transport::Process { command: command.clone(), env: env.clone() }
        }
        manifest::Transport::Http { url, headers, oauth } => {
            let oauth = SignInSettings {
                client_id: oauth.client_id.clone(),
                client_secret_env: oauth.client_secret_env.clone(),
                client_metadata_url: oauth.client_metadata_url.clone(),
                scopes: oauth.scopes.clone(),
                redirect_port: oauth.redirect_port,
            };
            Transport::Http { url: url.clone(), headers: headers.clone(), oauth }
        }
    };
    Some(Server {
        name: it.name.value.clone(),
        transport,
        connect_timeout_ms: it.connect_timeout_ms,
        timeout_ms: it.timeout_ms,
        allow: it.allow.clone(),
        deny: it.deny.clone(),
    })
}

/// The variables of the `.env` file in a folder; a line that is none is the error.
pub(crate) fn variables(root: Option<&Path>) -> Result<Vec<(String, String)>, String> {
    let Some(path) = root.map(|it| it.join(".env")) else { return Ok(Vec::new()) };
    match std::fs::read_to_string(&path) {
        Ok(text) => read(&text).map_err(|line| {
            let shown = path.display();
            format!("`{shown}` has a line {line} that is no `NAME=value`")
        }),
        Err(problem) if problem.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(problem) => Err(format!("`{}` cannot be read: {problem}", path.display())),
    }
}

/// Variables, one a line; the number of the first line that is none is the error.
fn read(text: &str) -> Result<Vec<(String, String)>, usize> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        found.push(variable(line).ok_or(at + 1)?);
    }
    Ok(found)
}

fn variable(line: &str) -> Option<(String, String)> {
    let line = line.strip_prefix("export ").unwrap_or(line);
    let (name, value) = line.split_once('=')?;
    let name = name.trim();
    let is_name = |it: &str| it.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    if name.is_empty() || !is_name(name) || name.starts_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    Some((name.to_owned(), unquoted(value.trim())?))
}

/// The value of a variable: quotes are taken off, and what follows ` #` outside of them is a comment.
fn unquoted(value: &str) -> Option<String> {
    match value.chars().next() {
        Some('\'') => value.get(1..)?.split_once('\'').map(|(inside, _)| inside.to_owned()),
        Some('"') => {
            let mut out = String::new();
            let mut letters = value.chars().skip(1);
            loop {
                match letters.next()? {
                    '"' => return Some(out),
                    '\\' => out.push(match letters.next()? {
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        other => other,
                    }),
                    other => out.push(other),
                }
            }
        }
        _ => Some(value.split(" #").next().unwrap_or_default().trim_end().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_read_with_and_without_quotes() {
        let text = "# keys\nA=1\n export B = two words # no\nC=\"a\\n\\\"b # c\"\nD='raw \\n'\nE=\n\nF=a#b\n";
        let found = read(text).unwrap();
        let found: Vec<(&str, &str)> = found.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let wanted = [("A", "1"), ("B", "two words"), ("C", "a\n\"b # c"), ("D", "raw \\n"), ("E", ""), ("F", "a#b")];
        assert_eq!(found, wanted);
    }

    #[test]
    fn a_line_that_is_no_variable_is_told() {
        for (text, line) in [("A=1\nnothing", 2), ("1A=2", 1), ("A B=2", 1), ("A=\"open", 1)] {
            assert_eq!(read(text), Err(line), "{text}");
        }
    }
}
