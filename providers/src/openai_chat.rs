//! OpenAI's Chat Completions API, and every server that speaks it: a request in, the body of `POST /chat/completions` out;
//! its answer in, whole or in pieces, a response out.
//!
//! Servers differ in what they leave out, repeat and add: reading takes what is meant. What the model thought is read, but
//! never sent back: the API has no place for it.

mod calls;
mod content;
mod request;
mod response;
mod stream;

use crate::chat::{ChatRequest, ChatResponse};
use crate::wire::{Api, Broken, Call, Fold};

/// Whose blocks are sent back.
const PROVIDER: &str = "openai-chat";

/// The Chat Completions API.
pub(crate) struct OpenAiChat;

impl Api for OpenAiChat {
    fn base_url(&self) -> &'static str {
        "https://api.openai.com/v1"
    }

    fn key_variable(&self) -> Option<&'static str> {
        Some("OPENAI_API_KEY")
    }

    fn key_header(&self) -> (&'static str, &'static str) {
        ("authorization", "Bearer ")
    }

    fn call(&self, base_url: &str, request: &ChatRequest) -> Call {
        let body = request::body(base_url, request);
        Call::new(format!("{base_url}/chat/completions"), Vec::new(), body, request)
    }

    fn response(&self, request: &ChatRequest, body: &[u8]) -> Result<ChatResponse, Broken> {
        response::read(request, body)
    }

    fn stream(&self, request: &ChatRequest) -> Box<dyn Fold> {
        Box::new(stream::Stream::new(request))
    }
}

#[cfg(test)]
mod tests;
