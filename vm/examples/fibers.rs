//! What fibers and states cost: `cargo run --release -p concerto-vm --example fibers`.

use std::io::Write;
use std::time::{Duration, Instant};

use concerto_ir::verify::{Verified, verify};
use concerto_vm::{Halt, Limits, Machine, Reply, Value};
use serde_json::json;

type Failure = Box<dyn std::error::Error>;

/// A function that does something so often, `main`, and one that sleeps, `nap`, or ends at once, `end`.
fn program(main: &str) -> Result<Verified, Failure> {
    let function = |name: &str, params: &[&str], registers: &[&str], code: &[String]| {
        json!({
            "name": name, "params": params, "captures": params.len(), "result": "int", "updates": false,
            "registers": registers, "code": code, "places": [],
        })
    };
    let lines = |text: &str| text.lines().map(|it| it.trim().to_owned()).collect::<Vec<_>>();
    let nap = "perform.int r1, \"sleep\", [r0]\nadd.int r2, r0, r0\nreturn.int r2";
    let root = json!({
        "concerto_ir": "1.0", "entry": 0, "files": [], "types": ["unit", "int"],
        "natives": [{ "name": "sleep", "params": [1], "result": 0, "changes": false }],
        "signatures": [{ "params": [], "result": "int" }], "layouts": [], "globals": [],
        "functions": [
            function("main", &[], &["int", "int", "ref", "int"], &lines(main)),
            function("nap", &["int"], &["int", "int", "int", "ref"], &lines(nap)),
            function("end", &["int"], &["int"], &lines("return.int r0")),
        ],
    });
    Ok(verify(concerto_ir::json::from_json(&root)?).map_err(|it| it.to_string())?)
}

fn starts(fibers: u32) -> Result<Verified, Failure> {
    program(&format!(
        "load.int r0, 0
        load.int r1, {fibers}
        new_closure r2, \"nap\", [r0]
        spawn r2, r2, signature 0
        drop r2
        count r0, r1, @2
        perform.int r3, \"sleep\", [r0]
        return.int r0"
    ))
}

/// How long something takes that is done a million times.
fn million(out: &mut impl Write, what: &str, each: &str) -> Result<(), Failure> {
    let verified = program(&format!("load.int r0, 0\nload.int r1, 1000000\n{each}\ncount r0, r1, @2\nreturn.int r0"))?;
    let mut machine = Machine::new(verified, Limits::default()).map_err(|it| it.to_string())?;
    machine.start(0);
    let started = Instant::now();
    while let Halt::Effect(request) = machine.run(u64::MAX) {
        machine.resume(request.id, Reply::Value(Value::Null))?;
    }
    writeln!(out, "{what}: {} ns", started.elapsed().as_nanos() / 1_000_000)?;
    Ok(())
}

/// How much memory this process uses, in bytes.
fn resident() -> Result<u64, Failure> {
    let text = std::fs::read_to_string("/proc/self/statm")?;
    Ok(text.split_whitespace().nth(1).ok_or("no size")?.parse::<u64>()? * 4096)
}

fn sleepers(out: &mut impl Write, fibers: u32) -> Result<(), Failure> {
    let verified = starts(fibers)?;
    let before = resident()?;
    let started = Instant::now();
    let mut machine = Machine::new(verified.clone(), Limits::default()).map_err(|it| it.to_string())?;
    machine.start(0);
    let mut asked = Vec::new();
    while let Halt::Effect(request) = machine.run(u64::MAX) {
        asked.push(request.id);
    }
    let asleep = resident()? - before;
    writeln!(out, "{fibers} fibers asleep after {:?}", started.elapsed())?;
    writeln!(out, "  {} bytes each by the machine's count", machine.bytes() / fibers as usize)?;
    writeln!(out, "  {} bytes each of resident memory", asleep / u64::from(fibers))?;
    let started = Instant::now();
    let bytes = machine.snapshot()?;
    writeln!(out, "  written in {:?}, {} bytes", started.elapsed(), bytes.len())?;
    let started = Instant::now();
    let mut machine = Machine::restore(verified, Limits::default(), &bytes)?;
    writeln!(out, "  read in {:?}", started.elapsed())?;
    let started = Instant::now();
    // The first one that asked is the program itself: it is answered last.
    for id in asked.into_iter().rev() {
        machine.resume(id, Reply::Value(Value::Null))?;
    }
    let halt = machine.run(u64::MAX);
    writeln!(out, "  all woken and done in {:?}: {halt:?}", started.elapsed())?;
    Ok(())
}

fn small(out: &mut impl Write) -> Result<(), Failure> {
    let verified = starts(1)?;
    let mut machine = Machine::new(verified.clone(), Limits::default()).map_err(|it| it.to_string())?;
    machine.start(0);
    while machine.run(u64::MAX) != Halt::Wait {}
    let mut best = Duration::MAX;
    let mut bytes = Vec::new();
    for _ in 0..1_000 {
        let verified = verified.clone();
        let started = Instant::now();
        bytes = machine.snapshot()?;
        machine = Machine::restore(verified, Limits::default(), &bytes)?;
        best = best.min(started.elapsed());
    }
    let started = Instant::now();
    for _ in 0..1_000 {
        bytes = machine.snapshot()?;
        machine = Machine::restore(verified.clone(), Limits::default(), &bytes)?;
    }
    let mean = started.elapsed() / 1_000;
    writeln!(out, "a program of two fibers: {} bytes, written and read in {mean:?} (best {best:?})", bytes.len())?;
    Ok(())
}

fn main() -> Result<(), Failure> {
    let mut out = std::io::stdout();
    small(&mut out)?;
    million(&mut out, "an effect and its reply", "perform.int r3, \"sleep\", [r0]")?;
    let task = "new_closure r2, \"end\", [r0]\nspawn r2, r2, signature 0\nwait r3, r2\ndrop r2";
    million(&mut out, "a task that is started, waited for and freed", task)?;
    for fibers in [1_000, 10_000, 100_000] {
        sleepers(&mut out, fibers)?;
    }
    Ok(())
}
