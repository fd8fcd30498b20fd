//! How a program and the functions of the machine meet.

use super::assemble::{BASIC, int, program, try_machine};
use crate::{FaultKind, Function, Halt, Limits, Machine, Outcome, Value};

fn refusal(native: &str, registers: &str, code: &str) -> String {
    let source = format!("{BASIC}\nnative {native}\nfn main() -> int with {registers}\n{code}");
    try_machine(&source, Limits::default()).map_or_else(|it| it, |_| "it can be run".to_owned())
}

#[test]
fn a_function_that_there_is_not_is_refused() {
    let code = "load.int r0, 1\nnative.int r0, \"int.frobnicate\", [r0]\nreturn.int r0";
    assert_eq!(refusal("int.frobnicate(Int) -> Int", "int", code), "this machine has no function `int.frobnicate`");
}

#[test]
fn types_that_do_not_fit_are_refused() {
    let code = "load.int r0, 1\nnative.int r0, \"int.min\", [r0]\nreturn.int r0";
    assert_eq!(
        refusal("int.min(Int) -> Int", "int", code),
        "the types of `int.min` do not fit `int.min(Int, Int) -> Int`"
    );
    let code =
        "load.int r0, 1\narray.int r1, []\nnative.ref r2, \"array.get#1\", [r1, r0]\ndrop r1\ndrop r2\nreturn.int r0";
    assert_eq!(refusal("array.get#1(Ints, Int) -> Option.Int", "int, ref, ref", code), "it can be run");
    assert_eq!(
        refusal("array.get#1(Ints, Int) -> Option.String", "int, ref, ref", code),
        "the types of `array.get#1` do not fit `array.get(Array<T>, Int) -> Option<T>`"
    );
    assert_eq!(
        refusal("array.get#1(Strings, Int) -> Option.Int", "int, ref, ref", code),
        "the types of `array.get#1` do not fit `array.get(Array<T>, Int) -> Option<T>`"
    );
}

#[test]
fn a_function_that_changes_something_is_called_so() {
    let code = "array.int r1, []\nload.int r0, 1\nnative.int r0, \"array.push\", [r1, r0]\ndrop r1\nreturn.int r0";
    assert_eq!(
        refusal("array.push(Ints, Int) -> Unit", "int, ref", code),
        "the types of `array.push` do not fit `array.push(Array<T>, T) -> Unit`, which changes its first parameter"
    );
}

/// An object always has the slots of its layout, whatever a function of the library says that it gives.
#[test]
fn a_function_that_gives_no_result_gives_neither_ok_nor_err() {
    const LIBRARY: crate::Library = &[
        Function { name: "odd.ok", signature: "() -> T", body: |_| Ok(Outcome::Ok(Value::Int(1))) },
        Function { name: "odd.err", signature: "() -> T", body: |_| Ok(Outcome::Err("no".to_owned())) },
    ];
    let one = |layout: &str| {
        format!(
            r#"{{"name": "V", "layout": @{layout}, "named": false, "data": [{{"name": "", "type": $Int}}, {{"name": "", "type": $String}}]}}"#
        )
    };
    for name in ["odd.ok", "odd.err"] {
        let source = format!(
            "{BASIC}\nlayout First(int, ref)\nlayout Second(int, ref) tag 1
            type Odd {{\"enum\": \"Odd\", \"plain\": false, \"variants\": [{}, {}]}}
            native {name}() -> Odd
            fn main() -> int with ref, int
                native.ref r0, \"{name}\", []
                drop r0
                load.int r1, 0
                return.int r1",
            one("First"),
            one("Second"),
        );
        let mut machine = Machine::with_library(program(&source), Limits::default(), LIBRARY).expect("a machine");
        machine.start(0);
        assert!(matches!(machine.run(100), Halt::Fault(fault) if fault.kind == FaultKind::BadObject), "{name}");
    }
}

#[test]
fn what_is_not_called_is_not_looked_up() {
    assert_eq!(refusal("console.print(String) -> Unit", "int", "load.int r0, 1\nreturn.int r0"), "it can be run");
}

#[test]
fn floats_cannot_be_keys() {
    let source = format!(
        "{BASIC}\ntype Bad {{\"map\": [$Float, $Int]}}\nnative map.new() -> Bad\nfn main() -> int with ref, int\nnative.ref r0, \"map.new\", []\ndrop r0\nload.int r1, 0\nreturn.int r1"
    );
    let refused = try_machine(&source, Limits::default()).err();
    assert_eq!(refused.as_deref(), Some("`map.new` is about keys that cannot be keys"));
}

#[test]
fn a_change_is_seen_in_its_place_and_nowhere_else() {
    let source = "
        native array.insert(Ints, Int, Int) -> Unit changes
        native array.sum_int(Ints) -> Int
        fn main() -> int with ref, ref, int, int, int
            load.int r2, 0
            load.int r3, 7
            array.int r0, [r3]
            copy.ref r1, r0
            change.int r4, r0, \"array.insert\", [r2, r3]
            change.int r4, r0, \"array.insert\", [r2, r3]
            native.int r2, \"array.sum_int\", [r0]
            native.int r3, \"array.sum_int\", [r1]
            drop r0
            drop r1
            mul.small r2, r2, 100
            add.int r2, r2, r3
            return.int r2";
    assert_eq!(int(source), 2107);
}

/// The names of the library that the machine has to know.
#[test]
fn the_library_finds_its_functions() {
    let compiled = ["error", "task", "core", "option", "result"];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../std/lib");
    for file in ["types", "arrays", "collections", "json", "math", "string"] {
        let source = std::fs::read_to_string(folder.join(format!("{file}.conc"))).expect("the library");
        for name in source.split("@native(\"").skip(1).filter_map(|it| it.split('"').next()) {
            let is_known = crate::native::knows(name) || compiled.contains(&name.split('.').next().unwrap_or_default());
            assert!(is_known, "{file}.conc has `{name}`");
        }
    }
}

/// Going on to the next instruction is a jump in an optimised build: otherwise this would need more stack than there is.
#[test]
fn many_calls_need_no_native_stack() {
    let count = if cfg!(miri) { 100 } else { 200_000 };
    let source = format!(
        r#"
        signature (int) -> int
        native array.push(Ints, Int) -> Unit changes
        native array.len(Ints) -> Int
        native int.to_string(Int) -> String
        fn main() -> int with int, int, ref, ref, ref, ref, int
            load.int r0, 0
            load.whole r1, {count}
            array.int r2, []
            new_closure r5, "same", [r0]
            native.ref r3, "int.to_string", [r0]
            concat r4, [r3, r3]
            append r4, r3
            drop r3
            drop r4
            new_closure r3, "same", [r0]
            call_value.int r6, r3, signature 0, [r0]
            call_value.int r6, r5, signature 0, [r6]
            drop r3
            change.int r6, r2, "array.push", [r6]
            count r0, r1, @4
            native.int r6, "array.len", [r2]
            drop r2
            drop r5
            return.int r6
        fn same(int, int) -> int captures 1
            return.int r0"#
    );
    assert_eq!(int(&source), count);
}
