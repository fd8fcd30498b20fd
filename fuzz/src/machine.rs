//! What must hold for every program as the machine reads it: the verifier refuses it, or the machine runs it.
//!
//! Comes in: any bytes, as the choices of which a program is made and then changed. Goes out: nothing; a machine that
//! misbehaves is noticed by the address sanitizer, or panics. The same programs run in the tests of the machine, where it
//! is also checked that nothing is left behind.

use std::cell::RefCell;
use std::collections::BTreeSet;

use concerto_ir::op::Op;
use concerto_ir::program::Program;
use concerto_ir::verify::{Verified, verify};
use concerto_vm::{Halt, Limits, Machine, Reply, Value};

use crate::mutants;

const LIMITS: Limits = Limits { bytes_max: 4 << 20, depth_max: 60 };

/// The verifier refuses a program, or the machine runs it in small pieces, writes it down and reads it again.
pub fn check_verify(bytes: &[u8]) {
    let program = program(bytes);
    let listed = concerto_ir::listing::listing(&program);
    assert!(listed.ends_with('\n'));
    let Ok(verified) = verify(program) else { return };
    assert_written(&verified);
    match Machine::new(verified.clone(), LIMITS) {
        Ok(machine) => run(&verified, machine),
        Err(kind) => note_unknown(&kind.to_string()),
    }
}

thread_local! {
    /// Instructions that the machine did not know.
    static UNKNOWN: RefCell<BTreeSet<String>> = RefCell::default();
}

/// The first byte says how often the program is changed.
fn program(bytes: &[u8]) -> Program {
    let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let is_known = |op: Op| UNKNOWN.with_borrow(|it| !it.contains(op.mnemonic()));
    mutants::program(rest, &is_known, first % 5)
}

fn note_unknown(problem: &str) {
    if let Some(op) = problem.strip_prefix("this machine does not know `") {
        UNKNOWN.with_borrow_mut(|it| it.insert(op.trim_end_matches('`').to_owned()));
    }
}

/// What is written can be read and is the same then, but for texts that nothing uses.
fn assert_written(verified: &Verified) {
    let json = concerto_ir::json::to_json(verified.program()).to_string();
    let again = concerto_ir::json::from_bytes(json.as_bytes()).expect("what was written can be read");
    assert_eq!(concerto_ir::json::to_json(&again).to_string(), json);
    verify(again).expect("what was verified is verified again");
}

fn run(verified: &Verified, mut machine: Machine) {
    machine.start(verified.program().entry.unwrap_or_default());
    for round in 0..40 {
        match machine.run(50 + round * 10) {
            Halt::Done(_) | Halt::Fault(_) | Halt::Wait => return,
            Halt::Effect(request) => {
                let value =
                    if request.id % 3 == 0 { Value::Int(request.id as i64) } else { Value::String("x".to_owned()) };
                let _ = machine.resume(request.id, Reply::Value(value));
            }
            Halt::Fuel => {}
        }
        if round % 4 == 1
            && let Ok(bytes) = machine.snapshot()
            && let Ok(again) = Machine::restore(verified.clone(), LIMITS, &bytes)
        {
            machine = again;
        }
    }
}
