//! The body of a request to Anthropic.

use serde_json::{Map, Value, json};

use super::{blocks, model};
use crate::chat::{ChatRequest, Means, Part, Role, ToolChoice};
use crate::wire::PLACE_OF_TOOLS;

/// The body, its keys always in the same order.
pub(super) fn body(request: &ChatRequest) -> Map<String, Value> {
    let tools = &request.offered.tools;
    let has_tools = !tools.is_empty();
    let sampling = |value: Option<f64>| value.filter(|it| it.is_finite() && model::takes_sampling(&request.model));
    let max_tokens = request.max_tokens.unwrap_or_else(|| model::tokens_max(&request.model));
    let pairs = [
        ("model", Some(json!(request.model))),
        ("max_tokens", Some(json!(max_tokens))),
        ("system", system(request).map(Value::String)),
        ("messages", Some(Value::Array(blocks::messages(request)))),
        ("tools", has_tools.then_some(PLACE_OF_TOOLS)),
        ("tool_choice", has_tools.then(|| tool_choice(&request.tool_choice))),
        ("temperature", sampling(request.temperature).map(Value::from)),
        ("top_p", sampling(request.top_p).map(Value::from)),
        ("stop_sequences", (!request.stop.is_empty()).then(|| json!(request.stop))),
        ("output_config", output_config(request)),
        ("stream", request.is_streamed.then_some(Value::Bool(true))),
    ];
    let pairs = pairs.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    pairs.collect()
}

/// The system prompt, then what the conversation holds of its kind: system messages have no place among the others.
fn system(request: &ChatRequest) -> Option<String> {
    let inside = request.messages.iter().filter(|it| it.role == Role::System).flat_map(|it| &it.parts);
    let inside = inside.filter_map(|it| if let Part::Text(text) = it { Some(text.as_str()) } else { None });
    let texts: Vec<&str> = request.system.as_deref().into_iter().chain(inside).filter(|it| !it.is_empty()).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!({ "type": "auto" }),
        ToolChoice::None => json!({ "type": "none" }),
        ToolChoice::Required => json!({ "type": "any" }),
        ToolChoice::Tool(name) => json!({ "type": "tool", "name": name }),
    }
}

/// The form of the answer, where it is not asked for by other means.
fn output_config(request: &ChatRequest) -> Option<Value> {
    let output = request.output.as_ref().filter(|it| it.means == Means::Native)?;
    Some(json!({ "format": { "type": "json_schema", "schema": output.schema } }))
}
