//! Each family of expressions, without any optimisation.

use super::functions;
use crate::passes::Passes;

/// A macro, so that the snapshot is compared in the test that calls it.
macro_rules! check {
    ($source:literal, @$expected:literal) => { insta::assert_snapshot!(functions($source, Passes::NONE), @$expected) };
}

#[test]
fn an_if_jumps_over_what_does_not_hold() {
    check!(
        r#"
        fn pick(a: Bool, n: Int) -> Int { if a { n } else { 0 } }
        fn main() -> Int { pick(true, 1) }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0-r2: int
       0  load.int r0, 1                            // main.conc:3:33
       1  load.int r1, 1                            // main.conc:3:39
       2  call.int r2, "pick", [r0, r1]             // main.conc:3:28
       3  return.int r2                             // main.conc:3:12

    fn pick(r0: int, r1: int) -> int
       0  jump_if_not r0, @2                        // main.conc:2:46
       1  return.int r1                             // main.conc:2:43
      @2  load.int r0, 0                            // main.conc:2:61
       3  move.int r1, r0                           // main.conc:2:43
       4  return.int r1                             // main.conc:2:12
    "#
    );
}

#[test]
fn a_chain_of_conditions_jumps_out_at_the_first_that_decides() {
    check!(
        r#"
        fn both(a: Bool, b: Bool, c: Bool) -> Int { if a && (b || !c) { 1 } else { 2 } }
        fn main() -> Int { both(true, false, true) }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0-r3: int
       0  load.int r0, 1                            // main.conc:3:33
       1  load.int r1, 0                            // main.conc:3:39
       2  load.int r2, 1                            // main.conc:3:46
       3  call.int r3, "both", [r0, r1, r2]         // main.conc:3:28
       4  return.int r3                             // main.conc:3:12

    fn both(r0: int, r1: int, r2: int) -> int
       0  jump_if_not r0, @5                        // main.conc:2:56
       1  jump_if r1, @3                            // main.conc:2:62
       2  jump_if r2, @5                            // main.conc:2:68
      @3  load.int r2, 1                            // main.conc:2:73
       4  return.int r2                             // main.conc:2:53
      @5  load.int r1, 2                            // main.conc:2:84
       6  move.int r2, r1                           // main.conc:2:53
       7  return.int r2                             // main.conc:2:12
    "#
    );
}

#[test]
fn a_short_condition_of_a_while_stands_twice() {
    check!(
        r#"
        fn log(n: Int) -> Int { let mut m = n; let mut steps = 0; while m > 1 { m /= 2; steps += 1; } steps }
        fn main() -> Int { log(8) }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0-r1: int
       0  load.int r0, 8                            // main.conc:3:32
       1  call.int r1, "log", [r0]                  // main.conc:3:28
       2  return.int r1                             // main.conc:3:12

    fn log(r0: int) -> int with r1-r2: int
       0  load.int r1, 0                            // main.conc:2:64
       1  jump_le.small r0, 1, @8                   // main.conc:2:73
      @2  div.small r2, r0, 2                       // main.conc:2:81
       3  move.int r0, r2
       4  add.small r2, r1, 1                       // main.conc:2:89
       5  move.int r1, r2
       6  load.int r2, 1                            // main.conc:2:77
       7  loop_lt.int r2, r0, @2                    // main.conc:2:73
      @8  return.int r1                             // main.conc:2:12
    "#
    );
}

#[test]
fn a_long_condition_of_a_while_stands_once() {
    check!(
        r#"
        fn wait(xs: Array<Int>) -> Int { let mut n = 0; while n < xs.len() && xs[n] != 0 { n += 1; } n }
        fn main() -> Int { wait([1]) }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0: int, r1: ref
       0  load.int r0, 1                            // main.conc:3:34
       1  array.int r1, [r0]                        // main.conc:3:33
       2  call.int r0, "wait", [r1]                 // main.conc:3:28
       3  return.int r0                             // main.conc:3:12

    fn wait(r0: ref) -> int with r1-r2: int
        0  load.int r1, 0                           // main.conc:2:54
       @1  len r2, r0                               // main.conc:2:67
        2  jump_le.int r2, r1, @8                   // main.conc:2:63
        3  get.int r2, r0, r1                       // main.conc:2:79
        4  jump_eq.small r2, 0, @10
        5  add.small r2, r1, 1                      // main.conc:2:92
        6  move.int r1, r2
        7  loop @1                                  // main.conc:2:57
       @8  drop r0                                  // main.conc:2:12
        9  return.int r1
      @10  drop r0
       11  return.int r1
    "#
    );
}

