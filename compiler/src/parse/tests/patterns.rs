//! Patterns.

#[test]
fn literals_are_patterns() {
    check!(
        r#"
        match x {
            1 => a, -1 => a, 1.5 => a, -1.5 => a, 30s => a,
            "s" => a, r"raw" => a, """text""" => a, true => a, false => a,
            -9223372036854775808 => a,
        }
        "#,
        @r#"
    match x {
        1 => a, -1 => a, 1.5 => a, -1.5 => a, 30s => a,
        "s" => a, r"raw" => a, """text""" => a, true => a, false => a,
        -9223372036854775808 => a,
    }
    ----
    (match x
      1 -> a
      (neg 1) -> a
      1.5 -> a
      (neg 1.5) -> a
      30000ms -> a
      "s" -> a
      "raw" -> a
      "text" -> a
      true -> a
      false -> a
      -9223372036854775808 -> a)
    "#
    );
}

#[test]
fn ranges_are_patterns_and_may_be_open() {
    check!("match x { 0..10 => a, 0..=9 => a, 5.. => a, ..5 => a, ..=5 => a, -5..=-1 => a, 1s..5s => a, }", @"
    match x { 0..10 => a, 0..=9 => a, 5.. => a, ..5 => a, ..=5 => a, -5..=-1 => a, 1s..5s => a, }
    ----
    (match x
      (.. 0 10) -> a
      (..= 0 9) -> a
      (.. 5 open) -> a
      (.. open 5) -> a
      (..= open 5) -> a
      (..= (neg 5) (neg 1)) -> a
      (.. 1000ms 5000ms) -> a)
    ");
}

#[test]
fn names_bind_and_may_be_followed_by_a_pattern() {
    check!("match x { _ => a, n => a, n @ 1..=5 => a, all @ [_, ..] => a, s @ Some(_) => a, n @ (1 | 2) => a, }", @"
    match x { _ => a, n => a, n @ 1..=5 => a, all @ [_, ..] => a, s @ Some(_) => a, n @ (1 | 2) => a, }
    ----
    (match x
      _ -> a
      n -> a
      n@(..= 1 5) -> a
      all@(array _ ..) -> a
      s@(variant Some _) -> a
      n@(or 1 2) -> a)
    ");
}

#[test]
fn names_may_be_contextual_keywords() {
    check!("match x { tool => a, Some(type) => a, memory @ 1 => a, }", @"
    match x { tool => a, Some(type) => a, memory @ 1 => a, }
    ----
    (match x
      tool -> a
      (variant Some type) -> a
      memory@1 -> a)
    ");
}

#[test]
fn tuples_are_patterns() {
    check!("match x { () => a, (b,) => a, (b) => a, (b, c) => a, (b, (c, _),) => a, }", @"
    match x { () => a, (b,) => a, (b) => a, (b, c) => a, (b, (c, _),) => a, }
    ----
    (match x
      (tuple) -> a
      (tuple b) -> a
      b -> a
      (tuple b c) -> a
      (tuple b (tuple c _)) -> a)
    ");
}

#[test]
fn arrays_may_have_a_rest() {
    check!("match x { [] => a, [b] => a, [b, ..] => a, [.., b] => a, [b, ..rest, c] => a, [..] => a, [..rest] => a, }", @"
    match x { [] => a, [b] => a, [b, ..] => a, [.., b] => a, [b, ..rest, c] => a, [..] => a, [..rest] => a, }
    ----
    (match x
      (array) -> a
      (array b) -> a
      (array b ..) -> a
      (array .. b) -> a
      (array b ..rest c) -> a
      (array ..) -> a
      (array ..rest) -> a)
    ");
}

#[test]
fn a_range_in_an_array_is_no_rest() {
    check!("match x { [..5] => a, [..-1, b] => a, [1.., b] => a, }", @"
    match x { [..5] => a, [..-1, b] => a, [1.., b] => a, }
    ----
    (match x
      (array (.. open 5)) -> a
      (array (.. open (neg 1)) b) -> a
      (array (.. 1 open) b) -> a)
    ");
}

#[test]
fn variants_are_patterns() {
    check!("match x { None => a, Some(b) => a, Color::Red => a, Shape::Circle(r) => a, m::Shape::Rect(w, h,) => a, }", @"
    match x { None => a, Some(b) => a, Color::Red => a, Shape::Circle(r) => a, m::Shape::Rect(w, h,) => a, }
    ----
    (match x
      None -> a
      (variant Some b) -> a
      Color::Red -> a
      (variant Shape::Circle r) -> a
      (variant m::Shape::Rect w h) -> a)
    ");
}

#[test]
fn structs_are_patterns() {
    check!(
        r#"
        match x {
            Point { x, y } => a,
            Point { x: 0, .. } => a,
            Point { x: Some(1 | 2), y, .., } => a,
            Point { .. } => a,
            Point {} => a,
            Shape::Rect { w, h: 1..=5 } => a,
            Message { type, match: m } => a,
        }
        "#,
        @"
    match x {
        Point { x, y } => a,
        Point { x: 0, .. } => a,
        Point { x: Some(1 | 2), y, .., } => a,
        Point { .. } => a,
        Point {} => a,
        Shape::Rect { w, h: 1..=5 } => a,
        Message { type, match: m } => a,
    }
    ----
    (match x
      (struct Point x y) -> a
      (struct Point x:0 ..) -> a
      (struct Point x:(variant Some (or 1 2)) y ..) -> a
      (struct Point ..) -> a
      (struct Point) -> a
      (struct Shape::Rect w h:(..= 1 5)) -> a
      (struct Message type match:m) -> a)
    "
    );
}

#[test]
fn alternatives_may_stand_anywhere() {
    check!("match x { 1 | 2 | 3 => a, | 4 | 5 => a, Some(1 | 2) => a, (1 | 2, [3 | 4]) => a, A | B(_) if c => a, }", @"
    match x { 1 | 2 | 3 => a, | 4 | 5 => a, Some(1 | 2) => a, (1 | 2, [3 | 4]) => a, A | B(_) if c => a, }
    ----
    (match x
      (or 1 2 3) -> a
      (or 4 5) -> a
      (variant Some (or 1 2)) -> a
      (tuple (or 1 2) (array (or 3 4))) -> a
      (or A (variant B _)) if c -> a)
    ");
}

#[test]
fn patterns_stand_in_all_that_binds() {
    check!(
        r#"
        let (a, b) = c;
        for (i, [x, ..]) in d { }
        if let Some(y) = e { }
        while let [z, ..rest] = f { }
        fn g((a, b): (Int, Int), mut c: Int) { }
        |(p, q), r| p;
        "#,
        @"
    let (a, b) = c;
    for (i, [x, ..]) in d { }
    if let Some(y) = e { }
    while let [z, ..rest] = f { }
    fn g((a, b): (Int, Int), mut c: Int) { }
    |(p, q), r| p;
    ----
    (let (tuple a b) = c)
    (for (tuple i (array x ..)) in d)
    (if let (variant Some y) = e)
    (while let (array z ..rest) = f)
    fn g ((tuple a b): (tuple Int Int)) (mut c: Int)
    (closure (tuple p q) r => p)
    "
    );
}

#[test]
fn a_pattern_has_one_rest() {
    told!("match x { [.., a, ..] => 1 }", @"
    match x { [.., a, ..] => 1 }
    ----
    [E0115] error: a pattern can have one rest only
       ,-[ main.conc:1:19 ]
       |
     1 | match x { [.., a, ..] => 1 }
       |            ^|     ^|
       |             `--------- the first one
       |                    |
       |                    `-- a second `..`
       |
       | Help: leave one of them out
    ---'
    ");
}

#[test]
fn the_rest_of_a_struct_comes_last() {
    told!("match x { P { .., a } => 1 }", @"
    match x { P { .., a } => 1 }
    ----
    [E0101] error: expected `}`, found `,`
       ,-[ main.conc:1:17 ]
       |
     1 | match x { P { .., a } => 1 }
       |                 |
       |                 `-- expected `}`
    ---'
    ");
}

#[test]
fn a_string_in_a_pattern_is_a_constant() {
    told!(r#"match x { "a${b}" => 1 }"#, @r#"
    match x { "a${b}" => 1 }
    ----
    [E0109] error: this text must be known at compile time
       ,-[ main.conc:1:11 ]
       |
     1 | match x { "a${b}" => 1 }
       |           ^^^|^^^
       |              `----- `${…}` makes it depend on values
       |
       | Help: leave the interpolation out; in a pattern, bind a name and compare it in a guard: `s if s == …`
    ---'
    "#);
}

#[test]
fn an_expression_is_no_pattern() {
    told!("match x { 1 + 2 => 1, f(1)(2) => 2, !a => 3, }", @"
    match x { 1 + 2 => 1, f(1)(2) => 2, !a => 3, }
    ----
    [E0101] error: expected `if` or `=>`, found `+`
       ,-[ main.conc:1:13 ]
       |
     1 | match x { 1 + 2 => 1, f(1)(2) => 2, !a => 3, }
       |             |
       |             `-- expected `if` or `=>`
    ---'

    [E0101] error: expected `if` or `=>`, found `(`
       ,-[ main.conc:1:27 ]
       |
     1 | match x { 1 + 2 => 1, f(1)(2) => 2, !a => 3, }
       |                           |
       |                           `-- expected `if` or `=>`
    ---'

    [E0101] error: expected a pattern or `}`, found `!`
       ,-[ main.conc:1:37 ]
       |
     1 | match x { 1 + 2 => 1, f(1)(2) => 2, !a => 3, }
       |                                     |
       |                                     `-- expected a pattern or `}`
    ---'
    ");
}

#[test]
fn a_sign_needs_a_number() {
    told!("match x { -a => 1 }", @"
    match x { -a => 1 }
    ----
    [E0101] error: expected a number or a duration, found `a`
       ,-[ main.conc:1:12 ]
       |
     1 | match x { -a => 1 }
       |            |
       |            `-- expected a number or a duration
    ---'
    ");
}
