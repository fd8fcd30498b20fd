//! What is sent.

use concerto_schema::Provider;
use serde_json::Value;

use super::{cases, harness};
use crate::openai::OpenAi;
use crate::wire::Api;

fn body(name: &str) -> Value {
    let request = cases::all(Provider::OpenAi).into_iter().find(|it| it.0 == name).unwrap().1;
    OpenAi.call("https://api.openai.com/v1", &request).json()
}

#[test]
fn requests_are_those_in_the_files() {
    let all = cases::all(Provider::OpenAi);
    let bodies: Vec<(&str, Value)> =
        all.iter().map(|(name, request)| (*name, OpenAi.call("https://api.openai.com/v1", request).json())).collect();
    harness::compare("openai", &bodies);
}

#[test]
fn a_plain_question_is_short_and_nothing_is_stored() {
    insta::assert_snapshot!(body("plain"), @r#"{"model":"gpt-5","input":[{"role":"user","content":"What is 2 + 3?"}],"store":false,"include":["reasoning.encrypted_content"]}"#);
}

#[test]
fn a_choice_without_tools_is_left_out() {
    assert_eq!(body("choice-without-tools"), body("plain"));
}

#[test]
fn every_setting_but_stop_is_sent() {
    insta::assert_snapshot!(body("settings"), @r#"{"model":"gpt-5","instructions":"Be brief.","input":[{"role":"user","content":"What is 2 + 3?"}],"temperature":0.5,"top_p":0.9,"max_output_tokens":256,"store":false,"include":["reasoning.encrypted_content"]}"#);
}

#[test]
fn a_conversation_keeps_calls_and_results_and_what_openai_made() {
    insta::assert_snapshot!(format!("{:#}", body("history")["input"]), @r#"
    [
      {
        "role": "system",
        "content": "Use the tools."
      },
      {
        "role": "user",
        "content": "What is 2 + 3, and what is 1 / 0?"
      },
      {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [],
        "encrypted_content": "gAAA"
      },
      {
        "type": "message",
        "role": "assistant",
        "content": "Let me see."
      },
      {
        "type": "function_call",
        "call_id": "call_a",
        "name": "Calculator__add",
        "arguments": "{\"a\":2,\"b\":3}"
      },
      {
        "type": "function_call",
        "call_id": "call_b",
        "name": "made_up",
        "arguments": "{\"a\":"
      },
      {
        "type": "function_call_output",
        "call_id": "call_a",
        "output": "5"
      },
      {
        "type": "function_call_output",
        "call_id": "call_b",
        "output": "{\"error\":{\"kind\":\"unknown_tool\",\"message\":\"There is no such tool.\"}}"
      },
      {
        "type": "function_call",
        "call_id": "call_c",
        "name": "search",
        "arguments": "{}"
      },
      {
        "type": "function_call_output",
        "call_id": "call_c",
        "output": "nothing"
      },
      {
        "type": "web_search_call",
        "id": "ws_1",
        "status": "completed",
        "action": {
          "type": "search",
          "query": "sums"
        }
      },
      {
        "type": "message",
        "role": "assistant",
        "content": "5, and nothing."
      },
      {
        "role": "user",
        "content": "Sure?"
      }
    ]
    "#);
}
