//! Tasks: how they end, and with what else.

use crate::testing::{World, done, fault};
use crate::{FaultKind, Halt, Limits};

#[test]
fn a_task_that_faults_says_so_and_nobody_else_does() {
    let source = "
        native print(string) -> unit
        fn main() -> int with ref, int, ref
            new_closure r0, \"divide\", []
            spawn r0, r0, signature 0
            wait r1, r0
            task.message r2, r0
            perform.int r1, \"print\", [r2]
            drop r2
            wait r1, r0
            drop r0
            return.int r1
        fn divide() -> int with int, int, ref
            load.text r2, \"held\"
            load.int r0, 1
            load.int r1, 0
            div.int r0, r0, r1
            drop r2
            return.int r0";
    assert_eq!(done(source), (1, vec!["division by zero".to_owned()]));
}

#[test]
fn a_fault_goes_on_with_its_trace_first() {
    let source = "
        fn main() -> int with int
            call.int r0, \"middle\", []
            return.int r0
        fn middle() -> int with ref, int
            new_closure r0, \"outer\", []
            spawn r0, r0, signature 0
            wait r1, r0
            rethrow r0
        fn outer() -> int with int
            load.int r0, 5
            call.int r0, \"inner\", [r0]
            return.int r0
        fn inner(int) -> int
            fault \"no more\"";
    let (kind, trace) = fault(source);
    assert_eq!(kind, "no more");
    assert_eq!(trace, ["inner:15", "outer:12", "middle:9", "main:3"]);
}

#[test]
fn what_a_task_gives_is_asked_for_by_its_kind() {
    let of = |asked: &str| {
        format!(
            "
            fn main() -> int with ref, int, float, ref
                new_closure r0, \"text\", []
                spawn r0, r0, signature 2
                wait r1, r0
                {asked}
                drop r0
                return.int r1
            fn text() -> ref with ref
                load.text r0, \"given\"
                return.ref r0"
        )
    };
    assert_eq!(done(&of("task.ref r3, r0\ndrop r3")).0, 0);
    assert_eq!(fault(&of("task.int r1, r0")).0, "the task gave no such value");
    assert_eq!(fault(&of("task.float r2, r0")).0, "the task gave no such value");
    assert_eq!(
        fault(&of("rethrow r0").replace("drop r0\n", "").replace("return.int r1", "")).0,
        "the task has no fault"
    );
}

#[test]
fn a_closure_of_another_signature_is_no_task() {
    let source = "
        fn main() -> int with ref, int
            new_closure r0, \"text\", []
            spawn r0, r0, signature 0
            wait r1, r0
            drop r0
            return.int r1
        fn text() -> ref with ref
            load.text r0, \"given\"
            return.ref r0";
    assert_eq!(fault(source).0, FaultKind::BadObject.to_string());
}

/// Three tasks that sleep for 30, 10 and 20; what main does with them comes after.
fn three(rest: &str) -> String {
    format!(
        "
        native sleep(int) -> unit
        native print(int) -> unit
        fn main() -> int with ref, ref, ref, ref, int, int
            load.int r4, 30
            new_closure r0, \"nap\", [r4]
            spawn r0, r0, signature 0
            load.int r4, 10
            new_closure r1, \"nap\", [r4]
            spawn r1, r1, signature 0
            load.int r4, 20
            new_closure r2, \"nap\", [r4]
            spawn r2, r2, signature 0
            {rest}
        fn nap(int) -> int captures 1 with int, ref
            load.text r2, \"held\"
            perform.int r1, \"sleep\", [r0]
            perform.int r1, \"print\", [r0]
            drop r2
            return.int r0"
    )
}

#[test]
fn the_first_of_several_tasks_is_waited_for() {
    let source = three(
        "array.ref r3, [r0, r1, r2]
            wait_any r4, r3
            perform.int r5, \"print\", [r4]
            drop r3
            return.int r4",
    );
    assert_eq!(done(&source), (1, ["10", "1"].map(str::to_owned).to_vec()), "the others are cancelled");
}

