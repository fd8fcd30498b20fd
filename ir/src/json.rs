//! A program as JSON: keys and sections in a fixed order, instructions as lines of text.
//!
//! Floats are written so that they are read as they were. What is read comes from outside: it gives a program or says
//! what is wrong, whatever it is.

mod declared;
mod pretty;
mod read;
mod write;

pub use read::{from_bytes, from_json};
pub use write::to_json;

use crate::program::Program;

/// The JSON form of a program as text, the same for the same program.
pub fn to_text(program: &Program) -> String {
    pretty::pretty(&write::frame(program), write::functions(program))
}

#[cfg(test)]
mod tests;
