//! The tools of a request, as each provider gets them.

use concerto_schema::entry::{Connection, Entries, EntryError, Offered, Sent, Tool, entries};
use concerto_schema::{Dialect, Provider};
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::show::{pretty, with_optional, with_property};

pub(crate) fn connection(provider: Provider) -> Connection {
    Connection { provider, strict: None, model: None }
}

pub(crate) fn tool(name: &str, description: &str, parameters: Value) -> Tool {
    let (name, origin, description) = (name.to_owned(), "main.conc".to_owned(), description.to_owned());
    Tool { name, origin, description, parameters, strict: None, is_raw: false }
}

pub(crate) fn hosted(name: &str, id: &str, args: Value) -> Offered {
    Offered::Hosted { name: name.to_owned(), origin: "main.conc".to_owned(), id: id.to_owned(), args }
}

/// A typed tool, one without parameters, and a raw one with what raw schemas have.
fn offered() -> Vec<Offered> {
    let add = tool("Calculator::add", "Adds", with_optional(json!({ "type": "integer", "minimum": 1 })));
    let now = tool(
        "Clock::now",
        "Says the time",
        json!({ "type": "object", "properties": {}, "additionalProperties": false }),
    );
    let raw = json!({
        "type": "object",
        "properties": { "by": { "oneOf": [{ "$ref": "#/$defs/Id" }, { "type": "string" }] } },
        "$defs": { "Id": { "type": "integer", "minimum": 1 } },
    });
    let look_up = Tool { is_raw: true, ..tool("look up", "", raw) };
    [add, now, look_up].map(Offered::Function).to_vec()
}

/// Everything about a request.
pub(crate) fn show(offered: &[Offered], connection: &Connection) -> String {
    match entries(offered, connection) {
        Err(error) => error.to_string(),
        Ok(Entries { tools, text, sent, validated, warnings }) => {
            assert_eq!(
                serde_json::from_str::<Value>(&text).unwrap(),
                Value::Array(tools.clone()),
                "the text says the same"
            );
            let mut lines = vec![pretty(&Value::Array(tools))];
            for Sent { name, wire, strict, dialect } in sent {
                lines.push(format!("{name} as {wire}, strict {strict:?}, lifted from {dialect:?}"));
            }
            lines.extend(validated.then(|| "validated".to_owned()));
            lines.extend(warnings.into_iter().map(|it| format!("warning: {it}")));
            lines.join("\n")
        }
    }
}

