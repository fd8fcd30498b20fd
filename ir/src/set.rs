//! Sets of registers: what holds a value, what is still needed.

use crate::operand::Reg;

/// A set of registers of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegSet(Vec<u64>);

impl RegSet {
    /// An empty set of the first `count` registers.
    pub fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    /// Whether a register is in it. One beyond the count is not.
    pub fn has(&self, reg: Reg) -> bool {
        self.0.get(word_of(reg)).is_some_and(|it| it & bit_of(reg) != 0)
    }

    /// Adds a register. One beyond the count is left out.
    pub fn insert(&mut self, reg: Reg) {
        if let Some(word) = self.0.get_mut(word_of(reg)) {
            *word |= bit_of(reg);
        }
    }

    /// Takes a register out.
    pub fn remove(&mut self, reg: Reg) {
        if let Some(word) = self.0.get_mut(word_of(reg)) {
            *word &= !bit_of(reg);
        }
    }

    /// Adds all of another set; says whether that was more.
    pub fn extend(&mut self, other: &Self) -> bool {
        let mut grew = false;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            grew |= *theirs & !*mine != 0;
            *mine |= theirs;
        }
        grew
    }

    /// Takes all of another set out.
    pub fn subtract(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine &= !theirs);
    }

    /// Keeps what another set has, too.
    pub fn intersect(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine &= theirs);
    }

    /// The first register that is in both.
    pub fn first_shared(&self, other: &Self) -> Option<Reg> {
        first(self.0.iter().zip(&other.0).map(|(mine, theirs)| mine & theirs))
    }

    /// The first register that the other set does not have.
    pub fn first_missing(&self, other: &Self) -> Option<Reg> {
        first(self.0.iter().zip(&other.0).map(|(mine, theirs)| mine & !theirs))
    }

    /// The first register of `among` that only one of the two has.
    pub fn first_different(&self, other: &Self, among: &Self) -> Option<Reg> {
        let words = self.0.iter().zip(&other.0).zip(&among.0);
        first(words.map(|((mine, theirs), among)| (mine ^ theirs) & among))
    }

    /// Its registers, in order.
    pub fn iter(&self) -> impl Iterator<Item = Reg> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.checked_sub(1)?;
                Some(Reg((at * 64) as u16 + bit as u16))
            })
        })
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.0.len() * 8
    }
}

fn word_of(reg: Reg) -> usize {
    usize::from(reg.0) / 64
}

fn bit_of(reg: Reg) -> u64 {
    1 << (reg.0 % 64)
}

fn first(words: impl Iterator<Item = u64>) -> Option<Reg> {
    let (at, word) = words.enumerate().find(|(_, it)| *it != 0)?;
    Some(Reg((at * 64) as u16 + word.trailing_zeros() as u16))
}

#[cfg(test)]
mod tests;
