//! Anthropic's Messages API.

use serde_json::{Value, json};

use super::{Api, End, Say, Turn, events, halves, names, object};

pub(super) struct Anthropic;

impl Api for Anthropic {
    fn name(&self) -> &'static str {
        "anthropic"
    }

    fn model(&self) -> &'static str {
        "claude-sonnet-4-5"
    }

    fn path(&self, _model: &str, _is_streamed: bool) -> String {
        "/v1/messages".to_owned()
    }

    fn key_header(&self) -> (&'static str, &'static str) {
        ("x-api-key", "")
    }

    fn whole(&self, turn: &Turn) -> Value {
        let blocks: Vec<Value> = turn.says.iter().map(block).collect();
        json!({
            "id": "msg_1", "type": "message", "role": "assistant", "model": "model-1-answers", "content": blocks,
            "stop_reason": reason(turn),
            "usage": { "input_tokens": 7, "cache_read_input_tokens": 3, "output_tokens": 5, "output_tokens_details": { "thinking_tokens": 2 } },
        })
    }

    fn pieces(&self, turn: &Turn) -> String {
        let message = json!({
            "id": "msg_1", "type": "message", "role": "assistant", "model": "model-1-answers", "content": [],
            "usage": { "input_tokens": 7, "cache_read_input_tokens": 3, "output_tokens": 1 },
        });
        let mut all = vec![
            ("message_start", json!({ "type": "message_start", "message": message })),
            ("ping", json!({ "type": "ping" })),
        ];
        for (at, say) in turn.says.iter().enumerate() {
            let (start, deltas): (Value, Vec<Value>) = match say {
                Say::Text(text) => (
                    json!({ "type": "text", "text": "" }),
                    halves(text).map(|it| json!({ "type": "text_delta", "text": it })).to_vec(),
                ),
                Say::Thought(text) => {
                    let mut deltas =
                        halves(text).map(|it| json!({ "type": "thinking_delta", "thinking": it })).to_vec();
                    deltas.push(json!({ "type": "signature_delta", "signature": "sealed" }));
                    (json!({ "type": "thinking", "thinking": "", "signature": "" }), deltas)
                }
                Say::Call { id, tool, arguments } => {
                    let pieces = halves(arguments).into_iter().filter(|it| !it.is_empty());
                    (
                        json!({ "type": "tool_use", "id": id, "name": tool, "input": {} }),
                        pieces.map(|it| json!({ "type": "input_json_delta", "partial_json": it })).collect(),
                    )
                }
            };
            all.push((
                "content_block_start",
                json!({ "type": "content_block_start", "index": at, "content_block": start }),
            ));
            for delta in deltas {
                all.push((
                    "content_block_delta",
                    json!({ "type": "content_block_delta", "index": at, "delta": delta }),
                ));
            }
            all.push(("content_block_stop", json!({ "type": "content_block_stop", "index": at })));
        }
        let usage = json!({ "output_tokens": 5, "output_tokens_details": { "thinking_tokens": 2 } });
        let end = json!({ "type": "message_delta", "delta": { "stop_reason": reason(turn) }, "usage": usage });
        all.extend([("message_delta", end), ("message_stop", json!({ "type": "message_stop" }))]);
        events(&all)
    }

    fn has_text_arguments(&self) -> (bool, bool) {
        (false, true)
    }

    fn can_refuse(&self) -> bool {
        true
    }

    fn can_filter(&self) -> bool {
        false
    }

    fn tools(&self, body: &Value) -> Vec<String> {
        names(&body["tools"], "/name")
    }

    fn results(&self, body: &Value) -> Vec<Value> {
        let blocks = body["messages"].as_array().unwrap().last().unwrap()["content"].as_array().unwrap();
        let results = blocks.iter().filter(|it| it["type"] == "tool_result");
        results
            .map(|it| {
                let is_failure = it["content"].as_str().is_some_and(|it| it.starts_with("{\"error\""));
                assert_eq!(it["is_error"] == true, is_failure, "{it}");
                it["content"].clone()
            })
            .collect()
    }

    fn choice(&self, body: &Value) -> Value {
        match (body["tool_choice"]["type"].as_str(), body["tool_choice"]["name"].as_str()) {
            (Some("any"), _) => json!("required"),
            (Some("tool"), Some(name)) => json!({ "name": name }),
            (Some("auto") | None, _) => Value::Null,
            (Some(other), _) => json!(other),
        }
    }

    fn texts(&self, body: &Value) -> Vec<String> {
        let messages = body["messages"].as_array().unwrap();
        messages.iter().flat_map(|it| names(&it["content"], "/text")).collect()
    }

    fn error_piece(&self, message: &str) -> String {
        events(&[("error", json!({ "type": "error", "error": { "type": "overloaded_error", "message": message } }))])
    }

    fn output(&self, body: &Value) -> Value {
        body["output_config"]["format"]["schema"].clone()
    }

    fn error(&self, message: &str) -> Value {
        json!({ "type": "error", "error": { "type": "some_error", "message": message } })
    }
}

fn block(say: &Say) -> Value {
    match say {
        Say::Text(text) => json!({ "type": "text", "text": text }),
        Say::Thought(text) => json!({ "type": "thinking", "thinking": text, "signature": "sealed" }),
        Say::Call { id, tool, arguments } => {
            json!({ "type": "tool_use", "id": id, "name": tool, "input": object(arguments) })
        }
    }
}

fn reason(turn: &Turn) -> &'static str {
    match turn.end {
        End::Length => "max_tokens",
        End::Refused | End::Filtered => "refusal",
        End::Stop if turn.has_calls() => "tool_use",
        End::Stop => "end_turn",
    }
}
