//! The rules of the tool loop once more, as a small calculation: when each body begins and ends, what becomes of each call,
//! and how an execution ends. It knows nothing of tasks.

use std::collections::BTreeMap;

use super::scenario::{Agent, Arguments, Call, Kind, Turn};

/// What has to happen.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Expected {
    /// How it ends, and when.
    pub(super) how: String,
    pub(super) at_ms: u64,
    pub(super) bodies: Vec<Body>,
    /// Which call is waited for, and when.
    pub(super) waits: Vec<(String, u64)>,
    /// The transcript; nothing where the end has none.
    pub(super) messages: Vec<String>,
    /// What each call comes to.
    pub(super) kinds: BTreeMap<String, &'static str>,
}

/// The body of a tool that runs once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Body {
    pub(super) id: String,
    pub(super) attempt: usize,
    pub(super) begin_ms: u64,
    /// Nothing where it is cancelled.
    pub(super) finish_ms: Option<u64>,
}

/// Where a call stands.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fate {
    Is(&'static str),
    Signals,
    Asks,
    Waits,
}

/// What has to happen where an agent is not cancelled before.
struct Course<'a> {
    agent: &'a Agent,
    now_ms: u64,
    /// How often somebody was asked about a call.
    asked: BTreeMap<&'a str, usize>,
    expected: Expected,
}

/// What has to happen.
pub(super) fn expected(agent: &Agent) -> Expected {
    let mut course = Course { agent, now_ms: 0, asked: BTreeMap::new(), expected: Expected::default() };
    course.say("user".to_owned());
    let how = course.play();
    let mut expected = Expected { how, at_ms: course.now_ms, ..course.expected };
    if let Some(limit) = agent.limit_ms.filter(|it| *it < expected.at_ms) {
        cut(&mut expected, limit, if agent.outside { "cancelled" } else { "timeout" });
    }
    expected
}

/// An execution that is over at its limit.
fn cut(expected: &mut Expected, limit_ms: u64, how: &str) {
    expected.how = how.to_owned();
    expected.at_ms = limit_ms;
    expected.messages.clear();
    expected.waits.retain(|(_, at)| *at < limit_ms);
    expected.bodies.retain(|it| it.begin_ms < limit_ms);
    for body in &mut expected.bodies {
        body.finish_ms = body.finish_ms.filter(|it| *it < limit_ms);
    }
}

impl<'a> Course<'a> {
    fn say(&mut self, message: String) {
        self.expected.messages.push(message);
    }

    /// Plays all turns: how it ends.
    fn play(&mut self) -> String {
        for (at, turn) in self.agent.turns.iter().enumerate() {
            if at == self.agent.turns_max {
                return "max_turns".to_owned();
            }
            if turn.hangs {
                self.now_ms = u64::MAX;
                return "never".to_owned();
            }
            let calls = turn.calls.iter().map(|it| format!(" call:{}", it.id));
            self.say(format!("assistant{}", calls.collect::<String>()));
            if turn.is_cut {
                self.answer(turn, &vec![Fate::Is("cancelled"); turn.calls.len()]);
                return "truncated".to_owned();
            }
            if let Some(end) = self.turn(turn) {
                return end;
            }
        }
        if self.agent.turns.len() == self.agent.turns_max {
            return "max_turns".to_owned();
        }
        self.say("assistant".to_owned());
        "done".to_owned()
    }

    /// Runs the calls of a turn, until there are results or an end.
    fn turn(&mut self, turn: &'a Turn) -> Option<String> {
        let first: Vec<Option<bool>> = vec![Some(false); turn.calls.len()];
        let mut fates = self.batch(turn, &first, vec![Fate::Waits; turn.calls.len()]);
        // A failure that ends all comes first: nobody is asked any more.
        loop {
            if let Some(call) = fatal(turn, &fates) {
                let none = vec![Fate::Waits; turn.calls.len()];
                return Some(self.broken_off(turn, &none, format!("tool_failed:{}", call.id)));
            }
            if fates.contains(&Fate::Signals) {
                return Some(self.broken_off(turn, &fates, "signal".to_owned()));
            }
            if !fates.iter().any(|it| matches!(it, Fate::Asks | Fate::Waits)) {
                break;
            }
            fates = self.resumed(turn, fates);
        }
        self.answer(turn, &fates);
        None
    }

    /// What decisions and answers make of a turn that waits.
    fn resumed(&mut self, turn: &'a Turn, mut fates: Vec<Fate>) -> Vec<Fate> {
        let mut answers = vec!["ok"];
        let mut goes_on = vec![None; fates.len()];
        for (at, call) in turn.calls.iter().enumerate() {
            if matches!(fates[at], Fate::Asks | Fate::Waits) {
                self.expected.waits.push((call.id.clone(), self.now_ms));
            }
            match fates[at] {
                Fate::Asks => fates[at] = answers.pop().map_or(Fate::Asks, Fate::Is),
                Fate::Waits => match self.decision(call) {
                    "allow" => goes_on[at] = Some(true),
                    "deny" => fates[at] = Fate::Is("denied"),
                    "suspend" => {}
                    _ => fates[at] = Fate::Is("cancelled"),
                },
                _ => {}
            }
        }
        self.batch(turn, &goes_on, fates)
    }

