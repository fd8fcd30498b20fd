//! Answers in pieces.

use serde_json::{Value, json};

use super::{Anthropic, MODEL};
use crate::anthropic::testing::{broken, call, heard, heard_to_its_end, hello, nothing_panics, other, thought};
use crate::chat::{ChatResponse, Delta, Finish, Part, Usage};
use crate::wire::{Api, Broken};

/// Events as Anthropic writes them.
fn events(events: &[Value]) -> String {
    events.iter().map(|it| format!("event: {}\ndata: {it}\n\n", it["type"].as_str().unwrap())).collect()
}

/// A stream: its beginning, these events, and its end.
fn stream(inside: &[Value], stop_reason: &str) -> String {
    let usage = json!({ "input_tokens": 10, "cache_read_input_tokens": 4, "output_tokens": 1 });
    let message = json!({ "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-x", "content": [], "stop_reason": null, "usage": usage });
    let delta = json!({ "stop_reason": stop_reason, "stop_sequence": null });
    let start = [json!({ "type": "message_start", "message": message }), json!({ "type": "ping" })];
    let end = [
        json!({ "type": "message_delta", "delta": delta, "usage": { "output_tokens": 7, "input_tokens": null } }),
        json!({ "type": "message_stop" }),
    ];
    events(&[&start[..], inside, &end[..]].concat())
}

fn start(index: u64, block: Value) -> Value {
    json!({ "type": "content_block_start", "index": index, "content_block": block })
}

fn delta(index: u64, delta: Value) -> Value {
    json!({ "type": "content_block_delta", "index": index, "delta": delta })
}

fn stop(index: u64) -> Value {
    json!({ "type": "content_block_stop", "index": index })
}

fn text() -> String {
    let inside = [
        start(0, json!({ "type": "text", "text": "" })),
        delta(0, json!({ "type": "text_delta", "text": "Grü" })),
        json!({ "type": "ping" }),
        delta(0, json!({ "type": "text_delta", "text": "ße!" })),
        stop(0),
    ];
    stream(&inside, "end_turn")
}

fn calls() -> String {
    let inside = [
        start(0, json!({ "type": "thinking", "thinking": "", "signature": "" })),
        delta(0, json!({ "type": "thinking_delta", "thinking": "Two " })),
        delta(0, json!({ "type": "thinking_delta", "thinking": "calls." })),
        delta(0, json!({ "type": "signature_delta", "signature": "c2ln" })),
        stop(0),
        start(1, json!({ "type": "redacted_thinking", "data": "b64" })),
        stop(1),
        start(2, json!({ "type": "tool_use", "id": "toolu_1", "name": "Weather__at", "input": {} })),
        delta(2, json!({ "type": "input_json_delta", "partial_json": "" })),
        delta(2, json!({ "type": "input_json_delta", "partial_json": "{\"city\": \"R" })),
        delta(2, json!({ "type": "input_json_delta", "partial_json": "ome\"}" })),
        stop(2),
        start(3, json!({ "type": "tool_use", "id": "toolu_2", "name": "clock", "input": {} })),
        stop(3),
    ];
    stream(&inside, "tool_use")
}

