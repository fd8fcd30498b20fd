//! Who has which turn.

use crate::testing::{World, done, fault};
use crate::{FaultKind, Halt, Limits};

/// A function `say` that prints a number and one that starts it as a task.
const SAY: &str = "
        native print(int) -> unit
        fn main() -> int with ref, ref, int, int
            load.int r2, 1
            new_closure r0, \"say\", [r2]
            spawn r0, r0, signature 0
            load.int r2, 2
            new_closure r1, \"say\", [r2]
            spawn r1, r1, signature 0
            load.int r2, 0
            perform.int r3, \"print\", [r2]
            wait r3, r0
            wait r3, r1
            task.int r2, r0
            task.int r3, r1
            add.int r2, r2, r3
            drop r0
            drop r1
            return.int r2
        fn say(int) -> int captures 1 with int
            perform.int r1, \"print\", [r0]
            mul.small r0, r0, 10
            return.int r0";

#[test]
fn who_starts_a_task_goes_on_before_it() {
    assert_eq!(done(SAY), (30, ["0", "1", "2"].map(str::to_owned).to_vec()));
}

/// One counts to a number and prints it, while others do the same.
#[test]
fn nobody_starves() {
    let source = "
        native print(int) -> unit
        fn main() -> int with ref, ref, int, int
            load.int r2, 1
            new_closure r0, \"forever\", []
            spawn r0, r0, signature 0
            load.int r2, 100
            new_closure r1, \"count\", [r2]
            spawn r1, r1, signature 0
            wait r3, r1
            drop r0
            drop r1
            return.int r3
        fn forever() -> int
            loop @0
        fn count(int) -> int captures 1 with int, int
            load.int r1, 0
            add.small r1, r1, 1
            loop_lt.int r1, r0, @1
            perform.int r2, \"print\", [r1]
            return.int r1";
    assert_eq!(done(source), (0, vec!["100".to_owned()]));
}

/// The order in which two tasks that use much fuel end does not depend on how much a run is given.
#[test]
fn fuel_does_not_change_who_is_next() {
    let source = "
        native print(int) -> unit
        fn main() -> int with ref, ref, int, int
            load.int r2, 20000
            new_closure r0, \"count\", [r2]
            spawn r0, r0, signature 0
            load.int r2, 9000
            new_closure r1, \"count\", [r2]
            spawn r1, r1, signature 0
            load.int r2, 0
            load.int r3, 5000
            count r2, r3, @8
            perform.int r3, \"print\", [r2]
            wait r3, r0
            wait r3, r1
            drop r0
            drop r1
            return.int r3
        fn count(int) -> int captures 1 with int, int
            load.int r1, 0
            add.small r1, r1, 1
            loop_lt.int r1, r0, @1
            perform.int r2, \"print\", [r1]
            return.int r1";
    let mut expected = None;
    let fuels = [u64::MAX, 3_999, 4_001, 4_000, 100_000, 1_000, 17];
    for fuel in fuels.into_iter().take(if cfg!(miri) { 2 } else { 7 }) {
        let mut world = World::new(source);
        world.fuel = fuel;
        assert_eq!(world.run(), Halt::Done(0));
        assert_eq!(*expected.get_or_insert(world.log.clone()), world.log, "fuel {fuel}");
    }
    assert_eq!(expected, Some(["5000", "9000", "20000"].map(str::to_owned).to_vec()));
}

#[test]
fn tasks_that_sleep_do_so_at_the_same_time() {
    let source = "
        native sleep(int) -> unit
        native print(int) -> unit
        fn main() -> int with ref, ref, int
            load.int r2, 30
            new_closure r0, \"nap\", [r2]
            spawn r0, r0, signature 0
            load.int r2, 20
            new_closure r1, \"nap\", [r2]
            spawn r1, r1, signature 0
            wait r2, r0
            wait r2, r1
            drop r0
            drop r1
            return.int r2
        fn nap(int) -> int captures 1 with int
            perform.int r1, \"sleep\", [r0]
            perform.int r1, \"print\", [r0]
            return.int r0";
    assert_eq!(done(source), (0, ["20", "30"].map(str::to_owned).to_vec()));
    let mut world = World::new(source);
    world.run();
    assert_eq!(world.now, 30);
}

