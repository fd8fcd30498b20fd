//! Whole answers.

use serde_json::{Value, json};

use super::{MODEL, Ollama};
use crate::anthropic::testing::*;
use crate::chat::{ChatResponse, Finish, Message, Part, Role, Usage};
use crate::wire::Broken;

fn body(message: Value, done_reason: &str) -> Value {
    json!({
        "model": "qwen3:8b", "created_at": "2025-01-01T00:00:00Z", "message": message, "done": true,
        "done_reason": done_reason, "total_duration": 5, "prompt_eval_count": 10, "eval_count": 7,
    })
}

fn answer(body: &Value) -> Result<ChatResponse, Broken> {
    read(&Ollama, &hello(MODEL), body)
}

#[test]
fn a_text_is_a_text() {
    let response = answer(&body(json!({ "role": "assistant", "content": "Hi." }), "stop")).unwrap();
    let expected = ChatResponse {
        parts: vec![Part::Text("Hi.".to_owned())],
        finish: Finish::Stop,
        refusal: None,
        usage: Usage { input_tokens: 10, output_tokens: 7, ..Usage::default() },
        model: Some("qwen3:8b".to_owned()),
    };
    assert_eq!(response, expected);
}

#[test]
fn calls_get_ids_that_are_new_in_the_conversation() {
    let earlier = vec![call("call_2", "clock", json!({}), json!(null))];
    let request = asks(MODEL, vec![Message { role: Role::Assistant, parts: earlier }]);
    let calls = json!([
        { "function": { "name": "clock", "arguments": { "zone": "UTC" } } },
        { "function": { "name": "clock", "arguments": "{\"zone\":1}" } },
        { "id": "call_x", "function": { "name": "clock" } },
        { "id": "call_x", "function": { "name": "clock", "arguments": 5 } },
    ]);
    let message = json!({ "role": "assistant", "content": "", "thinking": "Hm.", "tool_calls": calls });
    let response = read(&Ollama, &request, &body(message, "stop")).unwrap();
    let expected = [
        thought("Hm.", "ollama", json!({ "thinking": "Hm." })),
        call("call_1", "clock", json!({ "zone": "UTC" }), json!(null)),
        call("call_3", "clock", json!({ "zone": 1 }), json!(null)),
        call("call_x", "clock", json!({}), json!(null)),
        call("call_4", "clock", json!("5"), json!(null)),
    ];
    assert_eq!(response.parts, expected);
    assert_eq!(response.finish, Finish::ToolCalls);
}

#[test]
fn every_reason_has_its_meaning() {
    let finish = |reason: &str| answer(&body(json!({ "content": "a" }), reason)).unwrap().finish;
    assert_eq!(finish("stop"), Finish::Stop);
    assert_eq!(finish(""), Finish::Stop);
    assert_eq!(finish("length"), Finish::Length);
    assert_eq!(finish("load"), Finish::Other);
}

#[test]
fn errors_in_place_of_an_answer_are_reported() {
    let reported = |message: &str| Err(Broken::Reported { kind: String::new(), message: message.to_owned() });
    assert_eq!(answer(&json!({ "error": "model not found" })), reported("model not found"));
    assert_eq!(answer(&json!({ "error": { "message": "no" } })), reported("no"));
    assert_eq!(answer(&json!({ "error": 7 })), reported("7"));
}

#[test]
fn what_is_no_answer_is_broken() {
    let undone = json!({ "message": { "content": "a" }, "done": false });
    let call = body(json!({ "tool_calls": [{ "function": {} }] }), "stop");
    let bodies = [
        json!([]),
        json!({}),
        json!({ "done": true }),
        undone,
        call,
        body(json!({ "content": 1 }), "stop"),
        body(json!({ "tool_calls": {} }), "stop"),
    ];
    for body in bodies {
        assert!(matches!(answer(&body), Err(Broken::Malformed(_))), "{body}");
    }
}
