//! What follows from the order of the code.

use crate::assemble::assemble;
use crate::operand::{InInt, Jump, Reg};
use crate::program::{Function, Program};
use crate::verify::flow::Work;
use crate::verify::limits::{SCOPES_MAX, VIEWS_MAX};
use crate::{Inst, Kind};

#[test]
fn every_way_ends() {
    refused!("fn f() -> int", @"`f`: its code ends without giving anything");
    refused!("fn f(int) -> int\n move.int r0, r0", @"`f`: its code ends without giving anything");
    refused!("fn f(int) -> int\n jump_if r0, @1\n jump_if r0, @2\n not r0, r0", @"`f`: its code ends without giving anything");
}

#[test]
fn every_instruction_is_reached() {
    refused!("fn f(int) -> int\n return.int r0\n return.int r0", @"`f`, instruction 1: nothing leads here");
    refused!("fn f(int) -> int\n jump @2\n move.int r0, r0\n return.int r0", @"`f`, instruction 1: nothing leads here");
    refused!("fn f(int) -> int\n switch r0, [@2]\n move.int r0, r0\n return.int r0", @"`f`, instruction 1: nothing leads here");
    refused!("fn f() -> int\n loop @0\n fault \"\"", @"`f`, instruction 1: nothing leads here");
    refused!("fn f() -> int\n fault \"\"\n loop @1", @"`f`, instruction 1: nothing leads here");
}

#[test]
fn a_register_has_a_value_before_it_is_read() {
    refused!("fn f() -> int with int\n return.int r0", @"`f`, instruction 0: r0 has no value here");
    refused!("fn f() -> float with float\n neg.float r0, r0", @"`f`, instruction 0: r0 has no value here");
    refused!("fn f() -> int with int, ref\n len r0, r1", @"`f`, instruction 0: r1 has no value here");
    refused!("fn f() -> int with int, ref\n array.int r1, [r0]", @"`f`, instruction 0: r0 has no value here");
    refused!("fn f() -> int with ref\n drop r0", @"`f`, instruction 0: r0 has no value here");
    refused!("fn f(int) -> int with ref\n push.int r1, r0", @"`f`, instruction 0: r1 has no value here");
}

