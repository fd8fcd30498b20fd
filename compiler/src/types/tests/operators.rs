//! Operators on values that they are not defined for.

use super::fine;

#[test]
fn an_operator_has_its_types() {
    told!(
        r#"
        print(true + true);
        print(1 + "a");
        print("a" * 3);
        print([1] - [1]);
        print(5s * 5s);
        "#,
        @r#"
    print(true + true);
    print(1 + "a");
    print("a" * 3);
    print([1] - [1]);
    print(5s * 5s);
    ----
    [E0308] error: `+` is not defined for `Bool` and `Bool`
       ,-[ main.conc:1:12 ]
       |
     1 | print(true + true);
       |       ^^|^ | ^^|^
       |         `---------- `Bool`
       |            |   |
       |            `------- this operator
       |                |
       |                `--- `Bool`
    ---'

    [E0308] error: `+` is not defined for `Int` and `String`
       ,-[ main.conc:2:9 ]
       |
     2 | print(1 + "a");
       |       | | ^|^
       |       `-------- `Int`
       |         |  |
       |         `------ this operator
       |            |
       |            `--- `String`
       |
       | Help: join texts: `"${…}…"`
    ---'

    [E0308] error: `*` is not defined for `String` and `Int`
       ,-[ main.conc:3:11 ]
       |
     3 | print("a" * 3);
       |       ^|^ | |
       |        `------- `String`
       |           | |
       |           `---- this operator
       |             |
       |             `-- `Int`
       |
       | Help: repeat a text with `.repeat(n)`
    ---'

    [E0308] error: `-` is not defined for `Array<Int>` and `Array<Int>`
       ,-[ main.conc:4:11 ]
       |
     4 | print([1] - [1]);
       |       ^|^ | ^|^
       |        `--------- `Array<Int>`
       |           |  |
       |           `------ this operator
       |              |
       |              `--- `Array<Int>`
    ---'

    [E0308] error: `*` is not defined for `Duration` and `Duration`
       ,-[ main.conc:5:10 ]
       |
     5 | print(5s * 5s);
       |       ^| | ^|
       |        `------- `Duration`
       |          |  |
       |          `----- this operator
       |             |
       |             `-- `Duration`
    ---'
    "#
    );
}

#[test]
fn an_option_is_taken_out_first() {
    told!(
        r#"
        let age = "36".parse_int();
        print(age + 1);
        "#,
        @r#"
    let age = "36".parse_int();
    print(age + 1);
    ----
    [E0308] error: `+` is not defined for `Option<Int>` and `Int`
       ,-[ main.conc:2:11 ]
       |
     2 | print(age + 1);
       |       ^|^ | |
       |        `------- `Option<Int>`
       |           | |
       |           `---- this operator
       |             |
       |             `-- `Int`
       |
       | Help: take the value out first: `?? default`, `?`, or `match`
    ---'
    "#
    );
}

#[test]
fn a_result_is_taken_out_first() {
    told!(
        r#"
        fn port() -> Result<Int, String> { Ok(80) }
        print(port() + 1);
        "#,
        @"
    fn port() -> Result<Int, String> { Ok(80) }
    print(port() + 1);
    ----
    [E0308] error: `+` is not defined for `Result<Int, String>` and `Int`
       ,-[ main.conc:2:14 ]
       |
     2 | print(port() + 1);
       |       ^^^|^^ | |
       |          `-------- `Result<Int, String>`
       |              | |
       |              `---- this operator
       |                |
       |                `-- `Int`
       |
       | Help: take the value out first: `?` or `match`
    ---'
    "
    );
}

#[test]
fn only_numbers_have_a_negative() {
    told!(
        r#"
        print(-"text");
        "#,
        @r#"
    print(-"text");
    ----
    [E0308] error: `-` is not defined for `String`
       ,-[ main.conc:1:8 ]
       |
     1 | print(-"text");
       |        ^^^|^^
       |           `---- this is `String`
       |
       | Help: only numbers and durations have a negative
    ---'
    "#
    );
}

#[test]
fn a_default_for_what_is_always_there() {
    told!(
        r#"
        let city = "Oslo";
        print(city ?? "unknown");
        "#,
        @r#"
    let city = "Oslo";
    print(city ?? "unknown");
    ----
    [E0308] error: `??` needs an `Option` on its left, not `String`
       ,-[ main.conc:2:7 ]
       |
     2 | print(city ?? "unknown");
       |       ^^|^
       |         `--- this is `String`
       |
       | Help: the value is always there: remove `??` and what follows it
    ---'
    "#
    );
}

#[test]
fn a_default_for_a_result() {
    told!(
        r#"
        fn port() -> Result<Int, String> { Ok(80) }
        print(port() ?? 80);
        "#,
        @"
    fn port() -> Result<Int, String> { Ok(80) }
    print(port() ?? 80);
    ----
    [E0308] error: `??` needs an `Option` on its left, not `Result<Int, String>`
       ,-[ main.conc:2:7 ]
       |
     2 | print(port() ?? 80);
       |       ^^^|^^
       |          `---- this is `Result<Int, String>`
       |
       | Help: of a `Result`, take the value with `.unwrap_or(…)`, or drop the error with `.ok()`
    ---'
    "
    );
}

