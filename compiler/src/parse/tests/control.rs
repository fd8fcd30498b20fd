//! `if`, `match`, loops, and leaving them.

#[test]
fn an_if_may_have_many_branches() {
    check!("if a { 1 } else if b { 2 } else if let Some(c) = d { 3 } else { 4 }", @"
    if a { 1 } else if b { 2 } else if let Some(c) = d { 3 } else { 4 }
    ----
    (if a
      => 1 elif b
      => 2 elif let (variant Some c) = d
      => 3 else
      => 4)
    ");
}

#[test]
fn an_if_is_an_expression() {
    check!("let a = if b { 1 } else { 2 } + 3; f(if c { d });", @"
    let a = if b { 1 } else { 2 } + 3; f(if c { d });
    ----
    (let a = (+ (if b
      => 1 else
      => 2) 3))
    (call f (if c
      => d))
    ");
}

#[test]
fn an_if_let_takes_alternatives() {
    check!("if let Ok(x) | Err(x) = r { x }", @"
    if let Ok(x) | Err(x) = r { x }
    ----
    (if let (or (variant Ok x) (variant Err x)) = r
      => x)
    ");
}

#[test]
fn a_condition_may_be_any_expression() {
    check!("if a && (b || c) == !d { } if f(|x| { x }) { } if xs[0].ok { } if match a { _ => true } { }", @"
    if a && (b || c) == !d { } if f(|x| { x }) { } if xs[0].ok { } if match a { _ => true } { }
    ----
    (if (&& a (== (|| b c) (not d))))
    (if (call f (closure x => (block
      => x))))
    (if (. (index xs 0) ok))
    (if (match a
      _ -> true))
    ");
}

#[test]
fn a_brace_in_a_head_starts_the_body() {
    check!("if a { b } while c { d } for e in f { g } match h { i => j } if x == Y { z }", @"
    if a { b } while c { d } for e in f { g } match h { i => j } if x == Y { z }
    ----
    (if a
      => b)
    (while c
      => d)
    (for e in f
      => g)
    (match h
      i -> j)
    (if (== x Y)
      => z)
    ");
}

#[test]
fn literals_in_heads_need_parentheses() {
    check!("if p == (Point { x: 1 }) { } for x in [P { x: 1 }] { } if f(P { x }) { } match ({ \"a\": 1 }) { _ => 1 }", @r#"
    if p == (Point { x: 1 }) { } for x in [P { x: 1 }] { } if f(P { x }) { } match ({ "a": 1 }) { _ => 1 }
    ----
    (if (== p (struct Point x:1)))
    (for x in (array (struct P x:1)))
    (if (call f (struct P x:x)))
    (match (map "a":1)
      _ -> 1)
    "#);
}

#[test]
fn a_struct_literal_in_a_head_is_reported_and_read() {
    check!("if p == Point { x: 1 } { f(); }", @"
    if p == Point { x: 1 } { f(); }
    ----
    (if (== p (struct Point x:1))
      (call f))
    ----
    [E0110] error: a struct literal needs parentheses here
       ,-[ main.conc:1:15 ]
       |
     1 | if p == Point { x: 1 } { f(); }
       |               |
       |               `-- its `{` would start the body
       |
       | Help: put the literal in parentheses
    ---'
    ");
}

#[test]
fn a_map_literal_in_a_head_is_reported_and_read() {
    check!("for x in { \"a\": 1 } { f(); }", @r#"
    for x in { "a": 1 } { f(); }
    ----
    (for x in (map "a":1)
      (call f))
    ----
    [E0110] error: a map literal needs parentheses here
       ,-[ main.conc:1:10 ]
       |
     1 | for x in { "a": 1 } { f(); }
       |          |
       |          `-- its `{` would start the body
       |
       | Help: put the literal in parentheses
    ---'
    "#);
}

#[test]
fn an_assignment_is_no_condition() {
    told!("if x = 1 { }", @"
    if x = 1 { }
    ----
    [E0111] error: an assignment is not a condition
       ,-[ main.conc:1:4 ]
       |
     1 | if x = 1 { }
       |    ^^|^^
       |      `---- this assigns
       |
       | Help: compare with `==`
    ---'
    ");
    told!("while x += 1 { }", @"
    while x += 1 { }
    ----
    [E0111] error: an assignment is not a condition
       ,-[ main.conc:1:7 ]
       |
     1 | while x += 1 { }
       |       ^^^|^^
       |          `---- this assigns
       |
       | Help: compare with `==`
    ---'
    ");
}

#[test]
fn a_match_has_arms() {
    check!(
        r#"
        match x {
            1 => "one",
            2 | 3 => { "some" }
            n if n > 3 && n < 9 => f(n),
            Some(n) => { "k": n },
            _ => if a { b } else { c }
            None => (),
        }
        "#,
        @r#"
    match x {
        1 => "one",
        2 | 3 => { "some" }
        n if n > 3 && n < 9 => f(n),
        Some(n) => { "k": n },
        _ => if a { b } else { c }
        None => (),
    }
    ----
    (match x
      1 -> "one"
      (or 2 3) -> (block
        => "some")
      n if (&& (> n 3) (< n 9)) -> (call f n)
      (variant Some n) -> (map "k":n)
      _ -> (if a
        => b else
        => c)
      None -> (tuple))
    "#
    );
}

#[test]
fn a_match_may_be_empty_or_on_one_line() {
    check!("match x {} match y { a => b } let z = match y { a => b, c => d, };", @"
    match x {} match y { a => b } let z = match y { a => b, c => d, };
    ----
    (match x)
    (match y
      a -> b)
    (let z = (match y
      a -> b
      c -> d))
    ");
}

#[test]
fn an_arm_that_ends_in_a_block_may_go_on_with_a_member() {
    check!("match x { 1 => { a }.b(), 2 => match y { _ => c }?, 3 => loop { break d }, }", @"
    match x { 1 => { a }.b(), 2 => match y { _ => c }?, 3 => loop { break d }, }
    ----
    (match x
      1 -> (method (block
        => a) b)
      2 -> (? (match y
        _ -> c))
      3 -> (loop
        => (break d)))
    ");
}

#[test]
fn an_arm_without_its_comma_is_reported() {
    told!(
        r#"
        match x {
            1 => a
            2 => b,
        }
        "#,
        @"
    match x {
        1 => a
        2 => b,
    }
    ----
    [E0101] error: a `,` is missing after this match arm
       ,-[ main.conc:2:11 ]
       |
     2 |     1 => a
       |           |
       |           `- `,` belongs here
       |
       | Help: add `,`; only an arm that ends in a block needs none
    ---'
    "
    );
}

#[test]
fn loops_are_of_three_kinds() {
    check!("loop { } while a { } while let Some(x) = xs.pop() { } for x in xs { } for (k, v) in map { }", @"
    loop { } while a { } while let Some(x) = xs.pop() { } for x in xs { } for (k, v) in map { }
    ----
    (loop)
    (while a)
    (while let (variant Some x) = (method xs pop))
    (for x in xs)
    (for (tuple k v) in map)
    ");
}

#[test]
fn loops_may_have_labels() {
    check!("'a: loop { break 'a; } 'b: while c { continue 'b; } 'd: for e in f { break 'd; }", @"
    'a: loop { break 'a; } 'b: while c { continue 'b; } 'd: for e in f { break 'd; }
    ----
    (loop 'a
      (break 'a))
    (while 'b c
      (continue 'b))
    (for 'd e in f
      (break 'd))
    ");
}

#[test]
fn a_label_belongs_to_a_loop() {
    told!("'a: if b { }", @"
    'a: if b { }
    ----
    [E0101] error: expected `for`, `loop` or `while`, found `if`
       ,-[ main.conc:1:5 ]
       |
     1 | 'a: if b { }
       |     ^|
       |      `-- expected `for`, `loop` or `while`
    ---'
    ");
}

#[test]
fn a_loop_may_be_left_with_a_value() {
    check!("loop { break 1 } 'a: loop { break 'a x + 1; } loop { break; } let y = loop { break { 1 } };", @"
    loop { break 1 } 'a: loop { break 'a x + 1; } loop { break; } let y = loop { break { 1 } };
    ----
    (loop
      => (break 1))
    (loop 'a
      (break 'a (+ x 1)))
    (loop
      (break))
    (let y = (loop
      => (break (block
        => 1))))
    ");
}

#[test]
fn a_return_may_have_a_value() {
    check!("fn f() { return; } fn g() { return 1 + 2; } fn h() { return } fn i() { x ?? return None }", @"
    fn f() { return; } fn g() { return 1 + 2; } fn h() { return } fn i() { x ?? return None }
    ----
    fn f
      (return)
    fn g
      (return (+ 1 2))
    fn h
      => (return)
    fn i
      => (?? x (return None))
    ");
}

#[test]
fn leaving_is_an_expression() {
    check!("let a = b ?? break; let c = if d { return 1 } else { continue }; match x { _ => return, }", @"
    let a = b ?? break; let c = if d { return 1 } else { continue }; match x { _ => return, }
    ----
    (let a = (?? b (break)))
    (let c = (if d
      => (return 1) else
      => (continue)))
    (match x
      _ -> (return))
    ");
}

#[test]
fn heads_of_loops_take_ranges() {
    check!("for i in 0..n { } for i in 0..=n { } while i < n { } for i in (0..n).rev() { }", @"
    for i in 0..n { } for i in 0..=n { } while i < n { } for i in (0..n).rev() { }
    ----
    (for i in (.. 0 n))
    (for i in (..= 0 n))
    (while (< i n))
    (for i in (method (.. 0 n) rev))
    ");
}

#[test]
fn blocks_are_expressions() {
    check!("let a = { let b = 1; b + 1 }; { f(); } { }", @"
    let a = { let b = 1; b + 1 }; { f(); } { }
    ----
    (let a = (block
      (let b = 1)
      => (+ b 1)))
    (block
      (call f))
    (block)
    ");
}

#[test]
fn control_flow_may_be_nested() {
    check!(
        r#"
        for a in b {
            if c {
                match d {
                    e => while f { g(); },
                }
            }
        }
        "#,
        @"
    for a in b {
        if c {
            match d {
                e => while f { g(); },
            }
        }
    }
    ----
    (for a in b
      => (if c
        => (match d
          e -> (while f
            (call g)))))
    "
    );
}
