//! What the manifest has to say. One function, one message.
//!
//! No message repeats a value that could hold a secret: the excerpt shows it where that is safe.

use toml::de::DeValue;

use super::table::{Discreet, Family};
use super::wording::{Shape, clip, discreet, identifier_like, kind, listed, shown, subject};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Text that is not TOML, in the words of the TOML parser.
pub(super) fn not_toml(problem: &str, expected: &str, at: Span) -> Diagnostic {
    let label = match expected.rsplit_once(", ") {
        Some((others, last)) => format!("expected {others} or {last}"),
        None if expected.is_empty() || expected == "nothing" => "this does not belong here".to_owned(),
        None => format!("expected {expected}"),
    };
    Diagnostic::new(Code::ManifestSyntax, format!("the manifest is not TOML: {problem}")).label(at, label)
}

/// `name = triage`.
pub(super) fn unquoted(written: &str, at: Span) -> Diagnostic {
    let help = match written.to_lowercase().as_str() {
        "true" => "write `true` in small letters",
        "false" => "write `false` in small letters",
        _ => "put text in double quotes",
    };
    Diagnostic::new(Code::ManifestSyntax, "the manifest is not TOML: text without quotes")
        .label(at, "not a number, a date, `true` or `false`")
        .help(help)
}

/// `name =` with nothing after it.
pub(super) fn no_value(at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestSyntax, "the manifest is not TOML: a key without a value")
        .label(at, "the value is missing")
        .help("write a value after `=`, or remove the key")
}

/// `name = "a"` and `name = "b"` in one table, or one header twice.
pub(super) fn duplicate_key(key: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestSyntax, format!("`{}` is given twice", clip(key)))
        .label(at, "there is one above already")
        .help("remove or rename one of the two")
}

/// `mcp = 1` and then `[mcp.files]`.
pub(super) fn value_and_table(key: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestSyntax, format!("`{}` is given once as a value and once as a table", clip(key)))
        .label(at, "it has a value above already")
        .help("remove one of the two")
}

/// A text for which there was not enough memory to follow its nesting.
pub(super) fn too_nested(at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestSyntax, "the manifest is nested too deep to be read")
        .label(at, "this file")
        .help("write tables below headers instead of inside each other")
}

/// `provder` where only `provider` is known.
pub(super) fn unknown_key(path: &str, key: &str, at: Span, known: &[&'static str]) -> Diagnostic {
    let help = match nearest(key, known.iter().copied()) {
        Some(near) => format!("there is a key `{near}`"),
        None => format!("the keys here are {}", listed(known)),
    };
    Diagnostic::new(Code::ManifestUnknownKey, format!("{} has no key `{}`", subject(path), shown(key)))
        .label(at, "unknown key")
        .help(help)
}

/// `api_key = "sk-…"`.
pub(super) fn unknown_key_with_secret(path: &str, key: &str, place: Discreet) -> Diagnostic {
    let title = format!("{} has no key `{}`", subject(path), shown(key));
    discreet(Diagnostic::new(Code::ManifestUnknownKey, title), &shown(key), place)
        .help("put the secret into an environment variable: `api_key_env` of a connection takes the variable's name")
}

/// `timeout = 60`.
pub(super) fn wrong_type(key: &str, expected: Shape, found: &DeValue<'_>, at: Span) -> Diagnostic {
    let title = format!("`{}` must be {}", shown(key), expected.phrase());
    Diagnostic::new(Code::ManifestWrongType, title)
        .label(at, format!("this is {}", kind(found)))
        .help(expected.advice(found).map(str::to_owned))
}

/// `connections = "openai"` or `[[connections]]`.
pub(super) fn not_a_family(family: &Family, found: &DeValue<'_>, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestWrongType, format!("`{}` must be a table of named tables", family.key))
        .label(at, format!("this is {}", kind(found)))
        .help(format!("write {} as a table with a name: `{}`", family.member, family.example))
}

/// `provider = "openai"` directly below `[connections]`.
pub(super) fn not_a_member(family: &Family, key: &str, found: &DeValue<'_>, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestWrongType, format!("`{}.{}` must be a table", family.key, shown(key)))
        .label(at, format!("this is {}", kind(found)))
        .help(format!("write {} as a table with a name: `{}`", family.member, family.example))
}

/// `[project]` without `name`.
pub(super) fn missing_key(path: &str, key: &str, at: Span, example: &str) -> Diagnostic {
    Diagnostic::new(Code::ManifestMissingKey, format!("{} has no `{key}`", subject(path)))
        .label(at, format!("`{key}` is missing in this table"))
        .help(format!("add it, such as `{example}`"))
}

/// `[mcp.files]` with neither `command` nor `url`.
pub(super) fn missing_transport(path: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestMissingKey, format!("{} has neither `command` nor `url`", subject(path)))
        .label(at, "nothing says how to reach this server")
        .help("add the `command` that starts it or the `url` where it listens")
}

/// Both `command` and `url`.
pub(super) fn two_transports(path: &str, command_at: Span, url_at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestBadValue, format!("{} has both `command` and `url`", subject(path)))
        .label(command_at, "a process to start")
        .label(url_at, "an address")
        .help("keep the one by which the server is to be reached")
}

