//! Variables that get their value later.

use super::fine;

#[test]
fn a_variable_without_a_value() {
    told!(
        r#"
        let x: Int;
        print(x);
        "#,
        @"
    let x: Int;
    print(x);
    ----
    [E0354] error: `x` may have no value here
       ,-[ main.conc:2:7 ]
       |
     1 | let x: Int;
       |     |
       |     `-- declared without a value
     2 | print(x);
       |       |
       |       `-- used here
       |
       | Help: give it a value on every way that leads here
    ---'
    "
    );
}

#[test]
fn a_value_on_one_way_only() {
    told!(
        r#"
        fn f(c: Bool) -> Int {
            let x: Int;
            if c { x = 1; }
            x
        }
        print(f(true));
        "#,
        @"
    fn f(c: Bool) -> Int {
        let x: Int;
        if c { x = 1; }
        x
    }
    print(f(true));
    ----
    [E0354] error: `x` may have no value here
       ,-[ main.conc:4:5 ]
       |
     2 |     let x: Int;
       |         |
       |         `-- declared without a value
       |
     4 |     x
       |     |
       |     `-- used here
       |
       | Help: give it a value on every way that leads here
    ---'
    "
    );
}

#[test]
fn a_value_in_one_arm_only() {
    told!(
        r#"
        fn f(n: Int) -> String {
            let text;
            match n {
                0 => { text = "none"; }
                1 => {}
                _ => { text = "some"; }
            }
            text
        }
        print(f(1));
        "#,
        @r#"
    fn f(n: Int) -> String {
        let text;
        match n {
            0 => { text = "none"; }
            1 => {}
            _ => { text = "some"; }
        }
        text
    }
    print(f(1));
    ----
    [E0354] error: `text` may have no value here
       ,-[ main.conc:8:5 ]
       |
     2 |     let text;
       |         ^^|^
       |           `--- declared without a value
       |
     8 |     text
       |     ^^|^
       |       `--- used here
       |
       | Help: give it a value on every way that leads here
    ---'
    "#
    );
}

#[test]
fn a_value_in_a_loop_only() {
    told!(
        r#"
        let mut x;
        for n in [1] { x = n; }
        print(x);
        "#,
        @"
    let mut x;
    for n in [1] { x = n; }
    print(x);
    ----
    [E0354] error: `x` may have no value here
       ,-[ main.conc:3:7 ]
       |
     1 | let mut x;
       |         |
       |         `-- declared without a value
       |
     3 | print(x);
       |       |
       |       `-- used here
       |
       | Help: give it a value on every way that leads here
    ---'
    "
    );
}

#[test]
fn a_second_value() {
    told!(
        r#"
        let x: Int;
        x = 1;
        x = 2;
        print(x);
        "#,
        @"
    let x: Int;
    x = 1;
    x = 2;
    print(x);
    ----
    [E0351] error: `x` cannot change
       ,-[ main.conc:3:1 ]
       |
     1 | let x: Int;
       |     |
       |     `-- declared without `mut`
       |
     3 | x = 2;
       | |
       | `-- changed here
       |
       | Help: declare it with `let mut x`
    ---'
    "
    );
}

#[test]
fn a_value_in_a_closure() {
    told!(
        r#"
        let x: Int;
        let f = || { x = 1; };
        f();
        x = 2;
        print(x);
        "#,
        @"
    let x: Int;
    let f = || { x = 1; };
    f();
    x = 2;
    print(x);
    ----
    [E0352] error: a closure cannot change `x`, which it captures by value
       ,-[ main.conc:2:14 ]
       |
     1 | let x: Int;
       |     |
       |     `-- declared outside the closure
     2 | let f = || { x = 1; };
       |              |
       |              `-- the change would be lost
       |
       | Help: use a loop, or `fold`, which passes a value from step to step
    ---'
    "
    );
}

#[test]
fn a_value_that_changes_before_it_is_there() {
    told!(
        r#"
        let mut x: Int;
        x += 1;
        print(x);
        "#,
        @"
    let mut x: Int;
    x += 1;
    print(x);
    ----
    [E0354] error: `x` may have no value here
       ,-[ main.conc:2:1 ]
       |
     1 | let mut x: Int;
       |         |
       |         `-- declared without a value
     2 | x += 1;
       | |
       | `-- used here
       |
       | Help: give it a value on every way that leads here
    ---'
    "
    );
}

#[test]
fn a_value_after_a_condition() {
    told!(
        r#"
        fn f(c: Bool) -> Int {
            let x: Int;
            print(c && { x = 1; true });
            x
        }
        print(f(true));
        "#,
        @"
    fn f(c: Bool) -> Int {
        let x: Int;
        print(c && { x = 1; true });
        x
    }
    print(f(true));
    ----
    [E0354] error: `x` may have no value here
       ,-[ main.conc:4:5 ]
       |
     2 |     let x: Int;
       |         |
       |         `-- declared without a value
       |
     4 |     x
       |     |
       |     `-- used here
       |
       | Help: give it a value on every way that leads here
    ---'
    "
    );
}

#[test]
fn nothing_is_told_twice() {
    told!(
        r#"
        let x: Int;
        print(x);
        print(x);
        "#,
        @"
    let x: Int;
    print(x);
    print(x);
    ----
    [E0354] error: `x` may have no value here
       ,-[ main.conc:2:7 ]
       |
     1 | let x: Int;
       |     |
       |     `-- declared without a value
     2 | print(x);
       |       |
       |       `-- used here
       |
       | Help: give it a value on every way that leads here
    ---'
    "
    );
}

#[test]
fn a_value_on_every_way() {
    fine(
        r#"
        fn f(c: Bool, n: Int?) -> Int {
            let x;
            if c { x = 1; } else { x = 2; }
            let y: Int;
            match n {
                Some(m) => { y = m; }
                None => return 0,
            }
            let mut z;
            loop {
                z = 3;
                if x > 0 { break; }
            }
            let mut m;
            m = 1;
            m += 1;
            x + y + z + m
        }
        print(f(true, None));
        "#,
    );
}
