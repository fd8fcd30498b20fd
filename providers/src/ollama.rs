//! A local Ollama server: requests to `/api/chat`, answers as one object or as objects on lines of their own.
//!
//! Calls have no ids there, so they get some that are new in the conversation. There is no way to say that a tool has to be
//! called: such a wish is left out.

mod answer;
pub(crate) mod ids;
mod messages;
mod request;

use crate::chat::{ChatRequest, ChatResponse};
use crate::wire::{Api, Broken, Call, Fold};

/// The name in what goes back to the provider.
const PROVIDER: &str = "ollama";

/// A local Ollama server.
pub(crate) struct Ollama;

impl Api for Ollama {
    fn base_url(&self) -> &'static str {
        "http://127.0.0.1:11434"
    }

    fn key_variable(&self) -> Option<&'static str> {
        None
    }

    /// Only servers behind a gate of their own want a key.
    fn key_header(&self) -> (&'static str, &'static str) {
        ("authorization", "Bearer ")
    }

    fn call(&self, base_url: &str, request: &ChatRequest) -> Call {
        let path = if base_url.ends_with("/api") { "/chat" } else { "/api/chat" };
        Call::new(format!("{base_url}{path}"), Vec::new(), request::body(request), request)
    }

    fn response(&self, request: &ChatRequest, body: &[u8]) -> Result<ChatResponse, Broken> {
        answer::response(request, body)
    }

    fn stream(&self, request: &ChatRequest) -> Box<dyn Fold> {
        Box::new(answer::Stream::new(request))
    }
}

#[cfg(test)]
mod tests;
