//! Pieces and tokens.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{asked, calculator, record, response, wanting, with_results};
use crate::chat::{ChatRequest, Delta, Media, Part, Usage};
use crate::simulated::answer;

fn streamed(request: ChatRequest) -> ChatRequest {
    ChatRequest { is_streamed: true, ..request }
}

/// The pieces, put together in the order of the parts.
fn joined(deltas: &[Delta]) -> String {
    let piece = |it: &Delta| match it {
        Delta::Text(text) | Delta::Reasoning(text) | Delta::Arguments { text, .. } => text.clone(),
    };
    deltas.iter().map(piece).collect()
}

fn whole(request: &ChatRequest) -> String {
    let part = |it: &Part| match it {
        Part::Text(text) => text.clone(),
        Part::Call(call) => call.arguments_text(),
        other => panic!("{other:?}"),
    };
    response(request).parts.iter().map(part).collect()
}

#[test]
fn text_comes_in_words() {
    let pieces = ["You ", "said: ", "one  ", "two\n ", "three"].map(|it| Delta::Text(it.to_owned()));
    assert_eq!(answer(&streamed(asked("one  two\n three"))).deltas, pieces);
}

#[test]
fn arguments_come_in_pieces_of_their_call() {
    let turn = answer(&streamed(calculator("Add 2000 and 3000, then multiply 4 by 5")));
    let piece = |id: &str, text: &str| Delta::Arguments { id: id.to_owned(), text: text.to_owned() };
    let expected =
        [piece("call_1", r#"{"a":2000,"b":30"#), piece("call_1", "00}"), piece("call_2", r#"{"a":4,"b":5}"#)];
    assert_eq!(turn.deltas, expected);
}

#[test]
fn an_answer_that_is_not_streamed_has_no_pieces() {
    assert_eq!(answer(&asked("one two")).deltas, []);
}

#[test]
fn four_characters_are_a_token_and_a_rest_is_one() {
    let usage = response(&asked("12345")).usage;
    // `You said: 12345` has 15 characters.
    assert_eq!(usage, Usage { input_tokens: 2, output_tokens: 4, cached_tokens: 0, reasoning_tokens: 0 });
}

#[test]
fn everything_that_is_sent_counts() {
    let input = |request: &ChatRequest| response(request).usage.input_tokens;
    let plain = asked("12345678");
    assert_eq!(input(&plain), 2);
    assert_eq!(input(&ChatRequest { system: Some("1234".to_owned()), ..plain.clone() }), 3);
    let schema = record(json!({}));
    let length = schema.to_string().len() as u64;
    assert_eq!(input(&wanting(plain.clone(), schema)), (8 + length).div_ceil(4));
    // The name of the tool and `{}` of the call, and the result.
    assert_eq!(input(&with_results(plain.clone(), &[("tool", Ok(json!(12)))])), 4);
    let mut picture = plain;
    picture.messages[0].parts.push(Part::Image(Media::Url("x".to_owned())));
    assert_eq!(input(&picture), 252);
    let tools = calculator("");
    let length: usize = tools.offered.tools.iter().map(|it| it.to_string().len()).sum();
    assert_eq!(input(&tools), length.div_ceil(4) as u64);
}

#[test]
fn a_call_counts_by_its_tool_and_its_arguments() {
    let call = r#"Calculator__add{"a":2,"b":3}"#;
    assert_eq!(response(&calculator("Add 2 and 3")).usage.output_tokens, call.len().div_ceil(4) as u64);
}

proptest! {
    #[test]
    fn pieces_are_together_exactly_the_whole(prompt in ".{0,80}", is_value: bool) {
        let schema = json!({ "type": "object", "required": ["a"], "properties": { "a": {}, "b": { "type": "array" } } });
        let request = streamed(calculator(&prompt));
        let request = if is_value { wanting(request, schema) } else { request };
        prop_assert_eq!(joined(&answer(&request).deltas), whole(&request));
    }

    #[test]
    fn the_same_request_gets_the_same_answer(prompt in ".{0,80}") {
        let request = wanting(calculator(&prompt), Value::Bool(true));
        prop_assert_eq!(answer(&request), answer(&request));
    }
}
