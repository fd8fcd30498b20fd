//! How large the parts of a program may be.
//!
//! What has a length of 16 bits in the code is limited by that, the rest by what nobody needs: a hostile file takes no
//! more time and memory than its size explains.

/// Functions, natives, types and so on: entries of one section.
pub const ENTRIES_MAX: usize = 1_000_000;
/// Registers of one function.
pub const REGISTERS_MAX: usize = 60_000;
/// Views that a function has at once.
pub const VIEWS_MAX: usize = 64;
/// Instructions of one function.
pub const CODE_MAX: usize = 4_000_000;
/// Words of the code of all functions together, as the machine reads it.
pub const WORDS_MAX: usize = 1 << 28;
/// Registers or targets of one list in an instruction: its length is a unit of 16 bits.
pub const LIST_MAX: usize = 65_535;
/// Slots of an object.
pub const SLOTS_MAX: usize = 30_000;
/// Variants of an enum: their numbers are not negative, in 16 bits.
pub const VARIANTS_MAX: usize = 32_768;
/// What a function of the machine or an effect takes.
pub const NATIVE_PARAMS_MAX: usize = 16;
/// What a closure takes, without its captures.
pub const SIGNATURE_PARAMS_MAX: usize = 1_000;
/// Blocks of tasks inside each other in one function.
pub const SCOPES_MAX: u16 = 1_000;
/// Bytes of a name.
pub const NAME_BYTES_MAX: usize = 65_535;
/// Bytes of a text.
pub const TEXT_BYTES_MAX: usize = 1 << 24;
/// Lists and objects inside each other in the default of a field.
pub const DEFAULT_DEPTH_MAX: usize = 100;

/// What following the code may remember, in words of 64 registers for each jump: for every program so much, …
pub(super) const WORK_MAX: usize = 16_000_000;
/// … and more for each instruction, so that functions of up to 512 registers may jump wherever they like.
pub(super) const WORK_EACH: usize = 8;
