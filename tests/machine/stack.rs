//! The native stack that the machine needs: as much in the millionth instruction as in the first. In an optimised build
//! each instruction goes on to the next by a jump; if one of them were a call, its stack would never be given back.

use std::collections::BTreeSet;

use concerto_compiler::compile::{Goal, compile_with};
use concerto_compiler::passes::Passes;
use concerto_ir::Program;
use concerto_ir::op::{Mark, Op};
use concerto_ir::verify::verify;
use concerto_vm::{Halt, Limits, Machine};

use crate::support::{Files, checked};

/// The stack of the thread: what a function of the machine may need, and nothing for many of them.
const STACK_BYTES: usize = 192 << 10;

/// How often everything is done. Eight bytes each would be more than the stack.
const ROUNDS: usize = 30_000;

/// Those that leave the inner loop, after which the stack is that of the start, whatever they did.
const LEAVE: &[Op] = &[
    Op::PerformInt,
    Op::PerformFloat,
    Op::PerformRef,
    Op::Fault,
    Op::Panic,
    Op::Rethrow,
    Op::Spawn,
    Op::Wait,
    Op::WaitAny,
    Op::WaitAll,
    Op::Cancel,
    Op::TaskInt,
    Op::TaskFloat,
    Op::TaskRef,
    Op::TaskMessage,
    Op::TaskTrace,
    Op::OpenScope,
    Op::CloseScope,
];

/// Those that the compiler does not make.
const OTHERS: &[Op] = &[Op::LoopIf];

fn program(passes: Passes) -> Program {
    let source = include_str!("long.conc").replace("ROUNDS", &ROUNDS.to_string());
    let mut checked = checked(&Files::of(&source));
    assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
    compile_with(&mut checked, Goal::Run, passes).unwrap_or_else(|it| panic!("{it:?}"))
}

fn ways() -> [Passes; 3] {
    let none = Passes::NONE;
    [Passes::ALL, none, Passes { views: true, dead: true, copies: true, ..none }]
}

#[test]
fn a_long_program_needs_no_native_stack() {
    for passes in ways() {
        let program = program(passes);
        let entry = program.entry.expect("a main");
        let verified = verify(program).unwrap_or_else(|it| panic!("{it}"));
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            let mut machine = Machine::new(verified, Limits::default()).expect("a machine");
            machine.start(entry);
            machine.run(u64::from(u32::MAX))
        });
        let halt = thread.expect("a thread").join().expect("it ends");
        assert_eq!(halt, Halt::Done(0), "{passes:?}");
    }
}

#[test]
fn the_long_program_has_all_instructions() {
    let programs = ways().map(program);
    let code = programs.iter().flat_map(|it| &it.functions).flat_map(|it| &it.code);
    let used: BTreeSet<u8> = code.map(|it| it.op() as u8).collect();
    let is_missing = |it: &&Op| !used.contains(&(**it as u8)) && !LEAVE.contains(it) && !OTHERS.contains(it);
    let missing: Vec<&str> = Op::ALL.iter().filter(is_missing).map(|it| it.mnemonic()).collect();
    assert_eq!(missing, Vec::<&str>::new());
    // A return or a call is one of those that go on; what leaves the machine is not.
    assert!(LEAVE.iter().all(|it| !it.marks().contains(&Mark::Loops)));
}
