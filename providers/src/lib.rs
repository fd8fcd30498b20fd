//! What model providers are told and what they say, without a network.
//!
//! Comes in: a [`chat::ChatRequest`], later the bytes of an answer cut anywhere. Goes out: a [`wire::Call`] to send, and a
//! [`chat::ChatResponse`] with the [`chat::Delta`]s on the way there. One file or folder for each API implements [`wire::Api`]; nothing outside of it knows the provider's JSON.
//!
//! Answers are read as if an enemy had written them: none makes a function panic or use more memory than its size explains.

mod anthropic;
pub mod assemble;
pub mod chat;
pub mod content;
pub mod error;
mod google;
mod lines;
mod ollama;
mod openai;
mod openai_chat;
pub mod simulated;
mod sse;
pub mod wire;

use concerto_schema::Provider;

use wire::Api;

/// How a provider's API is spoken; the stand-in has none.
pub fn api(provider: Provider) -> Option<&'static dyn Api> {
    match provider {
        Provider::OpenAi => Some(&openai::OpenAi),
        Provider::OpenAiChat => Some(&openai_chat::OpenAiChat),
        Provider::Anthropic => Some(&anthropic::Anthropic),
        Provider::Google => Some(&google::Google),
        Provider::Ollama => Some(&ollama::Ollama),
        Provider::Simulated => None,
    }
}
