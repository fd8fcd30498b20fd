//! The speed of running programs: the kernels of `bench/vm` in Concerto beside the same ones in other languages, how
//! their times grow, how long a program takes to start, and what a sleeping task weighs.
//!
//! Comes in: the command line. Goes out: tables on standard output, a line at a time as they are measured. Promised:
//! a language that is not installed is named and left out; an error where a kernel fails or two of them disagree.

pub(crate) mod child;
mod compare;
mod contestant;
mod fibers;
mod growth;
mod kernel;
mod startup;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::path::PathBuf;

pub(crate) use compare::{Compared, compare};
pub(crate) use contestant::{Missing, python};
use kernel::{KERNELS, Kernel};
pub(crate) use startup::startup;

/// What is asked for.
pub(crate) struct Options {
    part: Part,
    kernel: Option<String>,
    runs: Option<usize>,
    bin: Option<PathBuf>,
}

enum Part {
    Compare,
    Growth,
    Startup,
    Fibers,
    List,
}

impl Options {
    /// The options of these arguments; nothing where one of them is none.
    pub(crate) fn parse(args: &[&str]) -> Option<Self> {
        let mut options = Self { part: Part::Compare, kernel: None, runs: None, bin: None };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match *arg {
                "--growth" => options.part = Part::Growth,
                "--startup" => options.part = Part::Startup,
                "--fibers" => options.part = Part::Fibers,
                "--list" => options.part = Part::List,
                "--kernel" => options.kernel = Some((*args.next()?).to_owned()),
                "--runs" => options.runs = Some(args.next()?.parse().ok().filter(|runs| *runs > 0)?),
                "--bin" => options.bin = Some(PathBuf::from(args.next()?)),
                _ => return None,
            }
        }
        Some(options)
    }

    /// Those of `kernels` that are asked for.
    fn choose<'a>(&self, kernels: impl Iterator<Item = &'a Kernel>) -> Result<Vec<&'a Kernel>, String> {
        let chosen: Vec<_> = kernels.filter(|it| self.kernel.as_ref().is_none_or(|name| name == it.name)).collect();
        match &self.kernel {
            Some(name) if chosen.is_empty() => Err(format!("no kernel `{name}`; `--list` names them")),
            _ => Ok(chosen),
        }
    }
}

/// Measures what is asked for and prints it.
pub(crate) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    match options.part {
        Part::Compare => compare::run(options),
        Part::Growth => growth::run(options),
        Part::Startup => startup::run(options),
        Part::Fibers => fibers::run(options),
        Part::List => {
            for kernel in options.choose(KERNELS.iter())? {
                println!("{} {} {}", kernel.name, kernel.size, kernel.size_small);
            }
            Ok(())
        }
    }
}
