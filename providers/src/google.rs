//! Google's Gemini API: requests to `:generateContent`, answers as one object or as server-sent events.
//!
//! Signatures of thoughts go back where they came. Calls without an id get one that is new in the conversation.

mod answer;
mod contents;
mod request;
mod stream;

use crate::chat::{ChatRequest, ChatResponse};
use crate::wire::{Api, Broken, Call, Fold};

/// The name in what goes back to the provider.
const PROVIDER: &str = "google";

/// What the signature of a thought is called on the wire, and in what is kept of it.
const SIGNATURE: &str = "thoughtSignature";

/// Google's Gemini API.
pub(crate) struct Google;

impl Api for Google {
    fn base_url(&self) -> &'static str {
        "https://generativelanguage.googleapis.com"
    }

    fn key_variable(&self) -> Option<&'static str> {
        Some("GEMINI_API_KEY")
    }

    fn key_header(&self) -> (&'static str, &'static str) {
        ("x-goog-api-key", "")
    }

    fn call(&self, base_url: &str, request: &ChatRequest) -> Call {
        let version = if has_version(base_url) { "" } else { "/v1beta" };
        let method = if request.is_streamed { "streamGenerateContent?alt=sse" } else { "generateContent" };
        let url = format!("{base_url}{version}/{}:{method}", model(&request.model));
        Call::new(url, Vec::new(), request::body(request), request)
    }

    fn response(&self, request: &ChatRequest, body: &[u8]) -> Result<ChatResponse, Broken> {
        answer::response(request, body)
    }

    fn stream(&self, request: &ChatRequest) -> Box<dyn Fold> {
        Box::new(stream::Stream::new(request))
    }
}

/// Whether an address ends in `/v1`, `/v1beta` and the like.
fn has_version(base_url: &str) -> bool {
    let last = base_url.rsplit('/').next().unwrap_or_default();
    last.strip_prefix('v').is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit()))
}

/// The path of a model: `gemini-3-pro` as `models/gemini-3-pro`.
fn model(name: &str) -> String {
    let named = ["models/", "tunedModels/"].into_iter().find_map(|it| Some((it, name.strip_prefix(it)?)));
    let (collection, name) = named.unwrap_or(("models/", name));
    format!("{collection}{}", encode(name))
}

/// A text as one step of a path.
fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(char::from(byte)),
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests;
