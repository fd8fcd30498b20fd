//! What several operands of one instruction have to do with each other.

use crate::assemble::assemble;

/// A program with functions, natives and layouts to use, and a function that does so.
fn using(code: &str) -> crate::Program {
    assemble(&format!(
        "
        type \"int\"
        type \"float\"
        type \"string\"
        native len(2) -> 0
        native half(0) -> 1
        native pop(2, 0) -> 2 changes
        signature (int) -> int
        signature () -> int
        layout Point(int, float, ref)
        fn plain(int, ref) -> int
            fault \"\"
        fn grow(ref, int) -> int updates
            fault \"\"
        fn inner(int, ref) -> int captures 1
            fault \"\"
        fn never()
            fault \"\"
        fn user(int, float, ref) -> int with int, float, ref
            {code}
        "
    ))
}

macro_rules! using {
    ($code:literal, @$expected:literal) => { refused!(using($code), @$expected) };
}

#[test]
fn a_closure_is_not_called_by_name() {
    using!("call.int r3, \"inner\", [r0, r2]", @"`user`, instruction 0: `inner` is a closure and cannot be called by name");
}

#[test]
fn updates_are_called_as_updates() {
    using!("call.int r3, \"grow\", [r2, r0]", @"`user`, instruction 0: `grow` is called as if it did (not) update its receiver");
    using!("update.int r3, r2, \"plain\", [r0]", @"`user`, instruction 0: `plain` is called as if it did (not) update its receiver");
}

#[test]
fn arguments_fit_the_parameters() {
    using!("call.int r3, \"plain\", [r0]", @"`user`, instruction 0: the arguments do not fit the parameters of `plain`");
    using!("call.int r3, \"plain\", [r2, r0]", @"`user`, instruction 0: the arguments do not fit the parameters of `plain`");
    using!("call.int r3, \"plain\", [r0, r2, r0]", @"`user`, instruction 0: the arguments do not fit the parameters of `plain`");
    using!("update.int r3, r2, \"grow\", [r1]", @"`user`, instruction 0: the arguments do not fit the parameters of `grow`");
    using!("update.int r3, r2, \"grow\", []", @"`user`, instruction 0: the arguments do not fit the parameters of `grow`");
}

#[test]
fn calls_give_what_the_function_gives() {
    using!("call.float r4, \"plain\", [r0, r2]", @"`user`, instruction 0: `plain` gives something else");
    using!("call.ref r5, \"plain\", [r0, r2]", @"`user`, instruction 0: `plain` gives something else");
    using!("update.float r4, r2, \"grow\", [r0]", @"`user`, instruction 0: `grow` gives something else");
    using!("update.ref r5, r2, \"grow\", [r0]", @"`user`, instruction 0: `grow` gives something else");
    using!("call.int r3, \"never\", []", @"`user`, instruction 0: `never` gives something else");
}

#[test]
fn natives_are_called_as_they_are_declared() {
    using!("native.int r3, \"len\", []", @"`user`, instruction 0: `len` is not called as it is declared");
    using!("native.int r3, \"len\", [r0]", @"`user`, instruction 0: `len` is not called as it is declared");
    using!("native.int r3, \"half\", [r0]", @"`user`, instruction 0: `half` is not called as it is declared");
    using!("native.float r4, \"len\", [r2]", @"`user`, instruction 0: `len` is not called as it is declared");
    using!("native.ref r5, \"len\", [r2]", @"`user`, instruction 0: `len` is not called as it is declared");
    using!("native.ref r5, \"pop\", [r2, r0]", @"`user`, instruction 0: `pop` is not called as it is declared");
    using!("change.int r3, r2, \"pop\", [r0]", @"`user`, instruction 0: `pop` is not called as it is declared");
    using!("change.int r3, r2, \"len\", []", @"`user`, instruction 0: `len` is not called as it is declared");
    using!("change.ref r5, r2, \"pop\", [r1]", @"`user`, instruction 0: `pop` is not called as it is declared");
}

/// Effects are declared like functions of the machine.
#[test]
fn effects_are_performed_as_they_are_declared() {
    using!("perform.int r3, \"len\", []", @"`user`, instruction 0: `len` is not called as it is declared");
    using!("perform.int r3, \"half\", [r0]", @"`user`, instruction 0: `half` is not called as it is declared");
    using!("perform.float r4, \"half\", [r1]", @"`user`, instruction 0: `half` is not called as it is declared");
    using!("perform.ref r5, \"len\", [r2]", @"`user`, instruction 0: `len` is not called as it is declared");
    using!("perform.ref r5, \"pop\", [r2, r0]", @"`user`, instruction 0: `pop` is not called as it is declared");
    using!("change.float r4, r2, \"pop\", [r0]", @"`user`, instruction 0: `pop` is not called as it is declared");
}

