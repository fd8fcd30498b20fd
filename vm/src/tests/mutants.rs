//! Random programs, and mutants of them: the verifier refuses one, or the machine runs it without misbehaving.
//!
//! What is checked of a run besides: it ends the same way whether it is run at once, in small pieces, or written down and
//! read again wherever it stops; and when the machine is gone no object is left.

#![allow(clippy::print_stderr, reason = "which program it was")]

mod choose;
mod dice;
mod grow;
mod make;
mod mutate;
mod world;

use std::collections::{BTreeMap, BTreeSet};

use concerto_ir::program::Program;
use concerto_ir::verify::{Verified, verify};

use self::dice::Dice;
use crate::testing::empty;
use crate::{Fault, FaultKind, Halt, Limits, Machine, Reply, Request, Value};

const LIMITS: Limits = Limits { bytes_max: 4 << 20, depth_max: 60 };

/// How a program is run.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Mode {
    AtOnce,
    InPieces,
    WrittenDown,
}

/// How a run ended: what it gave or what its fault says; nothing if it did not end or if memory was short, which is not
/// the same in all modes.
fn run(verified: &Verified, mode: Mode) -> Result<Option<String>, FaultKind> {
    let entry = verified.program().entry.unwrap_or_default();
    let mut machine = Machine::new(verified.clone(), LIMITS)?;
    machine.start(entry);
    let (fuel, rounds) = match mode {
        Mode::AtOnce => (2_000, 20),
        Mode::InPieces => (7, 300),
        Mode::WrittenDown => (100, 20),
    };
    let mut ended = None;
    for _ in 0..rounds {
        match machine.run(fuel) {
            Halt::Done(word) => ended = Some(format!("gave {}", word as i64)),
            Halt::Fault(Fault { kind: FaultKind::OutOfMemory(_), .. }) => break,
            Halt::Fault(fault) => ended = Some(format!("{} {:?}", fault.kind, fault.trace)),
            Halt::Effect(request) => {
                if mode == Mode::WrittenDown {
                    machine = written_down(verified, machine);
                }
                _ = machine.resume(request.id, reply(&request));
            }
            Halt::Wait => break,
            Halt::Fuel => {}
        }
        if ended.is_some() {
            break;
        }
        if mode == Mode::WrittenDown {
            machine = written_down(verified, machine);
        }
    }
    empty(machine);
    Ok(ended)
}

/// The machine, written down and read again. One that has ended is not written down.
fn written_down(verified: &Verified, machine: Machine) -> Machine {
    let Ok(bytes) = machine.snapshot() else { return machine };
    // Memory is counted in pieces, and what is read may need one more.
    let limits = Limits { bytes_max: 2 * LIMITS.bytes_max, ..LIMITS };
    let again = Machine::restore(verified.clone(), limits, &bytes);
    empty(machine);
    again.unwrap_or_else(|problem| panic!("what was written cannot be read: {problem}"))
}

/// The same reply to the same request. It does not always fit.
fn reply(request: &Request) -> Reply {
    let number = request.id as i64;
    Reply::Value(match (request.name.as_str(), number % 9) {
        (_, 8) => return Reply::Fault("the world says no".to_owned()),
        (_, 7) => Value::Float(0.5),
        ("world.ask", _) => Value::Int(number),
        ("world.half", _) => Value::Float(number as f64 / 2.0),
        ("world.read", _) => Value::String(format!("line {number}")),
        _ => UNIT,
    })
}

const UNIT: Value = Value::Null;

/// What became of programs.
#[derive(Default, Debug)]
struct Tally {
    refused: usize,
    /// Why the machine did not take some.
    unknown: BTreeSet<String>,
    ended: BTreeMap<&'static str, usize>,
}

fn survive(program: Program, tally: &mut Tally) {
    let Ok(verified) = verify(program) else {
        tally.refused += 1;
        return;
    };
    let once = match run(&verified, Mode::AtOnce) {
        Ok(once) => once,
        Err(kind) => {
            tally.unknown.insert(kind.to_string());
            return;
        }
    };
    for mode in [Mode::InPieces, Mode::WrittenDown] {
        let other = run(&verified, mode).unwrap_or_default();
        if let (Some(once), Some(other)) = (&once, &other) {
            assert_eq!(once, other, "{mode:?}:\n{}", concerto_ir::listing::listing(verified.program()));
        }
    }
    let how = once.map_or("no end", |it| if it.starts_with("gave") { "gave something" } else { "faulted" });
    *tally.ended.entry(how).or_default() += 1;
}

/// Says which program it was, if something goes wrong.
struct Number(u64);

impl Drop for Number {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("this was program {}", self.0);
        }
    }
}

/// How many programs: `MUTANTS=100000` for a long run, `MUTANTS_FROM` to begin elsewhere.
fn numbers(usual: u64) -> std::ops::Range<u64> {
    let given = |name: &str| std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
    let from = given("MUTANTS_FROM").unwrap_or(0);
    let count = given("MUTANTS").unwrap_or(if cfg!(miri) { 4 } else { usual });
    from..from + count
}

fn each(usual: u64, mut check: impl FnMut(&Program, &mut Dice, &mut Tally)) -> Tally {
    let world = world::world();
    let mut tally = Tally::default();
    for number in numbers(usual) {
        let number = Number(number);
        check(&world, &mut Dice::new(&number.0.to_le_bytes()), &mut tally);
    }
    if std::env::var_os("MUTANTS").is_some() {
        eprintln!("{tally:?}");
    }
    tally
}

#[test]
fn there_is_a_function_of_the_machine_for_every_row() {
    assert!(world::rows().len() > 100, "the rows of the table are read as they are written");
    assert!(verify(world::world()).is_ok(), "{:?}", verify(world::world()).err());
}

#[test]
fn random_programs_are_run() {
    let tally = each(300, |world, dice, tally| {
        let program = grow::grow(world, dice);
        if std::env::var_os("MUTANTS_SHOW").is_some() {
            eprintln!("{}", concerto_ir::listing::listing(&program));
        }
        if let Err(refusal) = verify(program.clone()) {
            panic!("{refusal}\n{}", concerto_ir::listing::listing(&program));
        }
        survive(program, tally);
    });
    assert!(tally.unknown.is_empty(), "the machine knows what they use: {tally:?}");
}

#[test]
fn mutants_are_refused_or_run() {
    let tally = each(1_500, |world, dice, tally| {
        let mut program = grow::grow(world, dice);
        for _ in 0..1 + dice.below(4) {
            mutate::mutate(&mut program, dice);
        }
        if std::env::var_os("MUTANTS_SHOW").is_some() {
            eprintln!("{}", concerto_ir::listing::listing(&program));
        }
        survive(program, tally);
    });
    let run: usize = tally.ended.values().sum();
    assert!(cfg!(miri) || run * 10 > tally.refused, "a good part of them is run: {tally:?}");
}
