//! A program that runs: the machine goes on until it asks for something, the world does it, and the machine goes on.

mod rest;

use std::collections::BTreeMap;

use concerto_std::NATIVES;
use concerto_vm::{Fault, FaultKind, Halt, Machine, Reply};

use crate::driver::{Driver, Outcome};
use crate::effects::{Answer, let_go, perform};
use crate::order::Order;
use crate::output::Lost;
use crate::trace;
use crate::value::{error_of, location};
use crate::waiting::{Waiting, Woken};

/// How much fuel the machine gets before somebody looks at the clock, the output and the keyboard: a few milliseconds.
const SLICE: u64 = 1_000_000;

/// What an effect counts of it.
const EFFECT_FUEL: u64 = 200;

/// A program that runs.
pub(crate) struct Run {
    machine: Machine,
    driver: Driver,
    waiting: Waiting,
    /// Executions that wait until the whole program is at rest: requests, and what is shown of them.
    parked: BTreeMap<u64, serde_json::Value>,
    /// Executions that are under way, by the requests that hold them.
    held: BTreeMap<u64, i64>,
    /// How much of its fuel is left.
    fuel_left: u64,
}

/// Why the machine stands still while the program goes on.
enum Pause {
    /// It has run for a while.
    Slice,
    /// Every fiber waits for the world.
    Wait,
}

impl Run {
    pub(crate) fn new(driver: Driver, machine: Machine) -> Self {
        let fuel_left = driver.fuel_max.unwrap_or(u64::MAX);
        let waiting = Waiting::new(driver.order.is_some());
        Self { machine, driver, waiting, parked: BTreeMap::new(), held: BTreeMap::new(), fuel_left }
    }

    /// Runs a function until the program ends.
    pub(crate) fn finish(mut self, function: u32) -> Outcome {
        self.machine.start(function);
        self.finish_what_runs()
    }

    /// Runs a function until it ends, of a program that is one of several in the same world; what they share is given back.
    pub(crate) fn finish_one(mut self, function: u32) -> (Outcome, Driver, Machine) {
        self.machine.start(function);
        let outcome = self.run_to_end();
        self.waiting.end(&self.driver.interrupt);
        (outcome, self.driver, self.machine)
    }

    /// Goes on until the program ends.
    fn run_to_end(&mut self) -> Outcome {
        let outcome = loop {
            if let Err(outcome) = self.go_on() {
                break outcome;
            }
        };
        self.driver.world.output.flush();
        if !matches!(outcome, Outcome::Waiting { .. }) {
            std::mem::take(&mut self.held).into_values().for_each(|run| let_go(&mut self.driver.world, run));
        }
        self.driver.world.output.lost().map_or(outcome, without_output)
    }

    /// Goes on until the program ends, and all that was there for it.
    fn finish_what_runs(mut self) -> Outcome {
        let outcome = self.run_to_end();
        self.waiting.end(&self.driver.interrupt);
        self.driver.world.servers.end();
        if let Some(problem) = self.driver.world.counter.as_ref().and_then(|it| it.end()) {
            let kind = FaultKind::Message(problem);
            return Outcome::Fault(Fault { kind, trace: Vec::new() });
        }
        rest::at_end(&mut self.driver.world.waits, outcome)
    }

    /// Goes on for a while, or until there is a reply. It is an error that the program ends.
    fn go_on(&mut self) -> Result<(), Outcome> {
        let pause = self.slice()?;
        self.driver.world.output.flush();
        if let Some(lost) = self.driver.world.output.lost() {
            return Err(without_output(lost));
        }
        if self.driver.interrupt.is_wanted() {
            return Err(Outcome::Interrupted);
        }
        if matches!(pause, Pause::Wait) && self.wake_parked()? {
            return Ok(());
        }
        let is_there = self.driver.order.as_ref().is_some_and(Order::has_some);
        let replies = match pause {
            Pause::Wait if is_there => self.waiting.replies(&self.driver.world.clock),
            Pause::Slice => self.waiting.replies(&self.driver.world.clock),
            Pause::Wait => match self.waiting.wait(&mut self.driver.world.clock, &self.driver.interrupt) {
                Woken::Replies(replies) => replies,
                Woken::Interrupted => return Err(Outcome::Interrupted),
                Woken::Cannot(problem) => return Err(fault(problem)),
            },
        };
        let replies = match &mut self.driver.order {
            Some(order) => order.choose(replies),
            None => replies,
        };
        replies.into_iter().for_each(|(id, reply)| self.reply(id, reply));
        Ok(())
    }

