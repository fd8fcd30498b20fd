//! What is sent to Gemini, and how its answers are read.

mod answers;
mod requests;
mod streams;

use super::Google;
use crate::anthropic::testing::hello;
use crate::chat::ChatRequest;
use crate::wire::Api;

/// A model of today.
const MODEL: &str = "gemini-3-pro-preview";

fn url(base_url: &str, model: &str, is_streamed: bool) -> String {
    Google.call(base_url, &ChatRequest { is_streamed, ..hello(model) }).url
}

#[test]
fn the_address_names_version_model_and_method() {
    let root = "https://generativelanguage.googleapis.com";
    assert_eq!(Google.base_url(), root);
    assert_eq!(url(root, "gemini-2.5-pro", false), format!("{root}/v1beta/models/gemini-2.5-pro:generateContent"));
    assert_eq!(url(root, "x", true), format!("{root}/v1beta/models/x:streamGenerateContent?alt=sse"));
    assert_eq!(Google.key_variable(), Some("GEMINI_API_KEY"));
    assert_eq!(Google.key_header(), ("x-goog-api-key", ""));
}

#[test]
fn a_version_that_is_there_is_not_added_again() {
    for version in ["v1", "v1beta", "v1alpha"] {
        let base_url = format!("https://a.example/{version}");
        assert_eq!(url(&base_url, "x", false), format!("{base_url}/models/x:generateContent"));
    }
    assert_eq!(url("https://a.example/vertex", "x", false), "https://a.example/vertex/v1beta/models/x:generateContent");
}

#[test]
fn models_may_be_named_with_their_collection_and_are_encoded() {
    assert_eq!(url("https://a.example", "models/x", false), "https://a.example/v1beta/models/x:generateContent");
    assert_eq!(
        url("https://a.example", "tunedModels/x", false),
        "https://a.example/v1beta/tunedModels/x:generateContent"
    );
    assert_eq!(
        url("https://a.example", "a/ä?b", false),
        "https://a.example/v1beta/models/a%2F%C3%A4%3Fb:generateContent"
    );
}