#[test]
fn a_loop_gives_the_value_of_its_break() {
    check!(
        r#"
        fn find(n: Int) -> Int { let mut i = n; loop { i += 1; if i % 7 == 0 { break i; } } }
        fn main() -> Int { find(3) }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0-r1: int
       0  load.int r0, 3                            // main.conc:3:33
       1  call.int r1, "find", [r0]                 // main.conc:3:28
       2  return.int r1                             // main.conc:3:12

    fn find(r0: int) -> int with r1-r2: int
      @0  add.small r1, r0, 1                       // main.conc:2:56
       1  move.int r0, r1
       2  rem.small r1, r0, 7                       // main.conc:2:67
       3  jump_ne.small r1, 0, @6
       4  move.int r1, r0                           // main.conc:2:80
       5  return.int r1
      @6  loop @0                                   // main.conc:2:49
    "#
    );
}

#[test]
fn a_count_begins_with_whether_there_is_a_round() {
    check!(
        r#"
        fn sum(n: Int) -> Int { let mut sum = 0; for i in 1..=n { if i == 3 { continue; } sum += i; } sum }
        fn main() -> Int { sum(3) }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0-r1: int
       0  load.int r0, 3                            // main.conc:3:32
       1  call.int r1, "sum", [r0]                  // main.conc:3:28
       2  return.int r1                             // main.conc:3:12

    fn sum(r0: int) -> int with r1-r4: int
       0  load.int r1, 0                            // main.conc:2:47
       1  load.int r2, 1                            // main.conc:2:59
       2  jump_lt.int r0, r2, @9                    // main.conc:2:50
      @3  jump_ne.small r2, 3, @5                   // main.conc:2:70
       4  jump @8                                   // main.conc:2:79
      @5  move.int r3, r2                           // main.conc:2:91
       6  add.int r4, r1, r3
       7  move.int r1, r4
      @8  count_to r2, r0, @3                       // main.conc:2:50
      @9  return.int r1                             // main.conc:2:12
    "#
    );
}

#[test]
fn a_number_in_a_part_is_changed_where_it_is() {
    check!(
        r#"
        struct P { x: Int, y: Float }
        fn change(mut ps: Array<P>, i: Int) -> Int { ps[i].x += 2; ps[i].y = 0.5; ps[i].x }
        fn main() -> Int { change([P { x: 1, y: 2.0 }], 0) }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0: int, r1: float, r2-r3: ref, r4: int
       0  load.int r0, 1                            // main.conc:4:43
       1  load.float r1, 2.0                        // main.conc:4:49
       2  new r2, layout 0, [r0, r1]                // main.conc:4:36
       3  array.ref r3, [r2]                        // main.conc:4:35
       4  load.int r0, 0                            // main.conc:4:57
       5  call.int r4, "change", [r3, r0]           // main.conc:4:28
       6  return.int r4                             // main.conc:4:12

    fn change(r0: ref, r1: int) -> int with r2: int, r3: ref, r4: int, r5: float
        0  move.int r2, r1                          // main.conc:3:54
        1  lend.at r3, r0, r2
        2  slot.int r2, r3, 0, layout 0
        3  add.small r4, r2, 2
        4  set_slot.int r3, 0, r4, layout 0
        5  move.int r4, r1                          // main.conc:3:68
        6  load.float r5, 0.5                       // main.conc:3:78
        7  lend.at r3, r0, r4                       // main.conc:3:68
        8  set_slot.float r3, 1, r5, layout 0
        9  get.ref r3, r0, r1                       // main.conc:3:83
       10  drop r0
       11  slot.int r1, r3, 0, layout 0
       12  drop r3
       13  return.int r1                            // main.conc:3:12
    "#
    );
}

