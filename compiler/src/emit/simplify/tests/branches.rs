//! Comparisons become part of the jumps that ask for them.

use super::check;
use crate::emit::simplify::branches::compare_and_jump;

#[test]
fn a_comparison_is_part_of_its_jump() {
    check!(compare_and_jump, ("int int", "int int int") r#"
lt.int r2, r0, r1
jump_if r2, @1
return.int r0

return.int r1
"#, @"
    @0
       jump_lt.int r0, r1, @2
    @1
       return.int r0
    @2
       return.int r1
    ");
}

#[test]
fn the_opposite_of_an_order_changes_sides() {
    check!(compare_and_jump, ("int int", "int int int int") r#"
lt.int r2, r0, r1
jump_if_not r2, @1
le.int r3, r0, r1
jump_if_not r3, @1
return.int r0

return.int r1
"#, @"
    @0
       jump_le.int r1, r0, @3
    @1
       jump_lt.int r1, r0, @3
    @2
       return.int r0
    @3
       return.int r1
    ");
}

#[test]
fn floats_have_no_opposite_order() {
    check!(compare_and_jump, ("float float int", "float float int int int") r#"
lt.float r3, r0, r1
jump_if_not r3, @1
le.float r4, r0, r1
jump_if_not r4, @1
return.int r2

return.int r2
"#, @"
    @0
       jump_not_lt.float r0, r1, @3
    @1
       jump_not_le.float r0, r1, @3
    @2
       return.int r2
    @3
       return.int r2
    ");
}

#[test]
fn negations_turn_the_jump_around() {
    check!(compare_and_jump, ("int int", "int int int int int") r#"
eq.int r2, r0, r1
not r3, r2
not r4, r3
jump_if_not r4, @1
return.int r0

return.int r1
"#, @"
    @0
       jump_ne.int r0, r1, @2
    @1
       return.int r0
    @2
       return.int r1
    ");
}

#[test]
fn a_truth_value_that_is_read_again_stays() {
    check!(compare_and_jump, ("int int", "int int int") r#"
lt.int r2, r0, r1
jump_if r2, @1
return.int r0

return.int r2
"#, @"
    @0
       lt.int r2, r0, r1
       jump_if r2, @2
    @1
       return.int r0
    @2
       return.int r2
    ");
}

#[test]
fn a_truth_value_that_is_written_elsewhere_stays() {
    check!(compare_and_jump, ("int int", "int int int") r#"
load.int r2, 0
lt.int r2, r0, r1
jump_if r2, @1
return.int r0

return.int r1
"#, @"
    @0
       load.int r2, 0
       lt.int r2, r0, r1
       jump_if r2, @2
    @1
       return.int r0
    @2
       return.int r1
    ");
}

#[test]
fn a_comparison_further_up_stays() {
    check!(compare_and_jump, ("int int", "int int int") r#"
lt.int r2, r0, r1
add.small r0, r0, 1
jump_if r2, @1
return.int r0

return.int r1
"#, @"
    @0
       lt.int r2, r0, r1
       add.small r0, r0, 1
       jump_if r2, @2
    @1
       return.int r0
    @2
       return.int r1
    ");
}

#[test]
fn a_loop_that_asks_stays() {
    check!(compare_and_jump, ("int int", "int int int") r#"
add.small r0, r0, 1

lt.int r2, r0, r1
loop_if r2, @1
return.int r0
"#, @"
    @0
       add.small r0, r0, 1
    @1
       lt.int r2, r0, r1
       loop_if r2, @1
    @2
       return.int r0
    ");
}
