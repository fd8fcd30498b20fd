//! Which arm of a `match` a value belongs to: what is looked at, in which order, and where that leads.
//!
//! Nodes may be reached in several ways. A node that looks into a variant or beyond the start of an array is only reached
//! where the value is that variant, or long enough.

use std::rc::Rc;

use super::{ExprId, LocalId};
use crate::types::Ty;

/// A part of the value that is matched; 0 is the value itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct OccurrenceId(pub u32);

/// A node of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// Where a part is.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// In what.
    pub parent: OccurrenceId,
    /// Where in that.
    pub step: Step,
    /// Its type.
    pub ty: Ty,
}

/// From a value to a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The value that is matched: the first occurrence alone.
    Subject,
    /// A field of a struct or an element of a tuple.
    Part(u32),
    /// A part of the data of a variant.
    Datum {
        /// Which variant.
        variant: u32,
        /// Which part.
        index: u32,
    },
    /// The length of an array, an `Int`.
    Length,
    /// An element of an array.
    Element(u32),
    /// An element of an array, from its end: 1 is the last.
    FromEnd(u32),
    /// An array without so many elements at its start and at its end.
    Rest {
        /// At its start.
        start: u32,
        /// At its end.
        end: u32,
    },
}

/// What a value is compared with.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// An `Int` or a `Duration`.
    Int(i64),
    /// A `Float`: equal as numbers are, so that `NaN` is equal to nothing.
    Float(f64),
    /// A `Bool`.
    Bool(bool),
    /// A `String`.
    Text(Rc<str>),
}

/// A step of a decision.
#[derive(Clone, Debug)]
pub enum Node {
    /// No pattern matches.
    Fail,
    /// The pattern of an arm matches.
    Arm {
        /// Which arm.
        arm: u32,
        /// The variables that it binds, and to what.
        bindings: Vec<(LocalId, OccurrenceId)>,
        /// Where its guard does not hold. Only an arm with a guard has this.
        otherwise: Option<NodeId>,
    },
    /// Gives variables their values before it is known whether the whole pattern matches.
    Bind {
        /// The variables, and what they are bound to.
        bindings: Vec<(LocalId, OccurrenceId)>,
        /// What comes next.
        then: NodeId,
    },
    /// By the variant of a value.
    Variant {
        /// The value.
        on: OccurrenceId,
        /// Variants by their numbers.
        cases: Vec<(u32, NodeId)>,
        /// All others, if there are others.
        otherwise: Option<NodeId>,
    },
    /// By constants of one type.
    Constant {
        /// The value.
        on: OccurrenceId,
        /// Each constant once.
        cases: Vec<(Constant, NodeId)>,
        /// All others, if there are others.
        otherwise: Option<NodeId>,
    },
    /// Whether a whole number is less than another.
    Below {
        /// The number.
        on: OccurrenceId,
        /// The other one.
        bound: i64,
        /// Where it is less.
        then: NodeId,
        /// Where it is not.
        otherwise: NodeId,
    },
    /// By something that has to be computed, which changes nothing.
    Test {
        /// The value.
        on: OccurrenceId,
        /// The variable that holds it while it is computed.
        local: LocalId,
        /// A `Bool`.
        condition: ExprId,
        /// Where it holds.
        then: NodeId,
        /// Where it does not.
        otherwise: NodeId,
    },
}

/// How a `match` decides.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The parts that are looked at or bound; what they are in stands before them.
    pub occurrences: Vec<Occurrence>,
    /// The steps. They only lead to each other, never back.
    pub nodes: Vec<Node>,
    /// Where it begins.
    pub root: NodeId,
}

impl Decision {
    /// A part by its id.
    pub fn occurrence(&self, id: OccurrenceId) -> &Occurrence {
        &self.occurrences[id.0 as usize]
    }

    /// A step by its id.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The conditions that are computed.
    pub fn conditions(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.nodes.iter().filter_map(|it| match it {
            Node::Test { condition, .. } => Some(*condition),
            _ => None,
        })
    }
}
