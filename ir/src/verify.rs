//! Whether the machine can run a program without looking twice.
//!
//! Checked for every function, in time that grows with its size: numbers of registers, functions, texts, layouts and
//! types are in range; registers hold what instructions expect; jumps lead to instructions, and only `loop` leads back;
//! every way ends in a `return` or a `fault`; a register is read only where it has a value; and references are never
//! lost or used twice: on each way to an instruction the same registers hold one, none is overwritten, and none is left
//! at the end. What objects look like is checked by the machine itself, which reads their headers.

mod flow;
mod shape;

use crate::program::Program;

/// The most functions, registers of one function, and instructions of one function.
pub mod limits {
    /// Registers of one function.
    pub const REGISTERS_MAX: usize = 60_000;
    /// Instructions of one function.
    pub const CODE_MAX: usize = 4_000_000;
    /// Registers or targets of one list in an instruction: its length is a unit of 16 bits.
    pub const LIST_MAX: usize = 65_535;
    /// Slots of an object.
    pub const SLOTS_MAX: usize = 30_000;
}

/// Why a program cannot be run: which function, which instruction, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The name of the function, if it is about one.
    pub function: Option<String>,
    /// The number of the instruction, if it is about one.
    pub at: Option<u32>,
    /// What is wrong.
    pub problem: String,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.function, self.at) {
            (Some(name), Some(at)) => write!(f, "`{name}`, instruction {at}: {}", self.problem),
            (Some(name), None) => write!(f, "`{name}`: {}", self.problem),
            _ => write!(f, "{}", self.problem),
        }
    }
}

/// A program that the machine can run.
#[derive(Clone, Debug)]
pub struct Verified(Program);

impl Verified {
    /// The program.
    pub fn program(&self) -> &Program {
        &self.0
    }
}

/// Checks a whole program.
pub fn verify(program: Program) -> Result<Verified, Refusal> {
    shape::sections(&program)?;
    for function in &program.functions {
        let about = |(at, problem)| Refusal { function: Some(function.name.clone()), at, problem };
        shape::function(&program, function).map_err(about)?;
        flow::function(function).map_err(about)?;
    }
    Ok(Verified(program))
}

/// What is wrong, and with which instruction.
type Fault = (Option<u32>, String);

#[cfg(test)]
mod tests;