fn search() -> String {
    let result = json!({ "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [] });
    let inside = [
        start(0, json!({ "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {} })),
        delta(0, json!({ "type": "input_json_delta", "partial_json": "{\"query\":" })),
        delta(0, json!({ "type": "input_json_delta", "partial_json": "\"time\"}" })),
        stop(0),
        start(1, result),
        stop(1),
        start(2, json!({ "type": "text", "text": "", "citations": [] })),
        delta(2, json!({ "type": "citations_delta", "citation": { "type": "char_location" } })),
        delta(2, json!({ "type": "text_delta", "text": "Noon." })),
        delta(2, json!({ "type": "some_new_delta", "value": 1 })),
        stop(2),
        json!({ "type": "some_new_event", "index": "?" }),
    ];
    stream(&inside, "pause_turn")
}

#[test]
fn a_text_comes_in_pieces() {
    let (response, deltas) = heard_to_its_end(&Anthropic, &hello(MODEL), &text());
    let expected = ChatResponse {
        parts: vec![Part::Text("Grüße!".to_owned())],
        finish: Finish::Stop,
        refusal: None,
        usage: Usage { input_tokens: 14, output_tokens: 7, cached_tokens: 4, reasoning_tokens: 0 },
        model: Some("claude-x".to_owned()),
    };
    assert_eq!(response, expected);
    assert_eq!(deltas, [Delta::Text("Grüße!".to_owned())]);
}

#[test]
fn thoughts_and_calls_come_in_pieces() {
    let (response, deltas) = heard_to_its_end(&Anthropic, &hello(MODEL), &calls());
    let block = json!({ "type": "thinking", "thinking": "Two calls.", "signature": "c2ln" });
    let expected = vec![
        thought("Two calls.", "anthropic", block),
        other("anthropic", json!({ "type": "redacted_thinking", "data": "b64" })),
        call("toolu_1", "Weather__at", json!({ "city": "Rome" }), json!(null)),
        call("toolu_2", "clock", json!({}), json!(null)),
    ];
    assert_eq!(response.parts, expected);
    assert_eq!(response.finish, Finish::ToolCalls);
    let arguments = Delta::Arguments { id: "toolu_1".to_owned(), text: "{\"city\": \"Rome\"}".to_owned() };
    assert_eq!(deltas, [Delta::Reasoning("Two calls.".to_owned()), arguments]);
}

#[test]
fn what_the_provider_runs_itself_is_kept() {
    let (response, deltas) = heard_to_its_end(&Anthropic, &hello(MODEL), &search());
    let search =
        json!({ "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": { "query": "time" } });
    let expected = vec![
        other("anthropic", search),
        other("anthropic", json!({ "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [] })),
        Part::Text("Noon.".to_owned()),
        other("anthropic", json!({ "type": "text", "citations": [{ "type": "char_location" }] })),
    ];
    assert_eq!(response.parts, expected);
    assert_eq!(response.finish, Finish::Other);
    assert_eq!(deltas, [Delta::Text("Noon.".to_owned())]);
}

#[test]
fn arguments_that_were_cut_off_stay_text() {
    let inside = [
        start(0, json!({ "type": "tool_use", "id": "toolu_1", "name": "clock", "input": {} })),
        delta(0, json!({ "type": "input_json_delta", "partial_json": "{\"city\": \"R" })),
        stop(0),
    ];
    let (response, _) = heard(&Anthropic, &hello(MODEL), &stream(&inside, "max_tokens"));
    assert_eq!(response.parts, [call("toolu_1", "clock", json!("{\"city\": \"R"), json!(null))]);
    assert_eq!(response.finish, Finish::Length);
}

#[test]
fn a_refusal_in_a_stream_says_why() {
    let details = json!({ "type": "refusal", "category": null, "explanation": "No." });
    let end = json!({ "type": "message_delta", "delta": { "stop_reason": "refusal", "stop_details": details } });
    let (response, _) = heard(&Anthropic, &hello(MODEL), &events(&[end, json!({ "type": "message_stop" })]));
    assert_eq!((response.finish, response.refusal.as_deref()), (Finish::Refused, Some("No.")));
}

#[test]
fn what_begins_with_something_is_heard_from_its_beginning() {
    let inside = [
        start(0, json!({ "type": "text", "text": "A" })),
        delta(0, json!({ "type": "text_delta", "text": "B" })),
        start(1, json!({ "type": "tool_use", "id": "toolu_1", "name": "clock", "input": { "zone": "UTC" } })),
    ];
    let (response, deltas) = heard(&Anthropic, &hello(MODEL), &stream(&inside, "tool_use"));
    assert_eq!(
        response.parts,
        [Part::Text("AB".to_owned()), call("toolu_1", "clock", json!({ "zone": "UTC" }), json!(null))]
    );
    assert_eq!(deltas, [Delta::Text("AB".to_owned())]);
}

#[test]
fn the_end_needs_no_line_end_and_nothing_counts_after_it() {
    let whole = text();
    let expected = heard(&Anthropic, &hello(MODEL), &whole);
    assert_eq!(heard(&Anthropic, &hello(MODEL), whole.trim_end()), expected);
    assert_eq!(heard(&Anthropic, &hello(MODEL), &format!("{whole}data: [DONE]\n\ndata: nonsense\n\n")), expected);
    let mut fold = Anthropic.stream(&hello(MODEL));
    assert!(!fold.is_done());
    fold.push(whole.as_bytes(), &mut Vec::new()).unwrap();
    assert!(fold.is_done());
}

#[test]
fn an_error_in_a_stream_is_reported() {
    let error = events(&[json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } })]);
    let whole = text();
    let stream = whole.replace("event: message_delta", &format!("{error}event: message_delta"));
    let expected = Broken::Reported { kind: "overloaded_error".to_owned(), message: "Overloaded".to_owned() };
    assert_eq!(broken(&Anthropic, &hello(MODEL), &stream), expected);
}

#[test]
fn known_events_with_bad_bodies_are_broken() {
    let bad = [
        "event: message_start\ndata: {\n\n",
        "event: message_start\ndata: {}\n\n",
        "event: content_block_start\ndata: {\"index\":0}\n\n",
        "event: content_block_start\ndata: {\"content_block\":{\"type\":\"text\"}}\n\n",
        "event: content_block_start\ndata: {\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"a\"}}\n\n",
        "event: content_block_delta\ndata: {\"index\":7,\"delta\":{\"type\":\"text_delta\",\"text\":\"\"}}\n\n",
        "event: content_block_stop\ndata: {}\n\n",
        "event: message_delta\ndata: []\n\n",
        "event: message_stop\ndata:\n\n",
    ];
    for bad in bad {
        assert!(matches!(broken(&Anthropic, &hello(MODEL), bad), Broken::Malformed(_)), "{bad}");
    }
}

#[test]
fn a_stream_without_its_end_is_broken() {
    let whole = text();
    let cut = &whole[..whole.find("event: message_stop").unwrap()];
    assert_eq!(broken(&Anthropic, &hello(MODEL), cut), Broken::Malformed("the answer ended before its end".to_owned()));
}

#[test]
fn no_stream_makes_anything_panic() {
    nothing_panics(&Anthropic, &hello(MODEL), &[&text(), &calls(), &search()]);
}
