//! Faults: what ends a program that asked for something impossible.

use concerto_ir::program::Place;

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A whole number that does not fit into 64 bits.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// An index that the array does not have, and its length.
    IndexOutOfRange(i64, u64),
    /// A conversion that would have changed the number.
    LossyConversion,
    /// More calls inside each other than the limit.
    TooDeep(usize),
    /// More memory than the limit, in bytes.
    OutOfMemory(usize),
    /// Every fiber waits for another.
    Deadlock,
    /// What a program or a function of the machine says itself.
    Message(String),
    /// An object of another shape than the program says: the program was not made by the compiler.
    BadObject,
}

impl std::fmt::Display for FaultKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Overflow => write!(f, "integer overflow"),
            Self::DivisionByZero => write!(f, "division by zero"),
            Self::IndexOutOfRange(index, length) => {
                write!(f, "index out of range: the index is {index}, the length is {length}")
            }
            Self::LossyConversion => write!(f, "the conversion would lose the value"),
            Self::TooDeep(limit) => write!(f, "recursion too deep: more than {limit} calls inside each other"),
            Self::OutOfMemory(limit) => write!(f, "out of memory: more than {limit} bytes"),
            Self::Deadlock => write!(f, "every task waits for another: none can go on"),
            Self::Message(message) => write!(f, "{message}"),
            Self::BadObject => write!(f, "an object has another shape than the program says"),
        }
    }
}

/// A fault with the calls that led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// The function and the place of each call, the one that faulted first.
    pub trace: Vec<(String, Option<Place>)>,
}
