//! References that need not be counted: parts that are only looked at while nothing changes.

use super::after;
use crate::emit::views::borrow;

/// A macro, so that the snapshot is compared in the test that calls it. The first registers are the parameters.
macro_rules! check {
    (($params:literal, $registers:literal) $blocks:literal, @$expected:literal) => {
        insta::assert_snapshot!(after($params, $registers, $blocks, borrow), @$expected)
    };
}

#[test]
fn a_part_that_is_looked_at_and_dropped_is_a_view() {
    check!(("ref", "ref ref int") r#"
slot.ref r1, r0, 0, layout 0
len r2, r1
drop r1
return.int r2
"#, @"
    @0
       look.slot r1, r0, 0, layout 0
       len r2, r1
       return.int r2
    ");
}

#[test]
fn a_part_that_outlives_its_whole_is_counted() {
    check!(("ref", "ref ref int") r#"
slot.ref r1, r0, 0, layout 0
tag_of r2, r0
drop r0
len r2, r1
drop r1
return.int r2
"#, @"
    @0
       slot.ref r1, r0, 0, layout 0
       tag_of r2, r0
       drop r0
       len r2, r1
       drop r1
       return.int r2
    ");
}

#[test]
fn a_part_that_outlives_a_change_is_counted() {
    check!(("ref int", "ref int ref int") r#"
slot.ref r2, r0, 0, layout 0
push.int r0, r1
len r3, r2
drop r2
return.int r3
"#, @"
    @0
       slot.ref r2, r0, 0, layout 0
       push.int r0, r1
       len r3, r2
       drop r2
       return.int r3
    ");
}

#[test]
fn a_part_that_is_handed_on_is_counted() {
    check!(("ref", "ref ref ref int") r#"
slot.ref r1, r0, 0, layout 0
array.ref r2, [r1]
len r3, r2
return.int r3
"#, @"
    @0
       slot.ref r1, r0, 0, layout 0
       array.ref r2, [r1]
       len r3, r2
       return.int r3
    ");
}

#[test]
fn views_of_views() {
    check!(("ref int", "ref int ref ref int") r#"
slot.ref r2, r0, 0, layout 0
get.ref r3, r2, r1
len r4, r3
drop r3
drop r2
return.int r4
"#, @"
    @0
       look.slot r2, r0, 0, layout 0
       look.at r3, r2, r1
       len r4, r3
       return.int r4
    ");
}

#[test]
fn a_part_that_is_read_last_opens_its_whole() {
    check!(("ref", "ref int") r#"
slot.int r1, r0, 0, layout 0
drop r0
return.int r1
"#, @"
    @0
       open.int r1, r0, 0, layout 0
       return.int r1
    ");
}

#[test]
fn an_element_of_an_array_in_a_slot_is_read_at_once() {
    check!(("ref int", "ref int ref int") r#"
slot.ref r2, r0, 0, layout 0
get.int r3, r2, r1
drop r2
return.int r3
"#, @"
    @0
       slot_get.int r3, r0, 0, layout 0, r1
       return.int r3
    ");
}

#[test]
fn an_array_that_is_looked_at_again_is_looked_up_once() {
    check!(("ref int", "ref int ref int int") r#"
slot.ref r2, r0, 0, layout 0
get.int r3, r2, r1
len r4, r2
drop r2
return.int r4
"#, @"
    @0
       look.slot r2, r0, 0, layout 0
       get.int r3, r2, r1
       len r4, r2
       return.int r4
    ");
}

#[test]
fn an_element_is_read_at_once_if_its_view_holds_something_else_next() {
    check!(("ref int", "ref int ref int int") r#"
slot.ref r2, r0, 0, layout 0
get.int r3, r2, r1
drop r2
slot.ref r2, r0, 1, layout 0
len r4, r2
drop r2
return.int r4
"#, @"
    @0
       slot_get.int r3, r0, 0, layout 0, r1
       look.slot r2, r0, 1, layout 0
       len r4, r2
       return.int r4
    ");
}

#[test]
fn an_index_that_is_computed_in_between_keeps_the_view() {
    check!(("ref int", "ref int ref int") r#"
slot.ref r2, r0, 0, layout 0
add.small r1, r1, 1
get.int r3, r2, r1
drop r2
return.int r3
"#, @"
    @0
       look.slot r2, r0, 0, layout 0
       add.small r1, r1, 1
       get.int r3, r2, r1
       return.int r3
    ");
}

#[test]
fn an_element_of_a_slot_over_a_change_is_read_of_a_counted_array() {
    check!(("ref int", "ref int ref int int") r#"
slot.ref r2, r0, 0, layout 0
get.int r3, r2, r1
push.int r0, r1
get.int r4, r2, r1
drop r2
return.int r4
"#, @"
    @0
       slot.ref r2, r0, 0, layout 0
       get.int r3, r2, r1
       push.int r0, r1
       get.int r4, r2, r1
       drop r2
       return.int r4
    ");
}

#[test]
fn a_call_keeps_parts_counted() {
    check!(("ref", "ref ref int") r#"
slot.ref r1, r0, 0, layout 0
call.int r2, "f", []
len r2, r1
drop r1
return.int r2
"#, @r#"
    @0
       slot.ref r1, r0, 0, layout 0
       call.int r2, "f", []
       len r2, r1
       drop r1
       return.int r2
    "#);
}
