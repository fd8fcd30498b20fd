//! What is said where something else was expected.

use super::read;

fn titles(source: &str) -> String {
    read(source).found.iter().map(|it| format!("{}\n", it.title)).collect()
}

#[test]
fn a_value_is_missing() {
    told!("let a = ;", @"
    let a = ;
    ----
    [E0101] error: expected an expression, found `;`
       ,-[ main.conc:1:9 ]
       |
     1 | let a = ;
       |         |
       |         `-- expected an expression
    ---'
    ");
    told!("f(1 + );", @"
    f(1 + );
    ----
    [E0101] error: expected an expression, found `)`
       ,-[ main.conc:1:7 ]
       |
     1 | f(1 + );
       |       |
       |       `-- expected an expression
    ---'
    ");
    told!("a = *b;", @"
    a = *b;
    ----
    [E0101] error: expected an expression, found `*`
       ,-[ main.conc:1:5 ]
       |
     1 | a = *b;
       |     |
       |     `-- expected an expression
    ---'
    ");
}

#[test]
fn a_name_is_missing() {
    told!("fn () {}", @"
    fn () {}
    ----
    [E0101] error: expected a name, found `(`
       ,-[ main.conc:1:4 ]
       |
     1 | fn () {}
       |    |
       |    `-- expected a name
    ---'
    ");
    told!("struct {}", @"
    struct {}
    ----
    [E0101] error: expected a name, found `{`
       ,-[ main.conc:1:8 ]
       |
     1 | struct {}
       |        |
       |        `-- expected a name
    ---'
    ");
    told!("a.;", @"
    a.;
    ----
    [E0101] error: expected a name or a number, found `;`
       ,-[ main.conc:1:3 ]
       |
     1 | a.;
       |   |
       |   `-- expected a name or a number
    ---'
    ");
}

#[test]
fn a_block_is_missing() {
    told!("if a f();", @"
    if a f();
    ----
    [E0101] error: expected an operator or `{`, found `f`
       ,-[ main.conc:1:6 ]
       |
     1 | if a f();
       |      |
       |      `-- expected an operator or `{`
    ---'
    ");
    told!("if a { } else f();", @"
    if a { } else f();
    ----
    [E0101] error: expected `{`, found `f`
       ,-[ main.conc:1:15 ]
       |
     1 | if a { } else f();
       |               |
       |               `-- expected `{`
    ---'
    ");
    told!("loop f();", @"
    loop f();
    ----
    [E0101] error: expected `{`, found `f`
       ,-[ main.conc:1:6 ]
       |
     1 | loop f();
       |      |
       |      `-- expected `{`
    ---'
    ");
}

#[test]
fn what_is_missing_at_the_end_of_a_line_is_missing_there() {
    told!("fn f(a: Int)\nlet b = 1;", @"
    fn f(a: Int)
    let b = 1;
    ----
    [E0101] error: expected `{`, `;` or `->`, found `let`
       ,-[ main.conc:1:13 ]
       |
     1 | fn f(a: Int)
       |             |
       |             `- expected `{`, `;` or `->`
    ---'
    ");
    told!("if a\nlet b = 1;", @"
    if a
    let b = 1;
    ----
    [E0101] error: expected an operator or `{`, found `let`
       ,-[ main.conc:1:5 ]
       |
     1 | if a
       |     |
       |     `- expected an operator or `{`
    ---'
    ");
}

#[test]
fn what_is_missing_at_the_end_of_the_file_is_missing_there() {
    told!("a = 1 +", @"
    a = 1 +
    ----
    [E0101] error: expected an expression, found the end of the file
       ,-[ main.conc:1:8 ]
       |
     1 | a = 1 +
       |        |
       |        `- expected an expression
    ---'
    ");
    told!("use a::", @"
    use a::
    ----
    [E0101] error: expected a name, found the end of the file
       ,-[ main.conc:1:8 ]
       |
     1 | use a::
       |        |
       |        `- expected a name
    ---'
    ");
}

#[test]
fn a_comma_is_missing_between_elements() {
    told!("f(1 2);", @"
    f(1 2);
    ----
    [E0101] error: expected an operator, `)` or `,`, found `2`
       ,-[ main.conc:1:5 ]
       |
     1 | f(1 2);
       |     |
       |     `-- expected an operator, `)` or `,`
    ---'
    ");
    told!("let a = [1 2];", @"
    let a = [1 2];
    ----
    [E0101] error: expected an operator, `]` or `,`, found `2`
       ,-[ main.conc:1:12 ]
       |
     1 | let a = [1 2];
       |            |
       |            `-- expected an operator, `]` or `,`
    ---'
    ");
    told!("let t = (1 2);", @"
    let t = (1 2);
    ----
    [E0101] error: expected an operator, `)` or `,`, found `2`
       ,-[ main.conc:1:12 ]
       |
     1 | let t = (1 2);
       |            |
       |            `-- expected an operator, `)` or `,`
    ---'
    ");
}

#[test]
fn something_is_between_commas() {
    told!("f(1, , 2);", @"
    f(1, , 2);
    ----
    [E0101] error: expected an expression or `)`, found `,`
       ,-[ main.conc:1:6 ]
       |
     1 | f(1, , 2);
       |      |
       |      `-- expected an expression or `)`
    ---'
    ");
}

#[test]
fn what_was_expected_is_listed_up_to_five() {
    let table = [
        ("let a 1;", "expected `else`, `;`, `:` or `=`, found `1`\n"),
        ("let a: = 1;", "expected a type, found `=`\n"),
        ("let = 1;", "expected a pattern or `mut`, found `=`\n"),
        ("match x { => 1 }", "expected a pattern or `}`, found `=>`\n"),
        ("use a.b;", "expected `as`, `;` or `::`, found `.`\n"),
        ("enum E { A = 1 }", "expected `}` or `,`, found `=`\n"),
        ("pub x;", "expected a declaration, found `x`\n"),
        ("memory m;", "expected `:` or `=`, found `;`\n"),
        ("pipeline P {}", "expected `(`, found `{`\n"),
        ("pipeline P() { x }", "expected `repeat`, `stage` or `}`, found `x`\n"),
        ("provider tool {}", "expected a name, found `{`\n"),
        ("'a: f();", "expected `for`, `loop` or `while`, found `f`\n"),
        ("a.+b;", "expected a name or a number, found `+`\n"),
        ("f(a: );", "expected an expression, found `)`\n"),
        ("mock A;", "expected `{`, `::`, `.` or `=`, found `;`\n"),
        ("x() y;", "expected an operator or `;`, found `y`\n"),
        ("f() \"a\";", "expected an operator or `;`, found a string\n"),
        ("f() 30s;", "expected an operator or `;`, found `30s`\n"),
        ("f() 'a;", "expected an operator or `;`, found a label\n"),
    ];
    for (source, expected) in table {
        assert_eq!(titles(source), expected, "{source}");
    }
}

#[test]
fn a_long_number_is_not_repeated() {
    assert_eq!(titles(&format!("x {};", "1".repeat(50))), "expected an operator or `;`, found a number\n");
}
