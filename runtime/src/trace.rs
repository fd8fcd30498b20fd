//! A fault in words: what went wrong, and the calls that led to it, innermost first.
//!
//! Calls of the library, and calls that have no place in any file, are left out unless there are no others. Of a long trace
//! the middle is left out and counted.

use concerto_ir::program::{Place, Program};
use concerto_vm::Fault;

/// How many calls are shown at the start of a long trace.
const FIRST: usize = 10;

/// How many calls are shown at its end.
const LAST: usize = 4;

/// Where the files of the library are.
const LIBRARY: &str = "std/";

/// A call of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call<'p> {
    /// What is called, as the source says.
    pub function: &'p str,
    /// The file, the line and the column where it stands; nothing where it is in no file.
    pub place: Option<(&'p str, u32, u32)>,
}

impl std::fmt::Display for Call<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.place {
            Some((file, line, column)) => write!(f, "{} ({file}:{line}:{column})", self.function),
            None => write!(f, "{}", self.function),
        }
    }
}

/// The calls of a fault that are worth showing, innermost first.
pub fn calls<'p>(fault: &'p Fault, program: &'p Program) -> Vec<Call<'p>> {
    let all: Vec<Call> = fault.trace.iter().map(|it| call(it, program)).collect();
    let own: Vec<Call> = all.iter().filter(|it| is_own(it)).cloned().collect();
    if own.is_empty() { all } else { own }
}

/// Where the innermost call outside of the library stands.
pub(crate) fn innermost<'p>(trace: &[(String, Option<Place>)], program: &'p Program) -> Option<(&'p str, u32, u32)> {
    trace.iter().filter_map(|(_, place)| position((*place)?, program)).find(|(file, _, _)| !file.starts_with(LIBRARY))
}

fn call<'p>((name, place): &'p (String, Option<Place>), program: &'p Program) -> Call<'p> {
    let place = place.and_then(|it| position(it, program));
    Call { function: name.split('#').next().unwrap_or_default(), place }
}

fn position(place: Place, program: &Program) -> Option<(&str, u32, u32)> {
    let file = program.files.get(place.file as usize).filter(|_| place.line > 0)?;
    Some((file, place.line, place.column))
}

fn is_own(call: &Call) -> bool {
    call.place.is_some_and(|(file, _, _)| !file.starts_with(LIBRARY))
}

/// A fault as text: its message, then a line for each call.
pub fn show(fault: &Fault, program: &Program) -> String {
    let calls = calls(fault, program);
    let line = |call: &Call| format!("  at {call}\n");
    let mut text = format!("fault: {}\n", fault.kind);
    if calls.len() <= FIRST + LAST + 1 {
        text.extend(calls.iter().map(line));
        return text;
    }
    let last = calls.len() - LAST;
    text.extend(calls[..FIRST].iter().map(line));
    text.push_str(&format!("  ... and {} more calls ...\n", last - FIRST));
    text.extend(calls[last..].iter().map(line));
    text
}

#[cfg(test)]
mod tests;
