//! What tells a program from another: all of it but files, places and tests goes in.
//!
//! Places are also in its code: a `SourceLocation` is made of a line and a column, and texts say where a tool comes from. These
//! numbers are left out, so that a program whose lines have moved is the same one.

use std::collections::HashSet;
use std::fmt::Write;

use concerto_ir::op::Inst;
use concerto_ir::program::Function;

use crate::link::Linked;

/// The hash of a program.
pub(super) fn of(linked: &Linked) -> u64 {
    let program = linked.verified.program();
    let mut hash = Hash(0x243f_6a88_85a3_08d3);
    let places = places(linked);
    for (at, word) in linked.code.iter().enumerate() {
        hash.mix(if places.contains(&at) { word & u64::from(u32::MAX) } else { *word });
    }
    // Writing to a hash cannot fail.
    for it in &program.functions {
        let _ = write!(
            hash,
            "{} {:?} {} {:?} {} {:?};",
            it.name, it.params, it.captures, it.result, it.updates, it.registers
        );
    }
    let _ = write!(hash, "{:?} {:?} {:?}", program.natives, program.layouts, program.types);
    let _ = write!(hash, "{:?} {:?}", program.signatures, program.globals);
    for text in &program.texts {
        let _ = write!(hash, "{:?}", placeless(text, &program.files));
    }
    let _ = write!(hash, "{:?}", program.declared);
    hash.0
}

/// The layout of places.
const PLACE: &str = "SourceLocation";

/// The words of instructions that load a line or a column; the number is their upper half.
fn places(linked: &Linked) -> HashSet<usize> {
    let program = linked.verified.program();
    let mut found = HashSet::new();
    for (number, function) in program.functions.iter().enumerate() {
        for (at, inst) in function.code.iter().enumerate() {
            let Inst::New { layout, slots, .. } = inst else { continue };
            let is_place = program.layouts.get(layout.0 as usize).is_some_and(|it| it.name == PLACE);
            let (Some(place), true) = (function.place(at as u32), is_place) else { continue };
            for (slot, value) in [(1, place.line), (2, place.column)] {
                let load = slots.0.get(slot).and_then(|it| load_before(function, at, it.0, value));
                let word = load.and_then(|it| linked.word_of(number as u32, it as u32));
                found.extend(word.map(|it| it as usize));
            }
        }
    }
    found
}

/// The instruction before another one that loads a number into a register, if it is this number.
fn load_before(function: &Function, at: usize, register: u16, number: u32) -> Option<usize> {
    let before = function.code.get(..at)?;
    let loads = |it: &Inst| matches!(it, Inst::LoadInt { dst, .. } if dst.0.0 == register);
    let found = before.iter().rposition(loads)?;
    match before.get(found)? {
        Inst::LoadInt { value, .. } if i64::from(value.0) == i64::from(number) => Some(found),
        _ => None,
    }
}

/// A text without the lines and columns after the names of files.
fn placeless(text: &str, files: &[String]) -> String {
    let mut text = text.to_owned();
    for file in files.iter().filter(|it| !it.is_empty()) {
        let start = format!("{file}:");
        let Some((first, rest)) = text.split_once(&start) else { continue };
        let rest = rest.split(&start).map(|it| it.trim_start_matches(|it: char| it.is_ascii_digit() || it == ':'));
        text = [first].into_iter().chain(rest).collect::<Vec<_>>().join(&start);
    }
    text
}

struct Hash(u64);

impl Hash {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product as u64 ^ (product >> 64) as u64).rotate_left(29).wrapping_add(word);
    }
}

impl Write for Hash {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for part in text.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.mix(u64::from_le_bytes(word));
        }
        Ok(())
    }
}
