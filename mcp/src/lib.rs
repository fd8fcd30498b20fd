//! The Model Context Protocol, both ways, behind types of our own.
//!
//! [`connect`] gives a [`Session`] with a server: a process, or an address. [`serve`] is the other side: whoever answers calls
//! becomes a server, on standard input and output or over HTTP. Nothing outside of this crate knows the SDK's types.
//!
//! What is here runs on tokio and knows nothing of programs and agents: which servers there are, what may be called, and what
//! is done with results is said elsewhere.

mod client;
pub mod config;
pub mod content;
pub mod guard;
pub mod serve;
mod session;

pub use client::connect;
pub use session::{
    About, Again, Answer, Call, Given, Hints, Later, Note, Notes, Output, Problem, Progress, Question, Questions,
    Session, SignIn, Tool, Unanswered,
};