#[test]
fn of_several_tasks_that_have_ended_the_lowest_counts() {
    let source = three(
        "wait r5, r0
            copy.ref r3, r0
            array.ref r3, [r2, r1, r0, r3]
            wait_any r4, r3
            drop r3
            return.int r4",
    );
    assert_eq!(done(&source), (0, ["10", "20", "30"].map(str::to_owned).to_vec()));
}

#[test]
fn nothing_to_wait_for_is_a_fault() {
    let source = three("drop r0\ndrop r1\ndrop r2\narray.ref r3, []\nwait_any r4, r3\ndrop r3\nreturn.int r4");
    assert_eq!(fault(&source).0, "there is no task to wait for");
    let source =
        three("drop r0\ndrop r1\nload.text r3, \"x\"\narray.ref r3, [r2, r3]\nwait_any r4, r3\ndrop r3\nreturn.int r4");
    assert_eq!(fault(&source).0, FaultKind::BadObject.to_string());
}

#[test]
fn a_cancelled_task_says_so_and_its_request_is_told() {
    let source = three(
        "load.int r5, 1
            perform.int r5, \"sleep\", [r5]
            cancel r0
            cancel r0
            wait r4, r0
            wait r5, r1
            cancel r1
            wait r5, r1
            wait r5, r2
            drop r0
            drop r1
            drop r2
            return.int r4",
    );
    assert_eq!(done(&source), (2, ["10", "20"].map(str::to_owned).to_vec()));
    let mut world = World::new(&source);
    world.run();
    assert_eq!(world.now, 20);
}

/// A task that sleeps for 15 in a scope, which is closed at 5.
fn scoped(kept: &str, dropped: &str) -> String {
    three(&format!(
        "open_scope
            load.int r4, 15
            new_closure r3, \"nap\", [r4]
            spawn r3, r3, signature 0
            {dropped}
            load.int r4, 5
            perform.int r4, \"sleep\", [r4]
            close_scope
            {kept}
            wait r5, r0
            drop r0
            drop r1
            drop r2
            return.int r4"
    ))
}

#[test]
fn a_scope_ends_what_it_started_and_nobody_refers_to() {
    assert_eq!(done(&scoped("", "drop r3")), (0, ["10", "20", "30"].map(str::to_owned).to_vec()));
}

#[test]
fn what_somebody_refers_to_belongs_to_the_scope_around() {
    let log = ["10", "15", "20", "30"].map(str::to_owned).to_vec();
    assert_eq!(done(&scoped("wait r4, r3\ndrop r3", "")), (0, log));
}

#[test]
fn all_of_several_tasks_are_waited_for() {
    let source = three("array.ref r3, [r0, r1, r2]\nwait_all r4, r3\ndrop r3\nreturn.int r4");
    assert_eq!(done(&source), (-1, ["10", "20", "30"].map(str::to_owned).to_vec()));
    let fails = source.replace("drop r2\n", "jump_ne.small r0, 20, @on\nfault \"no\"\non:\ndrop r2\n");
    assert_eq!(done(&fails), (2, ["10", "20"].map(str::to_owned).to_vec()), "the first that fails is enough");
    let none = "fn main() -> int with ref, int\narray.ref r0, []\nwait_all r1, r0\ndrop r0\nreturn.int r1";
    assert_eq!(done(none).0, -1);
}

#[test]
fn scopes_are_inside_each_other() {
    let source = three(
        "open_scope
            load.int r4, 15
            new_closure r3, \"nap\", [r4]
            spawn r3, r3, signature 0
            open_scope
            load.int r4, 16
            drop r3
            new_closure r3, \"nap\", [r4]
            spawn r3, r3, signature 0
            drop r3
            close_scope
            wait r5, r2
            close_scope
            drop r0
            drop r1
            drop r2
            return.int r4",
    );
    assert_eq!(done(&source).1, ["10", "15", "20"]);
}

