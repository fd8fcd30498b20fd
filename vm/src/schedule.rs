//! Who runs: fibers take turns in the order in which they could go on. A turn ends after some fuel, so nobody starves,
//! and how much fuel a run is given does not change who is next.

use crate::exec::{self, Exit};
use crate::fault::{Fault, FaultKind};
use crate::fiber::{FiberId, Stack, TURN, Wait};
use crate::heap::task::{Failure, Outcome};
use crate::machine::{Halt, Machine};

impl Machine {
    /// Runs until something has to be done outside: until the program ends, asks for something, waits for replies, or
    /// has used `fuel` loops and calls.
    pub fn run(&mut self, fuel: u64) -> Halt {
        let mut left = i64::try_from(fuel).unwrap_or(i64::MAX);
        loop {
            if let Some(halt) = &self.ended {
                return halt.clone();
            }
            let Some(id) = self.ready.pop(&self.fibers) else {
                if !self.pending.is_empty() {
                    return Halt::Wait;
                }
                self.stand_still();
                continue;
            };
            let turn = self.fibers.get(id).map_or(0, |it| it.turn);
            self.fuel = left.min(turn);
            let given = self.fuel;
            self.switch(id);
            self.current = Some(id);
            let exit = exec::run(self);
            self.current = None;
            self.switch(id);
            let used = given - self.fuel;
            left -= used;
            self.fuel_used += used.unsigned_abs();
            if let Some(fiber) = self.fibers.get_mut(id) {
                fiber.turn -= used;
            }
            if let Some(halt) = self.handle(id, exit) {
                return halt;
            }
            if left < 0 {
                return Halt::Fuel;
            }
        }
    }

    /// Swaps the stack of a fiber in or out.
    fn switch(&mut self, id: FiberId) {
        if let Some(fiber) = self.fibers.get_mut(id) {
            std::mem::swap(&mut self.now, &mut fiber.stack);
        }
    }

    /// Does what a fiber stopped for.
    fn handle(&mut self, id: FiberId, exit: Exit) -> Option<Halt> {
        match exit {
            Exit::Done => self.done(id),
            Exit::Fuel => self.stop(id),
            Exit::Perform => return self.perform(id),
            Exit::Wait => {
                if let Err(kind) = self.enter_lines(id) {
                    self.fail_fiber(id, kind);
                }
            }
            Exit::Cancel => self.cancel_from(id),
            Exit::Fault | Exit::Again => {
                let kind = self.fault.take().unwrap_or(FaultKind::BadObject);
                self.fail_fiber(id, kind);
            }
        }
        None
    }

    /// A fiber that has used its fuel: it goes on where it is, or it is another one's turn.
    fn stop(&mut self, id: FiberId) {
        let Some(fiber) = self.fibers.get_mut(id) else { return };
        if fiber.turn < 0 {
            self.wake(id);
        } else {
            self.go_on_first(id);
        }
    }

    /// A fiber goes on before all others, in the same turn.
    pub(crate) fn go_on_first(&mut self, id: FiberId) {
        self.tickets += 1;
        if let Some(fiber) = self.fibers.get_mut(id) {
            fiber.ticket = self.tickets;
            self.ready.push_first(id, self.tickets);
        }
    }

    /// A fiber can go on, after all others that can.
    pub(crate) fn wake(&mut self, id: FiberId) {
        self.tickets += 1;
        let Some(fiber) = self.fibers.get_mut(id) else { return };
        fiber.ticket = self.tickets;
        fiber.turn = TURN;
        self.ready.push(id, self.tickets);
        if std::mem::replace(&mut fiber.wait, Wait::Turn) == Wait::Tasks {
            let stack = std::mem::replace(&mut fiber.stack, Stack::none());
            self.leave_tasks(&stack);
            if let Some(fiber) = self.fibers.get_mut(id) {
                fiber.stack = stack;
            }
        }
    }

    /// A fiber has returned from its first function.
    fn done(&mut self, id: FiberId) {
        let Some(fiber) = self.fibers.get(id) else { return };
        let outcome = Outcome::Gave(fiber.gives, fiber.stack.words[0]);
        self.end(id, outcome);
    }

    /// A fiber faults where it stands.
    pub(crate) fn fail_fiber(&mut self, id: FiberId, kind: FaultKind) {
        let mut trace = std::mem::take(&mut self.led);
        if let Some(fiber) = self.fibers.get(id) {
            let here: Vec<_> = self.linked.trace(&fiber.stack).collect();
            trace.extend(shortened(here));
            trace.truncate(2 * TRACE_MAX);
        }
        self.end(id, Outcome::Faulted(Box::new(Failure { kind, trace })));
    }

    /// Nobody can go on, and no reply will come.
    fn stand_still(&mut self) {
        match self.first {
            Some(first) => self.fail_fiber(first, FaultKind::Deadlock),
            None => {
                let kind = FaultKind::Message("nothing was started".to_owned());
                self.ended = Some(Halt::Fault(Fault { kind, trace: Vec::new() }));
            }
        }
    }

    /// Fills the destination of the instruction at which a fiber stands, and goes on to the next one.
    pub(crate) fn complete(&mut self, id: FiberId, word: u64) {
        let Some(fiber) = self.fibers.get_mut(id) else { return };
        let stack = &mut fiber.stack;
        let code = self.linked.code.get(stack.at as usize).copied().unwrap_or_default();
        let dst = (code >> 16) as u16 as usize;
        if let Some(register) = stack.words.get_mut(stack.base + dst) {
            *register = word;
        }
        stack.at = self.linked.after(stack.at);
    }
}

/// The innermost and the outermost calls of a trace.
fn shortened<T>(mut trace: Vec<T>) -> Vec<T> {
    if trace.len() > TRACE_MAX {
        trace.drain(TRACE_MAX / 2..trace.len() - TRACE_MAX / 2);
    }
    trace
}

/// The most calls that a trace shows.
pub(crate) const TRACE_MAX: usize = 1_000;

#[cfg(test)]
mod tests;
