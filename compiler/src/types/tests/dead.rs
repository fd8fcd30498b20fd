//! Arms and alternatives that are never taken.

#[test]
fn an_arm_that_is_never_taken() {
    told!(
        r#"
        enum Color { Red, Blue }
        match Color::Red {
            Color::Red => print(1),
            _ => print(2),
            Color::Blue => print(3),
        }
        "#,
        @"
    enum Color { Red, Blue }
    match Color::Red {
        Color::Red => print(1),
        _ => print(2),
        Color::Blue => print(3),
    }
    ----
    [W0303] warning: the arm `Color::Blue` is never taken
       ,-[ main.conc:5:5 ]
       |
     5 |     Color::Blue => print(3),
       |     ^^^^^|^^^^^
       |          `------- earlier patterns match all of its values
       |
       | Help: remove it
    ---'
    "
    );
}

#[test]
fn an_arm_that_others_cover_together() {
    told!(
        r#"
        match (true, false) {
            (true, _) => print(1),
            (false, true) => print(2),
            (_, false) => print(3),
            (false, _) => print(4),
        }
        "#,
        @"
    match (true, false) {
        (true, _) => print(1),
        (false, true) => print(2),
        (_, false) => print(3),
        (false, _) => print(4),
    }
    ----
    [W0303] warning: the arm `(false, _)` is never taken
       ,-[ main.conc:5:5 ]
       |
     5 |     (false, _) => print(4),
       |     ^^^^^|^^^^
       |          `------ earlier patterns match all of its values
       |
       | Help: remove it
    ---'
    "
    );
}

#[test]
fn an_alternative_that_is_never_taken() {
    told!(
        r#"
        match 5 {
            1 | 2 | 1 => print(1),
            2..=4 | 3 => print(2),
            _ => print(3),
        }
        "#,
        @"
    match 5 {
        1 | 2 | 1 => print(1),
        2..=4 | 3 => print(2),
        _ => print(3),
    }
    ----
    [W0303] warning: the alternative `1` is never taken
       ,-[ main.conc:2:13 ]
       |
     2 |     1 | 2 | 1 => print(1),
       |             |
       |             `-- earlier patterns match all of its values
       |
       | Help: remove it
    ---'

    [W0303] warning: the alternative `3` is never taken
       ,-[ main.conc:3:13 ]
       |
     3 |     2..=4 | 3 => print(2),
       |             |
       |             `-- earlier patterns match all of its values
       |
       | Help: remove it
    ---'
    "
    );
}

#[test]
fn a_range_inside_of_another() {
    told!(
        r#"
        match 5 {
            0..100 => print(1),
            10..20 => print(2),
            _ => print(3),
        }
        "#,
        @"
    match 5 {
        0..100 => print(1),
        10..20 => print(2),
        _ => print(3),
    }
    ----
    [W0303] warning: the arm `10..20` is never taken
       ,-[ main.conc:3:5 ]
       |
     3 |     10..20 => print(2),
       |     ^^^|^^
       |        `---- earlier patterns match all of its values
       |
       | Help: remove it
    ---'
    "
    );
}

#[test]
fn a_text_twice() {
    told!(
        r#"
        match "a" {
            "a" => print(1),
            "a" => print(2),
            _ => print(3),
        }
        "#,
        @r#"
    match "a" {
        "a" => print(1),
        "a" => print(2),
        _ => print(3),
    }
    ----
    [W0303] warning: the arm `"a"` is never taken
       ,-[ main.conc:3:5 ]
       |
     3 |     "a" => print(2),
       |     ^|^
       |      `--- earlier patterns match all of its values
       |
       | Help: remove it
    ---'
    "#
    );
}

#[test]
fn a_guarded_arm_after_one_that_covers_it() {
    told!(
        r#"
        match 5 {
            n => print(n),
            1 if 2 > 1 => print(1),
        }
        "#,
        @"
    match 5 {
        n => print(n),
        1 if 2 > 1 => print(1),
    }
    ----
    [W0303] warning: the arm `1` is never taken
       ,-[ main.conc:3:5 ]
       |
     3 |     1 if 2 > 1 => print(1),
       |     |
       |     `-- earlier patterns match all of its values
       |
       | Help: remove it
    ---'
    "
    );
}

#[test]
fn an_arm_after_a_last_arm() {
    told!(
        r#"
        match "a" {
            other => print(other),
            _ => print(2),
        }
        "#,
        @r#"
    match "a" {
        other => print(other),
        _ => print(2),
    }
    ----
    [W0303] warning: the arm `_` is never taken
       ,-[ main.conc:3:5 ]
       |
     3 |     _ => print(2),
       |     |
       |     `-- earlier patterns match all of its values
       |
       | Help: remove it
    ---'
    "#
    );
}

#[test]
fn nothing_is_left_for_a_last_arm() {
    told!(
        r#"
        match Some(true) {
            Some(true) | None => print(1),
            Some(false) => print(2),
            _ => print(3),
        }
        "#,
        @"
    match Some(true) {
        Some(true) | None => print(1),
        Some(false) => print(2),
        _ => print(3),
    }
    ----
    [W0303] warning: the arm `_` is never taken
       ,-[ main.conc:4:5 ]
       |
     4 |     _ => print(3),
       |     |
       |     `-- earlier patterns match all of its values
       |
       | Help: remove it
    ---'
    "
    );
}
