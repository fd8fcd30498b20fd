//! Where the brackets that are missing are made up.

use super::read;

#[test]
fn brackets_that_match_stay_as_they_are() {
    check!("f([1], { (2) })", @r#"
    f([1], { (2) })
    ----
    1:1      Ident "f"
    1:2      ParenOpen
    1:3      SquareOpen
    1:4      Int "1"
    1:5      SquareClose
    1:6      Comma
    1:8      BraceOpen
    1:10     ParenOpen
    1:11     Int "2"
    1:12     ParenClose
    1:14     BraceClose
    1:15     ParenClose
    1:16     End
    "#);
}

#[test]
fn a_missing_bracket_is_made_up_before_the_semicolon() {
    check!("f(g(1; h();", @r#"
    f(g(1; h();
    ----
    1:1      Ident "f"
    1:2      ParenOpen
    1:3      Ident "g"
    1:4      ParenOpen
    1:5      Int "1"
    1:6      ParenClose (made up)
    1:6      ParenClose (made up)
    1:6      Semicolon
    1:8      Ident "h"
    1:9      ParenOpen
    1:10     ParenClose
    1:11     Semicolon
    1:12     End
    ----
    [E0102] error: `(` is never closed
       ,-[ main.conc:1:4 ]
       |
     1 | f(g(1; h();
       |  | | |
       |  `------ still open, too
       |    | |
       |    `---- opened here
       |      |
       |      `-- `))` is missing before this
       |
       | Help: add `))`
    ---'
    "#);
}

#[test]
fn a_missing_brace_is_made_up_before_the_declaration_at_the_margin() {
    check!(
        r#"
        fn f() {
            if a {

        fn h() {}
        "#,
        @r#"
    fn f() {
        if a {

    fn h() {}
    ----
    1:1      Fn
    1:4      Ident "f"
    1:5      ParenOpen
    1:6      ParenClose
    1:8      BraceOpen
    2:5      If
    2:8      Ident "a"
    2:10     BraceOpen
    2:11     BraceClose (made up)
    2:11     BraceClose (made up)
    4:1      Fn
    4:4      Ident "h"
    4:5      ParenOpen
    4:6      ParenClose
    4:8      BraceOpen
    4:9      BraceClose
    5:1      End
    ----
    [E0102] error: `{` is never closed
       ,-[ main.conc:2:10 ]
       |
     1 | fn f() {
       |        |
       |        `-- still open, too
     2 |     if a {
       |          |
       |          `-- opened here
       |
     4 | fn h() {}
       | ^|
       |  `-- `}}` is missing before this
       |
       | Help: add `}}`
    ---'
    "#
    );
}

#[test]
fn a_brace_at_an_outer_indentation_closes_the_outer_block() {
    check!(
        r#"
        fn f() {
            if a {
                b
        }
        "#,
        @r#"
    fn f() {
        if a {
            b
    }
    ----
    1:1      Fn
    1:4      Ident "f"
    1:5      ParenOpen
    1:6      ParenClose
    1:8      BraceOpen
    2:5      If
    2:8      Ident "a"
    2:10     BraceOpen
    3:9      Ident "b"
    3:10     BraceClose (made up)
    4:1      BraceClose
    5:1      End
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
    "#
    );
}

#[test]
fn braces_on_one_line_close_from_the_inside() {
    check!("fn f() { if a { b }", @r#"
    fn f() { if a { b }
    ----
    1:1      Fn
    1:4      Ident "f"
    1:5      ParenOpen
    1:6      ParenClose
    1:8      BraceOpen
    1:10     If
    1:13     Ident "a"
    1:15     BraceOpen
    1:17     Ident "b"
    1:19     BraceClose
    1:20     BraceClose (made up)
    1:20     End
    ----
    [E0102] error: the file ends before this `{` is closed
       ,-[ main.conc:1:8 ]
       |
     1 | fn f() { if a { b }
       |        |
       |        `-- opened here
       |
       | Help: add `}`
    ---'
    "#);
}

#[test]
fn a_stray_bracket_becomes_an_error() {
    check!("a ) ; b ] ; c }", @r#"
    a ) ; b ] ; c }
    ----
    1:1      Ident "a"
    1:3      Error ")"
    1:5      Semicolon
    1:7      Ident "b"
    1:9      Error "]"
    1:11     Semicolon
    1:13     Ident "c"
    1:15     Error "}"
    1:16     End
    ----
    [E0103] error: this `)` closes nothing
       ,-[ main.conc:1:3 ]
       |
     1 | a ) ; b ] ; c }
       |   |
       |   `-- no bracket is open here that it could close
       |
       | Help: remove it, or add the opening one
    ---'

    [E0103] error: this `]` closes nothing
       ,-[ main.conc:1:9 ]
       |
     1 | a ) ; b ] ; c }
       |         |
       |         `-- no bracket is open here that it could close
       |
       | Help: remove it, or add the opening one
    ---'

    [E0103] error: this `}` closes nothing
       ,-[ main.conc:1:15 ]
       |
     1 | a ) ; b ] ; c }
       |               |
       |               `-- no bracket is open here that it could close
       |
       | Help: remove it, or add the opening one
    ---'
    "#);
}

#[test]
fn a_bracket_of_the_wrong_kind_is_replaced_by_the_right_one() {
    check!("f(1];", @r#"
    f(1];
    ----
    1:1      Ident "f"
    1:2      ParenOpen
    1:3      Int "1"
    1:4      ParenClose "]"
    1:5      Semicolon
    1:6      End
    ----
    [E0103] error: `(` is closed by `]`
       ,-[ main.conc:1:4 ]
       |
     1 | f(1];
       |  | |
       |  `---- opened here
       |    |
       |    `-- `)` belongs here
       |
       | Help: write `)`
    ---'
    "#);
}

#[test]
fn an_interpolation_keeps_its_bracket() {
    check!(r#""${ f( } ${ ] }""#, @r#"
    "${ f( } ${ ] }"
    ----
    1:1      StrOpen "\""
    1:2      InterpolationOpen "${"
    1:5      Ident "f"
    1:6      ParenOpen
    1:7      ParenClose (made up)
    1:8      InterpolationClose "}"
    1:9      StrText " "
    1:10     InterpolationOpen "${"
    1:13     Error "]"
    1:15     InterpolationClose "}"
    1:16     StrClose "\""
    1:17     End
    ----
    [E0102] error: `(` is never closed
       ,-[ main.conc:1:6 ]
       |
     1 | "${ f( } ${ ] }"
       |      | |
       |      `---- opened here
       |        |
       |        `-- `)` is missing before this
       |
       | Help: add `)`
    ---'

    [E0103] error: this `]` closes nothing
       ,-[ main.conc:1:13 ]
       |
     1 | "${ f( } ${ ] }"
       |             |
       |             `-- no bracket is open here that it could close
       |
       | Help: remove it, or add the opening one
    ---'
    "#);
}

#[test]
fn a_brace_in_an_interpolation_does_not_close_what_is_outside() {
    check!("{ \"${ { }\" }", @r#"
    { "${ { }" }
    ----
    1:1      BraceOpen
    1:3      StrOpen "\""
    1:4      InterpolationOpen "${"
    1:6      Error " { }"
    1:10     InterpolationClose (made up)
    1:10     StrClose "\""
    1:12     BraceClose
    1:13     End
    ----
    [E0009] error: this `${` is never closed
       ,-[ main.conc:1:4 ]
       |
     1 | { "${ { }" }
       |    ^|
       |     `-- opened here
       |
       | Help: close it with `}` before the string ends; a plain dollar sign before a brace is `\${`
    ---'
    "#);
}

#[test]
fn a_declaration_inside_an_interpolation_of_a_text_closes_nothing() {
    check!("\"\"\"${ (\nfn f() {}\n }\"\"\"", @r#"
    """${ (
    fn f() {}
     }"""
    ----
    1:1      TextOpen "\"\"\""
    1:4      InterpolationOpen "${"
    1:7      ParenOpen
    2:1      Fn
    2:4      Ident "f"
    2:5      ParenOpen
    2:6      ParenClose
    2:8      BraceOpen
    2:9      BraceClose
    2:10     ParenClose (made up)
    3:2      InterpolationClose "}"
    3:3      StrClose "\"\"\""
    3:6      End
    ----
    [E0102] error: `(` is never closed
       ,-[ main.conc:1:7 ]
       |
     1 | """${ (
       |       |
       |       `-- opened here
       |
     3 |  }"""
       |  |
       |  `-- `)` is missing before this
       |
       | Help: add `)`
    ---'
    "#);
}

#[test]
fn comments_survive_a_repair() {
    let (.., tokens, found) = read("f( // one\n /* two */ ;");
    assert_eq!((tokens.comments.len(), found.len()), (2, 1));
}
