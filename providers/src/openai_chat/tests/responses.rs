//! What whole answers mean.

use serde_json::{Value, json};

use crate::chat::{ChatResponse, Finish, Message, Part, Role, Usage};
use crate::openai::tests::cases::plain;
use crate::openai::tests::harness::{call, is_malformed, reported, text};
use crate::openai_chat::OpenAiChat;
use crate::wire::{Api, Broken};

fn read(answer: &Value) -> Result<ChatResponse, Broken> {
    OpenAiChat.response(&plain(), answer.to_string().as_bytes())
}

fn ended(message: Value, reason: Value) -> Value {
    json!({ "model": "gpt-5", "choices": [{ "index": 0, "message": message, "finish_reason": reason }] })
}

fn function(id: Value, name: &str, arguments: Value) -> Value {
    json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } })
}

#[test]
fn text_is_read_with_its_usage() {
    let mut answer = ended(json!({ "role": "assistant", "content": "5", "refusal": null }), json!("stop"));
    answer["usage"] = json!({
        "prompt_tokens": 10, "prompt_tokens_details": { "cached_tokens": 4 },
        "completion_tokens": 7, "completion_tokens_details": { "reasoning_tokens": 6 },
    });
    let usage = Usage { input_tokens: 10, output_tokens: 7, cached_tokens: 4, reasoning_tokens: 6 };
    let model = Some("gpt-5".to_owned());
    assert_eq!(read(&answer), Ok(ChatResponse { parts: vec![text("5")], usage, model, ..ChatResponse::default() }));
}

#[test]
fn numbers_that_are_missing_are_zero() {
    let mut answer = ended(json!({ "content": "" }), json!("stop"));
    answer["usage"] = json!({ "prompt_tokens": null, "prompt_tokens_details": null, "prompt_cache_hit_tokens": 2 });
    assert_eq!(read(&answer).unwrap().usage, Usage { cached_tokens: 2, ..Usage::default() });
    answer["usage"] = Value::Null;
    assert_eq!(read(&answer).unwrap().usage, Usage::default());
}

#[test]
fn calls_are_read_however_they_are_written() {
    let calls = json!([
        function(json!("a"), "f", json!("{\"a\":1}")),
        function(json!("a"), "f", json!({ "a": 2 })),
        function(json!(""), "g", json!("")),
        function(Value::Null, "g", Value::Null),
        function(json!("e"), "g", json!("[1]")),
    ]);
    let response = read(&ended(json!({ "content": null, "tool_calls": calls }), json!("stop"))).unwrap();
    let expected = [
        call("a", "f", json!({ "a": 1 })),
        call("call_1", "f", json!({ "a": 2 })),
        call("call_2", "g", json!({})),
        call("call_3", "g", json!({})),
        call("e", "g", json!("[1]")),
    ];
    assert_eq!((&response.parts[..], response.finish), (&expected[..], Finish::ToolCalls));
}

#[test]
fn ids_of_earlier_turns_are_not_used_again() {
    let mut request = plain();
    request.messages.push(Message { role: Role::Assistant, parts: vec![call("call_1", "f", json!({}))] });
    let calls = json!([function(json!("call_1"), "f", json!("{}"))]);
    let answer = ended(json!({ "tool_calls": calls }), json!("tool_calls")).to_string();
    let response = OpenAiChat.response(&request, answer.as_bytes()).unwrap();
    assert_eq!(response.parts, [call("call_2", "f", json!({}))]);
}

#[test]
fn reasoning_is_read_under_each_of_its_names() {
    let thought = |message: Value| read(&ended(message, json!("stop"))).unwrap().parts;
    let expected = [Part::Reasoning { text: "Hm.".to_owned(), data: Value::Null }, text("5")];
    assert_eq!(thought(json!({ "content": "5", "reasoning_content": "Hm." })), expected);
    assert_eq!(thought(json!({ "content": "5", "reasoning": "Hm.", "reasoning_content": null })), expected);
    assert_eq!(thought(json!({ "content": "5", "reasoning": "Hm.", "reasoning_content": "Hm." })), expected);
    let blocks = json!([
        { "type": "thinking", "thinking": [{ "type": "text", "text": "Hm." }] },
        { "type": "text", "text": "5" },
    ]);
    assert_eq!(thought(json!({ "content": blocks })), expected);
}

#[test]
fn blocks_of_a_server_are_kept() {
    let block = json!({ "type": "reference", "reference_ids": [1] });
    let parts = read(&ended(json!({ "content": [block] }), json!("stop"))).unwrap().parts;
    assert_eq!(parts, [Part::Other { provider: "openai-chat".to_owned(), data: block }]);
}

#[test]
fn the_reason_of_the_end_is_known() {
    let finish = |reason: Value| read(&ended(json!({ "content": "5" }), reason)).unwrap().finish;
    assert_eq!(finish(json!("stop")), Finish::Stop);
    assert_eq!(finish(Value::Null), Finish::Stop);
    assert_eq!(finish(json!("length")), Finish::Length);
    assert_eq!(finish(json!("content_filter")), Finish::Filtered);
    assert_eq!(finish(json!("refusal")), Finish::Refused);
    assert_eq!(finish(json!("tired")), Finish::Other);
    for reason in ["error", "insufficient_system_resource"] {
        let broken = read(&ended(json!({ "content": "half" }), json!(reason))).unwrap_err();
        assert!(matches!(broken, Broken::Reported { message, .. } if message.contains(reason)));
    }
    let calls = json!([function(json!("a"), "f", json!("{"))]);
    let cut = read(&ended(json!({ "tool_calls": calls }), json!("length"))).unwrap();
    assert_eq!(cut.finish, Finish::Length);
}

#[test]
fn a_refusal_is_no_text() {
    let response = read(&ended(json!({ "content": null, "refusal": "I will not." }), json!("stop"))).unwrap();
    assert_eq!((response.finish, response.refusal.as_deref()), (Finish::Refused, Some("I will not.")));
    assert_eq!(response.parts, []);
}

#[test]
fn errors_in_place_of_an_answer_are_reported() {
    let error = json!({ "error": { "code": 502, "message": "Sorry.", "type": "x" } });
    assert_eq!(read(&error), Err(reported("502", "Sorry.")));
    let plain = json!({ "object": "error", "message": "Sorry.", "type": "BadRequestError", "code": 400 });
    assert_eq!(read(&plain), Err(reported("400", "Sorry.")));
}

#[test]
fn what_is_no_answer_is_broken() {
    for answer in [
        json!(1),
        json!({}),
        json!({ "choices": [] }),
        json!({ "choices": 1 }),
        json!({ "choices": [1] }),
        json!({ "choices": [{}] }),
        ended(json!({ "content": 1 }), json!("stop")),
        ended(json!({ "content": [1] }), json!("stop")),
        ended(json!({ "content": "" }), json!(1)),
        ended(json!({ "tool_calls": 1 }), json!("stop")),
        ended(json!({ "tool_calls": [1] }), json!("stop")),
        ended(json!({ "tool_calls": [{ "id": "a" }] }), json!("stop")),
        ended(json!({ "tool_calls": [{ "id": "a", "function": 1 }] }), json!("stop")),
        ended(json!({ "tool_calls": [function(json!(1), "f", json!("{}"))] }), json!("stop")),
        ended(json!({ "tool_calls": [function(json!("a"), "f", json!(1))] }), json!("stop")),
    ] {
        assert!(is_malformed(&read(&answer)), "{answer}");
    }
    assert!(is_malformed(&OpenAiChat.response(&plain(), b"")));
}
