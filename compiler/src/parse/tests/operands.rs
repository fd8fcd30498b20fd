//! What expressions are made of: names, calls, members, collections.

#[test]
fn names_and_paths_are_operands() {
    check!("a; self; Color::Red; a::b::c; super::a; Self::new; std::json::parse;", @"
    a; self; Color::Red; a::b::c; super::a; Self::new; std::json::parse;
    ----
    a
    self
    Color::Red
    a::b::c
    super::a
    Self::new
    std::json::parse
    ");
}

#[test]
fn calls_take_positional_and_named_arguments() {
    check!(r#"f(); f(1); f(1, "x",); search("x", limit: 3); f(type: 1, if: 2, model: 3);"#, @r#"
    f(); f(1); f(1, "x",); search("x", limit: 3); f(type: 1, if: 2, model: 3);
    ----
    (call f)
    (call f 1)
    (call f 1 "x")
    (call search "x" limit:3)
    (call f type:1 if:2 model:3)
    "#);
}

#[test]
fn a_call_may_follow_any_operand() {
    check!("f(1)(2); xs[0](1); (|x| x)(1); a.b.c(1);", @"
    f(1)(2); xs[0](1); (|x| x)(1); a.b.c(1);
    ----
    (call (call f 1) 2)
    (call (index xs 0) 1)
    (call (closure x => x) 1)
    (method (. a b) c 1)
    ");
}

#[test]
fn positional_arguments_come_first() {
    told!(r#"search(limit: 3, "x");"#, @r#"
    search(limit: 3, "x");
    ----
    [E0108] error: positional arguments come before named ones
       ,-[ main.conc:1:18 ]
       |
     1 | search(limit: 3, "x");
       |        ^^|^^     ^|^
       |          `------------ this one has
       |                   |
       |                   `--- this argument has no name
       |
       | Help: move it to the front, or give it its name
    ---'
    "#);
}

#[test]
fn members_are_fields_methods_and_positions() {
    check!("a.b; a.b(); a.b(1).c; a.0; a.0.1; a.0.1.2; a.b.0.c;", @"
    a.b; a.b(); a.b(1).c; a.0; a.0.1; a.0.1.2; a.b.0.c;
    ----
    (. a b)
    (method a b)
    (. (method a b 1) c)
    (. a 0)
    (. (. a 0) 1)
    (. (. (. a 0) 1) 2)
    (. (. (. a b) 0) c)
    ");
}

#[test]
fn every_word_may_be_a_member() {
    check!("call.tool; a.type; a.match; a.self; x.in(1); a.await; a.max(b);", @"
    call.tool; a.type; a.match; a.self; x.in(1); a.await; a.max(b);
    ----
    (. call tool)
    (. a type)
    (. a match)
    (. a self)
    (method x in 1)
    (. a await)
    (method a max b)
    ");
}

#[test]
fn a_method_may_have_type_arguments() {
    check!("json.decode<Ticket>()?; a.execute_with_schema<Array<Report>>(p);", @"
    json.decode<Ticket>()?; a.execute_with_schema<Array<Report>>(p);
    ----
    (? (method json decode<Ticket>))
    (method a execute_with_schema<Array<Report>> p)
    ");
}

#[test]
fn members_may_stand_on_lines_of_their_own() {
    check!(
        r#"
        Toolkit::of([a])
            .namespace("crm")
            .wrap(|call, next| next(call))?
            .names();
        "#,
        @r#"
    Toolkit::of([a])
        .namespace("crm")
        .wrap(|call, next| next(call))?
        .names();
    ----
    (method (? (method (method (call Toolkit::of (array a)) namespace "crm") wrap (closure call next => (call next call)))) names)
    "#
    );
}

#[test]
fn a_position_in_a_tuple_is_plain_digits() {
    told!("t.0x1;", @"
    t.0x1;
    ----
    [E0006] error: `0x1` is no position in a tuple
       ,-[ main.conc:1:3 ]
       |
     1 | t.0x1;
       |   ^|^
       |    `--- positions are written in plain digits
       |
       | Help: write `.0`, `.1` and so on
    ---'
    ");
    told!("t.1_0;", @"
    t.1_0;
    ----
    [E0006] error: `1_0` is no position in a tuple
       ,-[ main.conc:1:3 ]
       |
     1 | t.1_0;
       |   ^|^
       |    `--- positions are written in plain digits
       |
       | Help: write `.0`, `.1` and so on
    ---'
    ");
    told!("t.01;", @"
    t.01;
    ----
    [E0006] error: `01` is no position in a tuple
       ,-[ main.conc:1:3 ]
       |
     1 | t.01;
       |   ^|
       |    `-- positions are written in plain digits
       |
       | Help: write `.0`, `.1` and so on
    ---'
    ");
    told!("t.99999999999;", @"
    t.99999999999;
    ----
    [E0006] error: `99999999999` is no position in a tuple
       ,-[ main.conc:1:3 ]
       |
     1 | t.99999999999;
       |   ^^^^^|^^^^^
       |        `------- positions are written in plain digits
       |
       | Help: write `.0`, `.1` and so on
    ---'
    ");
}

#[test]
fn an_index_is_one_value() {
    check!("a[0]; a[i + 1]; a[1..3]; m[\"k\"]; m[(i, j)]; a[0][1];", @r#"
    a[0]; a[i + 1]; a[1..3]; m["k"]; m[(i, j)]; a[0][1];
    ----
    (index a 0)
    (index a (+ i 1))
    (index a (.. 1 3))
    (index m "k")
    (index m (tuple i j))
    (index (index a 0) 1)
    "#);
    told!("a[1, 2];", @"
    a[1, 2];
    ----
    [E0101] error: an index is one value
       ,-[ main.conc:1:6 ]
       |
     1 | a[1, 2];
       |      |
       |      `-- a second one
       |
       | Help: index twice, `a[i][j]`, or use a tuple, `m[(i, j)]`
    ---'
    ");
    told!("a[];", @"
    a[];
    ----
    [E0101] error: expected an expression, found `]`
       ,-[ main.conc:1:3 ]
       |
     1 | a[];
       |   |
       |   `-- expected an expression
    ---'
    ");
}

#[test]
fn arrays_and_tuples_may_end_in_a_comma() {
    check!("[]; [1]; [1, 2,]; (); (1,); (1, 2); (1, 2,); (1); ((1));", @"
    []; [1]; [1, 2,]; (); (1,); (1, 2); (1, 2,); (1); ((1));
    ----
    (array)
    (array 1)
    (array 1 2)
    (tuple)
    (tuple 1)
    (tuple 1 2)
    (tuple 1 2)
    1
    1
    ");
}

#[test]
fn lists_may_have_several_lines() {
    check!(
        r#"
        [
            1,
            [2, 3],
        ]
        "#,
        @"
    [
        1,
        [2, 3],
    ]
    ----
    (array 1 (array 2 3))
    "
    );
}

#[test]
fn struct_literals_have_fields_shorthands_and_a_base() {
    check!("Point { x: 1, y: 2 }; Point { x, y }; Point { x, ..base }; Point { ..base }; Point {};", @"
    Point { x: 1, y: 2 }; Point { x, y }; Point { x, ..base }; Point { ..base }; Point {};
    ----
    (struct Point x:1 y:2)
    (struct Point x:x y:y)
    (struct Point x:x ..base)
    (struct Point ..base)
    (struct Point)
    ");
}

#[test]
fn struct_literals_may_have_paths_and_type_arguments() {
    check!("m::Point { x: 1 }; Shape::Rect { w: 1, h: 2 }; Pair<Int, Int> { a: 1, b: 2 }; Self { x };", @"
    m::Point { x: 1 }; Shape::Rect { w: 1, h: 2 }; Pair<Int, Int> { a: 1, b: 2 }; Self { x };
    ----
    (struct m::Point x:1)
    (struct Shape::Rect w:1 h:2)
    (struct Pair<Int, Int> a:1 b:2)
    (struct Self x:x)
    ");
}

#[test]
fn fields_may_be_named_like_keywords() {
    check!("Message { type: 1, match: 2, self: 3, tool: 4, }.type", @"
    Message { type: 1, match: 2, self: 3, tool: 4, }.type
    ----
    (. (struct Message type:1 match:2 self:3 tool:4) type)
    ");
}

#[test]
fn maps_have_expressions_as_keys() {
    check!(r#"let m = { "a": 1, b: 2, (1, 2): 3, f(x): 4, Color::Red: 5, }; let e = {:};"#, @r#"
    let m = { "a": 1, b: 2, (1, 2): 3, f(x): 4, Color::Red: 5, }; let e = {:};
    ----
    (let m = (map "a":1 b:2 (tuple 1 2):3 (call f x):4 Color::Red:5))
    (let e = (map))
    "#);
}
