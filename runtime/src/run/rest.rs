//! Programs whose executions wait for somebody.
//!
//! Where the program is kept in a file, an execution that waits is held back until everything else rests, too. Then the
//! machine is written down, and the run ends. So what stands in the file is the program at a moment at which nothing is under
//! way, nothing of it is done twice, and whoever goes on from there decides what the execution hears. What is on its way from
//! one task to another is written down, too. Where somebody waits for such a thing, as listeners do for the progress of a tool,
//! the program cannot be kept so: it gets the execution.

use std::time::Duration;

use concerto_vm::{Request, Value};
use serde_json::Value as Json;

use super::{Run, fault};
use crate::driver::Outcome;
use crate::effects::Answer;
use crate::state::{DAMAGED, Standing, State, WaitingCall};
use crate::waits::{Waits, new_wait};

/// What waits for somebody.
const WAIT: &str = "wait.begin";

/// What may be asked for while a program rests: it is asked for again when the program goes on.
const SLEEP: &str = "time.sleep";
const HOLD: &str = "agent.hold";

/// What waits for other parts of the program, and so for nothing while all of it rests; it cannot be written down.
const WITHIN: [&str; 5] = ["model.hold", "progress.next", "progress.close", "stream.next", "stream.put"];

impl Run {
    /// An execution waits.
    pub(super) fn park(&mut self, id: u64, shown: Json) {
        if self.driver.world.waits.keeper.is_some() {
            self.parked.insert(id, shown);
            return;
        }
        let reply = self.driver.world.waits.give(new_wait(), shown);
        self.reply(id, reply);
    }

    /// Where the program rests, it is written down, and ends; or it hears of the executions that wait. Says whether it does.
    pub(super) fn wake_parked(&mut self) -> Result<bool, Outcome> {
        if self.parked.is_empty() {
            return Ok(false);
        }
        let names: Vec<String> = self.machine.pending().into_iter().map(|it| it.name).collect();
        let can_wait = |it: &String| it == WAIT || it == SLEEP || it == HOLD;
        if !names.iter().all(|it| can_wait(it) || WITHIN.contains(&it.as_str())) {
            return Ok(false);
        }
        let parked: Vec<_> =
            std::mem::take(&mut self.parked).into_iter().map(|(id, it)| (id, new_wait(), it)).collect();
        if names.iter().all(can_wait) {
            let calls = WaitingCall::all(parked.iter().map(|(_, wait, shown)| (wait.as_str(), shown)));
            self.write_down(parked).map_err(fault)?;
            return Err(Outcome::Waiting { calls, is_kept: true });
        }
        for (id, wait, shown) in parked {
            let reply = self.driver.world.waits.give(wait, shown);
            self.reply(id, reply);
        }
        Ok(true)
    }

    fn write_down(&mut self, waits: Vec<(u64, String, Json)>) -> Result<(), String> {
        let world = &mut self.driver.world;
        let (runs, scripts) = world.models.position();
        let millis = |it: Duration| u64::try_from(it.as_millis()).unwrap_or(u64::MAX);
        let standing = Standing {
            machine: self.machine.snapshot()?,
            elapsed_ms: millis(world.clock.now().saturating_duration_since(world.start)),
            runs,
            scripts,
            memories: world.memories.to_json(),
            channels: world.channels.take_json(),
            random: world.random.to_json(),
            ledgers: world.ledgers.to_json(),
            stores: world.stores.to_json(),
            sleeping: self.waiting.asleep(&world.clock).into_iter().map(|(id, left)| (id, millis(left))).collect(),
            waits,
        };
        let Some(keeper) = &mut world.waits.keeper else { return Ok(()) };
        let state = State::new(keeper.about.clone(), &standing);
        state.write(&keeper.path)?;
        keeper.state = Some(state);
        Ok(())
    }

    /// Goes on with a machine that was written down: executions for which something was decided hear of it.
    pub(crate) fn go_on_from(mut self, standing: &Standing, state: &State) -> Result<Outcome, String> {
        for request in self.machine.pending() {
            let left = standing.sleeping.iter().find(|(id, _)| *id == request.id);
            let wait = standing.waits.iter().find(|(id, ..)| *id == request.id);
            match (request.name.as_str(), left, wait) {
                (SLEEP, Some((_, left)), _) => {
                    let time = self.driver.world.clock.now().checked_add(Duration::from_millis(*left));
                    let time = time.ok_or(DAMAGED)?;
                    self.waiting.add(request.id, Answer::At(time))?;
                }
                (HOLD, ..) => match request.args.first() {
                    Some(Value::Int(run)) => {
                        self.driver.world.held.insert(*run);
                        self.held.insert(request.id, *run);
                    }
                    _ => return Err(DAMAGED.to_owned()),
                },
                // Whoever decided saw what the file shows: it has to be what the program asks for.
                (WAIT, _, Some((_, _, shown))) if !is_about(&request, shown) => {
                    return Err("the calls in the state were changed".to_owned());
                }
                (WAIT, _, Some((_, wait, shown))) => match verdicts(state, wait) {
                    Some(verdicts) => {
                        let reply = self.driver.world.waits.reply(wait, Some(verdicts));
                        self.reply(request.id, reply);
                    }
                    None => {
                        self.parked.insert(request.id, shown.clone());
                    }
                },
                _ => return Err(format!("{DAMAGED}: it waits for something else")),
            }
        }
        Ok(self.finish_what_runs())
    }
}

/// Whether what is shown of a wait is what a request is about.
fn is_about(request: &Request, shown: &Json) -> bool {
    let asked = request.args.first().cloned().map(crate::waits::shown).unwrap_or_default();
    ["agent", "calls"].iter().all(|it| asked[it] == shown[it])
}

/// What was decided and answered for a wait, if anything was.
fn verdicts(state: &State, wait: &str) -> Option<(Json, Json)> {
    let (decided, answers) = (state.verdicts("decided", wait), state.verdicts("answers", wait));
    (!decided.is_empty() || !answers.is_empty()).then_some((Json::Object(decided), Json::Object(answers)))
}

/// How a program ends that has executions which still wait.
pub(super) fn at_end(waits: &mut Waits, outcome: Outcome) -> Outcome {
    if outcome != Outcome::Exit(0) {
        return outcome;
    }
    if waits.open().is_empty() {
        if let Some(keeper) = &mut waits.keeper {
            keeper.forget();
        }
        return outcome;
    }
    let calls = WaitingCall::all(waits.open().iter().map(|(wait, shown)| (wait.as_str(), shown)));
    Outcome::Waiting { calls, is_kept: false }
}
