//! Programs written as instructions, and what the machine makes of them.

mod arrays;
pub(crate) mod assemble;
mod closures;
mod hostile;
mod json;
pub(crate) mod lab;
mod maps;
mod mutants;
mod numbers;
mod seam;
mod suspended;
mod texts;
mod values;

use serde_json::{Value, json};

use crate::{FaultKind, Halt, Limits, Machine};

/// A function: its name, what it takes and gives, its registers, its code.
fn function(name: &str, params: &str, result: &str, registers: &str, code: &str) -> Value {
    let words = |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
    let lines: Vec<&str> = code.lines().map(str::trim).filter(|it| !it.is_empty()).collect();
    json!({
        "name": name, "params": words(params), "captures": 0, "result": result, "updates": false,
        "registers": words(registers), "code": lines, "places": [[0, 0, 1, 1]],
    })
}

fn machine(functions: Vec<Value>, limits: Limits) -> Machine {
    let program = json!({
        "concerto_ir": "1.0", "entry": 0, "files": ["main.conc"], "natives": [],
        "layouts": [{ "name": "Node", "tag": 1, "slots": ["ref", "ref"] }, { "name": "Point", "tag": 0, "slots": ["int", "float"] }],
        "types": ["int"], "functions": functions, "tests": [],
    });
    let program = concerto_ir::json::from_json(&program).expect("a program");
    let verified = concerto_ir::verify::verify(program).unwrap_or_else(|it| panic!("{it}"));
    let mut machine = Machine::new(verified, limits).expect("a machine");
    machine.start(0);
    machine
}

/// What a function `main` without parameters gives.
fn run(registers: &str, code: &str) -> Halt {
    machine(vec![function("main", "", "int", registers, code)], Limits::default()).run(1_000_000)
}

fn fault(registers: &str, code: &str) -> FaultKind {
    match run(registers, code) {
        Halt::Fault(fault) => fault.kind,
        other => panic!("no fault but {other:?}"),
    }
}

fn fib() -> Vec<Value> {
    let main = "load.int r0, 15\ncall.int r1, \"fib\", [r0]\nreturn.int r1";
    let fib = "
        jump_ge.small r0, 2, @2
        return.int r0
        add.small r1, r0, -1
        call.int r1, \"fib\", [r1]
        add.small r2, r0, -2
        call.int r2, \"fib\", [r2]
        add.int r1, r1, r2
        return.int r1";
    vec![function("main", "", "int", "int int", main), function("fib", "int", "int", "int int int", fib)]
}

#[test]
fn functions_call_each_other() {
    assert_eq!(machine(fib(), Limits::default()).run(1_000_000), Halt::Done(610));
}

#[test]
fn a_machine_without_fuel_goes_on_later() {
    let mut machine = machine(fib(), Limits::default());
    let mut stops = 0;
    let halt = loop {
        match machine.run(7) {
            Halt::Fuel => stops += 1,
            halt => break halt,
        }
    };
    assert_eq!(halt, Halt::Done(610));
    assert!(stops > 200, "{stops}");
}

#[test]
fn loops_count() {
    let code = "load.int r0, 0\nload.int r1, 10\nload.int r2, 0\nadd.int r2, r2, r0\ncount r0, r1, @3\nreturn.int r2";
    assert_eq!(run("int int int", code), Halt::Done(45));
}

#[test]
fn a_switch_goes_to_the_last_target_for_all_others() {
    for (value, wanted) in [(0, 10), (1, 20), (2, 30), (7, 30), (-1, 30)] {
        let code = format!(
            "load.int r0, {value}\nswitch r0, [@2, @4, @6]\nload.int r1, 10\nreturn.int r1\nload.int r1, 20\nreturn.int r1\nload.int r1, 30\nreturn.int r1"
        );
        assert_eq!(run("int int", &code), Halt::Done(wanted));
    }
}

#[test]
fn arithmetic_faults_instead_of_giving_something_wrong() {
    let of = |op: &str, left: &str, right: &str| {
        fault("int int", &format!("load.whole r0, {left}\nload.whole r1, {right}\n{op} r0, r0, r1\nreturn.int r0"))
    };
    assert_eq!(of("add.int", "9223372036854775807", "1"), FaultKind::Overflow);
    assert_eq!(of("sub.int", "-9223372036854775808", "1"), FaultKind::Overflow);
    assert_eq!(of("mul.int", "9223372036854775807", "2"), FaultKind::Overflow);
    assert_eq!(of("div.int", "-9223372036854775808", "-1"), FaultKind::Overflow);
    assert_eq!(of("div.int", "1", "0"), FaultKind::DivisionByZero);
    assert_eq!(of("rem.int", "1", "0"), FaultKind::DivisionByZero);
    let lossy = fault("int float", "load.float r1, 1.5\nto.int r0, r1\nreturn.int r0");
    assert_eq!(lossy, FaultKind::LossyConversion);
    let lossy = fault("int float", "load.whole r0, 9007199254740993\nto.float r1, r0\nreturn.int r0");
    assert_eq!(lossy, FaultKind::LossyConversion);
}

#[test]
fn an_index_out_of_range_says_which() {
    let code = "array.int r1, []\nload.int r0, 3\nget.int r0, r1, r0\ndrop r1\nreturn.int r0";
    assert_eq!(fault("int ref", code), FaultKind::IndexOutOfRange(3, 0));
    let code = "load.int r0, 7\narray.int r1, [r0, r0]\nload.int r0, -1\nget.int r0, r1, r0\ndrop r1\nreturn.int r0";
    assert_eq!(fault("int ref", code), FaultKind::IndexOutOfRange(-1, 2));
}