/// A fiber that has taken a resource waits for one that wants it.
const BOTH_WAIT: &str = "
        global Lock
        fn main() -> int with ref, ref, int, ref, ref
            load.text r0, \"held\"
            put.global global 0, r0
            take.global r0, global 0
            new_closure r1, \"other\", []
            spawn r1, r1, signature 0
            // here
            wait r2, r1
            put.global global 0, r0
            drop r1
            return.int r2
        fn other() -> int with ref, int
            take.global r0, global 0
            put.global global 0, r0
            load.int r1, 1
            return.int r1";

#[test]
fn who_wants_what_its_waiter_has_taken_faults_alone() {
    // The outcome of the task is 1: a fault.
    assert_eq!(done(BOTH_WAIT).0, 1);
    let all =
        BOTH_WAIT.replace("wait r2, r1", "copy.ref r3, r1\narray.ref r4, [r3]\nwait_any r2, r4\ndrop r4\nwait r2, r1");
    assert_eq!(done(&all).0, 1, "the only one of several, too");
}

#[test]
fn fibers_that_wait_for_each_other_are_a_fault() {
    let several =
        "new_closure r3, \"other\", []\nspawn r3, r3, signature 0\narray.ref r4, [r1, r3]\nwait_any r2, r4\ndrop r4";
    let source = BOTH_WAIT.replace("// here\n            wait r2, r1", several).replace("            drop r1\n", "");
    assert_eq!(fault(&source).0, FaultKind::Deadlock.to_string());
}

#[test]
fn ten_thousand_calls_inside_each_other_work() {
    let source = "
        fn main() -> int with int
            load.int r0, 10000
            call.int r0, \"down\", [r0]
            return.int r0
        fn down(int) -> int with int
            jump_gt.small r0, 0, @2
            return.int r0
            add.small r1, r0, -1
            call.int r1, \"down\", [r1]
            add.small r1, r1, 1
            return.int r1";
    assert_eq!(World::new(source).run(), Halt::Done(10_000));
}

#[test]
#[cfg_attr(miri, ignore = "fills more memory than Miri gets through")]
fn many_registers_in_many_calls_are_too_much_memory() {
    let source = "
        fn main() -> int with int*60000
            call.int r0, \"main\", []
            return.int r0";
    let bytes_max = if cfg!(miri) { 2 << 20 } else { 100 << 20 };
    let limits = Limits { bytes_max, ..Limits::default() };
    let mut world = World::with_limits(source, limits);
    assert!(matches!(world.run(), Halt::Fault(fault) if fault.kind == FaultKind::OutOfMemory(bytes_max)));
    assert!(world.machine().bytes() == 0, "{}", world.machine().bytes());
}

#[test]
fn small_limits_are_limits() {
    let source = "
        fn main() -> int with int
            call.int r0, \"main\", []
            return.int r0";
    for depth_max in [0, 1, 2, 3, 5] {
        let mut world = World::with_limits(source, Limits { depth_max, ..Limits::default() });
        let Halt::Fault(fault) = world.run() else { panic!("no fault") };
        assert_eq!(fault.kind, FaultKind::TooDeep(depth_max));
        assert_eq!(fault.trace.len(), depth_max.max(1));
    }
    for bytes_max in [0, 100, 400, 1000] {
        let mut world = World::with_limits(source, Limits { bytes_max, ..Limits::default() });
        assert!(matches!(world.run(), Halt::Fault(fault) if fault.kind == FaultKind::OutOfMemory(bytes_max)));
    }
}
