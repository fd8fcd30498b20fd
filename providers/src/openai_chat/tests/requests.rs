//! What is sent.

use concerto_schema::Provider;
use serde_json::{Value, json};

use crate::chat::ChatRequest;
use crate::openai::tests::{cases, harness};
use crate::openai_chat::OpenAiChat;
use crate::wire::Api;

const OWN: &str = "https://api.openai.com/v1";

fn body(name: &str) -> Value {
    let request = cases::all(Provider::OpenAiChat).into_iter().find(|it| it.0 == name).unwrap().1;
    OpenAiChat.call(OWN, &request).json()
}

#[test]
fn requests_are_those_in_the_files() {
    let all = cases::all(Provider::OpenAiChat);
    let mut bodies: Vec<(&str, Value)> =
        all.iter().map(|(name, request)| (*name, OpenAiChat.call(OWN, request).json())).collect();
    let settings = all.iter().find(|it| it.0 == "settings").unwrap();
    bodies.push(("settings-elsewhere", OpenAiChat.call("http://localhost:8000/v1", &settings.1).json()));
    harness::compare("openai-chat", &bodies);
}

#[test]
fn a_plain_question_is_short() {
    insta::assert_snapshot!(body("plain"), @r#"{"model":"gpt-5","messages":[{"role":"user","content":"What is 2 + 3?"}]}"#);
}

#[test]
fn a_choice_without_tools_is_left_out() {
    assert_eq!(body("choice-without-tools"), body("plain"));
}

#[test]
fn every_setting_is_sent() {
    insta::assert_snapshot!(body("settings"), @r#"{"model":"gpt-5","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"What is 2 + 3?"}],"temperature":0.5,"top_p":0.9,"max_completion_tokens":256,"stop":["END","\n\n"]}"#);
}

#[test]
fn the_calls_of_a_turn_stay_in_one_message_and_each_result_has_its_own() {
    insta::assert_snapshot!(format!("{:#}", body("history")["messages"]), @r#"
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
        "role": "assistant",
        "content": "Let me see.",
        "tool_calls": [
          {
            "id": "call_a",
            "type": "function",
            "function": {
              "name": "Calculator__add",
              "arguments": "{\"a\":2,\"b\":3}"
            }
          },
          {
            "id": "call_b",
            "type": "function",
            "function": {
              "name": "made_up",
              "arguments": "{\"a\":"
            }
          }
        ]
      },
      {
        "role": "tool",
        "tool_call_id": "call_a",
        "content": "5"
      },
      {
        "role": "tool",
        "tool_call_id": "call_b",
        "content": "{\"error\":{\"kind\":\"unknown_tool\",\"message\":\"There is no such tool.\"}}"
      },
      {
        "role": "assistant",
        "content": null,
        "tool_calls": [
          {
            "id": "call_c",
            "type": "function",
            "function": {
              "name": "search",
              "arguments": "{}"
            }
          }
        ]
      },
      {
        "role": "tool",
        "tool_call_id": "call_c",
        "content": "nothing"
      },
      {
        "role": "assistant",
        "content": [
          {
            "type": "refusal",
            "refusal": "Not that."
          },
          {
            "type": "text",
            "text": "5, "
          },
          {
            "type": "text",
            "text": "and nothing."
          }
        ]
      },
      {
        "role": "user",
        "content": "Sure?"
      }
    ]
    "#);
}

#[test]
fn the_limit_of_tokens_has_the_name_that_the_server_knows() {
    let request = ChatRequest { max_tokens: Some(7), ..cases::plain() };
    for (base_url, key) in [
        ("https://api.openai.com/v1", "max_completion_tokens"),
        ("https://eu.api.openai.com/v1", "max_completion_tokens"),
        ("https://me.openai.azure.com/openai/v1", "max_completion_tokens"),
        ("https://openrouter.ai/api/v1", "max_tokens"),
        ("http://localhost:8080/v1", "max_tokens"),
        ("https://example.com/api.openai.com", "max_tokens"),
        ("https://notapi.openai.com.example.com/v1", "max_tokens"),
    ] {
        let body = OpenAiChat.call(base_url, &request).json();
        let keys: Vec<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!((&keys[..], &body[key]), (&["model", "messages", key][..], &json!(7)), "{base_url}");
    }
}

#[test]
fn the_key_goes_into_a_header() {
    assert_eq!(OpenAiChat.base_url(), OWN);
    assert_eq!(OpenAiChat.key_variable(), Some("OPENAI_API_KEY"));
    assert_eq!(OpenAiChat.key_header(), ("authorization", "Bearer "));
    let call = OpenAiChat.call("http://localhost:1/v1", &cases::plain());
    assert_eq!((call.url.as_str(), call.headers.len()), ("http://localhost:1/v1/chat/completions", 0));
}
