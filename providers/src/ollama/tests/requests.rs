//! What is sent.

use concerto_schema::Provider;
use serde_json::{Value, json};

use super::{MODEL, Ollama};
use crate::anthropic::testing::*;
use crate::chat::{ChatRequest, Means, Media, Message, Part, Role, ToolChoice};
use crate::wire::Api;

fn body(request: &ChatRequest) -> Value {
    Ollama.call(Ollama.base_url(), request).json()
}

/// Compares the body of a request with its file and its dump.
macro_rules! check {
    ($name:literal, $request:expr, @$expected:literal) => {
        insta::assert_snapshot!(on_file("ollama", $name, &body($request)), @$expected)
    };
}

fn with_tools(request: ChatRequest) -> ChatRequest {
    offering(request, Provider::Ollama, &functions())
}

#[test]
fn a_request_without_tools_says_nothing_of_tools() {
    check!("hello", &hello(MODEL), @r#"
    model: "qwen3:8b"
    messages:
      {"role":"user","content":"Hello!"}
    stream: false
    "#);
    assert_eq!(Ollama.call(Ollama.base_url(), &hello(MODEL)).headers, []);
}

#[test]
fn settings_are_options() {
    let request = ChatRequest {
        temperature: Some(0.5),
        top_p: Some(0.9),
        max_tokens: Some(100),
        stop: vec!["END".to_owned()],
        is_streamed: true,
        ..hello(MODEL)
    };
    check!("settings", &request, @r#"
    model: "qwen3:8b"
    messages:
      {"role":"user","content":"Hello!"}
    options: {"temperature":0.5,"top_p":0.9,"stop":["END"],"num_predict":100}
    stream: true
    "#);
}

#[test]
fn system_messages_stay_where_they_are() {
    let messages = vec![says(Role::System, "Be brief."), says(Role::User, "Hello!"), says(Role::System, "Rhyme.")];
    let request = ChatRequest { system: Some("You are a poet.".to_owned()), ..asks(MODEL, messages) };
    check!("system", &request, @r#"
    model: "qwen3:8b"
    messages:
      {"role":"system","content":"You are a poet."}
      {"role":"system","content":"Be brief."}
      {"role":"user","content":"Hello!"}
      {"role":"system","content":"Rhyme."}
    stream: false
    "#);
}

#[test]
fn several_tools_are_sent_as_they_are() {
    check!("tools", &with_tools(hello(MODEL)), @r#"
    model: "qwen3:8b"
    messages:
      {"role":"user","content":"Hello!"}
    tools:
      {"type":"function","function":{"name":"Weather__at","description":"The weather in a city.","parameters":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}},"required":["city"],"additionalProperties":false}}}
      {"type":"function","function":{"name":"clock","description":"The time.","parameters":{"type":"object","properties":{},"required":[],"additionalProperties":false}}}
    stream: false
    "#);
}

#[test]
fn only_the_choice_of_no_tools_can_be_said() {
    let choosing = |tool_choice| with_tools(ChatRequest { tool_choice, ..hello(MODEL) });
    assert!(body(&choosing(ToolChoice::None)).get("tools").is_none());
    let auto = body(&choosing(ToolChoice::Auto));
    assert_eq!(body(&choosing(ToolChoice::Required)), auto);
    assert_eq!(body(&choosing(ToolChoice::Tool("clock".to_owned()))), auto);
}

#[test]
fn an_answer_of_a_form_is_asked_for_by_a_setting() {
    let schema = json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] });
    let request = ChatRequest { output: Some(output(Means::Native, true, schema.clone())), ..hello(MODEL) };
    check!("output", &request, @r#"
    model: "qwen3:8b"
    messages:
      {"role":"user","content":"Hello!"}
    format: {"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}
    stream: false
    "#);
    for means in [Means::Tool, Means::Prompt] {
        let request = ChatRequest { output: Some(output(means, true, schema.clone())), ..hello(MODEL) };
        assert!(body(&request).get("format").is_none());
    }
}

#[test]
fn pictures_are_listed_and_documents_are_written_into_the_text() {
    let url = |it: &str| Media::Url(it.to_owned());
    let parts = vec![
        Part::Text("What are these?".to_owned()),
        Part::Image(data(b"\x89PNG", "image/png")),
        Part::Image(url("data:image/gif;base64,R0lG")),
        Part::Image(url("https://a.example/cat.jpg")),
        file("notes.txt", data("Grüße".as_bytes(), "text/plain")),
        file("scan.png", data(b"\x89PNG", "image/png")),
        file("report.pdf", data(b"%PDF-1.7", "application/pdf")),
        file("other.pdf", url("https://a.example/other.pdf")),
    ];
    check!("media", &asks(MODEL, vec![Message { role: Role::User, parts }]), @r#"
    model: "qwen3:8b"
    messages:
      {"role":"user","content":"What are these?\n\n[the picture at https://a.example/cat.jpg is not shown: it cannot be sent to this model]\n\nThe file `notes.txt`:\nGrüße\n\n[the file `report.pdf` (application/pdf) is not shown: it cannot be sent to this model]\n\n[the file `other.pdf` at https://a.example/other.pdf is not shown: it cannot be sent to this model]","images":["iVBORw==","R0lG","iVBORw=="]}
    stream: false
    "#);
}

#[test]
fn a_conversation_has_a_message_for_each_result() {
    let messages = vec![
        says(Role::User, "The weather in Rome and Oslo?"),
        Message {
            role: Role::Assistant,
            parts: vec![
                thought("Two ", "ollama", json!({ "thinking": "Two " })),
                thought("cities.", "ollama", json!({ "thinking": "cities." })),
                Part::Text("Let me ".to_owned()),
                Part::Text("look.".to_owned()),
                call("call_1", "Weather__at", json!({ "city": "Rome" }), json!(null)),
                call("call_2", "Weather__at", json!("{\"city\": \"Osl"), json!(null)),
            ],
        },
        Message {
            role: Role::Tool,
            parts: vec![
                result("call_1", "Weather__at", json!({ "sky": "clear" })),
                failure("call_2", "Weather__at", "input_validation_error", "no JSON object"),
            ],
        },
        says(Role::User, "Quickly, please."),
    ];
    check!("conversation", &with_tools(asks(MODEL, messages)), @r#"
    model: "qwen3:8b"
    messages:
      {"role":"user","content":"The weather in Rome and Oslo?"}
      {"role":"assistant","content":"Let me look.","thinking":"Two cities.","tool_calls":[{"function":{"name":"Weather__at","arguments":{"city":"Rome"}}},{"function":{"name":"Weather__at","arguments":{}}}]}
      {"role":"tool","content":"{\"sky\":\"clear\"}","tool_name":"Weather__at"}
      {"role":"tool","content":"{\"error\":{\"kind\":\"input_validation_error\",\"message\":\"no JSON object\"}}","tool_name":"Weather__at"}
      {"role":"user","content":"Quickly, please."}
    tools:
      {"type":"function","function":{"name":"Weather__at","description":"The weather in a city.","parameters":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}},"required":["city"],"additionalProperties":false}}}
      {"type":"function","function":{"name":"clock","description":"The time.","parameters":{"type":"object","properties":{},"required":[],"additionalProperties":false}}}
    stream: false
    "#);
}

#[test]
fn what_other_providers_thought_is_left_out() {
    let parts = vec![
        thought("Hm.", "anthropic", json!({ "thinking": "Hm." })),
        other("anthropic", json!({ "type": "redacted_thinking", "data": "b64" })),
    ];
    let messages = vec![says(Role::User, "Hm?"), Message { role: Role::Assistant, parts }, says(Role::User, "Hello?")];
    check!("foreign", &asks(MODEL, messages), @r#"
    model: "qwen3:8b"
    messages:
      {"role":"user","content":"Hm?"}
      {"role":"user","content":"Hello?"}
    stream: false
    "#);
}
