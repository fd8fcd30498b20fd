//! What answers in pieces mean, wherever they are cut.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::chat::{Delta, Finish, Part, Usage};
use crate::openai::tests::cases::plain;
use crate::openai::tests::harness::{
    answer, arguments, call, events, hear, is_malformed, mutated, reported, stream, text,
};
use crate::openai_chat::OpenAiChat;
use crate::wire::Api;

const CALLED: &str = "\"finish_reason\":\"tool_calls\"";
const STOPPED: &str = "\"finish_reason\":\"stop\"";

fn chunk(delta: Value, reason: Value) -> String {
    json!({ "model": "gpt-5", "choices": [{ "index": 0, "delta": delta, "finish_reason": reason }] }).to_string()
}

fn said(delta: Value) -> String {
    chunk(delta, Value::Null)
}

/// A stream of pieces of calls, each a list of entries.
fn called(pieces: &[Value]) -> String {
    let mut data: Vec<String> = pieces.iter().map(|it| said(json!({ "tool_calls": it }))).collect();
    data.push(chunk(json!({}), json!("tool_calls")));
    data.push("[DONE]".to_owned());
    events(&data.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Reasoning, text, two calls and the usage, as OpenAI and those that think write it.
fn everything() -> String {
    let usage = json!({
        "prompt_tokens": 3, "completion_tokens": 2, "completion_tokens_details": { "reasoning_tokens": 1 },
    });
    let first = json!([{ "index": 0, "id": "a", "type": "function", "function": { "name": "f", "arguments": "" } }]);
    let second = json!([{ "index": 1, "id": "b", "type": "function", "function": { "name": "g", "arguments": "{}" } }]);
    let more = |text: &str| json!([{ "index": 0, "function": { "arguments": text } }]);
    let data = [
        json!({ "model": "", "choices": [], "prompt_filter_results": [] }).to_string(),
        said(json!({ "role": "assistant", "content": null, "refusal": null })),
        said(json!({ "reasoning_content": "H" })),
        said(json!({ "reasoning_content": "m.", "content": "" })),
        said(json!({ "content": "Grü" })),
        said(json!({ "content": "ße 🎉" })),
        said(json!({ "tool_calls": first })),
        said(json!({ "tool_calls": more("{\"é\"") })),
        said(json!({ "tool_calls": more(":1}") })),
        said(json!({ "tool_calls": second })),
        chunk(json!({}), json!("tool_calls")),
        json!({ "choices": [], "usage": usage }).to_string(),
        "[DONE]".to_owned(),
    ];
    format!(": OPENROUTER PROCESSING\n\n{}", events(&data.iter().map(String::as_str).collect::<Vec<_>>()))
}

#[test]
fn a_stream_has_reasoning_text_calls_and_usage() {
    let (response, deltas) = answer(&OpenAiChat, &everything(), CALLED);
    let expected = [
        Part::Reasoning { text: "Hm.".to_owned(), data: Value::Null },
        text("Grüße 🎉"),
        call("a", "f", json!({ "é": 1 })),
        call("b", "g", json!({})),
    ];
    assert_eq!((&response.parts[..], response.finish), (&expected[..], Finish::ToolCalls));
    let usage = Usage { input_tokens: 3, output_tokens: 2, reasoning_tokens: 1, ..Usage::default() };
    assert_eq!((response.usage, response.model.as_deref()), (usage, Some("gpt-5")));
    let expected = [
        Delta::Reasoning("Hm.".to_owned()),
        Delta::Text("Grüße 🎉".to_owned()),
        arguments("a", "{\"é\":1}"),
        arguments("b", "{}"),
    ];
    assert_eq!(deltas, expected);
}

/// Streams of the same two calls, as servers write them.
fn dialects() -> Vec<(&'static str, String)> {
    let entry = |index: Option<u64>, id: Value, name: Value, arguments: Value| {
        let mut entry = json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } });
        if let Some(index) = index {
            entry["index"] = json!(index);
        }
        json!([entry])
    };
    let begin = |index, id: &str| entry(index, json!(id), json!("f"), json!("{\"x\":"));
    let end = |index, id: Value, name: Value, text: &str| entry(index, id, name, json!(text));
    let null = || Value::Null;
    vec![
        (
            "no index",
            called(&[
                begin(None, "a"),
                end(None, null(), null(), "1}"),
                begin(None, "b"),
                end(None, null(), null(), "2}"),
            ]),
        ),
        (
            "index used again",
            called(&[
                begin(Some(0), "a"),
                end(Some(0), null(), null(), "1}"),
                begin(Some(0), "b"),
                end(Some(0), null(), null(), "2}"),
            ]),
        ),
        (
            "gaps",
            called(&[
                begin(Some(1), "a"),
                begin(Some(7), "b"),
                end(Some(1), null(), null(), "1}"),
                end(Some(7), null(), null(), "2}"),
            ]),
        ),
        (
            "id repeated",
            called(&[
                begin(Some(0), "a"),
                begin(Some(1), "b"),
                end(Some(1), json!("b"), json!("f"), "2}"),
                end(Some(0), json!("a"), json!("f"), "1}"),
            ]),
        ),
        (
            "id repeated, no index",
            called(&[
                begin(None, "a"),
                begin(None, "b"),
                end(None, json!("a"), null(), "1}"),
                end(None, json!("b"), null(), "2}"),
            ]),
        ),
        (
            "id empty",
            called(&[
                begin(Some(0), "a"),
                end(Some(0), json!(""), json!(""), "1}"),
                begin(Some(1), "b"),
                end(Some(1), json!(""), json!(""), "2}"),
            ]),
        ),
        (
            "name repeated",
            called(&[
                begin(Some(0), "a"),
                end(Some(0), null(), json!("f"), "1}"),
                begin(Some(1), "b"),
                end(Some(1), null(), json!("f"), "2}"),
            ]),
        ),
        (
            "arguments null",
            called(&[
                entry(Some(0), json!("a"), json!("f"), null()),
                end(Some(0), null(), null(), "{\"x\":1}"),
                entry(Some(1), json!("b"), json!("f"), null()),
                end(Some(1), null(), null(), "{\"x\":2}"),
                entry(Some(1), null(), null(), null()),
            ]),
        ),
        (
            "arguments as objects",
            called(&[
                entry(None, json!("a"), json!("f"), json!({ "x": 1 })),
                entry(None, json!("b"), json!("f"), json!({ "x": 2 })),
            ]),
        ),
        (
            "index only later",
            called(&[
                begin(None, "a"),
                end(Some(0), null(), null(), "1}"),
                begin(Some(1), "b"),
                end(Some(1), null(), null(), "2}"),
            ]),
        ),
    ]
}

