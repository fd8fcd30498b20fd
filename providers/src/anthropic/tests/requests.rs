//! What is sent.

use concerto_schema::Provider;
use serde_json::json;

use super::{Anthropic, MODEL};
use crate::anthropic::testing::*;
use crate::chat::{ChatRequest, Means, Media, Message, Part, Role, ToolChoice};
use crate::wire::{Api, Call};

fn sent(request: &ChatRequest) -> Call {
    Anthropic.call("https://api.anthropic.com", request)
}

/// Compares the body of a request with its file and its dump.
macro_rules! check {
    ($name:literal, $request:expr, @$expected:literal) => {
        insta::assert_snapshot!(on_file("anthropic", $name, &sent($request).json()), @$expected)
    };
}

fn with_tools(request: ChatRequest) -> ChatRequest {
    offering(request, Provider::Anthropic, &functions())
}

#[test]
fn a_request_without_tools_says_nothing_of_tools() {
    let request = hello(MODEL);
    check!("hello", &request, @r#"
    model: "claude-sonnet-4-5"
    max_tokens: 16384
    messages:
      user:
        {"type":"text","text":"Hello!"}
    "#);
    assert_eq!(sent(&request).headers, [("anthropic-version", "2023-06-01".to_owned())]);
}

#[test]
fn settings_are_sent_where_the_model_has_them() {
    let settings = |model: &str| ChatRequest {
        temperature: Some(0.5),
        top_p: Some(0.9),
        max_tokens: Some(100),
        stop: vec!["END".to_owned()],
        is_streamed: true,
        ..hello(model)
    };
    check!("settings", &settings(MODEL), @r#"
    model: "claude-sonnet-4-5"
    max_tokens: 100
    messages:
      user:
        {"type":"text","text":"Hello!"}
    temperature: 0.5
    top_p: 0.9
    stop_sequences: ["END"]
    stream: true
    "#);
    check!("settings_of_new_models", &settings("claude-opus-4-7"), @r#"
    model: "claude-opus-4-7"
    max_tokens: 100
    messages:
      user:
        {"type":"text","text":"Hello!"}
    stop_sequences: ["END"]
    stream: true
    "#);
}

#[test]
fn the_token_limit_depends_on_the_model_where_nothing_is_said() {
    let limit = |model: &str| sent(&hello(model)).json()["max_tokens"].as_u64();
    for model in ["claude-sonnet-4-5", "claude-opus-4-20250514", "claude-fable-5"] {
        assert_eq!(limit(model), Some(16_384), "{model}");
    }
    for model in ["claude-3-5-haiku-latest", "claude-3-opus-20240229", "claude-instant-1.2", "qwen3", ""] {
        assert_eq!(limit(model), Some(4_096), "{model}");
    }
}

#[test]
fn numbers_that_json_does_not_have_are_left_out() {
    let request = ChatRequest { temperature: Some(f64::NAN), top_p: Some(f64::INFINITY), ..hello(MODEL) };
    assert!(sent(&request).json().get("temperature").is_none());
    assert!(sent(&request).json().get("top_p").is_none());
}

#[test]
fn system_messages_join_the_system_prompt() {
    let messages = vec![says(Role::System, "Be brief."), says(Role::User, "Hello!"), says(Role::System, "Rhyme.")];
    let request = ChatRequest { system: Some("You are a poet.".to_owned()), ..asks(MODEL, messages) };
    check!("system", &request, @r#"
    model: "claude-sonnet-4-5"
    max_tokens: 16384
    system: "You are a poet.\n\nBe brief.\n\nRhyme."
    messages:
      user:
        {"type":"text","text":"Hello!"}
    "#);
}

#[test]
fn several_tools_are_sent_as_they_are() {
    let tools = [functions(), vec![hosted("anthropic.web_search")]].concat();
    let request = offering(hello(MODEL), Provider::Anthropic, &tools);
    check!("tools", &request, @r#"
    model: "claude-sonnet-4-5"
    max_tokens: 16384
    messages:
      user:
        {"type":"text","text":"Hello!"}
    tools:
      {"name":"Weather__at","description":"The weather in a city.","input_schema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":["integer","null"]}},"required":["city","days"],"additionalProperties":false},"strict":true}
      {"name":"clock","description":"The time.","input_schema":{"type":"object","properties":{},"required":[],"additionalProperties":false},"strict":true}
      {"type":"web_search_20250305","name":"web_search"}
    tool_choice: {"type":"auto"}
    "#);
    let beta = ("anthropic-beta", "structured-outputs-2025-11-13".to_owned());
    assert_eq!(sent(&request).headers, [("anthropic-version", "2023-06-01".to_owned()), beta]);
}

#[test]
fn older_models_have_no_strict_tools_and_no_header_for_them() {
    let request = with_tools(hello("claude-3-5-haiku-latest"));
    check!("tools_of_old_models", &request, @r#"
    model: "claude-3-5-haiku-latest"
    max_tokens: 4096
    messages:
      user:
        {"type":"text","text":"Hello!"}
    tools:
      {"name":"Weather__at","description":"The weather in a city.","input_schema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}},"required":["city"],"additionalProperties":false}}
      {"name":"clock","description":"The time.","input_schema":{"type":"object","properties":{},"required":[],"additionalProperties":false}}
    tool_choice: {"type":"auto"}
    "#);
    assert_eq!(sent(&request).headers.len(), 1);
}

#[test]
fn every_tool_choice_has_its_word() {
    let choosing = |tool_choice| with_tools(ChatRequest { tool_choice, ..hello(MODEL) });
    check!("choice_none", &choosing(ToolChoice::None), @r#"
    model: "claude-sonnet-4-5"
    max_tokens: 16384
    messages:
      user:
        {"type":"text","text":"Hello!"}
    tools:
      {"name":"Weather__at","description":"The weather in a city.","input_schema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":["integer","null"]}},"required":["city","days"],"additionalProperties":false},"strict":true}
      {"name":"clock","description":"The time.","input_schema":{"type":"object","properties":{},"required":[],"additionalProperties":false},"strict":true}
    tool_choice: {"type":"none"}
    "#);
    check!("choice_required", &choosing(ToolChoice::Required), @r#"
    model: "claude-sonnet-4-5"
    max_tokens: 16384
    messages:
      user:
        {"type":"text","text":"Hello!"}
    tools:
      {"name":"Weather__at","description":"The weather in a city.","input_schema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":["integer","null"]}},"required":["city","days"],"additionalProperties":false},"strict":true}
      {"name":"clock","description":"The time.","input_schema":{"type":"object","properties":{},"required":[],"additionalProperties":false},"strict":true}
    tool_choice: {"type":"any"}
    "#);
    check!("choice_tool", &choosing(ToolChoice::Tool("clock".to_owned())), @r#"
    model: "claude-sonnet-4-5"
    max_tokens: 16384
    messages:
      user:
        {"type":"text","text":"Hello!"}
    tools:
      {"name":"Weather__at","description":"The weather in a city.","input_schema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":["integer","null"]}},"required":["city","days"],"additionalProperties":false},"strict":true}
      {"name":"clock","description":"The time.","input_schema":{"type":"object","properties":{},"required":[],"additionalProperties":false},"strict":true}
    tool_choice: {"type":"tool","name":"clock"}
    "#);
}

