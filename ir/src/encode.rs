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
    let mut words = Vec::with_capacity(starts.last().copied().unwrap_or(0) as usize + 2);
    for (inst, at) in code.iter().zip(&starts) {
        let mut units = Units { targets: &starts, at: *at, ..Units::default() };
        units.push(u64::from(inst.op() as u8));
        inst.write(&mut units);
        words.extend(units.finish());
    }
    Encoded { words, starts }
}

/// Where each instruction starts; sizes do not depend on where jumps lead.
fn starts(code: &[Inst]) -> Vec<u32> {
    let mut at = 0;
    let mut starts = Vec::with_capacity(code.len());
    for inst in code {
        starts.push(at);
        let mut units = Units::default();
        units.push(0);
        inst.write(&mut units);
        at += units.finish().len() as u32;
    }
    starts
}

/// The instruction with the number in the first unit of a word.
pub fn op_of(word: u64) -> Option<Op> {
    Op::from_number(word as u8)
}

#[derive(Default)]
struct Units<'s> {
    targets: &'s [u32],
    at: u32,
    words: Vec<u64>,
    used: usize,
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

    fn finish(mut self) -> Vec<u64> {
        self.words.append(&mut self.wide);
        self.words
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

    fn fraction(&mut self, value: f64) {
        self.wide.push(value.to_bits());
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

#[cfg(test)]
mod tests;
