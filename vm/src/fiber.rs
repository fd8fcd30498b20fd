//! Fibers: each has registers and calls of its own, and is ready, or waits for something.
//!
//! A fiber that runs has its registers and calls in the machine; they are swapped in and out. Stacks start as small as
//! the first function allows and grow as calls need it.

use std::collections::VecDeque;

use concerto_ir::operand::Kind;

use crate::heap::task::Task;

/// A call that is waiting for another.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Frame {
    /// Where the caller goes on: a word of the code.
    pub(crate) back: *const u64,
    /// How many registers the caller has.
    pub(crate) registers: u32,
    /// Where its result goes.
    pub(crate) dst: u16,
    /// Where the updated receiver goes.
    pub(crate) place: u16,
}

/// No receiver is updated.
pub(crate) const NO_PLACE: u16 = u16::MAX;

/// How much fuel a fiber may use before the next one has its turn.
pub(crate) const TURN: i64 = 4_000;

/// The number of a fiber, used again when it has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub(crate) struct FiberId(pub(crate) u32);

/// Registers and calls of a fiber.
pub(crate) struct Stack {
    /// All registers, those of a call after those of its caller; the first word is the fiber's result.
    pub(crate) words: Vec<u64>,
    /// Calls that are waiting: the first `calls` of them. The first of all leads out of the fiber.
    pub(crate) frames: Vec<Frame>,
    pub(crate) calls: usize,
    /// Where to go on: a word of the code, and the first register of the call.
    pub(crate) at: u32,
    pub(crate) base: usize,
    /// How many registers the running function has.
    pub(crate) registers: u32,
}

/// What a fiber waits for; what exactly, the instruction says that it stands at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wait {
    /// For its turn, or it runs.
    Turn,
    /// For the reply to a request.
    Reply(u64),
    /// For one of some tasks to end.
    Tasks,
    /// For a resource.
    Global,
}

/// A fiber.
pub(crate) struct Fiber {
    pub(crate) stack: Stack,
    pub(crate) wait: Wait,
    /// Which of its turns in lines counts.
    pub(crate) ticket: u64,
    /// How much fuel it may still use in this turn.
    pub(crate) turn: i64,
    /// What it is to others; null for the first fiber.
    pub(crate) task: *mut Task,
    /// What it gives when it is done.
    pub(crate) gives: Kind,
    /// Who started it, and in which of the scopes that were open there.
    pub(crate) parent: Option<FiberId>,
    pub(crate) scope: u32,
    /// How many of its own scopes are open.
    pub(crate) scopes: u32,
    /// What the host marked it with, or whoever started it.
    pub(crate) mark: u64,
    /// The last of those that it started, and its neighbours among those that its parent started.
    pub(crate) last_child: Option<FiberId>,
    pub(crate) before: Option<FiberId>,
    pub(crate) after: Option<FiberId>,
    /// For how many tasks it waits.
    pub(crate) awaits: usize,
    /// Who waits for it to end.
    pub(crate) waiters: Line,
    /// The resources that it has taken.
    pub(crate) taken: Vec<u32>,
}

/// What a fiber takes besides its stack: itself, its place in lists, its place in a line.
pub(crate) const FIBER_BYTES: usize = size_of::<Fiber>() + 64;

impl Stack {
    pub(crate) const fn none() -> Self {
        Self { words: Vec::new(), frames: Vec::new(), calls: 0, at: 0, base: 1, registers: 0 }
    }

    /// How much it takes.
    pub(crate) fn bytes(&self) -> usize {
        stack_bytes(self.words.len(), self.frames.len())
    }

    /// Gives back what it does not use, if that is much; how many bytes those were.
    pub(crate) fn shrink(&mut self) -> usize {
        let before = self.bytes();
        let used = self.base + self.registers as usize;
        if self.words.len() > 4 * used + 64 {
            self.words.truncate(used);
            self.words.shrink_to_fit();
        }
        if self.frames.len() > 4 * self.calls + 16 {
            self.frames.truncate(self.calls);
            self.frames.shrink_to_fit();
        }
        before - self.bytes()
    }
}

/// How much a stack takes; more than there can be, and so refused, where `usize` cannot say it.
pub(crate) fn stack_bytes(words: usize, frames: usize) -> usize {
    words.saturating_mul(8).saturating_add(frames.saturating_mul(size_of::<Frame>()))
}

/// All fibers, by number.
#[derive(Default)]
pub(crate) struct Fibers {
    slots: Vec<Option<Box<Fiber>>>,
    free: Vec<FiberId>,
}

impl Fibers {
    pub(crate) fn get(&self, id: FiberId) -> Option<&Fiber> {
        self.slots.get(id.0 as usize)?.as_deref()
    }