#[test]
fn openai() {
    assert_snapshot!(show(&offered(), &connection(Provider::OpenAi)), @r##"
        [
          {
            "type": "function",
            "name": "Calculator__add",
            "description": "Adds",
            "parameters": {
              "type": "object",
              "properties": { "it": { "type": ["integer", "null"], "minimum": 1 } },
              "required": ["it"],
              "additionalProperties": false
            },
            "strict": true
          },
          {
            "type": "function",
            "name": "Clock__now",
            "description": "Says the time",
            "parameters": { "type": "object", "properties": {}, "required": [], "additionalProperties": false },
            "strict": true
          },
          {
            "type": "function",
            "name": "look_up",
            "parameters": {
              "type": "object",
              "properties": { "by": { "oneOf": [{ "$ref": "#/$defs/Id" }, { "type": "string" }] } },
              "$defs": { "Id": { "type": "integer", "minimum": 1 } }
            },
            "strict": false
          }
        ]
        Calculator::add as Calculator__add, strict Some(true), lifted from Some(OpenAi)
        Clock::now as Clock__now, strict Some(true), lifted from Some(OpenAi)
        look up as look_up, strict Some(false), lifted from None
    "##);
}

#[test]
fn openai_chat() {
    assert_snapshot!(show(&offered(), &connection(Provider::OpenAiChat)), @r##"
        [
          {
            "type": "function",
            "function": {
              "name": "Calculator__add",
              "description": "Adds",
              "parameters": {
                "type": "object",
                "properties": { "it": { "type": ["integer", "null"], "minimum": 1 } },
                "required": ["it"],
                "additionalProperties": false
              },
              "strict": true
            }
          },
          {
            "type": "function",
            "function": {
              "name": "Clock__now",
              "description": "Says the time",
              "parameters": { "type": "object", "properties": {}, "required": [], "additionalProperties": false },
              "strict": true
            }
          },
          {
            "type": "function",
            "function": {
              "name": "look_up",
              "parameters": {
                "type": "object",
                "properties": { "by": { "oneOf": [{ "$ref": "#/$defs/Id" }, { "type": "string" }] } },
                "$defs": { "Id": { "type": "integer", "minimum": 1 } }
              },
              "strict": false
            }
          }
        ]
        Calculator::add as Calculator__add, strict Some(true), lifted from Some(OpenAi)
        Clock::now as Clock__now, strict Some(true), lifted from Some(OpenAi)
        look up as look_up, strict Some(false), lifted from None
    "##);
}

#[test]
fn anthropic() {
    assert_snapshot!(show(&offered(), &connection(Provider::Anthropic)), @r##"
        [
          {
            "name": "Calculator__add",
            "description": "Adds",
            "input_schema": {
              "type": "object",
              "properties": { "it": { "type": ["integer", "null"], "description": "At least 1." } },
              "required": ["it"],
              "additionalProperties": false
            },
            "strict": true
          },
          {
            "name": "Clock__now",
            "description": "Says the time",
            "input_schema": { "type": "object", "properties": {}, "required": [], "additionalProperties": false },
            "strict": true
          },
          {
            "name": "look_up",
            "input_schema": {
              "type": "object",
              "properties": { "by": { "oneOf": [{ "$ref": "#/$defs/Id" }, { "type": "string" }] } },
              "$defs": { "Id": { "type": "integer", "minimum": 1 } }
            },
            "strict": false
          }
        ]
        Calculator::add as Calculator__add, strict Some(true), lifted from Some(Anthropic)
        Clock::now as Clock__now, strict Some(true), lifted from Some(Anthropic)
        look up as look_up, strict Some(false), lifted from None
    "##);
}

#[test]
fn anthropic_with_an_older_model() {
    let connection =
        Connection { model: Some("claude-3-5-haiku-latest".to_owned()), ..connection(Provider::Anthropic) };
    let mut offered = offered();
    offered.truncate(2);
    if let Some(Offered::Function(tool)) = offered.first_mut() {
        tool.strict = Some(true);
    }
    assert_snapshot!(show(&offered, &connection), @r#"
        [
          {
            "name": "Calculator__add",
            "description": "Adds",
            "input_schema": {
              "type": "object",
              "properties": { "it": { "type": "integer", "minimum": 1 } },
              "additionalProperties": false
            }
          },
          {
            "name": "Clock__now",
            "description": "Says the time",
            "input_schema": { "type": "object", "properties": {}, "additionalProperties": false }
          }
        ]
        Calculator::add as Calculator__add, strict None, lifted from None
        Clock::now as Clock__now, strict None, lifted from None
        warning: `Calculator::add`: `claude-3-5-haiku-latest` has no strict tools, so `strict` is left out
    "#);
}

#[test]
fn gemini() {
    assert_snapshot!(show(&offered(), &connection(Provider::Google)), @r##"
        [
          {
            "functionDeclarations": [
              {
                "name": "Calculator__add",
                "description": "Adds",
                "parameters": {
                  "type": "object",
                  "properties": { "it": { "type": "integer", "nullable": true, "minimum": 1 } },
                  "required": ["it"]
                }
              },
              { "name": "Clock__now", "description": "Says the time" },
              {
                "name": "look_up",
                "parametersJsonSchema": {
                  "type": "object",
                  "properties": { "by": { "oneOf": [{ "$ref": "#/$defs/Id" }, { "type": "string" }] } },
                  "$defs": { "Id": { "type": "integer", "minimum": 1 } }
                }
              }
            ]
          }
        ]
        Calculator::add as Calculator__add, strict None, lifted from Some(Google)
        Clock::now as Clock__now, strict None, lifted from Some(Google)
        look up as look_up, strict None, lifted from None
    "##);
}

#[test]
fn ollama() {
    assert_snapshot!(show(&offered(), &connection(Provider::Ollama)), @r##"
        [
          {
            "type": "function",
            "function": {
              "name": "Calculator__add",
              "description": "Adds",
              "parameters": {
                "type": "object",
                "properties": { "it": { "type": "integer", "minimum": 1 } },
                "additionalProperties": false
              }
            }
          },
          {
            "type": "function",
            "function": {
              "name": "Clock__now",
              "description": "Says the time",
              "parameters": { "type": "object", "properties": {}, "additionalProperties": false }
            }
          },
          {
            "type": "function",
            "function": {
              "name": "look_up",
              "parameters": {
                "type": "object",
                "properties": { "by": { "oneOf": [{ "$ref": "#/$defs/Id" }, { "type": "string" }] } },
                "$defs": { "Id": { "type": "integer", "minimum": 1 } }
              }
            }
          }
        ]
        Calculator::add as Calculator__add, strict None, lifted from None
        Clock::now as Clock__now, strict None, lifted from None
        look up as look_up, strict None, lifted from None
    "##);
}

#[test]
fn simulated_is_like_ollama() {
    assert_eq!(show(&offered(), &connection(Provider::Simulated)), show(&offered(), &connection(Provider::Ollama)));
}

#[test]
fn what_is_not_strict_goes_out_unchanged() {
    let raw: Value = serde_json::from_str(
        r##"{"properties":{"z":{"$ref":"#/$defs/Z"},"a":{"oneOf":[{"type":"string"},{"not":{}}]}},"type":"object","$defs":{"Z":true},"x":1.50}"##,
    )
    .unwrap();
    for &provider in Provider::ALL {
        let raw_tool = Tool { is_raw: true, ..tool("raw", "Raw", raw.clone()) };
        let sent = entries(&[Offered::Function(raw_tool)], &connection(provider)).unwrap();
        let entry = Value::Array(sent.tools).to_string();
        assert!(entry.contains(&raw.to_string()), "{provider:?}: {entry}");
        assert_eq!(sent.sent[0].dialect, None);
    }
}

#[test]
fn an_explicit_tool_makes_gemini_validate() {
    let explicit = Tool { strict: Some(true), ..tool("t", "T", with_property(json!({ "type": "string" }))) };
    let sent = entries(&[Offered::Function(explicit)], &connection(Provider::Google)).unwrap();
    assert!(sent.validated);
    let strict = Connection { strict: Some(true), ..connection(Provider::Google) };
    assert!(!entries(&offered(), &strict).unwrap().validated);
}

#[test]
fn no_tools_are_no_entries() {
    for &provider in Provider::ALL {
        assert!(entries(&[], &connection(provider)).unwrap().tools.is_empty());
    }
}

#[test]
fn a_clash_of_names_is_an_error_with_both_origins() {
    let one = Offered::Function(tool("a b", "", json!({})));
    let two = Offered::Function(Tool { origin: "a server".to_owned(), ..tool("a_b", "", json!({})) });
    let error = entries(&[one, two], &connection(Provider::Ollama)).unwrap_err();
    assert_eq!(error.to_string(), "two tools would be called `a_b`: `a b` from main.conc and `a_b` from a server");
    let tools =
        [hosted("Web", "anthropic.web_search", json!({})), Offered::Function(tool("web_search", "", json!({})))];
    assert!(matches!(entries(&tools, &connection(Provider::Anthropic)), Err(EntryError::Clash(_))));
}

#[test]
fn an_explicit_tool_that_cannot_be_strict_is_an_error() {
    let explicit = Tool { strict: Some(true), ..tool("T::t", "T", with_property(json!({}))) };
    let error = entries(&[Offered::Function(explicit)], &connection(Provider::OpenAi)).unwrap_err();
    let expected = "`T::t` cannot be strict: /properties/it: any JSON fits here, which a strict schema cannot say";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn tools_past_anthropics_limits_go_out_as_they_are() {
    let mut tools: Vec<Tool> =
        (0..21).map(|it| tool(&format!("t{it}"), "T", with_property(json!({ "type": "string" })))).collect();
    tools[4].parameters = with_property(json!({ "type": "string", "minLength": 1 }));
    tools[5].parameters = with_property(json!({ "type": "string", "minLength": 100 }));
    tools[5].strict = Some(true);
    let offered: Vec<Offered> = tools.into_iter().map(Offered::Function).collect();
    let sent = entries(&offered, &connection(Provider::Anthropic)).unwrap();
    let not_strict: Vec<&Sent> = sent.sent.iter().filter(|it| it.strict == Some(false)).collect();
    assert_eq!(not_strict.len(), 1);
    assert_eq!((not_strict[0].name.as_str(), not_strict[0].dialect), ("t4", None));
    assert_eq!(sent.tools[4]["input_schema"], with_property(json!({ "type": "string", "minLength": 1 })));
    assert_eq!(sent.tools[5]["strict"], true);
    assert_eq!(sent.sent[5].dialect, Some(Dialect::Anthropic));
    assert_eq!(sent.warnings, ["`t4` is not strict: Anthropic's limits for one request are used up"]);
    assert!(entries(&offered, &connection(Provider::OpenAi)).unwrap().warnings.is_empty());
}

#[test]
fn explicit_tools_past_anthropics_limits_stay_with_a_warning() {
    let explicit =
        |it| Tool { strict: Some(true), ..tool(&format!("t{it}"), "T", with_property(json!({ "type": "string" }))) };
    let offered: Vec<Offered> = (0..21).map(|it| Offered::Function(explicit(it))).collect();
    let sent = entries(&offered, &connection(Provider::Anthropic)).unwrap();
    assert!(sent.sent.iter().all(|it| it.strict == Some(true)));
    assert_eq!(sent.warnings, ["the tools with `@strict(true)` alone go beyond Anthropic's limits for one request"]);
}