#[test]
fn as_converts_numbers_only() {
    told!(
        r#"
        print("5" as Int);
        print("5" as Float);
        print(5 as String);
        print(true as Int);
        print([1] as Float);
        "#,
        @r#"
    print("5" as Int);
    print("5" as Float);
    print(5 as String);
    print(true as Int);
    print([1] as Float);
    ----
    [E0309] error: `as` does not convert `String` to `Int`
       ,-[ main.conc:1:14 ]
       |
     1 | print("5" as Int);
       |              ^|^
       |               `--- `as` converts between `Int` and `Float` only
       |
       | Help: read a number with `.parse_int()`, which gives an `Option`
    ---'

    [E0309] error: `as` does not convert `String` to `Float`
       ,-[ main.conc:2:14 ]
       |
     2 | print("5" as Float);
       |              ^^|^^
       |                `---- `as` converts between `Int` and `Float` only
       |
       | Help: read a number with `.parse_float()`, which gives an `Option`
    ---'

    [E0309] error: `as` does not convert `Int` to `String`
       ,-[ main.conc:3:12 ]
       |
     3 | print(5 as String);
       |            ^^^|^^
       |               `---- `as` converts between `Int` and `Float` only
       |
       | Help: the text of a value is `"${…}"`
    ---'

    [E0309] error: `as` does not convert `Bool` to `Int`
       ,-[ main.conc:4:15 ]
       |
     4 | print(true as Int);
       |               ^|^
       |                `--- `as` converts between `Int` and `Float` only
       |
       | Help: write it out: `if … { 1 } else { 0 }`
    ---'

    [E0309] error: `as` does not convert `Array<Int>` to `Float`
       ,-[ main.conc:5:14 ]
       |
     5 | print([1] as Float);
       |              ^^|^^
       |                `---- `as` converts between `Int` and `Float` only
    ---'
    "#
    );
}

#[test]
fn a_cast_that_would_lose_something() {
    told!(
        r#"
        print(1.5 as Int);
        print(1e300 as Int);
        print(9007199254740993 as Float);
        "#,
        @"
    print(1.5 as Int);
    print(1e300 as Int);
    print(9007199254740993 as Float);
    ----
    [E0310] error: `1.5` has no exact value as `Int`
       ,-[ main.conc:1:7 ]
       |
     1 | print(1.5 as Int);
       |       ^|^
       |        `--- the conversion would lose something
       |
       | Help: say what is meant: `.round()`, `.floor()`, `.ceil()`, or another number
    ---'

    [E0310] error: `1e300` has no exact value as `Int`
       ,-[ main.conc:2:7 ]
       |
     2 | print(1e300 as Int);
       |       ^^|^^
       |         `---- the conversion would lose something
       |
       | Help: say what is meant: `.round()`, `.floor()`, `.ceil()`, or another number
    ---'

    [E0310] error: `9007199254740993` has no exact value as `Float`
       ,-[ main.conc:3:7 ]
       |
     3 | print(9007199254740993 as Float);
       |       ^^^^^^^^|^^^^^^^
       |               `--------- the conversion would lose something
       |
       | Help: say what is meant: `.round()`, `.floor()`, `.ceil()`, or another number
    ---'
    "
    );
}

#[test]
fn an_operator_in_a_closure_waits_for_its_types() {
    told!(
        r#"
        let add = |a, b| a - b;
        print(add("a", "b"));
        "#,
        @r#"
    let add = |a, b| a - b;
    print(add("a", "b"));
    ----
    [E0308] error: `-` is not defined for `String` and `String`
       ,-[ main.conc:1:20 ]
       |
     1 | let add = |a, b| a - b;
       |                  | | |
       |                  `------ `String`
       |                    | |
       |                    `---- this operator
       |                      |
       |                      `-- `String`
    ---'
    "#
    );
}

#[test]
fn operators_that_are_defined() {
    fine(
        r#"
        print(1 + 2 - 3 * 4 / 5 % 6);
        print(1.5 + 2.5 - 3 * 4.0 / 5.0 % 6.0);
        print("a" + "b");
        print([1] + [2]);
        print(5s + 1m - 2ms);
        print(5s * 2 / 3);
        print(-5 + -2.5.to_int());
        print(-(5s));
        print(3 as Float + 1.0 as Int as Float);
        "#,
    );
}

#[test]
fn durations_are_scaled_by_whole_numbers() {
    told!(
        r#"
        let limit = 5s;
        print(limit + 5);
        print(limit * 1.5);
        print(5 * limit);
        "#,
        @"
    let limit = 5s;
    print(limit + 5);
    print(limit * 1.5);
    print(5 * limit);
    ----
    [E0308] error: `+` is not defined for `Duration` and `Int`
       ,-[ main.conc:2:13 ]
       |
     2 | print(limit + 5);
       |       ^^|^^ | |
       |         `-------- `Duration`
       |             | |
       |             `---- this operator
       |               |
       |               `-- `Int`
    ---'

    [E0308] error: `*` is not defined for `Duration` and `Float`
       ,-[ main.conc:3:13 ]
       |
     3 | print(limit * 1.5);
       |       ^^|^^ | ^|^
       |         `---------- `Duration`
       |             |  |
       |             `------ this operator
       |                |
       |                `--- `Float`
    ---'
    "
    );
}
