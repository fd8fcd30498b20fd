//! A verified program as the machine reads it: all code in one list of words, functions by their first word.

use std::collections::HashMap;

use concerto_ir::encode::{Encoded, encode};
use concerto_ir::op::Inst;
use concerto_ir::operand::Kind;
use concerto_ir::program::{Function, Program, Signature, Type};
use concerto_ir::verify::Verified;

use crate::fault::FaultKind;
use crate::fiber::Stack;
use crate::json::Patterns;
use crate::native::{self, Library, Linked as LinkedNative};

/// What a call has to know of a function.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Entry {
    /// Its first word.
    pub(crate) first: *const u64,
    /// Its place in the code.
    pub(crate) start: u32,
    /// How many registers it has, at least [`REGISTERS_MIN`].
    pub(crate) registers: u32,
}

/// Every call has room for so many registers: so a call copies that many arguments without counting them.
pub(crate) const REGISTERS_MIN: u32 = 3;

/// What a call of a closure has to know of its function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closable {
    /// What it takes and gives: the number of a signature that calls name, if one does.
    pub(crate) signature: u32,
    /// How many captures it has.
    pub(crate) captures: u16,
    /// Whether there is a reference among them.
    pub(crate) has_refs: bool,
}

/// The shape of an object.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) tag: u16,
    /// Which slots hold references.
    pub(crate) refs: Box<[bool]>,
    /// Whether any does.
    pub(crate) has_refs: bool,
}

/// A program that can be run.
pub(crate) struct Linked {
    pub(crate) verified: Verified,
    pub(crate) code: Vec<u64>,
    pub(crate) entries: Vec<Entry>,
    /// The shapes of objects: first those of the layouts, then those of the closures of each function.
    pub(crate) shapes: Vec<Shape>,
    /// How many of them are those of layouts.
    layouts: u32,
    /// The functions as closures.
    pub(crate) closures: Vec<Closable>,
    /// The functions of the machine that the program uses.
    pub(crate) natives: Vec<LinkedNative>,
    /// Regular expressions of fields that were used.
    pub(crate) patterns: Patterns,
    /// The words of each function, to find instructions by their words.
    pub(crate) encoded: Vec<Vec<u32>>,
}

/// Puts the functions of a program one after the other. A program that uses a function of the machine that there is not,
/// or not like that, is refused.
pub(crate) fn link(verified: Verified, library: Library) -> Result<Linked, FaultKind> {
    let program = verified.program();
    let natives = native::link(program, library)?;
    let closures = closables(program);
    let mut code = vec![0];
    let mut entries = Vec::with_capacity(program.functions.len());
    let mut encoded = Vec::with_capacity(program.functions.len());
    for function in &program.functions {
        let Encoded { words, starts } = encode(&function.code);
        let registers = (function.registers.len() as u32).max(REGISTERS_MIN);
        entries.push(Entry { first: std::ptr::null(), start: code.len() as u32, registers });
        code.extend(words);
        encoded.push(starts);
    }
    // The code does not move any more.
    for entry in &mut entries {
        // SAFETY: [code] every function starts inside of the code, which does not move any more.
        entry.first = unsafe { code.as_ptr().add(entry.start as usize) };
    }
    let shapes = program.layouts.iter().map(|it| shape(it.tag, &it.slots));
    let shapes = shapes.chain(program.functions.iter().map(|it| shape(0, captures(it)))).collect();
    let layouts = program.layouts.len() as u32;
    Ok(Linked { layouts, verified, code, entries, shapes, closures, natives, patterns: Patterns::default(), encoded })
}

fn shape(tag: u16, slots: &[Kind]) -> Shape {
    let refs: Box<[bool]> = slots.iter().map(|slot| *slot == Kind::Ref).collect();
    let has_refs = refs.contains(&true);
    Shape { tag, refs, has_refs }
}

/// What a closure of a function takes along.
pub(crate) fn captures(function: &Function) -> &[Kind] {
    let first = function.params.len().saturating_sub(usize::from(function.captures));
    &function.params[first..]
}

fn closables(program: &Program) -> Vec<Closable> {
    let numbers = program.signatures.iter().zip(0..);
    let numbers: HashMap<&Signature, u32> = numbers.collect();
    let closable = |function: &Function| {
        let captures = captures(function);
        Closable {
            signature: function.signature().and_then(|it| numbers.get(&it).copied()).unwrap_or(u32::MAX),
            captures: captures.len() as u16,
            has_refs: captures.contains(&Kind::Ref),
        }
    };
    program.functions.iter().map(closable).collect()
}

impl Linked {
    /// The types of the program.
    pub(crate) fn types(&self) -> &[Type] {
        &self.verified.program().types
    }

    /// The number of the first shape of a closure.
    pub(crate) fn first_closure(&self) -> u32 {
        self.layouts
    }

    /// The function and the instruction that a word belongs to.
    pub(crate) fn instruction_at(&self, word: u32) -> Option<(usize, u32)> {
        let function = self.entries.partition_point(|it| it.start <= word).checked_sub(1)?;
        let offset = word - self.entries[function].start;
        let at = self.encoded[function].partition_point(|it| *it <= offset).checked_sub(1)?;
        Some((function, at as u32))
    }

    /// The instruction that starts at a word.
    pub(crate) fn inst(&self, word: u32) -> Option<&Inst> {
        let (function, at) = self.instruction_at(word)?;
        self.verified.program().functions.get(function)?.code.get(at as usize)
    }

    /// The word of the instruction after the one that a word belongs to.
    pub(crate) fn after(&self, word: u32) -> u32 {
        let Some((function, at)) = self.instruction_at(word) else { return 0 };
        let next = self.encoded[function].get(at as usize + 1).copied().unwrap_or_default();
        self.entries[function].start + next
    }

    /// The word that an instruction of a function starts with.
    pub(crate) fn word_of(&self, function: u32, at: u32) -> Option<u32> {
        let start = self.entries.get(function as usize)?.start;
        Some(start + self.encoded.get(function as usize)?.get(at as usize)?)
    }

    /// The functions that run in a stack and their instructions, innermost first.
    pub(crate) fn trace(&self, stack: &Stack) -> impl Iterator<Item = (u32, u32)> {
        let stops = stack.stops(self);
        stops.filter_map(|(word, _, _)| self.instruction_at(word)).map(|(function, at)| (function as u32, at))
    }
}
