//! Answers in pieces.

use serde_json::{Value, json};

use super::{Google, MODEL};
use crate::anthropic::testing::{broken, call, heard, heard_to_its_end, hello, nothing_panics, other, thought};
use crate::chat::{ChatResponse, Delta, Finish, Part, Usage};
use crate::wire::{Api, Broken};

/// A chunk with these parts.
fn chunk(parts: Value) -> Value {
    json!({ "candidates": [{ "content": { "parts": parts, "role": "model" }, "index": 0 }], "modelVersion": "gemini-3-pro" })
}

/// The last chunk.
fn last(parts: Value, reason: &str) -> Value {
    let usage = json!({ "promptTokenCount": 10, "candidatesTokenCount": 5, "thoughtsTokenCount": 3 });
    let mut chunk = chunk(parts);
    chunk["candidates"][0]["finishReason"] = json!(reason);
    chunk["usageMetadata"] = usage;
    chunk
}

fn stream(chunks: &[Value]) -> String {
    chunks.iter().map(|it| format!("data: {it}\n\n")).collect()
}

fn text() -> String {
    let mut first = chunk(json!([{ "text": "Grü" }]));
    first["usageMetadata"] = json!({ "promptTokenCount": 10, "cachedContentTokenCount": 4, "candidatesTokenCount": 1 });
    stream(&[first, chunk(json!([{ "text": "ß" }])), last(json!([{ "text": "e!" }]), "STOP")])
}

fn calls() -> String {
    let call =
        json!({ "functionCall": { "name": "Weather__at", "args": { "city": "Rome" } }, "thoughtSignature": "c2ln" });
    stream(&[
        chunk(json!([{ "text": "Two ", "thought": true }])),
        chunk(json!([{ "text": "calls.", "thought": true }])),
        chunk(json!([call])),
        last(json!([{ "functionCall": { "id": "fc_2", "name": "clock", "args": {} } }]), "STOP"),
    ])
}

fn signed() -> String {
    stream(&[
        chunk(json!([{ "text": "No" }])),
        chunk(json!([{ "text": "on." }])),
        last(json!([{ "text": "", "thoughtSignature": "c2ln" }]), "STOP"),
    ])
}

#[test]
fn a_text_comes_in_pieces() {
    let (response, deltas) = heard_to_its_end(&Google, &hello(MODEL), &text());
    let expected = ChatResponse {
        parts: vec![Part::Text("Grüße!".to_owned())],
        finish: Finish::Stop,
        refusal: None,
        usage: Usage { input_tokens: 10, output_tokens: 8, cached_tokens: 4, reasoning_tokens: 3 },
        model: Some("gemini-3-pro".to_owned()),
    };
    assert_eq!(response, expected);
    assert_eq!(deltas, [Delta::Text("Grüße!".to_owned())]);
}

#[test]
fn thoughts_come_in_pieces_and_calls_whole() {
    let (response, deltas) = heard_to_its_end(&Google, &hello(MODEL), &calls());
    let expected = vec![
        thought("Two calls.", "google", json!({ "text": "Two calls.", "thought": true })),
        call(
            "call_1",
            "Weather__at",
            json!({ "city": "Rome" }),
            json!({ "provider": "google", "thoughtSignature": "c2ln" }),
        ),
        call("fc_2", "clock", json!({}), json!({ "provider": "google", "id": "fc_2" })),
    ];
    assert_eq!(response.parts, expected);
    assert_eq!(response.finish, Finish::ToolCalls);
    let arguments = |id: &str, text: &str| Delta::Arguments { id: id.to_owned(), text: text.to_owned() };
    let calls = [arguments("call_1", "{\"city\":\"Rome\"}"), arguments("fc_2", "{}")];
    assert_eq!(deltas, [&[Delta::Reasoning("Two calls.".to_owned())][..], &calls].concat());
}

#[test]
fn a_signature_may_come_alone_after_the_text() {
    let (response, _) = heard_to_its_end(&Google, &hello(MODEL), &signed());
    let alone = other("google", json!({ "text": "", "thoughtSignature": "c2ln" }));
    assert_eq!(response.parts, [Part::Text("Noon.".to_owned()), alone]);
}