/// `headers` with `command`.
pub(super) fn headers_beside_command(headers_at: Span, command_at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestBadValue, "`headers` does nothing beside `command`")
        .label(headers_at, "a process takes no headers")
        .label(command_at, "this server is a process")
        .help("remove `headers`; what a process needs goes into `env` or its arguments")
}

/// `oauth` with `command`.
pub(super) fn oauth_beside_command(oauth_at: Span, command_at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestBadValue, "`oauth` does nothing beside `command`")
        .label(oauth_at, "nobody signs in to a process")
        .label(command_at, "this server is a process")
        .help("remove `oauth`; what a process needs goes into `env` or its arguments")
}

/// `env` with `url`.
pub(super) fn env_beside_url(env_at: Span, url_at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestBadValue, "`env` does nothing beside `url`")
        .label(env_at, "no process is started that could have variables")
        .label(url_at, "this server is an address")
        .help("remove `env`; what the server needs goes into `headers`")
}

/// `[connections.my-openai]`.
pub(super) fn bad_name(family: &Family, name: &str, at: Span) -> Diagnostic {
    let title = format!("`{}` cannot be the name of {}", shown(name), family.member);
    let help = match identifier_like(name) {
        Some(better) => format!("programs use this name: write it with letters, digits and `_`, such as `{better}`"),
        None => "programs use this name: write it with letters, digits and `_`".to_owned(),
    };
    Diagnostic::new(Code::ManifestBadValue, title).label(at, "not an identifier").help(help)
}

/// `provider = "opnai"`.
pub(super) fn unknown_word(key: &str, written: &str, at: Span, known: &[&'static str]) -> Diagnostic {
    let help = match nearest(written, known.iter().copied()) {
        Some(near) => format!("write \"{near}\""),
        None => format!("it can be {}", listed(known)),
    };
    Diagnostic::new(Code::ManifestBadValue, format!("there is no {key} `{}`", clip(written)))
        .label(at, format!("not a known {key}"))
        .help(help)
}

/// `timeout = "60 sec"`.
pub(super) fn bad_duration(key: &str, at: Span, meant: Option<&str>) -> Diagnostic {
    let help = match meant {
        Some(meant) => format!("write \"{meant}\""),
        None => "write a whole number and a unit: \"500ms\", \"30s\", \"5m\" or \"2h\"".to_owned(),
    };
    Diagnostic::new(Code::ManifestBadValue, format!("`{key}` is not a duration"))
        .label(at, "not a number with one of the units `ms`, `s`, `m` and `h`")
        .help(help)
}

/// A duration of more than 292 million years.
pub(super) fn too_long(key: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestBadValue, format!("`{key}` is longer than a duration can be"))
        .label(at, "too long")
        .help("write a shorter one, or leave the key out")
}

/// `max_attempts = 0`, `timeout = "0s"`.
pub(super) fn not_positive(key: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestBadValue, format!("`{key}` must be more than 0"))
        .label(at, "not more than 0")
        .help("write a larger number, or leave the key out")
}

/// A number above what any service allows.
pub(super) fn too_large(key: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestBadValue, format!("`{key}` is too large"))
        .label(at, format!("more than {}", u32::MAX))
        .help("write a smaller number, or leave the key out")
}

/// `initial_delay = "1m"` and `max_delay = "1s"`.
pub(super) fn delays_reversed(initial_at: Span, max_at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestBadValue, "`max_delay` is shorter than `initial_delay`")
        .label(max_at, "the longest delay")
        .label(initial_at, "the first delay")
        .help("make `max_delay` at least as long as `initial_delay`")
}

/// `name = ""`.
pub(super) fn empty_text(key: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestBadValue, format!("`{}` is empty", shown(key)))
        .label(at, "nothing in it")
        .help("write a value between the quotes, or remove the key")
}

/// `url = "localhost:3000"`.
pub(super) fn bad_address(key: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestBadValue, format!("`{key}` is not a web address"))
        .label(at, "not an `http` or `https` address")
        .help("write the whole address: \"http://127.0.0.1:3000/mcp\"")
}

/// `command = []`.
pub(super) fn no_program(key: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestBadValue, format!("`{key}` names no program"))
        .label(at, "the first string is the program to start")
        .help("write the program and its arguments: [\"python3\", \"reviewer.py\"]")
}

/// `api_key_env = "sk-…"`.
pub(super) fn pasted_key(path: &str, key: &str, place: Discreet) -> Diagnostic {
    let title = format!("`{key}` of {} looks like a key itself", subject(path));
    discreet(Diagnostic::new(Code::ManifestBadValue, title), key, place)
        .help("put the key into an environment variable and write the name of the variable: \"OPENAI_API_KEY\"")
}

/// `api_key_env = "$OPENAI_API_KEY"`.
pub(super) fn bad_variable(key: &str, at: Span, meant: Option<&str>) -> Diagnostic {
    let help = match meant {
        Some(name) => format!("write it without `$`: \"{name}\""),
        None => "write the name alone, in letters, digits and `_`: \"OPENAI_API_KEY\"".to_owned(),
    };
    Diagnostic::new(Code::ManifestBadValue, format!("`{key}` is not the name of an environment variable"))
        .label(at, "not a name")
        .help(help)
}

/// `env = { "MY TOKEN" = "…" }`.
pub(super) fn bad_variable_key(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestBadValue, format!("`{}` cannot be an environment variable", shown(name)))
        .label(at, "not a name")
        .help("write names with letters, digits and `_`")
}
