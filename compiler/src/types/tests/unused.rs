//! Values and functions that nobody uses.

use super::fine;

#[test]
fn a_result_that_nobody_looks_at() {
    told!(
        r#"
        fn save() -> Result<(), String> { Ok(()) }
        save();
        let _ = save();
        if true { save(); }
        "#,
        @"
    fn save() -> Result<(), String> { Ok(()) }
    save();
    let _ = save();
    if true { save(); }
    ----
    [W0302] warning: this `Result` is not looked at
       ,-[ main.conc:2:1 ]
       |
     2 | save();
       | ^^^|^^
       |    `---- an error would go unnoticed
       |
       | Help: pass it on with `?`, look at it with `match`, or drop it with `let _ = …;`
    ---'

    [W0302] warning: this `Result` is not looked at
       ,-[ main.conc:4:11 ]
       |
     4 | if true { save(); }
       |           ^^^|^^
       |              `---- an error would go unnoticed
       |
       | Help: pass it on with `?`, look at it with `match`, or drop it with `let _ = …;`
    ---'
    "
    );
}

#[test]
fn a_value_that_nobody_takes() {
    told!(
        r#"
        struct Point { x: Int }
        let point = Point { x: 1 };
        let list = [1];
        1 + 2;
        point.x == 1;
        5;
        point.x;
        [1, 2];
        list[0];
        -point.x;
        "${point}";
        |n: Int| n;
        "#,
        @r#"
    struct Point { x: Int }
    let point = Point { x: 1 };
    let list = [1];
    1 + 2;
    point.x == 1;
    5;
    point.x;
    [1, 2];
    list[0];
    -point.x;
    "${point}";
    |n: Int| n;
    ----
    [W0305] warning: nothing is done with this value
       ,-[ main.conc:4:1 ]
       |
     4 | 1 + 2;
       | ^^|^^
       |   `---- computed and dropped
       |
       | Help: remove it, or use the value
    ---'

    [W0305] warning: nothing is done with this value
       ,-[ main.conc:5:1 ]
       |
     5 | point.x == 1;
       | ^^^^^^|^^^^^
       |       `------- computed and dropped
       |
       | Help: remove it, or use the value
    ---'

    [W0305] warning: nothing is done with this value
       ,-[ main.conc:6:1 ]
       |
     6 | 5;
       | |
       | `-- computed and dropped
       |
       | Help: remove it, or use the value
    ---'

    [W0305] warning: nothing is done with this value
       ,-[ main.conc:7:1 ]
       |
     7 | point.x;
       | ^^^|^^^
       |    `----- computed and dropped
       |
       | Help: remove it, or use the value
    ---'

    [W0305] warning: nothing is done with this value
       ,-[ main.conc:8:1 ]
       |
     8 | [1, 2];
       | ^^^|^^
       |    `---- computed and dropped
       |
       | Help: remove it, or use the value
    ---'

    [W0305] warning: nothing is done with this value
       ,-[ main.conc:9:1 ]
       |
     9 | list[0];
       | ^^^|^^^
       |    `----- computed and dropped
       |
       | Help: remove it, or use the value
    ---'

    [W0305] warning: nothing is done with this value
        ,-[ main.conc:10:1 ]
        |
     10 | -point.x;
        | ^^^^|^^^
        |     `----- computed and dropped
        |
        | Help: remove it, or use the value
    ----'

    [W0305] warning: nothing is done with this value
        ,-[ main.conc:11:1 ]
        |
     11 | "${point}";
        | ^^^^^|^^^^
        |      `------ computed and dropped
        |
        | Help: remove it, or use the value
    ----'

    [W0305] warning: nothing is done with this value
        ,-[ main.conc:12:1 ]
        |
     12 | |n: Int| n;
        | ^^^^^|^^^^
        |      `------ computed and dropped
        |
        | Help: remove it, or use the value
    ----'
    "#
    );
}

#[test]
fn a_call_for_its_value_alone() {
    told!(
        r#"
        let text = " a ";
        let list = [2, 1];
        text.trim();
        list.sorted();
        list.len();
        text |> print;
        "#,
        @r#"
    let text = " a ";
    let list = [2, 1];
    text.trim();
    list.sorted();
    list.len();
    text |> print;
    ----
    [W0305] warning: nothing is done with what `trim` gives
       ,-[ main.conc:3:1 ]
       |
     3 | text.trim();
       | ^^^^^|^^^^^
       |      `------- `trim` changes nothing, it gives a new value
       |
       | Help: use the value: `let x = …;`
    ---'

    [W0305] warning: nothing is done with what `sorted` gives
       ,-[ main.conc:4:1 ]
       |
     4 | list.sorted();
       | ^^^^^^|^^^^^^
       |       `-------- `sorted` changes nothing, it gives a new value
       |
       | Help: use the value: `let x = …;`
    ---'

    [W0305] warning: nothing is done with what `len` gives
       ,-[ main.conc:5:1 ]
       |
     5 | list.len();
       | ^^^^^|^^^^
       |      `------ `len` changes nothing, it gives a new value
       |
       | Help: use the value: `let x = …;`
    ---'
    "#
    );
}