#[test]
fn who_ends_takes_along_what_it_started() {
    let source = "
        native sleep(int) -> unit
        native print(int) -> unit
        fn main() -> int with ref, int
            new_closure r0, \"parent\", []
            spawn r0, r0, signature 0
            load.int r1, 5
            perform.int r1, \"sleep\", [r1]
            cancel r0
            load.int r1, 100
            perform.int r1, \"sleep\", [r1]
            wait r1, r0
            drop r0
            return.int r1
        fn parent() -> int with ref, int
            load.int r1, 3
            new_closure r0, \"child\", [r1]
            spawn r0, r0, signature 0
            wait r1, r0
            drop r0
            return.int r1
        fn child(int) -> int captures 1 with ref, int
            load.int r2, 10
            jump_eq.small r0, 0, @again
            add.small r0, r0, -1
            new_closure r1, \"child\", [r0]
            spawn r1, r1, signature 0
            drop r1
            again:
            perform.int r0, \"sleep\", [r2]
            perform.int r0, \"print\", [r2]
            loop @again";
    assert_eq!(done(source), (2, vec![]));
    let faults = source.replace(
        "wait r1, r0\n            drop r0\n            return.int r1\n        fn child",
        "fault \"no\"\n        fn child",
    );
    assert_eq!(done(&faults), (1, vec![]), "a fault ends them, too");
}

/// A task that ends itself and what it belongs to, which it knows through a resource.
#[test]
fn a_task_may_end_itself() {
    let source = "
        global Own
        fn main() -> int with ref, ref, int
            new_closure r0, \"parent\", []
            spawn r0, r0, signature 0
            copy.ref r1, r0
            put.global global 0, r1
            wait r2, r0
            drop r0
            load.unit r0, 0
            put.global global 0, r0
            return.int r2
        fn parent() -> int with ref, int
            new_closure r0, \"child\", []
            spawn r0, r0, signature 0
            wait r1, r0
            drop r0
            return.int r1
        fn child() -> int with ref, int, ref
            load.text r2, \"held\"
            load.global r0, global 0
            cancel r0
            wait r1, r0
            drop r0
            drop r2
            return.int r1";
    assert_eq!(done(source), (2, vec![]));
}

/// Tasks may give tasks, also themselves: the only circle there is.
#[test]
fn a_task_that_gives_itself_is_freed_with_the_machine() {
    let source = "
        native sleep(int) -> unit
        global Own
        fn main() -> int with ref, ref, int
            new_closure r0, \"itself\", []
            spawn r0, r0, signature 2
            copy.ref r1, r0
            put.global global 0, r1
            wait r2, r0
            perform.int r2, \"sleep\", [r2]
            task.ref r1, r0
            drop r1
            wait r2, r0
            drop r0
            load.unit r0, 0
            put.global global 0, r0
            return.int r2
        fn itself() -> ref with ref
            load.global r0, global 0
            array.ref r0, [r0]
            return.ref r0";
    for suspends in [false, true] {
        let mut world = World::new(source);
        world.suspends = suspends;
        assert_eq!(world.run(), Halt::Done(0));
        // The task and the array that it gave, and the buffer of that one: they keep each other.
        assert_eq!(world.left(), 3);
    }
}

#[test]
fn tasks_take_memory_and_give_it_back() {
    let source = "
        native sleep(int) -> unit
        fn main() -> int with ref, ref, int, int, int
            load.int r2, 0
            load.int r3, 2000
            array.ref r0, []
            again:
            new_closure r1, \"nap\", [r2]
            spawn r1, r1, signature 0
            push.ref r0, r1
            count r2, r3, @again
            perform.int r4, \"sleep\", [r2]
            drop r0
            return.int r2
        fn nap(int) -> int captures 1 with int
            perform.int r1, \"sleep\", [r0]
            return.int r0";
    if cfg!(miri) {
        return;
    }
    let mut world = World::new(source);
    assert_eq!(world.run(), Halt::Done(2000));
    let machine = world.machine();
    assert_eq!(machine.cancelled().len(), 0, "all of them had slept");
    assert_eq!(machine.heap.bytes() % (64 << 10), 0, "only pieces of the heap are left");
    let limits = Limits { bytes_max: 200 << 10, ..Limits::default() };
    let mut world = World::with_limits(source, limits);
    assert!(matches!(world.run(), Halt::Fault(fault) if fault.kind == FaultKind::OutOfMemory(200 << 10)));
    assert_eq!(world.left(), 0);
}
