//! Patterns and the values that they look at.

use super::fine;

#[test]
fn a_let_must_match() {
    told!(
        r#"
        let ages = { "Ada": 36 };
        let Some(age) = ages.get("Ada");
        print(age);
        "#,
        @r#"
    let ages = { "Ada": 36 };
    let Some(age) = ages.get("Ada");
    print(age);
    ----
    [E0342] error: the pattern of a `let` must match every value
       ,-[ main.conc:2:5 ]
       |
     2 | let Some(age) = ages.get("Ada");
       |     ^^^^|^^^^
       |         `------ `None` does not match
       |
       | Help: use `let … else { … }`, `if let`, or `match`
    ---'
    "#
    );
}

#[test]
fn a_parameter_must_match() {
    told!(
        r#"
        fn age(Some(n): Int?) -> Int { n }
        print(age(Some(1)));
        print([Some(1)].map(|Some(n)| n));
        "#,
        @"
    fn age(Some(n): Int?) -> Int { n }
    print(age(Some(1)));
    print([Some(1)].map(|Some(n)| n));
    ----
    [E0342] error: the pattern of a parameter must match every value
       ,-[ main.conc:1:8 ]
       |
     1 | fn age(Some(n): Int?) -> Int { n }
       |        ^^^|^^^
       |           `----- `None` does not match
       |
       | Help: use `let … else { … }`, `if let`, or `match`
    ---'

    [E0342] error: the pattern of a parameter must match every value
       ,-[ main.conc:3:22 ]
       |
     3 | print([Some(1)].map(|Some(n)| n));
       |                      ^^^|^^^
       |                         `----- `None` does not match
       |
       | Help: use `let … else { … }`, `if let`, or `match`
    ---'
    "
    );
}

#[test]
fn a_loop_variable_must_match() {
    told!(
        r#"
        for Ok(n) in [Ok(1), Err("none")] { print(n); }
        "#,
        @r#"
    for Ok(n) in [Ok(1), Err("none")] { print(n); }
    ----
    [E0342] error: the pattern of a `for` must match every value
       ,-[ main.conc:1:5 ]
       |
     1 | for Ok(n) in [Ok(1), Err("none")] { print(n); }
       |     ^^|^^
       |       `---- `Err(_)` does not match
       |
       | Help: use `let … else { … }`, `if let`, or `match`
    ---'
    "#
    );
}

#[test]
fn a_tuple_pattern_has_another_length() {
    told!(
        r#"
        let (a, b) = (1, 2, 3);
        print(a + b);
        "#,
        @"
    let (a, b) = (1, 2, 3);
    print(a + b);
    ----
    [E0343] error: a pattern of 2 elements for `(Int, Int, Int)`, which has 3
       ,-[ main.conc:1:5 ]
       |
     1 | let (a, b) = (1, 2, 3);
       |     ^^^|^^
       |        `---- another number of elements
       |
       | Help: use `_` for elements that do not matter
    ---'
    "
    );
}

#[test]
fn a_variant_pattern_has_another_length() {
    told!(
        r#"
        match Some(1) {
            Some(a, b) => print(a + b),
            None => {}
        }
        "#,
        @"
    match Some(1) {
        Some(a, b) => print(a + b),
        None => {}
    }
    ----
    [E0343] error: `Option::Some` holds 1 value, not 2
       ,-[ main.conc:2:5 ]
       |
     2 |     Some(a, b) => print(a + b),
       |     ^^^^^|^^^^
       |          `------ a pattern of 2 values
       |
       | Help: use `_` for values that do not matter
    ---'
    "
    );
}