#[test]
fn calls_are_put_together_however_servers_cut_them() {
    for (name, stream) in dialects() {
        let (response, deltas) = answer(&OpenAiChat, &stream, CALLED);
        assert_eq!(response.parts, [call("a", "f", json!({ "x": 1 })), call("b", "f", json!({ "x": 2 }))], "{name}");
        for (id, expected) in [("a", "{\"x\":1}"), ("b", "{\"x\":2}")] {
            let pieces = deltas.iter().filter_map(|it| match it {
                Delta::Arguments { id: of, text } if of == id => Some(text.as_str()),
                _ => None,
            });
            assert_eq!(pieces.collect::<String>(), expected, "{name}");
        }
    }
}

#[test]
fn calls_without_ids_get_them() {
    let entry = |index: u64, name: &str, text: &str| json!([{ "index": index, "id": "", "function": { "name": name, "arguments": text } }]);
    let expected = [
        call("call_1", "f", json!({ "x": "}" })),
        call("call_2", "f", json!({ "x": 2 })),
        call("call_3", "g", json!({})),
    ];
    let all_at_one = called(&[entry(0, "f", "{\"x\":\"}\"}"), entry(0, "f", "{\"x\":2}"), entry(0, "g", "")]);
    let (response, deltas) = answer(&OpenAiChat, &all_at_one, CALLED);
    assert_eq!(response.parts, expected);
    assert_eq!(deltas, [arguments("call_1", "{\"x\":\"}\"}"), arguments("call_2", "{\"x\":2}")]);
    let apart = called(&[entry(0, "f", "{\"x\":\"}\"}"), entry(1, "f", "{\"x\":2}"), entry(2, "g", "")]);
    assert_eq!(answer(&OpenAiChat, &apart, CALLED).0.parts, expected);
}

#[test]
fn an_id_that_comes_late_changes_nothing() {
    let stream = called(&[
        json!([{ "index": 0, "function": { "name": "f", "arguments": "{" } }]),
        json!([{ "index": 0, "id": "a", "function": { "arguments": "}" } }]),
    ]);
    let (response, deltas) = answer(&OpenAiChat, &stream, CALLED);
    assert_eq!(response.parts, [call("call_1", "f", json!({}))]);
    assert_eq!(deltas, [arguments("call_1", "{}")]);
}

#[test]
fn two_calls_with_one_id_are_two() {
    let entry = |index: u64| json!([{ "index": index, "id": "a", "function": { "name": "f", "arguments": "{}" } }]);
    let (response, _) = answer(&OpenAiChat, &called(&[entry(0), entry(1)]), CALLED);
    assert_eq!(response.parts, [call("a", "f", json!({})), call("call_1", "f", json!({}))]);
}

#[test]
fn entries_with_nothing_in_them_are_skipped() {
    let (response, _) = answer(&OpenAiChat, &called(&[json!([{ "index": 0 }]), json!([{}]), Value::Null]), CALLED);
    assert_eq!((&response.parts[..], response.finish), (&[][..], Finish::Stop));
}

