//! Which tools are strict: the table of the specification, row by row, and what it leaves to the text around it.

use concerto_schema::strict::{Asked, Strict, model_is_supported, resolve};
use concerto_schema::{Dialect, Provider};
use serde_json::{Value, json};

use crate::show::with_property;

const SUPPORTED: &str = "claude-sonnet-4-5";
const NOT_SUPPORTED: &str = "claude-3-5-sonnet-20241022";

/// The table of `tools.md`, section Strict, with its words.
const TABLE: &str = "
| tool | connection | OpenAI | Anthropic, supported | Anthropic, not supported |
| unset | unset | true | true | left out |
| unset | false | false | false | left out |
| false | true | false | false | left out |
| true | false | true | true | left out, warning |
";

fn typed() -> Value {
    with_property(json!({ "type": "string", "minLength": 1 }))
}

fn free_form() -> Value {
    with_property(json!({}))
}

/// A raw schema that keeps to both strict subsets as it is.
fn fitting() -> Value {
    with_property(json!({ "type": "string" }))
}

fn asked<'a>(tool: Option<bool>, connection: Option<bool>, provider: Provider, schema: &'a Value) -> Asked<'a> {
    Asked { tool, connection, provider, model: None, is_raw: false, schema }
}

fn setting(text: &str) -> Option<bool> {
    match text {
        "unset" => None,
        other => Some(other.parse().unwrap()),
    }
}

/// What is written, in the words of the table.
fn words(strict: &Strict) -> String {
    let flag = strict.flag.map_or("left out".to_owned(), |it| it.to_string());
    if strict.warning.is_some() { flag + ", warning" } else { flag }
}

#[test]
fn the_table_of_the_specification() {
    let schema = typed();
    let mut rows = 0;
    for row in TABLE.lines().skip(2) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, tool, connection, openai, supported, not_supported, _] = cells[..] else { panic!("{row}") };
        let of = |provider, model| {
            let asked = asked(setting(tool), setting(connection), provider, &schema);
            words(&resolve(&Asked { model: Some(model), ..asked }))
        };
        assert_eq!(of(Provider::OpenAi, "gpt-5"), openai, "{row}");
        assert_eq!(of(Provider::OpenAiChat, "gpt-5"), openai, "{row}");
        assert_eq!(of(Provider::Anthropic, SUPPORTED), supported, "{row}");
        assert_eq!(of(Provider::Anthropic, NOT_SUPPORTED), not_supported, "{row}");
        rows += 1;
    }
    assert_eq!(rows, 4);
}

#[test]
fn a_strict_tool_is_lowered_and_another_is_not() {
    let schema = typed();
    for (provider, dialect) in [
        (Provider::OpenAi, Dialect::OpenAi),
        (Provider::OpenAiChat, Dialect::OpenAi),
        (Provider::Anthropic, Dialect::Anthropic),
        (Provider::Google, Dialect::Google),
    ] {
        let strict = resolve(&asked(None, None, provider, &schema));
        assert_eq!(strict.dialect, Some(dialect));
        assert_eq!(strict.lowered, concerto_schema::lower(&schema, dialect).ok());
        let strict = resolve(&asked(Some(false), Some(true), provider, &schema));
        assert_eq!((strict.dialect, strict.lowered), (None, None));
        let strict = resolve(&asked(None, Some(false), provider, &schema));
        assert_eq!((strict.dialect, strict.lowered), (None, None));
    }
}

#[test]
fn what_cannot_be_lowered_falls_back_unless_it_is_explicit() {
    let schema = free_form();
    for provider in [Provider::OpenAi, Provider::OpenAiChat, Provider::Anthropic] {
        for connection in [None, Some(true)] {
            let strict = resolve(&asked(None, connection, provider, &schema));
            assert_eq!(strict, Strict { flag: Some(false), ..Strict::default() });
        }
        let strict = resolve(&asked(Some(true), Some(false), provider, &schema));
        assert!(strict.is_explicit);
        assert_eq!(strict.refused.unwrap().pointer, "/properties/it");
    }
}

