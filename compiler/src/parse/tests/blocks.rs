//! Blocks and maps, which start the same way.

#[test]
fn a_block_ends_in_a_value_or_in_nothing() {
    check!("fn a() { 1 } fn b() { 1; } fn c() { } fn d() { f(); g() } fn e() { if a { b } }", @"
    fn a() { 1 } fn b() { 1; } fn c() { } fn d() { f(); g() } fn e() { if a { b } }
    ----
    fn a
      => 1
    fn b
      1
    fn c
    fn d
      (call f)
      => (call g)
    fn e
      => (if a
        => b)
    ");
}

#[test]
fn a_brace_at_the_start_of_a_statement_is_a_block_unless_a_colon_follows() {
    check!(
        r#"
        { a }
        { a; }
        { "a": 1 };
        { a: 1 }.len();
        { f(x): 1 };
        {:};
        {}
        "#,
        @r#"
    { a }
    { a; }
    { "a": 1 };
    { a: 1 }.len();
    { f(x): 1 };
    {:};
    {}
    ----
    (block
      => a)
    (block
      a)
    (map "a":1)
    (method (map a:1) len)
    (map (call f x):1)
    (map)
    (block)
    "#
    );
}

#[test]
fn a_brace_after_an_arrow_is_a_block_unless_a_colon_follows() {
    check!("match x { 1 => { a }, 2 => { a: 1 }, 3 => {:}, 4 => {}, }", @"
    match x { 1 => { a }, 2 => { a: 1 }, 3 => {:}, 4 => {}, }
    ----
    (match x
      1 -> (block
        => a)
      2 -> (map a:1)
      3 -> (map)
      4 -> (block))
    ");
}

#[test]
fn maps_may_be_nested() {
    check!(r#"let m = { "a": { "b": {:} }, "c": { d }, { 1 }: 2 };"#, @r#"
    let m = { "a": { "b": {:} }, "c": { d }, { 1 }: 2 };
    ----
    (let m = (map "a":(map "b":(map)) "c":(block
      => d) (block
      => 1):2))
    "#);
}

#[test]
fn a_block_may_start_with_what_looks_like_a_key() {
    check!("let a = { b; c }; let d = { b.c(); };", @"
    let a = { b; c }; let d = { b.c(); };
    ----
    (let a = (block
      b
      => c))
    (let d = (block
      (method b c)))
    ");
}

#[test]
fn a_body_is_never_a_map() {
    told!("fn f() { \"a\": 1 }", @r#"
    fn f() { "a": 1 }
    ----
    [E0101] error: expected an operator or `;`, found `:`
       ,-[ main.conc:1:13 ]
       |
     1 | fn f() { "a": 1 }
       |             |
       |             `-- expected an operator or `;`
    ---'
    "#);
}

#[test]
fn expressions_that_end_in_a_block_need_no_semicolon() {
    check!(
        r#"
        if a { }
        match b { }
        loop { }
        'x: while c { }
        for d in e { }
        { f }
        listen g.h() { }
        -1;
        "#,
        @"
    if a { }
    match b { }
    loop { }
    'x: while c { }
    for d in e { }
    { f }
    listen g.h() { }
    -1;
    ----
    (if a)
    (match b)
    (loop)
    (while 'x c)
    (for d in e)
    (block
      => f)
    (listen (method g h))
    (neg 1)
    "
    );
}

#[test]
fn a_block_at_the_start_of_a_statement_may_go_on_with_a_member() {
    check!("if a { b } else { c }.d(); match e { _ => f }?; { g }.h(); loop { break 1 }.i() + 2;", @"
    if a { b } else { c }.d(); match e { _ => f }?; { g }.h(); loop { break 1 }.i() + 2;
    ----
    (method (if a
      => b else
      => c) d)
    (? (match e
      _ -> f))
    (method (block
      => g) h)
    (+ (method (loop
      => (break 1)) i) 2)
    ");
}

#[test]
fn an_operator_after_a_block_starts_another_statement() {
    check!("if a { b } -1; { c } [d]; loop { } (e);", @"
    if a { b } -1; { c } [d]; loop { } (e);
    ----
    (if a
      => b)
    (neg 1)
    (block
      => c)
    (array d)
    (loop)
    e
    ");
}

#[test]
fn semicolons_alone_do_no_harm() {
    check!(";; f();; { ; }", @"
    ;; f();; { ; }
    ----
    (tuple)
    (tuple)
    (call f)
    (tuple)
    (block
      (tuple))
    ");
}

#[test]
fn a_map_entry_that_cannot_be_read_is_left_out() {
    check!(r#"let m = { "a": 1, "b" 2, "c": , "d": 4 };"#, @r#"
    let m = { "a": 1, "b" 2, "c": , "d": 4 };
    ----
    (let m = (map "a":1 "d":4))
    ----
    [E0101] error: expected an operator or `:`, found `2`
       ,-[ main.conc:1:23 ]
       |
     1 | let m = { "a": 1, "b" 2, "c": , "d": 4 };
       |                       |
       |                       `-- expected an operator or `:`
    ---'

    [E0101] error: expected an expression, found `,`
       ,-[ main.conc:1:31 ]
       |
     1 | let m = { "a": 1, "b" 2, "c": , "d": 4 };
       |                               |
       |                               `-- expected an expression
    ---'
    "#);
}