#[test]
fn the_last_word_need_not_come_but_the_reason_has_to() {
    let stop = chunk(json!({}), json!("stop"));
    let (response, _) = answer(&OpenAiChat, &events(&[&said(json!({ "content": "5" })), &stop]), STOPPED);
    assert_eq!((&response.parts[..], response.finish), (&[text("5")][..], Finish::Stop));
    let (response, _) = stream(&OpenAiChat, &events(&[&said(json!({ "content": "5" })), &stop, &said(json!({}))]));
    assert_eq!(response.unwrap().finish, Finish::Stop);
    let without_reason = events(&[&said(json!({ "content": "5" })), "[DONE]"]);
    assert!(is_malformed(&stream(&OpenAiChat, &without_reason).0));
    let empty_reason = events(&[&chunk(json!({ "content": "5" }), json!("")), "[DONE]"]);
    assert!(is_malformed(&stream(&OpenAiChat, &empty_reason).0));
}

#[test]
fn a_refusal_in_pieces_is_one() {
    let pieces =
        [said(json!({ "refusal": "I will " })), said(json!({ "refusal": "not." })), chunk(json!({}), json!("stop"))];
    let (response, deltas) = answer(&OpenAiChat, &events(&pieces.each_ref().map(String::as_str)), STOPPED);
    assert_eq!((response.finish, response.refusal.as_deref()), (Finish::Refused, Some("I will not.")));
    assert_eq!((response.parts, deltas), (Vec::new(), Vec::new()));
}

#[test]
fn errors_inside_of_a_stream_are_reported() {
    let begin = said(json!({ "content": "He" }));
    for (event, broken) in [
        (r#"{"error":{"message":"Sorry.","type":"server_error","code":null}}"#, reported("server_error", "Sorry.")),
        (r#"{"error":"Sorry."}"#, reported("", "Sorry.")),
        (r#"{"object":"error","message":"Sorry.","code":400}"#, reported("400", "Sorry.")),
    ] {
        assert_eq!(stream(&OpenAiChat, &events(&[&begin, event])).0, Err(broken));
    }
    let named = format!("data: {begin}\n\nevent: error\ndata: {{\"message\":\"Sorry.\"}}\n\n");
    assert_eq!(stream(&OpenAiChat, &named).0, Err(reported("", "Sorry.")));
}

#[test]
fn unknown_events_are_skipped_and_known_ones_with_a_bad_body_are_not() {
    let end = chunk(json!({ "content": "5" }), json!("stop"));
    for good in ["{}", r#"{"type":"ping"}"#, r#"{"choices":null}"#, r#"{"choices":[{"delta":null}]}"#] {
        assert_eq!(stream(&OpenAiChat, &events(&[good, &end])).0.unwrap().parts, [text("5")], "{good}");
    }
    assert!(stream(&OpenAiChat, &format!("event: ping\ndata: now\n\ndata: {end}\n\n")).0.is_ok());
    for bad in [
        "{",
        "1",
        r#"{"choices":1}"#,
        r#"{"choices":[1]}"#,
        r#"{"choices":[{"delta":1}]}"#,
        r#"{"choices":[{"delta":{"content":1}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":1}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":1}}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"id":"a"}]}}]}"#,
    ] {
        assert!(is_malformed(&stream(&OpenAiChat, &events(&[bad, &end])).0), "{bad}");
    }
}

#[test]
fn nothing_after_the_end_is_read() {
    let mut fold = OpenAiChat.stream(&plain());
    let mut deltas = Vec::new();
    fold.push(events(&[&chunk(json!({ "content": "5" }), json!("stop"))]).as_bytes(), &mut deltas).unwrap();
    assert!(!fold.is_done());
    fold.push(b"data: [DONE]\n\n", &mut deltas).unwrap();
    assert!(fold.is_done());
    fold.push(b"data: \xff\n\n", &mut deltas).unwrap();
    assert_eq!(fold.finish().unwrap().parts, [text("5")]);
}

fn fixtures() -> Vec<String> {
    std::iter::once(everything()).chain(dialects().into_iter().map(|it| it.1)).collect()
}

proptest! {
    #[test]
    fn no_stream_makes_it_panic_or_depends_on_how_it_is_cut(bytes in mutated(fixtures())) {
        let whole = hear(&OpenAiChat, [&bytes[..]]);
        if whole.0.is_ok() {
            prop_assert_eq!(hear(&OpenAiChat, bytes.chunks(1)), whole);
        }
        let _ = OpenAiChat.response(&plain(), &bytes);
    }

    #[test]
    fn no_answer_makes_it_panic(bytes in mutated(vec![json!({
        "model": "m", "usage": { "prompt_tokens": 1, "prompt_tokens_details": { "cached_tokens": 1 } },
        "choices": [{ "finish_reason": "tool_calls", "message": {
            "content": [{ "type": "text", "text": "a" }, { "type": "thinking", "thinking": [{ "text": "b" }] }],
            "tool_calls": [{ "id": "a", "function": { "name": "f", "arguments": "{\"x\":1}" } }],
        } }],
    }).to_string()])) {
        let _ = OpenAiChat.response(&plain(), &bytes);
    }
}
