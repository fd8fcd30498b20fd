//! Fuel over several runs: how much was used, and the end of a program that may use no more.

use crate::fault::FaultKind;
use crate::heap::task::Failure;
use crate::machine::{Halt, Machine};
use crate::schedule::TRACE_MAX;

impl Machine {
    /// How much fuel all runs since the machine was made have used.
    pub fn fuel_used(&self) -> u64 {
        self.fuel_used
    }

    /// Ends the program, which may use no more than `limit`: a fault where the fiber stands whose turn it is.
    pub fn out_of_fuel(&mut self, limit: u64) -> Halt {
        let next = self.ready.iter(&self.fibers).next().and_then(|it| self.fibers.get(it));
        let trace = next.map(|it| self.linked.trace(&it.stack).take(TRACE_MAX).collect()).unwrap_or_default();
        let kind = FaultKind::Message(format!("out of fuel: more than {limit} loops and calls"));
        let halt = Halt::Fault(self.told(&Failure { kind, trace }));
        if let Some(first) = self.first {
            self.cancel(first);
        }
        self.ended = Some(halt.clone());
        halt
    }
}

#[cfg(test)]
mod tests;
