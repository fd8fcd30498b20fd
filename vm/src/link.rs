//! A verified program as the machine reads it: all code in one list of words, functions by their first word.

use concerto_ir::encode::{Encoded, encode};
use concerto_ir::operand::Kind;
use concerto_ir::verify::Verified;

/// What a call has to know of a function.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Entry {
    /// Its first word.
    pub(crate) first: *const u64,
    /// Its place in the code.
    pub(crate) start: u32,
    /// How many registers it has.
    pub(crate) registers: u32,
}

/// The shape of an object.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) tag: u16,
    /// Which slots hold references.
    pub(crate) refs: Box<[bool]>,
}

/// A program that can be run.
pub(crate) struct Linked {
    pub(crate) verified: Verified,
    pub(crate) code: Vec<u64>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) shapes: Vec<Shape>,
    /// The words of each function, to find instructions by their words.
    pub(crate) encoded: Vec<Vec<u32>>,
}

/// Puts the functions of a program one after the other.
pub(crate) fn link(verified: Verified) -> Linked {
    let program = verified.program();
    let mut code = vec![0];
    let mut entries = Vec::with_capacity(program.functions.len());
    let mut encoded = Vec::with_capacity(program.functions.len());
    for function in &program.functions {
        let Encoded { words, starts } = encode(&function.code);
        let registers = function.registers.len() as u32;
        entries.push(Entry { first: std::ptr::null(), start: code.len() as u32, registers });
        code.extend(words);
        encoded.push(starts);
    }
    // The code does not move any more.
    for entry in &mut entries {
        // SAFETY: every function starts inside the code.
        entry.first = unsafe { code.as_ptr().add(entry.start as usize) };
    }
    let shapes = program
        .layouts
        .iter()
        .map(|it| Shape { tag: it.tag, refs: it.slots.iter().map(|slot| *slot == Kind::Ref).collect() });
    let shapes = shapes.collect();
    Linked { verified, code, entries, shapes, encoded }
}

impl Linked {
    /// The function and the instruction that a word belongs to.
    pub(crate) fn instruction_at(&self, word: u32) -> Option<(usize, u32)> {
        let function = self.entries.partition_point(|it| it.start <= word).checked_sub(1)?;
        let offset = word - self.entries[function].start;
        let at = self.encoded[function].partition_point(|it| *it <= offset).checked_sub(1)?;
        Some((function, at as u32))
    }
}