#[test]
fn a_struct_pattern_lacks_fields() {
    told!(
        r#"
        struct Order { item: String, amount: Int, express: Bool }
        let Order { item } = Order { item: "a", amount: 1, express: true };
        print(item);
        "#,
        @r#"
    struct Order { item: String, amount: Int, express: Bool }
    let Order { item } = Order { item: "a", amount: 1, express: true };
    print(item);
    ----
    [E0343] error: the pattern lacks the fields `amount` and `express`
       ,-[ main.conc:2:5 ]
       |
     2 | let Order { item } = Order { item: "a", amount: 1, express: true };
       |     ^^^^^^^|^^^^^^
       |            `-------- not all of its fields are here
       |
       | Help: add `..` where the others do not matter
    ---'
    "#
    );
}

#[test]
fn a_struct_pattern_has_an_unknown_field() {
    told!(
        r#"
        struct Order { item: String, amount: Int }
        let Order { item, ammount, .. } = Order { item: "a", amount: 1 };
        print("${item} ${ammount}");
        "#,
        @r#"
    struct Order { item: String, amount: Int }
    let Order { item, ammount, .. } = Order { item: "a", amount: 1 };
    print("${item} ${ammount}");
    ----
    [E0326] error: `Order` has no field `ammount`
       ,-[ main.conc:2:19 ]
       |
     2 | let Order { item, ammount, .. } = Order { item: "a", amount: 1 };
       |                   ^^^|^^^
       |                      `----- no field of this name
       |
       | Help: did you mean `amount`?
    ---'
    "#
    );
}

#[test]
fn a_pattern_of_another_kind() {
    told!(
        r#"
        match 5 {
            (a, b) => print(a + b),
            [c] => print(c),
            _ => {}
        }
        "#,
        @"
    match 5 {
        (a, b) => print(a + b),
        [c] => print(c),
        _ => {}
    }
    ----
    [E0343] error: the value is `Int`, the pattern that of a tuple
       ,-[ main.conc:2:5 ]
       |
     2 |     (a, b) => print(a + b),
       |     ^^^|^^
       |        `---- no such value comes here
    ---'

    [E0343] error: the value is `Int`, the pattern that of an array
       ,-[ main.conc:3:5 ]
       |
     3 |     [c] => print(c),
       |     ^|^
       |      `--- no such value comes here
    ---'
    "
    );
}

#[test]
fn a_struct_pattern_of_another_type() {
    told!(
        r#"
        struct Order { item: String }
        struct Offer { item: String }
        match (Order { item: "a" }) {
            Offer { item } => print(item),
        }
        "#,
        @r#"
    struct Order { item: String }
    struct Offer { item: String }
    match (Order { item: "a" }) {
        Offer { item } => print(item),
    }
    ----
    [E0301] error: expected `Order`, found `Offer`
       ,-[ main.conc:4:5 ]
       |
     4 |     Offer { item } => print(item),
       |     ^^^^^^^|^^^^^^
       |            `-------- this is `Offer`
       |
       | Help: the value that is matched has this type
    ---'
    "#
    );
}

#[test]
fn a_variant_pattern_without_its_fields() {
    told!(
        r#"
        enum Shape { Rect { width: Int, height: Int }, Circle(Int) }
        match Shape::Circle(1) {
            Shape::Rect => print(1),
            Shape::Circle => print(2),
        }
        "#,
        @"
    enum Shape { Rect { width: Int, height: Int }, Circle(Int) }
    match Shape::Circle(1) {
        Shape::Rect => print(1),
        Shape::Circle => print(2),
    }
    ----
    [E0330] error: `Shape::Rect` has named fields
       ,-[ main.conc:3:5 ]
       |
     3 |     Shape::Rect => print(1),
       |     ^^^^^|^^^^^
       |          `------- written without them
       |
       | Help: write `Shape::Rect { width: …, height: … }`
    ---'

    [E0343] error: `Shape::Circle` holds 1 value, not 0
       ,-[ main.conc:4:5 ]
       |
     4 |     Shape::Circle => print(2),
       |     ^^^^^^|^^^^^^
       |           `-------- a pattern of no values
       |
       | Help: use `_` for values that do not matter
    ---'
    "
    );
}

#[test]
fn a_pattern_of_an_enum_on_an_option() {
    told!(
        r#"
        enum Color { Red, Blue }
        match Some(Color::Red) {
            Color::Red => print(1),
            _ => print(2),
        }
        "#,
        @"
    enum Color { Red, Blue }
    match Some(Color::Red) {
        Color::Red => print(1),
        _ => print(2),
    }
    ----
    [E0301] error: expected `Option<Color>`, found `Color`
       ,-[ main.conc:3:5 ]
       |
     3 |     Color::Red => print(1),
       |     ^^^^^|^^^^
       |          `------ this is `Color`
       |
       | Help 1: the value that is matched has this type
       |
       | Help 2: wrap it: `Some(…)`
    ---'
    "
    );
}

