//! Programs that are made at random, run on the machine and on a simple interpreter of the typed tree: both must do the same.
//!
//! Each program is built with all optimisations, with none and with some, and run from source, from its IR as text, and
//! suspended at every effect. `CONCERTO_PROGRAMS=N` runs so many, `CONCERTO_FROM=N` begins at another number, and
//! `CONCERTO_PROGRAM=N` runs and prints one.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a long run by hand says how far it is")]

mod grow;
mod interpreter;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use concerto_compiler::check::{Checked, check};
use concerto_compiler::compile::{Goal, compile_with};
use concerto_compiler::diagnostic::render::{Style, report};
use concerto_compiler::passes::Passes;
use concerto_ir::Program;

use crate::run::{Ran, Way, run};
use crate::support::{Disk, Files, LIBRARY, checked, files_below, is_entry, root};
use interpreter::{End, Told};

/// How many programs are run: fewer where nothing is optimised.
const PROGRAMS: u64 = if cfg!(debug_assertions) { 150 } else { 2_000 };

/// How many failures are shown.
const SHOWN: usize = 3;

/// The native stack of a thread that runs programs: the interpreter calls itself for everything.
const STACK_BYTES: usize = 512 << 20;

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is not a number: {text}")))
}

fn numbers() -> Range<u64> {
    match number("CONCERTO_PROGRAM") {
        Some(one) => one..one + 1,
        None => {
            let from = number("CONCERTO_FROM").unwrap_or(0);
            from..from + number("CONCERTO_PROGRAMS").unwrap_or(PROGRAMS)
        }
    }
}

/// How programs ended.
#[derive(Default, Debug)]
struct Tally {
    exits: AtomicU64,
    faults: AtomicU64,
    given_up: AtomicU64,
    lines: AtomicU64,
}

/// The optimisations by the bits of a number.
fn some_passes(bits: u64) -> Passes {
    let mut passes = Passes { check_registers: true, ..Passes::ALL };
    for (at, (_, pass)) in passes.switches().into_iter().enumerate() {
        *pass = bits >> at & 1 == 1;
    }
    passes
}

/// A number whose bits look like chance.
fn scrambled(seed: u64) -> u64 {
    seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
}

/// What is wrong with what a program did on the machine.
fn difference(told: &Told, ran: &Ran) -> Option<String> {
    let end = match &told.end {
        End::Exit(code) => (ran.exit == Some(*code)).then_some(()),
        End::Fault(message) => (ran.exit == Some(1) && ran.stderr.contains(message)).then_some(()),
        End::GaveUp => return None,
        End::Unknown(what) => return Some(format!("the interpreter does not know {what}")),
    };
    if ran.stdout != told.output {
        let (wanted, found): (Vec<_>, Vec<_>) = (told.output.lines().collect(), ran.stdout.lines().collect());
        let at = wanted.iter().zip(&found).take_while(|(a, b)| a == b).count();
        return Some(format!(
            "line {} of the output is {:?}, and should be {:?} ({:?})\n{}",
            at + 1,
            found.get(at),
            wanted.get(at),
            told.end,
            ran.stderr
        ));
    }
    end.is_none().then(|| format!("it ended with {:?} and {:?}, and should with {:?}", ran.exit, ran.stderr, told.end))
}

fn built(checked: &mut Checked, passes: Passes) -> Result<Program, String> {
    compile_with(checked, Goal::Run, passes).map_err(|it| report(&it, &checked.program.sources, Style::PLAIN))
}

/// What is wrong with a program.
fn wrong(seed: u64, text: &str, tally: &Tally) -> Option<String> {
    let mut program = checked(&Files::of(text));
    if program.has_errors() {
        return Some(report(&program.diagnostics, &program.program.sources, Style::PLAIN));
    }
    let told = interpreter::run(&mut program);
    let counter = match told.end {
        End::Exit(_) => &tally.exits,
        End::Fault(_) => &tally.faults,
        End::GaveUp | End::Unknown(_) => &tally.given_up,
    };
    counter.fetch_add(1, Ordering::Relaxed);
    tally.lines.fetch_add(told.output.lines().count() as u64, Ordering::Relaxed);
    let bits = scrambled(seed);
    let all = [Way::Source, Way::Ir, Way::Suspended];
    for (bits, ways) in [(u64::MAX, &all[..]), (0, &all[..1]), (bits, &all[..1])] {
        let ir = match built(&mut program, some_passes(bits)) {
            Ok(ir) => ir,
            Err(problem) => return Some(format!("passes {bits:b}: {problem}")),
        };
        for way in ways {
            let problem = match run(&ir, *way, &[]) {
                Ok(ran) => difference(&told, &ran),
                Err(problem) => Some(problem),
            };
            if let Some(problem) = problem {
                return Some(format!("passes {bits:b}, {way:?}: {problem}"));
            }
        }
    }
    None
}