#[test]
fn closures_are_called_by_their_signature() {
    using!("call_value.int r3, r2, signature 0, []", @"`user`, instruction 0: the call does not fit the signature");
    using!("call_value.int r3, r2, signature 0, [r1]", @"`user`, instruction 0: the call does not fit the signature");
    using!("call_value.int r3, r2, signature 1, [r0]", @"`user`, instruction 0: the call does not fit the signature");
    using!("call_value.float r4, r2, signature 0, [r0]", @"`user`, instruction 0: the call does not fit the signature");
    using!("call_value.ref r5, r2, signature 0, [r0]", @"`user`, instruction 0: the call does not fit the signature");
}

#[test]
fn a_task_takes_nothing() {
    using!("spawn r5, r2, signature 0", @"`user`, instruction 0: a task takes nothing");
    using!("spawn r5, r2, signature 2", @"`user`, instruction 0: there is no signature 2");
}

#[test]
fn an_object_has_the_slots_of_its_layout() {
    using!("new r5, layout 0, [r0, r1]", @"`user`, instruction 0: the slots of `Point` are others");
    using!("new r5, layout 0, [r1, r0, r2]", @"`user`, instruction 0: the slots of `Point` are others");
}

#[test]
fn a_slot_is_there_and_holds_what_is_expected() {
    using!("slot.int r3, r2, 1, layout 0", @"`user`, instruction 0: slot 1 of `Point` is no int");
    using!("slot.int r3, r2, 3, layout 0", @"`user`, instruction 0: slot 3 of `Point` is no int");
    using!("slot.int r3, r2, -1, layout 0", @"`user`, instruction 0: slot -1 of `Point` is no int");
    using!("slot.float r4, r2, 0, layout 0", @"`user`, instruction 0: slot 0 of `Point` is no float");
    using!("slot.ref r5, r2, 0, layout 0", @"`user`, instruction 0: slot 0 of `Point` is no ref");
    using!("set_slot.int r2, 1, r0, layout 0", @"`user`, instruction 0: slot 1 of `Point` is no int");
    using!("set_slot.float r2, 2, r1, layout 0", @"`user`, instruction 0: slot 2 of `Point` is no float");
    using!("set_slot.ref r2, 0, r5, layout 0", @"`user`, instruction 0: slot 0 of `Point` is no ref");
    using!("take_slot r5, r2, 1, layout 0", @"`user`, instruction 0: slot 1 of `Point` is no ref");
}

#[test]
fn a_closure_gets_its_captures() {
    using!("new_closure r5, \"inner\", []", @"`user`, instruction 0: the captures of `inner` are others");
    using!("new_closure r5, \"inner\", [r0]", @"`user`, instruction 0: the captures of `inner` are others");
    using!("new_closure r5, \"inner\", [r0, r2]", @"`user`, instruction 0: the captures of `inner` are others");
    using!("new_closure r5, \"never\", []", @"`user`, instruction 0: `never` cannot be a closure");
    using!("new_closure r5, \"grow\", []", @"`user`, instruction 0: `grow` cannot be a closure");
}

#[test]
fn elements_are_of_one_kind() {
    using!("array.int r5, [r0, r1]", @"`user`, instruction 0: an element is no int");
    using!("array.float r5, [r0]", @"`user`, instruction 0: an element is no float");
    using!("array.ref r5, [r2, r0]", @"`user`, instruction 0: an element is no ref");
    using!("concat r5, [r0]", @"`user`, instruction 0: an element is no ref");
}

#[test]
fn a_variant_has_no_negative_number() {
    using!("jump_not_tag r2, -1, @1\n fault \"\"", @"`user`, instruction 0: a variant has no negative number");
    using!("load.unit r5, -1", @"`user`, instruction 0: a variant has no negative number");
}

#[test]
fn a_function_gives_what_it_says() {
    using!("return.float r1", @"`user`, instruction 0: the function does not give this");
    using!("return.ref r2", @"`user`, instruction 0: the function does not give this");
    using!("return_update.int r0, r2", @"`user`, instruction 0: the function does not give this");
    refused!("fn f(ref) -> int updates\n return.int r0", @"`f`, instruction 0: r0 holds ref and not int");
    refused!("fn f(ref, int) -> int updates\n return.int r1", @"`f`, instruction 0: the function does not give this");
    refused!("fn f(ref, float) -> int updates\n return_update.float r1, r0", @"`f`, instruction 0: the function does not give this");
    refused!("fn f(ref, ref) -> int updates\n return_update.ref r1, r0", @"`f`, instruction 0: the function does not give this");
    refused!("fn f(int)\n return.int r0", @"`f`, instruction 0: the function does not give this");
}
