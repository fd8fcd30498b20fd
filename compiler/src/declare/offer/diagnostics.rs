//! What is to be said about what agents offer. One function, one message.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// `@strict(true)` on something that the provider cannot enforce.
pub(super) fn not_strict(tool: &str, reason: &str, provider: &str, at: Span, listed: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::NotStrict, format!("`{tool}` cannot be strict on `{provider}`: {reason}"));
    let diagnostic = diagnostic.label(at, "this is in the way");
    let diagnostic = if at == listed { diagnostic } else { diagnostic.label(listed, "offered here") };
    diagnostic
        .help("change the type, or remove `@strict(true)`: its arguments are checked when they arrive, strict or not")
}

/// A tool of one provider on a connection of another.
pub(super) fn not_offered(name: &str, id: &str, connection: &str, provider: &str, at: Span) -> Diagnostic {
    let owner = id.split('.').next().unwrap_or_default();
    let provider = if provider == connection { String::new() } else { format!(", which is `{provider}`,") };
    Diagnostic::new(Code::NotOffered, format!("the connection `{connection}`{provider} does not have `{id}`"))
        .label(at, format!("`{name}` is a tool of `{owner}`"))
        .help(format!("use a connection whose provider is `{owner}`, or leave the tool out"))
}

/// More strict tools than Anthropic takes.
pub(super) fn over_budget(names: &[&str], at: Span) -> Diagnostic {
    let shown: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
    let are = if names.len() == 1 { "is" } else { "are" };
    let title = format!("{} {are} sent without `strict`: together the tools are too much", shown.join(", "));
    Diagnostic::new(Code::StrictBudget, title)
        .label(at, "at most 20 strict tools, 24 optional parameters, 16 with several types")
        .help("say with `@strict(false)` which tools may do without, or take fewer optional parameters")
}

/// A setting that goes nowhere.
pub(super) fn ignored_setting(name: &str, provider: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::IgnoredSetting, format!("`{provider}` has no setting `{name}`"))
        .label(at, "left out of requests")
        .help("remove it, or use a connection that has it")
}

/// An agent that nobody gave a model.
pub(super) fn no_model(agent: &str, connection: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::MissingFields, format!("`{agent}` lacks the setting `model`"))
        .label(at, format!("the connection `{connection}` has no `default_model`"))
        .help("add `model: \"…\",` here, or `default_model = \"…\"` to the connection in `Concerto.toml`")
}

/// Two names that are one where only ASCII letters are left.
pub(super) fn one_wire_name(names: &[String; 2], wire: &str, at: Span, first: Span) -> Diagnostic {
    let title = format!("`{}` and `{}` are both sent as `{wire}`", names[0], names[1]);
    let diagnostic = Diagnostic::new(Code::DuplicateTool, title).label(at, "the second one");
    let diagnostic = if at == first { diagnostic } else { diagnostic.label(first, "the first one") };
    diagnostic.help("providers take letters, digits, `_` and `-`: rename one of them")
}

/// `mcp fils;`
pub(super) fn unknown_server(name: &str, at: Span, near: Option<&str>) -> Diagnostic {
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("add `[mcp.{name}]` to `Concerto.toml`, with a `command` or a `url`"),
    };
    Diagnostic::new(Code::UnknownServer, format!("the manifest has no server `{name}`"))
        .label(at, "not there")
        .help(help)
}

/// A server that nobody has looked at, where that is asked for.
pub(super) fn not_locked(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::OtherServer, format!("the server `{name}` is not in `Concerto.lock`"))
        .label(at, "nobody has written down what it offers")
        .help(format!("`concerto mcp lock {name}` does"))
}

/// A function that the server did not have when it was locked.
pub(super) fn not_in_lock(server: &str, name: &str, at: Span, near: Option<&str>) -> Diagnostic {
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("`concerto mcp list {server}` shows what it has; `concerto mcp lock {server}` looks again"),
    };
    Diagnostic::new(Code::OtherServer, format!("the server `{server}` has no `{name}`"))
        .label(at, "not in `Concerto.lock`")
        .help(help)
}

/// A function that the server had otherwise when it was locked.
pub(super) fn other_in_lock(server: &str, name: &str, misfits: &[String], at: Span) -> Diagnostic {
    Diagnostic::new(Code::OtherServer, format!("`{name}` of the server `{server}` is another one"))
        .label(at, misfits.join("; "))
        .help(format!("change the declaration, or `concerto mcp lock {server}` if the server has changed"))
}

/// `Tool::typed<Int>(…)`
pub(super) fn arguments_are_no_object(ty: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ToolSignature, format!("a tool takes named arguments, and `{ty}` has no names"))
        .label(at, "models send an object")
        .help("declare a `schema` with a field for each argument, and take that")
}