/// What is wrong with a program that was written by hand. Those that the interpreter does not know are left out.
fn wrong_by_hand(path: &Path) -> Option<Result<(), String>> {
    let mut program = check(path, &Disk, LIBRARY, None);
    let is_right = |it: &Result<Program, String>| it.as_ref().is_ok_and(|it| it.entry.is_some());
    if program.has_errors() || !is_right(&built(&mut program, Passes::ALL)) {
        return None;
    }
    let told = interpreter::run(&mut program);
    if matches!(told.end, End::Unknown(_) | End::GaveUp) {
        if number("CONCERTO_PROGRAM").is_some() {
            println!("{}: {:?}", path.display(), told.end);
        }
        return None;
    }
    for bits in [u64::MAX, 0] {
        let ran = built(&mut program, some_passes(bits)).and_then(|it| run(&it, Way::Source, &[]));
        let problem = ran.map_or_else(Some, |it| difference(&told, &it));
        if let Some(problem) = problem {
            return Some(Err(format!("{}, passes {bits:b}: {problem}", path.display())));
        }
    }
    Some(Ok(()))
}

fn numbered(text: &str) -> String {
    text.lines().enumerate().map(|(index, line)| format!("{:4} {line}\n", index + 1)).collect()
}

/// A program that fails, with what is wrong with it.
fn failure(seed: u64, tally: &Tally) -> Option<String> {
    let text = grow::program(seed);
    if number("CONCERTO_PROGRAM").is_some() {
        println!("{text}");
    }
    let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| wrong(seed, &text, tally)));
    let problem = tried.unwrap_or_else(|_| Some("it panicked".to_owned()))?;
    Some(format!("CONCERTO_PROGRAM={seed}\n{}\n{problem}", numbered(&text)))
}

/// Does something on a thread for each core, with room for the interpreter.
fn on_all_cores(work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, &work).unwrap();
        }
    });
}

#[test]
fn the_machine_does_what_the_typed_tree_says() {
    let numbers = numbers();
    let count = numbers.end - numbers.start;
    let tally = Tally::default();
    let next = AtomicU64::new(numbers.start);
    let failures = Mutex::new(Vec::new());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= numbers.end {
                break;
            }
            if let Some(failure) = failure(seed, &tally) {
                eprintln!("program {seed} fails");
                failures.lock().unwrap().push(failure);
            }
        }
    };
    on_all_cores(work);
    println!("{count} programs: {tally:?}");
    let failures = failures.into_inner().unwrap();
    let first: Vec<&str> = failures.iter().take(SHOWN).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} of {count} failed; the first:\n\n{}", failures.len(), first.join("\n\n"));
    let given_up = tally.given_up.into_inner();
    assert!(given_up * 20 <= count, "{given_up} of {count} take too long to say anything");
}

#[test]
fn programs_written_by_hand_do_what_the_typed_tree_says() {
    let mut programs: Vec<PathBuf> = files_below(&root().join("tests/programs"), ".conc");
    programs.extend(files_below(&root().join("../shared/conformance"), ".conc"));
    programs.retain(|it| is_entry(it));
    let next = AtomicUsize::new(0);
    let (right, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    on_all_cores(|| {
        while let Some(path) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let tried = std::panic::catch_unwind(|| wrong_by_hand(path));
            match tried.unwrap_or_else(|_| Some(Err(format!("{}: it panicked", path.display())))) {
                None => {}
                Some(Ok(())) => _ = right.fetch_add(1, Ordering::Relaxed),
                Some(Err(problem)) => failures.lock().unwrap().push(problem),
            }
        }
    });
    let (right, failures) = (right.into_inner(), failures.into_inner().unwrap());
    println!("{right} of {} programs", programs.len());
    assert!(failures.is_empty(), "{} failed:\n\n{}", failures.len(), failures.join("\n\n"));
    assert!(right > 200, "only {right} of {} are known to the interpreter", programs.len());
}

/// What is wrong with the code of a program that checks.
fn unbuilt(seed: u64) -> Option<String> {
    let text = crate::generated::program(seed);
    let mut program = checked(&Files::of(&text));
    let build = |bits: u64| -> Result<(), String> {
        let ir = built(&mut program, some_passes(bits))?;
        concerto_ir::verify::verify(ir).map(|_| ()).map_err(|it| it.to_string())
    };
    let mut problems = [u64::MAX, 0, scrambled(seed)].into_iter().map(build).filter_map(Result::err);
    // This generator does not know that types must not grow in each call.
    let problem = problems.find(|it| !it.starts_with("[E0307]"))?;
    Some(format!("CONCERTO_SEED={seed}\n{}\n{problem}", numbered(&text)))
}

#[test]
fn programs_that_check_build() {
    let failures: Vec<String> = crate::generated::for_each_seed(unbuilt).into_iter().flatten().collect();
    let first: Vec<&str> = failures.iter().take(SHOWN).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} failed; the first:\n\n{}", failures.len(), first.join("\n\n"));
}
