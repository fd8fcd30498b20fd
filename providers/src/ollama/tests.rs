//! What is sent to Ollama, and how its answers are read.

mod answers;
mod requests;
mod streams;

use super::Ollama;
use crate::anthropic::testing::hello;
use crate::wire::Api;

const MODEL: &str = "qwen3:8b";

#[test]
fn the_path_is_not_added_twice() {
    for base_url in ["http://127.0.0.1:11434", "http://127.0.0.1:11434/api"] {
        assert_eq!(Ollama.call(base_url, &hello(MODEL)).url, "http://127.0.0.1:11434/api/chat");
    }
    assert_eq!(Ollama.base_url(), "http://127.0.0.1:11434");
    assert_eq!(Ollama.key_variable(), None);
}
