//! Code whose value nobody needs.

use super::check;
use crate::emit::simplify::dead::remove;

#[test]
fn a_value_that_nobody_reads_is_not_made() {
    check!(remove, ("int", "int int int") r#"
lt.int r1, r0, r0
load.int r2, 5
return.int r0
"#, @"
    @0
       return.int r0
    ");
}

#[test]
fn what_only_dead_code_needs_is_dead() {
    check!(remove, ("ref", "ref ref ref int") r#"
load.text r1, "text"
copy.ref r2, r0
new r2, layout 0, [r1, r2]
slot.ref r1, r2, 0, layout 0
load.int r3, 1
return.int r3
"#, @"
    @0
       load.int r3, 1
       return.int r3
    ");
}

#[test]
fn faults_stay() {
    check!(remove, ("int ref", "int ref int int float") r#"
add.int r2, r0, r0
div.int r2, r0, r0
neg.int r2, r0
get.int r2, r1, r0
to.float r4, r0
return.int r0
"#, @"
    @0
       add.int r2, r0, r0
       div.int r2, r0, r0
       neg.int r2, r0
       get.int r2, r1, r0
       to.float r4, r0
       return.int r0
    ");
}

#[test]
fn calls_and_changes_stay() {
    check!(remove, ("int ref", "int ref int") r#"
call.int r2, "f", [r0]
push.int r1, r0
return.int r0
"#, @r#"
    @0
       call.int r2, "f", [r0]
       push.int r1, r0
       return.int r0
    "#);
}

#[test]
fn what_another_block_reads_stays() {
    check!(remove, ("int", "int int") r#"
load.int r1, 1
jump_if r0, @1
return.int r0

return.int r1
"#, @"
    @0
       load.int r1, 1
       jump_if r0, @2
    @1
       return.int r0
    @2
       return.int r1
    ");
}

#[test]
fn what_the_next_round_reads_stays() {
    check!(remove, ("int", "int int") r#"
load.int r1, 0

jump_lt.int r1, r0, @2
loop @1

load.int r1, 3
loop @1
"#, @"
    @0
       load.int r1, 0
    @1
       jump_lt.int r1, r0, @3
    @2
       loop @1
    @3
       load.int r1, 3
       loop @1
    ");
}

#[test]
fn a_value_that_is_overwritten_before_it_is_read_is_not_made() {
    check!(remove, ("int", "int int") r#"
load.int r1, 0
jump_if r0, @1

load.int r1, 3
return.int r1
"#, @"
    @0
       jump_if r0, @1
    @1
       load.int r1, 3
       return.int r1
    ");
}
