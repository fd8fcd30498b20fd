//! Parts that are read or lent again.

use super::check;
use crate::emit::simplify::paths::reuse;

#[test]
fn a_part_is_read_once() {
    check!(reuse, ("ref", "ref ref ref ref ref int") r#"
slot.ref r1, r0, 0, layout 0
slot.ref r2, r1, 1, layout 0
slot.ref r3, r0, 0, layout 0
slot.ref r4, r3, 1, layout 0
eq.text r5, r2, r4
return.int r5
"#, @"
    @0
       slot.ref r1, r0, 0, layout 0
       slot.ref r2, r1, 1, layout 0
       eq.text r5, r2, r2
       return.int r5
    ");
}

#[test]
fn an_element_is_read_once() {
    check!(reuse, ("ref int", "ref int ref ref int") r#"
get.ref r2, r0, r1
get.ref r3, r0, r1
eq.text r4, r2, r3
return.int r4
"#, @"
    @0
       get.ref r2, r0, r1
       eq.text r4, r2, r2
       return.int r4
    ");
}

#[test]
fn another_slot_is_another_part() {
    check!(reuse, ("ref", "ref ref ref int") r#"
slot.ref r1, r0, 0, layout 0
slot.ref r2, r0, 1, layout 0
eq.text r3, r1, r2
return.int r3
"#, @"
    @0
       slot.ref r1, r0, 0, layout 0
       slot.ref r2, r0, 1, layout 0
       eq.text r3, r1, r2
       return.int r3
    ");
}

#[test]
fn an_index_that_changes_is_another_part() {
    check!(reuse, ("ref int", "ref int ref ref int") r#"
get.ref r2, r0, r1
add.small r1, r1, 1
get.ref r3, r0, r1
eq.text r4, r2, r3
return.int r4
"#, @"
    @0
       get.ref r2, r0, r1
       add.small r1, r1, 1
       get.ref r3, r0, r1
       eq.text r4, r2, r3
       return.int r4
    ");
}

#[test]
fn a_whole_that_is_replaced_has_other_parts() {
    check!(reuse, ("ref ref", "ref ref ref ref int") r#"
slot.ref r2, r0, 0, layout 0
copy.ref r0, r1
slot.ref r3, r0, 0, layout 0
eq.text r4, r2, r3
return.int r4
"#, @"
    @0
       slot.ref r2, r0, 0, layout 0
       copy.ref r0, r1
       slot.ref r3, r0, 0, layout 0
       eq.text r4, r2, r3
       return.int r4
    ");
}

#[test]
fn a_call_may_change_what_is_there() {
    check!(reuse, ("ref", "ref ref ref int") r#"
slot.ref r1, r0, 0, layout 0
update.int r3, r0, "f", []
slot.ref r2, r0, 0, layout 0
eq.text r3, r1, r2
return.int r3
"#, @r#"
    @0
       slot.ref r1, r0, 0, layout 0
       update.int r3, r0, "f", []
       slot.ref r2, r0, 0, layout 0
       eq.text r3, r1, r2
       return.int r3
    "#);
}

#[test]
fn a_part_that_is_changed_is_read_again() {
    check!(reuse, ("ref int", "ref int ref ref int") r#"
slot.ref r2, r0, 0, layout 0
slot.ref r3, r0, 0, layout 0
push.int r3, r1
len r4, r2
return.int r4
"#, @"
    @0
       slot.ref r2, r0, 0, layout 0
       slot.ref r3, r0, 0, layout 0
       push.int r3, r1
       len r4, r2
       return.int r4
    ");
}

#[test]
fn a_part_that_is_handed_on_is_read_again() {
    check!(reuse, ("ref", "ref ref ref ref int") r#"
slot.ref r1, r0, 0, layout 0
slot.ref r2, r0, 0, layout 0
array.ref r3, [r1]
len r4, r2
return.int r4
"#, @"
    @0
       slot.ref r1, r0, 0, layout 0
       slot.ref r2, r0, 0, layout 0
       array.ref r3, [r1]
       len r4, r2
       return.int r4
    ");
}

#[test]
fn a_part_that_another_block_needs_is_read_again() {
    check!(reuse, ("ref int", "ref int ref ref int") r#"
slot.ref r2, r0, 0, layout 0
slot.ref r3, r0, 0, layout 0
len r4, r3
jump_if r1, @1
return.int r4

len r4, r2
return.int r4
"#, @"
    @0
       slot.ref r2, r0, 0, layout 0
       slot.ref r3, r0, 0, layout 0
       len r4, r3
       jump_if r1, @2
    @1
       return.int r4
    @2
       len r4, r2
       return.int r4
    ");
}

#[test]
fn a_register_that_walks_along_parts_is_never_the_same() {
    check!(reuse, ("ref", "ref ref int") r#"
slot.ref r1, r0, 0, layout 0
slot.ref r1, r1, 0, layout 0
slot.ref r1, r1, 0, layout 0
len r2, r1
return.int r2
"#, @"
    @0
       slot.ref r1, r0, 0, layout 0
       slot.ref r1, r1, 0, layout 0
       slot.ref r1, r1, 0, layout 0
       len r2, r1
       return.int r2
    ");
}

#[test]
fn a_part_is_lent_once_while_only_it_changes() {
    check!(reuse, ("ref int", "ref int ref ref int") r#"
lend.slot r2, r0, 0, layout 0
set.int r2, r1, r1
lend.slot r3, r0, 0, layout 0
set.int r3, r1, r1
return.int r1
"#, @"
    @0
       lend.slot r2, r0, 0, layout 0
       set.int r2, r1, r1
       set.int r2, r1, r1
       return.int r1
    ");
}

#[test]
fn parts_of_what_is_lent_are_lent_once() {
    check!(reuse, ("ref int", "ref int ref ref ref ref") r#"
lend.slot r2, r0, 0, layout 0
lend.at r3, r2, r1
push.int r3, r1
lend.slot r4, r0, 0, layout 0
lend.at r5, r4, r1
push.int r5, r1
return.int r1
"#, @"
    @0
       lend.slot r2, r0, 0, layout 0
       lend.at r3, r2, r1
       push.int r3, r1
       push.int r3, r1
       return.int r1
    ");
}

#[test]
fn what_is_shared_meanwhile_is_lent_again() {
    check!(reuse, ("ref int", "ref int ref ref ref") r#"
lend.slot r2, r0, 0, layout 0
set.int r2, r1, r1
copy.ref r4, r0
lend.slot r3, r0, 0, layout 0
set.int r3, r1, r1
array.ref r4, [r4]
return.int r1
"#, @"
    @0
       lend.slot r2, r0, 0, layout 0
       set.int r2, r1, r1
       copy.ref r4, r0
       lend.slot r3, r0, 0, layout 0
       set.int r3, r1, r1
       array.ref r4, [r4]
       return.int r1
    ");
}

#[test]
fn what_may_end_meanwhile_is_lent_again() {
    check!(reuse, ("ref ref int", "ref ref int ref ref int") r#"
lend.slot r3, r0, 0, layout 0
set.int r3, r2, r2
len r5, r1
lend.slot r4, r0, 0, layout 0
set.int r4, r2, r5
return.int r2
"#, @"
    @0
       lend.slot r3, r0, 0, layout 0
       set.int r3, r2, r2
       len r5, r1
       lend.slot r4, r0, 0, layout 0
       set.int r4, r2, r5
       return.int r2
    ");
}

#[test]
fn a_part_that_is_replaced_is_lent_again() {
    check!(reuse, ("ref ref int", "ref ref int ref ref") r#"
lend.slot r3, r0, 0, layout 0
set.int r3, r2, r2
set_slot.ref r0, 0, r1, layout 0
lend.slot r4, r0, 0, layout 0
set.int r4, r2, r2
return.int r2
"#, @"
    @0
       lend.slot r3, r0, 0, layout 0
       set.int r3, r2, r2
       set_slot.ref r0, 0, r1, layout 0
       lend.slot r4, r0, 0, layout 0
       set.int r4, r2, r2
       return.int r2
    ");
}

#[test]
fn a_part_that_is_read_is_not_one_that_is_lent() {
    check!(reuse, ("ref int", "ref int ref ref int") r#"
slot.ref r2, r0, 0, layout 0
lend.slot r3, r0, 0, layout 0
set.int r3, r1, r1
len r4, r2
return.int r4
"#, @"
    @0
       slot.ref r2, r0, 0, layout 0
       lend.slot r3, r0, 0, layout 0
       set.int r3, r1, r1
       len r4, r2
       return.int r4
    ");
}
