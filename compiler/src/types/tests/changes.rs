//! What may change, and what nobody keeps.

use super::fine;

#[test]
fn a_variable_without_mut() {
    told!(
        r#"
        let count = 0;
        count = 1;
        let total = 0;
        total += 1;
        print(count + total);
        "#,
        @"
    let count = 0;
    count = 1;
    let total = 0;
    total += 1;
    print(count + total);
    ----
    [E0351] error: `count` cannot change
       ,-[ main.conc:2:1 ]
       |
     1 | let count = 0;
       |     ^^|^^
       |       `---- declared without `mut`
     2 | count = 1;
       | ^^|^^
       |   `---- changed here
       |
       | Help: declare it with `let mut count`
    ---'

    [E0351] error: `total` cannot change
       ,-[ main.conc:4:1 ]
       |
     3 | let total = 0;
       |     ^^|^^
       |       `---- declared without `mut`
     4 | total += 1;
       | ^^|^^
       |   `---- changed here
       |
       | Help: declare it with `let mut total`
    ---'
    "
    );
}

#[test]
fn a_method_that_changes_its_receiver() {
    told!(
        r#"
        let prices = [40];
        prices.push(15);
        let names = ["a"];
        names[0] = "b";
        print("${prices} ${names}");
        "#,
        @r#"
    let prices = [40];
    prices.push(15);
    let names = ["a"];
    names[0] = "b";
    print("${prices} ${names}");
    ----
    [E0351] error: `prices` cannot change
       ,-[ main.conc:2:1 ]
       |
     1 | let prices = [40];
       |     ^^^|^^
       |        `---- declared without `mut`
     2 | prices.push(15);
       | ^^^|^^
       |    `---- `push` changes it
       |
       | Help: declare it with `let mut prices`
    ---'

    [E0351] error: `names` cannot change
       ,-[ main.conc:4:1 ]
       |
     3 | let names = ["a"];
       |     ^^|^^
       |       `---- declared without `mut`
     4 | names[0] = "b";
       | ^^|^^
       |   `---- changed here
       |
       | Help: declare it with `let mut names`
    ---'
    "#
    );
}

#[test]
fn a_field_of_a_variable_without_mut() {
    told!(
        r#"
        struct Point { x: Int, at: (Int, Int) }
        let point = Point { x: 1, at: (1, 2) };
        point.x = 2;
        let other = Point { x: 1, at: (1, 2) };
        other.at.0 = 3;
        print("${point} ${other}");
        "#,
        @r#"
    struct Point { x: Int, at: (Int, Int) }
    let point = Point { x: 1, at: (1, 2) };
    point.x = 2;
    let other = Point { x: 1, at: (1, 2) };
    other.at.0 = 3;
    print("${point} ${other}");
    ----
    [E0351] error: `point` cannot change
       ,-[ main.conc:3:1 ]
       |
     2 | let point = Point { x: 1, at: (1, 2) };
       |     ^^|^^
       |       `---- declared without `mut`
     3 | point.x = 2;
       | ^^|^^
       |   `---- changed here
       |
       | Help: declare it with `let mut point`
    ---'

    [E0351] error: `other` cannot change
       ,-[ main.conc:5:1 ]
       |
     4 | let other = Point { x: 1, at: (1, 2) };
       |     ^^|^^
       |       `---- declared without `mut`
     5 | other.at.0 = 3;
       | ^^|^^
       |   `---- changed here
       |
       | Help: declare it with `let mut other`
    ---'
    "#
    );
}