#[test]
fn a_reference_in_a_part_is_taken_out_and_put_back() {
    check!(
        r#"
        struct P { names: Array<String> }
        fn change(mut p: P) -> P { p.names.push("a"); p.names[0] = "b"; p }
        fn main() -> Int { change(P { names: [] }).names.len() }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0-r1: ref, r2: int
       0  array.ref r0, []                          // main.conc:4:46
       1  new r1, layout 0, [r0]                    // main.conc:4:35
       2  call.ref r0, "change", [r1]               // main.conc:4:28
       3  slot.ref r1, r0, 0, layout 0
       4  drop r0
       5  len r2, r1
       6  drop r1
       7  return.int r2                             // main.conc:4:12

    fn change(r0: ref) -> ref with r1-r2: ref, r3: int
        0  load.text r1, "a"                        // main.conc:3:49
        1  take_slot r2, r0, 0, layout 0            // main.conc:3:36
        2  push.ref r2, r1
        3  set_slot.ref r0, 0, r2, layout 0
        4  load.int r3, 0
        5  load.int r3, 0                           // main.conc:3:63
        6  load.text r2, "b"                        // main.conc:3:68
        7  take_slot r1, r0, 0, layout 0            // main.conc:3:55
        8  set.ref r1, r3, r2
        9  set_slot.ref r0, 0, r1, layout 0
       10  return.ref r0                            // main.conc:3:12
    "#
    );
}

#[test]
fn an_argument_that_a_later_one_changes_is_copied() {
    check!(
        r#"
        fn less(a: Int, b: Int) -> Int { a - b }
        fn main() -> Int { let mut n = 1; less(n, { n = 5; n }) }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0-r2: int
       0  load.int r0, 1                            // main.conc:3:40
       1  move.int r1, r0                           // main.conc:3:43
       2  load.int r2, 5                            // main.conc:3:57
       3  move.int r0, r2                           // main.conc:3:53
       4  call.int r2, "less", [r1, r0]             // main.conc:3:43
       5  return.int r2                             // main.conc:3:12

    fn less(r0: int, r1: int) -> int with r2: int
       0  sub.int r2, r0, r1                        // main.conc:2:42
       1  return.int r2                             // main.conc:2:12
    "#
    );
}

#[test]
fn a_method_that_changes_its_receiver_hands_it_back() {
    check!(
        r#"
        struct C { n: Int, name: String }
        impl C {
            fn up(mut self, by: Int) -> Int { self.n += by; self.n }
        }
        fn main() -> Int { let mut c = C { n: 1, name: "c" }; c.up(c.n) }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0: int, r1-r2: ref, r3: int
       0  load.int r0, 1                            // main.conc:6:47
       1  load.text r1, "c"                         // main.conc:6:56
       2  new r2, layout 0, [r0, r1]                // main.conc:6:40
       3  slot.int r0, r2, 0, layout 0              // main.conc:6:68
       4  update.int r3, r2, "C::up", [r0]          // main.conc:6:63
       5  drop r2
       6  return.int r3                             // main.conc:6:12

    fn C::up(mut r0: ref, r1: int) -> int with r2-r3: int
       0  slot.int r2, r0, 0, layout 0              // main.conc:4:47
       1  add.int r3, r2, r1
       2  set_slot.int r0, 0, r3, layout 0
       3  slot.int r3, r0, 0, layout 0              // main.conc:4:61
       4  return_update.int r3, r0                  // main.conc:4:16
    "#
    );
}

#[test]
fn a_number_that_is_changed_goes_back_in_a_pair() {
    check!(
        r#"
        enum Light { Red, Green }
        impl Light {
            fn turn(mut self) -> Int { self = Light::Green; 1 }
        }
        fn main() -> Int { let mut light = Light::Red; light.turn() }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0: int, r1: ref, r2-r3: int
       0  load.int r0, 0                            // main.conc:6:44
       1  call.ref r1, "Light::turn", [r0]          // main.conc:6:56
       2  slot.int r2, r1, 0, layout 0
       3  slot.int r3, r1, 1, layout 0
       4  drop r1
       5  move.int r0, r3
       6  return.int r2                             // main.conc:6:12

    fn Light::turn(r0: int) -> ref with r1: int, r2: ref
       0  load.int r1, 1                            // main.conc:4:47
       1  move.int r0, r1                           // main.conc:4:40
       2  load.int r1, 1                            // main.conc:4:61
       3  new r2, layout 0, [r1, r0]                // main.conc:4:16
       4  return.ref r2
    "#
    );
}

