//! Closures.

use super::assemble::{fault, int};

const SCALE: &str = "
    signature (int) -> int
    fn main() -> int with int, ref, int
        load.int r0, 3
        new_closure r1, \"scale\", [r0]
        load.int r2, 7
        call_value.int r0, r1, signature 0, [r2]
        call_value.int r0, r1, signature 0, [r0]
        drop r1
        return.int r0
    fn scale(int, int) -> int captures 1
        mul.int r0, r0, r1
        return.int r0";

#[test]
fn a_closure_takes_numbers_along() {
    assert_eq!(int(SCALE), 63);
}

#[test]
fn a_closure_takes_references_along_and_can_be_called_again() {
    let source = r#"
        signature () -> ref
        native string.len(String) -> Int
        fn main() -> int with ref, ref, int, int
            load.text r0, "grün"
            new_closure r0, "again", [r0]
            copy.ref r1, r0
            drop r0
            call_value.ref r0, r1, signature 0, []
            native.int r2, "string.len", [r0]
            drop r0
            call_value.ref r0, r1, signature 0, []
            drop r1
            native.int r3, "string.len", [r0]
            drop r0
            add.int r2, r2, r3
            return.int r2
        fn again(ref) -> ref captures 1 with ref
            concat r1, [r0, r0]
            drop r0
            return.ref r1"#;
    assert_eq!(int(source), 16);
}

#[test]
fn what_is_no_closure_of_the_signature_is_not_called() {
    let other = SCALE.replace("signature (int) -> int", "signature (int) -> int\nsignature (int) -> ref");
    let other =
        other.replace("call_value.int r0, r1, signature 0, [r2]", "call_value.ref r3, r1, signature 1, [r2]\ndrop r3");
    let other = other.replace("with int, ref, int", "with int, ref, int, ref");
    assert_eq!(fault(&other), "an object has another shape than the program says");
    let text = SCALE.replace("new_closure r1, \"scale\", [r0]", "load.text r1, \"scale\"");
    assert_eq!(fault(&text), "an object has another shape than the program says");
}

/// Whether two closures are the same: what each is made of.
fn same(first: &str, second: &str) -> i64 {
    int(&format!(
        r#"
        type Opaque "opaque"
        native function.same(Opaque, Opaque) -> Bool
        fn main() -> int with int, int, ref, ref, int
            load.int r0, 3
            load.int r1, 4
            {first}
            {second}
            native.int r4, "function.same", [r2, r3]
            drop r2
            drop r3
            return.int r4
        fn scale(int, int) -> int captures 1
            mul.int r0, r0, r1
            return.int r0
        fn add(int, int) -> int captures 1
            add.int r0, r0, r1
            return.int r0"#
    ))
}

#[test]
fn closures_are_the_same_by_code_and_captures() {
    let scale = "new_closure r2, \"scale\", [r0]";
    assert_eq!(same(scale, "copy.ref r3, r2"), 1);
    assert_eq!(same(scale, "new_closure r3, \"scale\", [r0]"), 1);
    assert_eq!(same(scale, "new_closure r3, \"scale\", [r1]"), 0);
    assert_eq!(same(scale, "new_closure r3, \"add\", [r0]"), 0);
}

#[test]
fn what_is_no_closure_is_not_compared() {
    let text = r#"
        type Opaque "opaque"
        native function.same(Opaque, Opaque) -> Bool
        fn main() -> int with ref, ref, int
            load.text r0, "a"
            load.text r1, "b"
            native.int r2, "function.same", [r0, r1]
            drop r0
            drop r1
            return.int r2"#;
    assert_eq!(fault(text), "an object has another shape than the program says");
}

#[test]
fn what_is_not_declared_is_a_fault() {
    for code in ["load.int r0, 0", "load.int r0, -1", "load.int r0, 1000"] {
        for native in ["tool.about", "tool.about_server"] {
            let source = format!(
                "native {native}(Int, Int) -> Json\nfn main() -> int with int, ref\n{code}\nnative.ref r1, \"{native}\", [r0, r0]\ndrop r1\nreturn.int r0"
            );
            assert_eq!(fault(&source), "the program declares no such tool");
        }
    }
}
