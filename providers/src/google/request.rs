//! The body of a request to Gemini.

use serde_json::{Map, Value, json};

use super::contents;
use crate::chat::{ChatRequest, Means, Output, Part, Role, ToolChoice};
use crate::wire::PLACE_OF_TOOLS;

/// The body, its keys always in the same order.
pub(super) fn body(request: &ChatRequest) -> Map<String, Value> {
    let tools = &request.offered.tools;
    object([
        ("systemInstruction", system(request)),
        ("contents", Some(Value::Array(contents::contents(request)))),
        ("tools", (!tools.is_empty()).then_some(PLACE_OF_TOOLS)),
        ("toolConfig", tool_config(request)),
        ("generationConfig", generation_config(request)),
    ])
}

/// The system prompt, then what the conversation holds of its kind: system messages have no place among the others.
fn system(request: &ChatRequest) -> Option<Value> {
    let inside = request.messages.iter().filter(|it| it.role == Role::System).flat_map(|it| &it.parts);
    let inside = inside.filter_map(|it| if let Part::Text(text) = it { Some(text.as_str()) } else { None });
    let texts: Vec<&str> = request.system.as_deref().into_iter().chain(inside).filter(|it| !it.is_empty()).collect();
    (!texts.is_empty()).then(|| json!({ "parts": [{ "text": texts.join("\n\n") }] }))
}

/// How functions may be called. Tools that Gemini runs itself have no such setting.
fn tool_config(request: &ChatRequest) -> Option<Value> {
    request.offered.tools.iter().find(|it| it.get("functionDeclarations").is_some())?;
    let config = match &request.tool_choice {
        ToolChoice::Auto if request.offered.validated => json!({ "mode": "VALIDATED" }),
        ToolChoice::Auto => return None,
        ToolChoice::None => json!({ "mode": "NONE" }),
        ToolChoice::Required => json!({ "mode": "ANY" }),
        ToolChoice::Tool(name) => json!({ "mode": "ANY", "allowedFunctionNames": [name] }),
    };
    Some(json!({ "functionCallingConfig": config }))
}

fn generation_config(request: &ChatRequest) -> Option<Value> {
    let output = request.output.as_ref().filter(|it| it.means == Means::Native);
    let schema = |is_strict: bool| output.filter(|it: &&Output| it.is_strict == is_strict).map(|it| it.schema.clone());
    let number = |value: Option<f64>| value.filter(|it| it.is_finite()).map(Value::from);
    let config = object([
        ("temperature", number(request.temperature)),
        ("topP", number(request.top_p)),
        ("maxOutputTokens", request.max_tokens.map(Value::from)),
        ("stopSequences", (!request.stop.is_empty()).then(|| json!(request.stop))),
        ("responseMimeType", output.map(|_| json!("application/json"))),
        // A schema that was not lowered is no OpenAPI, so it goes under another key.
        ("responseSchema", schema(true)),
        ("responseJsonSchema", schema(false)),
    ]);
    (!config.is_empty()).then_some(Value::Object(config))
}

fn object<const N: usize>(pairs: [(&str, Option<Value>); N]) -> Map<String, Value> {
    pairs.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}
