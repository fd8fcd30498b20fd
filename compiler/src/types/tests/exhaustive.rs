//! Whether a `match` covers every value.

use super::fine;

#[test]
fn a_variant_is_missing() {
    told!(
        r#"
        enum Color { Red, Green, Blue }
        fn name(color: Color) -> String {
            match color {
                Color::Red => "red",
                Color::Green => "green",
            }
        }
        print(name(Color::Blue));
        "#,
        @r#"
    enum Color { Red, Green, Blue }
    fn name(color: Color) -> String {
        match color {
            Color::Red => "red",
            Color::Green => "green",
        }
    }
    print(name(Color::Blue));
    ----
    [E0341] error: `Color::Blue` is not covered
       ,-[ main.conc:3:5 ]
       |
     3 |     match color {
       |     ^^^^^|^^^^^
       |          `------- a `match` on `Color` covers every value
       |
       | Help: add `Color::Blue => …`, or `_ => …` for all others
    ---'
    "#
    );
}

#[test]
fn several_variants_are_missing() {
    told!(
        r#"
        enum Color { Red, Green, Blue, White, Black, Gray }
        fn name(color: Color) -> String {
            match color {
                Color::Red => "red",
            }
        }
        fn tone(color: Color) -> String {
            match color {
                Color::Red | Color::Green | Color::Blue => "bright",
                Color::Gray => "gray",
            }
        }
        print(name(Color::Blue) + tone(Color::Black));
        "#,
        @r#"
    enum Color { Red, Green, Blue, White, Black, Gray }
    fn name(color: Color) -> String {
        match color {
            Color::Red => "red",
        }
    }
    fn tone(color: Color) -> String {
        match color {
            Color::Red | Color::Green | Color::Blue => "bright",
            Color::Gray => "gray",
        }
    }
    print(name(Color::Blue) + tone(Color::Black));
    ----
    [E0341] error: `Color::Green`, `Color::Blue` and `Color::White` and 2 more are not covered
       ,-[ main.conc:3:5 ]
       |
     3 |     match color {
       |     ^^^^^|^^^^^
       |          `------- a `match` on `Color` covers every value
       |
       | Help: add `Color::Green => …`, `Color::Blue => …`, `Color::White => …`, or `_ => …` for all others
    ---'

    [E0341] error: `Color::White` and `Color::Black` are not covered
       ,-[ main.conc:8:5 ]
       |
     8 |     match color {
       |     ^^^^^|^^^^^
       |          `------- a `match` on `Color` covers every value
       |
       | Help: add `Color::White => …`, `Color::Black => …`, or `_ => …` for all others
    ---'
    "#
    );
}

#[test]
fn three_variants_are_missing() {
    told!(
        r#"
        enum Color { Red, Green, Blue, White }
        match Color::Red { Color::White => {} }
        "#,
        @"
    enum Color { Red, Green, Blue, White }
    match Color::Red { Color::White => {} }
    ----
    [E0341] error: `Color::Red`, `Color::Green` and `Color::Blue` are not covered
       ,-[ main.conc:2:1 ]
       |
     2 | match Color::Red { Color::White => {} }
       | ^^^^^^^^|^^^^^^^
       |         `--------- a `match` on `Color` covers every value
       |
       | Help: add `Color::Red => …`, `Color::Green => …`, `Color::Blue => …`, or `_ => …` for all others
    ---'
    "
    );
}

#[test]
fn an_option_in_a_result() {
    told!(
        r#"
        fn show(value: Result<Int?, String>) {
            match value {
                Ok(Some(n)) => print(n),
                Err(text) => print(text),
            }
        }
        show(Ok(None));
        "#,
        @"
    fn show(value: Result<Int?, String>) {
        match value {
            Ok(Some(n)) => print(n),
            Err(text) => print(text),
        }
    }
    show(Ok(None));
    ----
    [E0341] error: `Ok(None)` is not covered
       ,-[ main.conc:2:5 ]
       |
     2 |     match value {
       |     ^^^^^|^^^^^
       |          `------- a `match` on `Result<Option<Int>, String>` covers every value
       |
       | Help: add `Ok(None) => …`, or `_ => …` for all others
    ---'
    "
    );
}

#[test]
fn a_bool_is_missing() {
    told!(
        r#"
        match 1 < 2 {
            true => print("yes"),
        }
        "#,
        @r#"
    match 1 < 2 {
        true => print("yes"),
    }
    ----
    [E0341] error: `false` is not covered
       ,-[ main.conc:1:1 ]
       |
     1 | match 1 < 2 {
       | ^^^^^|^^^^^
       |      `------- a `match` on `Bool` covers every value
       |
       | Help: add `false => …`, or `_ => …` for all others
    ---'
    "#
    );
}

#[test]
fn pairs_of_bools() {
    told!(
        r#"
        match (true, false) {
            (true, _) => print(1),
            (_, true) => print(2),
        }
        "#,
        @"
    match (true, false) {
        (true, _) => print(1),
        (_, true) => print(2),
    }
    ----
    [E0341] error: `(false, false)` is not covered
       ,-[ main.conc:1:1 ]
       |
     1 | match (true, false) {
       | ^^^^^^^^^|^^^^^^^^^
       |          `----------- a `match` on `(Bool, Bool)` covers every value
       |
       | Help: add `(false, false) => …`, or `_ => …` for all others
    ---'
    "
    );
}

#[test]
fn a_guard_covers_nothing() {
    told!(
        r#"
        match Some(1) {
            Some(n) if n > 0 => print(n),
            None => {}
        }
        "#,
        @"
    match Some(1) {
        Some(n) if n > 0 => print(n),
        None => {}
    }
    ----
    [E0341] error: `Some(_)` is not covered
       ,-[ main.conc:1:1 ]
       |
     1 | match Some(1) {
       | ^^^^^^|^^^^^^
       |       `-------- a `match` on `Option<Int>` covers every value
       |
       | Help: add `Some(_) => …`, or `_ => …` for all others
    ---'
    "
    );
}

#[test]
fn numbers_need_a_last_arm() {
    told!(
        r#"
        match 5 {
            0 => print("none"),
            1..=9 => print("some"),
        }
        "#,
        @r#"
    match 5 {
        0 => print("none"),
        1..=9 => print("some"),
    }
    ----
    [E0341] error: `..=-1` and `10..` are not covered
       ,-[ main.conc:1:1 ]
       |
     1 | match 5 {
       | ^^^|^^^
       |    `----- a `match` on `Int` covers every value
       |
       | Help: add `..=-1 => …`, `10.. => …`, or `_ => …` for all others
    ---'
    "#
    );
}

#[test]
fn a_gap_between_ranges() {
    told!(
        r#"
        match 5 {
            ..0 => print("negative"),
            0..10 => print("small"),
            11..20 => print("medium"),
            25.. => print("large"),
        }
        "#,
        @r#"
    match 5 {
        ..0 => print("negative"),
        0..10 => print("small"),
        11..20 => print("medium"),
        25.. => print("large"),
    }
    ----
    [E0341] error: `10` and `20..=24` are not covered
       ,-[ main.conc:1:1 ]
       |
     1 | match 5 {
       | ^^^|^^^
       |    `----- a `match` on `Int` covers every value
       |
       | Help: add `10 => …`, `20..=24 => …`, or `_ => …` for all others
    ---'
    "#
    );
}

#[test]
fn ranges_that_cover_all_numbers() {
    fine(
        r#"
        match 5 {
            ..=-1 => print("negative"),
            0 => print("zero"),
            1..100 => print("small"),
            100.. => print("large"),
        }
        "#,
    );
}

#[test]
fn texts_need_a_last_arm() {
    told!(
        r#"
        match "a" {
            "a" => print(1),
            "b" => print(2),
        }
        "#,
        @r#"
    match "a" {
        "a" => print(1),
        "b" => print(2),
    }
    ----
    [E0341] error: `_` is not covered
       ,-[ main.conc:1:1 ]
       |
     1 | match "a" {
       | ^^^^|^^^^
       |     `------ a `match` on `String` covers every value
       |
       | Help: add `_ => …` for all others
    ---'
    "#
    );
}

#[test]
fn the_texts_of_a_union() {
    told!(
        r#"
        fn rank(level: "low" | "medium" | "high" | "none") -> Int {
            match level {
                "low" => 1,
                "high" => 3,
            }
        }
        print(rank("low"));
        "#,
        @r#"
    fn rank(level: "low" | "medium" | "high" | "none") -> Int {
        match level {
            "low" => 1,
            "high" => 3,
        }
    }
    print(rank("low"));
    ----
    [E0341] error: `"medium"` and `"none"` are not covered
       ,-[ main.conc:2:5 ]
       |
     2 |     match level {
       |     ^^^^^|^^^^^
       |          `------- a `match` on `"low" | "medium" | "high" | "none"` covers every value
       |
       | Help: add `"medium" => …`, `"none" => …`, or `_ => …` for all others
    ---'
    "#
    );
}

#[test]
fn all_texts_of_a_union() {
    fine(
        r#"
        fn rank(level: "low" | "high") -> Int {
            match level {
                "low" => 1,
                "high" => 3,
            }
        }
        print(rank("low"));
        "#,
    );
}
