//! Resources: one at a time, and as they were where something goes wrong.

use crate::testing::{done, fault};

/// Tasks that add to a counter and sleep while they have taken it.
const COUNTER: &str = "
        native sleep(int) -> unit
        native print(int) -> unit
        global Counter
        layout Counter(int)
        fn main() -> int with ref, ref, int, int, int
            load.int r2, 0
            new r0, layout 0, [r2]
            put.global global 0, r0
            load.int r3, 5
            array.ref r0, []
            again:
            new_closure r1, \"add\", [r2]
            spawn r1, r1, signature 0
            push.ref r0, r1
            count r2, r3, @again
            load.int r2, 0
            each:
            get.ref r1, r0, r2
            wait r4, r1
            drop r1
            count r2, r3, @each
            drop r0
            load.global r0, global 0
            slot.int r4, r0, 0, layout 0
            drop r0
            return.int r4
        fn add(int) -> int captures 1 with ref, int, int
            take.global r1, global 0
            slot.int r2, r1, 0, layout 0
            add.small r2, r2, 1
            set_slot.int r1, 0, r2, layout 0
            load.int r3, 1
            perform.int r3, \"sleep\", [r3]
            // here
            perform.int r3, \"print\", [r2]
            put.global global 0, r1
            return.int r0";

#[test]
fn whoever_takes_a_resource_has_it_alone() {
    assert_eq!(done(COUNTER), (5, ["1", "2", "3", "4", "5"].map(str::to_owned).to_vec()));
}

#[test]
fn who_faults_leaves_the_resource_as_it_was() {
    let source = COUNTER.replace("// here", "jump_ne.small r0, 2, @on\nfault \"no\"\non:");
    assert_eq!(done(&source), (4, ["1", "2", "3", "4"].map(str::to_owned).to_vec()));
}

#[test]
fn who_is_cancelled_leaves_the_resource_as_it_was() {
    let source = COUNTER
        .replace("wait r4, r1\n", "cancel r1\n")
        .replace("count r2, r3, @each", "load.int r4, 1\nperform.int r4, \"sleep\", [r4]\ncount r2, r3, @each");
    assert_eq!(done(&source).1, Vec::<String>::new());
    assert_eq!(done(&source).0, 0);
}

#[test]
fn those_who_only_look_wait_while_it_is_taken() {
    let source = COUNTER.replace(
        "            wait r4, r1
            drop r1
",
        "            drop r1
            load.global r1, global 0
            slot.int r4, r1, 0, layout 0
            drop r1
            perform.int r4, \"print\", [r4]
",
    );
    let (_, log) = done(&source);
    assert!(log.len() >= 5, "{log:?}");
}

#[test]
fn who_takes_twice_is_told() {
    let source = "
        global Own
        fn main() -> int with ref, ref, int
            load.text r0, \"x\"
            put.global global 0, r0
            take.global r0, global 0
            call.ref r1, \"again\", []
            drop r1
            put.global global 0, r0
            load.int r2, 0
            return.int r2
        fn again() -> ref with ref
            take.global r0, global 0
            return.ref r0";
    let told = "a tool's method that changes it was called while one is running";
    assert_eq!(fault(source), (told.to_owned(), vec!["again:13".to_owned(), "main:7".to_owned()]));
    assert_eq!(
        fault(
            &source.replace("again() -> ref with ref\n            take", "again() -> ref with ref\n            load")
        )
        .0,
        told
    );
}

#[test]
fn a_resource_that_is_not_made_is_told() {
    let source = "
        global Own
        fn main() -> int with ref, int
            load.global r0, global 0
            drop r0
            load.int r1, 1
            return.int r1";
    assert_eq!(fault(source).0, "the resource `Own` is used before it is made");
}

#[test]
fn nobody_puts_back_what_another_has_taken() {
    let source = "
        native sleep(int) -> unit
        global Own
        fn main() -> int with ref, ref, int
            load.text r0, \"x\"
            put.global global 0, r0
            new_closure r1, \"keep\", []
            spawn r1, r1, signature 0
            load.int r2, 1
            perform.int r2, \"sleep\", [r2]
            load.text r0, \"y\"
            put.global global 0, r0
            drop r1
            return.int r2
        fn keep() -> int with ref, int
            take.global r0, global 0
            load.int r1, 10
            perform.int r1, \"sleep\", [r1]
            put.global global 0, r0
            return.int r1";
    assert_eq!(fault(source).0, "a resource that another task has taken was put back");
}
