//! Hashes of words and bytes, for tables.
//!
//! They begin with a number that each machine chooses for itself, so that nobody can choose keys that all meet; what a
//! program sees does not depend on it. The highest bit of a hash is never set.

use std::hash::{BuildHasher, RandomState};

/// A number that nobody can guess.
pub(crate) fn new_seed() -> u64 {
    RandomState::new().hash_one(0)
}

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
const OTHER: u64 = 0xd1b5_4a32_d192_ed03;

/// Both halves of the product, together.
#[inline(always)]
fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    product as u64 ^ (product >> 64) as u64
}

const NO_TOP: u64 = !(1 << 63);

/// The hash of a number. Its lower half is that of the number, so that keys in a row are neighbours in a table.
#[inline(always)]
pub(crate) fn of_int(seed: u64, key: u64) -> u64 {
    let mixed = fold(key ^ seed, ODD);
    (key & 0xffff_ffff) | (mixed << 32 & NO_TOP)
}

/// The hash of bytes.
#[inline]
pub(crate) fn of_bytes(seed: u64, bytes: &[u8]) -> u64 {
    let length = bytes.len();
    let (first, last) = match length {
        0 => (0, 0),
        1..=3 => (u64::from(bytes[0]) << 16 | u64::from(bytes[length / 2]) << 8 | u64::from(bytes[length - 1]), 0),
        4..=8 => (four(bytes, 0), four(bytes, length - 4)),
        9..=16 => (eight(bytes, 0), eight(bytes, length - 8)),
        _ => return of_many(seed, bytes),
    };
    finish(fold(first ^ seed, last ^ ODD), length)
}

fn of_many(seed: u64, bytes: &[u8]) -> u64 {
    let mut state = seed;
    let mut at = 0;
    while at + 16 < bytes.len() {
        state = fold(eight(bytes, at) ^ state, eight(bytes, at + 8) ^ ODD);
        at += 16;
    }
    let end = bytes.len();
    state = fold(eight(bytes, end - 16) ^ state, eight(bytes, end - 8) ^ ODD);
    finish(state, end)
}

fn finish(state: u64, length: usize) -> u64 {
    fold(state ^ OTHER, length as u64 ^ ODD) & NO_TOP
}

#[inline(always)]
fn eight(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk().map_or(0, |it| u64::from_le_bytes(*it))
}

#[inline(always)]
fn four(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk().map_or(0, |it| u64::from(u32::from_le_bytes(*it)))
}

/// A hash that is made of several.
pub(crate) struct Mixer(u64);

impl Mixer {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn mix(&mut self, word: u64) {
        self.0 = fold(self.0 ^ word, ODD) ^ self.0.rotate_left(23);
    }

    pub(crate) fn finish(self) -> u64 {
        fold(self.0, OTHER) & NO_TOP
    }
}
