//! Decision trees: how a value is taken apart to find the first pattern that it matches.
//!
//! A [`Decision`] is a graph without cycles. It is entered at its root; each node looks at one part of the value and names
//! the node to go on with, until a [`Node::Arm`] or [`Node::Fail`] is reached. Tests have no effects, so a part of the
//! value may be read at any time after the tests that show that it is there: reading a part when a node first asks for
//! it, its parents before it, is always right.

mod dump;

pub use dump::{Names, dump};

pub use crate::types::Constant;

use crate::ast::ExprId;
use crate::resolve::{ItemId, LocalId};
use crate::types::Ty;

/// A part of the value, as an index into [`Decision::occurrences`]. The value itself is [`OccurrenceId::SUBJECT`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct OccurrenceId(pub u32);

impl OccurrenceId {
    /// The value that is matched.
    pub const SUBJECT: Self = Self(0);

    /// The id as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a part of the value is. A parent comes before its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// What it is a part of; the subject is its own parent.
    pub parent: OccurrenceId,
    /// How to get there from the parent.
    pub step: Step,
    /// Its type.
    pub ty: Ty,
}

/// The way from a value to one of its parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// No step: the value that is matched.
    Subject,
    /// A field of a struct, in the order of declaration, or an element of a tuple.
    Part(u32),
    /// The data of an enum's variant, in the order of declaration.
    Datum {
        /// The variant, which the value is known to be.
        variant: u32,
        /// The place among its data.
        index: u32,
    },
    /// The length of an array, an `Int`.
    Length,
    /// An element of an array, counted from the start. The array is known to be long enough.
    Element(u32),
    /// An element of an array, counted from the end: 1 is the last.
    FromEnd(u32),
    /// An array without its first and last elements.
    Rest {
        /// How many are left out at the start.
        start: u32,
        /// How many are left out at the end.
        end: u32,
    },
}

/// A node, as an index into [`Decision::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The id as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A name and the part of the value that it gets.
pub type Binding = (LocalId, OccurrenceId);

/// What to do next.
#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    /// No pattern matches.
    Fail,
    /// A pattern matches. Several nodes may lead to the same arm, with other bindings: alternatives of `p | q`.
    Arm {
        /// Which arm, by its place among those that were given.
        arm: u32,
        /// The names of the pattern, but for those of [`Node::Bind`] on the way here.
        bindings: Vec<Binding>,
        /// Of an arm with a guard: where to go on if the guard does not hold.
        otherwise: Option<NodeId>,
    },
    /// Gives names their values before it is known whether the whole pattern matches. Only very large matches need it.
    Bind {
        /// The names.
        bindings: Vec<Binding>,
        /// Where to go on.
        then: NodeId,
    },
    /// By the variant of an enum. Cases are in the order of declaration.
    Variant {
        /// The value that is looked at.
        on: OccurrenceId,
        /// Variants, and where to go on.
        cases: Vec<(u32, NodeId)>,
        /// For all other variants; `None` if there is no other.
        otherwise: Option<NodeId>,
    },
    /// By what it is equal to: an `Int` (or `Duration`, in milliseconds), `Float`, `Bool` or `String`. Floats are equal
    /// as `==` has it: -0.0 is 0.0, and NaN is none of the cases.
    Constant {
        /// The value that is looked at.
        on: OccurrenceId,
        /// Constants, all of one kind, and where to go on. Numbers are in ascending order.
        cases: Vec<(Constant, NodeId)>,
        /// For all others; `None` if there is no other.
        otherwise: Option<NodeId>,
    },
    /// By whether a whole number is less than `bound`.
    Below {
        /// The value that is looked at.
        on: OccurrenceId,
        /// What it is compared with.
        bound: i64,
        /// Where to go on if it is less.
        then: NodeId,
        /// Where to go on if it is not.
        otherwise: NodeId,
    },
    /// By something that is only known when the program runs.
    Test {
        /// The value that is looked at.
        on: OccurrenceId,
        /// What is asked.
        test: Test,
        /// Where to go on if it holds.
        then: NodeId,
        /// Where to go on if it does not.
        otherwise: NodeId,
    },
}

/// A question about a value that the compiler knows too little about to split it into cases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// Whether it is equal to the constant.
    Equal(ItemId),
    /// Whether it lies between two literals of the module's tree. They are texts or floats; NaN lies nowhere.
    Within {
        /// Not less than this.
        start: Option<ExprId>,
        /// Less than this.
        end: Option<ExprId>,
        /// Or equal to the end.
        inclusive: bool,
    },
}

/// How a value is matched with patterns.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The parts of the value that nodes look at and bind; a parent comes before its parts.
    pub occurrences: Vec<Occurrence>,
    /// All nodes; each can be reached from the root, and comes before those it leads to.
    pub nodes: Vec<Node>,
    /// Where to begin: the first.
    pub root: NodeId,
}

impl Decision {
    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A part of the value.
    pub fn occurrence(&self, id: OccurrenceId) -> Occurrence {
        self.occurrences[id.index()]
    }

    /// Whether there may be a value that no pattern matches.
    pub fn can_fail(&self) -> bool {
        self.nodes.contains(&Node::Fail)
    }
}

/// By variants, by constants, and otherwise.
type Next<'n> = (&'n [(u32, NodeId)], &'n [(Constant, NodeId)], [Option<NodeId>; 2]);

impl Node {
    /// The nodes that it leads to, in order.
    pub fn next(&self) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        let (cases, constants, others): Next<'_> = match self {
            Self::Fail => (&[], &[], [None; 2]),
            Self::Arm { otherwise, .. } => (&[], &[], [*otherwise, None]),
            Self::Bind { then, .. } => (&[], &[], [Some(*then), None]),
            Self::Variant { cases, otherwise, .. } => (cases, &[], [*otherwise, None]),
            Self::Constant { cases, otherwise, .. } => (&[], cases, [*otherwise, None]),
            Self::Below { then, otherwise, .. } | Self::Test { then, otherwise, .. } => {
                (&[], &[], [Some(*then), Some(*otherwise)])
            }
        };
        let cases = cases.iter().map(|it| it.1).chain(constants.iter().map(|it| it.1));
        cases.chain(others.into_iter().flatten())
    }
}
