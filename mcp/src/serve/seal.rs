//! Words that a client brings back, and whether they are ours: nobody else can make them, and they fit one call only.

use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};
use serde_json::{Map, Value};

/// The key of this process.
pub(super) struct Seal(hmac::Key);

impl Seal {
    pub(super) fn new() -> Self {
        let mut key = [0; 32];
        // Without chance there is no key that nobody knows, and so nothing is ever taken back.
        let _ = SystemRandom::new().fill(&mut key);
        Self(hmac::Key::new(hmac::HMAC_SHA256, &key))
    }

    /// The words for a call.
    pub(super) fn of(&self, tool: &str, arguments: &Map<String, Value>) -> String {
        let tag = hmac::sign(&self.0, text(tool, arguments).as_bytes());
        tag.as_ref().iter().map(|it| format!("{it:02x}")).collect()
    }

    /// Whether words belong to a call.
    pub(super) fn fits(&self, words: &str, tool: &str, arguments: &Map<String, Value>) -> bool {
        let bytes: Option<Vec<u8>> = (0..words.len())
            .step_by(2)
            .map(|at| words.get(at..at + 2).and_then(|it| u8::from_str_radix(it, 16).ok()))
            .collect();
        bytes.is_some_and(|it| hmac::verify(&self.0, text(tool, arguments).as_bytes(), &it).is_ok())
    }
}

/// A call as text; the order of members counts, since a client repeats what it sent.
fn text(tool: &str, arguments: &Map<String, Value>) -> String {
    let mut members: Vec<_> = arguments.iter().collect();
    members.sort_by_key(|(key, _)| key.as_str());
    let members: Vec<String> = members.iter().map(|(key, value)| format!("{key:?}:{value}")).collect();
    format!("{tool:?}({})", members.join(","))
}
