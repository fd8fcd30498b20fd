//! A fixed sequence of numbers that looks random (xorshift64*).

pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    /// A number from 0 up to and without `limit`, which is not 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        high as usize % limit
    }

    /// One of `choices`, which are not empty.
    pub(super) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// Words for texts.
pub(super) const WORDS: &[&str] = &[
    "north", "paper", "quiet", "blue", "market", "river", "seven", "late", "copper", "garden", "window", "open",
    "salt", "winter", "glass", "first", "empty", "train", "letter", "green", "harbour", "small", "corner", "summer",
];
