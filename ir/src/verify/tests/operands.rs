//! Functions by themselves, and each operand by itself.

use crate::Inst;
use crate::Kind;
use crate::assemble::assemble;
use crate::op::Op;
use crate::operand::{InInt, Jump, OutInt, OutRef, Reg, Regs, TextRef};
use crate::program::{Function, Place, Program};
use crate::verify::add_words;
use crate::verify::limits::{CODE_MAX, LIST_MAX, REGISTERS_MAX, WORDS_MAX};

fn with(function: Function) -> Program {
    Program { functions: vec![Function { name: "big".to_owned(), ..function }], ..Program::default() }
}

#[test]
fn a_function_has_so_many_registers() {
    let registers = |count| with(Function { registers: vec![Kind::Int; count], ..Function::default() });
    refused!(registers(REGISTERS_MAX + 1), @"`big`: it has more than 60000 registers");
    refused!(registers(REGISTERS_MAX), @"`big`: its code ends without giving anything");
}

#[test]
fn a_function_has_so_many_instructions() {
    let code = vec![Inst::Jump { to: Jump(0) }; CODE_MAX + 1];
    refused!(with(Function { code, ..Function::default() }), @"`big`: it has more than 4000000 instructions");
}

#[test]
fn a_list_is_so_long() {
    let array = |count| {
        let load = Inst::LoadInt { dst: OutInt(Reg(0)), value: crate::operand::Number(1) };
        let array = Inst::ArrayInt { dst: OutRef(Reg(1)), elements: Regs(vec![Reg(0); count]) };
        let code = vec![load, array, Inst::Fault { message: TextRef(0) }];
        let program = with(Function { code, registers: vec![Kind::Int, Kind::Ref], ..Function::default() });
        Program { texts: vec!["big".to_owned()], ..program }
    };
    refused!(array(LIST_MAX + 1), @"`big`, instruction 1: a list of more than 65535");
    refused!(array(LIST_MAX), @"it can be run");
    let switch = Inst::Switch { value: InInt(Reg(0)), targets: crate::operand::Jumps(vec![1; LIST_MAX + 1]) };
    let code = vec![switch, Inst::Fault { message: TextRef(0) }];
    refused!(with(Function { code, registers: vec![Kind::Int], ..Function::default() }), @"`big`, instruction 0: a list of more than 65535");
}

#[test]
fn the_first_registers_are_the_parameters() {
    let mut program = assemble("fn f(int, ref) -> int\n fault \"\"");
    program.functions[0].registers = vec![Kind::Int, Kind::Float];
    refused!(program.clone(), @"`f`: its first registers are not its parameters");
    program.functions[0].registers = vec![Kind::Int];
    refused!(program, @"`f`: its first registers are not its parameters");
}

#[test]
fn captures_are_parameters() {
    refused!("fn f(int) -> int captures 2\n return.int r0", @"`f`: it has more captures than parameters");
}

#[test]
fn a_function_updates_its_first_parameter() {
    refused!("fn f() -> int updates\n fault \"\"", @"`f`: it updates its receiver and has none");
    refused!("fn f(int) -> int updates\n fault \"\"", @"`f`: it updates its receiver and has none");
}

#[test]
fn places_are_in_order_and_there() {
    let with = |places: &[(u32, u32)]| {
        let mut program = assemble("fn f(int) -> int\n not r0, r0\n return.int r0");
        program.files = vec!["main.conc".to_owned()];
        let place = |file| Place { file, line: 1, column: 1, inlined: 0 };
        program.functions[0].places = places.iter().map(|(at, file)| (*at, place(*file))).collect();
        program
    };
    refused!(with(&[(1, 0), (0, 0)]), @"`f`: its places are not in order: 1 before 0");
    refused!(with(&[(1, 0), (1, 0)]), @"`f`: its places are not in order: 1 before 1");
    refused!(with(&[(0, 0), (2, 0)]), @"`f`: a place is given for instruction 2, which it does not have");
    refused!(with(&[(0, 1)]), @"`f`: there is no file 1");
    refused!(with(&[(1, 0)]), @"it can be run");
    refused!(with(&[(0, 0), (1, 0)]), @"it can be run");
}

#[test]
fn a_program_has_so_many_words() {
    let function = &assemble("fn f(int) -> int\n load.whole r0, 5\n return.int r0").functions[0];
    let mut words = WORDS_MAX - 6;
    assert_eq!(add_words(&mut words, function), Ok(()));
    assert_eq!(add_words(&mut words, function), Ok(()));
    let problem = format!("the program has more than {WORDS_MAX} words of code");
    assert_eq!(add_words(&mut words, function), Err((None, problem)));
}

