//! Copies that their source or their destination stands in for.

use super::check;
use crate::emit::simplify::copies::{read_the_source, write_the_destination};

#[test]
fn what_reads_a_copy_reads_its_source() {
    check!(read_the_source, ("int", "int int int") r#"
move.int r1, r0
add.small r2, r1, 1
return.int r2
"#, @"
    @0
       add.small r2, r0, 1
       return.int r2
    ");
}

#[test]
fn a_copy_whose_source_changes_before_it_is_read_stays() {
    check!(read_the_source, ("int", "int int int") r#"
move.int r1, r0
add.small r0, r0, 1
add.int r2, r1, r0
return.int r2
"#, @"
    @0
       move.int r1, r0
       add.small r0, r0, 1
       add.int r2, r1, r0
       return.int r2
    ");
}

#[test]
fn a_source_that_changes_with_the_last_read_is_the_same_until_then() {
    check!(read_the_source, ("int", "int int") r#"
move.int r1, r0
add.small r0, r1, 1
return.int r0
"#, @"
    @0
       add.small r0, r0, 1
       return.int r0
    ");
}

#[test]
fn the_end_of_a_loop_is_not_its_own_counter() {
    check!(read_the_source, ("int", "int int") r#"
add.small r0, r0, 0

move.int r1, r0
count r0, r1, @1

return.int r0
"#, @"
    @0
       add.small r0, r0, 0
    @1
       move.int r1, r0
       count r0, r1, @1
    @2
       return.int r0
    ");
}

#[test]
fn a_copy_that_another_block_needs_stays() {
    check!(read_the_source, ("int", "int int") r#"
move.int r1, r0
jump_if r1, @1
return.int r0

return.int r1
"#, @"
    @0
       move.int r1, r0
       jump_if r1, @2
    @1
       return.int r0
    @2
       return.int r1
    ");
}

#[test]
fn a_copy_that_is_overwritten_is_not_needed() {
    check!(read_the_source, ("int", "int int") r#"
move.int r1, r0
add.small r0, r1, 1
load.int r1, 3
return.int r1
"#, @"
    @0
       add.small r0, r0, 1
       load.int r1, 3
       return.int r1
    ");
}

#[test]
fn a_reference_that_is_taken_stays_a_copy() {
    check!(read_the_source, ("ref", "ref ref ref int") r#"
copy.ref r1, r0
copy.ref r2, r0
array.ref r1, [r1, r2]
len r3, r0
return.int r3
"#, @"
    @0
       copy.ref r1, r0
       copy.ref r2, r0
       array.ref r1, [r1, r2]
       len r3, r0
       return.int r3
    ");
}

#[test]
fn a_copy_of_what_is_changed_in_place_stays() {
    check!(read_the_source, ("ref int", "ref int ref int") r#"
copy.ref r2, r0
push.int r0, r1
len r3, r2
return.int r3
"#, @"
    @0
       copy.ref r2, r0
       push.int r0, r1
       len r3, r2
       return.int r3
    ");
}

#[test]
fn a_copy_that_is_changed_stays() {
    check!(read_the_source, ("ref int", "ref int ref int") r#"
copy.ref r2, r0
push.int r2, r1
len r3, r0
return.int r3
"#, @"
    @0
       copy.ref r2, r0
       push.int r2, r1
       len r3, r0
       return.int r3
    ");
}

#[test]
fn a_reference_is_not_read_where_its_source_is_overwritten() {
    check!(read_the_source, ("ref", "ref ref") r#"
copy.ref r1, r0
slot.ref r0, r1, 0, layout 0
len r1, r0
return.int r1
"#, @"
    @0
       copy.ref r1, r0
       slot.ref r0, r1, 0, layout 0
       len r1, r0
       return.int r1
    ");
}

#[test]
fn what_makes_a_copied_value_makes_it_where_it_goes() {
    check!(write_the_destination, ("int", "int int int") r#"
add.small r1, r0, 1
move.int r2, r1
return.int r2
"#, @"
    @0
       add.small r2, r0, 1
       return.int r2
    ");
}

#[test]
fn copies_of_copies_are_made_in_one() {
    check!(write_the_destination, ("int", "int int int int") r#"
add.small r1, r0, 1
move.int r2, r1
move.int r3, r2
return.int r3
"#, @"
    @0
       add.small r3, r0, 1
       return.int r3
    ");
}

#[test]
fn a_variable_may_be_read_by_what_makes_its_next_number() {
    check!(write_the_destination, ("int", "int int") r#"
add.small r1, r0, 1
move.int r0, r1
return.int r0
"#, @"
    @0
       add.small r0, r0, 1
       return.int r0
    ");
}

#[test]
fn a_destination_that_is_read_in_between_keeps_its_copy() {
    check!(write_the_destination, ("int", "int int int") r#"
add.small r1, r0, 1
add.small r2, r0, 2
move.int r0, r1
return.int r0
"#, @"
    @0
       add.small r1, r0, 1
       add.small r2, r0, 2
       move.int r0, r1
       return.int r0
    ");
}

#[test]
fn a_destination_that_is_written_in_between_keeps_its_copy() {
    check!(write_the_destination, ("int", "int int int") r#"
add.small r1, r0, 1
load.int r2, 2
move.int r2, r1
return.int r2
"#, @"
    @0
       add.small r1, r0, 1
       load.int r2, 2
       move.int r2, r1
       return.int r2
    ");
}

#[test]
fn what_is_read_twice_keeps_its_register() {
    check!(write_the_destination, ("int", "int int int") r#"
add.small r1, r0, 1
move.int r2, r1
return.int r1
"#, @"
    @0
       add.small r1, r0, 1
       move.int r2, r1
       return.int r1
    ");
}

#[test]
fn what_is_written_twice_keeps_its_register() {
    check!(write_the_destination, ("int", "int int int") r#"
load.int r1, 0
jump_if r0, @1
add.small r1, r0, 1
move.int r2, r1

return.int r2
"#, @"
    @0
       load.int r1, 0
       jump_if r0, @2
    @1
       add.small r1, r0, 1
       move.int r2, r1
    @2
       return.int r2
    ");
}

#[test]
fn a_reference_is_not_overwritten_while_its_part_is_read() {
    check!(write_the_destination, ("ref", "ref ref") r#"
slot.ref r1, r0, 0, layout 0
copy.ref r0, r1
len r1, r0
return.int r1
"#, @"
    @0
       slot.ref r1, r0, 0, layout 0
       copy.ref r0, r1
       len r1, r0
       return.int r1
    ");
}

#[test]
fn a_parameter_that_is_copied_stays() {
    check!(write_the_destination, ("int", "int int") r#"
move.int r1, r0
return.int r1
"#, @"
    @0
       move.int r1, r0
       return.int r1
    ");
}

#[test]
fn what_a_change_returns_keeps_its_register() {
    check!(write_the_destination, ("ref", "ref int int") r#"
update.int r1, r0, "f", []
move.int r2, r1
return.int r2
"#, @r#"
    @0
       update.int r1, r0, "f", []
       move.int r2, r1
       return.int r2
    "#);
}
