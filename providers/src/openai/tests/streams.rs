//! What answers in pieces mean, wherever they are cut.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::harness::{answer, arguments, call, events, hear, is_malformed, mutated, reported, stream, text};
use crate::chat::{ChatResponse, Delta, Finish, Part, Usage};
use crate::openai::OpenAi;
use crate::wire::Api;

const END: &str = "response.completed";

/// A stream as OpenAI writes it, with names of events.
fn named(data: &[Value]) -> String {
    data.iter().map(|it| format!("event: {}\ndata: {it}\n\n", it["type"].as_str().unwrap())).collect()
}

fn added(index: u64, item: Value) -> Value {
    json!({ "type": "response.output_item.added", "output_index": index, "item": item })
}

fn done(index: u64, item: Value) -> Value {
    json!({ "type": "response.output_item.done", "output_index": index, "item": item })
}

fn completed(output: Value) -> Value {
    let usage = json!({ "input_tokens": 3, "output_tokens": 2 });
    json!({ "type": END, "response": { "status": "completed", "model": "gpt-5", "output": output, "usage": usage } })
}

fn function(id: &str, call_id: &str, arguments: &str) -> Value {
    json!({ "type": "function_call", "id": id, "call_id": call_id, "name": "f", "arguments": arguments })
}

fn piece(kind: &str, index: u64, id: &str, delta: &str) -> Value {
    json!({ "type": format!("response.{kind}.delta"), "output_index": index, "item_id": id, "delta": delta })
}

