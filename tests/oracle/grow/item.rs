//! Declarations: types and traits, and functions with random bodies.

pub(super) mod declare;
pub(super) mod function;
mod signature;
