//! Programs that ask the world for something.

use crate::testing::{World, done, fault};
use crate::{Halt, Reply, Request, Value};

#[test]
fn a_reply_is_the_result_of_the_effect() {
    let source = "
        native length(string) -> int
        native name() -> string
        native half(float) -> float
        native print(string) -> unit
        fn main() -> int with ref, int, float, int
            perform.ref r0, \"name\", []
            perform.int r1, \"length\", [r0]
            perform.int r3, \"print\", [r0]
            drop r0
            load.float r2, 3.0
            perform.float r2, \"half\", [r2]
            load.float r2, 4.0
            perform.float r2, \"half\", [r2]
            to.int r3, r2
            add.int r1, r1, r3
            return.int r1";
    assert_eq!(done(source), (5, vec!["Ada".to_owned()]));
}

#[test]
fn a_reply_that_does_not_fit_is_a_fault_of_the_fiber() {
    let source = "
        native wrong() -> int
        fn ask() -> int with int, ref
            load.text r1, \"held\"
            perform.int r0, \"wrong\", []
            drop r1
            return.int r0
        fn main() -> int with int
            call.int r0, \"ask\", []
            return.int r0";
    // The first function is the one that is started.
    let (_, trace) = fault(source);
    assert_eq!(trace, ["ask:5"]);
}

#[test]
fn the_world_may_refuse() {
    let source = "
        native fail() -> int
        fn main() -> int with int
            call.int r0, \"ask\", []
            return.int r0
        fn ask() -> int with int
            perform.int r0, \"fail\", []
            return.int r0";
    assert_eq!(fault(source), ("the world said no".to_owned(), vec!["ask:7".to_owned(), "main:4".to_owned()]));
}

#[test]
fn a_request_has_a_number_a_name_and_arguments() {
    let source = "
        native print#1(string) -> unit
        native print#2(int) -> unit
        fn main() -> int with int, ref
            load.text r1, \"hello\"
            perform.int r0, \"print#1\", [r1]
            drop r1
            load.int r0, 7
            perform.int r0, \"print#2\", [r0]
            return.int r0";
    let mut world = World::new(source);
    let machine = world.machine();
    let first = Request { id: 0, name: "print".to_owned(), args: vec![Value::String("hello".to_owned())], mark: 0 };
    assert_eq!(machine.run(100), Halt::Effect(first.clone()));
    assert_eq!(machine.run(100), Halt::Wait);
    assert_eq!(machine.pending(), [first]);
    assert!(machine.resume(1, Reply::Value(Value::Null)).is_err());
    assert!(machine.resume(0, Reply::Value(Value::Null)).is_ok());
    assert!(machine.resume(0, Reply::Value(Value::Null)).is_err());
    assert_eq!(machine.pending(), []);
    let second = Request { id: 1, name: "print".to_owned(), args: vec![Value::Int(7)], mark: 0 };
    assert_eq!(machine.run(100), Halt::Effect(second));
    assert!(machine.resume(1, Reply::Value(Value::Null)).is_ok());
    assert_eq!(machine.run(100), Halt::Done(0));
    assert_eq!(machine.run(100), Halt::Done(0), "a program that has ended stays so");
}

#[test]
fn a_machine_where_nothing_was_started_says_so() {
    let mut machine = crate::Machine::new(crate::testing::program(""), crate::Limits::default()).expect("a machine");
    assert!(matches!(machine.run(100), Halt::Fault(fault) if fault.kind.to_string() == "nothing was started"));
    machine.start(3);
    assert!(matches!(machine.run(100), Halt::Fault(_)));
    assert!(machine.snapshot().is_err());
}
