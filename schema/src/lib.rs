//! JSON Schemas of tools as each provider takes them, and arguments back to the tool's own form.
//!
//! A *source* schema is what the compiler, a user or an MCP server wrote. [`lower`] turns it into the subset that a
//! provider enforces (a [`Dialect`]), [`lift`] turns arguments in that form back into the source's own, and [`encode`] is
//! the way there. [`fits`] says whether a schema keeps to a subset as it is. [`strict`] decides which tools are strict,
//! [`names`] what they are called on the wire, [`budget`] which ones are too many, and [`mod@entry`] writes the tools of a
//! request. [`interface`] compares what a program declares of a server with what the server offers, and [`lock`] what it
//! offers now with what it offered.
//!
//! Everything here is a pure function: the same input gives the same bytes. Schemas and values are read as if an enemy had
//! written them: none makes a function panic, run without an end or use more memory than its size explains.

pub mod budget;
mod convert;
pub mod entry;
mod error;
mod fits;
mod graph;
pub mod interface;
mod keyword;
mod limits;
pub mod lock;
mod lower;
pub mod names;
mod place;
mod provider;
mod read;
mod rules;
mod sentence;
mod shape;
pub mod strict;

pub use convert::{encode, lift};
pub use error::{Loss, Mismatch};
pub use fits::fits;
pub use lower::lower;
pub use provider::{Dialect, Provider};

/// How deeply schemas may be nested. JSON text is read no deeper than this either.
pub(crate) const NESTING_MAX: usize = 128;
