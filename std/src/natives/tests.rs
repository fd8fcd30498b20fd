//! The table of the library's own functions.

use super::NATIVES;

#[test]
fn the_table_is_in_order_and_has_nothing_twice() {
    assert!(NATIVES.windows(2).all(|two| two[0].name < two[1].name));
}

#[test]
fn the_machine_has_none_of_them() {
    for function in NATIVES {
        assert!(concerto_vm::natives().all(|(name, ..)| name != function.name), "{}", function.name);
    }
}
