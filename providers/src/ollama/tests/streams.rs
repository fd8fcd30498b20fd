//! Answers in pieces.

use serde_json::{Value, json};

use super::{MODEL, Ollama};
use crate::anthropic::testing::{broken, call, heard, heard_to_its_end, hello, nothing_panics, thought};
use crate::chat::{ChatResponse, Delta, Finish, Part, Usage};
use crate::wire::{Api, Broken};

/// Lines with these messages, and the last one.
fn stream(messages: &[Value], done_reason: &str) -> String {
    let line = |message: &Value| json!({ "model": "qwen3:8b", "message": message, "done": false });
    let last = json!({
        "model": "qwen3:8b", "message": { "role": "assistant", "content": "" }, "done_reason": done_reason, "done": true,
        "prompt_eval_count": 10, "eval_count": 7,
    });
    messages.iter().map(line).chain([last]).map(|it| format!("{it}\n")).collect()
}

fn text() -> String {
    stream(
        &[json!({ "role": "assistant", "content": "Grü" }), json!({ "role": "assistant", "content": "ße!" })],
        "stop",
    )
}

fn calls() -> String {
    let messages = [
        json!({ "content": "", "thinking": "Two " }),
        json!({ "content": "", "thinking": "calls." }),
        json!({ "content": "", "tool_calls": [{ "function": { "name": "Weather__at", "arguments": { "city": "Rome" } } }] }),
        json!({ "content": "", "tool_calls": [{ "function": { "name": "clock", "arguments": {} } }] }),
    ];
    stream(&messages, "stop")
}

#[test]
fn a_text_comes_in_pieces() {
    let (response, deltas) = heard_to_its_end(&Ollama, &hello(MODEL), &text());
    let expected = ChatResponse {
        parts: vec![Part::Text("Grüße!".to_owned())],
        finish: Finish::Stop,
        refusal: None,
        usage: Usage { input_tokens: 10, output_tokens: 7, ..Usage::default() },
        model: Some("qwen3:8b".to_owned()),
    };
    assert_eq!(response, expected);
    assert_eq!(deltas, [Delta::Text("Grüße!".to_owned())]);
}

#[test]
fn thoughts_come_in_pieces_and_calls_whole() {
    let (response, deltas) = heard_to_its_end(&Ollama, &hello(MODEL), &calls());
    let expected = [
        thought("Two calls.", "ollama", json!({ "thinking": "Two calls." })),
        call("call_1", "Weather__at", json!({ "city": "Rome" }), json!(null)),
        call("call_2", "clock", json!({}), json!(null)),
    ];
    assert_eq!(response.parts, expected);
    assert_eq!(response.finish, Finish::ToolCalls);
    let arguments = |id: &str, text: &str| Delta::Arguments { id: id.to_owned(), text: text.to_owned() };
    let calls = [arguments("call_1", "{\"city\":\"Rome\"}"), arguments("call_2", "{}")];
    assert_eq!(deltas, [&[Delta::Reasoning("Two calls.".to_owned())][..], &calls].concat());
}

#[test]
fn an_answer_that_was_too_long_says_so() {
    let (response, _) = heard_to_its_end(&Ollama, &hello(MODEL), &stream(&[json!({ "content": "a" })], "length"));
    assert_eq!(response.finish, Finish::Length);
}

#[test]
fn the_end_needs_no_line_end_and_nothing_counts_after_it() {
    let whole = text();
    let expected = heard(&Ollama, &hello(MODEL), &whole);
    assert_eq!(heard(&Ollama, &hello(MODEL), whole.trim_end()), expected);
    let mut fold = Ollama.stream(&hello(MODEL));
    fold.push(whole.as_bytes(), &mut Vec::new()).unwrap();
    assert!(fold.is_done());
    fold.push(b"{\"error\": \"late\"}\n{\"half", &mut Vec::new()).unwrap();
    assert_eq!(fold.finish().unwrap(), expected.0);
}

#[test]
fn an_error_in_a_stream_is_reported() {
    let begun = "{\"message\":{\"content\":\"a\"},\"done\":false}\n";
    let expected = Broken::Reported { kind: String::new(), message: "out of memory".to_owned() };
    assert_eq!(broken(&Ollama, &hello(MODEL), &format!("{begun}{{\"error\":\"out of memory\"}}\n")), expected);
    assert_eq!(broken(&Ollama, &hello(MODEL), &format!("{begun}{{\"error\":\"out of memory\"}}")), expected);
}

#[test]
fn a_stream_without_its_end_is_broken() {
    let expected = Broken::Malformed("the answer ended before its end".to_owned());
    assert_eq!(broken(&Ollama, &hello(MODEL), ""), expected);
    assert_eq!(broken(&Ollama, &hello(MODEL), "{\"message\":{\"content\":\"a\"},\"done\":false}\n"), expected);
    for bad in ["{\n", "[]\n", "<html>\n", "{\"message\":[]}\n"] {
        assert!(matches!(broken(&Ollama, &hello(MODEL), bad), Broken::Malformed(_)), "{bad}");
    }
}

#[test]
fn no_stream_makes_anything_panic() {
    nothing_panics(&Ollama, &hello(MODEL), &[&text(), &calls()]);
}
