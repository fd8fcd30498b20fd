//! What is sent to Anthropic, and how its answers are read.

mod answers;
mod requests;
mod streams;

use super::Anthropic;

/// A model of today, with strict tools.
const MODEL: &str = "claude-sonnet-4-5";

#[test]
fn the_version_is_not_added_twice() {
    use crate::anthropic::testing::hello;
    use crate::wire::Api;
    for base_url in ["https://api.anthropic.com", "https://api.anthropic.com/v1"] {
        assert_eq!(Anthropic.call(base_url, &hello(MODEL)).url, "https://api.anthropic.com/v1/messages");
    }
    assert_eq!(Anthropic.base_url(), "https://api.anthropic.com");
    assert_eq!(Anthropic.key_variable(), Some("ANTHROPIC_API_KEY"));
    assert_eq!(Anthropic.key_header(), ("x-api-key", ""));
}
