//! What is never reached.

use super::fine;

#[test]
fn code_after_a_return() {
    told!(
        r#"
        fn f() -> Int {
            return 1;
            print("never");
            2
        }
        print(f());
        "#,
        @r#"
    fn f() -> Int {
        return 1;
        print("never");
        2
    }
    print(f());
    ----
    [W0301] warning: this is never reached
       ,-[ main.conc:3:5 ]
       |
     3 |     print("never");
       |     ^^^^^^^|^^^^^^^
       |            `--------- what stands before it always leaves
       |
       | Help: remove it, or leave on a condition
    ---'
    "#
    );
}

#[test]
fn code_after_a_break_or_a_continue() {
    told!(
        r#"
        for n in [1] {
            if n > 1 { break; print("a"); }
            continue;
            print(n);
        }
        "#,
        @r#"
    for n in [1] {
        if n > 1 { break; print("a"); }
        continue;
        print(n);
    }
    ----
    [W0301] warning: this is never reached
       ,-[ main.conc:2:23 ]
       |
     2 |     if n > 1 { break; print("a"); }
       |                       ^^^^^|^^^^^
       |                            `------- what stands before it always leaves
       |
       | Help: remove it, or leave on a condition
    ---'

    [W0301] warning: this is never reached
       ,-[ main.conc:4:5 ]
       |
     4 |     print(n);
       |     ^^^^|^^^^
       |         `------ what stands before it always leaves
       |
       | Help: remove it, or leave on a condition
    ---'
    "#
    );
}

#[test]
fn code_after_a_panic() {
    told!(
        r#"
        fn f() {
            panic("no");
            print("never");
        }
        f();
        "#,
        @r#"
    fn f() {
        panic("no");
        print("never");
    }
    f();
    ----
    [W0301] warning: this is never reached
       ,-[ main.conc:3:5 ]
       |
     3 |     print("never");
       |     ^^^^^^^|^^^^^^^
       |            `--------- what stands before it always leaves
       |
       | Help: remove it, or leave on a condition
    ---'
    "#
    );
}

#[test]
fn code_after_an_endless_loop() {
    told!(
        r#"
        loop { print("again"); }
        print("never");
        "#,
        @r#"
    loop { print("again"); }
    print("never");
    ----
    [W0301] warning: this is never reached
       ,-[ main.conc:2:1 ]
       |
     2 | print("never");
       | ^^^^^^^|^^^^^^^
       |        `--------- what stands before it always leaves
       |
       | Help: remove it, or leave on a condition
    ---'
    "#
    );
}

#[test]
fn code_after_branches_that_all_leave() {
    told!(
        r#"
        fn f(c: Bool) -> Int {
            if c { return 1; } else { return 2; }
            3
        }
        fn g(n: Int?) -> Int {
            match n { Some(n) => return n, None => panic("none") }
            4
        }
        print(f(true) + g(None));
        "#,
        @r#"
    fn f(c: Bool) -> Int {
        if c { return 1; } else { return 2; }
        3
    }
    fn g(n: Int?) -> Int {
        match n { Some(n) => return n, None => panic("none") }
        4
    }
    print(f(true) + g(None));
    ----
    [W0301] warning: this is never reached
       ,-[ main.conc:3:5 ]
       |
     3 |     3
       |     |
       |     `-- what stands before it always leaves
       |
       | Help: remove it, or leave on a condition
    ---'

    [W0301] warning: this is never reached
       ,-[ main.conc:7:5 ]
       |
     7 |     4
       |     |
       |     `-- what stands before it always leaves
       |
       | Help: remove it, or leave on a condition
    ---'
    "#
    );
}

#[test]
fn an_argument_that_leaves() {
    told!(
        r#"
        fn f() -> Int {
            let n = panic("no");
            print(n);
            1
        }
        print(f());
        "#,
        @r#"
    fn f() -> Int {
        let n = panic("no");
        print(n);
        1
    }
    print(f());
    ----
    [W0301] warning: this is never reached
       ,-[ main.conc:3:5 ]
       |
     3 |     print(n);
       |     ^^^^|^^^^
       |         `------ what stands before it always leaves
       |
       | Help: remove it, or leave on a condition
    ---'
    "#
    );
}

#[test]
fn a_tail_that_is_never_reached() {
    told!(
        r#"
        fn f() -> Int {
            return 1;
            2
        }
        print(f());
        "#,
        @"
    fn f() -> Int {
        return 1;
        2
    }
    print(f());
    ----
    [W0301] warning: this is never reached
       ,-[ main.conc:3:5 ]
       |
     3 |     2
       |     |
       |     `-- what stands before it always leaves
       |
       | Help: remove it, or leave on a condition
    ---'
    "
    );
}

#[test]
fn loops_that_end() {
    fine(
        r#"
        fn f() -> Int {
            let mut n = 0;
            loop {
                n += 1;
                if n > 3 { break; }
            }
            let found = 'outer: loop { loop { break 'outer 5; } };
            while true { return n + found; }
            0
        }
        print(f());
        "#,
    );
}
