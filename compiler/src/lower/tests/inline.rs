//! Calls that are written out, and calls that must not be: each test changes something that a call would have kept apart.

use super::functions;
use crate::passes::Passes;

/// A macro, so that the snapshot is compared in the test that calls it.
macro_rules! check {
    ($source:literal, @$expected:literal) => { insta::assert_snapshot!(functions($source, Passes::ALL), @$expected) };
}

#[test]
fn an_argument_that_nothing_changes_is_not_copied() {
    check!(
        r#"
        fn twice(text: String) -> Int { text.len() + text.len() }
        fn main() -> Int {
            let text = "concerto";
            twice(text) + text.len()
        }
        "#,
        @r#"
    fn start() -> int with r0: ref, r1-r3: int
       0  load.text r0, "concerto"                  // main.conc:4:24
       1  native.int r1, "string.len", [r0]         // main.conc:2:41
       2  native.int r2, "string.len", [r0]         // main.conc:2:54
       3  add.int r3, r1, r2                        // main.conc:2:41
       4  native.int r2, "string.len", [r0]         // main.conc:5:27
       5  drop r0
       6  add.int r1, r3, r2                        // main.conc:5:13
       7  return.int r1
    "#
    );
}

#[test]
fn an_argument_that_a_later_one_changes_is_copied() {
    check!(
        r#"
        fn less(a: Int, b: Int) -> Int { a - b }
        fn main() -> Int {
            let mut n = [1].len();
            less(n, { n += 5; n })
        }
        "#,
        @"
    fn start() -> int with r0: int, r1: ref, r2-r3: int
       0  load.int r0, 1                            // main.conc:4:26
       1  array.int r1, [r0]                        // main.conc:4:25
       2  len r0, r1
       3  drop r1
       4  move.int r2, r0                           // main.conc:5:13
       5  add.small r3, r0, 5                       // main.conc:5:23
       6  sub.int r0, r2, r3                        // main.conc:2:42
       7  return.int r0
    "
    );
}

#[test]
fn a_parameter_that_its_function_changes_is_a_copy() {
    check!(
        r#"
        fn up(mut n: Int) -> Int { n += 1; n }
        fn main() -> Int {
            let n = [1].len();
            up(n) * n
        }
        "#,
        @"
    fn start() -> int with r0: int, r1: ref, r2-r3: int
       0  load.int r0, 1                            // main.conc:4:22
       1  array.int r1, [r0]                        // main.conc:4:21
       2  len r0, r1
       3  drop r1
       4  add.small r2, r0, 1                       // main.conc:2:36
       5  mul.int r3, r2, r0                        // main.conc:5:13
       6  return.int r3
    "
    );
}

#[test]
fn a_function_that_returns_early_goes_on_after_the_call() {
    check!(
        r#"
        fn clamp(n: Int) -> Int {
            if n > 9 { return 9; }
            n
        }
        fn main() -> Int {
            let mut sum = 0;
            for i in 0..20 { sum += clamp(i); }
            sum
        }
        "#,
        @"
    fn start() -> int with r0-r3: int
        0  load.int r0, 0                           // main.conc:7:27
        1  load.int r1, 0                           // main.conc:8:22
        2  load.int r2, 20                          // main.conc:8:25
        3  jump_ge.small r1, 20, @10                // main.conc:8:13
       @4  jump_le.small r1, 9, @7                  // main.conc:3:16
        5  load.int r3, 9                           // main.conc:3:31
        6  jump @8                                  // main.conc:3:24
       @7  move.int r3, r1                          // main.conc:2:12
       @8  add.int r0, r0, r3                       // main.conc:8:30
        9  count r1, r2, @4                         // main.conc:8:13
      @10  return.int r0
    "
    );
}

