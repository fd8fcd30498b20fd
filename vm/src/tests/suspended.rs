//! Values of the library in programs that are written down and read again while they wait.

use super::assemble::{BASIC, program};
use super::maps;
use crate::{Halt, Limits, Machine, Reply, Value};

/// Runs a program that asks for nothing but `pause`, which suspends it, or does nothing.
fn run(source: &str, suspends: bool) -> Halt {
    let verified = program(&format!(
        "{BASIC}{}\n native pause() -> Unit\n native int.to_string(Int) -> String\n{source}",
        maps::NATIVES
    ));
    let mut machine = Machine::new(verified.clone(), Limits::default()).expect("a machine");
    machine.start(0);
    loop {
        match machine.run(u64::MAX / 2) {
            Halt::Effect(request) => {
                if suspends {
                    let bytes = machine.snapshot().expect("bytes");
                    machine = Machine::restore(verified.clone(), Limits::default(), &bytes).expect("a machine");
                    assert_eq!(machine.snapshot(), Ok(bytes));
                }
                machine.resume(request.id, Reply::Value(Value::Null)).expect("somebody waits");
            }
            halt => return halt,
        }
    }
}

#[track_caller]
fn check(source: &str, expected: u64) {
    assert_eq!(run(source, false), Halt::Done(expected));
    assert_eq!(run(source, true), Halt::Done(expected));
}

#[test]
fn keys_are_found_again() {
    check(
        r#"
        fn main() -> int with ref, ref, int, int, int, ref
            native.ref r0, "map.new", []
            load.int r2, 0
            load.int r3, 100
            native.ref r1, "int.to_string", [r2]
            change.int r4, r0, "map.set", [r1, r2]
            drop r1
            count r2, r3, @3
            perform.int r4, "pause", []
            load.text r1, "77"
            change.ref r5, r0, "map.remove", [r1]
            drop r5
            perform.int r4, "pause", []
            change.int r4, r0, "map.set", [r1, r3]
            native.int r2, "map.find", [r0, r1]
            drop r1
            load.text r1, "23"
            native.int r3, "map.find", [r0, r1]
            add.int r2, r2, r3
            drop r0
            drop r1
            return.int r2
        "#,
        123,
    );
}

#[test]
fn keys_of_several_parts_are_found_again() {
    check(
        r#"
        fn main() -> int with ref, ref, int, int, int, ref
            native.ref r0, "map.new#2", []
            load.int r2, 0
            load.int r3, 30
            load.text r1, "name"
            new r1, layout 14, [r1]
            new r1, layout 12, [r2, r1]
            change.int r4, r0, "map.set#2", [r1, r2]
            drop r1
            count r2, r3, @3
            perform.int r4, "pause", []
            load.int r2, 17
            load.text r1, "name"
            new r1, layout 14, [r1]
            new r1, layout 12, [r2, r1]
            native.ref r5, "map.get#2", [r0, r1]
            drop r1
            drop r0
            jump_not_tag r5, 1, @19
            slot.int r2, r5, 0, layout 0
            drop r5
            return.int r2
        "#,
        17,
    );
}

/// The places of a map are the same after a stop, also where entries before them were taken out.
#[test]
fn loops_over_maps_go_on_where_they_were() {
    check(
        r#"
        fn main() -> int with ref, ref, int, int, int, ref
            native.ref r0, "map.new", []
            load.int r2, 0
            load.int r3, 20
            native.ref r1, "int.to_string", [r2]
            change.int r4, r0, "map.set", [r1, r2]
            drop r1
            count r2, r3, @3
            load.text r1, "3"
            change.ref r5, r0, "map.remove", [r1]
            drop r1
            drop r5
            load.int r2, 0
            load.int r3, -1
            native.int r3, "map.next", [r0, r3]
            jump_lt.small r3, 0, @19
            perform.int r4, "pause", []
            native.int r4, "map.value_at", [r0, r3]
            add.int r2, r2, r4
            loop @13
            drop r0
            return.int r2
        "#,
        187,
    );
}