#[test]
fn a_parameter_without_mut() {
    told!(
        r#"
        fn add(list: Array<Int>) -> Array<Int> {
            list.push(1);
            list
        }
        print(add([]));
        "#,
        @"
    fn add(list: Array<Int>) -> Array<Int> {
        list.push(1);
        list
    }
    print(add([]));
    ----
    [E0351] error: `list` cannot change
       ,-[ main.conc:2:5 ]
       |
     1 | fn add(list: Array<Int>) -> Array<Int> {
       |        ^^|^
       |          `--- declared without `mut`
     2 |     list.push(1);
       |     ^^|^
       |       `--- `push` changes it
       |
       | Help: declare the parameter with `mut list`, which changes the function's own copy
    ---'
    "
    );
}

#[test]
fn a_receiver_without_mut() {
    told!(
        r#"
        struct Basket { items: Array<String> }
        impl Basket {
            fn add(self, item: String) { self.items.push(item); }
            fn clear(self) { self.items = []; }
        }
        "#,
        @"
    struct Basket { items: Array<String> }
    impl Basket {
        fn add(self, item: String) { self.items.push(item); }
        fn clear(self) { self.items = []; }
    }
    ----
    [E0351] error: `self` cannot change
       ,-[ main.conc:3:34 ]
       |
     3 |     fn add(self, item: String) { self.items.push(item); }
       |            ^^|^                  ^^|^
       |              `------------------------- declared without `mut`
       |                                    |
       |                                    `--- `push` changes it
       |
       | Help: take `mut self` to change the receiver
    ---'

    [E0351] error: `self` cannot change
       ,-[ main.conc:4:22 ]
       |
     4 |     fn clear(self) { self.items = []; }
       |              ^^|^    ^^|^
       |                `----------- declared without `mut`
       |                        |
       |                        `--- changed here
       |
       | Help: take `mut self` to change the receiver
    ---'
    "
    );
}

#[test]
fn a_constant_does_not_change() {
    told!(
        r#"
        const LIMITS: Array<Int> = [1];
        const LIMIT: Int = 5;
        LIMITS.push(2);
        LIMIT = 6;
        "#,
        @"
    const LIMITS: Array<Int> = [1];
    const LIMIT: Int = 5;
    LIMITS.push(2);
    LIMIT = 6;
    ----
    [E0351] error: the constant `LIMITS` cannot change
       ,-[ main.conc:3:1 ]
       |
     3 | LIMITS.push(2);
       | ^^^|^^
       |    `---- changed here
       |
       | Help: copy it into a variable: `let mut x = …;`
    ---'

    [E0351] error: the constant `LIMIT` cannot change
       ,-[ main.conc:4:1 ]
       |
     4 | LIMIT = 6;
       | ^^|^^
       |   `---- changed here
       |
       | Help: copy it into a variable: `let mut x = …;`
    ---'
    "
    );
}

#[test]
fn a_captured_variable() {
    told!(
        r#"
        let mut total = 0;
        let mut list: Array<Int> = [];
        [1].for_each(|n| {
            total += n;
            list.push(n);
        });
        print("${total} ${list}");
        "#,
        @r#"
    let mut total = 0;
    let mut list: Array<Int> = [];
    [1].for_each(|n| {
        total += n;
        list.push(n);
    });
    print("${total} ${list}");
    ----
    [E0352] error: a closure cannot change `total`, which it captures by value
       ,-[ main.conc:4:5 ]
       |
     1 | let mut total = 0;
       |         ^^|^^
       |           `---- declared outside the closure
       |
     4 |     total += n;
       |     ^^|^^
       |       `---- the change would be lost
       |
       | Help: use a loop, or `fold`, which passes a value from step to step
    ---'

    [E0352] error: a closure cannot change `list`, which it captures by value
       ,-[ main.conc:5:5 ]
       |
     2 | let mut list: Array<Int> = [];
       |         ^^|^
       |           `--- declared outside the closure
       |
     5 |     list.push(n);
       |     ^^|^
       |       `--- the change would be lost
       |
       | Help: use a loop, or `fold`, which passes a value from step to step
    ---'
    "#
    );
}

#[test]
fn a_closure_changes_its_own() {
    fine(
        r#"
        let count = |list: Array<Int>| {
            let mut total = 0;
            for n in list { total += n; }
            total
        };
        print(count([1]));
        "#,
    );
}

#[test]
fn a_change_that_nobody_keeps() {
    told!(
        r#"
        fn list() -> Array<Int> { [1] }
        list().push(1);
        [1].push(2);
        print(list().sorted().pop());
        "#,
        @"
    fn list() -> Array<Int> { [1] }
    list().push(1);
    [1].push(2);
    print(list().sorted().pop());
    ----
    [E0353] error: `push` changes a value that nobody keeps
       ,-[ main.conc:2:1 ]
       |
     2 | list().push(1);
       | ^^^|^^
       |    `---- this is no variable, field or element
       |
       | Help: keep it first: `let mut x = …;`
    ---'

    [E0353] error: `push` changes a value that nobody keeps
       ,-[ main.conc:3:1 ]
       |
     3 | [1].push(2);
       | ^|^
       |  `--- this is no variable, field or element
       |
       | Help: keep it first: `let mut x = …;`
    ---'

    [E0353] error: `pop` changes a value that nobody keeps
       ,-[ main.conc:4:7 ]
       |
     4 | print(list().sorted().pop());
       |       ^^^^^^^|^^^^^^^
       |              `--------- this is no variable, field or element
       |
       | Help: keep it first: `let mut x = …;`
    ---'
    "
    );
}

#[test]
fn a_change_of_a_part_that_is_copied() {
    told!(
        r#"
        let mut list = [1, 2, 3];
        let mut text = "abc";
        list[0..2].push(4);
        text[0] = "x";
        print("${list} ${text}");
        "#,
        @r#"
    let mut list = [1, 2, 3];
    let mut text = "abc";
    list[0..2].push(4);
    text[0] = "x";
    print("${list} ${text}");
    ----
    [E0353] error: `push` changes a value that nobody keeps
       ,-[ main.conc:3:1 ]
       |
     3 | list[0..2].push(4);
       | ^^^^^|^^^^
       |      `------ this is no variable, field or element
       |
       | Help: keep it first: `let mut x = …;`
    ---'

    [E0353] error: a change of a value that nobody keeps
       ,-[ main.conc:4:1 ]
       |
     4 | text[0] = "x";
       | ^^^|^^^
       |    `----- this is no variable, field or element
       |
       | Help: keep it first: `let mut x = …;`
    ---'
    "#
    );
}

#[test]
fn places_that_change() {
    fine(
        r#"
        struct Point { x: Int, list: Array<Int> }
        fn add(mut list: Array<Int>) -> Array<Int> { list.push(1); list }
        let mut point = Point { x: 1, list: [] };
        let mut map = { "a": [1] };
        point.x += 1;
        point.list.push(2);
        map["a"].push(2);
        map["b"] = [3];
        print("${point} ${map} ${add([])}");
        "#,
    );
}

#[test]
fn a_method_by_its_path() {
    told!(
        r#"
        let list = [1];
        Array::push(list, 2);
        print(list);
        "#,
        @"
    let list = [1];
    Array::push(list, 2);
    print(list);
    ----
    [E0351] error: `list` cannot change
       ,-[ main.conc:2:13 ]
       |
     1 | let list = [1];
       |     ^^|^
       |       `--- declared without `mut`
     2 | Array::push(list, 2);
       |             ^^|^
       |               `--- `push` changes it
       |
       | Help: declare it with `let mut list`
    ---'
    "
    );
}

#[test]
fn an_agent_does_not_change() {
    told!(
        r#"
        agent Helper { provider: simulated, model: "any" }
        Helper = Helper.with_model("other");
        "#,
        @r#"
    agent Helper { provider: simulated, model: "any" }
    Helper = Helper.with_model("other");
    ----
    [E0351] error: the agent `Helper` cannot change
       ,-[ main.conc:2:1 ]
       |
     2 | Helper = Helper.with_model("other");
       | ^^^|^^
       |    `---- changed here
       |
       | Help: copy it into a variable: `let mut x = …;`
    ---'
    "#
    );
}

#[test]
fn a_field_of_what_a_function_gives() {
    told!(
        r#"
        struct Basket { items: Array<Int> }
        fn basket() -> Basket { Basket { items: [] } }
        basket().items.push(1);
        "#,
        @"
    struct Basket { items: Array<Int> }
    fn basket() -> Basket { Basket { items: [] } }
    basket().items.push(1);
    ----
    [E0353] error: `push` changes a value that nobody keeps
       ,-[ main.conc:3:1 ]
       |
     3 | basket().items.push(1);
       | ^^^^^^^|^^^^^^
       |        `-------- this is no variable, field or element
       |
       | Help: keep it first: `let mut x = …;`
    ---'
    "
    );
}
