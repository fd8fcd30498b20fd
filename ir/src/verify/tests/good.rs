//! Programs that can be run.

use crate::assemble::assemble;
use crate::assemble::sample::sample;
use crate::program::Place;
use crate::verify::verify;

#[track_caller]
fn passes(source: &str) {
    let program = assemble(source);
    let verified = verify(program.clone());
    assert_eq!(verified.map(|it| it.program().clone()), Ok(program));
}

#[test]
fn a_program_with_everything() {
    assert!(verify(sample()).is_ok(), "{:?}", verify(sample()).err());
    assert!(verify(crate::Program::default()).is_ok());
}

#[test]
fn loops() {
    passes("fn forever() -> int\n loop @0");
    passes(
        "fn nested(int) -> int with int, int
            load.int r1, 0
            jump_le.int r0, r1, @8
            load.int r2, 0
            jump_le.int r0, r2, @6
            add.small r2, r2, 1
            loop @3
            add.small r1, r1, 1
            loop @1
            return.int r1",
    );
    passes(
        "fn two_ways_back(int) -> int
            jump_eq.small r0, 0, @4
            add.small r0, r0, -1
            jump_if r0, @5
            loop @0
            return.int r0
            loop @0",
    );
}

#[test]
fn loops_that_end_with_a_condition() {
    passes(
        "fn f(int, int) -> int with int
            load.int r2, 0
            jump_le.int r0, r2, @7
            add.int r1, r1, r2
            count r2, r0, @2
            loop_lt.int r1, r0, @2
            loop_le.int r1, r0, @4
            loop_if r1, @0
            return.int r1",
    );
    passes("fn to_itself(int) -> int\n count r0, r0, @0\n return.int r0");
}

#[test]
fn a_loop_that_replaces_its_reference() {
    passes(
        "fn f(ref, int) -> ref with ref
            jump_eq.small r1, 0, @5
            array.ref r2, [r0]
            move.ref r0, r2
            add.small r1, r1, -1
            loop @0
            return.ref r0",
    );
}

#[test]
fn branches_that_merge() {
    passes(
        "fn each_gives_a_number(int) -> int with int
            jump_if r0, @3
            load.int r1, 1
            jump @4
            load.int r1, 2
            return.int r1",
    );
    passes(
        "fn a_number_on_one_way_only(int) -> int with int
            jump_if r0, @2
            load.int r1, 1
            load.int r1, 2
            return.int r1",
    );
    passes("fn to_the_next(int) -> int\n jump_if r0, @1\n return.int r0");
}

#[test]
fn references_that_move_on_each_way() {
    passes(
        "fn each_way_takes(ref, int) -> ref with ref
            jump_if r1, @3
            move.ref r2, r0
            jump @5
            array.ref r2, [r0]
            push.int r2, r1
            return.ref r2",
    );
    passes(
        "fn each_way_ends(ref, int) -> ref
            jump_if r1, @2
            return.ref r0
            drop r0
            load.text r0, \"none\"
            return.ref r0",
    );
}

#[test]
fn a_reference_may_be_moved_to_itself() {
    passes("fn f(ref) -> ref\n move.ref r0, r0\n array.ref r0, [r0]\n return.ref r0");
}

/// The machine frees what a fault leaves behind.
#[test]
fn a_fault_may_leave_references() {
    passes("fn f(ref) -> int\n fault \"no\"");
}

#[test]
fn numbers_may_be_overwritten_and_handed_over_twice() {
    passes("fn f(int) -> int with ref\n load.int r0, 1\n array.int r1, [r0, r0]\n drop r1\n return.int r0");
}

#[test]
fn what_is_only_seen_stays() {
    passes(
        "type \"string\"
        native join(0, 0) -> 0
        fn f(ref) -> ref with ref, ref
            concat r1, [r0, r0]
            native.ref r2, \"join\", [r0, r1]
            drop r0
            drop r1
            return.ref r2",
    );
}

#[test]
fn updates() {
    passes(
        "type \"int\"
        type \"string\"
        native pop(1, 0) -> 1 changes
        fn grow(ref, int, ref) -> int updates
            push.ref r0, r2
            return_update.int r1, r0
        fn swap(ref, ref) -> ref updates
            return_update.ref r0, r1
        fn f(ref, int, ref) -> ref with ref
            update.int r1, r0, \"grow\", [r1, r2]
            load.text r2, \"\"
            update.ref r3, r0, \"swap\", [r2]
            change.ref r2, r0, \"pop\", [r1]
            drop r2
            drop r3
            return.ref r0",
    );
}

#[test]
fn closures() {
    passes(
        "signature (int) -> int
        signature (int) -> float
        fn inner(int, ref, float) -> float captures 2
            drop r1
            return.float r2
        fn plain(int) -> int
            return.int r0
        fn f(ref, float) -> float with ref, ref, int
            new_closure r2, \"inner\", [r0, r1]
            new_closure r3, \"plain\", []
            load.int r4, 1
            call_value.int r4, r3, signature 0, [r4]
            call_value.float r1, r2, signature 1, [r4]
            drop r2
            drop r3
            return.float r1",
    );
}

#[test]
fn a_switch_whose_targets_meet_and_repeat() {
    passes(
        "fn f(int) -> ref with ref
            switch r0, [@1, @3, @1, @5]
            load.text r1, \"even\"
            jump @6
            load.text r1, \"one\"
            jump @6
            load.text r1, \"other\"
            return.ref r1",
    );
}

#[test]
fn a_place_holds_until_the_next_one() {
    let total = &sample().functions[1];
    let line = |at| total.place(at).map(|it: Place| it.line);
    assert_eq!([0, 3, 4, 99].map(line), [Some(3), Some(3), Some(4), Some(4)]);
    assert_eq!(sample().functions[0].place(0), None);
}
