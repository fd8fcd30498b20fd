//! Whole answers.

use serde_json::{Value, json};

use super::{Anthropic, MODEL};
use crate::anthropic::testing::*;
use crate::chat::{ChatResponse, Finish, Part, Usage};
use crate::wire::Broken;

fn message(content: Value, stop_reason: &str) -> Value {
    json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5-20250929",
        "content": content, "stop_reason": stop_reason, "stop_sequence": null,
        "usage": {
            "input_tokens": 10, "cache_creation_input_tokens": 3, "cache_read_input_tokens": 4, "output_tokens": 7,
            "output_tokens_details": { "thinking_tokens": 2 },
        },
    })
}

fn answer(body: &Value) -> Result<ChatResponse, Broken> {
    read(&Anthropic, &hello(MODEL), body)
}

#[test]
fn a_text_is_a_text() {
    let response = answer(&message(json!([{ "type": "text", "text": "Hi." }]), "end_turn")).unwrap();
    let expected = ChatResponse {
        parts: vec![Part::Text("Hi.".to_owned())],
        finish: Finish::Stop,
        refusal: None,
        usage: Usage { input_tokens: 17, output_tokens: 7, cached_tokens: 4, reasoning_tokens: 2 },
        model: Some("claude-sonnet-4-5-20250929".to_owned()),
    };
    assert_eq!(response, expected);
}

#[test]
fn blocks_keep_their_order_and_what_they_came_with() {
    let thinking = json!({ "type": "thinking", "thinking": "Hm.", "signature": "c2ln" });
    let redacted = json!({ "type": "redacted_thinking", "data": "b64" });
    let search =
        json!({ "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": { "query": "x" } });
    let content = json!([
        thinking, redacted, search,
        { "type": "text", "text": "" },
        { "type": "text", "text": "Noon.", "citations": [{ "type": "char_location" }] },
        { "type": "tool_use", "id": "toolu_1", "name": "clock", "input": {}, "caller": { "type": "direct" } },
        { "type": "tool_use", "id": "toolu_2", "name": "clock", "input": null },
        { "type": "tool_use", "id": "toolu_3", "name": "clock", "input": [1] },
    ]);
    let response = answer(&message(content, "tool_use")).unwrap();
    assert_eq!(response.finish, Finish::ToolCalls);
    let direct = json!({ "provider": "anthropic", "block": { "caller": { "type": "direct" } } });
    let expected = vec![
        thought("Hm.", "anthropic", thinking),
        other("anthropic", redacted),
        other("anthropic", search),
        Part::Text("Noon.".to_owned()),
        other("anthropic", json!({ "type": "text", "citations": [{ "type": "char_location" }] })),
        call("toolu_1", "clock", json!({}), direct),
        call("toolu_2", "clock", json!({}), json!(null)),
        call("toolu_3", "clock", json!("[1]"), json!(null)),
    ];
    assert_eq!(response.parts, expected);
}

#[test]
fn every_stop_reason_has_its_meaning() {
    let finish = |reason: &str| answer(&message(json!([{ "type": "text", "text": "a" }]), reason)).unwrap().finish;
    assert_eq!(finish("end_turn"), Finish::Stop);
    assert_eq!(finish("stop_sequence"), Finish::Stop);
    assert_eq!(finish("max_tokens"), Finish::Length);
    assert_eq!(finish("model_context_window_exceeded"), Finish::Length);
    assert_eq!(finish("tool_use"), Finish::ToolCalls);
    assert_eq!(finish("refusal"), Finish::Refused);
    assert_eq!(finish("pause_turn"), Finish::Other);
    assert_eq!(finish("something_new"), Finish::Other);
    let calls = message(json!([{ "type": "tool_use", "id": "a", "name": "b", "input": {} }]), "end_turn");
    assert_eq!(answer(&calls).unwrap().finish, Finish::ToolCalls);
}

#[test]
fn a_refusal_says_why_where_something_is_said() {
    let mut refused = message(json!([]), "refusal");
    assert_eq!(answer(&refused).unwrap().refusal, None);
    refused["content"] = json!([{ "type": "text", "text": "I can" }, { "type": "text", "text": "not." }]);
    assert_eq!(answer(&refused).unwrap().refusal.as_deref(), Some("I cannot."));
    refused["stop_details"] = json!({ "type": "refusal", "category": "cyber", "explanation": "Too dangerous." });
    assert_eq!(answer(&refused).unwrap().refusal.as_deref(), Some("Too dangerous."));
}

#[test]
fn errors_in_place_of_an_answer_are_reported() {
    let error = json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } });
    let expected = Broken::Reported { kind: "overloaded_error".to_owned(), message: "Overloaded".to_owned() };
    assert_eq!(answer(&error), Err(expected));
}

#[test]
fn what_is_no_message_is_broken() {
    for body in [json!([]), json!({}), json!({ "content": {} }), json!({ "content": [1] }), json!({ "content": [{}] })]
    {
        assert!(matches!(answer(&body), Err(Broken::Malformed(_))), "{body}");
    }
    let call = message(json!([{ "type": "tool_use", "name": "clock", "input": {} }]), "tool_use");
    assert_eq!(answer(&call), Err(Broken::Malformed("a call has no id or no name".to_owned())));
}
