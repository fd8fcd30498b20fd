//! OpenAI's Responses API: a request in, the body of `POST /responses` out; its answer in, whole or in pieces, a response out.
//!
//! Nothing depends on the server's memory: requests are not stored, and what the model thought comes and goes encrypted.
//! The API has no `stop`, which is left out.

pub(crate) mod field;
pub(crate) mod ids;
pub(crate) mod media;
mod request;
mod response;
mod slot;
mod stream;

use crate::chat::{ChatRequest, ChatResponse};
use crate::wire::{Api, Broken, Call, Fold};

/// Whose blocks are sent back.
const PROVIDER: &str = "openai";

/// The Responses API.
pub(crate) struct OpenAi;

impl Api for OpenAi {
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
        Call::new(format!("{base_url}/responses"), Vec::new(), request::body(request), request)
    }

    fn response(&self, request: &ChatRequest, body: &[u8]) -> Result<ChatResponse, Broken> {
        response::read(request, body)
    }

    fn stream(&self, request: &ChatRequest) -> Box<dyn Fold> {
        Box::new(stream::Stream::new(request))
    }
}

#[cfg(test)]
pub(crate) mod tests;