fn message(text: &str) -> Value {
    let content = json!([{ "type": "output_text", "text": text, "annotations": [] }]);
    json!({ "type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content })
}

/// Reasoning, text and two calls; the final answer repeats it all, or has nothing.
fn everything(is_repeated: bool) -> String {
    let thought = json!({
        "type": "reasoning", "id": "rs_1", "encrypted_content": "gAAA",
        "summary": [{ "type": "summary_text", "text": "One." }, { "type": "summary_text", "text": "Two." }],
    });
    let thought_piece = |summary: u64, text: &str| {
        let mut piece = piece("reasoning_summary_text", 0, "rs_1", text);
        piece["summary_index"] = json!(summary);
        piece
    };
    let search = json!({ "type": "web_search_call", "id": "ws_1", "status": "completed" });
    let (first, second) = (function("fc_1", "call_a", "{\"é\":1}"), function("fc_2", "call_b", "{}"));
    let output = json!([thought, search, message("Grüße 🎉"), first, second]);
    named(&[
        json!({ "type": "response.created", "response": { "id": "resp_1", "model": "gpt-5-x", "output": [] } }),
        added(0, json!({ "type": "reasoning", "id": "rs_1", "summary": [] })),
        thought_piece(0, "One"),
        thought_piece(0, "."),
        thought_piece(1, "Two."),
        done(0, thought),
        added(1, json!({ "type": "web_search_call", "id": "ws_1", "status": "in_progress" })),
        json!({ "type": "response.web_search_call.searching", "output_index": 1, "item_id": "ws_1" }),
        done(1, search),
        added(2, json!({ "type": "message", "id": "msg_1", "role": "assistant", "content": [] })),
        json!({ "type": "response.content_part.added", "output_index": 2, "part": { "type": "output_text", "text": "" } }),
        piece("output_text", 2, "msg_1", "Grü"),
        piece("output_text", 2, "msg_1", "ße 🎉"),
        json!({ "type": "response.output_text.done", "output_index": 2, "item_id": "msg_1", "text": "Grüße 🎉" }),
        done(2, message("Grüße 🎉")),
        added(3, function("fc_1", "call_a", "")),
        added(4, function("fc_2", "call_b", "")),
        piece("function_call_arguments", 3, "fc_1", "{\"é\""),
        piece("function_call_arguments", 4, "fc_2", "{}"),
        piece("function_call_arguments", 3, "fc_1", ":1}"),
        json!({ "type": "response.function_call_arguments.done", "output_index": 3, "item_id": "fc_1", "arguments": "{\"é\":1}" }),
        done(3, first),
        done(4, second),
        completed(if is_repeated { output } else { json!([]) }),
    ])
}

/// Items without indexes and ids of their own, as llama.cpp writes them.
fn without_indexes() -> String {
    let function = |id: &str, arguments: &str| json!({ "type": "function_call", "call_id": id, "name": "f", "arguments": arguments });
    named(&[
        json!({ "type": "response.created", "response": { "id": "resp_1" } }),
        json!({ "type": "response.output_item.added", "item": { "type": "message", "id": "msg_1", "content": [] } }),
        json!({ "type": "response.output_text.delta", "item_id": "msg_1", "delta": "Hi" }),
        json!({ "type": "response.output_item.added", "item": function("fc_a", "") }),
        json!({ "type": "response.function_call_arguments.delta", "item_id": "fc_a", "delta": "{\"a\":" }),
        json!({ "type": "response.function_call_arguments.delta", "item_id": "fc_a", "delta": "1}" }),
        json!({ "type": "response.output_item.added", "item": function("fc_b", "") }),
        json!({ "type": "response.function_call_arguments.delta", "item_id": "fc_b", "delta": "{}" }),
        json!({ "type": "response.output_item.done", "item": message("Hi") }),
        json!({ "type": "response.output_item.done", "item": function("fc_a", "{\"a\":1}") }),
        json!({ "type": "response.output_item.done", "item": function("fc_b", "{}") }),
        completed(json!([])),
    ])
}

/// Calls that nobody ends.
fn without_done() -> String {
    named(&[
        added(0, function("fc_1", "call_a", "")),
        piece("function_call_arguments", 0, "fc_1", "{\"a\":"),
        json!({ "type": "response.function_call_arguments.done", "output_index": 0, "item_id": "fc_1", "arguments": "{\"a\":1}" }),
        added(1, function("fc_2", "call_b", "")),
        json!({ "type": "response.function_call_arguments.done", "output_index": 1, "item_id": "fc_2", "arguments": "{\"b\":2}" }),
        completed(json!([])),
    ])
}

fn whole_text(text: &str) -> ChatResponse {
    OpenAi.response(&super::cases::plain(), text.as_bytes()).unwrap()
}

#[test]
fn a_stream_says_what_the_whole_answer_says() {
    for is_repeated in [true, false] {
        let stream = everything(is_repeated);
        let (response, deltas) = answer(&OpenAi, &stream, END);
        let last = everything(true);
        let last = last.rsplit_once("data: ").unwrap().1;
        let last: Value = serde_json::from_str(last).unwrap();
        assert_eq!(response, whole_text(&last["response"].to_string()));
        assert_eq!(response.finish, Finish::ToolCalls);
        let usage = Usage { input_tokens: 3, output_tokens: 2, ..Usage::default() };
        assert_eq!((response.usage, response.model.as_deref()), (usage, Some("gpt-5")));
        let expected = [
            Delta::Reasoning("One.\n\nTwo.".to_owned()),
            Delta::Text("Grüße 🎉".to_owned()),
            arguments("call_a", "{\"é\""),
            arguments("call_b", "{}"),
            arguments("call_a", ":1}"),
        ];
        assert_eq!(deltas, expected);
    }
}

#[test]
fn items_without_indexes_are_told_apart_by_their_ids() {
    let (response, deltas) = answer(&OpenAi, &without_indexes(), END);
    assert_eq!(response.parts, [text("Hi"), call("fc_a", "f", json!({ "a": 1 })), call("fc_b", "f", json!({}))]);
    let expected = [Delta::Text("Hi".to_owned()), arguments("fc_a", "{\"a\":1}"), arguments("fc_b", "{}")];
    assert_eq!(deltas, expected);
}

#[test]
fn calls_are_complete_with_their_arguments() {
    let (response, deltas) = answer(&OpenAi, &without_done(), END);
    let expected = [call("call_a", "f", json!({ "a": 1 })), call("call_b", "f", json!({ "b": 2 }))];
    assert_eq!((&response.parts[..], response.finish), (&expected[..], Finish::ToolCalls));
    assert_eq!(deltas, [arguments("call_a", "{\"a\":"), arguments("call_b", "{\"b\":2}")]);
}

#[test]
fn an_item_whose_id_changes_stays_where_its_index_is() {
    let stream = named(&[
        added(0, function("x1", "call_a", "")),
        piece("function_call_arguments", 0, "x2", "{\"a\":"),
        piece("function_call_arguments", 0, "x3", "1}"),
        done(0, function("x4", "call_a", "{\"a\":1}")),
        completed(json!([function("x5", "call_a", "{\"a\":1}")])),
    ]);
    let (response, deltas) = answer(&OpenAi, &stream, END);
    assert_eq!(response.parts, [call("call_a", "f", json!({ "a": 1 }))]);
    assert_eq!(deltas, [arguments("call_a", "{\"a\":1}")]);
}

#[test]
fn items_that_all_have_one_index_are_told_apart_by_their_ids() {
    let stream = named(&[
        added(0, function("fc_1", "call_a", "")),
        added(0, function("fc_2", "call_b", "")),
        piece("function_call_arguments", 0, "fc_1", "{\"a\":1}"),
        piece("function_call_arguments", 0, "fc_2", "{\"b\":2}"),
        done(0, function("fc_1", "call_a", "{\"a\":1}")),
        done(0, function("fc_2", "call_b", "{\"b\":2}")),
        completed(json!([])),
    ]);
    let (response, deltas) = answer(&OpenAi, &stream, END);
    assert_eq!(response.parts, [call("call_a", "f", json!({ "a": 1 })), call("call_b", "f", json!({ "b": 2 }))]);
    assert_eq!(deltas, [arguments("call_a", "{\"a\":1}"), arguments("call_b", "{\"b\":2}")]);
}

#[test]
fn an_answer_only_in_the_last_event_counts() {
    let (response, deltas) = answer(&OpenAi, &named(&[completed(json!([message("5")]))]), END);
    assert_eq!((&response.parts[..], response.finish), (&[text("5")][..], Finish::Stop));
    assert_eq!(deltas, []);
}

#[test]
fn pieces_without_announcement_and_end_are_an_answer() {
    let stream = events(&[
        r#"{"type":"response.reasoning_text.delta","delta":"Hm."}"#,
        r#"{"type":"response.output_text.delta","delta":"He"}"#,
        r#"{"type":"response.output_text.delta","delta":"llo"}"#,
        r#"{"type":"response.completed","response":{}}"#,
        "[DONE]",
    ]);
    let (response, _) = answer(&OpenAi, &stream, END);
    assert_eq!(response.parts, [Part::Reasoning { text: "Hm.".to_owned(), data: Value::Null }, text("Hello")]);
}

#[test]
fn a_refusal_in_pieces_is_one() {
    let stream =
        named(&[piece("refusal", 0, "msg_1", "I will "), piece("refusal", 0, "msg_1", "not."), completed(json!([]))]);
    let (response, deltas) = answer(&OpenAi, &stream, END);
    assert_eq!((response.finish, response.refusal.as_deref()), (Finish::Refused, Some("I will not.")));
    assert_eq!((response.parts, deltas), (Vec::new(), Vec::new()));
}

#[test]
fn a_stream_that_reached_the_limit_says_so() {
    let end = json!({ "type": "response.incomplete", "response": { "incomplete_details": { "reason": "max_output_tokens" } } });
    let (response, _) = answer(&OpenAi, &named(&[piece("output_text", 0, "m", "He"), end]), "response.incomplete");
    assert_eq!((&response.parts[..], response.finish), (&[text("He")][..], Finish::Length));
}

#[test]
fn errors_inside_of_a_stream_are_reported() {
    let failed = r#"{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"Sorry."}}}"#;
    let plain = r#"{"type":"error","code":"rate_limit_exceeded","message":"Slowly.","param":null}"#;
    let nested = r#"{"type":"error","error":{"type":"server_error","code":null,"message":"Oh."}}"#;
    for (event, broken) in [
        (failed, reported("server_error", "Sorry.")),
        (plain, reported("rate_limit_exceeded", "Slowly.")),
        (nested, reported("server_error", "Oh.")),
        (r#"{"error":{"code":503,"message":"Busy."}}"#, reported("503", "Busy.")),
    ] {
        let begin = r#"{"type":"response.output_text.delta","delta":"He"}"#;
        assert_eq!(stream(&OpenAi, &events(&[begin, event])).0, Err(broken));
    }
}

#[test]
fn unknown_events_are_skipped_and_known_ones_with_a_bad_body_are_not() {
    let end = completed(json!([message("5")])).to_string();
    for good in [r#"{"type":"response.news","delta":1}"#, r#"{"type":"keepalive"}"#, "{}"] {
        assert_eq!(stream(&OpenAi, &events(&[good, &end])).0.unwrap().parts, [text("5")], "{good}");
    }
    assert!(stream(&OpenAi, &format!("event: ping\ndata: now\n\ndata: {end}\n\n")).0.is_ok());
    for bad in [
        "{",
        "1",
        r#"{"type":"response.output_text.delta"}"#,
        r#"{"type":"response.output_text.delta","delta":1}"#,
        r#"{"type":"response.output_item.added","item":1}"#,
        r#"{"type":"response.output_item.done"}"#,
        r#"{"type":"response.function_call_arguments.done","arguments":1}"#,
        r#"{"type":"response.completed"}"#,
        r#"{"type":"response.completed","response":{"output":1}}"#,
    ] {
        assert!(is_malformed(&stream(&OpenAi, &events(&[bad, &end])).0), "{bad}");
    }
}

#[test]
fn a_call_without_a_name_is_broken() {
    let stream_text = named(&[piece("function_call_arguments", 0, "fc_1", "{}"), completed(json!([]))]);
    assert!(is_malformed(&stream(&OpenAi, &stream_text).0));
}

#[test]
fn nothing_after_the_end_is_read() {
    let mut fold = OpenAi.stream(&super::cases::plain());
    let mut deltas = Vec::new();
    assert!(!fold.is_done());
    fold.push(named(&[completed(json!([message("5")]))]).as_bytes(), &mut deltas).unwrap();
    assert!(fold.is_done());
    fold.push(b"data: \xff\n\n", &mut deltas).unwrap();
    assert_eq!(fold.finish().unwrap().parts, [text("5")]);
}

proptest! {
    #[test]
    fn no_stream_makes_it_panic_or_depends_on_how_it_is_cut(bytes in mutated(vec![everything(true), everything(false), without_indexes(), without_done()])) {
        let whole = hear(&OpenAi, [&bytes[..]]);
        if whole.0.is_ok() {
            prop_assert_eq!(hear(&OpenAi, bytes.chunks(1)), whole);
        }
        let _ = OpenAi.response(&super::cases::plain(), &bytes);
        let inner = bytes.rsplit(|it| *it == b'\n').find(|it| it.starts_with(b"data: ")).unwrap_or_default();
        let _ = OpenAi.response(&super::cases::plain(), inner.get(6..).unwrap_or_default());
    }
}