#[test]
fn a_match_of_an_enum_asks_for_tags() {
    check!(
        r#"
        enum Shape { Dot, Line(Int), Box { w: Int, h: Int } }
        fn size(s: Shape) -> Int {
            match s {
                Shape::Dot => 0,
                Shape::Line(n) => n,
                Shape::Box { w, h } => w * h,
            }
        }
        fn main() -> Int { size(Shape::Line(2)) + size(Shape::Dot) + size(Shape::Box { w: 1, h: 2 }) }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0: int, r1: ref, r2-r3: int
        0  load.int r0, 2                           // main.conc:10:45
        1  new r1, layout 0, [r0]                   // main.conc:10:33
        2  call.int r0, "size", [r1]                // main.conc:10:28
        3  load.unit r1, 0                          // main.conc:10:56
        4  call.int r2, "size", [r1]                // main.conc:10:51
        5  add.int r3, r0, r2                       // main.conc:10:28
        6  load.int r2, 1                           // main.conc:10:91
        7  load.int r0, 2                           // main.conc:10:97
        8  new r1, layout 1, [r2, r0]               // main.conc:10:75
        9  call.int r2, "size", [r1]                // main.conc:10:70
       10  add.int r0, r3, r2                       // main.conc:10:28
       11  return.int r0                            // main.conc:10:12

    fn size(r0: ref) -> int with r1-r3: int
        0  tag_of r1, r0                            // main.conc:4:13
        1  switch r1, [@7, @11, @2]
       @2  slot.int r1, r0, 1, layout 1
        3  slot.int r2, r0, 0, layout 1
        4  drop r0
        5  mul.int r3, r2, r1                       // main.conc:7:40
        6  return.int r3                            // main.conc:4:13
       @7  drop r0                                  // main.conc:5:31
        8  load.int r2, 0
        9  move.int r3, r2                          // main.conc:4:13
       10  return.int r3
      @11  slot.int r2, r0, 0, layout 0
       12  drop r0
       13  move.int r3, r2
       14  return.int r3
    "#
    );
}

#[test]
fn a_match_with_a_guard_goes_on_where_it_does_not_hold() {
    check!(
        r#"
        fn pick(n: Option<Int>) -> Int { match n { Some(x) if x > 3 => x, Some(_) => 3, None => 0 } }
        fn main() -> Int { pick(Some(4)) }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0: int, r1: ref
       0  load.int r0, 4                            // main.conc:3:38
       1  new r1, layout 0, [r0]                    // main.conc:3:33
       2  call.int r0, "pick", [r1]                 // main.conc:3:28
       3  return.int r0                             // main.conc:3:12

    fn pick(r0: ref) -> int with r1-r2: int
        0  jump_not_tag r0, 0, @4                   // main.conc:2:42
        1  drop r0                                  // main.conc:2:97
        2  load.int r1, 0
        3  return.int r1                            // main.conc:2:42
       @4  slot.int r2, r0, 0, layout 0
        5  drop r0
        6  jump_le.small r2, 3, @9                  // main.conc:2:63
        7  move.int r1, r2                          // main.conc:2:42
        8  return.int r1
       @9  load.int r2, 3                           // main.conc:2:86
       10  move.int r1, r2                          // main.conc:2:42
       11  return.int r1
    "#
    );
}

