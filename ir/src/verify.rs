//! Whether the machine can run a program without looking twice.
//!
//! Checked, in time that grows with the size of the program ([`limits`]): numbers of registers, functions, texts,
//! layouts and types are in range; registers hold what instructions expect; jumps lead to instructions, and only loops
//! lead back; every way ends in a return or a fault, or goes back; a register is read only where it has a value;
//! references are never lost or used twice: on each way to an instruction the same registers hold one, none is
//! overwritten, and none is left at the end; and blocks of tasks end where they began. What objects look like is checked
//! by the machine itself, which reads their headers.

mod declared;
mod flow;
pub mod limits;
mod operands;
mod sections;
mod together;
mod types;

pub use flow::{Held, Moment, held_at};

use std::sync::Arc;

use crate::encode;
use crate::program::{Function, Place, Program};

/// Why a program cannot be run: which function, which instruction, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The name of the function, if it is about one.
    pub function: Option<String>,
    /// The number of the instruction, if it is about one.
    pub at: Option<u32>,
    /// The line that the instruction comes from, or else the nearest one before it that is known.
    pub place: Option<Place>,
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

/// A program that the machine can run; clones share it.
#[derive(Clone, Debug)]
pub struct Verified(Arc<Program>);

impl Verified {
    /// The program.
    pub fn program(&self) -> &Program {
        &self.0
    }
}

/// Checks a whole program.
pub fn verify(program: Program) -> Result<Verified, Refusal> {
    sections::sections(&program)?;
    let mut work = flow::Work::of(&program);
    let mut words = 0;
    for function in &program.functions {
        let about = |(at, problem)| Refusal {
            function: Some(function.name.clone()),
            at,
            place: place_near(function, at.unwrap_or(0)),
            problem,
        };
        operands::function(&program, function).map_err(about)?;
        add_words(&mut words, function).map_err(about)?;
        flow::function(function, &mut work).map_err(about)?;
    }
    Ok(Verified(Arc::new(program)))
}

/// The line of an instruction, or of the nearest one before it that has a line, or else after it.
fn place_near(function: &Function, at: u32) -> Option<Place> {
    let known = |it: &&(u32, Place)| it.1.line > 0;
    let before = function.places.iter().filter(known).take_while(|(first, _)| *first <= at).last();
    before.or_else(|| function.places.iter().find(known)).map(|(_, place)| *place)
}

/// The machine counts words with 32 bits.
fn add_words(words: &mut usize, function: &Function) -> Result<(), Fault> {
    *words += function.code.iter().map(encode::words).sum::<usize>();
    match *words > limits::WORDS_MAX {
        true => Err((None, format!("the program has more than {} words of code", limits::WORDS_MAX))),
        false => Ok(()),
    }
}

/// What is wrong, and with which instruction.
type Fault = (Option<u32>, String);

#[cfg(test)]
mod tests;
