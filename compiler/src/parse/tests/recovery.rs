//! Independent mistakes give one message each, and the rest of the file is read.

use super::{read, show};

/// Where something is said, and its code: a line for each.
fn places(source: &str) -> String {
    let source = show::unindented(source);
    let read = read(&source);
    let file = read.sources.file(read.file);
    let lines: Vec<String> = read
        .found
        .iter()
        .map(|it| {
            let at = file.position(it.span().unwrap_or_default().start);
            format!("{}:{} {} {}", at.line, at.column, it.code.text(), it.title)
        })
        .collect();
    assert_eq!(lines.len(), 10, "{}", lines.join("\n"));
    show::page(&source, &lines.join("\n"))
}

macro_rules! check_ten {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!(places($source), @$expected)
    };
}

#[test]
fn ten_mistakes_in_statements() {
    check_ten!(
        r#"
        let a = ;
        let b 2;
        let = 3;
        print(4;
        let c = 5 +;
        if d = 6 { print(6); }
        7 = e;
        x++;
        let f = [1 2];
        print(8)
        print("fine");
        "#,
        @r#"
    let a = ;
    let b 2;
    let = 3;
    print(4;
    let c = 5 +;
    if d = 6 { print(6); }
    7 = e;
    x++;
    let f = [1 2];
    print(8)
    print("fine");
    ----
    1:9 E0101 expected an expression, found `;`
    2:7 E0101 expected `else`, `;`, `:` or `=`, found `2`
    3:5 E0101 expected a pattern or `mut`, found `=`
    4:6 E0102 `(` is never closed
    5:12 E0101 expected an expression, found `;`
    6:4 E0111 an assignment is not a condition
    7:1 E0111 nothing can be assigned to this
    8:3 E0101 expected an expression, found `+`
    9:12 E0101 expected an operator, `]` or `,`, found `2`
    10:9 E0107 a `;` is missing at the end of this statement
    "#
    );
}

#[test]
fn ten_mistakes_in_declarations() {
    check_ten!(
        r#"
        fn () {}
        fn a(x) {}
        fn b() -> {}
        struct C { x, y: Int }
        struct D(Int);
        enum E { A = 1, B }
        trait F: G {}
        const H = 1;
        type I Int;
        use j::*;
        fn fine() {}
        "#,
        @"
    fn () {}
    fn a(x) {}
    fn b() -> {}
    struct C { x, y: Int }
    struct D(Int);
    enum E { A = 1, B }
    trait F: G {}
    const H = 1;
    type I Int;
    use j::*;
    fn fine() {}
    ----
    1:4 E0101 expected a name, found `(`
    2:7 E0101 expected `:`, found `)`
    3:11 E0101 expected a type, found `{`
    4:13 E0101 expected `:`, found `,`
    5:9 E0116 the fields of a struct have names
    6:12 E0101 expected `}` or `,`, found `=`
    7:8 E0116 a trait cannot require another
    8:9 E0101 expected `:`, found `=`
    9:8 E0101 expected `=` or `<`, found `Int`
    10:8 E0116 there are no glob imports
    "
    );
}

#[test]
fn ten_mistakes_inside_calls() {
    check_ten!(
        r#"
        f(1, );
        f(, 2);
        f(3 3);
        f(a: 4, 5);
        f(g(6 +), 6);
        f([7, *, 7]);
        f(|x 8);
        f("${9 +}");
        f({ "a" 10 });
        f(P { x: });
        f(a[], 12);
        "#,
        @r#"
    f(1, );
    f(, 2);
    f(3 3);
    f(a: 4, 5);
    f(g(6 +), 6);
    f([7, *, 7]);
    f(|x 8);
    f("${9 +}");
    f({ "a" 10 });
    f(P { x: });
    f(a[], 12);
    ----
    2:3 E0101 expected an expression or `)`, found `,`
    3:5 E0101 expected an operator, `)` or `,`, found `3`
    4:9 E0108 positional arguments come before named ones
    5:8 E0101 expected an expression, found `)`
    6:7 E0101 expected an expression or `]`, found `*`
    7:6 E0101 expected `,`, `:` or `|`, found `8`
    8:9 E0101 expected an expression, found `}`
    9:9 E0101 expected an operator or `;`, found `10`
    10:10 E0101 expected an expression, found `}`
    11:5 E0101 expected an expression, found `]`
    "#
    );
}

#[test]
fn ten_mistakes_in_tools_and_agents() {
    check_ten!(
        r#"
        tool A {
            description: ,
            x: = 1,
            @describe("ok")
            pub fn a( x) {}
            pub b() {}
            fn c() { let = 1; }
            fn fine() {}
        }

        agent B {
            provider: ,
            model "m",
            tools: [A, , A],
            temperature: 0.2
            max_tokens: 5,
        }

        mcp C {
            server github,
            fn ok();
        }
        "#,
        @r#"
    tool A {
        description: ,
        x: = 1,
        @describe("ok")
        pub fn a( x) {}
        pub b() {}
        fn c() { let = 1; }
        fn fine() {}
    }

    agent B {
        provider: ,
        model "m",
        tools: [A, , A],
        temperature: 0.2
        max_tokens: 5,
    }

    mcp C {
        server github,
        fn ok();
    }
    ----
    2:18 E0101 expected an expression, found `,`
    3:8 E0101 expected a type, found `=`
    5:16 E0101 expected `:`, found `)`
    6:9 E0101 expected `fn`, found `b`
    7:18 E0101 expected a pattern or `mut`, found `=`
    12:15 E0101 expected an expression, found `,`
    13:11 E0101 expected `:`, found a string
    14:16 E0101 expected an expression or `]`, found `,`
    15:21 E0101 a `,` is missing at the end of this line
    20:12 E0101 expected `:`, found `github`
    "#
    );
}

#[test]
fn ten_mistakes_in_control_flow() {
    check_ten!(
        r#"
        fn f() {
            if a g();
            if a { } else g();
            while a = 1 { }
            for in xs { }
            for x of xs { }
            while let Some(x) { }
            match x { 1 -> 2, _ => 3 }
            match x { => 2, _ => 3 }
            let Some(y) = z else return;
            loop g();
            fine();
        }
        "#,
        @"
    fn f() {
        if a g();
        if a { } else g();
        while a = 1 { }
        for in xs { }
        for x of xs { }
        while let Some(x) { }
        match x { 1 -> 2, _ => 3 }
        match x { => 2, _ => 3 }
        let Some(y) = z else return;
        loop g();
        fine();
    }
    ----
    2:10 E0101 expected an operator or `{`, found `g`
    3:19 E0101 expected `{`, found `g`
    4:11 E0111 an assignment is not a condition
    5:9 E0101 expected a pattern, found `in`
    6:11 E0116 there is no `of` in this language
    7:23 E0101 expected `=`, found `{`
    8:17 E0101 expected `if` or `=>`, found `->`
    9:15 E0101 expected a pattern or `}`, found `=>`
    10:26 E0101 expected `{`, found `return`
    11:10 E0101 expected `{`, found `g`
    "
    );
}

#[test]
fn ten_brackets_missing_or_wrong() {
    check_ten!(
        r#"
        fn a() { f(1; }
        fn b() { f[1; }
        fn c() { f(1]; }
        fn d() { [1); }
        fn e() { f(1)); }
        fn g() { f[1]]; }
        fn h() { f(g([1; }
        fn i() { "${f(1}"; }
        fn j() {
            if a {
                f();
        }
        fn k() {
            f();

        fn fine() {}
        "#,
        @r#"
    fn a() { f(1; }
    fn b() { f[1; }
    fn c() { f(1]; }
    fn d() { [1); }
    fn e() { f(1)); }
    fn g() { f[1]]; }
    fn h() { f(g([1; }
    fn i() { "${f(1}"; }
    fn j() {
        if a {
            f();
    }
    fn k() {
        f();

    fn fine() {}
    ----
    1:11 E0102 `(` is never closed
    2:11 E0102 `[` is never closed
    3:13 E0103 `(` is closed by `]`
    4:12 E0103 `[` is closed by `)`
    5:14 E0103 this `)` closes nothing
    6:14 E0103 this `]` closes nothing
    7:14 E0102 `[` is never closed
    8:14 E0102 `(` is never closed
    10:10 E0102 `{` is never closed
    13:8 E0102 `{` is never closed
    "#
    );
}
