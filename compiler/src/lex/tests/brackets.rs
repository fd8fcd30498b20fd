//! Brackets that are missing: one message for each place.

#[test]
fn a_round_bracket_is_missing_before_a_semicolon() {
    told!("print(max(1, 2);\nprint(3);\n", @"
    print(max(1, 2);
    print(3);
    ----
    [E0102] error: `(` is never closed
       ,-[ main.conc:1:6 ]
       |
     1 | print(max(1, 2);
       |      |         |
       |      `------------ opened here
       |                |
       |                `-- `)` is missing before this
       |
       | Help: add `)`
    ---'
    ");
}

#[test]
fn a_square_bracket_is_missing_before_a_semicolon() {
    told!("let a = [1, 2;\nlet b = 3;\n", @"
    let a = [1, 2;
    let b = 3;
    ----
    [E0102] error: `[` is never closed
       ,-[ main.conc:1:9 ]
       |
     1 | let a = [1, 2;
       |         |    |
       |         `------- opened here
       |              |
       |              `-- `]` is missing before this
       |
       | Help: add `]`
    ---'
    ");
}

#[test]
fn several_brackets_missing_at_one_place_are_one_mistake() {
    told!("f(g([1, 2;\n", @"
    f(g([1, 2;
    ----
    [E0102] error: `[` is never closed
       ,-[ main.conc:1:5 ]
       |
     1 | f(g([1, 2;
       |  | ||    |
       |  `---------- still open, too
       |    ||    |
       |    `-------- still open, too
       |     |    |
       |     `------- opened here
       |          |
       |          `-- `]))` is missing before this
       |
       | Help: add `]))`
    ---'
    ");
}

#[test]
fn a_bracket_is_missing_before_a_let() {
    told!(
        r#"
        fn f() {
            g(1
            let a = 2;
        }
        "#,
        @"
    fn f() {
        g(1
        let a = 2;
    }
    ----
    [E0102] error: `(` is never closed
       ,-[ main.conc:2:6 ]
       |
     2 |     g(1
       |      |
       |      `-- opened here
     3 |     let a = 2;
       |     ^|^
       |      `--- `)` is missing before this
       |
       | Help: add `)`
    ---'
    "
    );
}

#[test]
fn a_bracket_is_missing_before_a_closing_brace() {
    told!(
        r#"
        fn f() {
            g(1
        }
        "#,
        @"
    fn f() {
        g(1
    }
    ----
    [E0102] error: `(` is never closed
       ,-[ main.conc:2:6 ]
       |
     2 |     g(1
       |      |
       |      `-- opened here
     3 | }
       | |
       | `-- `)` is missing before this
       |
       | Help: add `)`
    ---'
    "
    );
}

#[test]
fn a_bracket_is_missing_before_an_inner_declaration() {
    told!(
        r#"
        impl Point {
            fn a(self) { g([1) }
            fn b(self
            fn c(self) {}
        }
        "#,
        @"
    impl Point {
        fn a(self) { g([1) }
        fn b(self
        fn c(self) {}
    }
    ----
    [E0102] error: `[` is never closed
       ,-[ main.conc:2:20 ]
       |
     2 |     fn a(self) { g([1) }
       |                    | |
       |                    `---- opened here
       |                      |
       |                      `-- `]` is missing before this
       |
       | Help: add `]`
    ---'

    [E0102] error: `(` is never closed
       ,-[ main.conc:3:9 ]
       |
     3 |     fn b(self
       |         |
       |         `-- opened here
     4 |     fn c(self) {}
       |     ^|
       |      `-- `)` is missing before this
       |
       | Help: add `)`
    ---'
    "
    );
}

#[test]
fn a_brace_is_missing_at_the_end() {
    told!(
        r#"
        fn f() {
            g();
        "#,
        @"
    fn f() {
        g();
    ----
    [E0102] error: the file ends before this `{` is closed
       ,-[ main.conc:1:8 ]
       |
     1 | fn f() {
       |        |
       |        `-- opened here
       |
       | Help: add `}`
    ---'
    "
    );
}

#[test]
fn all_that_is_open_at_the_end_is_one_mistake() {
    told!("fn f() {\n    if a {\n        g([1,", @"
    fn f() {
        if a {
            g([1,
    ----
    [E0102] error: the file ends before this `[` is closed
       ,-[ main.conc:3:11 ]
       |
     2 |     if a {
       |          |
       |          `-- still open, too
     3 |         g([1,
       |          ||
       |          `--- still open, too
       |           |
       |           `-- opened here
       |
       | Help: add `])}}`
    ---'
    ");
}

#[test]
fn a_declaration_at_the_margin_shows_where_a_brace_is_missing() {
    told!(
        r#"
        fn f() {
            if a {
                g();
            }

        fn h() {}
        "#,
        @"
    fn f() {
        if a {
            g();
        }

    fn h() {}
    ----
    [E0102] error: `{` is never closed
       ,-[ main.conc:1:8 ]
       |
     1 | fn f() {
       |        |
       |        `-- opened here
       |
     6 | fn h() {}
       | ^|
       |  `-- `}` is missing before this
       |
       | Help: add `}`
    ---'
    "
    );
}

#[test]
fn indentation_shows_which_block_is_not_closed() {
    told!(
        r#"
        fn f() {
            if a {
                g();
        }

        fn h() {}
        "#,
        @"
    fn f() {
        if a {
            g();
    }

    fn h() {}
    ----
    [E0102] error: `{` is never closed
       ,-[ main.conc:2:10 ]
       |
     2 |     if a {
       |          |
       |          `-- opened here
       |
     4 | }
       | |
       | `-- `}` is missing before this
       |
       | Help: add `}`
    ---'
    "
    );
}

#[test]
fn a_decorator_belongs_to_the_declaration_at_the_margin() {
    told!(
        r#"
        fn f() {
            g();

        @test("it works")
        fn h() {}
        "#,
        @r#"
    fn f() {
        g();

    @test("it works")
    fn h() {}
    ----
    [E0102] error: `{` is never closed
       ,-[ main.conc:1:8 ]
       |
     1 | fn f() {
       |        |
       |        `-- opened here
       |
     4 | @test("it works")
       | |
       | `-- `}` is missing before this
       |
       | Help: add `}`
    ---'
    "#
    );
}

#[test]
fn a_brace_closes_what_is_open_inside_it() {
    told!("match x { 1 => f(2 }\n", @"
    match x { 1 => f(2 }
    ----
    [E0102] error: `(` is never closed
       ,-[ main.conc:1:17 ]
       |
     1 | match x { 1 => f(2 }
       |                 |  |
       |                 `----- opened here
       |                    |
       |                    `-- `)` is missing before this
       |
       | Help: add `)`
    ---'
    ");
}

#[test]
fn a_bracket_is_missing_inside_an_interpolation() {
    told!(r#"print("a ${f(x} b");"#, @r#"
    print("a ${f(x} b");
    ----
    [E0102] error: `(` is never closed
       ,-[ main.conc:1:13 ]
       |
     1 | print("a ${f(x} b");
       |             | |
       |             `---- opened here
       |               |
       |               `-- `)` is missing before this
       |
       | Help: add `)`
    ---'
    "#);
}
