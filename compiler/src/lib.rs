//! The Concerto compiler: source text in, a typed program and diagnostics out.
//!
//! Pure: it reads no file, clock or environment; sources come through [`load::Sources`]. Whatever the input, every phase
//! returns; none panics, and none recurses deeper than the nesting limit ([`NESTING_MAX`]).

pub mod ast;
pub mod check;
pub mod compile;
pub(crate) mod declare;
pub mod diagnostic;
pub mod elaborate;
pub mod emit;
pub mod format;
pub(crate) mod lang;
pub mod lex;
pub mod load;
pub(crate) mod lower;
pub mod manifest;
pub mod parse;
pub mod passes;
pub mod resolve;
pub mod session;
pub mod source;
pub mod tree;
pub mod types;

/// How deep brackets, blocks, types, patterns and prefix operators may be nested in each other.
pub const NESTING_MAX: u32 = 256;
