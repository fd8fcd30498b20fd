//! What functions may do to the world: classes of effects, inferred over the call graph.
//!
//! A function has the effects of what it calls. The body of a closure counts where the closure is written, and a function
//! that is named as a value counts where it is named; whoever calls a value that he was given, or passes it on to
//! somebody who does, is marked as such ([`Effects::CALLS`]): he does what the value does. A call through a trait counts
//! as a call of every `impl`.

use rustc_hash::FxHashSet;

use super::signatures::FnId;
use crate::resolve::ItemId;

/// A set of effect classes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Effects(u16);

/// The classes by the words of `@effect`.
const CLASSES: &[(&str, Effects)] = &[
    ("file", Effects(1)),
    ("network", Effects(1 << 1)),
    ("process", Effects(1 << 2)),
    ("clock", Effects(1 << 3)),
    ("random", Effects(1 << 4)),
    ("model", Effects(1 << 5)),
    ("mcp", Effects(1 << 6)),
    ("emit", Effects(1 << 7)),
    ("state", Effects(1 << 8)),
    ("task", Effects(1 << 9)),
    ("calls", Effects(1 << 10)),
];

impl Effects {
    /// Nothing at all.
    pub const PURE: Self = Self(0);
    /// Calls functions of MCP servers.
    pub const MCP: Self = Self(1 << 6);
    /// Reads or changes what tasks share.
    pub const STATE: Self = Self(1 << 8);
    /// Starts tasks or waits for them.
    pub const TASK: Self = Self(1 << 9);
    /// Calls function values, and so may do what they do.
    pub const CALLS: Self = Self(1 << 10);

    /// The class of a word.
    pub fn parse(word: &str) -> Option<Self> {
        CLASSES.iter().find(|(it, _)| *it == word).map(|(_, class)| *class)
    }

    /// Both together.
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Without those of `other`.
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether it has all of `other`.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether there is no effect.
    pub fn is_pure(self) -> bool {
        self == Self::PURE
    }

    /// Whether the machine may stop inside: every effect leaves it, and so may a function value.
    pub fn can_suspend(self) -> bool {
        !self.is_pure()
    }

    /// The words of its classes.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        CLASSES.iter().filter(move |(_, class)| self.has(*class)).map(|(word, _)| *word)
    }
}

impl std::fmt::Debug for Effects {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words: Vec<&str> = self.words().collect();
        f.write_str(if words.is_empty() { "pure" } else { "" })?;
        f.write_str(&words.join(" "))
    }
}

/// Who uses what: a function, or anything else that is evaluated, such as the settings of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Node {
    /// A function.
    Fn(FnId),
    /// A declaration that is no function.
    Item(ItemId),
    /// The statements of a script.
    Script,
}

/// What one body uses.
#[derive(Default, Clone)]
pub(super) struct Uses {
    /// Functions that it calls or names, and traits' functions that stand for those of every `impl`.
    pub(super) functions: Vec<FnId>,
    /// Those among them that get function values from here which were not made here.
    pub(super) passes: FxHashSet<FnId>,
    /// What it does itself.
    pub(super) effects: Effects,
    /// Declarations that it names.
    pub(super) items: Vec<ItemId>,
}

/// Whom a function calls, and whether it passes function values on to him that it was given itself.
pub(super) type Edge = (FnId, bool);

/// The effects of each function, from what each does itself and whom it calls.
///
/// Effects only grow and are few: each function is looked at again only when one that it calls has grown.
pub(super) fn spread(own: &[Effects], calls: &[Vec<Edge>]) -> Vec<Effects> {
    let mut effects = own.to_vec();
    let mut callers: Vec<Vec<Edge>> = vec![Vec::new(); own.len()];
    for (caller, callees) in calls.iter().enumerate() {
        for (callee, passes) in callees {
            callers[callee.index()].push((FnId(caller as u32), *passes));
        }
    }
    let mut waiting: Vec<FnId> = (0..own.len() as u32).map(FnId).filter(|it| !own[it.index()].is_pure()).collect();
    while let Some(callee) = waiting.pop() {
        for (caller, passes) in &callers[callee.index()] {
            let more = effects[callee.index()];
            let more = if *passes { more } else { more.without(Effects::CALLS) };
            let grown = effects[caller.index()].with(more);
            if grown != effects[caller.index()] {
                effects[caller.index()] = grown;
                waiting.push(*caller);
            }
        }
    }
    effects
}
