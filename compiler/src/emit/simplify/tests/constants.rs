//! Constants of loops are loaded where the function starts.

use super::check;
use crate::emit::simplify::constants::hoist;

#[test]
fn a_constant_of_a_loop_is_loaded_before_it() {
    check!(hoist, ("int", "int int") r#"
add.small r0, r0, 1

load.int r1, 100000
add.int r0, r0, r1
loop @1
"#, @"
    @0
       load.int r1, 100000
       add.small r0, r0, 1
    @1
       add.int r0, r0, r1
       loop @1
    ");
}

#[test]
fn the_same_constant_is_loaded_once() {
    check!(hoist, ("int", "int int int") r#"
add.small r0, r0, 1

load.int r1, 5
add.int r0, r0, r1
load.int r2, 5
mul.int r0, r0, r2
loop @1
"#, @"
    @0
       load.int r1, 5
       add.small r0, r0, 1
    @1
       add.int r0, r0, r1
       mul.int r0, r0, r1
       loop @1
    ");
}

#[test]
fn zero_and_minus_zero_are_two_constants() {
    check!(hoist, ("float", "float float float") r#"
neg.float r0, r0

load.float r1, 0.0
add.float r0, r0, r1
load.float r2, -0.0
add.float r0, r0, r2
loop @1
"#, @"
    @0
       load.float r1, 0.0
       load.float r2, -0.0
       neg.float r0, r0
    @1
       add.float r0, r0, r1
       add.float r0, r0, r2
       loop @1
    ");
}

#[test]
fn an_int_and_a_float_are_two_constants() {
    check!(hoist, ("float", "float float int") r#"
neg.float r0, r0

load.float r1, 0.0
add.float r0, r0, r1
load.int r2, 0
jump_if r2, @2
loop @1

return.int r2
"#, @"
    @0
       load.float r1, 0.0
       load.int r2, 0
       neg.float r0, r0
    @1
       add.float r0, r0, r1
       jump_if r2, @3
    @2
       loop @1
    @3
       return.int r2
    ");
}

#[test]
fn a_constant_outside_of_loops_stays() {
    check!(hoist, ("int", "int int") r#"
add.small r0, r0, 1

add.small r0, r0, 1
jump_if r0, @2
loop @1

load.int r1, 5
return.int r1
"#, @"
    @0
       add.small r0, r0, 1
    @1
       add.small r0, r0, 1
       jump_if r0, @3
    @2
       loop @1
    @3
       load.int r1, 5
       return.int r1
    ");
}

#[test]
fn a_register_that_is_written_twice_stays() {
    check!(hoist, ("int", "int int") r#"
add.small r0, r0, 1

load.int r1, 5
add.int r0, r0, r1
add.small r1, r0, 1
jump_if r1, @2
loop @1

return.int r0
"#, @"
    @0
       add.small r0, r0, 1
    @1
       load.int r1, 5
       add.int r0, r0, r1
       add.small r1, r0, 1
       jump_if r1, @3
    @2
       loop @1
    @3
       return.int r0
    ");
}

#[test]
fn a_counter_is_set_again_in_each_round_around_it() {
    check!(hoist, ("int", "int int") r#"
add.small r0, r0, 1

load.int r1, 0

count r1, r0, @2
loop @1
"#, @"
    @0
       add.small r0, r0, 1
    @1
       load.int r1, 0
    @2
       count r1, r0, @2
    @3
       loop @1
    ");
}

#[test]
fn a_function_that_begins_with_a_loop_has_no_place_for_constants() {
    check!(hoist, ("int", "int int") r#"
load.int r1, 5
add.int r0, r0, r1
jump_if r0, @1
loop @0

return.int r0
"#, @"
    @0
       load.int r1, 5
       add.int r0, r0, r1
       jump_if r0, @2
    @1
       loop @0
    @2
       return.int r0
    ");
}