#[test]
fn signed_text_is_a_part_of_its_own() {
    let chunks =
        [chunk(json!([{ "text": "No" }])), last(json!([{ "text": "on.", "thoughtSignature": "c2ln" }]), "STOP")];
    let (response, deltas) = heard_to_its_end(&Google, &hello(MODEL), &stream(&chunks));
    let expected = [
        Part::Text("No".to_owned()),
        Part::Text("on.".to_owned()),
        other("google", json!({ "thoughtSignature": "c2ln" })),
    ];
    assert_eq!(response.parts, expected);
    assert_eq!(deltas, [Delta::Text("Noon.".to_owned())]);
}

#[test]
fn counts_may_follow_the_end() {
    let chunks = [last(json!([{ "text": "a" }]), "STOP"), json!({ "usageMetadata": { "promptTokenCount": 11 } })];
    let (response, _) = heard(&Google, &hello(MODEL), &stream(&chunks));
    assert_eq!(response.usage.input_tokens, 11);
    let mut fold = Google.stream(&hello(MODEL));
    fold.push(stream(&chunks[..1]).as_bytes(), &mut Vec::new()).unwrap();
    assert!(!fold.is_done());
}

#[test]
fn a_blocked_prompt_is_an_end() {
    let chunk = json!({ "promptFeedback": { "blockReason": "SAFETY" }, "usageMetadata": { "promptTokenCount": 9 } });
    let (response, _) = heard_to_its_end(&Google, &hello(MODEL), &stream(&[chunk]));
    assert_eq!((response.finish, response.refusal.as_deref()), (Finish::Filtered, Some("SAFETY")));
}

#[test]
fn an_answer_that_a_filter_stopped_keeps_what_was_said() {
    let mut end = last(json!([]), "RECITATION");
    end["candidates"][0].as_object_mut().unwrap().remove("content");
    let (response, _) = heard_to_its_end(&Google, &hello(MODEL), &stream(&[chunk(json!([{ "text": "It was" }])), end]));
    assert_eq!((response.finish, response.refusal.as_deref()), (Finish::Filtered, Some("RECITATION")));
    assert_eq!(response.parts, [Part::Text("It was".to_owned())]);
}

#[test]
fn an_error_in_a_stream_is_reported_with_or_without_an_event() {
    let error = json!({ "error": { "code": 503, "message": "Busy.", "status": "UNAVAILABLE" } });
    let begun = stream(&[chunk(json!([{ "text": "a" }]))]);
    let expected = Broken::Reported { kind: "UNAVAILABLE".to_owned(), message: "Busy.".to_owned() };
    assert_eq!(broken(&Google, &hello(MODEL), &format!("{begun}data: {error}\n\n")), expected);
    let bare = serde_json::to_string_pretty(&error).unwrap();
    for bare in [format!("{bare}\n"), format!("[{bare}\n]\n"), format!("[\n{bare}\n]")] {
        assert_eq!(broken(&Google, &hello(MODEL), &format!("{begun}{bare}")), expected);
        assert_eq!(broken(&Google, &hello(MODEL), &bare), expected);
    }
}

#[test]
fn the_end_of_a_long_stream_is_searched_for_an_error() {
    let long = chunk(json!([{ "text": "x".repeat(50_000) }]));
    let bare = "{\n  \"error\": {\n    \"message\": \"Busy.\",\n    \"status\": \"UNAVAILABLE\"\n  }\n}\n";
    let bytes = format!("{}{bare}", stream(&[long]));
    for size in [1, 1_000, 100_000] {
        let mut fold = Google.stream(&hello(MODEL));
        bytes.as_bytes().chunks(size).for_each(|it| fold.push(it, &mut Vec::new()).unwrap());
        assert!(matches!(fold.finish(), Err(Broken::Reported { kind, .. }) if kind == "UNAVAILABLE"));
    }
}

#[test]
fn a_stream_without_its_end_is_broken() {
    let expected = Broken::Malformed("the answer ended before its end".to_owned());
    assert_eq!(broken(&Google, &hello(MODEL), &stream(&[chunk(json!([{ "text": "a" }]))])), expected);
    assert_eq!(broken(&Google, &hello(MODEL), ""), expected);
    for bad in ["data: {\n\n", "data: []\n\n", "data: {\"candidates\":[{\"content\":{\"parts\":[1]}}]}\n\n"] {
        assert!(matches!(broken(&Google, &hello(MODEL), bad), Broken::Malformed(_)), "{bad}");
    }
}

#[test]
fn no_stream_makes_anything_panic() {
    nothing_panics(&Google, &hello(MODEL), &[&text(), &calls(), &signed()]);
}
