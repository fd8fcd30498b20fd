//! OpenAI's Chat Completions API.

use serde_json::{Value, json};

use super::{Api, End, Say, Turn, events, halves, names};

pub(super) struct OpenAiChat;

impl Api for OpenAiChat {
    fn name(&self) -> &'static str {
        "openai-chat"
    }

    fn base(&self) -> &'static str {
        "/v1"
    }

    fn path(&self, _model: &str, _is_streamed: bool) -> String {
        "/v1/chat/completions".to_owned()
    }

    fn whole(&self, turn: &Turn) -> Value {
        let text: String = turn.says.iter().filter_map(said).collect();
        let thought: String = turn.says.iter().filter_map(thought).collect();
        let calls: Vec<Value> = turn.says.iter().filter_map(call).collect();
        let mut message = json!({ "role": "assistant", "content": null });
        if !text.is_empty() {
            message[if turn.end == End::Refused { "refusal" } else { "content" }] = json!(text);
        }
        if !thought.is_empty() {
            message["reasoning_content"] = json!(thought);
        }
        if !calls.is_empty() {
            message["tool_calls"] = json!(calls);
        }
        json!({
            "id": "chatcmpl-1", "object": "chat.completion", "model": "model-1-answers",
            "choices": [{ "index": 0, "message": message, "finish_reason": reason(turn) }],
            "usage": usage(),
        })
    }

    fn pieces(&self, turn: &Turn) -> String {
        let chunk = |delta: Value, finish: Value| {
            let choice = json!({ "index": 0, "delta": delta, "finish_reason": finish });
            ("", json!({ "id": "chatcmpl-1", "model": "model-1-answers", "choices": [choice] }))
        };
        let mut all = vec![chunk(json!({ "role": "assistant", "content": "" }), Value::Null)];
        let mut index = 0;
        for say in &turn.says {
            match say {
                Say::Text(text) | Say::Thought(text) => {
                    let key = match say {
                        Say::Thought(_) => "reasoning_content",
                        _ if turn.end == End::Refused => "refusal",
                        _ => "content",
                    };
                    all.extend(halves(text).map(|it| chunk(json!({ key: it }), Value::Null)));
                }
                Say::Call { id, tool, arguments } => {
                    let first = json!({ "index": index, "id": id, "type": "function", "function": { "name": tool, "arguments": "" } });
                    all.push(chunk(json!({ "tool_calls": [first] }), Value::Null));
                    for piece in halves(arguments) {
                        let next = json!({ "index": index, "function": { "arguments": piece } });
                        all.push(chunk(json!({ "tool_calls": [next] }), Value::Null));
                    }
                    index += 1;
                }
            }
        }
        all.push(chunk(json!({}), json!(reason(turn))));
        all.push(("", json!({ "id": "chatcmpl-1", "model": "model-1-answers", "choices": [], "usage": usage() })));
        format!("{}data: [DONE]\n\n", events(&all))
    }

    fn has_text_arguments(&self) -> (bool, bool) {
        (true, true)
    }

    fn can_refuse(&self) -> bool {
        true
    }

    fn can_filter(&self) -> bool {
        true
    }

    fn tools(&self, body: &Value) -> Vec<String> {
        names(&body["tools"], "/function/name")
    }

    fn results(&self, body: &Value) -> Vec<Value> {
        let messages = body["messages"].as_array().unwrap().iter().rev();
        let mut results: Vec<Value> =
            messages.take_while(|it| it["role"] == "tool").map(|it| it["content"].clone()).collect();
        results.reverse();
        results
    }

    fn choice(&self, body: &Value) -> Value {
        body["tool_choice"].clone()
    }

    fn texts(&self, body: &Value) -> Vec<String> {
        names(
            &json!(body["messages"].as_array().unwrap().iter().filter(|it| it["role"] != "system").collect::<Vec<_>>()),
            "/content",
        )
    }

    fn output(&self, body: &Value) -> Value {
        body["response_format"]["json_schema"]["schema"].clone()
    }
}

fn said(say: &Say) -> Option<&str> {
    if let Say::Text(text) = say { Some(text) } else { None }
}

fn thought(say: &Say) -> Option<&str> {
    if let Say::Thought(text) = say { Some(text) } else { None }
}

fn call(say: &Say) -> Option<Value> {
    let Say::Call { id, tool, arguments } = say else { return None };
    Some(json!({ "id": id, "type": "function", "function": { "name": tool, "arguments": arguments } }))
}

fn reason(turn: &Turn) -> &'static str {
    match turn.end {
        End::Length => "length",
        End::Filtered => "content_filter",
        _ if turn.has_calls() => "tool_calls",
        End::Stop | End::Refused => "stop",
    }
}

fn usage() -> Value {
    json!({
        "prompt_tokens": 10, "prompt_tokens_details": { "cached_tokens": 3 },
        "completion_tokens": 5, "completion_tokens_details": { "reasoning_tokens": 2 },
    })
}
