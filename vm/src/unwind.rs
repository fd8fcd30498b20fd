//! How fibers end: what they hold is freed, what they started is cancelled, what they took is given back.
//!
//! Registers have no tags; what a stopped function holds is what the verifier's analysis says. Where it was asked before
//! it is remembered, and a function is followed once for all places in it that are asked about together.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use concerto_ir::operand::Kind;
use concerto_ir::verify::{Held, Moment, held_at};

use crate::fault::Fault;
use crate::fiber::{FIBER_BYTES, Fiber, FiberId, Stack, Wait};
use crate::heap::task::{Failure, Outcome};
use crate::link::Linked;
use crate::machine::{Halt, Machine};

/// A place where a function has stopped, and what it holds there.
pub(crate) struct Point {
    pub(crate) function: u32,
    pub(crate) held: Held,
}

/// The places that were asked about, by a word of the instruction.
#[derive(Default)]
pub(crate) struct Points {
    known: HashMap<(u32, Moment), Point>,
    bytes: usize,
}

/// What is remembered at most.
const POINTS_BYTES_MAX: usize = 16 << 20;

impl Stack {
    /// Where its calls have stopped, the innermost first: a word of the instruction, and the first register.
    pub(crate) fn stops(&self, linked: &Linked) -> impl Iterator<Item = (u32, Moment, usize)> {
        let code = linked.code.as_ptr() as usize;
        let waiting = self.frames.get(1..self.calls).unwrap_or_default().iter().rev();
        let mut base = self.base;
        let waiting = waiting.map(move |frame| {
            base -= frame.registers as usize;
            ((((frame.back as usize - code) / 8) as u32).wrapping_sub(1), Moment::During, base)
        });
        std::iter::once((self.at, Moment::Before, self.base)).chain(waiting)
    }
}

impl Points {
    /// Forgets what was learnt if it is much, and learns about all places where stacks have stopped.
    pub(crate) fn learn_anew<'s>(&mut self, linked: &Linked, stacks: impl Iterator<Item = &'s Stack>) {
        if self.bytes > POINTS_BYTES_MAX {
            *self = Self::default();
        }
        self.learn(linked, stacks);
    }

    /// Learns about all places where stacks have stopped.
    fn learn<'s>(&mut self, linked: &Linked, stacks: impl Iterator<Item = &'s Stack>) {
        let mut asked: BTreeMap<u32, BTreeMap<(u32, Moment), u32>> = BTreeMap::new();
        for (word, moment, _) in stacks.flat_map(|it| it.stops(linked)) {
            if !self.known.contains_key(&(word, moment))
                && let Some((function, at)) = linked.instruction_at(word)
            {
                asked.entry(function as u32).or_default().insert((at, moment), word);
            }
        }
        for (function, moments) in asked {
            let code = &linked.verified.program().functions[function as usize];
            let wanted: BTreeSet<_> = moments.keys().copied().collect();
            for ((at, moment), held) in held_at(code, &wanted) {
                self.bytes += held.bytes() + size_of::<Point>();
                self.known.insert((moments[&(at, moment)], moment), Point { function, held });
            }
        }
    }

    /// What was learnt about a place.
    pub(crate) fn get(&self, word: u32, moment: Moment) -> Option<&Point> {
        self.known.get(&(word, moment))
    }
}

impl Machine {
    /// Cancels a fiber and all that it started.
    pub(crate) fn cancel(&mut self, id: FiberId) {
        let mut dying = vec![id];
        self.add_descendants(&mut dying);
        self.cancel_all(&dying);
    }

    /// Cancels what a fiber started in a scope or inside it.
    pub(crate) fn cancel_children(&mut self, id: FiberId, scope: u32) {
        self.cancel_these(self.fibers.children(id, scope).collect());
    }

    /// Cancels fibers and all that they started.
    pub(crate) fn cancel_these(&mut self, mut dying: Vec<FiberId>) {
        if !dying.is_empty() {
            self.add_descendants(&mut dying);
            self.cancel_all(&dying);
        }
    }

    /// Adds what the fibers started, what those started, and so on.
    fn add_descendants(&self, ids: &mut Vec<FiberId>) {
        let mut at = 0;
        while let Some(id) = ids.get(at).copied() {
            ids.extend(self.fibers.children(id, 0));
            at += 1;
        }
    }

