//! The numbers that say what something is, in the bytes. One that is not used any more is left as a gap.

/// What an object is.
pub(super) mod forms {
    /// A text of the program, by its number.
    pub(in crate::snapshot) const PROGRAM_TEXT: u8 = 0;
    pub(in crate::snapshot) const WORDS: u8 = 1;
    pub(in crate::snapshot) const REFS: u8 = 2;
    pub(in crate::snapshot) const RECORD: u8 = 3;
    pub(in crate::snapshot) const TEXT: u8 = 4;
    pub(in crate::snapshot) const BYTES: u8 = 5;
    pub(in crate::snapshot) const CLOSURE: u8 = 6;
    pub(in crate::snapshot) const MAP: u8 = 7;
    pub(in crate::snapshot) const SET: u8 = 8;
    /// Words as they are: mostly large numbers, or floats.
    pub(in crate::snapshot) const WIDE_WORDS: u8 = 9;
}

/// How a task is.
pub(super) mod states {
    pub(in crate::snapshot) const RUNNING: u8 = 0;
    pub(in crate::snapshot) const GAVE_INT: u8 = 1;
    pub(in crate::snapshot) const GAVE_FLOAT: u8 = 2;
    pub(in crate::snapshot) const GAVE_REF: u8 = 3;
    pub(in crate::snapshot) const FAULTED: u8 = 4;
    pub(in crate::snapshot) const CANCELLED: u8 = 5;
}

/// Why a task faulted.
pub(super) mod faults {
    pub(in crate::snapshot) const OVERFLOW: u8 = 0;
    pub(in crate::snapshot) const DIVISION_BY_ZERO: u8 = 1;
    pub(in crate::snapshot) const INDEX_OUT_OF_RANGE: u8 = 2;
    pub(in crate::snapshot) const LOSSY_CONVERSION: u8 = 3;
    pub(in crate::snapshot) const TOO_DEEP: u8 = 4;
    pub(in crate::snapshot) const OUT_OF_MEMORY: u8 = 5;
    pub(in crate::snapshot) const DEADLOCK: u8 = 6;
    pub(in crate::snapshot) const MESSAGE: u8 = 7;
    pub(in crate::snapshot) const BAD_OBJECT: u8 = 8;
}
