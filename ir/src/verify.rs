//! Whether the machine can run a program without looking twice.
//!
//! A program is checked in time that grows with its size. The rules have names: where the machine relies on one, the comment
//! beside its `unsafe` code says which. What objects look like is not among them: the machine reads their headers, and its
//! own invariants are listed in `vm/src/heap.rs`.
//!
//! | rule | what holds in a verified program | checked in |
//! | --- | --- | --- |
//! | `[limits]` | no section, name, text, function, list or layout is larger than [`limits`] says | all of these |
//! | `[operands]` | each register that an instruction names exists and has the kind of the operand; the registers of a list exist; a switch has a target; the first registers of a function are its parameters | `operands` |
//! | `[entries]` | functions, natives, texts, layouts, signatures and globals that an instruction names exist | `operands` |
//! | `[targets]` | a jump leads to an instruction of its function, and only loops lead back | `operands` |
//! | `[together]` | the operands of an instruction fit each other, in number and by kind: arguments and parameters, captures, slots and layouts, elements, results; a function is called as one that updates its receiver only if it does; a closure never does, and a task takes nothing | `together` |
//! | `[flow]` | a register is read only where it has a value; on every way to an instruction the same registers hold a reference; none is overwritten, taken twice, changed and used at once, or left at a return; code does not run past its end | `flow` |
//! | `[views]` | a reference that does not count is used only while what it leads to stays, and changed only while nobody else refers to that | `flow` |
//! | `[scopes]` | blocks of tasks are closed on every way, as often as they were opened | `flow` |
//! | `[types]` | types and natives are made of types that exist; a layout has the slots and the tag of each type that names it | `types`, `sections` |
//! | `[starts]` | the functions that start the program, its server and its tests take nothing and give an `int`; those that run a tool's calls take a call | `sections`, `declared` |
//! | `[unique]` | no two functions, natives or globals have the same name, and no two signatures are the same | `sections` |

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

/// The machine counts words with 32 bits. The sum does not overflow: eight bytes of code are as many of the program in memory.
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
