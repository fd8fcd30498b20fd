//! For tests: programs written as lines, and a small world that answers their effects.
//!
//! ```text
//! native ask(string) -> int
//! global Counter
//! layout Pair(int, ref)
//! fn main() -> int with int, ref
//!         load.int r0, 3
//!     again:
//!         loop @again
//! ```
//!
//! Types stand where they are used; the places of instructions are lines of the source. Closures without parameters have
//! the signatures 0, 1 and 2: they give an int, a float, a reference.

use std::collections::BTreeMap;

use concerto_ir::verify::{Verified, verify};
use serde_json::{Value as Json, json};

use crate::{Fault, Halt, Limits, Machine, Reply, Request, Value};

const TYPES: [&str; 5] = ["unit", "int", "float", "string", "opaque"];

/// Reads a program.
pub(crate) fn program(source: &str) -> Verified {
    let signatures = ["int", "float", "ref"].map(|it| json!({ "params": [], "result": it }));
    let mut root = json!({
        "concerto_ir": "1.0", "files": ["main.conc"], "natives": [], "layouts": [], "types": TYPES,
        "signatures": signatures,
        "globals": [], "functions": [],
    });
    let mut labels = BTreeMap::new();
    for (line, text) in source.lines().enumerate().map(|(at, it)| (at + 1, it.trim())) {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match word {
            "" | "//" => {}
            "native" => push(&mut root["natives"], native(rest)),
            "layout" => push(&mut root["layouts"], layout(rest)),
            "global" => push(&mut root["globals"], json!(rest)),
            "fn" => push(&mut root["functions"], function(rest)),
            _ => {
                let functions = root["functions"].as_array_mut().expect("a list");
                let number = functions.len();
                let function = functions.last_mut().expect("a function comes first");
                let at = function["code"].as_array().expect("a list").len();
                if let Some(label) = text.strip_suffix(':') {
                    labels.insert((number, label.to_owned()), at);
                } else {
                    push(&mut function["places"], json!([at, 0, line, 1]));
                    push(&mut function["code"], json!(text));
                }
            }
        }
    }
    for (number, function) in root["functions"].as_array_mut().expect("a list").iter_mut().enumerate() {
        for inst in function["code"].as_array_mut().expect("a list") {
            let mut text = inst.as_str().expect("a text").to_owned();
            for ((_, label), at) in labels.iter().filter(|((it, _), _)| *it == number + 1) {
                text = text.replace(&format!("@{label}"), &format!("@{at}"));
            }
            *inst = json!(text);
        }
    }
    let program = concerto_ir::json::from_json(&root).expect("a program");
    verify(program).unwrap_or_else(|it| panic!("{it}"))
}

fn push(list: &mut Json, item: Json) {
    list.as_array_mut().expect("a list").push(item);
}

/// `name(a, b)rest`, as its parts.
fn called(text: &str) -> (&str, Vec<&str>, &str) {
    let (name, rest) = text.split_once('(').expect("a parenthesis");
    let (inside, rest) = rest.split_once(')').expect("a parenthesis");
    (name, words(inside), rest)
}

fn words(text: &str) -> Vec<&str> {
    text.split(',').map(str::trim).filter(|it| !it.is_empty()).collect()
}

fn native(text: &str) -> Json {
    let ty = |name: &str| TYPES.iter().position(|it| *it == name).expect("a type");
    let (name, params, rest) = called(text);
    let params: Vec<usize> = params.into_iter().map(ty).collect();
    json!({ "name": name, "params": params, "result": ty(rest.trim().trim_start_matches("-> ")), "changes": false })
}

fn layout(text: &str) -> Json {
    let (name, slots, tag) = called(text);
    json!({ "name": name, "slots": slots, "tag": tag.trim().parse::<u16>().unwrap_or(0) })
}

/// `name(int, ref) -> int captures 1 updates with ref`
fn function(text: &str) -> Json {
    let (name, params, rest) = called(text);
    let (rest, others) = rest.split_once(" with ").unwrap_or((rest, ""));
    let mut rest = rest.split_whitespace().skip(1);
    let result = rest.next().expect("a result");
    let rest: Vec<&str> = rest.collect();
    let captures = rest.iter().position(|it| *it == "captures").map_or(0, |at| rest[at + 1].parse().expect("a number"));
    let mut registers = params.clone();
    for other in words(others) {
        let (kind, count) = other.split_once('*').unwrap_or((other, "1"));
        registers.extend(vec![kind; count.parse().expect("a number")]);
    }
    json!({
        "name": name, "params": params, "captures": captures as u16, "result": result,
        "updates": rest.contains(&"updates"), "registers": registers, "code": [], "places": [],
    })
}

/// A machine and its world. The world prints, sleeps in a time of its own, and answers what is asked.
pub(crate) struct World {
    verified: Verified,
    limits: Limits,
    /// Nothing only while it is written down and read again.
    machine: Option<Machine>,
    pub(crate) suspends: bool,
    stops: usize,
    /// How much fuel each run gets.
    pub(crate) fuel: u64,
    pub(crate) now: i64,
    /// Who sleeps until when.
    asleep: Vec<(i64, u64)>,
    /// What was printed and asked.
    pub(crate) log: Vec<String>,
}

impl World {
    pub(crate) fn new(source: &str) -> Self {
        Self::with_limits(source, Limits::default())
    }

    pub(crate) fn with_limits(source: &str, limits: Limits) -> Self {
        let verified = program(source);
        let mut machine = Machine::new(verified.clone(), limits).expect("a machine");
        machine.start(0);
        let machine = Some(machine);
        Self {
            verified,
            limits,
            machine,
            suspends: false,
            stops: 0,
            fuel: u64::MAX,
            now: 0,
            asleep: Vec::new(),
            log: Vec::new(),
        }
    }

