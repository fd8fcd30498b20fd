//! What was meant, where that is clear.

use super::read;

#[test]
fn a_keyword_cannot_be_a_name() {
    told!("let for = 1;", @"
    let for = 1;
    ----
    [E0101] error: expected a pattern or `mut`, found `for`
       ,-[ main.conc:1:5 ]
       |
     1 | let for = 1;
       |     ^|^
       |      `--- expected a pattern or `mut`
       |
       | Help: `for` is a keyword: choose another name
    ---'
    ");
}

#[test]
fn a_result_type_comes_after_an_arrow() {
    told!("fn f(): Int { 1 }", @"
    fn f(): Int { 1 }
    ----
    [E0101] error: expected `{`, `;` or `->`, found `:`
       ,-[ main.conc:1:7 ]
       |
     1 | fn f(): Int { 1 }
       |       |
       |       `-- expected `{`, `;` or `->`
       |
       | Help: a result type is written after `->`
    ---'
    ");
    told!("fn f() => Int { 1 }", @"
    fn f() => Int { 1 }
    ----
    [E0101] error: expected `{`, `;` or `->`, found `=>`
       ,-[ main.conc:1:8 ]
       |
     1 | fn f() => Int { 1 }
       |        ^|
       |         `-- expected `{`, `;` or `->`
       |
       | Help: a result type is written after `->`
    ---'
    ");
}

#[test]
fn the_arrow_of_an_arm_is_a_fat_one() {
    told!("match x { 1 -> a, _ => b }", @"
    match x { 1 -> a, _ => b }
    ----
    [E0101] error: expected `if` or `=>`, found `->`
       ,-[ main.conc:1:13 ]
       |
     1 | match x { 1 -> a, _ => b }
       |             ^|
       |              `-- expected `if` or `=>`
       |
       | Help: an arm is written `pattern => value`
    ---'
    ");
}

#[test]
fn two_plus_signs_are_no_operator() {
    told!("x++;", @"
    x++;
    ----
    [E0101] error: expected an expression, found `+`
       ,-[ main.conc:1:3 ]
       |
     1 | x++;
       |   |
       |   `-- expected an expression
       |
       | Help: there is no `++`: write `x += 1`
    ---'
    ");
}

#[test]
fn equality_has_two_characters() {
    told!("a === b;", @"
    a === b;
    ----
    [E0101] error: expected an expression, found `=`
       ,-[ main.conc:1:5 ]
       |
     1 | a === b;
       |     |
       |     `-- expected an expression
       |
       | Help: equality is `==` and `!=`, with two characters
    ---'
    ");
    told!("a !== b;", @"
    a !== b;
    ----
    [E0101] error: expected an expression, found `=`
       ,-[ main.conc:1:5 ]
       |
     1 | a !== b;
       |     |
       |     `-- expected an expression
       |
       | Help: equality is `==` and `!=`, with two characters
    ---'
    ");
}

#[test]
fn fields_have_a_colon() {
    told!("Order { id = 1, name: 2 };", @"
    Order { id = 1, name: 2 };
    ----
    [E0101] error: fields are written `name: value`
       ,-[ main.conc:1:12 ]
       |
     1 | Order { id = 1, name: 2 };
       |            |
       |            `-- `:` belongs here
       |
       | Help: replace `=` by `:`
    ---'
    ");
    told!("agent A { model = \"m\" }", @r#"
    agent A { model = "m" }
    ----
    [E0101] error: expected `:`, found `=`
       ,-[ main.conc:1:17 ]
       |
     1 | agent A { model = "m" }
       |                 |
       |                 `-- expected `:`
       |
       | Help: a `:` comes first: `name: value` in settings, `name: Type = value` in declarations
    ---'
    "#);
}

#[test]
fn a_comma_is_missing_at_the_end_of_a_line() {
    told!(
        r#"
        f(
            1
            2,
        );
        "#,
        @"
    f(
        1
        2,
    );
    ----
    [E0101] error: expected an operator, `)` or `,`, found `2`
       ,-[ main.conc:2:6 ]
       |
     2 |     1
       |      |
       |      `- expected an operator, `)` or `,`
    ---'
    "
    );
}

#[test]
fn what_was_meant_is_said_where_it_is_clear() {
    let table = [
        ("let a = b ? c : d;", "choose with `if condition { a } else { b }`"),
        ("fn f() -> { 1 }", "a function that gives nothing has no `->`"),
        ("print \"a\";", "arguments stand in parentheses"),
        ("let a: [Int] = b;", "a list of `T` is an `Array<T>`"),
        ("use a.b;", "the parts of a path are joined with `::`"),
        ("fn f(a) {}", "a name is followed by its type: `name: Type`"),
        ("let f = fn(x) { x };", "a closure is written `|x| …`; functions are declared at the top level"),
        ("match x { 1 -> 2 }", "an arm is written `pattern => value`"),
        ("match x { else => 2 }", "the arm for everything else is `_ => …`"),
    ];
    for (source, help) in table {
        let found = read(source).found;
        let helps: Vec<&str> = found.iter().flat_map(|it| &it.help).map(String::as_str).collect();
        assert_eq!(helps, [help], "{source}");
    }
}
