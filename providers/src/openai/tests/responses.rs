//! What whole answers mean.

use serde_json::{Value, json};

use super::cases::plain;
use super::harness::{call, is_malformed, reported, text};
use crate::chat::{ChatResponse, Finish, Part, Usage};
use crate::openai::OpenAi;
use crate::wire::{Api, Broken};

fn read(answer: &Value) -> Result<ChatResponse, Broken> {
    OpenAi.response(&plain(), answer.to_string().as_bytes())
}

fn message(content: Value) -> Value {
    json!({ "type": "message", "id": "msg_1", "status": "completed", "role": "assistant", "content": content })
}

fn completed(output: Value) -> Value {
    json!({ "id": "resp_1", "status": "completed", "error": null, "model": "gpt-5", "output": output })
}

#[test]
fn text_is_read_with_its_usage() {
    let mut answer = completed(json!([message(json!([{ "type": "output_text", "text": "5", "annotations": [] }]))]));
    answer["usage"] = json!({
        "input_tokens": 10, "input_tokens_details": { "cached_tokens": 4 },
        "output_tokens": 7, "output_tokens_details": { "reasoning_tokens": 6 }, "total_tokens": 17,
    });
    let usage = Usage { input_tokens: 10, output_tokens: 7, cached_tokens: 4, reasoning_tokens: 6 };
    let model = Some("gpt-5".to_owned());
    assert_eq!(read(&answer), Ok(ChatResponse { parts: vec![text("5")], usage, model, ..ChatResponse::default() }));
}

#[test]
fn numbers_that_are_missing_are_zero() {
    let mut answer = completed(json!([]));
    answer["usage"] = json!({ "input_tokens": null, "input_tokens_details": null, "output_tokens": 3 });
    assert_eq!(read(&answer).unwrap().usage, Usage { output_tokens: 3, ..Usage::default() });
}

#[test]
fn calls_reasoning_and_hosted_tools_are_read_in_order() {
    let thought = json!({
        "type": "reasoning", "id": "rs_1", "encrypted_content": "gAAA",
        "summary": [{ "type": "summary_text", "text": "First." }, { "type": "summary_text", "text": "Then." }],
    });
    let search = json!({ "type": "web_search_call", "id": "ws_1", "status": "completed" });
    let response = read(&completed(json!([
        thought,
        search,
        { "type": "function_call", "id": "fc_1", "call_id": "call_a", "name": "f", "arguments": "{\"a\":1}" },
        { "type": "function_call", "id": "fc_2", "call_id": "call_b", "name": "g", "arguments": "" },
        { "type": "function_call", "id": "fc_3", "call_id": "call_c", "name": "g", "arguments": "{\"a\":" },
    ])))
    .unwrap();
    let data = json!({ "provider": "openai", "block": thought });
    let expected = [
        Part::Reasoning { text: "First.\n\nThen.".to_owned(), data },
        Part::Other { provider: "openai".to_owned(), data: search },
        call("call_a", "f", json!({ "a": 1 })),
        call("call_b", "g", json!({})),
        call("call_c", "g", json!("{\"a\":")),
    ];
    assert_eq!(response.parts, expected);
    assert_eq!(response.finish, Finish::ToolCalls);
}

#[test]
fn reasoning_without_a_summary_is_its_own_text() {
    let thought =
        json!({ "type": "reasoning", "summary": [], "content": [{ "type": "reasoning_text", "text": "Hm." }] });
    let parts = read(&completed(json!([thought]))).unwrap().parts;
    assert!(matches!(&parts[..], [Part::Reasoning { text, .. }] if text == "Hm."));
}

#[test]
fn calls_without_an_id_or_with_that_of_another_get_one() {
    let function = |id: Value| json!({ "type": "function_call", "call_id": id, "name": "f", "arguments": "{}" });
    let items = json!([function(json!("x")), function(json!("x")), function(Value::Null)]);
    let parts = read(&completed(items)).unwrap().parts;
    let expected = ["x", "call_1", "call_2"].map(|it| call(it, "f", json!({})));
    assert_eq!(parts, expected);
}

#[test]
fn a_refusal_is_no_text() {
    let response =
        read(&completed(json!([message(json!([{ "type": "refusal", "refusal": "I will not." }]))]))).unwrap();
    assert_eq!((response.finish, response.refusal.as_deref()), (Finish::Refused, Some("I will not.")));
    assert_eq!(response.parts, []);
}

#[test]
fn an_answer_that_was_cut_short_says_why() {
    let finish = |reason: &str| {
        let mut answer = completed(json!([{ "type": "function_call", "call_id": "a", "name": "f", "arguments": "{" }]));
        answer["status"] = json!("incomplete");
        answer["incomplete_details"] = json!({ "reason": reason });
        read(&answer).unwrap().finish
    };
    assert_eq!(finish("max_output_tokens"), Finish::Length);
    assert_eq!(finish("content_filter"), Finish::Filtered);
    assert_eq!(finish("something"), Finish::Other);
}

#[test]
fn an_answer_that_failed_is_an_error() {
    let error = json!({ "code": "server_error", "message": "Sorry." });
    let failed = json!({ "status": "failed", "error": error, "output": [] });
    assert_eq!(read(&failed), Err(reported("server_error", "Sorry.")));
    assert_eq!(read(&json!({ "error": error })), Err(reported("server_error", "Sorry.")));
    assert_eq!(read(&json!({ "error": "Sorry." })), Err(reported("", "Sorry.")));
    assert!(matches!(read(&json!({ "status": "failed", "error": null })), Err(Broken::Reported { .. })));
}

#[test]
fn what_is_no_answer_is_broken() {
    for answer in [
        json!([]),
        json!({}),
        json!({ "output": 1 }),
        json!({ "output": [1] }),
        json!({ "status": "in_progress", "output": [] }),
        json!({ "output": [message(json!(1))] }),
        json!({ "output": [message(json!([{ "type": "output_text", "text": 1 }]))] }),
        json!({ "output": [{ "type": "function_call", "call_id": "a", "arguments": "{}" }] }),
        json!({ "output": [{ "type": "function_call", "call_id": "a", "name": "f", "arguments": 1 }] }),
    ] {
        assert!(is_malformed(&read(&answer)), "{answer}");
    }
    assert!(is_malformed(&OpenAi.response(&plain(), b"<html>")));
}
