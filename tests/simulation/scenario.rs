//! What happens in a run: the agents, the turns of their models, and how each call goes. A seed decides all of it.
//!
//! Everything takes a multiple of 50 ms and limits of executions lie between those, so that it is always known what was first.

use serde_json::{Value, json};

use crate::generated::dice::Dice;

/// What one agent does.
#[derive(Clone, Debug)]
pub(super) struct Agent {
    pub(super) name: &'static str,
    /// How many calls run at once.
    pub(super) concurrency: Option<usize>,
    pub(super) mode: Mode,
    pub(super) turns_max: usize,
    pub(super) limit_ms: Option<u64>,
    /// Whether somebody else cancels it at its limit, or it has a time-out of its own.
    pub(super) outside: bool,
    pub(super) leaves: Option<usize>,
    pub(super) turns: Vec<Turn>,
}

/// How it is started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Execute,
    Events,
    Stream,
    Run,
    /// `run` while nobody listens.
    Quiet,
}

/// A turn of a model that has calls.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) calls: Vec<Call>,
    /// Whether it ends at the token limit.
    pub(super) is_cut: bool,
    /// Whether the answer never comes.
    pub(super) hangs: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) id: String,
    pub(super) tool: &'static Tool,
    pub(super) arguments: Arguments,
    /// How long each attempt takes, and what it comes to.
    pub(super) attempts: Vec<(u64, &'static str)>,
    pub(super) says: usize,
    pub(super) decisions: Vec<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arguments {
    Good,
    /// An object without what is wanted.
    Wrong,
    /// No JSON at all.
    Broken,
}

/// What is declared of a tool in `loop.conc`.
#[derive(Debug)]
pub(super) struct Tool {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) limit_ms: Option<u64>,
    pub(super) tries: usize,
    pub(super) is_sequential: bool,
    pub(super) is_guarded: bool,
    pub(super) is_fatal: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Local,
    Signal,
    Question,
    Unknown,
}

const PLAIN: Tool = Tool {
    name: "Work::plain",
    kind: Kind::Local,
    limit_ms: None,
    tries: 1,
    is_sequential: false,
    is_guarded: false,
    is_fatal: false,
};

/// Those that are called often come first.
const TOOLS: &[Tool] = &[
    PLAIN,
    Tool { name: "Work::limited", limit_ms: Some(250), ..PLAIN },
    Tool { name: "Work::retried", tries: 3, ..PLAIN },
    Tool { name: "Work::hurried", limit_ms: Some(150), tries: 2, ..PLAIN },
    Tool { name: "Work::once", ..PLAIN },
    Tool { name: "Work::guarded", limit_ms: Some(250), is_guarded: true, ..PLAIN },
    Tool { name: "Work::sometimes", is_guarded: true, ..PLAIN },
    Tool { name: "Line::step", is_sequential: true, ..PLAIN },
    Tool { name: "Line::gate", is_sequential: true, is_guarded: true, ..PLAIN },
];

const RARE: &[Tool] = &[
    Tool { name: "Work::fatal", is_fatal: true, ..PLAIN },
    Tool { name: "Work::gone", kind: Kind::Unknown, ..PLAIN },
    Tool { name: "__proto__", kind: Kind::Unknown, ..PLAIN },
];

const DESK: &[Tool] = &[
    Tool { name: "Desk::signal", kind: Kind::Signal, ..PLAIN },
    Tool { name: "Desk::ask", kind: Kind::Question, ..PLAIN },
];

/// The agents of a seed: one, two or three.
pub(super) fn agents(seed: u64) -> Vec<Agent> {
    let mut dice = Dice::new(seed);
    let mut names = [("a", None), ("b", Some(2)), ("c", Some(1))];
    dice.shuffle(&mut names);
    let count = *dice.pick(&[1, 1, 1, 2, 2, 3]).unwrap();
    names[..count].iter().map(|(name, concurrency)| agent(&mut dice, name, *concurrency)).collect()
}