#[test]
fn a_match_of_texts_compares_them() {
    check!(
        r#"
        fn known(text: String) -> Int { match text { "one" => 1, "two" | "zwei" => 2, _ => 0 } }
        fn main() -> Int { known("two") }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0: ref, r1: int
       0  load.text r0, "two"                       // main.conc:3:34
       1  call.int r1, "known", [r0]                // main.conc:3:28
       2  return.int r1                             // main.conc:3:12

    fn known(r0: ref) -> int with r1: ref, r2-r3: int
        0  load.text r1, "one"                      // main.conc:2:41
        1  eq.text r2, r0, r1
        2  drop r1
        3  jump_if r2, @15
        4  load.text r1, "two"
        5  eq.text r2, r0, r1
        6  drop r1
        7  jump_if r2, @19
        8  load.text r1, "zwei"
        9  eq.text r2, r0, r1
       10  drop r1
       11  drop r0
       12  jump_if r2, @20
       13  load.int r2, 0                           // main.conc:2:92
       14  return.int r2                            // main.conc:2:41
      @15  drop r0                                  // main.conc:2:63
       16  load.int r3, 1
       17  move.int r2, r3                          // main.conc:2:41
       18  return.int r2
      @19  drop r0                                  // main.conc:2:84
      @20  load.int r3, 2
       21  move.int r2, r3                          // main.conc:2:41
       22  return.int r2
    "#
    );
}

#[test]
fn structs_tuples_variants_and_maps_are_made_of_owned_parts() {
    check!(
        r#"
        struct P { a: Array<Int>, n: Int }
        fn make(a: Array<Int>) -> (P, Option<Array<Int>>, Map<String, Array<Int>>) { (P { a, n: 1 }, Some(a), { "a": a }) }
        fn main() -> Int { make([1]).0.n }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0: int, r1-r2: ref
       0  load.int r0, 1                            // main.conc:4:34
       1  array.int r1, [r0]                        // main.conc:4:33
       2  call.ref r2, "make", [r1]                 // main.conc:4:28
       3  slot.ref r1, r2, 0, layout 0
       4  drop r2
       5  slot.int r0, r1, 1, layout 1
       6  drop r1
       7  return.int r0                             // main.conc:4:12

    fn make(r0: ref) -> ref with r1: ref, r2: int, r3-r5: ref
        0  copy.ref r1, r0                          // main.conc:3:87
        1  load.int r2, 1                           // main.conc:3:97
        2  new r3, layout 1, [r1, r2]               // main.conc:3:87
        3  copy.ref r1, r0                          // main.conc:3:102
        4  new r4, layout 2, [r1]
        5  load.text r1, "a"                        // main.conc:3:113
        6  native.ref r5, "map.new", []             // main.conc:3:111
        7  change.int r2, r5, "map.set", [r1, r0]
        8  drop r1
        9  drop r0
       10  new r0, layout 0, [r3, r4, r5]           // main.conc:3:86
       11  return.ref r0                            // main.conc:3:12
    "#
    );
}

#[test]
fn a_task_is_a_closure_and_its_block_a_scope() {
    check!(
        r#"
        fn work(n: Int) -> Int { n * 2 }
        fn main() -> Int {
            let n = 4;
            let task = spawn work(n);
            match await task { Ok(it) => it, Err(_) => 0 }
        }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0: int, r1-r6: ref, r7: int, r8: ref
        0  open_scope                               // main.conc:3:26
        1  load.int r0, 4                           // main.conc:4:21
        2  new_closure r1, "main::task", [r0]       // main.conc:5:24
        3  spawn r2, r1, signature 0
        4  wait r0, r2                              // main.conc:6:19
        5  switch r0, [@6, @10, @24]
       @6  task.int r0, r2
        7  drop r2
        8  new r1, layout 0, [r0]
        9  jump @28
      @10  task.message r3, r2
       11  drop r2
       12  load.text r4, "error"
       13  load.unit r5, 0
       14  load.text r6, "main.conc"
       15  load.int r0, 6
       16  load.int r7, 19
       17  new r8, layout 3, [r6, r0, r7]
       18  new r6, layout 2, [r8]
       19  new r8, layout 1, [r3, r4, r5, r6]
       20  new r6, layout 4, [r8]
       21  new r8, layout 5, [r6]
       22  move.ref r1, r8
       23  jump @28
      @24  drop r2
       25  load.unit r2, 1
       26  new r8, layout 5, [r2]
       27  move.ref r1, r8
      @28  jump_not_tag r1, 0, @32                  // main.conc:6:13
       29  slot.int r7, r1, 0, layout 0
       30  drop r1
       31  jump @35
      @32  drop r1                                  // main.conc:6:56
       33  load.int r0, 0
       34  move.int r7, r0                          // main.conc:6:13
      @35  close_scope                              // main.conc:3:26
       36  return.int r7                            // main.conc:3:12

    fn main::task(captures r0: int) -> int with r1: int
       0  call.int r1, "work", [r0]                 // main.conc:5:30
       1  return.int r1                             // main.conc:5:24

    fn work(r0: int) -> int with r1: int
       0  mul.small r1, r0, 2                       // main.conc:2:34
       1  return.int r1                             // main.conc:2:12
    "#
    );
}