#[test]
fn without_tools_no_choice_is_sent() {
    let request = ChatRequest { tool_choice: ToolChoice::Required, ..hello(MODEL) };
    assert!(sent(&request).json().get("tool_choice").is_none());
}

#[test]
fn an_answer_of_a_form_is_asked_for_by_a_setting() {
    let schema = json!({
        "type": "object",
        "properties": { "name": { "type": "string" } },
        "required": ["name"],
        "additionalProperties": false,
    });
    let request = ChatRequest { output: Some(output(Means::Native, true, schema.clone())), ..hello(MODEL) };
    check!("output", &request, @r#"
    model: "claude-sonnet-4-5"
    max_tokens: 16384
    messages:
      user:
        {"type":"text","text":"Hello!"}
    output_config: {"format":{"type":"json_schema","schema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}}}
    "#);
    assert_eq!(sent(&request).headers.len(), 2);
    for means in [Means::Tool, Means::Prompt] {
        let request = ChatRequest { output: Some(output(means, true, schema.clone())), ..hello(MODEL) };
        assert!(sent(&request).json().get("output_config").is_none());
    }
}

#[test]
fn pictures_and_documents_are_blocks() {
    let url = |it: &str| Media::Url(it.to_owned());
    let parts = vec![
        Part::Text("What are these?".to_owned()),
        Part::Image(data(b"\x89PNG", "image/png")),
        Part::Image(url("https://a.example/cat.jpg")),
        Part::Image(url("data:image/gif;base64,R0lG")),
        file("report.pdf", data(b"%PDF-1.7", "application/pdf")),
        file("", url("https://a.example/report.pdf")),
        file("notes.txt", data("Grüße".as_bytes(), "text/plain; charset=utf-8")),
        file("data.json", data(b"{}", "application/json")),
        file("scan.png", data(b"\x89PNG", "image/png")),
        file("song.mp3", data(b"\xff\xfb", "audio/mp3")),
        file("empty.txt", data(b"", "text/plain")),
    ];
    check!("media", &asks(MODEL, vec![Message { role: Role::User, parts }]), @r#"
    model: "claude-sonnet-4-5"
    max_tokens: 16384
    messages:
      user:
        {"type":"text","text":"What are these?"}
        {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw=="}}
        {"type":"image","source":{"type":"url","url":"https://a.example/cat.jpg"}}
        {"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lG"}}
        {"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"JVBERi0xLjc="},"title":"report.pdf"}
        {"type":"document","source":{"type":"url","url":"https://a.example/report.pdf"}}
        {"type":"document","source":{"type":"text","media_type":"text/plain","data":"Grüße"},"title":"notes.txt"}
        {"type":"document","source":{"type":"text","media_type":"text/plain","data":"{}"},"title":"data.json"}
        {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw=="}}
        {"type":"text","text":"[the file `song.mp3` (audio/mp3) is not shown: it cannot be sent to this model]"}
    "#);
}

/// A conversation of several turns: two calls at once, then a failure beside a result.
fn conversation() -> Vec<Message> {
    vec![
        says(Role::User, "The weather in Rome and Oslo?"),
        Message {
            role: Role::Assistant,
            parts: vec![
                thought(
                    "Two cities.",
                    "anthropic",
                    json!({ "type": "thinking", "thinking": "Two cities.", "signature": "c2ln" }),
                ),
                other("anthropic", json!({ "type": "redacted_thinking", "data": "b64" })),
                Part::Text("Let me look.".to_owned()),
                call("toolu_1", "Weather__at", json!({ "city": "Rome", "days": null }), json!(null)),
                call("toolu_2", "Weather__at", json!("{\"city\": \"Osl"), json!(null)),
            ],
        },
        Message {
            role: Role::Tool,
            parts: vec![
                result("toolu_1", "Weather__at", json!({ "sky": "clear" })),
                failure("toolu_2", "Weather__at", "input_validation_error", "no JSON object"),
            ],
        },
        says(Role::User, "Quickly, please."),
        Message { role: Role::Assistant, parts: vec![call("functions.clock:0", "clock", json!({}), json!(null))] },
        says(Role::User, "Never mind the time."),
        Message { role: Role::Tool, parts: vec![result("functions.clock:0", "clock", json!("noon"))] },
    ]
}

#[test]
fn results_come_first_in_the_next_turn_and_turns_alternate() {
    check!("conversation", &with_tools(asks(MODEL, conversation())), @r#"
    model: "claude-sonnet-4-5"
    max_tokens: 16384
    messages:
      user:
        {"type":"text","text":"The weather in Rome and Oslo?"}
      assistant:
        {"type":"thinking","thinking":"Two cities.","signature":"c2ln"}
        {"type":"redacted_thinking","data":"b64"}
        {"type":"text","text":"Let me look."}
        {"type":"tool_use","id":"toolu_1","name":"Weather__at","input":{"city":"Rome","days":null}}
        {"type":"tool_use","id":"toolu_2","name":"Weather__at","input":{}}
      user:
        {"type":"tool_result","tool_use_id":"toolu_1","content":"{\"sky\":\"clear\"}"}
        {"type":"tool_result","tool_use_id":"toolu_2","content":"{\"error\":{\"kind\":\"input_validation_error\",\"message\":\"no JSON object\"}}","is_error":true}
        {"type":"text","text":"Quickly, please."}
      assistant:
        {"type":"tool_use","id":"functions_clock_0","name":"clock","input":{}}
      user:
        {"type":"tool_result","tool_use_id":"functions_clock_0","content":"noon"}
        {"type":"text","text":"Never mind the time."}
    tools:
      {"name":"Weather__at","description":"The weather in a city.","input_schema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":["integer","null"]}},"required":["city","days"],"additionalProperties":false},"strict":true}
      {"name":"clock","description":"The time.","input_schema":{"type":"object","properties":{},"required":[],"additionalProperties":false},"strict":true}
    tool_choice: {"type":"auto"}
    "#);
}

#[test]
fn what_other_providers_thought_is_left_out() {
    let parts = vec![
        thought("Hm.", "google", json!({ "text": "Hm.", "thought": true })),
        Part::Reasoning { text: "Hm.".to_owned(), data: json!(null) },
        other("openai", json!({ "type": "web_search_call" })),
        call("call_1", "clock", json!({}), json!({ "provider": "google", "thoughtSignature": "c2ln" })),
    ];
    let messages = vec![
        says(Role::User, "The time?"),
        Message { role: Role::Assistant, parts },
        Message { role: Role::Tool, parts: vec![result("call_1", "clock", json!(null))] },
    ];
    check!("foreign", &with_tools(asks(MODEL, messages)), @r#"
    model: "claude-sonnet-4-5"
    max_tokens: 16384
    messages:
      user:
        {"type":"text","text":"The time?"}
      assistant:
        {"type":"tool_use","id":"call_1","name":"clock","input":{}}
      user:
        {"type":"tool_result","tool_use_id":"call_1","content":"null"}
    tools:
      {"name":"Weather__at","description":"The weather in a city.","input_schema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":["integer","null"]}},"required":["city","days"],"additionalProperties":false},"strict":true}
      {"name":"clock","description":"The time.","input_schema":{"type":"object","properties":{},"required":[],"additionalProperties":false},"strict":true}
    tool_choice: {"type":"auto"}
    "#);
}

#[test]
fn blank_texts_and_empty_messages_are_not_sent() {
    let messages = vec![
        says(Role::User, "Hello!"),
        says(Role::Assistant, " \n"),
        says(Role::User, ""),
        Message { role: Role::User, parts: vec![] },
        says(Role::User, "Anyone?"),
    ];
    check!("blank", &asks(MODEL, messages), @r#"
    model: "claude-sonnet-4-5"
    max_tokens: 16384
    messages:
      user:
        {"type":"text","text":"Hello!"}
        {"type":"text","text":"Anyone?"}
    "#);
}

#[test]
fn what_came_with_blocks_goes_back_with_them() {
    let citation = json!({
        "type": "web_search_result_location", "url": "https://a.example", "title": "A",
        "encrypted_index": "Eo8B", "cited_text": "noon",
    });
    let search =
        json!({ "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": { "query": "time" } });
    let found = json!({
        "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1",
        "content": [{ "type": "web_search_result", "url": "https://a.example", "title": "A", "encrypted_content": "Eo" }],
    });
    let parts = vec![
        other("anthropic", search),
        other("anthropic", found),
        Part::Text("It is noon".to_owned()),
        other("anthropic", json!({ "type": "text", "citations": [citation] })),
        Part::Text(".".to_owned()),
        call(
            "toolu_1",
            "clock",
            json!({}),
            json!({ "provider": "anthropic", "block": { "caller": { "type": "direct" } } }),
        ),
    ];
    let messages = vec![
        says(Role::User, "The time?"),
        Message { role: Role::Assistant, parts },
        Message { role: Role::Tool, parts: vec![result("toolu_1", "clock", json!(""))] },
    ];
    check!("own_blocks", &with_tools(asks(MODEL, messages)), @r#"
    model: "claude-sonnet-4-5"
    max_tokens: 16384
    messages:
      user:
        {"type":"text","text":"The time?"}
      assistant:
        {"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"time"}}
        {"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","url":"https://a.example","title":"A","encrypted_content":"Eo"}]}
        {"type":"text","text":"It is noon","citations":[{"type":"web_search_result_location","url":"https://a.example","title":"A","encrypted_index":"Eo8B","cited_text":"noon"}]}
        {"type":"text","text":"."}
        {"type":"tool_use","id":"toolu_1","name":"clock","input":{},"caller":{"type":"direct"}}
      user:
        {"type":"tool_result","tool_use_id":"toolu_1"}
    tools:
      {"name":"Weather__at","description":"The weather in a city.","input_schema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":["integer","null"]}},"required":["city","days"],"additionalProperties":false},"strict":true}
      {"name":"clock","description":"The time.","input_schema":{"type":"object","properties":{},"required":[],"additionalProperties":false},"strict":true}
    tool_choice: {"type":"auto"}
    "#);
}

#[test]
fn a_result_with_a_picture_is_shown_as_one() {
    let parts = json!([
        { "type": "text", "text": "a dot" }, { "type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png" },
    ]);
    let turns = vec![
        says(Role::User, "Draw a dot."),
        Message { role: Role::Assistant, parts: vec![call("toolu_1", "draw", json!({}), json!(null))] },
        Message { role: Role::Tool, parts: vec![result("toolu_1", "draw", parts)] },
    ];
    check!("picture", &asks(MODEL, turns), @r#"
    model: "claude-sonnet-4-5"
    max_tokens: 16384
    messages:
      user:
        {"type":"text","text":"Draw a dot."}
      assistant:
        {"type":"tool_use","id":"toolu_1","name":"draw","input":{}}
      user:
        {"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"a dot"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}]}
    "#);
}