#[test]
fn registers_are_there_and_hold_what_is_expected() {
    refused!("fn f(int) -> int\n return.int r1", @"`f`, instruction 0: there is no register r1");
    refused!("fn f(float) -> int\n return.int r0", @"`f`, instruction 0: r0 holds float and not int");
    refused!("fn f(ref) -> float\n return.float r0", @"`f`, instruction 0: r0 holds ref and not float");
    refused!("fn f(int) -> int with int\n move.ref r1, r0", @"`f`, instruction 0: r1 holds int and not ref");
    refused!("fn f(int) -> int with ref\n array.int r1, [r0, r2]", @"`f`, instruction 0: there is no register r2");
}

#[test]
fn targets_are_there_and_further_down() {
    refused!("fn f() -> int\n jump @1", @"`f`, instruction 0: there is no instruction 1 to go on at");
    refused!("fn f() -> int\n jump @0", @"`f`, instruction 0: it leads back to 0, which only loops may");
    refused!("fn f(int) -> int\n move.int r0, r0\n jump_if r0, @0", @"`f`, instruction 1: it leads back to 0, which only loops may");
    refused!("fn f(int) -> int\n switch r0, [@1, @0]\n return.int r0", @"`f`, instruction 0: it leads back to 0, which only loops may");
    refused!("fn f(int) -> int\n switch r0, [@1, @9]\n return.int r0", @"`f`, instruction 0: there is no instruction 9 to go on at");
}

#[test]
fn only_a_loop_leads_back() {
    refused!("fn f(int) -> int\n loop @1\n return.int r0", @"`f`, instruction 0: a loop leads on to 1 instead of back");
    refused!("fn f() -> int\n loop @1", @"`f`, instruction 0: there is no instruction 1 to go on at");
}

#[test]
fn a_switch_has_targets() {
    refused!("fn f(int) -> int\n switch r0, []\n return.int r0", @"`f`, instruction 0: a switch without targets");
}

#[test]
fn what_is_named_is_there() {
    refused!("fn f() -> int with ref\n new r0, layout 0, []", @"`f`, instruction 0: there is no layout 0");
    refused!("fn f(ref, int) -> int\n call_value.int r1, r0, signature 0, [r1]", @"`f`, instruction 0: there is no signature 0");
    refused!("fn f() -> int with ref\n load.global r0, global 0", @"`f`, instruction 0: there is no global 0");
    let mut program = assemble(
        "
        type \"int\"
        native n() -> 0
        fn g() -> int
            fault \"a\"
        fn f() -> int with int
            call.int r0, \"g\", []
            native.int r0, \"n\", []
            return.int r0
    ",
    );
    program.texts.clear();
    refused!(program.clone(), @"`g`, instruction 0: there is no text 0");
    program.natives.clear();
    program.texts.push(String::new());
    refused!(program.clone(), @"`f`, instruction 1: there is no native 0");
    if let Inst::CallInt { function, .. } = &mut program.functions[1].code[0] {
        function.0 = 2;
    }
    refused!(program, @"`f`, instruction 0: there is no function 2");
}

/// One for each instruction with a slot, whatever it is called: of another kind, and one that is not there.
#[test]
fn every_slot_is_one_of_its_layout() {
    let mut count = 0;
    for op in Op::ALL.iter().filter(|it| it.operands().iter().any(|(name, _)| *name == "slot")) {
        let wants_array = op.operands().iter().any(|(name, _)| *name == "index");
        let is_int = |(_, sort): &(&str, &str)| matches!(*sort, "InInt" | "OutInt");
        let wants_int = !wants_array && op.operands().iter().any(is_int);
        // Slot 0 is a reference, slot 1 an int; slot 2 is not there.
        for slot in [if wants_int { 0 } else { 1 }, 2] {
            let operand = |sort: &str| match sort {
                "InRef" | "TakeRef" | "PlaceRef" => "r2".to_owned(),
                "OutRef" | "ViewRef" | "LentRef" => "r3".to_owned(),
                "InInt" | "OutInt" => "r0".to_owned(),
                "InFloat" | "OutFloat" => "r1".to_owned(),
                "Small" => slot.to_string(),
                _ => "layout 0".to_owned(),
            };
            let operands: Vec<String> = op.operands().iter().map(|(_, sort)| operand(sort)).collect();
            let code = format!("{} {}", op.mnemonic(), operands.join(", "));
            let source = format!("layout L(ref, int)\n fn f(int, float, ref) -> int with ref\n {code}\n fault \"\"");
            let refusal = super::refusal(assemble(&source));
            assert!(refusal.contains("slot"), "{code}: {refusal}");
            count += 1;
        }
    }
    assert!(count >= 2 * 12, "{count}");
}
