//! Maps and sets: entries in the order in which they came, and an index that finds them by hash.
//!
//! An entry of a map is its hash, key and value, one of a set its hash and key. One that was taken out keeps its place and
//! its way through the index until the table is made anew, which happens when its buffer is full or mostly empty: so
//! what is done to a table takes the same time on average, however long it goes on. Small tables have no index.

mod change;

use super::{Form, Header, length_max};

/// A map or a set. Its length is in the header, and in the tag whether keys and values are references.
#[repr(C)]
pub(crate) struct Table {
    pub(crate) header: Header,
    /// As many entries as there is room for, then the index: of each slot the number of an entry, counted from 1, or 0.
    buffer: *mut u64,
    /// How many entries were put in, those that were taken out among them.
    used: u32,
    /// Before this one all entries were taken out.
    first: u32,
}

/// The keys are references.
pub(crate) const KEY_REFS: u16 = 1;
/// The values are references.
pub(crate) const VALUE_REFS: u16 = 2;

/// What stands for the hash of an entry that was taken out.
const GONE: u64 = 1 << 63;

/// Up to this room there is no index.
const SMALL_ROOM: usize = 8;

/// The most entries of a table, a power of two: their numbers have 32 bits, and of each up to four words can be counted.
const ROOM_MAX: usize = 1 << if usize::BITS > 32 { 30 } else { 24 };
const _: () = assert!(ROOM_MAX <= length_max(32));

/// How many words an entry has.
const fn stride(form: Form) -> usize {
    if matches!(form, Form::Map) { 3 } else { 2 }
}

/// How many words a buffer has: the index has twice as many slots as there are entries, of half a word each.
const fn buffer_words(form: Form, room: usize) -> usize {
    room * stride(form) + if room > SMALL_ROOM { room } else { 0 }
}

/// The room for so many entries: a power of two, which is too large if they are too many.
fn room_for(count: usize) -> usize {
    if count == 0 { 0 } else { count.clamp(4, ROOM_MAX + 1).next_power_of_two() }
}

impl Table {
    fn stride(&self) -> usize {
        stride(self.header.form)
    }

    fn room(&self) -> usize {
        self.header.room as usize
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.header.info as usize
    }

    /// How many places there are, those of entries that were taken out among them.
    pub(crate) fn used(&self) -> usize {
        self.used as usize
    }

    /// The words of an entry, gone or not.
    #[inline(always)]
    fn words(&self, at: usize) -> *mut u64 {
        // SAFETY: [index] callers ask for entries that were put in, or for the next one, for which there is room.
        unsafe { self.buffer.add(at * self.stride()) }
    }

    #[inline(always)]
    fn index(&self) -> *mut u32 {
        // SAFETY: [index] the index follows the entries.
        unsafe { self.buffer.add(self.room() * self.stride()).cast() }
    }

    /// The entry at a place that a program gave, if there is one: its hash, key and value.
    #[inline]
    pub(crate) fn entry(&self, at: i64) -> Option<*mut u64> {
        let at = usize::try_from(at).ok().filter(|it| *it < self.used as usize)?;
        let words = self.words(at);
        // SAFETY: [index] the entry was put in.
        unsafe { (*words & GONE == 0).then_some(words) }
    }

    /// The first entry that is not before this place.
    #[inline]
    pub(crate) fn next(&self, from: usize) -> Option<usize> {
        let mut at = from.max(self.first as usize);
        while at < self.used as usize {
            // SAFETY: [index] the entry was put in.
            if unsafe { *self.words(at) } & GONE == 0 {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    /// The key and, of a map, the value of an entry that [`Self::next`] gave.
    #[inline]
    pub(crate) fn pair(&self, at: usize) -> (u64, u64) {
        let words = self.words(at);
        // SAFETY: [index] the entry was put in; that of a map has three words.
        unsafe { (*words.add(1), if self.stride() == 3 { *words.add(2) } else { 0 }) }
    }

    /// The hash of an entry that [`Self::next`] gave.
    pub(crate) fn hash(&self, at: usize) -> u64 {
        // SAFETY: [index] the entry was put in.
        unsafe { *self.words(at) }
    }

    /// The entry with a hash and a key.
    #[inline]
    pub(crate) fn find(&self, hash: u64, mut is_same: impl FnMut(u64) -> bool) -> Option<usize> {
        // SAFETY: [index] slots name entries that were put in; one is empty, and the step leads to each of them.
        unsafe {
            if self.room() <= SMALL_ROOM {
                return (0..self.used as usize).find(|at| {
                    let words = self.words(*at);
                    *words == hash && is_same(*words.add(1))
                });
            }
            let (index, mask) = (self.index(), self.room() * 2 - 1);
            let (mut slot, step) = (hash as usize & mask, step(hash));
            loop {
                let number = *index.add(slot) as usize;
                if number == 0 {
                    return None;
                }
                let words = self.words(number - 1);
                if *words == hash && is_same(*words.add(1)) {
                    return Some(number - 1);
                }
                slot = (slot + step) & mask;
            }
        }
    }

    /// How many slots of the index are taken on the way to one for an entry with this hash.
    pub(crate) fn steps(&self, hash: u64) -> usize {
        if self.room() <= SMALL_ROOM {
            return 0;
        }
        let (mask, step) = (self.room() * 2 - 1, step(hash));
        let slots = (0..=mask).map(|it| (hash as usize).wrapping_add(it.wrapping_mul(step)) & mask);
        // SAFETY: [index] so many slots follow the entries.
        slots.take_while(|it| unsafe { *self.index().add(*it) } != 0).count()
    }

    /// Puts an entry into the index.
    #[inline]
    unsafe fn enter(&mut self, hash: u64, at: usize) {
        if self.room() <= SMALL_ROOM {
            return;
        }
        // SAFETY: [index] one slot is empty, and the step leads to it.
        unsafe {
            let (index, mask) = (self.index(), self.room() * 2 - 1);
            let (mut slot, step) = (hash as usize & mask, step(hash));
            while *index.add(slot) != 0 {
                slot = (slot + step) & mask;
            }
            *index.add(slot) = at as u32 + 1;
        }
    }
}

/// How far it is to the next slot to look at: an odd number leads to all of them. It is below 2³¹, as the highest bit of a
/// hash is never set: so a slot and a step can be added in 32 bits, too.
#[inline(always)]
fn step(hash: u64) -> usize {
    (hash >> 32) as usize | 1
}