#[test]
fn the_else_of_a_let_leaves() {
    told!(
        r#"
        fn port(text: String) -> Int {
            let Some(number) = text.parse_int() else { print("none"); };
            number
        }
        print(port("1"));
        "#,
        @r#"
    fn port(text: String) -> Int {
        let Some(number) = text.parse_int() else { print("none"); };
        number
    }
    print(port("1"));
    ----
    [E0344] error: the `else` of a `let` must leave
       ,-[ main.conc:2:46 ]
       |
     2 |     let Some(number) = text.parse_int() else { print("none"); };
       |                                              ^^^^^^^^^|^^^^^^^^
       |                                                       `---------- after this the names of the pattern would have no value
       |
       | Help: end it with `return`, `break`, `continue` or `panic(…)`
    ---'
    "#
    );
}

#[test]
fn the_else_of_a_let_is_no_default() {
    told!(
        r#"
        fn port(text: String) -> Int {
            let Some(number) = text.parse_int() else { 80 };
            number
        }
        print(port("1"));
        "#,
        @r#"
    fn port(text: String) -> Int {
        let Some(number) = text.parse_int() else { 80 };
        number
    }
    print(port("1"));
    ----
    [E0344] error: the `else` of a `let` must leave
       ,-[ main.conc:2:46 ]
       |
     2 |     let Some(number) = text.parse_int() else { 80 };
       |                                              ^^^|^^
       |                                                 `---- after this the names of the pattern would have no value
       |
       | Help: end it with `return`, `break`, `continue` or `panic(…)`
    ---'
    "#
    );
}

#[test]
fn an_else_that_leaves() {
    fine(
        r#"
        fn port(text: String) -> Int {
            let Some(number) = text.parse_int() else { panic("none") };
            for n in [number] {
                let 1.. = n else { continue };
                let ..100 = n else { break };
                let 5 = n else { if n > 3 { return 1; } else { return 2; } };
            }
            number
        }
        print(port("1"));
        "#,
    );
}

#[test]
fn an_else_that_is_never_taken() {
    told!(
        r#"
        fn f(n: Int, pair: (Int, Int)) -> Int {
            let m = n else { return 0 };
            let (a, b) = pair else { return 0 };
            m + a + b
        }
        print(f(1, (2, 3)));
        "#,
        @"
    fn f(n: Int, pair: (Int, Int)) -> Int {
        let m = n else { return 0 };
        let (a, b) = pair else { return 0 };
        m + a + b
    }
    print(f(1, (2, 3)));
    ----
    [W0303] warning: this `else` is never taken
       ,-[ main.conc:2:20 ]
       |
     2 |     let m = n else { return 0 };
       |         |          ^^^^^^|^^^^^
       |         `------------------------ this pattern matches every value
       |                          |
       |                          `------- never reached
       |
       | Help: remove the `else`, or use a plain `let`
    ---'

    [W0303] warning: this `else` is never taken
       ,-[ main.conc:3:28 ]
       |
     3 |     let (a, b) = pair else { return 0 };
       |         ^^^|^^             ^^^^^^|^^^^^
       |            `----------------------------- this pattern matches every value
       |                                  |
       |                                  `------- never reached
       |
       | Help: remove the `else`, or use a plain `let`
    ---'
    "
    );
}

