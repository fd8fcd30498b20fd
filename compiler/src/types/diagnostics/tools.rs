//! Tools, agents, pipelines, decorators.

use super::listed;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A tool's function without `@describe`.
pub(in crate::types) fn missing_description(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::MissingDescription, format!("`{name}` needs `@describe(\"…\")`"))
        .label(at, "a model decides by its description when to call it")
        .help(format!("add the line `@describe(\"what {name} does\")` above it"))
        .help("or remove `pub`, which makes it a helper that models do not see")
}

/// A tool's parameter without `@param`.
pub(in crate::types) fn missing_param_text(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::MissingParamText, format!("the parameter `{name}` needs `@param(\"…\")`"))
        .label(at, "a model decides by its description what to pass")
        .help(format!("write `@param(\"what {name} is\") {name}: …`"))
}

/// A function in the signature of a tool.
pub(in crate::types) fn no_json_form(what: &str, ty: &str, part: &str, path: &[String], at: Span) -> Diagnostic {
    let through = match path.last() {
        Some(step) => format!("`{step}` is `{part}`, which has none"),
        None => format!("`{part}` has none"),
    };
    Diagnostic::new(Code::NoJsonForm, format!("{what} has the type `{ty}`, which has no JSON form"))
        .label(at, through)
        .help("models read and write JSON: use data, not functions, tasks, streams or handles")
}

/// `enum V { A { type: String } }`
pub(in crate::types) const TAG_TWICE: &str =
    "one of its variants has a field `type`, the name of the tag that tells variants apart in JSON: rename the field";

/// `pipeline P(x: Int) -> Int {}`
pub(in crate::types) fn no_stages(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::StageMismatch, format!("the pipeline `{name}` has no stages"))
        .label(at, "it does nothing")
        .help("add `stage name(x: T) -> U { … }`")
}

/// The first stage takes something else than the pipeline.
pub(in crate::types) fn first_stage(given: &str, taken: &str, at: Span, pipeline: Span) -> Diagnostic {
    Diagnostic::new(Code::StageMismatch, format!("the first stage takes {taken}, the pipeline {given}"))
        .label(at, format!("this takes {taken}"))
        .label(pipeline, format!("the pipeline takes {given}"))
        .help("let the first stage take what the pipeline takes")
}

/// A stage that takes something else than the one before gives.
pub(in crate::types) fn stage_mismatch(given: &str, taken: &str, at: Span, before: Span) -> Diagnostic {
    Diagnostic::new(Code::StageMismatch, format!("this stage takes `{taken}`, the one before gives `{given}`"))
        .label(at, format!("takes `{taken}`"))
        .label(before, format!("gives `{given}`"))
        .help("change one of the two types, or put a stage between them")
}

/// A stage that takes two values.
pub(in crate::types) fn stage_count(name: &str, count: usize, at: Span, before: Span) -> Diagnostic {
    Diagnostic::new(Code::StageMismatch, format!("the stage `{name}` takes {count} values instead of one"))
        .label(at, "a stage takes what the one before gives")
        .label(before, "which is one value")
        .help("put several values into a struct or a tuple")
}

/// The last stage gives something else than the pipeline.
pub(in crate::types) fn last_stage(
    given: &str,
    wanted: &str,
    at: Span,
    pipeline: Span,
    says_result: bool,
) -> Diagnostic {
    let says = if says_result { "gives" } else { "says nothing about a result, and so gives" };
    Diagnostic::new(Code::StageMismatch, format!("the last stage gives `{given}`, the pipeline `{wanted}`"))
        .label(at, format!("gives `{given}`"))
        .label(pipeline, format!("{says} `{wanted}`"))
        .help(format!("declare the pipeline with `-> {given}`, or change the stage"))
}

/// `@readonly struct S`
pub(in crate::types) fn decorator_elsewhere(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::MisplacedDecorator, format!("`@{name}` means nothing here"))
        .label(at, "this has nothing to do with what follows")
        .help(format!("remove it; `concerto explain E0117` says where `@{name}` belongs"))
}

