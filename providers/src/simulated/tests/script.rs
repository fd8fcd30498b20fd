//! Scripts.

use serde_json::{Value, json};

use super::{CHAPTER, asked, calculator, offering, record, wanting, with_results};
use crate::chat::{ChatRequest, ChatResponse, Delta, Finish, Means, Part, ToolChoice};
use crate::simulated::{Failure, Script, Turn};

fn script(turn: Value) -> Script {
    Script::parse(&json!([turn]).to_string()).unwrap()
}

fn play(turn: Value, request: &ChatRequest) -> Turn {
    script(turn).play(0, request)
}

fn played(turn: Value, request: &ChatRequest) -> ChatResponse {
    play(turn, request).outcome.unwrap()
}

/// What is wrong in a script.
fn wrong(script: Value) -> String {
    Script::parse(&script.to_string()).unwrap_err()
}

/// How a request is refused by what a turn expects.
fn unexpected(expect: Value, request: &ChatRequest) -> String {
    let failure = play(json!({ "text": "", "expect": expect }), request).outcome.unwrap_err();
    assert_eq!(failure.status, 400);
    failure.message
}

fn met(expect: Value, request: &ChatRequest) {
    assert!(play(json!({ "text": "", "expect": expect }), request).outcome.is_ok(), "{expect}");
}