    pub(crate) fn machine(&mut self) -> &mut Machine {
        self.machine.as_mut().expect("a machine")
    }

    /// Runs until the program ends.
    pub(crate) fn run(&mut self) -> Halt {
        loop {
            let fuel = self.fuel;
            match self.machine().run(fuel) {
                Halt::Effect(request) => {
                    self.suspend();
                    self.answer(&request);
                }
                Halt::Wait => {
                    self.suspend();
                    self.pass_time();
                }
                Halt::Fuel => self.suspend(),
                halt => return halt,
            }
        }
    }

    /// Writes the machine down, forgets it and reads it again.
    fn suspend(&mut self) {
        self.stops += 1;
        // Where everything is interpreted this takes long.
        if !self.suspends || (cfg!(miri) && !self.stops.is_multiple_of(5)) {
            return;
        }
        let mut before = self.machine.take().expect("a machine");
        let cancelled = before.cancelled();
        let (bytes, pending) = (before.snapshot().expect("bytes"), before.pending());
        empty(before);
        let mut after = Machine::restore(self.verified.clone(), self.limits, &bytes).expect("a machine");
        assert_eq!(after.pending(), pending);
        assert!(cfg!(miri) || after.snapshot() == Ok(bytes), "what was read is written the same");
        after.cancelled = cancelled;
        self.machine = Some(after);
    }

    pub(crate) fn answer(&mut self, request: &Request) {
        let id = request.id;
        let reply = match (request.name.as_str(), &request.args[..]) {
            ("print", [value]) => {
                self.log.push(show(value));
                Reply::Value(Value::Null)
            }
            ("sleep", [Value::Int(time)]) => {
                self.asleep.push((self.now + time, id));
                return;
            }
            ("length", [Value::String(text)]) => Reply::Value(Value::Int(text.len() as i64)),
            ("name", []) => Reply::Value(Value::String("Ada".to_owned())),
            ("half", [Value::Float(it)]) => Reply::Value(Value::Float(it / 2.0)),
            ("wrong", _) => Reply::Value(Value::String("no number".to_owned())),
            ("fail", _) => Reply::Fault("the world said no".to_owned()),
            other => panic!("asked for {other:?}"),
        };
        self.machine().resume(id, reply).expect("somebody waits");
    }

    /// The first of those who sleep wakes up.
    pub(crate) fn pass_time(&mut self) {
        let gone = self.machine().cancelled();
        self.asleep.retain(|it| !gone.contains(&it.1));
        self.asleep.sort_unstable();
        let (time, id) = self.asleep.remove(0);
        self.now = time;
        self.machine().resume(id, Reply::Value(Value::Null)).expect("somebody waits");
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if let Some(machine) = self.machine.take()
            && !std::thread::panicking()
        {
            empty(machine);
        }
    }
}

/// Checks that a machine that is not used any more leaves nothing.
#[track_caller]
pub(crate) fn empty(mut machine: Machine) {
    machine.clear();
    assert_eq!(machine.heap.live - machine.heap.letters_made(), 0, "objects are left");
    assert_eq!(machine.heap.bytes() % (64 << 10), 0, "only pieces of the heap are left");
}

fn show(value: &Value) -> String {
    match value {
        Value::Int(it) => it.to_string(),
        Value::String(it) => it.clone(),
        other => format!("{other:?}"),
    }
}

/// Runs a program in every way that must not matter, and checks that nothing is left: how it ended, what it printed.
#[track_caller]
pub(crate) fn run(source: &str) -> (Halt, Vec<String>) {
    let mut results = Vec::new();
    let ways = [(u64::MAX, false), (u64::MAX, true), (1, false), (3, true)];
    for (fuel, suspends) in ways.into_iter().take(if cfg!(miri) { 2 } else { 4 }) {
        let mut world = World::new(source);
        world.suspends = suspends;
        world.fuel = fuel;
        let halt = world.run();
        assert_eq!(world.left(), 0, "objects are left, fuel {fuel}, suspends {suspends}");
        results.push((halt, std::mem::take(&mut world.log)));
    }
    let first = results.remove(0);
    for other in results {
        assert_eq!(other, first);
    }
    first
}

impl World {
    /// How many blocks of memory are in use besides the texts of the program, once resources are empty.
    pub(crate) fn left(&mut self) -> usize {
        let machine = self.machine();
        for at in 0..machine.globals.len() {
            let word = std::mem::take(&mut machine.globals[at].value);
            // SAFETY: [counted] the resource held a reference.
            unsafe { machine.release(word) };
        }
        // The heap itself keeps texts of one letter.
        let texts = machine.linked.verified.program().texts.iter().filter(|it| it.len() != 1);
        machine.heap.live - machine.heap.letters_made() - texts.count()
    }
}

/// What a program that ends well gave, and what it printed.
#[track_caller]
pub(crate) fn done(source: &str) -> (i64, Vec<String>) {
    match run(source) {
        (Halt::Done(word), log) => (word as i64, log),
        (other, log) => panic!("{other:?} after {log:?}"),
    }
}

/// The fault of a program: what it says, and `function:line` of the calls.
#[track_caller]
pub(crate) fn fault(source: &str) -> (String, Vec<String>) {
    match run(source) {
        (Halt::Fault(Fault { kind, trace }), _) => {
            let place = |(name, place): (String, Option<concerto_ir::program::Place>)| {
                format!("{name}:{}", place.map_or(0, |it| it.line))
            };
            (kind.to_string(), trace.into_iter().map(place).collect())
        }
        (other, log) => panic!("{other:?} after {log:?}"),
    }
}
