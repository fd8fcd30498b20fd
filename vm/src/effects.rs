//! Effects: what fibers ask the world for, and its replies.
//!
//! A request is not kept: the fiber that waits stands at its instruction and holds the arguments.

use concerto_ir::op::Inst;
use concerto_ir::program::Place;

use crate::fault::FaultKind;
use crate::fiber::{Fiber, FiberId, Stack, Wait};
use crate::machine::{Halt, Machine, Reply, Request};
use crate::schedule::TRACE_MAX;

impl Machine {
    /// A fiber asks the world for something.
    pub(crate) fn perform(&mut self, id: FiberId) -> Option<Halt> {
        let number = self.requests;
        let fiber = self.fibers.get(id)?;
        match self.request(number, fiber) {
            Ok(request) => {
                self.requests += 1;
                self.pending.insert(number, id);
                self.suspend(id, Wait::Reply(number));
                Some(Halt::Effect(request))
            }
            Err(kind) => {
                self.fail_fiber(id, kind);
                None
            }
        }
    }

    /// What a fiber that stands at a `perform` asks for.
    fn request(&self, number: u64, fiber: &Fiber) -> Result<Request, FaultKind> {
        let stack = &fiber.stack;
        let program = self.linked.verified.program();
        let (Some(effect), Some(inst)) = (self.effect(stack), self.linked.inst(stack.at)) else {
            return Err(FaultKind::BadObject);
        };
        let args = match inst {
            Inst::PerformInt { args, .. } | Inst::PerformFloat { args, .. } | Inst::PerformRef { args, .. } => {
                &args.0[..]
            }
            _ => &[],
        };
        let native = &program.natives[effect];
        // SAFETY: [together] the arguments have the kinds of the effect's types; [flow] the fiber stands at the
        // instruction and holds them.
        let values =
            args.iter().zip(&native.params).map(|(reg, ty)| unsafe { self.value_of(stack.register(*reg), *ty) });
        let args = values.collect::<Result<_, _>>()?;
        Ok(Request { id: number, name: native.function().to_owned(), args, mark: fiber.mark })
    }

    /// The effect that a fiber stands at.
    pub(crate) fn effect(&self, stack: &Stack) -> Option<usize> {
        match self.linked.inst(stack.at)? {
            Inst::PerformInt { effect, .. } | Inst::PerformFloat { effect, .. } | Inst::PerformRef { effect, .. } => {
                Some(effect.0 as usize)
            }
            _ => None,
        }
    }

    /// The requests that are not answered, by number.
    pub fn pending(&self) -> Vec<Request> {
        let requests = self.pending.iter().filter_map(|(number, id)| {
            let fiber = self.fibers.get(*id)?;
            self.request(*number, fiber).ok()
        });
        requests.collect()
    }

    /// Marks the fiber that waits for a reply: its requests say so from now on, and so do those of the fibers that it starts.
    pub fn mark(&mut self, id: u64, mark: u64) {
        if let Some(fiber) = self.pending.get(&id).and_then(|it| self.fibers.get_mut(*it)) {
            fiber.mark = mark;
        }
    }

    /// The calls that lead to a request that is not answered, innermost first: functions and places.
    pub fn calls_to(&self, id: u64) -> Vec<(String, Option<Place>)> {
        let fiber = self.pending.get(&id).and_then(|it| self.fibers.get(*it));
        let functions = &self.linked.verified.program().functions;
        let trace = fiber.into_iter().flat_map(|it| self.linked.trace(&it.stack)).take(TRACE_MAX);
        let stops = trace.filter_map(|(function, at)| Some((functions.get(function as usize)?, at)));
        stops.flat_map(|(function, at)| function.calls(at)).map(|(name, place)| (name.to_owned(), place)).collect()
    }

    /// Answers a request: the fiber that asked goes on. It is an error if nobody waits for the answer any more.
    pub fn resume(&mut self, id: u64, reply: Reply) -> Result<(), String> {
        let nobody = || format!("nobody waits for a reply to request {id}");
        let fiber = self.pending.remove(&id).ok_or_else(nobody)?;
        let waiting = self.fibers.get_mut(fiber).ok_or_else(nobody)?;
        waiting.wait = Wait::Turn;
        let effect = self.fibers.get(fiber).and_then(|it| self.effect(&it.stack)).ok_or_else(nobody)?;
        let result = self.linked.verified.program().natives[effect].result;
        let word = match reply {
            Reply::Value(value) => self.word_of(&value, result),
            Reply::Fault(message) => Err(FaultKind::Message(message)),
        };
        match word {
            Ok(word) => {
                self.complete(fiber, word);
                self.wake(fiber);
            }
            Err(kind) => self.fail_fiber(fiber, kind),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
