//! What tells a program from another: all of it but files, places and tests goes in.

use std::fmt::Write;

use crate::link::Linked;

/// The hash of a program.
pub(super) fn of(linked: &Linked) -> u64 {
    let program = linked.verified.program();
    let mut hash = Hash(0x243f_6a88_85a3_08d3);
    linked.code.iter().for_each(|it| hash.mix(*it));
    // Writing to a hash cannot fail.
    for it in &program.functions {
        let _ = write!(
            hash,
            "{} {:?} {} {:?} {} {:?};",
            it.name, it.params, it.captures, it.result, it.updates, it.registers
        );
    }
    let _ = write!(hash, "{:?} {:?} {:?}", program.natives, program.layouts, program.types);
    let _ = write!(hash, "{:?} {:?} {:?}", program.signatures, program.globals, program.texts);
    let _ = write!(hash, "{:?}", program.declared);
    hash.0
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