#[test]
fn a_number_that_only_one_way_brings_is_forgotten() {
    refused!("
        fn f(int) -> int with int
            jump_if r0, @2
            load.int r1, 1
            return.int r1
    ", @"`f`, instruction 2: r1 has no value here");
}

#[test]
fn a_reference_is_not_used_twice() {
    refused!("fn f(ref) -> ref\n drop r0\n return.ref r0", @"`f`, instruction 1: r0 has no value here");
    refused!("fn f(ref) -> ref with ref\n move.ref r1, r0\n return.ref r0", @"`f`, instruction 1: r0 has no value here");
    refused!("fn f(ref) -> ref with ref\n array.ref r1, [r0, r0]", @"`f`, instruction 0: r0 has no value here");
    refused!("fn f(ref) -> ref updates\n return_update.ref r0, r0", @"`f`, instruction 0: r0 has no value here");
}

#[test]
fn a_reference_is_not_changed_and_used_at_once() {
    refused!("fn f(ref) -> ref\n push.ref r0, r0", @"`f`, instruction 0: r0 is changed and used at once");
    refused!("fn f(ref, int) -> ref\n set.ref r0, r1, r0", @"`f`, instruction 0: r0 is changed and used at once");
    refused!("layout L(ref)\n fn f(ref) -> ref\n set_slot.ref r0, 0, r0, layout 0", @"`f`, instruction 0: r0 is changed and used at once");
    refused!("fn f(ref) -> ref\n append r0, r0", @"`f`, instruction 0: r0 is changed and used at once");
    refused!("type \"int\"\n type \"string\"\n native n(1, 1) -> 0 changes\n fn f(ref) -> int with int\n change.int r1, r0, \"n\", [r0]", @"`f`, instruction 0: r0 is changed and used at once");
    refused!("fn g(ref, ref) -> int updates\n fault \"\"\n fn f(ref) -> int with int\n update.int r1, r0, \"g\", [r0]", @"`f`, instruction 0: r0 is changed and used at once");
}

#[test]
fn a_reference_is_not_overwritten() {
    refused!("fn f(ref) -> ref\n load.text r0, \"\"", @"`f`, instruction 0: r0 holds a reference that would be lost");
    refused!("fn f(ref, ref) -> ref\n move.ref r0, r1", @"`f`, instruction 0: r0 holds a reference that would be lost");
    refused!("fn f(ref, int) -> ref\n get.ref r0, r0, r1", @"`f`, instruction 0: r0 holds a reference that would be lost");
    refused!("fn f(ref) -> ref\n copy.ref r0, r0", @"`f`, instruction 0: r0 holds a reference that would be lost");
}

#[test]
fn no_reference_is_left_at_a_return() {
    refused!("fn f(ref, int) -> int\n return.int r1", @"`f`, instruction 0: r0 still holds a reference");
    refused!("fn f(ref) -> ref with ref\n copy.ref r1, r0\n return.ref r1", @"`f`, instruction 1: r0 still holds a reference");
    refused!("fn f(ref, float) -> float\n return.float r1", @"`f`, instruction 0: r0 still holds a reference");
    refused!("fn f(ref, int, ref) -> int updates\n return_update.int r1, r0", @"`f`, instruction 0: r2 still holds a reference");
}

#[test]
fn ways_that_meet_bring_the_same_references() {
    refused!("
        fn f(ref, int) -> int
            jump_if r1, @2
            drop r0
            return.int r1
    ", @"`f`, instruction 2: r0 holds a reference on one way here and none on another");
    refused!("
        fn f(ref, int) -> int
            jump_if r1, @3
            drop r0
            jump @4
            jump_if r1, @4
            return.int r1
    ", @"`f`, instruction 3: r0 holds a reference on one way here and none on another");
    refused!("
        fn f(int) -> int with ref
            switch r0, [@1, @3]
            load.text r1, \"\"
            jump @3
            return.int r0
    ", @"`f`, instruction 2: r1 holds a reference on one way here and none on another");
}

#[test]
fn a_loop_ends_with_the_references_it_starts_with() {
    refused!("
        fn f(ref, int) -> int
            jump_if r1, @3
            drop r0
            loop @0
            drop r0
            return.int r1
    ", @"`f`, instruction 2: r0 holds a reference at one end of the loop and none at the other");
    refused!("
        fn f(int) -> int with ref
            jump_if r0, @3
            load.text r1, \"\"
            loop @0
            return.int r0
    ", @"`f`, instruction 2: r1 holds a reference at one end of the loop and none at the other");
}

#[test]
fn every_sort_of_loop_is_a_loop() {
    refused!("fn f(int) -> int with ref\n load.text r1, \"\"\n loop_if r0, @0\n return.int r0", @"`f`, instruction 1: r1 holds a reference at one end of the loop and none at the other");
    refused!("fn f(int) -> int with int\n not r0, r0\n loop_lt.int r0, r1, @0\n return.int r0", @"`f`, instruction 1: r1 has no value here");
    refused!("fn f(int) -> int with int\n not r0, r0\n loop_le.int r1, r0, @0\n return.int r0", @"`f`, instruction 1: r1 has no value here");
    refused!("fn f(int) -> int with int\n not r0, r0\n count r1, r0, @0\n return.int r0", @"`f`, instruction 1: r1 has no value here");
    refused!("fn f(int) -> int\n not r0, r0\n loop_if r0, @0", @"`f`: its code ends without giving anything");
    refused!("fn f(int) -> int\n count r0, r0, @1\n return.int r0", @"`f`, instruction 0: a loop leads on to 1 instead of back");
}

/// A way into the middle of the loop brings no value for a register that its head has.
#[test]
fn a_loop_ends_with_the_numbers_it_starts_with() {
    refused!("
        fn f(int) -> int with int
            jump_if r0, @3
            load.int r1, 1
            move.int r0, r1
            not r0, r0
            loop @2
    ", @"`f`, instruction 4: r1 has a value at the head of the loop and none here");
}

#[test]
fn registers_beyond_the_first_words_of_a_set_are_watched() {
    let mut program = assemble("fn f() -> int\n load.int r0, 1\n return.int r0");
    program.functions[0].registers = vec![Kind::Int; 201];
    program.functions[0].registers[130] = Kind::Ref;
    program.functions[0].code[1] = Inst::ReturnInt { src: InInt(Reg(200)) };
    refused!(program.clone(), @"`f`, instruction 1: r200 has no value here");
    program.functions[0].params = program.functions[0].registers.clone();
    program.functions[0].code = vec![Inst::ReturnInt { src: InInt(Reg(200)) }];
    refused!(program, @"`f`, instruction 0: r130 still holds a reference");
}

#[test]
fn nothing_is_reached_from_a_fault() {
    refused!("fn f(ref) -> int\n rethrow r0\n fault \"\"", @"`f`, instruction 1: nothing leads here");
    refused!("fn f(ref) -> int\n fault \"\"\n rethrow r0", @"`f`, instruction 1: nothing leads here");
}

/// What a task does with its closure, and a resource with what it holds.
#[test]
fn tasks_and_resources_take_what_they_take() {
    refused!("signature () -> int\n fn f(ref) -> ref with ref\n spawn r1, r0, signature 0\n drop r0", @"`f`, instruction 1: r0 has no value here");
    refused!("signature () -> int\n fn f(ref) -> ref\n spawn r0, r0, signature 0\n return.ref r0", @"it can be run");
    refused!("fn f(ref) -> int with int\n wait r1, r0\n return.int r1", @"`f`, instruction 1: r0 still holds a reference");
    refused!("global g\n fn f(ref) -> int\n put.global global 0, r0\n drop r0", @"`f`, instruction 1: r0 has no value here");
    refused!("global g\n fn f(ref) -> int\n take.global r0, global 0", @"`f`, instruction 0: r0 holds a reference that would be lost");
    refused!("global g\n fn f(ref) -> int\n load.global r0, global 0", @"`f`, instruction 0: r0 holds a reference that would be lost");
}

#[test]
fn a_block_of_tasks_ends_where_it_began() {
    refused!("fn f(int) -> int\n close_scope\n return.int r0", @"`f`, instruction 0: no block of tasks is open");
    refused!("fn f(int) -> int\n open_scope\n return.int r0", @"`f`, instruction 1: a block of tasks is still open");
    refused!("fn f(ref) -> ref\n open_scope\n open_scope\n close_scope\n return.ref r0", @"`f`, instruction 3: a block of tasks is still open");
    refused!("
        fn f(int) -> int
            jump_if r0, @2
            open_scope
            fault \"\"
    ", @"`f`, instruction 2: a block of tasks is open on one way here and not on another");
    refused!("
        fn f(int) -> int
            open_scope
            loop_if r0, @0
            close_scope
            return.int r0
    ", @"`f`, instruction 1: a block of tasks is open at one end of the loop and not at the other");
    refused!("
        fn f(int) -> int
            open_scope
            jump_if r0, @4
            open_scope
            close_scope
            close_scope
            return.int r0
    ", @"it can be run");
    refused!("fn f() -> int\n open_scope\n fault \"\"", @"it can be run");
}

#[test]
fn blocks_of_tasks_are_nested_so_deep() {
    let deep = |count: usize| {
        let code = [vec!["open_scope"; count], vec!["close_scope"; count]].concat().join("\n");
        assemble(&format!("fn f(int) -> int\n {code}\n return.int r0"))
    };
    refused!(deep(usize::from(SCOPES_MAX) + 1), @"`f`, instruction 1000: more than 1000 blocks of tasks inside each other");
    refused!(deep(usize::from(SCOPES_MAX)), @"it can be run");
}

/// A function with as many registers and jumps as it is told.
fn wide(name: &str, registers: usize, jumps: u32) -> Function {
    let mut program = assemble("fn f(int) -> int\n return.int r0");
    let mut function = program.functions.remove(0);
    function.name = name.to_owned();
    function.registers = vec![Kind::Int; registers];
    let mut code = vec![Inst::JumpIf { condition: InInt(Reg(0)), to: Jump(jumps) }; jumps as usize];
    code.append(&mut function.code);
    function.code = code;
    function
}

#[test]
fn registers_and_jumps_are_limited_together() {
    let program = |functions| Program { functions, ..Program::default() };
    refused!(program(vec![wide("f", 60_000, 20_000)]), @"`f`: it has too many registers and jumps together");
    refused!(program(vec![wide("f", 60_000, 10_000)]), @"it can be run");
    refused!(program(vec![wide("f", 60_000, 10_000), wide("g", 60_000, 10_000)]), @"`g`: it has too many registers and jumps together");
}

/// The budget grows with the program, faster than functions of 512 registers can spend it.
#[test]
fn functions_with_few_registers_may_jump_wherever_they_like() {
    let one = Program { functions: vec![wide("f", 512, 1_000)], ..Program::default() };
    let (mut large, mut small) = (Work::of(&one), Work::of(&Program::default()));
    assert!((0..2_000).all(|_| small.spend(512, 999).is_ok()), "there is enough to start with");
    assert!(small.spend(512, 999).is_err(), "and then no more");
    assert!((0..2_001).all(|_| large.spend(512, 999).is_ok()), "but one more function of a thousand instructions");
}

#[test]
fn a_view_is_there_until_something_changes() {
    let after = |code: &str| {
        let source = format!(
            "layout L(ref, int)\n fn f(ref, ref, int) -> int with ref, ref
                look.slot r3, r0, 0, layout 0\n {code}\n slot.int r2, r3, 1, layout 0\n fault \"\""
        );
        super::refusal(assemble(&source))
    };
    for still in
        ["add.int r2, r2, r2", "copy.ref r4, r1", "look.slot r4, r3, 0, layout 0", "jump_if r2, @4\n len r2, r1"]
    {
        assert_eq!(after(still), "it can be run", "{still}");
    }
    for change in ["drop r1", "drop r0", "push.int r1, r2", "move.ref r4, r1", "array.int r4, []"] {
        assert_eq!(after(change).split(": ").last(), Some("r3 has no value here"), "{change}");
    }
}

#[test]
fn a_view_does_not_outlast_jumps_that_meet() {
    refused!("
        layout L(ref, int)
        fn f(ref, int) -> int with ref
            look.slot r2, r0, 0, layout 0
            jump_if r1, @2
            slot.int r1, r2, 1, layout 0
    ", @"`f`, instruction 2: r2 has no value here");
    refused!("
        layout L(ref, int)
        fn f(ref, int) -> int with ref
            look.slot r2, r0, 0, layout 0
            slot.int r1, r2, 1, layout 0
            loop @1
    ", @"`f`, instruction 1: r2 has no value here");
}

#[test]
fn a_view_is_only_looked_at() {
    refused!("layout L(ref)\n fn f(ref) -> int with ref\n look.slot r1, r0, 0, layout 0\n drop r1", @"`f`, instruction 1: r1 has no value here");
    refused!("layout L(ref)\n fn f(ref, int) -> int with ref\n look.slot r2, r0, 0, layout 0\n push.int r2, r1", @"`f`, instruction 1: r2 has no value here");
    refused!("layout L(ref)\n fn f(ref) -> ref with ref, ref\n look.slot r1, r0, 0, layout 0\n concat r2, [r1]", @"`f`, instruction 1: r1 has no value here");
    refused!("layout L(ref)\n fn f(ref, ref) -> ref\n look.slot r1, r0, 0, layout 0\n fault \"\"", @"`f`, instruction 0: r1 holds a reference that would be lost");
}

#[test]
fn what_is_lent_is_changed_until_something_else_is_or_it_is_shared() {
    let after = |code: &str| {
        let source = format!(
            "layout L(ref, int)\n fn f(ref, ref, int) -> int with ref, ref
                lend.slot r3, r0, 0, layout 0\n {code}\n set_slot.int r3, 1, r2, layout 0\n fault \"\""
        );
        super::refusal(assemble(&source))
    };
    for same in
        ["add.int r2, r2, r2", "slot.int r2, r3, 1, layout 0", "lend.slot r4, r3, 0, layout 0", "push.int r3, r2"]
    {
        assert_eq!(after(same), "it can be run", "{same}");
    }
    // A reference that is taken could lead back to what is changed.
    for other in [
        "copy.ref r4, r1",
        "set_slot.int r1, 1, r2, layout 0",
        "slot.ref r4, r0, 0, layout 0",
        "drop r1",
        "push.ref r3, r0",
    ] {
        assert_eq!(after(other).split(": ").last(), Some("r3 has no value here"), "{other}");
    }
}

#[test]
fn there_are_not_too_many_views() {
    let views = |count: usize| {
        let look = |at: usize| format!("look.slot r{}, r0, 0, layout 0\n", at + 1);
        let registers = vec!["ref"; count].join(", ");
        let looks: String = (0..count).map(look).collect();
        assemble(&format!("layout L(ref)\n fn f(ref) -> int with {registers}\n {looks} fault \"\""))
    };
    refused!(views(VIEWS_MAX + 1), @"`f`, instruction 64: more than 64 views at once");
    refused!(views(VIEWS_MAX), @"it can be run");
}