#[test]
fn an_early_return_of_a_closure_leaves_the_closure() {
    check!(
        r#"
        fn apply(f: fn(Int) -> Int, n: Int) -> Int { f(n) + 1 }
        fn main() -> Int {
            let n = [1].len();
            apply(|x| { if x > n { return 0; } x }, 7)
        }
        "#,
        @"
    fn start() -> int with r0: int, r1: ref, r2: int
        0  load.int r0, 1                           // main.conc:4:22
        1  array.int r1, [r0]                       // main.conc:4:21
        2  len r0, r1
        3  drop r1
        4  load.int r2, 7                           // main.conc:5:53
        5  jump_ge.small r0, 7, @8                  // main.conc:5:28
        6  load.int r0, 0                           // main.conc:5:43
        7  jump @9                                  // main.conc:5:36
       @8  move.int r0, r2                          // main.conc:5:19
       @9  add.small r2, r0, 1                      // main.conc:2:54
       10  return.int r2
    "
    );
}

#[test]
fn a_function_that_calls_itself_is_called() {
    check!(
        r#"
        fn down(n: Int) -> Int { if n == 0 { 0 } else { down(n - 1) } }
        fn main() -> Int { down(5) }
        "#,
        @r#"
    fn start() -> int with r0-r1: int
       0  load.int r0, 5                            // main.conc:3:33
       1  call.int r1, "down", [r0]                 // main.conc:3:28
       2  return.int r1

    fn down(r0: int) -> int with r1-r2: int
       0  jump_ne.small r0, 0, @3                   // main.conc:2:37
       1  load.int r1, 0                            // main.conc:2:46
       2  return.int r1                             // main.conc:2:34
      @3  add.small r2, r0, -1                      // main.conc:2:62
       4  call.int r1, "down", [r2]                 // main.conc:2:57
       5  return.int r1                             // main.conc:2:12
    "#
    );
}

#[test]
fn functions_that_call_each_other_are_written_out_once() {
    check!(
        r#"
        fn even(n: Int) -> Bool { if n == 0 { true } else { odd(n - 1) } }
        fn odd(n: Int) -> Bool { if n == 0 { false } else { even(n - 1) } }
        fn main() -> Int { if even(4) { 1 } else { 0 } }
        "#,
        @r#"
    fn start() -> int with r0-r1: int
       0  load.int r0, 2                            // main.conc:3:66
       1  call.int r1, "even", [r0]                 // main.conc:3:61
       2  jump_if_not r1, @5                        // main.conc:4:31
       3  load.int r1, 1                            // main.conc:4:41
       4  return.int r1                             // main.conc:4:28
      @5  load.int r1, 0                            // main.conc:4:52
       6  return.int r1

    fn even(r0: int) -> int with r1-r3: int
        0  jump_ne.small r0, 0, @3                  // main.conc:2:38
        1  load.int r1, 1                           // main.conc:2:47
        2  return.int r1                            // main.conc:2:35
       @3  add.small r2, r0, -1                     // main.conc:2:65
        4  jump_ne.small r2, 0, @7                  // main.conc:3:37
        5  load.int r0, 0                           // main.conc:3:46
        6  jump @9                                  // main.conc:3:34
       @7  add.small r3, r2, -1                     // main.conc:3:66
        8  call.int r0, "even", [r3]                // main.conc:3:61
       @9  move.int r1, r0                          // main.conc:2:35
       10  return.int r1                            // main.conc:2:12
    "#
    );
}

#[test]
fn a_long_function_is_called() {
    check!(
        r#"
        fn long(a: Int, b: Int) -> Int { (a + b) * (a - b) + (a * b) * (a + 1) - (b + 2) * (a - 3) + (a * a - b * b) }
        fn main() -> Int { long(1, 2) }
        "#,
        @r#"
    fn start() -> int with r0-r2: int
       0  load.int r0, 1                            // main.conc:3:33
       1  load.int r1, 2                            // main.conc:3:36
       2  call.int r2, "long", [r0, r1]             // main.conc:3:28
       3  return.int r2

    fn long(r0: int, r1: int) -> int with r2-r5: int
        0  add.int r2, r0, r1                       // main.conc:2:43
        1  sub.int r3, r0, r1                       // main.conc:2:53
        2  mul.int r4, r2, r3                       // main.conc:2:42
        3  mul.int r3, r0, r1                       // main.conc:2:63
        4  add.small r2, r0, 1                      // main.conc:2:73
        5  mul.int r5, r3, r2                       // main.conc:2:62
        6  add.int r3, r4, r5                       // main.conc:2:42
        7  add.small r5, r1, 2                      // main.conc:2:83
        8  add.small r4, r0, -3                     // main.conc:2:93
        9  mul.int r2, r5, r4                       // main.conc:2:82
       10  sub.int r5, r3, r2                       // main.conc:2:42
       11  mul.int r3, r0, r0                       // main.conc:2:103
       12  mul.int r0, r1, r1                       // main.conc:2:111
       13  sub.int r1, r3, r0                       // main.conc:2:103
       14  add.int r3, r5, r1                       // main.conc:2:42
       15  return.int r3                            // main.conc:2:12
    "#
    );
}

