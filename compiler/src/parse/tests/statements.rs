//! Statements: `let`, `mock`, expressions.

#[test]
fn a_let_binds_a_pattern() {
    check!(
        r#"
        let a = 1;
        let mut b = 2;
        let c: Int = 3;
        let (d, e) = f;
        let mut (g, h) = i;
        let Point { x, .. } = p;
        let [first, ..rest] = xs;
        let _ = f();
        let later: Int;
        "#,
        @"
    let a = 1;
    let mut b = 2;
    let c: Int = 3;
    let (d, e) = f;
    let mut (g, h) = i;
    let Point { x, .. } = p;
    let [first, ..rest] = xs;
    let _ = f();
    let later: Int;
    ----
    (let a = 1)
    (let mut b = 2)
    (let c: Int = 3)
    (let (tuple d e) = f)
    (let mut (tuple g h) = i)
    (let (struct Point x ..) = p)
    (let (array first ..rest) = xs)
    (let _ = (call f))
    (let later: Int)
    "
    );
}

#[test]
fn a_let_may_have_an_else() {
    check!("let Some(x) = y else { return; }; let Ok(a) = b() else { panic(\"no\") };", @r#"
    let Some(x) = y else { return; }; let Ok(a) = b() else { panic("no") };
    ----
    (let (variant Some x) = y else
      (return))
    (let (variant Ok a) = (call b) else
      => (call panic "no"))
    "#);
}

#[test]
fn a_type_may_be_followed_by_an_equals_sign_without_a_space() {
    check!("let a: Array<Int>= [1]; let b: Map<String, Array<Int>>= {:}; let c: Int?= None;", @"
    let a: Array<Int>= [1]; let b: Map<String, Array<Int>>= {:}; let c: Int?= None;
    ----
    (let a: Array<Int> = (array 1))
    (let b: Map<String, Array<Int>> = (map))
    (let c: (optional Int) = None)
    ");
}

#[test]
fn an_expression_is_a_statement() {
    check!("f(); a = b; a.b; 1 + 2; |x| x;", @"
    f(); a = b; a.b; 1 + 2; |x| x;
    ----
    (call f)
    (= a b)
    (. a b)
    (+ 1 2)
    (closure x => x)
    ");
}

#[test]
fn a_script_may_end_in_a_value() {
    check!("f();\ng()", @"
    f();
    g()
    ----
    (call f)
    (call g)
    ");
}

#[test]
fn a_mock_replaces_an_agent_or_a_function() {
    check!(
        r#"
        mock Assistant { response: "…" }
        mock Assistant { responses: ["a", "b"], };
        mock Assistant { tool_calls: [Calculator.add(1, 2)], then: "3" }
        mock Calculator.add = |a, b| 5;
        mock tools::Calculator.add = f;
        mock files { read: |path| "text" }
        "#,
        @r#"
    mock Assistant { response: "…" }
    mock Assistant { responses: ["a", "b"], };
    mock Assistant { tool_calls: [Calculator.add(1, 2)], then: "3" }
    mock Calculator.add = |a, b| 5;
    mock tools::Calculator.add = f;
    mock files { read: |path| "text" }
    ----
    (mock Assistant response:"…")
    (mock Assistant responses:(array "a" "b"))
    (mock Assistant tool_calls:(array (method Calculator add 1 2)) then:"3")
    (mock (. Calculator add) = (closure a b => 5))
    (mock (. tools::Calculator add) = f)
    (mock files read:(closure path => "text"))
    "#
    );
}

#[test]
fn mock_is_a_name_unless_a_name_follows() {
    check!("mock(1); mock.x; let mock = 1; mock = 2;", @"
    mock(1); mock.x; let mock = 1; mock = 2;
    ----
    (call mock 1)
    (. mock x)
    (let mock = 1)
    (= mock 2)
    ");
}

#[test]
fn a_mock_has_settings_or_a_function() {
    told!("mock Assistant;", @"
    mock Assistant;
    ----
    [E0101] error: expected `{`, `::`, `.` or `=`, found `;`
       ,-[ main.conc:1:15 ]
       |
     1 | mock Assistant;
       |               |
       |               `-- expected `{`, `::`, `.` or `=`
    ---'
    ");
}

#[test]
fn a_statement_ends_in_a_semicolon() {
    told!(
        r#"
        let a = 1
        print(a)
        print(2);
        "#,
        @"
    let a = 1
    print(a)
    print(2);
    ----
    [E0107] error: a `;` is missing at the end of this statement
       ,-[ main.conc:1:10 ]
       |
     1 | let a = 1
       |          |
       |          `- `;` belongs here
       |
       | Help: add `;`
    ---'

    [E0107] error: a `;` is missing at the end of this statement
       ,-[ main.conc:2:9 ]
       |
     2 | print(a)
       |         |
       |         `- `;` belongs here
       |
       | Help: add `;`
    ---'
    "
    );
}

#[test]
fn a_let_needs_a_semicolon_at_the_end_of_its_block_too() {
    told!("fn f() { let a = 1 }", @"
    fn f() { let a = 1 }
    ----
    [E0107] error: a `;` is missing at the end of this statement
       ,-[ main.conc:1:19 ]
       |
     1 | fn f() { let a = 1 }
       |                   |
       |                   `- `;` belongs here
       |
       | Help: add `;`
    ---'
    ");
}

#[test]
fn a_statement_on_the_same_line_needs_one_too() {
    told!("f() g();", @"
    f() g();
    ----
    [E0101] error: expected an operator or `;`, found `g`
       ,-[ main.conc:1:5 ]
       |
     1 | f() g();
       |     |
       |     `-- expected an operator or `;`
    ---'
    ");
}

#[test]
fn declarations_stay_outside_of_blocks() {
    told!(
        r#"
        fn f() {
            fn g() {}
            struct P { x: Int }
            g();
        }
        "#,
        @"
    fn f() {
        fn g() {}
        struct P { x: Int }
        g();
    }
    ----
    [E0106] error: a function cannot be declared inside a block
       ,-[ main.conc:2:5 ]
       |
     2 |     fn g() {}
       |     ^^|^
       |       `--- only statements can stand here
       |
       | Help: move it to the top level of the file; for a small function, use a closure: `let f = |x| …;`
    ---'

    [E0106] error: a struct cannot be declared inside a block
       ,-[ main.conc:3:5 ]
       |
     3 |     struct P { x: Int }
       |     ^^^^|^^^
       |         `----- only statements can stand here
       |
       | Help: move it to the top level of the file
    ---'
    "
    );
}

#[test]
fn a_decorator_decorates_a_declaration() {
    told!("fn f() { @retry(max: 2) g(); }", @"
    fn f() { @retry(max: 2) g(); }
    ----
    [E0117] error: there is nothing here that this could decorate
       ,-[ main.conc:1:10 ]
       |
     1 | fn f() { @retry(max: 2) g(); }
       |          ^^^^^^^|^^^^^^
       |                 `-------- belongs before a declaration, a field or a parameter
       |
       | Help: move it directly before what it is about
    ---'
    ");
    told!("@test\nlet a = 1;", @"
    @test
    let a = 1;
    ----
    [E0117] error: there is nothing here that this could decorate
       ,-[ main.conc:1:1 ]
       |
     1 | @test
       | ^^|^^
       |   `---- belongs before a declaration, a field or a parameter
       |
       | Help: move it directly before what it is about
    ---'
    ");
    told!("fn f() {}\n@test\n", @"
    fn f() {}
    @test
    ----
    [E0117] error: there is nothing here that this could decorate
       ,-[ main.conc:2:1 ]
       |
     2 | @test
       | ^^|^^
       |   `---- belongs before a declaration, a field or a parameter
       |
       | Help: move it directly before what it is about
    ---'
    ");
}
