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