/// `@describe("a") @describe("b")`
pub(in crate::types) fn decorator_twice(name: &str, at: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, format!("`@{name}` is there twice"))
        .label(at, "the second one")
        .label(first, "the first one")
        .help("remove one of them")
}

/// A decorator with too many, too few or unknown arguments.
pub(in crate::types) fn decorator_takes(name: &str, usage: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::DecoratorArguments, format!("`@{name}` does not take these arguments"))
        .label(at, "not what it takes")
        .help(format!("write `{usage}`"))
}

/// `@timeout("10s")`
pub(in crate::types) fn decorator_value(name: &str, wanted: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::DecoratorArguments, format!("`@{name}` takes {wanted}"))
        .label(at, "this is something else")
        .help("decorators take values that are written out")
}

/// `@range(0, 1) name: String`
pub(in crate::types) fn constraint_on_other_type(name: &str, kind: &str, ty: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::DecoratorArguments, format!("`@{name}` is for {kind}, not for `{ty}`"))
        .label(at, "the field cannot have this constraint")
        .help("remove it, or change the type of the field")
}

/// An agent without its provider.
pub(in crate::types) fn missing_setting(owner: &str, name: &str, example: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::MissingFields, format!("`{owner}` lacks the setting `{name}`"))
        .label(at, "it cannot work without it")
        .help(format!("add `{name}: {example},`"))
}

/// `@failure("explode")`
pub(in crate::types) fn decorator_word(name: &str, words: &[&str], at: Span) -> Diagnostic {
    let words: Vec<String> = words.iter().map(|it| format!("\"{it}\"")).collect();
    Diagnostic::new(Code::DecoratorArguments, format!("`@{name}` takes one of {}", words.join(", ")))
        .label(at, "this is something else")
        .help(format!("write `@{name}({})`", words.first().map_or("…", |it| it)))
}

/// Two tools of one name.
pub(in crate::types) fn duplicate_tool(name: &str, at: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateTool, format!("two different tools are called `{name}`"))
        .label(at, "the second one")
        .label(first, "the first one")
        .help("leave one of them out, or put one into a `Toolkit` with `.namespace(\"…\")`")
}

/// `execute` with a signal.
pub(in crate::types) fn unhandled_tool(tool: &str, word: &str, call: &str, at: Span, listed: Span) -> Diagnostic {
    Diagnostic::new(Code::UnhandledTool, format!("`{call}` cannot handle `{tool}`, which is a `@{word}`"))
        .label(at, "this goes on until there is an answer")
        .label(listed, format!("a call of `{tool}` stops the agent"))
        .help("use `.run(…)`, which gives an `Outcome`")
}

/// A tool's function that calls its own tool while it holds it.
pub(in crate::types) fn tool_waits_for_itself(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ToolWaitsForItself, format!("`{name}` would wait for itself"))
        .label(at, "this function holds the tool until it is done")
        .help("call the other function on `self`")
}

/// `retry: 3`
pub(in crate::types) fn record_wanted(name: &str, example: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::TypeMismatch, format!("`{name}` takes named settings"))
        .label(at, "this is a value")
        .help(format!("write `{name}: {{ {example} }}`"))
}

/// `retry: { maxx: 3 }`
pub(in crate::types) fn unknown_record_setting(
    name: &str,
    owner: &str,
    at: Span,
    near: Option<&str>,
    known: &[&str],
) -> Diagnostic {
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it has {}", listed(known)),
    };
    Diagnostic::new(Code::UnknownSetting, format!("`{owner}` has no setting `{name}`"))
        .label(at, "no such setting")
        .help(help)
}

/// `backoff: "fast"`
pub(in crate::types) fn not_one_of(text: &str, words: &[&str], at: Span, near: Option<&str>) -> Diagnostic {
    let quoted: Vec<String> = words.iter().map(|it| format!("\"{it}\"")).collect();
    let help = match near {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("it is one of {}", quoted.join(", ")),
    };
    Diagnostic::new(Code::TypeMismatch, format!("\"{text}\" is none of {}", quoted.join(", ")))
        .label(at, "not one of them")
        .help(help)
}