fn agent(dice: &mut Dice, name: &'static str, concurrency: Option<usize>) -> Agent {
    let mode = *dice.pick(&[Mode::Execute, Mode::Events, Mode::Stream, Mode::Run, Mode::Quiet]).unwrap();
    let is_run = matches!(mode, Mode::Run | Mode::Quiet);
    let mut turns: Vec<Turn> = (0..dice.between(1, 3)).map(|at| turn(dice, name, at, is_run)).collect();
    let last = turns.len() - 1;
    turns[last].is_cut = dice.chance(6);
    turns[last].hangs = dice.chance(6);
    let is_limited = turns[last].hangs || dice.chance(30);
    Agent {
        name,
        concurrency,
        mode,
        turns_max: if dice.chance(15) { dice.between(1, 3) } else { 10 },
        limit_ms: is_limited.then(|| 25 + 50 * dice.below(24) as u64),
        // The time-out of an execution does not hold for what comes after a pause.
        outside: is_run || dice.chance(50),
        leaves: (mode == Mode::Stream && dice.chance(40)).then(|| dice.between(1, 12)),
        turns,
    }
}

fn turn(dice: &mut Dice, agent: &str, at: usize, is_run: bool) -> Turn {
    let calls = (0..dice.between(1, 6)).map(|n| call(dice, format!("{agent}{at}{n}"), is_run)).collect();
    Turn { calls, is_cut: false, hangs: false }
}

fn call(dice: &mut Dice, id: String, is_run: bool) -> Call {
    let tools = match dice.below(100) {
        0..7 => RARE,
        // Those that wait for a decision and for each other.
        12..30 if is_run => &TOOLS[TOOLS.len() - 2..],
        7..12 if is_run => DESK,
        _ => TOOLS,
    };
    let tool = dice.pick(tools).unwrap();
    let arguments =
        *dice.pick(&[[Arguments::Good; 18].as_slice(), &[Arguments::Wrong, Arguments::Broken]].concat()).unwrap();
    let mut attempts = Vec::new();
    for _ in 0..dice.between(1, 3) {
        attempts.push((100 * dice.below(5) as u64, dice.word(&["ok", "ok", "err", "panic"])));
    }
    let mut decisions: Vec<&'static str> = Vec::new();
    if arguments == Arguments::Good && tool.is_guarded {
        for _ in 0..dice.between(1, 3) {
            decisions.push(dice.word(&["allow", "deny", "suspend", "suspend"]));
        }
        if tool.name == "Work::sometimes" && dice.chance(40) {
            decisions[0] = "free";
        }
    }
    Call { id, tool, arguments, attempts, says: *dice.pick(&[0, 0, 1, 3]).unwrap(), decisions }
}

impl Agent {
    /// What the program is told.
    pub(super) fn argument(&self) -> Value {
        json!({
            "agent": self.name,
            "mode": format!("{:?}", self.mode).to_lowercase(),
            "turns_max": self.turns_max,
            "limit_ms": self.limit_ms,
            "outside": self.outside,
            "leaves": self.leaves,
        })
    }

    /// What its model plays.
    pub(super) fn script(&self) -> Value {
        let mut turns: Vec<Value> = self.turns.iter().map(Turn::script).collect();
        turns.push(json!({ "text": "done" }));
        json!({ "turns": turns })
    }

    /// Whether its events are printed.
    pub(super) fn listens(&self) -> bool {
        matches!(self.mode, Mode::Events | Mode::Stream | Mode::Run)
    }

    /// Whether it may end in something to wait for.
    pub(super) fn may_wait(&self) -> bool {
        matches!(self.mode, Mode::Run | Mode::Quiet)
    }

    pub(super) fn calls(&self) -> impl Iterator<Item = &Call> {
        self.turns.iter().flat_map(|it| &it.calls)
    }
}

impl Turn {
    fn script(&self) -> Value {
        let calls: Vec<Value> = self.calls.iter().map(Call::script).collect();
        let mut turn = json!({ "tool_calls": calls });
        if self.is_cut {
            turn["finish"] = "length".into();
        }
        if self.hangs {
            turn["delay_ms"] = 3_600_000.into();
        }
        turn
    }
}

impl Call {
    fn script(&self) -> Value {
        let (wait, ends): (Vec<u64>, Vec<&str>) = self.attempts.iter().copied().unzip();
        let good = match self.tool.kind {
            Kind::Signal | Kind::Question => json!({ "id": self.id }),
            _ => {
                json!({ "plan": { "id": self.id, "wait": wait, "ends": ends, "says": self.says, "decisions": self.decisions } })
            }
        };
        let arguments = match self.arguments {
            Arguments::Good => good,
            Arguments::Wrong => json!({ "plan": 1 }),
            Arguments::Broken => "{\"plan\": ".into(),
        };
        json!({ "tool": self.tool.name, "id": self.id, "arguments": arguments })
    }
}
