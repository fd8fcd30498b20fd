//! Whether a `match` on values with parts covers every value: arrays, tuples, variants with data.

use super::fine;

#[test]
fn arrays_without_a_rest() {
    told!(
        r#"
        match [1, 2] {
            [] => print(0),
            [a] => print(a),
            [a, b] => print(a + b),
        }
        "#,
        @"
    match [1, 2] {
        [] => print(0),
        [a] => print(a),
        [a, b] => print(a + b),
    }
    ----
    [E0341] error: `[_, _, _, ..]` is not covered
       ,-[ main.conc:1:1 ]
       |
     1 | match [1, 2] {
       | ^^^^^^|^^^^^
       |       `------- a `match` on `Array<Int>` covers every value
       |
       | Help: add `[_, _, _, ..] => …`, or `_ => …` for all others
    ---'
    "
    );
}

#[test]
fn arrays_with_a_rest() {
    told!(
        r#"
        match [Some(1)] {
            [Some(n), ..] => print(n),
            [.., None] => print("none"),
            [] => {}
        }
        "#,
        @r#"
    match [Some(1)] {
        [Some(n), ..] => print(n),
        [.., None] => print("none"),
        [] => {}
    }
    ----
    [E0341] error: `[None, Some(_), ..]` is not covered
       ,-[ main.conc:1:1 ]
       |
     1 | match [Some(1)] {
       | ^^^^^^^|^^^^^^^
       |        `--------- a `match` on `Array<Option<Int>>` covers every value
       |
       | Help: add `[None, Some(_), ..] => …`, or `_ => …` for all others
    ---'
    "#
    );
}

#[test]
fn arrays_with_a_rest_cover_all_lengths() {
    fine(
        r#"
        match [1, 2] {
            [] => print(0),
            [a] => print(a),
            [first, .., last] => print(first + last),
        }
        "#,
    );
}

#[test]
fn tuples_of_enums() {
    told!(
        r#"
        enum Color { Red, Blue }
        match (Color::Red, Some(Color::Blue)) {
            (Color::Red, None) => print(1),
            (Color::Blue, Some(Color::Red)) => print(2),
            (Color::Red, Some(_)) => print(3),
        }
        "#,
        @"
    enum Color { Red, Blue }
    match (Color::Red, Some(Color::Blue)) {
        (Color::Red, None) => print(1),
        (Color::Blue, Some(Color::Red)) => print(2),
        (Color::Red, Some(_)) => print(3),
    }
    ----
    [E0341] error: `(Color::Blue, Some(Color::Blue))` and `(Color::Blue, None)` are not covered
       ,-[ main.conc:2:1 ]
       |
     2 | match (Color::Red, Some(Color::Blue)) {
       | ^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^
       |                   `-------------------- a `match` on `(Color, Option<Color>)` covers every value
       |
       | Help: add `(Color::Blue, Some(Color::Blue)) => …`, `(Color::Blue, None) => …`, or `_ => …` for all others
    ---'
    "
    );
}

#[test]
fn variants_with_fields() {
    told!(
        r#"
        enum Shape { Rect { width: Int, solid: Bool }, Dot }
        match Shape::Dot {
            Shape::Rect { solid: true, .. } => print(1),
            Shape::Dot => print(2),
        }
        "#,
        @"
    enum Shape { Rect { width: Int, solid: Bool }, Dot }
    match Shape::Dot {
        Shape::Rect { solid: true, .. } => print(1),
        Shape::Dot => print(2),
    }
    ----
    [E0341] error: `Shape::Rect { solid: false, .. }` is not covered
       ,-[ main.conc:2:1 ]
       |
     2 | match Shape::Dot {
       | ^^^^^^^^|^^^^^^^
       |         `--------- a `match` on `Shape` covers every value
       |
       | Help: add `Shape::Rect { solid: false, .. } => …`, or `_ => …` for all others
    ---'
    "
    );
}

#[test]
fn alternatives_inside_of_patterns() {
    told!(
        r#"
        match (Some(1), true) {
            (Some(1 | 2), true | false) => print(1),
            (None, _) => print(2),
        }
        "#,
        @"
    match (Some(1), true) {
        (Some(1 | 2), true | false) => print(1),
        (None, _) => print(2),
    }
    ----
    [E0341] error: `(Some(_), _)` is not covered
       ,-[ main.conc:1:1 ]
       |
     1 | match (Some(1), true) {
       | ^^^^^^^^^^|^^^^^^^^^^
       |           `------------ a `match` on `(Option<Int>, Bool)` covers every value
       |
       | Help: add `(Some(_), _) => …`, or `_ => …` for all others
    ---'
    "
    );
}

#[test]
fn names_before_patterns() {
    told!(
        r#"
        match Some(3) {
            Some(n @ 1..=5) => print(n),
            None => {}
        }
        "#,
        @"
    match Some(3) {
        Some(n @ 1..=5) => print(n),
        None => {}
    }
    ----
    [E0341] error: `Some(..=0)` and `Some(6..)` are not covered
       ,-[ main.conc:1:1 ]
       |
     1 | match Some(3) {
       | ^^^^^^|^^^^^^
       |       `-------- a `match` on `Option<Int>` covers every value
       |
       | Help: add `Some(..=0) => …`, `Some(6..) => …`, or `_ => …` for all others
    ---'
    "
    );
}

#[test]
fn a_constant_is_some_value() {
    told!(
        r#"
        const LIMIT: Int = 5;
        match 3 {
            LIMIT => print("limit"),
            0.. => print("positive"),
        }
        "#,
        @r#"
    const LIMIT: Int = 5;
    match 3 {
        LIMIT => print("limit"),
        0.. => print("positive"),
    }
    ----
    [E0341] error: `..=-1` is not covered
       ,-[ main.conc:2:1 ]
       |
     2 | match 3 {
       | ^^^|^^^
       |    `----- a `match` on `Int` covers every value
       |
       | Help: add `..=-1 => …`, or `_ => …` for all others
    ---'
    "#
    );
}

#[test]
fn a_match_on_a_result_and_an_option() {
    told!(
        r#"
        match (Ok(1), None) {
            (Ok(n), Some(m)) => print(n + m),
            (Err(text), _) => print("${text}!"),
        }
        "#,
        @r#"
    match (Ok(1), None) {
        (Ok(n), Some(m)) => print(n + m),
        (Err(text), _) => print("${text}!"),
    }
    ----
    [E0341] error: `(Ok(_), None)` is not covered
       ,-[ main.conc:1:1 ]
       |
     1 | match (Ok(1), None) {
       | ^^^^^^^^^|^^^^^^^^^
       |          `----------- a `match` on `(Result<Int, _>, Option<Int>)` covers every value
       |
       | Help: add `(Ok(_), None) => …`, or `_ => …` for all others
    ---'
    "#
    );
}

#[test]
fn a_match_may_be_too_large() {
    told!(
        r#"
        type All<T> = (T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T);
        fn f(all: All<Bool>) {
            match all {
                (true, true, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _) => {}
                (_, _, true, true, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _) => {}
                (_, _, _, _, true, true, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _) => {}
                (_, _, _, _, _, _, true, true, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _) => {}
                (_, _, _, _, _, _, _, _, true, true, _, _, _, _, _, _, _, _, _, _, _, _, _, _) => {}
                (_, _, _, _, _, _, _, _, _, _, true, true, _, _, _, _, _, _, _, _, _, _, _, _) => {}
                (_, _, _, _, _, _, _, _, _, _, _, _, true, true, _, _, _, _, _, _, _, _, _, _) => {}
                (_, _, _, _, _, _, _, _, _, _, _, _, _, _, true, true, _, _, _, _, _, _, _, _) => {}
                (_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, true, true, _, _, _, _, _, _) => {}
                (_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, true, true, _, _, _, _) => {}
                (_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, true, true, _, _) => {}
                (_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, true, true) => {}
                _ => {}
            }
        }
        "#,
        @"
    type All<T> = (T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T);
    fn f(all: All<Bool>) {
        match all {
            (true, true, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _) => {}
            (_, _, true, true, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _) => {}
            (_, _, _, _, true, true, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _) => {}
            (_, _, _, _, _, _, true, true, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _) => {}
            (_, _, _, _, _, _, _, _, true, true, _, _, _, _, _, _, _, _, _, _, _, _, _, _) => {}
            (_, _, _, _, _, _, _, _, _, _, true, true, _, _, _, _, _, _, _, _, _, _, _, _) => {}
            (_, _, _, _, _, _, _, _, _, _, _, _, true, true, _, _, _, _, _, _, _, _, _, _) => {}
            (_, _, _, _, _, _, _, _, _, _, _, _, _, _, true, true, _, _, _, _, _, _, _, _) => {}
            (_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, true, true, _, _, _, _, _, _) => {}
            (_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, true, true, _, _, _, _) => {}
            (_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, true, true, _, _) => {}
            (_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, true, true) => {}
            _ => {}
        }
    }
    ----
    "
    );
}

#[test]
fn options_of_options() {
    told!(
        r#"
        fn f(value: Int???) {
            match value {
                None => {}
                Some(Some(None)) => {}
                Some(Some(Some(_))) => {}
            }
        }
        f(None);
        "#,
        @"
    fn f(value: Int???) {
        match value {
            None => {}
            Some(Some(None)) => {}
            Some(Some(Some(_))) => {}
        }
    }
    f(None);
    ----
    [E0341] error: `Some(None)` is not covered
       ,-[ main.conc:2:5 ]
       |
     2 |     match value {
       |     ^^^^^|^^^^^
       |          `------- a `match` on `Option<Option<Option<Int>>>` covers every value
       |
       | Help: add `Some(None) => …`, or `_ => …` for all others
    ---'
    "
    );
}

#[test]
fn unions_inside_of_tuples() {
    told!(
        r#"
        fn f(pair: ("a" | "b", Bool)) {
            match pair {
                ("a", true) => {}
                ("b", _) => {}
            }
        }
        f(("a", true));
        "#,
        @r#"
    fn f(pair: ("a" | "b", Bool)) {
        match pair {
            ("a", true) => {}
            ("b", _) => {}
        }
    }
    f(("a", true));
    ----
    [E0341] error: `("a", false)` is not covered
       ,-[ main.conc:2:5 ]
       |
     2 |     match pair {
       |     ^^^^^|^^^^
       |          `------ a `match` on `("a" | "b", Bool)` covers every value
       |
       | Help: add `("a", false) => …`, or `_ => …` for all others
    ---'
    "#
    );
}
