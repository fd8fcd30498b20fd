//! Resources: what outlives the calls that use it, for one fiber at a time while it changes.
//!
//! Who takes a resource gets a reference, and the machine keeps another: the first change makes a copy, so a fiber that
//! ends before it puts something back leaves the resource as it was.

use concerto_ir::op::Inst;

use crate::fault::FaultKind;
use crate::fiber::{FiberId, Line, Stack};
use crate::heap::retain;
use crate::machine::Machine;

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
        // SAFETY: the resource holds a reference.
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
    /// `word` is a reference that counts, and is the resource's from now on, unless this fails.
    pub(crate) unsafe fn put_global(&mut self, global: u32, word: u64) -> Result<(), FaultKind> {
        let found = &mut self.globals[global as usize];
        let taken = found.taken_by.is_some();
        if taken && found.taken_by != self.current {
            return Err(FaultKind::Message("a resource that another task has taken was put back".to_owned()));
        }
        let old = std::mem::replace(&mut found.value, word);
        // SAFETY: the resource held a reference.
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
            // SAFETY: the resource holds a reference: nobody could wait for it otherwise.
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

    /// A fiber that was taken out does not wait for a resource any more.
    pub(crate) fn leave_global(&mut self, stack: &Stack) {
        if let Some(Inst::LoadGlobal { global, .. } | Inst::TakeGlobal { global, .. }) = self.linked.inst(stack.at) {
            self.globals[global.0 as usize].line.one_left(&self.fibers);
        }
    }
}

const TAKEN: &str = "a tool's method that changes it was called while one is running";

#[cfg(test)]
mod tests;