    fn decision(&mut self, call: &'a Call) -> &'static str {
        let asked = self.asked.entry(&call.id).or_default();
        *asked += 1;
        call.decisions.get(*asked - 1).copied().unwrap_or("nothing")
    }

    /// Runs the calls that go on, so many at once as may be: for each, whether it is allowed already.
    fn batch(&mut self, turn: &'a Turn, goes_on: &[Option<bool>], mut fates: Vec<Fate>) -> Vec<Fate> {
        let mut lines: Vec<Vec<usize>> = Vec::new();
        let mut sequential: Option<usize> = None;
        for (at, call) in turn.calls.iter().enumerate().filter(|(at, _)| goes_on[*at].is_some()) {
            match sequential.filter(|_| call.tool.is_sequential) {
                Some(line) => lines[line].push(at),
                None => {
                    if call.tool.is_sequential {
                        sequential = Some(lines.len());
                    }
                    lines.push(vec![at]);
                }
            }
        }
        let begin_ms = self.now_ms;
        let mut free = vec![begin_ms; self.agent.concurrency.unwrap_or(lines.len()).max(1)];
        for line in lines {
            let slot = (0..free.len()).min_by_key(|it| free[*it]).unwrap();
            for at in line {
                let call = &turn.calls[at];
                fates[at] = self.handle(call, goes_on[at] == Some(true), &mut free[slot]);
            }
        }
        self.now_ms = free.into_iter().max().unwrap();
        fates
    }

    /// What becomes of a call that begins at a time, which is then the time when it ends.
    fn handle(&mut self, call: &'a Call, is_allowed: bool, now_ms: &mut u64) -> Fate {
        match (call.tool.kind, call.arguments) {
            (Kind::Unknown, _) => return Fate::Is("unknown_tool"),
            (_, Arguments::Broken) => return Fate::Is("input_validation_error"),
            (Kind::Signal | Kind::Question, Arguments::Wrong) => return Fate::Is("input_validation_error"),
            (Kind::Signal, _) => return Fate::Signals,
            (Kind::Question, _) => return Fate::Asks,
            (Kind::Local, _) => {}
        }
        if call.tool.is_guarded && !is_allowed && call.decisions.first() != Some(&"free") {
            match self.decision(call) {
                "allow" => {}
                "deny" => return Fate::Is("denied"),
                _ if self.agent.may_wait() => return Fate::Waits,
                _ => return Fate::Is("denied"),
            }
        }
        if call.arguments == Arguments::Wrong {
            return Fate::Is("input_validation_error");
        }
        Fate::Is(self.run(call, now_ms))
    }

    /// The attempts of a call that runs: what the last one comes to.
    fn run(&mut self, call: &Call, now_ms: &mut u64) -> &'static str {
        let mut kind = "ok";
        for attempt in 0..call.tool.tries {
            let (wait, end) = call.attempts[attempt.min(call.attempts.len() - 1)];
            let begin_ms = *now_ms;
            let is_late = call.tool.limit_ms.is_some_and(|it| it < wait);
            *now_ms += if is_late { call.tool.limit_ms.unwrap_or(0) } else { wait };
            let finish_ms = (!is_late).then_some(*now_ms);
            self.expected.bodies.push(Body { id: call.id.clone(), attempt, begin_ms, finish_ms });
            kind = match end {
                _ if is_late => "timeout",
                "ok" => "ok",
                "err" => "tool_failed",
                _ => "execution_error",
            };
            if kind == "ok" {
                break;
            }
        }
        kind
    }

    fn answer(&mut self, turn: &Turn, fates: &[Fate]) {
        let mut message = "tool".to_owned();
        for (call, fate) in turn.calls.iter().zip(fates) {
            let Fate::Is(kind) = fate else { unreachable!("the call {} is not done: {fate:?}", call.id) };
            message += &format!(" result:{}:{kind}", call.id);
            self.expected.kinds.insert(call.id.clone(), kind);
        }
        self.say(message);
    }

    /// An end in the middle of a turn: the calls of it that came to nothing are then answered as cancelled.
    fn broken_off(&mut self, turn: &Turn, fates: &[Fate], how: String) -> String {
        let fates: Vec<Fate> =
            fates.iter().map(|it| if let Fate::Is(_) = it { *it } else { Fate::Is("cancelled") }).collect();
        self.answer(turn, &fates);
        self.expected.kinds.retain(|id, _| turn.calls.iter().all(|it| it.id != *id));
        how
    }
}

/// The first call of a turn whose failure ends the execution.
fn fatal<'t>(turn: &'t Turn, fates: &[Fate]) -> Option<&'t Call> {
    let mut ended = turn.calls.iter().zip(fates);
    ended.find(|(call, fate)| call.tool.is_fatal && **fate == Fate::Is("tool_failed")).map(|it| it.0)
}
