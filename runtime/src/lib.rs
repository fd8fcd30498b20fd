//! The world of a program: the only crate that touches it.
//!
//! Comes in: a verified program, limits, arguments, and where its output goes. Goes out: an exit code, or a fault with its
//! trace. [`Driver`] runs the machine until it asks for something, performs it (`effects` has one file for each group),
//! and hands the reply back; what takes time waits beside everything else that waits. What a fault looks like is said in
//! [`trace`]. Nothing here knows the source language.

mod clock;
pub mod connection;
mod database;
mod driver;
mod effects;
mod http;
mod interrupt;
pub mod mcp;
mod memory;
mod model;
mod operator;
mod order;
mod output;
mod random;
mod reached;
mod rows;
mod run;
mod secret;
mod serving;
mod session;
pub mod state;
pub mod trace;
mod value;
mod waiting;
mod waits;
mod watch;
mod world;

pub use driver::{Driver, Outcome};
pub use effects::effects;
pub use interrupt::Interrupt;
pub use operator::{Decision, Operator, Question};
pub use output::Captured;
pub use reached::Reached;
pub use serving::Serving;
pub use session::Session;
pub use watch::Watch;
