//! Resources: what outlives the calls that use it, for one fiber at a time while it changes.
//!
//! Who takes a resource gets a reference, and the machine keeps another: the first change makes a copy, so a fiber that
//! ends before it puts something back leaves the resource as it was.

use std::collections::HashSet;

use concerto_ir::op::Inst;

use crate::fault::FaultKind;
use crate::fiber::{FiberId, Line, Stack};
use crate::heap::retain;
use crate::machine::Machine;
use crate::tasks::{awaited, running};

/// A resource.
#[derive(Default)]
pub(crate) struct Global {
    /// What it holds: empty until it is put there first.
    pub(crate) value: u64,
    /// Who has taken it.
    pub(crate) taken_by: Option<FiberId>,
    /// Who waits for it.
    pub(crate) line: Line,
}

impl Machine {
    /// What a resource holds, with one reference more, for the fiber that runs; nothing where it has to wait.
    pub(crate) fn read_global(&mut self, global: u32, takes: bool) -> Result<Option<u64>, FaultKind> {
        let found = &mut self.globals[global as usize];
        if found.taken_by.is_some() {
            if found.taken_by == self.current {
                return Err(FaultKind::Message(TAKEN.to_owned()));
            }
            return Ok(None);
        }
        if found.value == 0 {
            let name = &self.linked.verified.program().globals[global as usize];
            return Err(FaultKind::Message(format!("the resource `{name}` is used before it is made")));
        }
        // SAFETY: [counted] the resource holds a reference.
        let word = unsafe { retain(found.value) };
        if takes {
            found.taken_by = self.current;
            if let Some(fiber) = self.current.and_then(|it| self.fibers.get_mut(it)) {
                fiber.taken.push(global);
            }
        }
        Ok(Some(word))
    }

    /// A resource holds something else from now on, and whoever runs has not taken it any more.
    ///
    /// # Safety
    /// `[counted]`: `word` is a reference that counts, and is the resource's from now on, unless this fails.
    pub(crate) unsafe fn put_global(&mut self, global: u32, word: u64) -> Result<(), FaultKind> {
        let found = &mut self.globals[global as usize];
        let taken = found.taken_by.is_some();
        if taken && found.taken_by != self.current {
            return Err(FaultKind::Message("a resource that another task has taken was put back".to_owned()));
        }
        let old = std::mem::replace(&mut found.value, word);
        // SAFETY: [counted] the resource held a reference.
        unsafe { self.release(old) };
        if taken {
            if let Some(fiber) = self.current.and_then(|it| self.fibers.get_mut(it)) {
                fiber.taken.retain(|it| *it != global);
            }
            self.give_back_global(global);
        }
        Ok(())
    }

    /// Nobody has taken a resource any more: those who wait to look at it do so, until one takes it.
    pub(crate) fn give_back_global(&mut self, global: u32) {
        self.globals[global as usize].taken_by = None;
        while self.globals[global as usize].taken_by.is_none() {
            let Some(id) = self.globals[global as usize].line.pop(&self.fibers) else { return };
            let inst = self.fibers.get(id).and_then(|it| self.linked.inst(it.stack.at));
            let takes = matches!(inst, Some(Inst::TakeGlobal { .. }));
            let found = &mut self.globals[global as usize];
            // SAFETY: [counted] the resource holds a reference: nobody could wait for it otherwise.
            let word = unsafe { retain(found.value) };
            if takes {
                found.taken_by = Some(id);
                if let Some(fiber) = self.fibers.get_mut(id) {
                    fiber.taken.push(global);
                }
            }
            self.complete(id, word);
            self.wake(id);
        }
    }

    /// Whether whoever has taken a resource waits for a fiber that wants it, by however many others.
    pub(crate) fn is_taken_above(&self, global: u32, id: FiberId) -> bool {
        let taker = self.globals.get(global as usize).and_then(|it| it.taken_by);
        taker.is_some_and(|it| self.waits_above(id).contains(&it))
    }

    /// A fiber that wants a resource, whose taker waits for it now that another one waits for tasks.
    pub(crate) fn wants_in_vain(&self, waits: FiberId) -> Option<FiberId> {
        if !self.globals.iter().any(|it| it.taken_by.is_some() && it.line.iter(&self.fibers).next().is_some()) {
            return None;
        }
        let above = self.waits_above(waits);
        let takers = above.iter().chain([&waits]).filter_map(|it| self.fibers.get(*it));
        let wanted: Vec<u32> = takers.flat_map(|it| it.taken.iter().copied()).collect();
        let mut wants = wanted.iter().flat_map(|global| {
            let line = self.globals.get(*global as usize).into_iter().flat_map(|it| it.line.iter(&self.fibers));
            line.map(|id| (*global, id))
        });
        wants.find(|(global, id)| self.is_taken_above(*global, *id)).map(|(_, id)| id)
    }

    /// All who wait until a fiber has ended, or has put back what it has taken.
    fn waits_above(&self, first: FiberId) -> HashSet<FiberId> {
        let mut found = HashSet::new();
        let mut next = vec![first];
        while let Some(id) = next.pop() {
            let Some(fiber) = self.fibers.get(id) else { continue };
            let lines = fiber.taken.iter().filter_map(|it| self.globals.get(*it as usize));
            let in_lines = lines.flat_map(|it| it.line.iter(&self.fibers));
            let waiting = fiber.waiters.iter(&self.fibers).filter(|it| self.is_bound(*it, &found, first));
            let waiting: Vec<FiberId> = waiting.chain(in_lines).collect();
            next.extend(waiting.into_iter().filter(|it| found.insert(*it)));
        }
        found
    }

    /// Whether a fiber that waits for tasks cannot go on before some of these have. Who waits for the first one of its tasks
    /// can, unless all of them are among these.
    fn is_bound(&self, id: FiberId, these: &HashSet<FiberId>, first: FiberId) -> bool {
        let Some(fiber) = self.fibers.get(id) else { return false };
        match self.linked.inst(fiber.stack.at) {
            Some(Inst::WaitAny { .. }) => {
                let mut tasks = running(awaited(&self.linked, &fiber.stack));
                tasks.all(|it| it == first || these.contains(&it))
            }
            _ => true,
        }
    }

    /// A fiber that was taken out does not wait for a resource any more.
    pub(crate) fn leave_global(&mut self, stack: &Stack) {
        if let Some(Inst::LoadGlobal { global, .. } | Inst::TakeGlobal { global, .. }) = self.linked.inst(stack.at) {
            self.globals[global.0 as usize].line.one_left(&self.fibers);
        }
    }
}

const TAKEN: &str = "a tool's method that changes it was called while one is running";

/// What a fiber faults with that waits for itself.
pub(crate) const TAKEN_ABOVE: &str = "a tool was called while a method that changes it waits for the call";

#[cfg(test)]
mod tests;
