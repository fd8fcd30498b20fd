//! Anthropic's Messages API: requests to `/v1/messages`, answers as one message or as server-sent events.
//!
//! Blocks that only Anthropic understands come back to it as they came. Input tokens count what was read from its cache and
//! what was written to it.

mod answer;
mod blocks;
pub(crate) mod media;
mod model;
mod request;
mod stream;

use serde_json::{Map, Value};

use crate::chat::{ChatRequest, ChatResponse};
use crate::wire::{Api, Broken, Call, Fold};

/// The name in what goes back to the provider.
const PROVIDER: &str = "anthropic";

/// The version of the API that requests are written in.
const VERSION: &str = "2023-06-01";

/// What has to be asked for before tools and answers can be strict.
const STRUCTURED_OUTPUTS: &str = "structured-outputs-2025-11-13";

/// Anthropic's Messages API.
pub(crate) struct Anthropic;

impl Api for Anthropic {
    fn base_url(&self) -> &'static str {
        "https://api.anthropic.com"
    }

    fn key_variable(&self) -> Option<&'static str> {
        Some("ANTHROPIC_API_KEY")
    }

    fn key_header(&self) -> (&'static str, &'static str) {
        ("x-api-key", "")
    }

    fn call(&self, base_url: &str, request: &ChatRequest) -> Call {
        let version = if base_url.ends_with("/v1") { "" } else { "/v1" };
        let body = request::body(request);
        Call::new(format!("{base_url}{version}/messages"), headers(request, &body), body, request)
    }

    fn response(&self, _request: &ChatRequest, body: &[u8]) -> Result<ChatResponse, Broken> {
        answer::response(body)
    }

    fn stream(&self, _request: &ChatRequest) -> Box<dyn Fold> {
        Box::<stream::Stream>::default()
    }
}

fn headers(request: &ChatRequest, body: &Map<String, Value>) -> Vec<(&'static str, String)> {
    let mut headers = vec![("anthropic-version", VERSION.to_owned())];
    let has_strict = |tool: &Value| tool.get("strict").is_some();
    if body.contains_key("output_config") || request.offered.tools.iter().any(has_strict) {
        headers.push(("anthropic-beta", STRUCTURED_OUTPUTS.to_owned()));
    }
    headers
}

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
