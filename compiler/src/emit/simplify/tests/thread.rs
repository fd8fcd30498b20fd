//! Tests whose outcome is known from where they are reached, and records made only to be taken apart.

use super::check;
use crate::emit::simplify::thread::{known_tests, parts_of_new, remove_unreached};

#[test]
fn who_has_just_made_a_variant_goes_on_where_it_leads() {
    check!(|draft| _ = known_tests(draft, &|_| Some(1)), ("int", "int ref int") r#"
jump_if r0, @2

load.unit r1, 0
jump @3

load.unit r1, 1

jump_not_tag r1, 1, @4
load.int r2, 10
return.int r2

load.int r2, 20
return.int r2
"#, @"
    @0
       jump_if r0, @2
    @1
       load.unit r1, 0
       load.int r2, 20
       return.int r2
    @2
       load.unit r1, 1
       load.int r2, 10
       return.int r2
    ");
}

#[test]
fn a_test_that_one_way_cannot_tell_stays_for_that_way() {
    check!(|draft| _ = known_tests(draft, &|_| Some(1)), ("int ref", "int ref int") r#"
jump_if r0, @2

load.unit r1, 0
jump @3

call.ref r1, "f", []

jump_not_tag r1, 1, @4
load.int r2, 10
return.int r2

load.int r2, 20
return.int r2
"#, @r#"
    @0
       jump_if r0, @2
    @1
       load.unit r1, 0
       jump @5
    @2
       call.ref r1, "f", []
    @3
       jump_not_tag r1, 1, @5
    @4
       load.int r2, 10
       return.int r2
    @5
       load.int r2, 20
       return.int r2
    "#);
}

#[test]
fn the_layout_of_a_record_tells_its_variant() {
    check!(|draft| _ = known_tests(draft, &|_| Some(1)), ("ref ref", "ref ref ref int") r#"
new r2, layout 0, [r0, r1]
jump @2

load.unit r2, 0

jump_not_tag r2, 1, @3
load.int r3, 10
return.int r3

load.int r3, 20
return.int r3
"#, @"
    @0
       new r2, layout 0, [r0, r1]
       load.int r3, 10
       return.int r3
    ");
}

#[test]
fn copies_before_a_test_are_repeated() {
    check!(|draft| _ = known_tests(draft, &|_| Some(1)), ("int", "int ref ref int") r#"
jump_if r0, @2

load.unit r1, 0
jump @3

load.unit r1, 1

copy.ref r2, r1
jump_not_tag r2, 1, @4
tag_of r3, r2
return.int r3

tag_of r3, r2
return.int r3
"#, @"
    @0
       jump_if r0, @2
    @1
       load.unit r1, 0
       copy.ref r2, r1
       tag_of r3, r2
       return.int r3
    @2
       load.unit r1, 1
       copy.ref r2, r1
       tag_of r3, r2
       return.int r3
    ");
}

#[test]
fn a_test_after_other_code_stays() {
    check!(|draft| _ = known_tests(draft, &|_| Some(1)), ("int", "int ref int") r#"
jump_if r0, @2

load.unit r1, 0
jump @3

load.unit r1, 1

call.int r2, "f", []
jump_not_tag r1, 1, @4
return.int r0

return.int r2
"#, @r#"
    @0
       jump_if r0, @2
    @1
       load.unit r1, 0
       jump @3
    @2
       load.unit r1, 1
    @3
       call.int r2, "f", []
       jump_not_tag r1, 1, @5
    @4
       return.int r0
    @5
       return.int r2
    "#);
}

#[test]
fn a_number_tells_which_way_a_jump_goes() {
    check!(|draft| _ = known_tests(draft, &|_| Some(1)), ("int", "int int") r#"
jump_if r0, @2

load.int r1, 0
jump @3

load.int r1, 7

jump_eq.small r1, 7, @4
return.int r0

return.int r1
"#, @"
    @0
       jump_if r0, @2
    @1
       load.int r1, 0
       return.int r0
    @2
       load.int r1, 7
       return.int r1
    ");
}

#[test]
fn a_value_that_changes_after_it_is_made_is_not_known() {
    check!(|draft| _ = known_tests(draft, &|_| Some(1)), ("int", "int int") r#"
jump_if r0, @2

load.int r1, 0
add.small r1, r1, 7
jump @3

load.int r1, 7
add.int r1, r1, r0

jump_eq.small r1, 7, @4
return.int r0

return.int r1
"#, @"
    @0
       jump_if r0, @2
    @1
       load.int r1, 0
       add.small r1, r1, 7
       jump @3
    @2
       load.int r1, 7
       add.int r1, r1, r0
    @3
       jump_eq.small r1, 7, @5
    @4
       return.int r0
    @5
       return.int r1
    ");
}

#[test]
fn a_copy_of_what_changes_later_is_what_it_was() {
    check!(|draft| _ = known_tests(draft, &|_| Some(1)), ("int", "int int int") r#"
load.int r1, 7
move.int r2, r1
add.small r1, r1, 1
jump @1

jump_eq.small r2, 7, @2
return.int r0

return.int r1
"#, @"
    @0
       load.int r1, 7
       move.int r2, r1
       add.small r1, r1, 1
       return.int r1
    ");
}

#[test]
fn a_block_knows_the_outcome_of_its_own_test() {
    check!(|draft| _ = known_tests(draft, &|_| Some(1)), ("int ref", "int ref ref int") r#"
call.int r3, "f", []
load.unit r2, 1
jump_not_tag r2, 0, @1
return.int r0

return.int r3
"#, @r#"
    @0
       call.int r3, "f", []
       load.unit r2, 1
       return.int r3
    "#);
}

#[test]
fn a_test_where_a_loop_begins_stays_where_the_loop_is_entered() {
    check!(|draft| _ = known_tests(draft, &|_| Some(1)), ("int", "int int") r#"
load.int r1, 1

jump_if_not r1, @2
call.int r1, "f", []
loop @1

return.int r0
"#, @r#"
    @0
       load.int r1, 1
    @1
       jump_if_not r1, @3
    @2
       call.int r1, "f", []
       loop @1
    @3
       return.int r0
    "#);
}

#[test]
fn the_way_back_of_a_loop_is_not_cut_short() {
    check!(|draft| _ = known_tests(draft, &|_| Some(1)), ("int", "int int") r#"
load.int r1, 1

call.int r0, "f", []
jump_if_not r1, @2
load.int r1, 0
loop @1

return.int r0
"#, @r#"
    @0
       load.int r1, 1
    @1
       call.int r0, "f", []
       jump_if_not r1, @3
    @2
       load.int r1, 0
       loop @1
    @3
       return.int r0
    "#);
}

#[test]
fn a_way_out_of_a_loop_that_is_always_taken_ends_the_loop() {
    check!(|draft| _ = known_tests(draft, &|_| Some(1)), ("int", "int int") r#"
call.int r0, "f", []

load.int r1, 0

jump_if_not r1, @3
loop @1

return.int r0
"#, @r#"
    @0
       call.int r0, "f", []
    @1
       load.int r1, 0
       return.int r0
    "#);
}

#[test]
fn a_loop_that_nothing_leads_to_goes_with_its_head() {
    check!(remove_unreached, ("int", "int") r#"
jump @3

add.small r0, r0, 1

count r0, r0, @1

return.int r0
"#, @"
    @0
       return.int r0
    ");
}

#[test]
fn a_block_that_one_jump_leads_to_stands_there() {
    check!(remove_unreached, ("int", "int") r#"
jump_if r0, @2

add.small r0, r0, 1
jump @3

return.int r0

add.small r0, r0, 2
return.int r0
"#, @"
    @0
       jump_if r0, @2
    @1
       add.small r0, r0, 1
       add.small r0, r0, 2
       return.int r0
    @2
       return.int r0
    ");
}

#[test]
fn a_block_that_several_lead_to_stays() {
    check!(remove_unreached, ("int", "int") r#"
jump_if r0, @2

add.small r0, r0, 1
jump @3

add.small r0, r0, 3

add.small r0, r0, 2
return.int r0
"#, @"
    @0
       jump_if r0, @2
    @1
       add.small r0, r0, 1
       jump @3
    @2
       add.small r0, r0, 3
    @3
       add.small r0, r0, 2
       return.int r0
    ");
}

#[test]
fn a_block_that_may_jump_goes_on_to_what_stood_after_it() {
    check!(remove_unreached, ("int", "int") r#"
jump_if r0, @2

jump @3

jump @4

jump_lt.small r0, 3, @5

add.small r0, r0, 2

return.int r0
"#, @"
    @0
       jump_if r0, @3
    @1
       jump_lt.small r0, 3, @5
    @2
       jump @4
    @3
       jump @4
    @4
       add.small r0, r0, 2
    @5
       return.int r0
    ");
}

#[test]
fn what_leads_back_does_not_move_above_its_loop() {
    check!(remove_unreached, ("int", "int") r#"
jump @2

return.int r0

loop_if r0, @1
return.int r0
"#, @"
    @0
       jump @2
    @1
       return.int r0
    @2
       loop_if r0, @1
    @3
       return.int r0
    ");
}

#[test]
fn a_record_that_is_only_taken_apart_is_not_made() {
    check!(parts_of_new, ("ref ref", "ref ref ref ref ref int") r#"
new r2, layout 0, [r0, r1]
slot.ref r3, r2, 0, layout 0
slot.ref r4, r2, 1, layout 0
eq.text r5, r3, r4
return.int r5
"#, @"
    @0
       copy.ref r3, r0
       copy.ref r4, r1
       eq.text r5, r3, r4
       return.int r5
    ");
}

#[test]
fn a_record_that_is_used_again_is_made() {
    check!(parts_of_new, ("ref ref", "ref ref ref ref int") r#"
new r2, layout 0, [r0, r1]
slot.ref r3, r2, 0, layout 0
tag_of r4, r2
return.int r4
"#, @"
    @0
       new r2, layout 0, [r0, r1]
       slot.ref r3, r2, 0, layout 0
       tag_of r4, r2
       return.int r4
    ");
}

#[test]
fn a_record_that_is_handed_on_is_made() {
    check!(parts_of_new, ("ref ref", "ref ref ref ref int") r#"
new r2, layout 0, [r0, r1]
slot.ref r3, r2, 0, layout 0
call.int r4, "f", [r2]
return.int r4
"#, @r#"
    @0
       new r2, layout 0, [r0, r1]
       slot.ref r3, r2, 0, layout 0
       call.int r4, "f", [r2]
       return.int r4
    "#);
}

#[test]
fn a_record_that_another_block_needs_is_made() {
    check!(parts_of_new, ("ref ref int", "ref ref int ref ref") r#"
new r3, layout 0, [r0, r1]
slot.ref r4, r3, 0, layout 0
jump_if r2, @1
return.int r2

tag_of r2, r3
return.int r2
"#, @"
    @0
       new r3, layout 0, [r0, r1]
       slot.ref r4, r3, 0, layout 0
       jump_if r2, @2
    @1
       return.int r2
    @2
       tag_of r2, r3
       return.int r2
    ");
}

#[test]
fn a_record_whose_part_changes_before_it_is_read_is_made() {
    check!(parts_of_new, ("ref ref", "ref ref ref ref int") r#"
new r2, layout 0, [r0, r1]
load.text r0, "text"
slot.ref r3, r2, 0, layout 0
eq.text r4, r3, r0
return.int r4
"#, @r#"
    @0
       new r2, layout 0, [r0, r1]
       load.text r0, "text"
       slot.ref r3, r2, 0, layout 0
       eq.text r4, r3, r0
       return.int r4
    "#);
}

#[test]
fn a_record_whose_part_changes_in_place_is_made() {
    check!(parts_of_new, ("ref ref int", "ref ref int ref ref") r#"
new r3, layout 0, [r0, r1]
push.int r0, r2
slot.ref r4, r3, 0, layout 0
len r2, r4
return.int r2
"#, @"
    @0
       new r3, layout 0, [r0, r1]
       push.int r0, r2
       slot.ref r4, r3, 0, layout 0
       len r2, r4
       return.int r2
    ");
}

#[test]
fn a_record_whose_part_is_replaced_by_another_of_its_parts_is_made() {
    check!(parts_of_new, ("ref ref", "ref ref ref ref int") r#"
new r2, layout 0, [r0, r1]
slot.ref r0, r2, 1, layout 0
slot.ref r3, r2, 0, layout 0
eq.text r4, r3, r0
return.int r4
"#, @"
    @0
       new r2, layout 0, [r0, r1]
       slot.ref r0, r2, 1, layout 0
       slot.ref r3, r2, 0, layout 0
       eq.text r4, r3, r0
       return.int r4
    ");
}

#[test]
fn a_record_that_is_changed_is_made() {
    check!(parts_of_new, ("ref ref", "ref ref ref ref int") r#"
new r2, layout 0, [r0, r1]
set_slot.ref r2, 0, r1, layout 0
slot.ref r3, r2, 0, layout 0
len r4, r3
return.int r4
"#, @"
    @0
       new r2, layout 0, [r0, r1]
       set_slot.ref r2, 0, r1, layout 0
       slot.ref r3, r2, 0, layout 0
       len r4, r3
       return.int r4
    ");
}

#[test]
fn a_register_that_holds_another_record_next_is_another_record() {
    check!(parts_of_new, ("ref ref", "ref ref ref ref int") r#"
new r2, layout 0, [r0, r1]
slot.ref r3, r2, 0, layout 0
new r2, layout 0, [r1, r3]
tag_of r4, r2
return.int r4
"#, @"
    @0
       copy.ref r3, r0
       new r2, layout 0, [r1, r3]
       tag_of r4, r2
       return.int r4
    ");
}
