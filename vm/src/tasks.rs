//! Tasks: how fibers are started, waited for and cancelled by others.

use concerto_ir::op::Inst;
use concerto_ir::operand::Reg;

use crate::fault::FaultKind;
use crate::fiber::{FIBER_BYTES, FiberId, Stack, TURN_BYTES, Wait};
use crate::globals::TAKEN_ABOVE;
use crate::heap::task::{self, State, Task};
use crate::heap::{Array, Form, object_of, retain};
use crate::link::Linked;
use crate::machine::Machine;

impl Machine {
    /// Starts a fiber that runs a closure without parameters; its task.
    ///
    /// # Safety
    /// `[counted]`: `closure` is a reference that counts, and is the fiber's from now on, unless this fails.
    pub(crate) unsafe fn spawn(&mut self, closure: u64, signature: u32) -> Result<*mut Task, FaultKind> {
        // SAFETY: [counted] the caller's reference is handed over; [header] the object is a closure; [shape] it has the
        // slots of its shape.
        unsafe {
            let object = object_of(closure, Form::Closure).ok_or(FaultKind::BadObject)?;
            let shape = (*object).info;
            let function = shape - self.linked.first_closure();
            if self.linked.closures[function as usize].signature != signature {
                return Err(FaultKind::BadObject);
            }
            let mut fiber = self.new_fiber(function)?;
            let task = match self.heap.task(self.fibers.next()) {
                Ok(task) => task,
                Err(kind) => {
                    self.heap.give_bytes(FIBER_BYTES + fiber.stack.bytes());
                    return Err(kind);
                }
            };
            let captures = object.add(1).cast::<u64>();
            for (at, is_ref) in self.linked.shapes[shape as usize].refs.iter().enumerate() {
                let word = *captures.add(at);
                fiber.stack.words[1 + at] = if *is_ref { retain(word) } else { word };
            }
            self.release(closure);
            // One reference is the fiber's, the other one is given.
            retain(task as u64);
            fiber.task = task;
            let id = self.fibers.add(fiber);
            if let Some(parent) = self.current {
                let (scope, mark) = self.fibers.get(parent).map_or((0, 0), |it| (it.scopes, it.mark));
                self.fibers.adopt(parent, id, scope);
                if let Some(fiber) = self.fibers.get_mut(id) {
                    fiber.mark = mark;
                }
            }
            self.wake(id);
            Ok(task)
        }
    }

    /// The fiber that runs opens a scope.
    pub(crate) fn open_scope(&mut self) -> Result<(), FaultKind> {
        let fiber = self.current.and_then(|it| self.fibers.get_mut(it)).ok_or(FaultKind::BadObject)?;
        fiber.scopes = fiber.scopes.checked_add(1).ok_or(FaultKind::Overflow)?;
        Ok(())
    }

    /// The fiber that runs closes the scope that it opened last.
    pub(crate) fn close_scope(&mut self) -> Result<(), FaultKind> {
        let id = self.current.ok_or(FaultKind::BadObject)?;
        let fiber = self.fibers.get_mut(id).ok_or(FaultKind::BadObject)?;
        let scope = fiber.scopes;
        let outer = scope.checked_sub(1).ok_or(FaultKind::Message("no scope is open".to_owned()))?;
        fiber.scopes = outer;
        self.leave_behind(id, scope, outer);
        Ok(())
    }

    /// What a scope started and nobody refers to any more is cancelled; the rest belongs to the scope around it.
    fn leave_behind(&mut self, id: FiberId, scope: u32, outer: u32) {
        let children: Vec<FiberId> = self.fibers.children(id, scope).collect();
        let mut dying = Vec::new();
        for child in children {
            let Some(fiber) = self.fibers.get_mut(child) else { continue };
            // SAFETY: [task] a fiber holds a reference to its task.
            if !fiber.task.is_null() && unsafe { (*fiber.task).header.count } > 1 {
                fiber.scope = outer;
            } else {
                dying.push(child);
            }
        }
        self.cancel_these(dying);
    }

    /// A fiber waits for what its instruction says: tasks, or a resource.
    pub(crate) fn enter_lines(&mut self, id: FiberId) -> Result<(), FaultKind> {
        let Some(fiber) = self.fibers.get(id) else { return Ok(()) };
        let ticket = self.tickets + 1;
        let wait = match self.linked.inst(fiber.stack.at) {
            Some(Inst::LoadGlobal { global, .. } | Inst::TakeGlobal { global, .. }) => {
                if self.is_taken_above(global.0, id) {
                    return Err(FaultKind::Message(TAKEN_ABOVE.to_owned()));
                }
                self.globals[global.0 as usize].line.push(id, ticket);
                Wait::Global
            }
            _ => {
                let awaited = awaited(&self.linked, &fiber.stack);
                self.heap.count_bytes(awaited.len().saturating_mul(TURN_BYTES))?;
                let tasks: Vec<FiberId> = running(awaited).collect();
                let count = tasks.len();
                for task in tasks {
                    if let Some(fiber) = self.fibers.get_mut(task) {
                        fiber.waiters.push(id, ticket);
                    }
                }
                if let Some(fiber) = self.fibers.get_mut(id) {
                    fiber.awaits = count;
                }
                Wait::Tasks
            }
        };
        self.suspend(id, wait);
        if let Some(other) = Some(id).filter(|_| wait == Wait::Tasks).and_then(|it| self.wants_in_vain(it)) {
            self.fail_fiber(other, FaultKind::Message(TAKEN_ABOVE.to_owned()));
        }
        Ok(())
    }

