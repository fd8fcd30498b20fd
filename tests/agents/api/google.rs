//! Gemini's generateContent.

use serde_json::{Value, json};

use super::{Api, End, Say, Turn, events, halves, names, object};

pub(super) struct Google;

impl Api for Google {
    fn name(&self) -> &'static str {
        "google"
    }

    fn path(&self, model: &str, is_streamed: bool) -> String {
        match is_streamed {
            true => format!("/v1beta/models/{model}:streamGenerateContent?alt=sse"),
            false => format!("/v1beta/models/{model}:generateContent"),
        }
    }

    fn key_header(&self) -> (&'static str, &'static str) {
        ("x-goog-api-key", "")
    }

    fn whole(&self, turn: &Turn) -> Value {
        chunk(turn.says.iter().map(part).collect(), Some(reason(turn)))
    }

    fn pieces(&self, turn: &Turn) -> String {
        let mut all = Vec::new();
        for say in &turn.says {
            match say {
                Say::Text(text) => all.extend(halves(text).map(|it| json!({ "text": it }))),
                Say::Thought(text) => all.extend(halves(text).map(|it| json!({ "text": it, "thought": true }))),
                Say::Call { .. } => all.push(part(say)),
            }
        }
        let mut chunks: Vec<(&str, Value)> = all.into_iter().map(|it| ("", chunk(vec![it], None))).collect();
        chunks.push(("", chunk(Vec::new(), Some(reason(turn)))));
        // Gemini ends its lines like this.
        events(&chunks).replace('\n', "\r\n")
    }

    fn has_text_arguments(&self) -> (bool, bool) {
        (false, false)
    }

    fn can_refuse(&self) -> bool {
        false
    }

    fn can_filter(&self) -> bool {
        true
    }

    fn tools(&self, body: &Value) -> Vec<String> {
        names(&body["tools"][0]["functionDeclarations"], "/name")
    }

    fn results(&self, body: &Value) -> Vec<Value> {
        let parts = body["contents"].as_array().unwrap().last().unwrap()["parts"].as_array().unwrap();
        let results = parts.iter().filter_map(|it| it.pointer("/functionResponse/response"));
        // What the others get as text is an object here.
        results
            .map(|it| match it.get("result") {
                Some(Value::String(text)) => json!(text),
                Some(value) => json!(value.to_string()),
                None => json!(it.to_string()),
            })
            .collect()
    }

    fn choice(&self, body: &Value) -> Value {
        let config = &body["toolConfig"]["functionCallingConfig"];
        match (config["mode"].as_str(), &config["allowedFunctionNames"]) {
            (Some("ANY"), Value::Null) => json!("required"),
            (Some("ANY"), names) => json!({ "name": names[0] }),
            (Some("NONE"), _) => json!("none"),
            _ => Value::Null,
        }
    }

    fn texts(&self, body: &Value) -> Vec<String> {
        body["contents"].as_array().unwrap().iter().flat_map(|it| names(&it["parts"], "/text")).collect()
    }

    fn output(&self, body: &Value) -> Value {
        body["generationConfig"]["responseSchema"].clone()
    }

    fn error(&self, message: &str) -> Value {
        json!({ "error": { "code": 400, "message": message, "status": "SOME_ERROR" } })
    }
}

fn part(say: &Say) -> Value {
    match say {
        Say::Text(text) => json!({ "text": text }),
        Say::Thought(text) => json!({ "text": text, "thought": true }),
        Say::Call { id, tool, arguments } => {
            json!({ "functionCall": { "id": id, "name": tool, "args": object(arguments) }, "thoughtSignature": "sealed" })
        }
    }
}

fn chunk(parts: Vec<Value>, reason: Option<&str>) -> Value {
    let mut candidate = json!({ "index": 0, "content": { "role": "model", "parts": parts } });
    if let Some(reason) = reason {
        candidate["finishReason"] = json!(reason);
    }
    json!({
        "candidates": [candidate], "modelVersion": "model-1-answers",
        "usageMetadata": {
            "promptTokenCount": 10, "cachedContentTokenCount": 3, "candidatesTokenCount": 3, "thoughtsTokenCount": 2,
        },
    })
}

fn reason(turn: &Turn) -> &'static str {
    match turn.end {
        End::Length => "MAX_TOKENS",
        End::Filtered | End::Refused => "SAFETY",
        End::Stop => "STOP",
    }
}