#[test]
fn an_early_return_closes_the_scopes_around_it() {
    check!(
        r#"
        fn work(n: Int) -> Int {
            let task = spawn { n };
            if n > 3 { return 1; }
            match await task { Ok(it) => it, Err(_) => 0 }
        }
        fn main() -> Int { work(4) }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0-r1: int
       0  load.int r0, 4                            // main.conc:7:33
       1  call.int r1, "work", [r0]                 // main.conc:7:28
       2  return.int r1                             // main.conc:7:12

    fn work(r0: int) -> int with r1: int, r2-r8: ref
        0  open_scope                               // main.conc:2:32
        1  move.int r1, r0                          // main.conc:3:24
        2  new_closure r2, "work::task", [r1]
        3  spawn r3, r2, signature 0
        4  jump_le.small r0, 3, @9                  // main.conc:4:16
        5  drop r3                                  // main.conc:4:31
        6  load.int r0, 1
        7  close_scope                              // main.conc:4:24
        8  return.int r0
       @9  wait r0, r3                              // main.conc:5:19
       10  switch r0, [@11, @15, @29]
      @11  task.int r0, r3
       12  drop r3
       13  new r2, layout 0, [r0]
       14  jump @33
      @15  task.message r4, r3
       16  drop r3
       17  load.text r5, "error"
       18  load.unit r6, 0
       19  load.text r7, "main.conc"
       20  load.int r0, 5
       21  load.int r1, 19
       22  new r8, layout 3, [r7, r0, r1]
       23  new r7, layout 2, [r8]
       24  new r8, layout 1, [r4, r5, r6, r7]
       25  new r7, layout 4, [r8]
       26  new r8, layout 5, [r7]
       27  move.ref r2, r8
       28  jump @33
      @29  drop r3
       30  load.unit r3, 1
       31  new r8, layout 5, [r3]
       32  move.ref r2, r8
      @33  jump_not_tag r2, 0, @37                  // main.conc:5:13
       34  slot.int r1, r2, 0, layout 0
       35  drop r2
       36  jump @40
      @37  drop r2                                  // main.conc:5:56
       38  load.int r0, 0
       39  move.int r1, r0                          // main.conc:5:13
      @40  close_scope                              // main.conc:2:32
       41  return.int r1                            // main.conc:2:12

    fn work::task(captures r0: int) -> int
       0  return.int r0                             // main.conc:3:24
    "#
    );
}

#[test]
fn what_never_returns_ends_with_a_fault() {
    check!(
        r#"
        fn fail(n: Int) -> Never { panic("no ${n}") }
        fn main() -> Int { let n = 1; if n > 0 { fail(n) } else { 2 } }
        "#,
        @r#"
    fn start() -> int with r0: int
       0  call.int r0, "main", []
       1  return.int r0

    fn main() -> int with r0-r1: int
       0  load.int r0, 1                            // main.conc:3:36
       1  jump_le.small r0, 0, @4                   // main.conc:3:42
       2  call.int r1, "fail", [r0]                 // main.conc:3:50
       3  fault "this function never comes back"
      @4  load.int r0, 2                            // main.conc:3:67
       5  move.int r1, r0                           // main.conc:3:39
       6  return.int r1                             // main.conc:3:12

    fn fail(r0: int) -> int with r1-r3: ref
       0  load.text r1, "no "                       // main.conc:2:42
       1  native.ref r2, "display", [r0]
       2  concat r3, [r1, r2]
       3  drop r2
       4  drop r1
       5  panic r3                                  // main.conc:2:36
    "#
    );
}