    /// Whether a fiber that waits for all of some tasks goes on waiting now that one more gave its value.
    pub(crate) fn keeps_waiting(&mut self, id: FiberId) -> bool {
        let Some(fiber) = self.fibers.get_mut(id) else { return false };
        fiber.awaits = fiber.awaits.saturating_sub(1);
        fiber.awaits > 0 && matches!(self.linked.inst(fiber.stack.at), Some(Inst::WaitAll { .. }))
    }

    /// A fiber gives up its turn; its ticket is a new one.
    pub(crate) fn suspend(&mut self, id: FiberId, wait: Wait) {
        self.tickets += 1;
        if let Some(fiber) = self.fibers.get_mut(id) {
            fiber.ticket = self.tickets;
            fiber.wait = wait;
            let less = fiber.stack.shrink();
            self.heap.give_bytes(less);
        }
    }

    /// A fiber that waited for tasks has got another ticket or has ended.
    pub(crate) fn leave_tasks(&mut self, stack: &Stack) {
        let awaited = awaited(&self.linked, stack);
        // As many as were counted when it began to wait.
        self.heap.give_bytes(awaited.len() * TURN_BYTES);
        for task in running(awaited) {
            let Some(fiber) = self.fibers.get_mut(task) else { continue };
            let mut line = std::mem::take(&mut fiber.waiters);
            line.one_left(&self.fibers);
            if let Some(fiber) = self.fibers.get_mut(task) {
                fiber.waiters = line;
            }
        }
    }

    /// A fiber ends a task, which may be its own or one that it belongs to.
    pub(crate) fn cancel_from(&mut self, id: FiberId) {
        let Some(fiber) = self.fibers.get_mut(id) else { return };
        let stack = &mut fiber.stack;
        let word = match self.linked.inst(stack.at) {
            Some(Inst::Cancel { task }) => stack.register(task.0),
            _ => 0,
        };
        stack.at = self.linked.after(stack.at);
        self.go_on_first(id);
        // SAFETY: [flow] the register holds a reference; [header] its object is looked at first.
        if let Some(State::Running(fiber)) = unsafe { task::task(word).map(|it| task::state(it)) } {
            self.cancel(fiber);
        }
    }
}

impl Stack {
    /// A register of the function in which it stands.
    pub(crate) fn register(&self, reg: Reg) -> u64 {
        self.words.get(self.base + usize::from(reg.0)).copied().unwrap_or_default()
    }
}

/// The tasks that a fiber waits for, as references.
pub(crate) fn awaited<'s>(linked: &Linked, stack: &'s Stack) -> &'s [u64] {
    match linked.inst(stack.at) {
        Some(Inst::Wait { task, .. }) => {
            let at = stack.base + usize::from(task.0.0);
            stack.words.get(at..=at).unwrap_or_default()
        }
        Some(Inst::WaitAny { tasks, .. } | Inst::WaitAll { tasks, .. }) => {
            // SAFETY: [counted] the fiber holds the array; [unshared] nobody changes what others refer to.
            unsafe { references(stack.register(tasks.0)) }.unwrap_or_default()
        }
        _ => &[],
    }
}

/// The fibers of those tasks that run.
pub(crate) fn running(tasks: &[u64]) -> impl Iterator<Item = FiberId> {
    // SAFETY: [counted] the words are references of an array that a fiber holds; [header] each is looked at first.
    tasks.iter().filter_map(|it| match unsafe { task::state(task::task(*it)?) } {
        State::Running(fiber) => Some(fiber),
        _ => None,
    })
}

/// The elements of an array of references.
///
/// # Safety
/// `[counted]`: `word` is a reference that counts. `[unshared]`: the array does not change while the elements are
/// looked at.
pub(crate) unsafe fn references<'a>(word: u64) -> Option<&'a [u64]> {
    // SAFETY: [counted] the caller holds the array; [header] its object is looked at first; [room] so many elements are
    // set.
    unsafe {
        let array = object_of(word, Form::Refs)?.cast::<Array>();
        let length = (*array).header.info as usize;
        Some(if length == 0 { &[] } else { std::slice::from_raw_parts((*array).items, length) })
    }
}

#[cfg(test)]
mod tests;
