//! Values of another type than is expected, inside of others: tuples, fields, closures, type arguments.

use super::fine;

#[test]
fn the_elements_of_a_tuple_are_checked_one_by_one() {
    told!(
        r#"
        let pair: (Int, String) = ("a", 1);
        print(pair);
        "#,
        @r#"
    let pair: (Int, String) = ("a", 1);
    print(pair);
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:1:28 ]
       |
     1 | let pair: (Int, String) = ("a", 1);
       |           ^^^^^^|^^^^^^    ^|^
       |                 `--------------- the variable is declared with this type
       |                             |
       |                             `--- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'

    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:1:33 ]
       |
     1 | let pair: (Int, String) = ("a", 1);
       |           ^^^^^^|^^^^^^         |
       |                 `------------------ the variable is declared with this type
       |                                 |
       |                                 `-- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn a_tuple_has_another_length() {
    told!(
        r#"
        let pair: (Int, String) = (1, "a", true);
        print(pair);
        "#,
        @r#"
    let pair: (Int, String) = (1, "a", true);
    print(pair);
    ----
    [E0301] error: expected `(Int, String)`, found `(Int, String, Bool)`
       ,-[ main.conc:1:27 ]
       |
     1 | let pair: (Int, String) = (1, "a", true);
       |           ^^^^^^|^^^^^^   ^^^^^^^|^^^^^^
       |                 `------------------------- the variable is declared with this type
       |                                  |
       |                                  `-------- this is `(Int, String, Bool)`
    ---'
    "#
    );
}