    /// Cancels fibers in which whoever was started comes after who started it.
    fn cancel_all(&mut self, ids: &[FiberId]) {
        let stacks = ids.iter().filter_map(|it| self.fibers.get(*it)).map(|it| &it.stack);
        self.points.get_mut().learn_anew(&self.linked, stacks);
        for id in ids.iter().rev() {
            self.end_one(*id, Outcome::Cancelled);
        }
    }

    /// A fiber ends, and with it what it started.
    pub(crate) fn end(&mut self, id: FiberId, outcome: Outcome) {
        self.cancel_children(id, 0);
        if !matches!(outcome, Outcome::Gave(..)) {
            let stack = self.fibers.get(id).map(|it| &it.stack);
            self.points.get_mut().learn_anew(&self.linked, stack.into_iter());
        }
        self.end_one(id, outcome);
    }

    /// A fiber ends that has no others left; where it stopped is known.
    fn end_one(&mut self, id: FiberId, outcome: Outcome) {
        let Some(fiber) = self.fibers.remove(id) else { return };
        self.leave(&fiber);
        if !matches!(outcome, Outcome::Gave(..)) {
            self.release_stack(&fiber.stack);
        }
        self.heap.give_bytes(FIBER_BYTES + fiber.stack.bytes());
        for global in &fiber.taken {
            self.give_back_global(*global);
        }
        if fiber.task.is_null() {
            self.end_first(outcome);
            return;
        }
        // SAFETY: [task] a fiber holds a reference to its task, which runs until now.
        unsafe {
            let gave = matches!(outcome, Outcome::Gave(..));
            self.heap.end_task(fiber.task, outcome);
            let waiting: Vec<FiberId> = fiber.waiters.iter(&self.fibers).collect();
            for waiter in waiting {
                if !(gave && self.keeps_waiting(waiter)) {
                    self.wake(waiter);
                }
            }
            self.release(fiber.task as u64);
        }
    }

    /// A fiber that was taken out leaves the lines and requests where it waited.
    fn leave(&mut self, fiber: &Fiber) {
        match fiber.wait {
            Wait::Turn => self.ready.one_left(&self.fibers),
            Wait::Reply(number) => {
                self.pending.remove(&number);
                self.cancelled.push(number);
            }
            Wait::Tasks => self.leave_tasks(&fiber.stack),
            Wait::Global => self.leave_global(&fiber.stack),
        }
    }

    /// Frees what the calls of a fiber hold.
    fn release_stack(&mut self, stack: &Stack) {
        let mut points = self.points.take();
        // While others ended it may have got a resource, and stands at the next instruction.
        if points.get(stack.at, Moment::Before).is_none() {
            points.learn(&self.linked, std::iter::once(stack));
        }
        let functions = &self.linked.verified.program().functions;
        for (word, moment, base) in stack.stops(&self.linked) {
            let Some(point) = points.get(word, moment) else { continue };
            let registers = &functions[point.function as usize].registers;
            for reg in point.held.iter().filter(|it| registers[usize::from(it.0)] == Kind::Ref) {
                let held = stack.words[base + usize::from(reg.0)];
                // SAFETY: [flow] the register holds a reference, [counted] which is dropped with the stack.
                unsafe { self.heap.release(held, &self.linked.shapes) };
            }
        }
        *self.points.get_mut() = points;
    }

    /// The program is done.
    fn end_first(&mut self, outcome: Outcome) {
        self.first = None;
        self.ended = match outcome {
            Outcome::Gave(kind, word) => {
                if kind == Kind::Ref {
                    self.result = word;
                }
                Some(Halt::Done(word))
            }
            Outcome::Faulted(failure) => Some(Halt::Fault(self.told(&failure))),
            Outcome::Cancelled => None,
        };
    }

    /// A failure in words.
    pub(crate) fn told(&self, failure: &Failure) -> Fault {
        let functions = &self.linked.verified.program().functions;
        let stops = failure.trace.iter().filter_map(|(function, at)| Some((functions.get(*function as usize)?, *at)));
        let trace = stops.flat_map(|(function, at)| function.calls(at)).map(|(name, place)| (name.to_owned(), place));
        Fault { kind: failure.kind.clone(), trace: trace.collect() }
    }
}

#[cfg(test)]
mod tests;
