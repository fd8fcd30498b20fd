//! OpenAI's Responses API.

use serde_json::{Value, json};

use super::{Api, End, Say, Turn, events, halves, names};

pub(super) struct OpenAi;

impl Api for OpenAi {
    fn name(&self) -> &'static str {
        "openai"
    }

    fn base(&self) -> &'static str {
        "/v1"
    }

    fn path(&self, _model: &str, _is_streamed: bool) -> String {
        "/v1/responses".to_owned()
    }

    fn whole(&self, turn: &Turn) -> Value {
        let items: Vec<Value> = turn.says.iter().enumerate().map(|(at, it)| item(at, it, turn.end)).collect();
        response(turn, &items)
    }

    fn pieces(&self, turn: &Turn) -> String {
        let mut all = vec![(
            "response.created",
            json!({ "type": "response.created", "response": { "model": "model-1-answers" } }),
        )];
        let mut items = Vec::new();
        for (at, say) in turn.says.iter().enumerate() {
            let whole = item(at, say, turn.end);
            all.push((
                "response.output_item.added",
                json!({ "type": "response.output_item.added", "output_index": at, "item": started(&whole) }),
            ));
            let (kind, text) = match say {
                Say::Text(text) if turn.end == End::Refused => ("response.refusal.delta", text),
                Say::Text(text) => ("response.output_text.delta", text),
                Say::Thought(text) => ("response.reasoning_summary_text.delta", text),
                Say::Call { arguments, .. } => ("response.function_call_arguments.delta", arguments),
            };
            for piece in halves(text).into_iter().filter(|it| !it.is_empty()) {
                all.push((kind, json!({ "type": kind, "output_index": at, "item_id": whole["id"], "delta": piece })));
            }
            all.push((
                "response.output_item.done",
                json!({ "type": "response.output_item.done", "output_index": at, "item": whole }),
            ));
            items.push(whole);
        }
        let last =
            if matches!(turn.end, End::Length | End::Filtered) { "response.incomplete" } else { "response.completed" };
        all.push((last, json!({ "type": last, "response": response(turn, &items) })));
        events(&all)
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
        names(&body["tools"], "/name")
    }

    fn results(&self, body: &Value) -> Vec<Value> {
        let items = body["input"].as_array().unwrap().iter().rev();
        let mut results: Vec<Value> =
            items.take_while(|it| it["type"] == "function_call_output").map(|it| it["output"].clone()).collect();
        results.reverse();
        results
    }

    fn choice(&self, body: &Value) -> Value {
        body["tool_choice"].clone()
    }

    fn texts(&self, body: &Value) -> Vec<String> {
        names(&body["input"], "/content")
    }

    fn error_piece(&self, message: &str) -> String {
        events(&[("error", json!({ "type": "error", "code": "server_error", "message": message }))])
    }

    fn output(&self, body: &Value) -> Value {
        body["text"]["format"]["schema"].clone()
    }
}

/// An item before anything of it was said.
fn started(item: &Value) -> Value {
    let mut started = item.clone();
    for (key, empty) in [("content", json!([])), ("arguments", json!("")), ("summary", json!([]))] {
        if started.get(key).is_some() {
            started[key] = empty;
        }
    }
    started
}

fn item(at: usize, say: &Say, end: End) -> Value {
    match say {
        Say::Text(text) => {
            let content = match end {
                End::Refused => json!({ "type": "refusal", "refusal": text }),
                _ => json!({ "type": "output_text", "text": text, "annotations": [] }),
            };
            json!({ "type": "message", "id": format!("msg_{at}"), "role": "assistant", "content": [content] })
        }
        Say::Thought(text) => json!({
            "type": "reasoning", "id": format!("rs_{at}"), "summary": [{ "type": "summary_text", "text": text }],
            "encrypted_content": "sealed",
        }),
        Say::Call { id, tool, arguments } => json!({
            "type": "function_call", "id": format!("fc_{at}"), "call_id": id, "name": tool, "arguments": arguments,
        }),
    }
}

fn response(turn: &Turn, items: &[Value]) -> Value {
    let (status, reason) = match turn.end {
        End::Length => ("incomplete", json!({ "reason": "max_output_tokens" })),
        End::Filtered => ("incomplete", json!({ "reason": "content_filter" })),
        End::Stop | End::Refused => ("completed", Value::Null),
    };
    json!({
        "id": "resp_1", "object": "response", "status": status, "incomplete_details": reason, "model": "model-1-answers",
        "output": items,
        "usage": {
            "input_tokens": 10, "input_tokens_details": { "cached_tokens": 3 },
            "output_tokens": 5, "output_tokens_details": { "reasoning_tokens": 2 },
        },
    })
}