#[test]
fn a_closure_that_is_called_at_once_holds_what_was_there_before_its_arguments() {
    check!(
        r#"
        fn main() -> Int {
            let mut n = [1].len();
            (|x: Int| x * n)({ n = 5; 1 })
        }
        "#,
        @r#"
    fn start() -> int with r0: int, r1: ref, r2: int
       0  load.int r0, 1                            // main.conc:3:26
       1  array.int r1, [r0]                        // main.conc:3:25
       2  len r0, r1
       3  drop r1
       4  new_closure r1, "main::closure", [r0]     // main.conc:4:14
       5  load.int r0, 1                            // main.conc:4:39
       6  call_value.int r2, r1, signature 0, [r0]  // main.conc:4:13
       7  drop r1
       8  return.int r2

    fn main::closure(r0: int; captures r1: int) -> int with r2: int
       0  mul.int r2, r0, r1                        // main.conc:4:23
       1  return.int r2                             // main.conc:4:14
    "#
    );
}

#[test]
fn a_closure_holds_what_was_there_before_later_arguments() {
    check!(
        r#"
        fn apply(f: fn(Int) -> Int, n: Int) -> Int { f(n) }
        fn main() -> Int {
            let mut n = [1].len();
            apply(|x| x * n, { n = 5; 1 })
        }
        "#,
        @r#"
    fn start() -> int with r0: int, r1: ref, r2: int
       0  load.int r0, 1                            // main.conc:4:26
       1  array.int r1, [r0]                        // main.conc:4:25
       2  len r0, r1
       3  drop r1
       4  new_closure r1, "main::closure", [r0]     // main.conc:5:19
       5  load.int r0, 1                            // main.conc:5:39
       6  call_value.int r2, r1, signature 0, [r0]  // main.conc:2:54
       7  drop r1
       8  return.int r2

    fn main::closure(r0: int; captures r1: int) -> int with r2: int
       0  mul.int r2, r0, r1                        // main.conc:5:23
       1  return.int r2                             // main.conc:5:19
    "#
    );
}

#[test]
fn a_parameter_that_gets_another_function_is_called_through_its_variable() {
    check!(
        r#"
        fn twice(mut f: fn(Int) -> Int, x: Int) -> Int {
            let first = f(x);
            f = |y| y * 100;
            first + f(x)
        }
        fn main() -> Int { twice(|x| x + 1, 3) }
        "#,
        @r#"
    fn start() -> int with r0: ref, r1-r3: int
       0  new_closure r0, "main::closure", []       // main.conc:7:34
       1  load.int r1, 3                            // main.conc:7:45
       2  call_value.int r2, r0, signature 0, [r1]  // main.conc:3:25
       3  drop r0
       4  new_closure r0, "twice::closure", []      // main.conc:4:17
       5  call_value.int r3, r0, signature 0, [r1]  // main.conc:5:21
       6  drop r0
       7  add.int r1, r2, r3                        // main.conc:5:13
       8  return.int r1

    fn main::closure(r0: int) -> int with r1: int
       0  add.small r1, r0, 1                       // main.conc:7:38
       1  return.int r1                             // main.conc:7:34

    fn twice::closure(r0: int) -> int with r1: int
       0  mul.small r1, r0, 100                     // main.conc:4:21
       1  return.int r1                             // main.conc:4:17
    "#
    );
}