    pub(crate) fn get_mut(&mut self, id: FiberId) -> Option<&mut Fiber> {
        self.slots.get_mut(id.0 as usize)?.as_deref_mut()
    }

    /// The number that the next fiber will have.
    pub(crate) fn next(&self) -> FiberId {
        self.free.last().copied().unwrap_or(FiberId(self.slots.len() as u32))
    }

    /// A new fiber, which nobody started.
    pub(crate) fn add(&mut self, fiber: Box<Fiber>) -> FiberId {
        let id = self.next();
        if self.free.pop().is_some() {
            self.slots[id.0 as usize] = Some(fiber);
        } else {
            self.slots.push(Some(fiber));
        }
        id
    }

    /// A fiber is the last of those that another one started, in one of its scopes.
    pub(crate) fn adopt(&mut self, parent: FiberId, id: FiberId, scope: u32) {
        let before = self.get_mut(parent).and_then(|it| it.last_child.replace(id));
        if let Some(before) = before.and_then(|it| self.get_mut(it)) {
            before.after = Some(id);
        }
        if let Some(fiber) = self.get_mut(id) {
            (fiber.parent, fiber.scope, fiber.before) = (Some(parent), scope, before);
        }
    }

    /// Takes a fiber out, also from among those that its parent started.
    pub(crate) fn remove(&mut self, id: FiberId) -> Option<Box<Fiber>> {
        let fiber = self.slots.get_mut(id.0 as usize)?.take()?;
        self.free.push(id);
        if let Some(before) = fiber.before.and_then(|it| self.get_mut(it)) {
            before.after = fiber.after;
        }
        match fiber.after {
            Some(after) => {
                if let Some(after) = self.get_mut(after) {
                    after.before = fiber.before;
                }
            }
            None => {
                if let Some(parent) = fiber.parent.and_then(|it| self.get_mut(it)) {
                    parent.last_child = fiber.before;
                }
            }
        }
        Some(fiber)
    }

    /// Every fiber, by number.
    pub(crate) fn ids(&self) -> impl Iterator<Item = FiberId> {
        self.slots.iter().enumerate().filter(|(_, it)| it.is_some()).map(|(at, _)| FiberId(at as u32))
    }

    /// Those that a fiber started in a scope or in one inside it, the last one first.
    pub(crate) fn children(&self, id: FiberId, scope: u32) -> impl Iterator<Item = FiberId> {
        let last = self.get(id).and_then(|it| it.last_child);
        let child = move |it: &FiberId| self.get(*it).is_some_and(|it| it.scope >= scope);
        // A child belongs to the innermost scope that is open, so those of inner scopes are the last ones.
        std::iter::successors(last.filter(child), move |it| self.get(*it)?.before.filter(child))
    }
}

/// A place in a line. It counts for as long as the fiber has the same ticket.
#[derive(Clone, Copy)]
struct Turn {
    fiber: FiberId,
    ticket: u64,
}

/// Fibers in the order in which they came. Those that have left are skipped, and forgotten when they are many.
#[derive(Default)]
pub(crate) struct Line {
    turns: VecDeque<Turn>,
    left: usize,
}

/// What a place in a line takes.
pub(crate) const TURN_BYTES: usize = 2 * size_of::<Turn>();

impl Line {
    pub(crate) fn push(&mut self, fiber: FiberId, ticket: u64) {
        self.turns.push_back(Turn { fiber, ticket });
    }

    pub(crate) fn push_first(&mut self, fiber: FiberId, ticket: u64) {
        self.turns.push_front(Turn { fiber, ticket });
    }

    /// The first one, who is no longer in the line.
    pub(crate) fn pop(&mut self, fibers: &Fibers) -> Option<FiberId> {
        while let Some(turn) = self.turns.pop_front() {
            if turn.counts(fibers) {
                return Some(turn.fiber);
            }
            self.left = self.left.saturating_sub(1);
        }
        None
    }

    /// One has left the line: has ended or got another ticket.
    pub(crate) fn one_left(&mut self, fibers: &Fibers) {
        self.left += 1;
        if self.left > 16 && self.left * 2 > self.turns.len() {
            self.turns.retain(|it| it.counts(fibers));
            self.turns.shrink_to(self.turns.len() * 2);
            self.left = 0;
        }
    }

    /// All of them, in order.
    pub(crate) fn iter<'l>(&'l self, fibers: &'l Fibers) -> impl Iterator<Item = FiberId> + 'l {
        self.turns.iter().filter(|it| it.counts(fibers)).map(|it| it.fiber)
    }
}

impl Turn {
    fn counts(self, fibers: &Fibers) -> bool {
        fibers.get(self.fiber).is_some_and(|it| it.ticket == self.ticket)
    }
}
