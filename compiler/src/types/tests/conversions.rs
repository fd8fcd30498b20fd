//! Values of another type than is expected: what would make them fit.

use super::fine;

#[test]
fn an_option_is_made_with_some() {
    told!(
        r#"
        let age: Int? = 36;
        print(age);
        "#,
        @"
    let age: Int? = 36;
    print(age);
    ----
    [E0301] error: expected `Option<Int>`, found `Int`
       ,-[ main.conc:1:17 ]
       |
     1 | let age: Int? = 36;
       |          ^^|^   ^|
       |            `-------- the variable is declared with this type
       |                  |
       |                  `-- this is `Int`
       |
       | Help: wrap it: `Some(…)`
    ---'
    "
    );
}

#[test]
fn a_result_is_made_with_ok() {
    told!(
        r#"
        fn port() -> Result<Int, String> {
            8080
        }
        print(port());
        "#,
        @"
    fn port() -> Result<Int, String> {
        8080
    }
    print(port());
    ----
    [E0301] error: expected `Result<Int, String>`, found `Int`
       ,-[ main.conc:2:5 ]
       |
     1 | fn port() -> Result<Int, String> {
       |              ^^^^^^^^^|^^^^^^^^^
       |                       `----------- the function says that it gives this
     2 |     8080
       |     ^^|^
       |       `--- this is `Int`
       |
       | Help: wrap it: `Ok(…)`
    ---'
    "
    );
}

#[test]
fn the_value_of_a_result_is_taken_out() {
    told!(
        r#"
        fn port() -> Result<Int, String> { Ok(8080) }
        let number: Int = port();
        print(number);
        "#,
        @"
    fn port() -> Result<Int, String> { Ok(8080) }
    let number: Int = port();
    print(number);
    ----
    [E0301] error: expected `Int`, found `Result<Int, String>`
       ,-[ main.conc:2:19 ]
       |
     2 | let number: Int = port();
       |             ^|^   ^^^|^^
       |              `------------ the variable is declared with this type
       |                      |
       |                      `---- this is `Result<Int, String>`
       |
       | Help: take the value out with `?`, or look at both cases with `match`
    ---'
    "
    );
}

#[test]
fn the_value_of_an_option_needs_a_default() {
    told!(
        r#"
        let ages = { "Ada": 36 };
        let age: Int = ages.get("Ada");
        print(age);
        "#,
        @r#"
    let ages = { "Ada": 36 };
    let age: Int = ages.get("Ada");
    print(age);
    ----
    [E0301] error: expected `Int`, found `Option<Int>`
       ,-[ main.conc:2:16 ]
       |
     2 | let age: Int = ages.get("Ada");
       |          ^|^   ^^^^^^^|^^^^^^^
       |           `--------------------- the variable is declared with this type
       |                       |
       |                       `--------- this is `Option<Int>`
       |
       | Help: say what to do without a value: `?? default`, `?`, or `match`
    ---'
    "#
    );
}

#[test]
fn one_value_is_no_array() {
    told!(
        r#"
        fn sum(numbers: Array<Int>) -> Int { numbers.sum() }
        print(sum(5));
        "#,
        @"
    fn sum(numbers: Array<Int>) -> Int { numbers.sum() }
    print(sum(5));
    ----
    [E0301] error: expected `Array<Int>`, found `Int`
       ,-[ main.conc:2:11 ]
       |
     1 | fn sum(numbers: Array<Int>) -> Int { numbers.sum() }
       |                 ^^^^^|^^^^
       |                      `------ the parameter `numbers` is declared with this type
     2 | print(sum(5));
       |           |
       |           `-- this is `Int`
       |
       | Help: make it an array: `[…]`
    ---'
    "
    );
}

#[test]
fn a_function_is_not_its_value() {
    told!(
        r#"
        fn now() -> Int { 5 }
        let time: Int = now;
        print(time);
        "#,
        @"
    fn now() -> Int { 5 }
    let time: Int = now;
    print(time);
    ----
    [E0301] error: expected `Int`, found `fn() -> Int`
       ,-[ main.conc:2:17 ]
       |
     2 | let time: Int = now;
       |           ^|^   ^|^
       |            `--------- the variable is declared with this type
       |                  |
       |                  `--- this is `fn() -> Int`
       |
       | Help: call it: `…()`
    ---'
    "
    );
}

#[test]
fn an_int_becomes_a_float_by_hand() {
    told!(
        r#"
        fn half(n: Float) -> Float { n / 2.0 }
        let count = 3;
        print(half(count));
        "#,
        @"
    fn half(n: Float) -> Float { n / 2.0 }
    let count = 3;
    print(half(count));
    ----
    [E0301] error: expected `Float`, found `Int`
       ,-[ main.conc:3:12 ]
       |
     1 | fn half(n: Float) -> Float { n / 2.0 }
       |            ^^|^^
       |              `---- the parameter `n` is declared with this type
       |
     3 | print(half(count));
       |            ^^|^^
       |              `---- this is `Int`
       |
       | Help: convert it: `… as Float`
    ---'
    "
    );
}

#[test]
fn a_float_becomes_an_int_by_hand() {
    told!(
        r#"
        let size: Int = 2.5;
        print(size);
        "#,
        @"
    let size: Int = 2.5;
    print(size);
    ----
    [E0301] error: expected `Int`, found `Float`
       ,-[ main.conc:1:17 ]
       |
     1 | let size: Int = 2.5;
       |           ^|^   ^|^
       |            `--------- the variable is declared with this type
       |                  |
       |                  `--- this is `Float`
       |
       | Help: convert it: `….round().to_int()`, or `… as Int` where it is whole
    ---'
    "
    );
}

#[test]
fn a_value_becomes_json_by_hand() {
    told!(
        r#"
        fn send(body: Json) { print(body); }
        let name = "Ada";
        send(name);
        "#,
        @r#"
    fn send(body: Json) { print(body); }
    let name = "Ada";
    send(name);
    ----
    [E0301] error: expected `Json`, found `String`
       ,-[ main.conc:3:6 ]
       |
     1 | fn send(body: Json) { print(body); }
       |               ^^|^
       |                 `--- the parameter `body` is declared with this type
       |
     3 | send(name);
       |      ^^|^
       |        `--- this is `String`
       |
       | Help: make it a `Json`: `json::from(…)` of `std::json`
    ---'
    "#
    );
}

#[test]
fn json_is_taken_apart() {
    told!(
        r#"
        fn age(person: Json) -> Int {
            person
        }
        print(age(5));
        "#,
        @"
    fn age(person: Json) -> Int {
        person
    }
    print(age(5));
    ----
    [E0301] error: expected `Int`, found `Json`
       ,-[ main.conc:2:5 ]
       |
     1 | fn age(person: Json) -> Int {
       |                         ^|^
       |                          `--- the function says that it gives this
     2 |     person
       |     ^^^|^^
       |        `---- this is `Json`
       |
       | Help: take it apart with `match` or `.as_int()` and the like, or `.decode<T>()?`
    ---'
    "
    );
}

#[test]
fn a_string_could_be_any_text() {
    told!(
        r#"
        type Level = "low" | "high";
        fn log(level: Level) { print(level); }
        let level = "low";
        log(level);
        "#,
        @r#"
    type Level = "low" | "high";
    fn log(level: Level) { print(level); }
    let level = "low";
    log(level);
    ----
    [E0301] error: expected `"low" | "high"`, found `String`
       ,-[ main.conc:4:5 ]
       |
     2 | fn log(level: Level) { print(level); }
       |               ^^|^^
       |                 `---- the parameter `level` is declared with this type
       |
     4 | log(level);
       |     ^^|^^
       |       `---- this is `String`
       |
       | Help: a `String` could be any text: compare it first, with `match`
    ---'
    "#
    );
}

#[test]
fn a_text_is_a_member_of_its_union() {
    told!(
        r#"
        type Level = "low" | "medium" | "high";
        fn log(level: Level) { print(level); }
        log("hihg");
        log("urgent");
        "#,
        @r#"
    type Level = "low" | "medium" | "high";
    fn log(level: Level) { print(level); }
    log("hihg");
    log("urgent");
    ----
    [E0301] error: expected `"low" | "medium" | "high"`, found `String`
       ,-[ main.conc:3:5 ]
       |
     2 | fn log(level: Level) { print(level); }
       |               ^^|^^
       |                 `---- the parameter `level` is declared with this type
     3 | log("hihg");
       |     ^^^|^^
       |        `---- this is `String`
       |
       | Help: did you mean `"high"`?
    ---'

    [E0301] error: expected `"low" | "medium" | "high"`, found `String`
       ,-[ main.conc:4:5 ]
       |
     2 | fn log(level: Level) { print(level); }
       |               ^^|^^
       |                 `---- the parameter `level` is declared with this type
       |
     4 | log("urgent");
       |     ^^^^|^^^
       |         `----- this is `String`
       |
       | Help: it is one of "low", "medium", "high"
    ---'
    "#
    );
}

#[test]
fn a_number_becomes_text_in_a_text() {
    told!(
        r#"
        fn greet(name: String) { print(name); }
        greet(5);
        "#,
        @r#"
    fn greet(name: String) { print(name); }
    greet(5);
    ----
    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:2:7 ]
       |
     1 | fn greet(name: String) { print(name); }
       |                ^^^|^^
       |                   `---- the parameter `name` is declared with this type
     2 | greet(5);
       |       |
       |       `-- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn nothing_is_no_text() {
    told!(
        r#"
        let text: String = print("a");
        print(text);
        "#,
        @r#"
    let text: String = print("a");
    print(text);
    ----
    [E0301] error: expected `String`, found `()`
       ,-[ main.conc:1:20 ]
       |
     1 | let text: String = print("a");
       |           ^^^|^^   ^^^^^|^^^^
       |              `----------------- the variable is declared with this type
       |                         |
       |                         `------ this is `()`
    ---'
    "#
    );
}

#[test]
fn a_long_type_is_compared_part_by_part() {
    told!(
        r#"
        fn names() -> Map<String, Array<(Int, String)>> { {:} }
        let found: Map<String, Array<(Int, Bool)>> = names();
        print(found);
        "#,
        @"
    fn names() -> Map<String, Array<(Int, String)>> { {:} }
    let found: Map<String, Array<(Int, Bool)>> = names();
    print(found);
    ----
    [E0301] error: expected `Map<String, Array<(Int, Bool)>>`, found `Map<String, Array<(Int, String)>>`
       ,-[ main.conc:2:46 ]
       |
     2 | let found: Map<String, Array<(Int, Bool)>> = names();
       |            ^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^   ^^^|^^^
       |                           `--------------------------- the variable is declared with this type
       |                                                 |
       |                                                 `----- this is `Map<String, Array<(Int, String)>>`
       |
       | Help: they differ in `String` and `Bool`
    ---'
    "
    );
}

#[test]
fn an_optional_parameter_of_a_program_takes_an_option() {
    told!(
        r#"
        fn search(text: String, limit: Int? = None) -> String { "${text} ${limit}" }
        print(search("lamps", limit: 5));
        "#,
        @r#"
    fn search(text: String, limit: Int? = None) -> String { "${text} ${limit}" }
    print(search("lamps", limit: 5));
    ----
    [E0301] error: expected `Option<Int>`, found `Int`
       ,-[ main.conc:2:30 ]
       |
     1 | fn search(text: String, limit: Int? = None) -> String { "${text} ${limit}" }
       |                                ^^|^
       |                                  `--- the parameter `limit` is declared with this type
     2 | print(search("lamps", limit: 5));
       |                              |
       |                              `-- this is `Int`
       |
       | Help: wrap it: `Some(…)`
    ---'
    "#
    );
}

#[test]
fn an_optional_parameter_of_the_library_takes_its_value() {
    told!(
        r#"
        print([1, 2].par_map(|n| n, limit: "two"));
        "#,
        @r#"
    print([1, 2].par_map(|n| n, limit: "two"));
    ----
    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:1:36 ]
       |
     1 | print([1, 2].par_map(|n| n, limit: "two"));
       |                                    ^^|^^
       |                                      `---- this is `String`
       |
       | Help 1: `par_map` takes it as `limit`
       |
       | Help 2: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn an_int_literal_may_be_a_float() {
    fine(
        r#"
        let a: Float = 1;
        let b: Float = -(2 + 3) * 4;
        let c = 2 * 1.5 + 1;
        let list: Array<Float> = [1, 2.5, -3];
        fn half(n: Float) -> Float { n / 2 }
        print("${a} ${b} ${c} ${list} ${half(3)} ${half(-3)} ${1.5 < 2}");
        "#,
    );
}

#[test]
fn a_text_of_a_union_is_a_string() {
    fine(
        r#"
        type Level = "low" | "high";
        type Any = Level | "none";
        fn show(text: String) { print(text); }
        fn levels() -> Array<Level> { ["low"] }
        let level: Level = "high";
        let any: Any = level;
        let texts: Array<String> = levels();
        show(level);
        show(any);
        print("${texts} ${level.to_upper()} ${level + "!"}");
        "#,
    );
}

#[test]
fn a_union_of_fewer_texts() {
    told!(
        r#"
        type Level = "low" | "medium" | "high";
        fn narrow(level: Level) -> "low" | "high" { level }
        print(narrow("low"));
        "#,
        @r#"
    type Level = "low" | "medium" | "high";
    fn narrow(level: Level) -> "low" | "high" { level }
    print(narrow("low"));
    ----
    [E0301] error: expected `"low" | "high"`, found `"low" | "medium" | "high"`
       ,-[ main.conc:2:45 ]
       |
     2 | fn narrow(level: Level) -> "low" | "high" { level }
       |                            ^^^^^^^|^^^^^^   ^^|^^
       |                                   `---------------- the function says that it gives this
       |                                               |
       |                                               `---- this is `"low" | "medium" | "high"`
    ---'
    "#
    );
}
