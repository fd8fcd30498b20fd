//! Whole answers.

use serde_json::{Value, json};

use super::{Google, MODEL};
use crate::anthropic::testing::*;
use crate::chat::{ChatRequest, ChatResponse, Finish, Message, Part, Role, Usage};
use crate::wire::Broken;

fn body(parts: Value, finish_reason: &str) -> Value {
    json!({
        "candidates": [{ "content": { "parts": parts, "role": "model" }, "finishReason": finish_reason, "index": 0 }],
        "usageMetadata": {
            "promptTokenCount": 10, "cachedContentTokenCount": 4, "candidatesTokenCount": 5, "thoughtsTokenCount": 3,
            "toolUsePromptTokenCount": 2, "totalTokenCount": 20,
        },
        "modelVersion": "gemini-3-pro",
        "responseId": "r",
    })
}

fn answer(body: &Value) -> Result<ChatResponse, Broken> {
    read(&Google, &hello(MODEL), body)
}

#[test]
fn a_text_is_a_text() {
    let response = answer(&body(json!([{ "text": "Hi" }, { "text": "." }]), "STOP")).unwrap();
    let expected = ChatResponse {
        parts: vec![Part::Text("Hi.".to_owned())],
        finish: Finish::Stop,
        refusal: None,
        usage: Usage { input_tokens: 12, output_tokens: 8, cached_tokens: 4, reasoning_tokens: 3 },
        model: Some("gemini-3-pro".to_owned()),
    };
    assert_eq!(response, expected);
}

#[test]
fn parts_keep_their_order_and_their_signatures() {
    let code = json!({ "executableCode": { "language": "PYTHON", "code": "1" } });
    let parts = json!([
        { "text": "Hm.", "thought": true },
        { "text": "So.", "thought": true, "thoughtSignature": "YQ==" },
        { "text": "Else.", "thought": true },
        code,
        {},
        { "text": "Noon", "thoughtSignature": "Yg==" },
        { "text": "." },
        { "functionCall": { "id": "fc_1", "name": "clock", "args": { "zone": "UTC" } }, "thoughtSignature": "Yw==" },
        { "functionCall": { "id": "fc_1", "name": "clock" } },
        { "functionCall": { "name": "clock", "args": [1] } },
    ]);
    let response = answer(&body(parts, "STOP")).unwrap();
    let expected = vec![
        thought("Hm.So.", "google", json!({ "text": "Hm.So.", "thought": true, "thoughtSignature": "YQ==" })),
        thought("Else.", "google", json!({ "text": "Else.", "thought": true })),
        other("google", code),
        Part::Text("Noon".to_owned()),
        other("google", json!({ "thoughtSignature": "Yg==" })),
        Part::Text(".".to_owned()),
        call(
            "fc_1",
            "clock",
            json!({ "zone": "UTC" }),
            json!({ "provider": "google", "id": "fc_1", "thoughtSignature": "Yw==" }),
        ),
        call("call_1", "clock", json!({}), json!(null)),
        call("call_2", "clock", json!("[1]"), json!(null)),
    ];
    assert_eq!(response.parts, expected);
    assert_eq!(response.finish, Finish::ToolCalls);
}

#[test]
fn ids_of_ours_are_new_in_the_conversation() {
    let parts = vec![call("call_1", "clock", json!({}), json!(null)), call("call_3", "clock", json!({}), json!(null))];
    let request: ChatRequest = asks(MODEL, vec![Message { role: Role::Assistant, parts }]);
    let calls =
        json!([{ "functionCall": { "name": "clock" } }, { "functionCall": { "id": "call_3", "name": "clock" } }]);
    let response = read(&Google, &request, &body(calls, "STOP")).unwrap();
    let expected = [call("call_2", "clock", json!({}), json!(null)), call("call_4", "clock", json!({}), json!(null))];
    assert_eq!(response.parts, expected);
}

#[test]
fn what_was_found_on_the_web_comes_last() {
    let mut body = body(json!([{ "text": "Noon." }]), "STOP");
    body["candidates"][0]["groundingMetadata"] = json!({ "webSearchQueries": ["time"] });
    let expected = [
        Part::Text("Noon.".to_owned()),
        other("google", json!({ "groundingMetadata": { "webSearchQueries": ["time"] } })),
    ];
    assert_eq!(answer(&body).unwrap().parts, expected);
}

#[test]
fn every_finish_reason_has_its_meaning() {
    let finish = |reason: &str| answer(&body(json!([{ "text": "a" }]), reason)).unwrap().finish;
    assert_eq!(finish("STOP"), Finish::Stop);
    assert_eq!(finish("MAX_TOKENS"), Finish::Length);
    for reason in ["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY"] {
        assert_eq!(finish(reason), Finish::Filtered, "{reason}");
    }
    for reason in ["MALFORMED_FUNCTION_CALL", "FINISH_REASON_UNSPECIFIED", "OTHER", "SOMETHING_NEW"] {
        assert_eq!(finish(reason), Finish::Other, "{reason}");
    }
    let calls = json!([{ "functionCall": { "name": "clock" } }]);
    assert_eq!(answer(&body(calls.clone(), "STOP")).unwrap().finish, Finish::ToolCalls);
    assert_eq!(answer(&body(calls, "MAX_TOKENS")).unwrap().finish, Finish::Length);
}

#[test]
fn what_a_filter_stopped_says_why() {
    let mut stopped = json!({ "candidates": [{ "finishReason": "SAFETY", "index": 0 }] });
    let response = answer(&stopped).unwrap();
    assert_eq!((response.parts, response.refusal.as_deref()), (vec![], Some("SAFETY")));
    stopped["candidates"][0]["finishMessage"] = json!("Too dangerous.");
    assert_eq!(answer(&stopped).unwrap().refusal.as_deref(), Some("Too dangerous."));
    let blocked = json!({ "promptFeedback": { "blockReason": "PROHIBITED_CONTENT" }, "usageMetadata": { "promptTokenCount": 9 } });
    let response = answer(&blocked).unwrap();
    assert_eq!((response.finish, response.refusal.as_deref()), (Finish::Filtered, Some("PROHIBITED_CONTENT")));
    assert_eq!(response.usage.input_tokens, 9);
}

#[test]
fn errors_in_place_of_an_answer_are_reported() {
    let error = json!({ "error": { "code": 503, "message": "Busy.", "status": "UNAVAILABLE" } });
    assert_eq!(answer(&error), Err(Broken::Reported { kind: "UNAVAILABLE".to_owned(), message: "Busy.".to_owned() }));
}

#[test]
fn what_is_no_answer_is_broken() {
    let call = body(json!([{ "functionCall": { "args": {} } }]), "STOP");
    for body in [
        json!([]),
        json!({}),
        json!({ "candidates": [] }),
        json!({ "candidates": {} }),
        call,
        body(json!([{ "text": 1 }]), "STOP"),
    ] {
        assert!(matches!(answer(&body), Err(Broken::Malformed(_))), "{body}");
    }
}
