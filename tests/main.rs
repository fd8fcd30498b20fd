//! The tests of the whole: programs, pages of the specification, and the command as a user runs it.
//!
//! One binary, so that linking is paid once. Everything here goes through the public faces of the crates.

// In a test, a panic is the message.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod agents;
mod cli;
mod command;
mod conformance;
mod driver;
mod examples;
mod fmt;
mod front;
mod generated;
mod guide;
mod house;
mod ir;
mod library;
mod limits;
mod lowered;
mod machine;
mod mcp;
mod mistakes;
mod oracle;
mod pages;
mod repl;
mod run;
mod scaffold;
mod schemas;
mod simulation;
mod support;
mod suspended;
mod testing;
mod tree;
