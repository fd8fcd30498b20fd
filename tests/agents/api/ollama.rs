//! Ollama's chat.

use serde_json::{Value, json};

use super::{Api, End, Say, Turn, halves, names, object};

pub(super) struct Ollama;

impl Api for Ollama {
    fn name(&self) -> &'static str {
        "ollama"
    }

    fn path(&self, _model: &str, _is_streamed: bool) -> String {
        "/api/chat".to_owned()
    }

    fn whole(&self, turn: &Turn) -> Value {
        let mut message = json!({ "role": "assistant", "content": "" });
        let mut calls = Vec::new();
        for say in &turn.says {
            match say {
                Say::Text(text) => message["content"] = json!(text),
                Say::Thought(text) => message["thinking"] = json!(text),
                Say::Call { .. } => calls.push(call(say)),
            }
        }
        if !calls.is_empty() {
            message["tool_calls"] = json!(calls);
        }
        end(turn, message)
    }

    fn pieces(&self, turn: &Turn) -> String {
        let line = |message: Value| json!({ "model": "model-1-answers", "message": message, "done": false });
        let mut lines = Vec::new();
        for say in &turn.says {
            let with = |key: &str, text: &str| {
                let mut message = json!({ "role": "assistant", "content": "" });
                message[key] = json!(text);
                line(message)
            };
            match say {
                Say::Text(text) => lines.extend(halves(text).map(|it| with("content", it))),
                Say::Thought(text) => lines.extend(halves(text).map(|it| with("thinking", it))),
                Say::Call { .. } => {
                    lines.push(line(json!({ "role": "assistant", "content": "", "tool_calls": [call(say)] })));
                }
            }
        }
        lines.push(end(turn, json!({ "role": "assistant", "content": "" })));
        lines.iter().map(|it| format!("{it}\n")).collect()
    }

    fn pieces_type(&self) -> &'static str {
        "application/x-ndjson"
    }

    fn has_text_arguments(&self) -> (bool, bool) {
        (false, false)
    }

    fn can_refuse(&self) -> bool {
        false
    }

    fn can_filter(&self) -> bool {
        false
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

    fn choice(&self, _body: &Value) -> Value {
        Value::Null
    }

    fn texts(&self, body: &Value) -> Vec<String> {
        let messages = body["messages"].as_array().unwrap().iter().filter(|it| it["role"] != "system");
        names(&json!(messages.collect::<Vec<_>>()), "/content")
    }

    fn error_piece(&self, message: &str) -> String {
        format!("{}\n", self.error(message))
    }

    fn output(&self, body: &Value) -> Value {
        body["format"].clone()
    }

    fn error(&self, message: &str) -> Value {
        json!({ "error": message })
    }
}

fn call(say: &Say) -> Value {
    let Say::Call { tool, arguments, .. } = say else { return Value::Null };
    json!({ "function": { "name": tool, "arguments": object(arguments) } })
}

fn end(turn: &Turn, message: Value) -> Value {
    let reason = if turn.end == End::Length { "length" } else { "stop" };
    json!({
        "model": "model-1-answers", "message": message, "done": true, "done_reason": reason,
        "prompt_eval_count": 10, "eval_count": 5,
    })
}
