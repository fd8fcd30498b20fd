//! Fuel over several runs.

use crate::Halt;
use crate::testing::World;

const FOREVER: &str = "
        fn main() -> int with int
            call.int r0, \"forever\", []
            return.int r0
        fn forever() -> int
            loop @0";

#[test]
fn what_was_used_is_counted_over_all_runs() {
    let mut world = World::new(FOREVER);
    for runs in 1..5 {
        assert_eq!(world.machine().run(100), Halt::Fuel);
        let used = world.machine().fuel_used();
        assert!((runs * 100..=runs * 101).contains(&used), "{used} after {runs} runs");
    }
}

#[test]
fn a_program_without_fuel_ends_where_it_stands() {
    let mut world = World::new(FOREVER);
    assert_eq!(world.machine().run(100), Halt::Fuel);
    let Halt::Fault(fault) = world.machine().out_of_fuel(100) else { panic!("no fault") };
    assert_eq!(fault.kind.to_string(), "out of fuel: more than 100 loops and calls");
    let names: Vec<&str> = fault.trace.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["forever", "main"]);
    assert_eq!(world.machine().run(100), Halt::Fault(fault), "it stays so");
    assert_eq!(world.left(), 0);
}