#[test]
fn raw_tools_are_strict_only_if_they_fit() {
    let (fitting, other) = (fitting(), typed());
    for provider in [Provider::OpenAi, Provider::OpenAiChat, Provider::Anthropic] {
        for connection in [None, Some(true)] {
            let raw = |schema| resolve(&Asked { is_raw: true, ..asked(None, connection, provider, schema) });
            assert_eq!(raw(&fitting), Strict { flag: Some(true), ..Strict::default() });
            assert_eq!(raw(&other), Strict { flag: Some(false), ..Strict::default() });
        }
        let raw =
            |tool, connection, schema| resolve(&Asked { is_raw: true, ..asked(tool, connection, provider, schema) });
        assert_eq!(raw(None, Some(false), &fitting).flag, Some(false));
        assert_eq!(raw(Some(false), None, &fitting).flag, Some(false));
        let explicit = raw(Some(true), None, &fitting);
        assert_eq!((explicit.flag, explicit.dialect), (Some(true), None));
        let explicit = raw(Some(true), None, &other);
        assert_eq!((explicit.flag, explicit.dialect), (Some(true), provider.dialect()));
        assert!(raw(Some(true), None, &free_form()).refused.is_some());
    }
}

#[test]
fn a_model_without_strict_tools_leaves_the_key_out_whatever_was_asked() {
    let (schema, free) = (typed(), free_form());
    let of = |tool, connection, is_raw, schema| {
        let asked = asked(tool, connection, Provider::Anthropic, schema);
        resolve(&Asked { model: Some(NOT_SUPPORTED), is_raw, ..asked })
    };
    let strict = of(Some(true), None, false, &free);
    assert_eq!((strict.flag, strict.dialect, strict.refused), (None, None, None));
    assert_eq!(
        strict.warning.as_deref(),
        Some("`claude-3-5-sonnet-20241022` has no strict tools, so `strict` is left out")
    );
    assert_eq!(words(&of(None, Some(true), false, &schema)), "left out, warning");
    assert_eq!(words(&of(None, Some(true), true, &schema)), "left out");
    assert_eq!(words(&of(Some(true), None, true, &schema)), "left out, warning");
}

#[test]
fn gemini_has_no_flag() {
    let (schema, free) = (typed(), free_form());
    for (tool, connection) in [(None, None), (Some(true), Some(false)), (None, Some(true)), (Some(false), None)] {
        assert_eq!(resolve(&asked(tool, connection, Provider::Google, &schema)).flag, None);
    }
    assert_eq!(resolve(&asked(None, None, Provider::Google, &free)), Strict::default());
    assert!(resolve(&asked(Some(true), None, Provider::Google, &free)).refused.is_some());
    let raw = Asked { is_raw: true, ..asked(None, Some(true), Provider::Google, &schema) };
    assert_eq!(resolve(&raw), Strict::default());
    let explicit = resolve(&Asked { tool: Some(true), ..raw });
    assert_eq!((explicit.dialect, explicit.is_explicit), (Some(Dialect::Google), true));
}

#[test]
fn the_others_have_nothing_strict() {
    let schema = typed();
    for provider in [Provider::Ollama, Provider::Simulated] {
        let strict = resolve(&asked(Some(true), Some(true), provider, &schema));
        assert_eq!(strict, Strict { is_explicit: true, ..Strict::default() });
    }
}

#[test]
fn models_with_strict_tools() {
    for model in [
        "claude-opus-4-1",
        "claude-opus-4-1-20250805",
        "claude-sonnet-4-5",
        "claude-sonnet-4-5-20250929",
        "claude-haiku-4-5@20251001",
        "claude-opus-4-6",
        "claude-opus-4-10",
        "claude-sonnet-5",
        "claude-sonnet-5-20270101",
        "claude-anything-10-0",
    ] {
        assert!(model_is_supported(model), "{model}");
    }
}

#[test]
fn models_without_strict_tools() {
    for model in [
        "",
        "claude",
        "claude-",
        "claude-sonnet",
        "claude-sonnet-4",
        "claude-sonnet-4-20250514",
        "claude-sonnet-4-1",
        "claude-opus-4-0",
        "claude-opus-4",
        "claude-3-5-sonnet-20241022",
        "claude-3-7-sonnet-latest",
        "claude-3-opus-20240229",
        "claude-2.1",
        "claude-instant-1.2",
        "anthropic.claude-sonnet-4-5",
        "gpt-5",
        "claude-sonnet-99999999999999999999",
    ] {
        assert!(!model_is_supported(model), "{model}");
    }
}

#[test]
fn providers_by_name() {
    for &provider in Provider::ALL {
        assert_eq!(Provider::parse(provider.text()), Some(provider));
    }
    assert_eq!(Provider::parse("openai_chat"), Some(Provider::OpenAiChat));
    assert_eq!(Provider::parse("OpenAI"), None);
}
