//! The machine: executes a verified program. It does no I/O, knows no clock and has no global state; it stops with a
//! [`Halt`] and goes on when it is asked to.
//!
//! Registers are words of 64 bits without tags. What the verifier promises, the machine relies on: registers exist and hold
//! what instructions expect, jumps lead to instructions, references are neither lost nor used twice. What objects on the
//! heap look like it reads from their headers, so that no program, however it was made, can confuse one with another.

mod effects;
mod exec;
mod fault;
mod fiber;
mod fuel;
mod globals;
mod heap;
mod json;
mod link;
mod machine;
mod native;
mod node;
mod order;
mod schedule;
mod show;
mod snapshot;
mod tasks;
mod unwind;
mod value;

#[cfg(test)]
#[allow(clippy::expect_used, reason = "tests")]
mod testing;
#[cfg(test)]
#[allow(clippy::expect_used, reason = "tests")]
mod tests;

pub use fault::{Fault, FaultKind};
pub use json::decode::Misfit;
pub use machine::{Halt, Limits, Machine, Reply, Request};
pub use native::{Args, Function, Library, Outcome, natives};
pub use snapshot::Carried;
pub use value::Value;
