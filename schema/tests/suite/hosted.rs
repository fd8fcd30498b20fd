//! Tools that a provider runs itself.

use concerto_schema::Provider;
use concerto_schema::entry::{Offered, entries};
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::entry::{connection, hosted, show, tool};
use crate::show::with_property;

#[test]
fn hosted_tools_of_openai() {
    let tools = [
        hosted("WebSearch", "openai.web_search", json!({ "search_context_size": "low" })),
        Offered::Function(tool("t", "T", json!({ "type": "object", "properties": {} }))),
        hosted("Code", "openai.code_interpreter", json!({})),
        hosted("Mine", "openai.code_interpreter", json!({ "container": "c1" })),
        hosted("Other", "google.google_search", json!({})),
    ];
    assert_snapshot!(show(&tools, &connection(Provider::OpenAi)), @r#"
        [
          { "type": "web_search", "search_context_size": "low" },
          {
            "type": "function",
            "name": "t",
            "description": "T",
            "parameters": { "type": "object", "properties": {}, "required": [], "additionalProperties": false },
            "strict": true
          },
          { "type": "code_interpreter", "container": { "type": "auto" } },
          { "type": "code_interpreter", "container": "c1" }
        ]
        t as t, strict Some(true), lifted from Some(OpenAi)
        warning: `Other` is left out: `openai` does not have `google.google_search`
    "#);
}

#[test]
fn hosted_tools_of_anthropic() {
    let tools = [
        hosted("WebSearch", "anthropic.web_search", json!({ "max_uses": 3 })),
        hosted("Fetch", "anthropic.web_fetch", json!({})),
        hosted("Code", "anthropic.code_execution", json!({})),
        hosted("Memory", "anthropic.memory_20250818", json!({})),
    ];
    assert_snapshot!(show(&tools, &connection(Provider::Anthropic)), @r#"
        [
          { "type": "web_search_20250305", "name": "web_search", "max_uses": 3 },
          { "type": "web_fetch_20250910", "name": "web_fetch" },
          { "type": "code_execution_20250825", "name": "code_execution" },
          { "type": "memory_20250818", "name": "memory" }
        ]
    "#);
}

#[test]
fn hosted_tools_of_gemini() {
    let tools = [
        hosted("Search", "google.search", json!({})),
        Offered::Function(tool("t", "T", with_property(json!({ "type": "null" })))),
        hosted("Search2", "google.google_search", json!({ "x": 1 })),
        hosted("Code", "google.code_execution", json!({})),
        hosted("Url", "google.url_context", json!({})),
        hosted("Maps", "google.google_maps", json!({})),
    ];
    assert_snapshot!(show(&tools, &connection(Provider::Google)), @r#"
        [
          {
            "functionDeclarations": [
              {
                "name": "t",
                "description": "T",
                "parameters": {
                  "type": "object",
                  "properties": { "it": { "type": "object", "nullable": true, "description": "Always null." } },
                  "required": ["it"]
                }
              }
            ]
          },
          { "googleSearch": {} },
          { "googleSearch": { "x": 1 } },
          { "codeExecution": {} },
          { "urlContext": {} },
          { "googleMaps": {} }
        ]
        t as t, strict None, lifted from Some(Google)
    "#);
}

#[test]
fn hosted_tools_elsewhere_are_left_out_with_a_warning() {
    let tools = [hosted("WebSearch", "openai.web_search", json!({}))];
    for provider in [Provider::OpenAiChat, Provider::Anthropic, Provider::Google, Provider::Ollama, Provider::Simulated]
    {
        let sent = entries(&tools, &connection(provider)).unwrap();
        assert!(sent.tools.is_empty());
        let expected = format!("`WebSearch` is left out: `{}` does not have `openai.web_search`", provider.text());
        assert_eq!(sent.warnings, [expected]);
    }
}

#[test]
fn hosted_tools_that_are_declared_wrongly() {
    let error = |id: &str, args: Value| {
        entries(&[hosted("T", id, args)], &connection(Provider::OpenAi)).unwrap_err().to_string()
    };
    assert_eq!(
        error("web_search", json!({})),
        "`T` cannot be sent: its id `web_search` is not a provider and a tool, as in `openai.web_search`"
    );
    assert_eq!(error("openai.web_search", json!([])), "`T` cannot be sent: its `args` are no object");
    assert_eq!(
        error("openai.web_search", json!({ "type": "function" })),
        "`T` cannot be sent: its `args` must not have `type`, which its id decides"
    );
}
