//! What is left when something goes wrong: nothing. `fault` looks at that.

use crate::testing::{World, fault};
use crate::{FaultKind, Halt, Limits};

#[test]
fn all_calls_give_back_what_they_hold() {
    let source = "
        layout Pair(ref, ref)
        fn main() -> int with ref, ref, int
            array.int r0, []
            load.text r1, \"one\"
            new r1, layout 0, [r0, r1]
            array.ref r0, []
            call.ref r1, \"middle\", [r1]
            drop r0
            drop r1
            load.int r2, 0
            return.int r2
        fn middle(ref) -> ref with ref, int
            slot.ref r1, r0, 0, layout 0
            load.int r2, 7
            update.int r2, r1, \"change\", [r2]
            drop r1
            return.ref r0
        fn change(ref, int) -> int updates with ref, int
            push.int r0, r1
            copy.ref r2, r0
            get.int r3, r0, r1
            drop r2
            return_update.int r3, r0";
    let (kind, trace) = fault(source);
    assert_eq!(kind, "index out of range: the index is 7, the length is 1");
    assert_eq!(trace, ["change:22", "middle:16", "main:8"]);
}

/// Frames that are all alike are looked up, not analysed anew.
#[test]
fn deep_recursion_gives_back_what_it_holds() {
    let source = "
        layout Node(ref, ref)
        fn main() -> int with ref, int
            load.unit r0, 0
            call.int r1, \"down\", [r0]
            return.int r1
        fn down(ref) -> int with ref, ref, int
            load.unit r2, 0
            copy.ref r1, r0
            new r1, layout 0, [r1, r2]
            call.int r3, \"down\", [r1]
            drop r0
            return.int r3";
    let depth_max = if cfg!(miri) { 500 } else { 200_000 };
    let mut world = World::with_limits(source, Limits { depth_max, ..Limits::default() });
    let Halt::Fault(fault) = world.run() else { panic!("no fault") };
    assert_eq!(fault.kind, FaultKind::TooDeep(depth_max));
    assert_eq!(world.left(), 0);
}

#[test]
fn an_instruction_that_faults_keeps_what_it_would_take() {
    let of = |inst: &str| {
        let source = format!(
            "
            layout Pair(ref, ref)
            fn main() -> int with ref, ref, int, ref
                array.int r0, []
                array.int r1, []
                load.int r2, 3
                {inst}
                drop r0
                load.int r2, 0
                return.int r2"
        );
        fault(&source).0
    };
    assert_eq!(of("set.ref r0, r2, r1"), FaultKind::BadObject.to_string());
    assert_eq!(of("set_slot.ref r0, 0, r1, layout 0"), FaultKind::BadObject.to_string());
    assert_eq!(of("push.ref r0, r1"), FaultKind::BadObject.to_string());
    assert_eq!(of("spawn r3, r1, signature 0\ndrop r3"), FaultKind::BadObject.to_string());
    assert_eq!(of("take_at r3, r0, r2\ndrop r3\ndrop r1"), FaultKind::BadObject.to_string());
}

/// Wherever memory ends, nothing is lost.
#[test]
fn memory_may_end_anywhere() {
    let source = "
        native sleep(int) -> unit
        layout Pair(ref, ref)
        fn main() -> int with ref, ref, int, int, ref
            array.ref r0, []
            load.int r2, 0
            load.int r3, 50
            again:
            array.int r1, [r2, r3, r2, r3]
            copy.ref r4, r1
            new r1, layout 0, [r1, r4]
            new_closure r1, \"nap\", [r1, r2]
            spawn r1, r1, signature 2
            push.ref r0, r1
            count r2, r3, @again
            perform.int r2, \"sleep\", [r2]
            drop r0
            return.int r2
        fn nap(ref, int) -> ref captures 2 with int, ref
            slot.ref r3, r0, 0, layout 0
            push.int r3, r1
            drop r3
            perform.int r2, \"sleep\", [r1]
            return.ref r0";
    let mut ended = 0;
    let step = if cfg!(miri) { 20_011 } else { 511 };
    for bytes_max in (0..120_000).step_by(step) {
        let mut world = World::with_limits(source, Limits { bytes_max, ..Limits::default() });
        match world.run() {
            Halt::Done(_) => ended += 1,
            Halt::Fault(fault) => assert_eq!(fault.kind, FaultKind::OutOfMemory(bytes_max)),
            other => panic!("{other:?}"),
        }
        assert_eq!(world.left(), 0);
        assert_eq!(world.machine().bytes() % (64 << 10), 0, "{bytes_max}");
    }
    assert!(ended > 0);
}