/// `listen … { "qestion" => … }`
pub(in crate::types) fn unknown_message(name: &str, at: Span, near: Option<&str>, known: &[&str]) -> Diagnostic {
    let help = match near {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("they are {}", listed(known)),
    };
    Diagnostic::new(Code::UnknownSetting, format!("hosts send no message \"{name}\""))
        .label(at, "no such message")
        .help(help)
}

/// `@length(-1, 5)`
pub(in crate::types) fn constraint_below_zero(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::DecoratorArguments, format!("`@{name}` counts, and there is nothing below 0"))
        .label(at, "a negative count")
        .help(format!("write `@{name}(0, …)`"))
}

/// `@range(5, 1)`
pub(in crate::types) fn constraint_upside_down(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::DecoratorArguments, format!("no value can keep to this `@{name}`"))
        .label(at, "the least is above the most")
        .help("write the smaller number first")
}

/// `@pattern("(")`
pub(in crate::types) fn bad_regex(problem: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::DecoratorArguments, format!("this is no regular expression: {problem}"))
        .label(at, "cannot be read")
        .help("escape characters with a meaning of their own: `\\\\(` in a string, or `\\(` in a raw string `r\"…\"`")
}

/// `@format("emial")`
pub(in crate::types) fn unknown_format(text: &str, at: Span, near: Option<&str>, known: &[&str]) -> Diagnostic {
    let help = match near {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("JSON Schema knows {}", listed(known)),
    };
    Diagnostic::new(Code::DecoratorArguments, format!("there is no format \"{text}\"")).label(at, "unknown").help(help)
}

/// `pub fn f<T>(…)` in a tool.
pub(in crate::types) fn generic_tool(name: &str, param: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::ToolSignature, format!("`{name}` has a type parameter, and models know no types"))
        .label(at, format!("which type `{param}` is, nobody could say"))
        .help("write the type, take `Json`, or remove `pub` to make it a helper")
}

/// `pub fn f(@param("…") (x, y): (Int, Int))`
pub(in crate::types) fn unnamed_parameter(at: Span) -> Diagnostic {
    Diagnostic::new(Code::ToolSignature, "a tool's parameter needs a name")
        .label(at, "models pass arguments by name, and this has none")
        .help("take it under one name, and take it apart inside: `let (x, y) = point;`")
}

/// `fn search(…) -> Json;` in a server.
pub(in crate::types) fn server_cannot_fail(name: &str, value: &str, at: Span) -> Diagnostic {
    Diagnostic::new(
        Code::ToolSignature,
        format!("a call of the server's `{name}` may fail, and its result does not say so"),
    )
    .label(at, "the server may not be there, or refuse the call")
    .help(format!("write `-> Result<{value}, ToolError>`"))
}

/// `@signal @interaction`
pub(in crate::types) fn two_kinds(at: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DecoratorConflict, "a tool's function is a signal or an interaction, not both")
        .label(at, "the second kind")
        .label(first, "the first kind")
        .help("a signal ends the execution, an interaction waits for an answer: keep one of them")
}

/// `@retry(max: 3)` without `@idempotent`.
pub(in crate::types) fn retry_ignored(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::RetryIgnored, format!("`{name}` is not called again when it fails"))
        .label(at, "nothing says that a second call does no harm")
        .help("add `@idempotent` if it does none, or remove `@retry`")
}

/// `max_turns: 0`
pub(in crate::types) fn setting_below(name: &str, least: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::SettingValue, format!("`{name}` is {least} or more"))
        .label(at, "too small")
        .help(format!("write `{name}: {least}` or more, or leave it out"))
}

/// `id: "web_search"`
pub(in crate::types) fn bad_tool_id(id: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::SettingValue, format!("\"{id}\" does not say whose tool it is"))
        .label(at, "the provider is missing")
        .help("write `openai.`, `anthropic.` or `google.` and the tool: \"openai.web_search\"")
}