#[test]
fn a_field_says_what_it_holds() {
    told!(
        r#"
        struct Order { item: String, amount: Int }
        print(Order { item: 5, amount: 2 });
        "#,
        @r#"
    struct Order { item: String, amount: Int }
    print(Order { item: 5, amount: 2 });
    ----
    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:2:21 ]
       |
     1 | struct Order { item: String, amount: Int }
       |                ^^|^
       |                  `--- the field is declared here
     2 | print(Order { item: 5, amount: 2 });
       |                     |
       |                     `-- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn a_variant_says_what_it_holds() {
    told!(
        r#"
        enum Shape { Circle(Float), Square { side: Float } }
        print([Shape::Circle("big"), Shape::Square { side: "big" }]);
        "#,
        @r#"
    enum Shape { Circle(Float), Square { side: Float } }
    print([Shape::Circle("big"), Shape::Square { side: "big" }]);
    ----
    [E0301] error: expected `Float`, found `String`
       ,-[ main.conc:2:22 ]
       |
     2 | print([Shape::Circle("big"), Shape::Square { side: "big" }]);
       |                      ^^|^^
       |                        `---- this is `String`
       |
       | Help 1: the variant holds this
       |
       | Help 2: read it: `….parse_float()`, which gives an `Option`
    ---'

    [E0301] error: expected `Float`, found `String`
       ,-[ main.conc:2:52 ]
       |
     1 | enum Shape { Circle(Float), Square { side: Float } }
       |                                      ^^|^
       |                                        `--- the field is declared here
     2 | print([Shape::Circle("big"), Shape::Square { side: "big" }]);
       |                                                    ^^|^^
       |                                                      `---- this is `String`
       |
       | Help: read it: `….parse_float()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn a_closure_gives_what_is_asked_for() {
    told!(
        r#"
        print([1, 2].filter(|n| n));
        let named = |n: Int| -> String { n };
        print(named(1));
        "#,
        @r#"
    print([1, 2].filter(|n| n));
    let named = |n: Int| -> String { n };
    print(named(1));
    ----
    [E0301] error: expected `Bool`, found `Int`
       ,-[ main.conc:1:25 ]
       |
     1 | print([1, 2].filter(|n| n));
       |                         |
       |                         `-- this is `Int`
       |
       | Help: the closure has to give this
    ---'

    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:2:34 ]
       |
     2 | let named = |n: Int| -> String { n };
       |                         ^^^|^^   |
       |                            `-------- the closure says that it gives this
       |                                  |
       |                                  `-- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn a_closure_takes_what_it_gets() {
    told!(
        "print([1, 2].map(|n: String| n));\n",
        @"
    print([1, 2].map(|n: String| n));
    ----
    [E0301] error: expected `fn(Int) -> String`, found `fn(String) -> String`
       ,-[ main.conc:1:18 ]
       |
     1 | print([1, 2].map(|n: String| n));
       |                  ^^^^^^|^^^^^^
       |                        `-------- this is `fn(String) -> String`
       |
       | Help: `map` takes it as `f`
    ---'
    "
    );
}

#[test]
fn an_if_without_else_gives_nothing() {
    told!(
        r#"
        let n = 3;
        let label: String = if n > 2 { "many" };
        print(label);
        "#,
        @r#"
    let n = 3;
    let label: String = if n > 2 { "many" };
    print(label);
    ----
    [E0301] error: expected `String`, found `()`
       ,-[ main.conc:2:21 ]
       |
     2 | let label: String = if n > 2 { "many" };
       |            ^^^|^^   ^^^^^^^^^|^^^^^^^^^
       |               `-------------------------- the variable is declared with this type
       |                              |
       |                              `----------- this is `()`
       |
       | Help: an `if` without `else` gives nothing: add an `else`
    ---'
    "#
    );
}

#[test]
fn a_return_without_a_value() {
    told!(
        r#"
        fn first(list: Array<Int>) -> Int {
            if list.is_empty() { return; }
            list[0]
        }
        print(first([1]));
        "#,
        @"
    fn first(list: Array<Int>) -> Int {
        if list.is_empty() { return; }
        list[0]
    }
    print(first([1]));
    ----
    [E0301] error: expected `Int`, found `()`
       ,-[ main.conc:2:26 ]
       |
     1 | fn first(list: Array<Int>) -> Int {
       |                               ^|^
       |                                `--- the function says that it gives this
     2 |     if list.is_empty() { return; }
       |                          ^^^|^^
       |                             `---- this is `()`
    ---'
    "
    );
}

#[test]
fn a_pipe_gives_its_left_side() {
    told!(
        r#"
        fn double(n: Int) -> Int { n * 2 }
        print("a" |> double);
        "#,
        @r#"
    fn double(n: Int) -> Int { n * 2 }
    print("a" |> double);
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:2:7 ]
       |
     1 | fn double(n: Int) -> Int { n * 2 }
       |              ^|^
       |               `--- the parameter `n` is declared with this type
     2 | print("a" |> double);
       |       ^|^
       |        `--- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn the_base_of_a_struct_is_one() {
    told!(
        r#"
        struct A { x: Int, y: Int }
        struct B { x: Int, y: Int }
        let b = B { x: 1, y: 2 };
        print(A { x: 1, ..b });
        "#,
        @"
    struct A { x: Int, y: Int }
    struct B { x: Int, y: Int }
    let b = B { x: 1, y: 2 };
    print(A { x: 1, ..b });
    ----
    [E0301] error: expected `A`, found `B`
       ,-[ main.conc:4:19 ]
       |
     4 | print(A { x: 1, ..b });
       |       |           |
       |       `-------------- the fields that are left out come from a value of this type
       |                   |
       |                   `-- this is `B`
    ---'
    "
    );
}

#[test]
fn a_type_parameter_is_not_a_type() {
    told!(
        r#"
        fn same<T: Eq>(a: T) -> T { if a == a { 5 } else { a } }
        print(same("a"));
        "#,
        @r#"
    fn same<T: Eq>(a: T) -> T { if a == a { 5 } else { a } }
    print(same("a"));
    ----
    [E0301] error: expected `T`, found `Int`
       ,-[ main.conc:1:41 ]
       |
     1 | fn same<T: Eq>(a: T) -> T { if a == a { 5 } else { a } }
       |                         |               |
       |                         `------------------ the function says that it gives this
       |                                         |
       |                                         `-- this is `Int`
    ---'
    "#
    );
}

#[test]
fn arguments_decide_a_type_parameter_once() {
    told!(
        r#"
        fn same<T: Eq>(a: T, b: T) -> Bool { a == b }
        print(same(1, "a"));
        "#,
        @r#"
    fn same<T: Eq>(a: T, b: T) -> Bool { a == b }
    print(same(1, "a"));
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:2:15 ]
       |
     1 | fn same<T: Eq>(a: T, b: T) -> Bool { a == b }
       |                         |
       |                         `-- the parameter `b` is declared with this type
     2 | print(same(1, "a"));
       |               ^|^
       |                `--- this is `String`
    ---'
    "#
    );
}

#[test]
fn a_constant_has_its_type() {
    told!(
        r#"
        const LIMIT: Int = 5;
        let text: String = LIMIT;
        print(text);
        "#,
        @r#"
    const LIMIT: Int = 5;
    let text: String = LIMIT;
    print(text);
    ----
    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:2:20 ]
       |
     2 | let text: String = LIMIT;
       |           ^^^|^^   ^^|^^
       |              `------------ the variable is declared with this type
       |                      |
       |                      `---- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn a_value_may_be_dropped() {
    fine(
        r#"
        fn count(n: Int) -> String { print(n); "counted" }
        fn pop(list: Array<Int>) {
            let mut list = list;
            if list.len() > 1 { list.pop() } else { count(1) };
            match list.pop() { Some(n) => count(n), None => print("none") };
            for n in list { if n > 1 { list.pop() } }
            [1].for_each(|n| count(n));
        }
        pop([1]);
        "#,
    );
}

#[test]
fn an_argument_of_a_function_value() {
    told!(
        r#"
        fn apply(f: fn(Int) -> String) -> String { f("a") }
        print(apply(|n| "${n}"));
        "#,
        @r#"
    fn apply(f: fn(Int) -> String) -> String { f("a") }
    print(apply(|n| "${n}"));
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:1:46 ]
       |
     1 | fn apply(f: fn(Int) -> String) -> String { f("a") }
       |                                            | ^|^
       |                                            `------ the function takes this
       |                                               |
       |                                               `--- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn a_generic_type_has_other_arguments() {
    told!(
        r#"
        struct Box<T> { value: T }
        fn open(box: Box<Int>) -> Int { box.value }
        print(open(Box { value: "a" }));
        let box = Box { value: "a" };
        print(open(box));
        "#,
        @r#"
    struct Box<T> { value: T }
    fn open(box: Box<Int>) -> Int { box.value }
    print(open(Box { value: "a" }));
    let box = Box { value: "a" };
    print(open(box));
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:3:25 ]
       |
     1 | struct Box<T> { value: T }
       |                 ^^|^^
       |                   `---- the field is declared here
       |
     3 | print(open(Box { value: "a" }));
       |                         ^|^
       |                          `--- this is `String`
       |
       | Help: read it: `….parse_int()`, which gives an `Option`
    ---'

    [E0301] error: expected `Box<Int>`, found `Box<String>`
       ,-[ main.conc:5:12 ]
       |
     2 | fn open(box: Box<Int>) -> Int { box.value }
       |              ^^^^|^^^
       |                  `----- the parameter `box` is declared with this type
       |
     5 | print(open(box));
       |            ^|^
       |             `--- this is `Box<String>`
    ---'
    "#
    );
}
