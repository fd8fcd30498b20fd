//! Instructions as the machine reads them: words of 64 bits, in each four units of 16.
//!
//! Unit 0 of the first word is the number of the instruction; operands follow in order. What needs 32 bits stands at an
//! even unit, what needs 64 in a word of its own, after the units. Jumps are counted in words, from the first word of
//! the instruction that jumps, and may be negative. A list is its length, then its elements.

use crate::op::{Inst, Op};
use crate::operand::{Kind, Reg, Role, Section, Sink};

/// The words of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Encoded {
    /// The code.
    pub words: Vec<u64>,
    /// The first word of each instruction.
    pub starts: Vec<u32>,
}

/// Encodes the code of a function whose jumps are inside it.
pub fn encode(code: &[Inst]) -> Encoded {
    let starts = starts(code);
    let mut units = Units { targets: &starts, at: 0, words: Vec::new(), used: 0, wide: Vec::new() };
    for (inst, at) in code.iter().zip(&starts) {
        units.at = *at;
        units.used = 0;
        units.push(u64::from(inst.op() as u8));
        inst.write(&mut units);
        units.words.append(&mut units.wide);
    }
    let words = units.words;
    Encoded { words, starts }
}

/// Where each instruction starts; sizes do not depend on where jumps lead.
fn starts(code: &[Inst]) -> Vec<u32> {
    let mut starts = Vec::with_capacity(code.len());
    let mut at = 0;
    for inst in code {
        starts.push(at);
        at += words(inst) as u32;
    }
    starts
}

/// How many words an instruction takes.
pub fn words(inst: &Inst) -> usize {
    let mut size = Size { units: 1, wide: 0 };
    inst.write(&mut size);
    size.units.div_ceil(4) + size.wide
}

/// The instruction with the number in the first unit of a word.
pub fn op_of(word: u64) -> Option<Op> {
    Op::from_number(word as u8)
}

/// Code that is being written.
struct Units<'s> {
    /// The first word of each instruction.
    targets: &'s [u32],
    /// The first word of this one.
    at: u32,
    words: Vec<u64>,
    /// How many units this one has.
    used: usize,
    /// What comes after them.
    wide: Vec<u64>,
}

impl Units<'_> {
    fn push(&mut self, value: u64) {
        if self.used.is_multiple_of(4) {
            self.words.push(0);
        }
        if let Some(word) = self.words.last_mut() {
            *word |= (value & 0xffff) << (16 * (self.used % 4));
        }
        self.used += 1;
    }

    fn push_two(&mut self, value: u32) {
        if self.used % 2 == 1 {
            self.push(0);
        }
        self.push(u64::from(value & 0xffff));
        self.push(u64::from(value >> 16));
    }

    fn target(&self, target: u32) -> u32 {
        self.targets.get(target as usize).map_or(0, |it| it.wrapping_sub(self.at))
    }
}

impl Sink for Units<'_> {
    fn reg(&mut self, _: Role, _: Kind, reg: Reg) {
        self.push(u64::from(reg.0));
    }

    fn regs(&mut self, _: Role, regs: &[Reg]) {
        self.push(regs.len() as u64);
        regs.iter().for_each(|it| self.push(u64::from(it.0)));
    }

    fn small(&mut self, value: i16) {
        self.push(u64::from(value as u16));
    }

    fn number(&mut self, value: i32) {
        self.push_two(value as u32);
    }

    fn whole(&mut self, value: i64) {
        self.wide.push(value as u64);
    }

    /// There is one word for everything that is not a number: text does not tell them apart either.
    fn fraction(&mut self, value: f64) {
        self.wide.push(if value.is_nan() { NAN } else { value.to_bits() });
    }

    fn jump(&mut self, target: u32) {
        let target = self.target(target);
        self.push_two(target);
    }

    fn jumps(&mut self, targets: &[u32]) {
        self.push(targets.len() as u64);
        for target in targets {
            let target = self.target(*target);
            self.push_two(target);
        }
    }

    fn entry(&mut self, _: Section, index: u32) {
        self.push_two(index);
    }
}

const NAN: u64 = 0x7ff8_0000_0000_0000;

/// Counts what an instruction needs.
struct Size {
    units: usize,
    wide: usize,
}

impl Size {
    fn two(&mut self) {
        self.units = self.units.next_multiple_of(2) + 2;
    }
}

impl Sink for Size {
    fn reg(&mut self, _: Role, _: Kind, _: Reg) {
        self.units += 1;
    }

    fn regs(&mut self, _: Role, regs: &[Reg]) {
        self.units += 1 + regs.len();
    }

    fn small(&mut self, _: i16) {
        self.units += 1;
    }

    fn number(&mut self, _: i32) {
        self.two();
    }

    fn whole(&mut self, _: i64) {
        self.wide += 1;
    }

    fn fraction(&mut self, _: f64) {
        self.wide += 1;
    }

    fn jump(&mut self, _: u32) {
        self.two();
    }

    fn jumps(&mut self, targets: &[u32]) {
        self.units += 1;
        targets.iter().for_each(|_| self.two());
    }

    fn entry(&mut self, _: Section, _: u32) {
        self.two();
    }
}

#[cfg(test)]
mod tests;
