//! What a function holds where it has stopped.

use std::collections::BTreeSet;

use crate::assemble::assemble;
use crate::operand::Reg;
use crate::verify::{Moment, held_at, verify};

/// The registers that the first function holds before and during an instruction.
#[track_caller]
fn held(source: &str, at: u32) -> (Vec<u16>, Vec<u16>) {
    let program = assemble(source);
    assert!(verify(program.clone()).is_ok(), "{:?}", verify(program).err());
    let moments = BTreeSet::from([(at, Moment::Before), (at, Moment::During)]);
    let found = held_at(&program.functions[0], &moments);
    let of = |moment| found[&(at, moment)].iter().map(|Reg(it)| it).collect();
    (of(Moment::Before), of(Moment::During))
}

#[test]
fn a_call_takes_references_and_leaves_numbers() {
    let source = "
        fn caller(ref, int) -> ref with ref, ref
            copy.ref r2, r0
            call.ref r3, \"callee\", [r2, r1]
            drop r0
            return.ref r3
        fn callee(ref, int) -> ref
            return.ref r0";
    assert_eq!(held(source, 1), (vec![0, 1, 2], vec![0, 1]));
    assert_eq!(held(source, 2).0, vec![0, 1, 3]);
}

#[test]
fn a_receiver_is_the_callee_s_while_it_is_updated() {
    let source = "
        fn caller(ref, int) -> int with int
            update.int r2, r0, \"callee\", [r1]
            drop r0
            return.int r2
        fn callee(ref, int) -> int updates
            return_update.int r1, r0";
    assert_eq!(held(source, 0), (vec![0, 1], vec![1]));
    assert_eq!(held(source, 1), (vec![0, 1, 2], vec![1, 2]));
}

#[test]
fn a_change_in_place_stays_in_its_place() {
    let source = "
        fn caller(ref, int) -> int
            push.int r0, r1
            drop r0
            return.int r1";
    assert_eq!(held(source, 0), (vec![0, 1], vec![0, 1]));
}

#[test]
fn numbers_that_only_one_way_brings_are_forgotten() {
    let source = "
        fn either(int) -> int with int, int
            jump_if r0, @2
            load.int r1, 1
            load.int r2, 2
            return.int r2";
    assert_eq!(held(source, 2).0, vec![0]);
    assert_eq!(held(source, 3).0, vec![0, 2]);
}

#[test]
fn more_than_sixty_four_registers() {
    let others = vec!["int"; 130].join(", ");
    let source = format!(
        "fn many(int) -> int with {others}
            load.int r63, 1
            load.int r64, 1
            load.int r130, 1
            return.int r0"
    );
    assert_eq!(held(&source, 3).0, vec![0, 63, 64, 130]);
}
