//! What the functions of this crate have to say when they cannot do what they were asked.

use std::{error::Error, fmt};

/// Why a schema cannot be brought into a provider's subset without losing what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// Where in the source schema, as a JSON pointer; empty for the schema itself.
    pub pointer: String,
    /// What is in the way there.
    pub reason: String,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pointer, reason } = self;
        if pointer.is_empty() { write!(f, "the schema: {reason}") } else { write!(f, "{pointer}: {reason}") }
    }
}

impl Error for Loss {}

/// Why a value is not what a schema asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Where in the value: `$.points[1].y`; keys that are no plain names are quoted, `$["a b"]`.
    pub path: String,
    /// What was expected there and what was found.
    pub reason: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.reason)
    }
}

impl Error for Mismatch {}