#[test]
fn the_script_of_the_chapter_plays() {
    let text = CHAPTER.split("```json").nth(1).unwrap().split("```").next().unwrap();
    let script = Script::parse(text).unwrap();
    assert_eq!((script.len(), script.is_empty()), (6, false));
    let item = record(json!({ "item": { "type": "string" }, "quantity": { "type": "integer" } }));
    let request = offering("Take two lamps", &[("Stock::take", "Take items", item)]);
    let request = ChatRequest { system: Some("You are precise.".to_owned()), ..request };
    let later = with_results(request.clone(), &[("Stock__take", Ok(json!(1)))]);

    let first = script.play(0, &request).outcome.unwrap();
    assert!(
        matches!(&first.parts[..], [Part::Reasoning { .. }, Part::Text(_), Part::Call(it)] if it.tool == "Stock__take")
    );
    let slow = Failure { status: 429, message: "slow down".to_owned(), retry_after_ms: Some(50) };
    assert_eq!(script.play(1, &later).outcome, Err(slow));
    assert_eq!(script.play(2, &later).outcome.unwrap_err().status, 0);
    let fourth = script.play(3, &later);
    assert_eq!(fourth.delay_ms, 20);
    let usage = fourth.outcome.unwrap().usage;
    assert_eq!((usage.input_tokens, usage.output_tokens, usage.cached_tokens), (120, 7, 100));
    let fifth = script.play(4, &wanting(later.clone(), json!(true))).outcome.unwrap();
    assert_eq!(fifth.parts, [Part::Text(r#"{"title":"Lamps","left":1}"#.to_owned())]);
    let sixth = script.play(5, &later).outcome.unwrap();
    assert_eq!(
        (sixth.finish, sixth.refusal.as_deref(), sixth.parts.len()),
        (Finish::Refused, Some("I would rather not."), 0)
    );
}

#[test]
fn a_script_is_a_list_or_has_one() {
    assert_eq!(Script::parse(r#"[{"text":"a"}]"#).unwrap().len(), 1);
    assert_eq!(Script::parse(r#"{"turns":[]}"#).unwrap().len(), 0);
}

#[test]
fn a_request_after_the_last_turn_is_refused() {
    let failure = script(json!({ "text": "a" })).play(1, &asked("x")).outcome.unwrap_err();
    assert_eq!((failure.status, failure.message.as_str()), (400, "the script has only 1 turn, and this is request 2"));
    let failure = Script::parse("[]").unwrap().play(usize::MAX, &asked("x")).outcome.unwrap_err();
    assert!(failure.message.starts_with("the script has only 0 turns"));
}

#[test]
fn text_and_calls_are_said_in_order() {
    let turn = json!({
        "tool_calls": [
            { "tool": "Calculator::add", "arguments": { "a": 1 } },
            { "tool": "Clock__now", "id": "mine" },
            { "tool": "made_up", "arguments": "{broken" },
        ],
        "text": "Wait",
    });
    let response = played(turn, &calculator("Hi"));
    assert_eq!(response.finish, Finish::ToolCalls);
    let [Part::Text(_), Part::Call(add), Part::Call(now), Part::Call(other)] = &response.parts[..] else {
        panic!("{response:?}")
    };
    assert_eq!((add.tool.as_str(), add.id.as_str(), &add.arguments), ("Calculator__add", "call_1", &json!({ "a": 1 })));
    assert_eq!((now.tool.as_str(), now.id.as_str(), &now.arguments), ("Clock__now", "mine", &json!({})));
    assert_eq!((other.tool.as_str(), &other.arguments), ("made_up", &json!("{broken")));
}

#[test]
fn a_value_is_sent_as_the_request_wants_it() {
    let turn = || json!({ "value": { "a": 1 } });
    assert_eq!(played(turn(), &asked("x")).parts, [Part::Text(r#"{"a":1}"#.to_owned())]);
    let mut request = wanting(asked("x"), json!(true));
    assert_eq!(played(turn(), &request).parts, [Part::Text(r#"{"a":1}"#.to_owned())]);
    request.output.as_mut().unwrap().means = Means::Tool;
    assert!(matches!(&played(turn(), &request).parts[..], [Part::Call(it)] if it.tool == "Answer"));
}

#[test]
fn errors_look_like_those_of_providers() {
    let failure = |error| play(json!({ "error": error }), &asked("x")).outcome.unwrap_err();
    let lost = Failure { status: 0, message: "the connection failed".to_owned(), retry_after_ms: None };
    assert_eq!(failure(json!("connection")), lost);
    let plain = failure(json!({ "status": 503 }));
    assert_eq!((plain.status, plain.message.as_str()), (503, "the script answers with the status 503"));
}

#[test]
fn text_before_an_error_is_heard_in_a_stream() {
    let turn = json!({ "text": "Once upon", "error": "connection" });
    let heard = play(turn.clone(), &ChatRequest { is_streamed: true, ..asked("x") });
    assert_eq!(heard.deltas, [Delta::Text("Once ".to_owned()), Delta::Text("upon".to_owned())]);
    assert!(heard.outcome.is_err());
    assert_eq!(play(turn, &asked("x")).deltas, []);
}

#[test]
fn reasoning_is_a_part_and_counts() {
    let response = played(json!({ "reasoning": "12345", "text": "abc" }), &asked("x"));
    assert!(matches!(&response.parts[..], [Part::Reasoning { text, .. }, Part::Text(_)] if text == "12345"));
    assert_eq!((response.usage.output_tokens, response.usage.reasoning_tokens), (2, 2));
}

#[test]
fn a_turn_says_why_it_ended() {
    let finish = |it: &str| played(json!({ "text": "part", "finish": it }), &asked("x"));
    assert_eq!(finish("length").finish, Finish::Length);
    assert_eq!(finish("filtered").finish, Finish::Filtered);
    assert_eq!(finish("filtered").parts.len(), 1);
    assert_eq!(finish("refused").refusal.as_deref(), Some("part"));
    let cut = played(json!({ "tool_calls": [{ "tool": "a" }], "finish": "length" }), &asked("x"));
    assert_eq!((cut.finish, cut.parts.len()), (Finish::Length, 1));
    assert_eq!(played(json!({ "text": "all" }), &asked("x")).finish, Finish::Stop);
}

#[test]
fn expectations_that_are_met_change_nothing() {
    let request = with_results(calculator("Add 2 and 3"), &[("Calculator__add", Ok(json!({ "sum": 5 })))]);
    let request = ChatRequest { system: Some("Be brief.".to_owned()), ..request };
    met(json!({ "contains": r#"{"sum":5}"#, "system": "brief", "tool_choice": "auto", "output": false }), &request);
    met(json!({ "last_result": { "sum": 5 }, "messages": 3 }), &request);
    met(
        json!({ "tools": ["Calculator::add", "Calculator__subtract", "Calculator::multiply", "Calculator::divide", "Clock::now"] }),
        &request,
    );
    met(json!({ "last_result": null, "tools": [] }), &asked("x"));
    let forced = ChatRequest { tool_choice: ToolChoice::Tool("Clock__now".to_owned()), ..calculator("x") };
    met(json!({ "tool_choice": "Clock::now" }), &forced);
    let failed = with_results(asked("x"), &[("a", Err("no"))]);
    met(json!({ "last_result": { "error": { "kind": "tool_failed", "message": "no" } } }), &failed);
}

#[test]
fn expectations_that_are_not_met_say_what_was_sent() {
    let request = with_results(asked("Hello"), &[("a", Ok(json!(5)))]);
    insta::assert_snapshot!(
        [
            unexpected(json!({ "contains": "bye" }), &asked("Hello")),
            unexpected(json!({ "system": "brief" }), &request),
            unexpected(json!({ "tools": ["Clock::now"] }), &calculator("x")),
            unexpected(json!({ "tool_choice": "required" }), &request),
            unexpected(json!({ "last_result": 6 }), &request),
            unexpected(json!({ "messages": 1 }), &request),
            unexpected(json!({ "output": true }), &request),
        ]
        .join("\n"),
        @r#"
        turn 1 of the script: expected the last message to contain "bye", and it is "Hello"
        turn 1 of the script: expected the system prompt to contain "brief", and it is ""
        turn 1 of the script: expected `tools` to be [Clock__now], and it is [Calculator__add, Calculator__subtract, Calculator__multiply, Calculator__divide, Clock__now]
        turn 1 of the script: expected `tool_choice` to be required, and it is auto
        turn 1 of the script: expected the last result to be 6, and it is 5
        turn 1 of the script: expected the number of messages to be 1, and it is 3
        turn 1 of the script: expected `output` to be true, and it is false
        "#
    );
}

#[test]
fn what_is_wrong_in_a_script_is_said_with_its_place() {
    insta::assert_snapshot!(
        [
            Script::parse("{").unwrap_err(),
            wrong(json!(3)),
            wrong(json!({ "turn": [] })),
            wrong(json!({})),
            wrong(json!([{ "text": "a" }, { "txt": "b" }])),
            wrong(json!([{ "colour": "b" }])),
            wrong(json!([{ "text": 1 }])),
            wrong(json!([{}])),
            wrong(json!([3])),
            wrong(json!([{ "text": "a", "value": 1 }])),
            wrong(json!([{ "tool_calls": [] }])),
            wrong(json!([{ "tool_calls": [{ "tool": "a" }, { "name": "a" }] }])),
            wrong(json!([{ "tool_calls": [{ "tool": "a", "arguments": 1 }] }])),
            wrong(json!([{ "tool_calls": [{ "arguments": {} }] }])),
            wrong(json!([{ "error": "timeout" }])),
            wrong(json!([{ "error": { "status": 200 } }])),
            wrong(json!([{ "error": { "state": 500 } }])),
            wrong(json!([{ "text": "", "finish": "stop" }])),
            wrong(json!([{ "text": "", "delay_ms": -1 }])),
            wrong(json!([{ "text": "", "usage": { "input": 1 } }])),
            wrong(json!([{ "text": "", "expect": { "contain": "a" } }])),
            wrong(json!([{ "text": "", "expect": { "tools": [1] } }])),
        ]
        .join("\n"),
        @r#"
        the script is no JSON: EOF while parsing an object at line 1 column 1
        a script has to be a list of turns, or an object with one under `turns`
        unknown key `turn`; did you mean `turns`?
        the script has no list `turns`
        turn 2: unknown key `txt`; did you mean `text`?
        turn 1: unknown key `colour`; known are `text`, `tool_calls`, `value`, `error`, `delay_ms`, `finish`, `reasoning`, `usage`, `expect`
        turn 1: `text` has to be a text
        turn 1: a turn needs `text`, `tool_calls`, `value` or `error`
        turn 1: a turn has to be an object
        turn 1: a turn has `value` or `text`, not both
        turn 1: `tool_calls` has to be a list of at least one call
        turn 1: call 2: unknown key `name`; known are `tool`, `arguments`, `id`
        turn 1: call 1: `arguments` has to be an object, or a text to be sent as it is
        turn 1: call 1: a call needs `tool`
        turn 1: `error` has to be an object with a `status`, or "connection"
        turn 1: `error` needs a `status` from 400 to 599
        turn 1: in `error`: unknown key `state`; did you mean `status`?
        turn 1: `finish` has to be "length", "filtered" or "refused"
        turn 1: `delay_ms` has to be a whole number, 0 or more
        turn 1: in `usage`: unknown key `input`; did you mean `input_tokens`?
        turn 1: in `expect`: unknown key `contain`; did you mean `contains`?
        turn 1: `tools` in `expect` has to be a list of names
        "#
    );
}
