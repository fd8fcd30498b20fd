//! The contract between the compiler and the machine.
//!
//! [`op`] is the one table of instructions: their numbers, mnemonics, operands and meanings. [`program`] is what a compiled
//! program consists of, [`declared`] what it tells models and servers, [`text`] and [`json`] are how it is written down, [`listing`] is how people read it, [`encode`] is
//! how the machine does, and [`verify`] says whether a machine can run it without looking twice. [`set`] holds sets of
//! registers, for whoever follows code. Nothing here runs anything.

#[cfg(test)]
mod assemble;
pub mod declared;
pub mod encode;
pub mod extend;
pub mod json;
pub mod listing;
pub mod op;
pub mod operand;
pub mod program;
pub mod set;
pub mod text;
pub mod verify;

pub use op::{Inst, Op};
pub use operand::{Kind, Reg, Role};
pub use program::Program;

/// The version of the format: a program with another major number is refused, one with a larger minor number, too.
pub const VERSION: (u32, u32) = (1, 2);