    /// Hands a reply to the fiber that waits for it. An error learns where it comes from.
    fn reply(&mut self, id: u64, mut reply: Reply) {
        if let Some(error) = error_of(&mut reply) {
            let calls = self.machine.calls_to(id);
            let place = trace::innermost(&calls, self.driver.verified.program());
            error.extend(place.map(location));
        }
        // A fiber that was cancelled in the meantime wants no reply.
        let _ = self.machine.resume(id, reply);
    }

    fn slice(&mut self) -> Result<Pause, Outcome> {
        let mut left = SLICE;
        loop {
            match self.step(&mut left) {
                Halt::Done(word) => return Err(Outcome::Exit(word as i64)),
                Halt::Fault(fault) => return Err(Outcome::Fault(fault)),
                Halt::Fuel => return Ok(Pause::Slice),
                Halt::Wait => {
                    self.suspend()?;
                    return Ok(Pause::Wait);
                }
                Halt::Effect(request) => {
                    self.suspend()?;
                    let id = request.id;
                    let answer = perform(&mut self.driver.world, request);
                    match &answer {
                        Answer::Mark(mark) => self.machine.mark(id, *mark),
                        Answer::Wait(shown) => self.park(id, shown.clone()),
                        Answer::Hold(run) => drop(self.held.insert(id, *run)),
                        _ => {}
                    }
                    if let Some(reply) = self.waiting.add(id, answer).map_err(fault)? {
                        self.reply(id, reply);
                    }
                    left = left.saturating_sub(EFFECT_FUEL);
                    if left == 0 {
                        return Ok(Pause::Slice);
                    }
                }
            }
        }
    }

    /// Lets the machine run once, and counts what it used.
    fn step(&mut self, left: &mut u64) -> Halt {
        let before = self.machine.fuel_used();
        let halt = self.machine.run(self.fuel_left.min(*left));
        let used = self.machine.fuel_used() - before;
        *left = left.saturating_sub(used);
        for id in self.machine.cancelled() {
            self.waiting.forget(id);
            self.parked.remove(&id);
            if let Some(run) = self.held.remove(&id) {
                let_go(&mut self.driver.world, run);
            }
        }
        let Some(fuel_max) = self.driver.fuel_max else { return halt };
        self.fuel_left = self.fuel_left.saturating_sub(used);
        match halt {
            Halt::Fuel if self.fuel_left == 0 => self.machine.out_of_fuel(fuel_max),
            halt => halt,
        }
    }

    /// Writes the machine down and reads it again, where that is wanted.
    fn suspend(&mut self) -> Result<(), Outcome> {
        let Driver { verified, limits, suspends, .. } = &self.driver;
        if !suspends {
            return Ok(());
        }
        let cannot = |problem| fault(format!("the program cannot be suspended: {problem}"));
        let bytes = self.machine.snapshot().map_err(cannot)?;
        self.machine = Machine::restore_with_library(verified.clone(), *limits, NATIVES, &bytes).map_err(cannot)?;
        Ok(())
    }
}

/// How a program ends whose output goes nowhere: quietly where the reader has seen enough.
fn without_output(lost: &Lost) -> Outcome {
    match lost {
        Lost::Closed => Outcome::Exit(0),
        Lost::Failed(problem) => fault(problem.clone()),
    }
}

/// A fault that is nowhere in the program.
fn fault(problem: String) -> Outcome {
    Outcome::Fault(Fault { kind: FaultKind::Message(problem), trace: Vec::new() })
}
