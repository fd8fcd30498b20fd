//! JSON: of typed values ([`emit`]) as text ([`write`]), as a `Json` ([`build`]) or for the world outside; out of text
//! ([`parse`]) as a `Json`; and of any of these as typed values ([`decode`]).

pub(crate) mod base64;
pub(crate) mod build;
pub(crate) mod decode;
pub(crate) mod emit;
mod keys;
pub(crate) mod parse;
mod rules;
pub(crate) mod view;
pub(crate) mod write;

pub(crate) use rules::Patterns;

/// How many arrays and objects may be inside each other in JSON text and in values for the world outside.
pub(crate) const DEPTH_MAX: usize = 500;
