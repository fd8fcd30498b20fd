//! Words that a client brings back, and whether they are ours: nobody else can make them, and they fit one call only.

use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};
use serde_json::{Map, Value};

/// The key of this process, if it has one that nobody knows.
pub(super) struct Seal(Option<hmac::Key>);

impl Seal {
    pub(super) fn new() -> Self {
        let mut key = [0; 32];
        // Without chance there is no key that nobody knows, and so nothing is ever taken back.
        let is_unknown = SystemRandom::new().fill(&mut key).is_ok();
        Self(is_unknown.then(|| hmac::Key::new(hmac::HMAC_SHA256, &key)))
    }

    /// The words for a call.
    pub(super) fn of(&self, tool: &str, arguments: &Map<String, Value>) -> String {
        let Some(key) = &self.0 else { return String::new() };
        let tag = hmac::sign(key, text(tool, arguments).as_bytes());
        tag.as_ref().iter().map(|it| format!("{it:02x}")).collect()
    }

    /// Whether words belong to a call.
    pub(super) fn fits(&self, words: &str, tool: &str, arguments: &Map<String, Value>) -> bool {
        let bytes: Option<Vec<u8>> = (0..words.len())
            .step_by(2)
            .map(|at| words.get(at..at + 2).and_then(|it| u8::from_str_radix(it, 16).ok()))
            .collect();
        let text = text(tool, arguments);
        self.0.as_ref().zip(bytes).is_some_and(|(key, it)| hmac::verify(key, text.as_bytes(), &it).is_ok())
    }
}

/// A call as text; the order of members counts, since a client repeats what it sent.
fn text(tool: &str, arguments: &Map<String, Value>) -> String {
    let mut members: Vec<_> = arguments.iter().collect();
    members.sort_by_key(|(key, _)| key.as_str());
    let members: Vec<String> = members.iter().map(|(key, value)| format!("{key:?}:{value}")).collect();
    format!("{tool:?}({})", members.join(","))
}
