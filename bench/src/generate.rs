//! Texts to measure with: the same ones on every machine and in every run.
//!
//! Comes in: a size. Goes out: a Concerto program, a Rust program of the same constructs, or a JSON document.
//! Promised: the Concerto program has no error; every name in it is declared and every type fits.

mod dice;
mod document;
mod program;
mod sections;

pub(crate) use document::json;
pub(crate) use program::{concerto, rust};
pub(crate) use sections::sections;