#[test]
fn a_closure_that_reads_what_a_method_changes_reads_a_copy() {
    check!(
        r#"
        struct Bag { items: Array<Int>, n: Int }
        impl Bag {
            fn add(mut self, f: fn(Int) -> Int) { self.n += f(self.n); }
        }
        fn main() -> Int {
            let mut bag = Bag { items: [1], n: 2 };
            bag.add(|n| n + bag.n);
            bag.n
        }
        "#,
        @"
    fn start() -> int with r0: int, r1-r2: ref, r3-r4: int
        0  load.int r0, 1                           // main.conc:7:41
        1  array.int r1, [r0]                       // main.conc:7:40
        2  load.int r0, 2                           // main.conc:7:48
        3  new r2, layout 0, [r1, r0]               // main.conc:7:27
        4  slot.int r0, r2, 1, layout 0             // main.conc:4:63
        5  slot.int r3, r2, 1, layout 0             // main.conc:8:29
        6  add.int r4, r0, r3                       // main.conc:8:25
        7  slot.int r3, r2, 1, layout 0             // main.conc:4:51
        8  add.int r0, r3, r4
        9  set_slot.int r2, 1, r0, layout 0
       10  open.int r0, r2, 1, layout 0             // main.conc:9:13
       11  return.int r0
    "
    );
}

#[test]
fn a_method_that_returns_its_receiver_returns_a_copy_of_the_part() {
    check!(
        r#"
        struct Inner { n: Int }
        struct Outer { inner: Inner }
        impl Inner {
            fn touch(mut self) -> Inner { self.n += 1; self }
        }
        fn main() -> Int {
            let mut outer = Outer { inner: Inner { n: 1 } };
            let inner = outer.inner.touch();
            inner.n + outer.inner.n
        }
        "#,
        @"
    fn start() -> int with r0: int, r1-r2: ref, r3: int, r4: ref, r5: int
        0  load.int r0, 1                           // main.conc:8:55
        1  new r1, layout 0, [r0]                   // main.conc:8:44
        2  new r2, layout 1, [r1]                   // main.conc:8:29
        3  take_slot r1, r2, 0, layout 1            // main.conc:9:25
        4  slot.int r0, r1, 0, layout 0             // main.conc:5:43
        5  add.small r3, r0, 1
        6  set_slot.int r1, 0, r3, layout 0
        7  copy.ref r4, r1                          // main.conc:9:25
        8  set_slot.ref r2, 0, r1, layout 1
        9  open.int r3, r4, 0, layout 0             // main.conc:10:13
       10  open.ref r4, r2, 0, layout 1             // main.conc:10:23
       11  open.int r0, r4, 0, layout 0
       12  add.int r5, r3, r0                       // main.conc:10:13
       13  return.int r5
    "
    );
}

#[test]
fn a_function_that_ends_its_tasks_is_called() {
    check!(
        r#"
        fn started(n: Int) -> Int {
            let task = spawn { n };
            match await task { Ok(n) => n, Err(_) => 0 }
        }
        fn main() -> Int { started(1) }
        "#,
        @r#"
    fn start() -> int with r0-r1: int
       0  load.int r0, 1                            // main.conc:6:36
       1  call.int r1, "started", [r0]              // main.conc:6:28
       2  return.int r1

    fn started(r0: int) -> int with r1-r2: ref
        0  open_scope                               // main.conc:2:35
        1  new_closure r1, "started::task", [r0]    // main.conc:3:24
        2  spawn r2, r1, signature 0
        3  wait r0, r2                              // main.conc:4:19
        4  switch r0, [@5, @8, @12]
       @5  task.int r0, r2
        6  drop r2
        7  jump @14                                 // main.conc:4:13
       @8  task.message r1, r2                      // main.conc:4:19
        9  drop r2
       10  drop r1
       11  jump @13
      @12  drop r2
      @13  load.int r0, 0                           // main.conc:4:54
      @14  close_scope                              // main.conc:2:35
       15  return.int r0                            // main.conc:2:12

    fn started::task(captures r0: int) -> int
       0  return.int r0                             // main.conc:3:24
    "#
    );
}
