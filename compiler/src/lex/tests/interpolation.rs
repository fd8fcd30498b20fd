//! `${…}` in strings, at any depth.

#[test]
fn an_interpolation_takes_a_string_apart() {
    check!(r#""hello ${name}!""#, @r#"
    "hello ${name}!"
    ----
    1:1      StrOpen "\""
    1:2      StrText "hello "
    1:8      InterpolationOpen "${"
    1:10     Ident "name"
    1:14     InterpolationClose "}"
    1:15     StrText "!"
    1:16     StrClose "\""
    1:17     End
    "#);
}

#[test]
fn a_string_may_be_interpolations_alone() {
    check!(r#""${a}${b}""#, @r#"
    "${a}${b}"
    ----
    1:1      StrOpen "\""
    1:2      InterpolationOpen "${"
    1:4      Ident "a"
    1:5      InterpolationClose "}"
    1:6      InterpolationOpen "${"
    1:8      Ident "b"
    1:9      InterpolationClose "}"
    1:10     StrClose "\""
    1:11     End
    "#);
}

#[test]
fn an_interpolation_may_have_braces_of_its_own() {
    check!(r#""${ { "k": 1 } } ${P { x: {1} }}""#, @r#"
    "${ { "k": 1 } } ${P { x: {1} }}"
    ----
    1:1      StrOpen "\""
    1:2      InterpolationOpen "${"
    1:5      BraceOpen
    1:7      Str "\"k\""
    1:10     Colon
    1:12     Int "1"
    1:14     BraceClose
    1:16     InterpolationClose "}"
    1:17     StrText " "
    1:18     InterpolationOpen "${"
    1:20     Ident "P"
    1:22     BraceOpen
    1:24     Ident "x"
    1:25     Colon
    1:27     BraceOpen
    1:28     Int "1"
    1:29     BraceClose
    1:31     BraceClose
    1:32     InterpolationClose "}"
    1:33     StrClose "\""
    1:34     End
    "#);
}

#[test]
fn strings_in_interpolations_in_strings_have_spans_of_the_original_text() {
    check!(r#""a ${f("b ${g("c ${d} e")} f")} g""#, @r#"
    "a ${f("b ${g("c ${d} e")} f")} g"
    ----
    1:1      StrOpen "\""
    1:2      StrText "a "
    1:4      InterpolationOpen "${"
    1:6      Ident "f"
    1:7      ParenOpen
    1:8      StrOpen "\""
    1:9      StrText "b "
    1:11     InterpolationOpen "${"
    1:13     Ident "g"
    1:14     ParenOpen
    1:15     StrOpen "\""
    1:16     StrText "c "
    1:18     InterpolationOpen "${"
    1:20     Ident "d"
    1:21     InterpolationClose "}"
    1:22     StrText " e"
    1:24     StrClose "\""
    1:25     ParenClose
    1:26     InterpolationClose "}"
    1:27     StrText " f"
    1:29     StrClose "\""
    1:30     ParenClose
    1:31     InterpolationClose "}"
    1:32     StrText " g"
    1:34     StrClose "\""
    1:35     End
    "#);
}

#[test]
fn a_text_may_hold_a_string_with_an_interpolation() {
    check!("\"\"\"\n  ${\"x ${y}\"}\n  z\n\"\"\"", @r#"
    """
      ${"x ${y}"}
      z
    """
    ----
    1:1      TextOpen "\"\"\""
    1:4      StrText "\n  "
    2:3      InterpolationOpen "${"
    2:5      StrOpen "\""
    2:6      StrText "x "
    2:8      InterpolationOpen "${"
    2:10     Ident "y"
    2:11     InterpolationClose "}"
    2:12     StrClose "\""
    2:13     InterpolationClose "}"
    2:14     StrText "\n  z\n"
    4:1      StrClose "\"\"\""
    4:4      End
    "#);
}

#[test]
fn an_interpolation_in_a_text_may_have_several_lines() {
    check!("\"\"\"${\n  a\n}\"\"\"", @r#"
    """${
      a
    }"""
    ----
    1:1      TextOpen "\"\"\""
    1:4      InterpolationOpen "${"
    2:3      Ident "a"
    3:1      InterpolationClose "}"
    3:2      StrClose "\"\"\""
    3:5      End
    "#);
}

#[test]
fn comments_may_stand_in_an_interpolation() {
    check!("\"${a /* } */}\"", @r#"
    "${a /* } */}"
    ----
    1:1      StrOpen "\""
    1:2      InterpolationOpen "${"
    1:4      Ident "a"
    1:13     InterpolationClose "}"
    1:14     StrClose "\""
    1:15     End
    1:6      // Block "/* } */"
    "#);
}

#[test]
fn an_empty_interpolation_is_for_the_parser_to_report() {
    check!(r#""${}""#, @r#"
    "${}"
    ----
    1:1      StrOpen "\""
    1:2      InterpolationOpen "${"
    1:4      InterpolationClose "}"
    1:5      StrClose "\""
    1:6      End
    "#);
}

#[test]
fn an_interpolation_ends_with_its_line() {
    told!(
        r#"
        print("hello ${name");
        print("next");
        "#,
        @r#"
    print("hello ${name");
    print("next");
    ----
    [E0009] error: this `${` is never closed
       ,-[ main.conc:1:14 ]
       |
     1 | print("hello ${name");
       |              ^|
       |               `-- opened here
       |
       | Help: close it with `}` before the string ends; a plain dollar sign before a brace is `\${`
    ---'
    "#
    );
}

#[test]
fn an_interpolation_that_its_line_ends_is_closed_by_made_up_tokens() {
    check!("f(\"a ${b\nc", @r#"
    f("a ${b
    c
    ----
    1:1      Ident "f"
    1:2      ParenOpen
    1:3      StrOpen "\""
    1:4      StrText "a "
    1:6      InterpolationOpen "${"
    1:8      Error "b"
    1:9      InterpolationClose (made up)
    1:9      StrClose (made up)
    1:9      ParenClose (made up)
    2:1      Ident "c"
    2:2      End
    ----
    [E0009] error: this `${` is never closed
       ,-[ main.conc:1:6 ]
       |
     1 | f("a ${b
       |      ^|
       |       `-- opened here
       |
       | Help: close it with `}` before the string ends; a plain dollar sign before a brace is `\${`
    ---'
    "#);
}

#[test]
fn an_interpolation_that_the_file_ends_is_closed_by_made_up_tokens() {
    check!("\"${\"${a", @r#"
    "${"${a
    ----
    1:1      StrOpen "\""
    1:2      InterpolationOpen "${"
    1:4      Error "\"${a"
    1:8      InterpolationClose (made up)
    1:8      StrClose (made up)
    1:8      End
    ----
    [E0009] error: this `${` is never closed
       ,-[ main.conc:1:5 ]
       |
     1 | "${"${a
       |     ^|
       |      `-- opened here
       |
       | Help: close it with `}` before the string ends; a plain dollar sign before a brace is `\${`
    ---'

    [E0009] error: this `${` is never closed
       ,-[ main.conc:1:2 ]
       |
     1 | "${"${a
       |  ^|
       |   `-- opened here
       |
       | Help: close it with `}` before the string ends; a plain dollar sign before a brace is `\${`
    ---'
    "#);
}

#[test]
fn a_lone_brace_after_an_interpolation_is_text() {
    check!(r#""${a}}""#, @r#"
    "${a}}"
    ----
    1:1      StrOpen "\""
    1:2      InterpolationOpen "${"
    1:4      Ident "a"
    1:5      InterpolationClose "}"
    1:6      StrText "}"
    1:7      StrClose "\""
    1:8      End
    "#);
}

#[test]
fn quotes_in_an_interpolation_need_no_backslash() {
    told!(r#"print("a ${m[\"b\"]} c");"#, @r#"
    print("a ${m[\"b\"]} c");
    ----
    [E0001] error: inside `${…}`, quotes need no backslash
       ,-[ main.conc:1:14 ]
       |
     1 | print("a ${m[\"b\"]} c");
       |              ^^|^^
       |                `---- a string like any other
       |
       | Help: write it with plain quotes: `"${m["a"]}"`
    ---'
    "#);
}