#[test]
fn recursion_has_a_limit() {
    let endless = function("main", "", "int", "int", "call.int r0, \"main\", []\nreturn.int r0");
    let limits = Limits { depth_max: 5_000, ..Limits::default() };
    match machine(vec![endless], limits).run(u64::MAX) {
        Halt::Fault(fault) => {
            assert_eq!(fault.kind, FaultKind::TooDeep(5_000));
            assert_eq!(fault.trace.len(), 1_000);
            assert_eq!(fault.trace[0].0, "main");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn memory_has_a_limit() {
    let code = "array.int r1, []\nload.int r0, 1\npush.int r1, r0\nloop @2";
    let limits = Limits { bytes_max: 1 << 20, ..Limits::default() };
    let halt = machine(vec![function("main", "", "int", "int ref", code)], limits).run(u64::MAX);
    assert!(matches!(halt, Halt::Fault(fault) if fault.kind == FaultKind::OutOfMemory(1 << 20)));
}

#[test]
fn a_copy_that_is_changed_leaves_the_other_as_it_was() {
    let code = "
        load.int r0, 1
        array.int r1, [r0, r0]
        copy.ref r2, r1
        load.int r3, 0
        load.int r4, 5
        set.int r2, r3, r4
        get.int r5, r1, r3
        get.int r6, r2, r3
        drop r1
        drop r2
        mul.small r5, r5, 10
        add.int r5, r5, r6
        return.int r5";
    assert_eq!(run("int ref ref int int int int", code), Halt::Done(15));
}

#[test]
fn a_record_that_others_refer_to_is_copied_when_it_changes() {
    let code = "
        load.int r0, 1
        load.float r1, 2.5
        new r2, layout 1, [r0, r1]
        copy.ref r3, r2
        load.int r0, 9
        set_slot.int r3, 0, r0, layout 1
        slot.int r4, r2, 0, layout 1
        slot.int r5, r3, 0, layout 1
        drop r2
        drop r3
        mul.small r4, r4, 10
        add.int r4, r4, r5
        return.int r4";
    assert_eq!(run("int float ref ref int int", code), Halt::Done(19));
}

#[test]
fn an_object_of_another_shape_is_a_fault_and_not_a_crash() {
    let text = "load.text r1, \"text\"\nslot.int r0, r1, 0, layout 1\ndrop r1\nreturn.int r0";
    assert_eq!(fault("int ref", text), FaultKind::BadObject);
    let unit = "load.unit r1, 3\nlen r0, r1\ndrop r1\nreturn.int r0";
    assert_eq!(fault("int ref", unit), FaultKind::BadObject);
    let words = "load.int r0, 0\narray.int r1, [r0]\nget.ref r2, r1, r0\ndrop r1\ndrop r2\nreturn.int r0";
    assert_eq!(fault("int ref ref", words), FaultKind::BadObject);
}

#[test]
fn variants_are_told_apart_by_their_numbers() {
    let code = "
        load.unit r0, 0
        load.unit r1, 0
        new r0, layout 0, [r0, r1]
        tag_of r2, r0
        jump_not_tag r0, 1, @8
        drop r0
        load.int r2, 42
        return.int r2
        drop r0
        return.int r2";
    assert_eq!(run("ref ref int", code), Halt::Done(42));
}

/// A list of many records, each referring to the next, is freed without recursion, and all of its memory is used again.
#[test]
fn what_nobody_refers_to_is_freed() {
    let code = "
        load.int r0, 0
        load.int r1, 20000
        load.unit r2, 0
        load.unit r3, 0
        new r2, layout 0, [r2, r3]
        count r0, r1, @3
        drop r2
        return.int r0";
    let mut machine = machine(vec![function("main", "", "int", "int int ref ref", code)], Limits::default());
    assert_eq!(machine.run(u64::MAX), Halt::Done(20_000));
    let once = machine.bytes();
    machine.start(0);
    assert_eq!(machine.run(u64::MAX), Halt::Done(20_000));
    assert_eq!(machine.bytes(), once);
}

#[test]
fn a_method_that_updates_its_receiver_does_so_in_place() {
    let main = "array.int r0, []\nload.int r1, 7\nupdate.int r1, r0, \"add\", [r1]\nlen r1, r0\ndrop r0\nreturn.int r1";
    let add = "push.int r0, r1\npush.int r0, r1\nreturn_update.int r1, r0";
    let mut add = function("add", "ref int", "int", "ref int", add);
    add["updates"] = json!(true);
    let mut machine = machine(vec![function("main", "", "int", "ref int", main), add], Limits::default());
    assert_eq!(machine.run(100), Halt::Done(2));
}

#[test]
fn texts_are_compared_by_their_bytes() {
    let of = |left: &str, right: &str| {
        run(
            "ref ref int",
            &format!(
                "load.text r0, \"{left}\"\nload.text r1, \"{right}\"\neq.text r2, r0, r1\ndrop r0\ndrop r1\nreturn.int r2"
            ),
        )
    };
    assert_eq!(of("grün", "grün"), Halt::Done(1));
    assert_eq!(of("grün", "grau"), Halt::Done(0));
}