#[test]
fn the_value_of_a_branch_that_nobody_takes() {
    told!(
        r#"
        let n = 3;
        if n > 2 { n + 1 } else { n - 1 }
        match n { 1 => "one", _ => "many" };
        "#,
        @r#"
    let n = 3;
    if n > 2 { n + 1 } else { n - 1 }
    match n { 1 => "one", _ => "many" };
    ----
    [W0305] warning: nothing is done with this value
       ,-[ main.conc:2:12 ]
       |
     2 | if n > 2 { n + 1 } else { n - 1 }
       |            ^^|^^
       |              `---- computed and dropped
       |
       | Help: remove it, or use the value
    ---'

    [W0305] warning: nothing is done with this value
       ,-[ main.conc:2:27 ]
       |
     2 | if n > 2 { n + 1 } else { n - 1 }
       |                           ^^|^^
       |                             `---- computed and dropped
       |
       | Help: remove it, or use the value
    ---'

    [W0305] warning: nothing is done with this value
       ,-[ main.conc:3:16 ]
       |
     3 | match n { 1 => "one", _ => "many" };
       |                ^^|^^
       |                  `---- computed and dropped
       |
       | Help: remove it, or use the value
    ---'

    [W0305] warning: nothing is done with this value
       ,-[ main.conc:3:28 ]
       |
     3 | match n { 1 => "one", _ => "many" };
       |                            ^^^|^^
       |                               `---- computed and dropped
       |
       | Help: remove it, or use the value
    ---'
    "#
    );
}

#[test]
fn calls_that_do_something() {
    fine(
        r#"
        fn count(list: Array<Int>) -> Int { print(list.len()); list.len() }
        let mut list = [1];
        count(list);
        list.pop();
        Some(1).unwrap();
        list.map(|n| print(n));
        "#,
    );
}

#[test]
fn a_function_that_nothing_calls() {
    told!(
        r#"
        fn main() { used(); }
        fn used() {}
        fn unused() {}
        fn _kept() {}
        pub fn public() {}
        "#,
        @"
    fn main() { used(); }
    fn used() {}
    fn unused() {}
    fn _kept() {}
    pub fn public() {}
    ----
    [W0304] warning: `unused` is never used
       ,-[ main.conc:3:4 ]
       |
     3 | fn unused() {}
       |    ^^^|^^
       |       `---- nothing leads here from where the program starts
       |
       | Help: remove it, or call it `_unused` to keep it
    ---'
    "
    );
}

#[test]
fn functions_that_something_leads_to() {
    fine(
        r#"
        trait Named { fn name(self) -> String; }
        struct Order { id: Int = start() }
        fn start() -> Int { 1 }
        fn label() -> String { "a" }
        fn checked() -> Int { 1 }
        fn handler(n: Int) -> Int { n }
        impl Named for Order { fn name(self) -> String { label() } }
        @test
        fn checks() { assert_eq(checked(), 1); }
        fn main() { print("${Order {}.name()} ${[1].map(handler)}"); }
        "#,
    );
}

#[test]
fn a_file_of_declarations_has_no_start() {
    fine("fn one() -> Int { 1 }\n");
}

#[test]
fn a_result_in_a_closure() {
    told!(
        r#"
        fn save(n: Int) -> Result<(), String> { if n > 1 { Err("no") } else { Ok(()) } }
        [1].for_each(|n| save(n));
        print([1].map(|n| { save(n); n }));
        "#,
        @r#"
    fn save(n: Int) -> Result<(), String> { if n > 1 { Err("no") } else { Ok(()) } }
    [1].for_each(|n| save(n));
    print([1].map(|n| { save(n); n }));
    ----
    [W0302] warning: this `Result` is not looked at
       ,-[ main.conc:2:18 ]
       |
     2 | [1].for_each(|n| save(n));
       |                  ^^^|^^^
       |                     `----- an error would go unnoticed
       |
       | Help: pass it on with `?`, look at it with `match`, or drop it with `let _ = …;`
    ---'

    [W0302] warning: this `Result` is not looked at
       ,-[ main.conc:3:21 ]
       |
     3 | print([1].map(|n| { save(n); n }));
       |                     ^^^|^^^
       |                        `----- an error would go unnoticed
       |
       | Help: pass it on with `?`, look at it with `match`, or drop it with `let _ = …;`
    ---'
    "#
    );
}