#[test]
fn an_if_let_that_always_matches() {
    told!(
        r#"
        if let n = 5 { print(n); } else { print("none"); }
        if let (a, _) = (1, 2) { print(a); } else { print("none"); }
        "#,
        @r#"
    if let n = 5 { print(n); } else { print("none"); }
    if let (a, _) = (1, 2) { print(a); } else { print("none"); }
    ----
    [W0303] warning: this `else` is never taken
       ,-[ main.conc:1:33 ]
       |
     1 | if let n = 5 { print(n); } else { print("none"); }
       |        |                        ^^^^^^^^^|^^^^^^^^
       |        `-------------------------------------------- this pattern matches every value
       |                                          |
       |                                          `---------- never reached
       |
       | Help: remove the `else`, or use a plain `let`
    ---'

    [W0303] warning: this `else` is never taken
       ,-[ main.conc:2:43 ]
       |
     2 | if let (a, _) = (1, 2) { print(a); } else { print("none"); }
       |        ^^^|^^                             ^^^^^^^^^|^^^^^^^^
       |           `--------------------------------------------------- this pattern matches every value
       |                                                    |
       |                                                    `---------- never reached
       |
       | Help: remove the `else`, or use a plain `let`
    ---'
    "#
    );
}

#[test]
fn patterns_bind_names() {
    types!(
        r#"
        enum Shape { Circle(Float), Rect { width: Int, height: Int } }
        fn show(shape: Shape, (a, b): (Int, String)) {
            match shape {
                whole @ Shape::Circle(radius) => print("${whole} ${radius}"),
                Shape::Rect { width: w @ 1..=5, height } | Shape::Rect { width: w, height } => print(w + height),
            }
            if let [first, ..rest] = [a] { print("${first} ${rest} ${b}"); }
            for (key, value) in ({ "a": Some(1) }) { print("${key} ${value}"); }
        }
        show(Shape::Circle(1), (1, "a"));
        "#,
        @r#"
    enum Shape { Circle(Float), Rect { width: Int, height: Int } }
    fn show(shape: Shape, (a, b): (Int, String)) {
        match shape {
            whole @ Shape::Circle(radius) => print("${whole} ${radius}"),
            Shape::Rect { width: w @ 1..=5, height } | Shape::Rect { width: w, height } => print(w + height),
        }
        if let [first, ..rest] = [a] { print("${first} ${rest} ${b}"); }
        for (key, value) in ({ "a": Some(1) }) { print("${key} ${value}"); }
    }
    show(Shape::Circle(1), (1, "a"));
    ----
    shape: Shape
    a: Int
    b: String
    whole: Shape
    radius: Float
    w: Int
    height: Int
    first: Int
    rest: Array<Int>
    key: String
    value: Option<Int>
    "#
    );
}

#[test]
fn an_array_pattern_must_match() {
    told!(
        r#"
        let [a, b] = [1, 2, 3];
        print(a + b);
        "#,
        @"
    let [a, b] = [1, 2, 3];
    print(a + b);
    ----
    [E0342] error: the pattern of a `let` must match every value
       ,-[ main.conc:1:5 ]
       |
     1 | let [a, b] = [1, 2, 3];
       |     ^^^|^^
       |        `---- `[]` does not match
       |
       | Help: use `let … else { … }`, `if let`, or `match`
    ---'
    "
    );
}

#[test]
fn a_tuple_pattern_in_a_loop() {
    told!(
        "for (a, b) in [1] { print(a + b); }\n",
        @"
    for (a, b) in [1] { print(a + b); }
    ----
    [E0343] error: the value is `Int`, the pattern that of a tuple
       ,-[ main.conc:1:5 ]
       |
     1 | for (a, b) in [1] { print(a + b); }
       |     ^^^|^^
       |        `---- no such value comes here
    ---'
    "
    );
}
