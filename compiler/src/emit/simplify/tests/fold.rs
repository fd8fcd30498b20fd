//! Arithmetic and jumps on constants; whatever faults stays.

use super::check;
use crate::emit::simplify::fold::constants;

#[test]
fn arithmetic_on_constants_is_computed() {
    check!(constants, ("", "int int int int") r#"
load.int r0, 20
load.int r1, 22
add.int r2, r0, r1
lt.int r3, r2, r0
return.int r3
"#, @"
    @0
       load.int r0, 20
       load.int r1, 22
       load.int r2, 42
       load.int r3, 0
       return.int r3
    ");
}

#[test]
fn what_is_computed_from_computed_constants_is_computed() {
    check!(constants, ("", "int int int") r#"
load.int r0, 20
mul.small r1, r0, 2
neg.int r2, r1
return.int r2
"#, @"
    @0
       load.int r0, 20
       load.int r1, 40
       load.int r2, -40
       return.int r2
    ");
}

#[test]
fn a_large_result_is_loaded_whole() {
    check!(constants, ("", "int int") r#"
load.int r0, 2147483647
mul.small r1, r0, 2
return.int r1
"#, @"
    @0
       load.int r0, 2147483647
       load.whole r1, 4294967294
       return.int r1
    ");
}

#[test]
fn division_by_zero_stays() {
    check!(constants, ("", "int int int int") r#"
load.int r0, 1
load.int r1, 0
div.int r2, r0, r1
rem.int r3, r0, r1
return.int r3
"#, @"
    @0
       load.int r0, 1
       load.int r1, 0
       div.int r2, r0, r1
       rem.int r3, r0, r1
       return.int r3
    ");
}

#[test]
fn overflow_stays() {
    check!(constants, ("", "int int int int int int") r#"
load.whole r0, 9223372036854775807
load.int r1, 1
add.int r2, r0, r1
load.whole r3, -9223372036854775808
neg.int r4, r3
load.int r5, -1
div.int r4, r3, r5
return.int r4
"#, @"
    @0
       load.whole r0, 9223372036854775807
       load.int r1, 1
       add.small r2, r0, 1
       load.whole r3, -9223372036854775808
       neg.int r4, r3
       load.int r5, -1
       div.int r4, r3, r5
       return.int r4
    ");
}

#[test]
fn a_small_operand_is_part_of_the_instruction() {
    check!(constants, ("int", "int int int int int int int int") r#"
load.int r1, 7
add.int r2, r1, r0
sub.int r3, r0, r1
mul.int r4, r0, r1
div.int r5, r0, r1
rem.int r6, r0, r1
return.int r6
"#, @"
    @0
       load.int r1, 7
       add.small r2, r0, 7
       add.small r3, r0, -7
       mul.small r4, r0, 7
       div.small r5, r0, 7
       rem.small r6, r0, 7
       return.int r6
    ");
}

#[test]
fn a_small_dividend_and_a_small_minuend_stay() {
    check!(constants, ("int", "int int int") r#"
load.int r1, 7
sub.int r2, r1, r0
div.int r2, r1, r0
return.int r2
"#, @"
    @0
       load.int r1, 7
       sub.int r2, r1, r0
       div.int r2, r1, r0
       return.int r2
    ");
}

#[test]
fn dividing_by_zero_or_minus_one_stays_as_it_is() {
    check!(constants, ("int", "int int int int") r#"
load.int r1, 0
load.int r2, -1
div.int r3, r0, r1
rem.int r3, r0, r2
div.int r3, r0, r2
return.int r3
"#, @"
    @0
       load.int r1, 0
       load.int r2, -1
       div.int r3, r0, r1
       rem.int r3, r0, r2
       div.int r3, r0, r2
       return.int r3
    ");
}

#[test]
fn a_number_that_cannot_be_negated_is_not_subtracted_as_a_sum() {
    check!(constants, ("int", "int int int") r#"
load.int r1, -32768
sub.int r2, r0, r1
return.int r2
"#, @"
    @0
       load.int r1, -32768
       sub.int r2, r0, r1
       return.int r2
    ");
}

#[test]
fn a_number_that_is_not_small_stays_in_its_register() {
    check!(constants, ("int", "int int int") r#"
load.int r1, 32768
add.int r2, r0, r1
return.int r2
"#, @"
    @0
       load.int r1, 32768
       add.int r2, r0, r1
       return.int r2
    ");
}

#[test]
fn a_register_that_is_written_twice_is_not_known() {
    check!(constants, ("int", "int int int") r#"
load.int r1, 1
jump_if r0, @1
load.int r1, 2

add.int r2, r0, r1
return.int r2
"#, @"
    @0
       load.int r1, 1
       jump_if r0, @2
    @1
       load.int r1, 2
    @2
       add.int r2, r0, r1
       return.int r2
    ");
}

#[test]
fn a_counter_is_not_known() {
    check!(constants, ("int", "int int int") r#"
load.int r1, 0

add.int r2, r1, r0
count r1, r0, @1
return.int r2
"#, @"
    @0
       load.int r1, 0
    @1
       add.int r2, r1, r0
       count r1, r0, @1
    @2
       return.int r2
    ");
}

#[test]
fn a_parameter_is_not_known() {
    check!(constants, ("int", "int int") r#"
load.int r0, 1
add.small r1, r0, 1
return.int r1
"#, @"
    @0
       load.int r0, 1
       add.small r1, r0, 1
       return.int r1
    ");
}

#[test]
fn comparisons_with_small_numbers_on_either_side() {
    check!(constants, ("int", "int int") r#"
load.int r1, 7
jump_lt.int r1, r0, @1
jump_le.int r1, r0, @1
jump_lt.int r0, r1, @1
jump_eq.int r1, r0, @1
return.int r0

return.int r1
"#, @"
    @0
       load.int r1, 7
       jump_gt.small r0, 7, @5
    @1
       jump_ge.small r0, 7, @5
    @2
       jump_lt.small r0, 7, @5
    @3
       jump_eq.small r0, 7, @5
    @4
       return.int r0
    @5
       return.int r1
    ");
}

#[test]
fn a_jump_that_is_always_taken_is_a_jump() {
    check!(constants, ("", "int") r#"
load.int r0, 7
jump_eq.small r0, 7, @1
return.int r0

return.int r0
"#, @"
    @0
       load.int r0, 7
       jump @2
    @1
       return.int r0
    @2
       return.int r0
    ");
}

#[test]
fn a_jump_that_is_never_taken_is_left_out() {
    check!(constants, ("", "int") r#"
load.int r0, 0
jump_if r0, @1
return.int r0

return.int r0
"#, @"
    @0
       load.int r0, 0
    @1
       return.int r0
    @2
       return.int r0
    ");
}

#[test]
fn a_loop_whose_end_is_known_stays_a_loop() {
    check!(constants, ("int", "int int") r#"
load.int r1, 1

add.small r0, r0, 1
loop_if r1, @1

return.int r0
"#, @"
    @0
       load.int r1, 1
    @1
       add.small r0, r0, 1
       loop_if r1, @1
    @2
       return.int r0
    ");
}
