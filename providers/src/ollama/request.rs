//! The body of a request to Ollama.

use serde_json::{Map, Value, json};

use super::messages;
use crate::chat::{ChatRequest, Means, ToolChoice};
use crate::wire::PLACE_OF_TOOLS;

/// The body, its keys always in the same order.
pub(super) fn body(request: &ChatRequest) -> Map<String, Value> {
    let tools = &request.offered.tools;
    // There is no word for "none of these" but their absence.
    let has_tools = !tools.is_empty() && request.tool_choice != ToolChoice::None;
    let output = request.output.as_ref().filter(|it| it.means == Means::Native);
    object([
        ("model", Some(json!(request.model))),
        ("messages", Some(Value::Array(messages::messages(request)))),
        ("tools", has_tools.then_some(PLACE_OF_TOOLS)),
        ("format", output.map(|it| it.schema.clone())),
        ("options", options(request)),
        // Without a word about it, Ollama streams.
        ("stream", Some(Value::Bool(request.is_streamed))),
    ])
}

fn options(request: &ChatRequest) -> Option<Value> {
    let number = |value: Option<f64>| value.filter(|it| it.is_finite()).map(Value::from);
    let options = object([
        ("temperature", number(request.temperature)),
        ("top_p", number(request.top_p)),
        ("stop", (!request.stop.is_empty()).then(|| json!(request.stop))),
        ("num_predict", request.max_tokens.map(Value::from)),
    ]);
    (!options.is_empty()).then_some(Value::Object(options))
}

fn object<const N: usize>(pairs: [(&str, Option<Value>); N]) -> Map<String, Value> {
    pairs.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}
