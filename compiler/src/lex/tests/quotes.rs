//! Mistakes in strings: quotes that are missing or others, escapes that are none.

#[test]
fn a_string_ends_with_its_line() {
    told!(
        r#"
        let a = "no end;
        let b = "fine";
        "#,
        @r#"
    let a = "no end;
    let b = "fine";
    ----
    [E0003] error: this string is not closed on its line
       ,-[ main.conc:1:9 ]
       |
     1 | let a = "no end;
       |         ^^^^|^^^
       |             `----- starts here
       |
       | Help: close it with `"`; text of several lines goes between `"""`
    ---'
    "#
    );
}

#[test]
fn an_unclosed_string_is_one_error_token() {
    check!("f(\"no end);\ng()", @r#"
    f("no end);
    g()
    ----
    1:1      Ident "f"
    1:2      ParenOpen
    1:3      Error "\"no end);"
    1:12     ParenClose (made up)
    2:1      Ident "g"
    2:2      ParenOpen
    2:3      ParenClose
    2:4      End
    ----
    [E0003] error: this string is not closed on its line
       ,-[ main.conc:1:3 ]
       |
     1 | f("no end);
       |   ^^^^|^^^^
       |       `------ starts here
       |
       | Help: close it with `"`; text of several lines goes between `"""`
    ---'
    "#);
}

#[test]
fn prose_that_goes_on_in_the_next_line_is_one_string() {
    check!("f(\"one\ntwo\");\ng();", @r#"
    f("one
    two");
    g();
    ----
    1:1      Ident "f"
    1:2      ParenOpen
    1:3      Error "\"one\ntwo\""
    2:5      ParenClose
    2:6      Semicolon
    3:1      Ident "g"
    3:2      ParenOpen
    3:3      ParenClose
    3:4      Semicolon
    3:5      End
    ----
    [E0003] error: this string is not closed on its line
       ,-[ main.conc:1:3 ]
       |
     1 | f("one
       |   ^^|^
       |     `--- starts here
       |
       | Help: close it with `"`; text of several lines goes between `"""`
    ---'
    "#);
}

#[test]
fn an_escaped_quote_does_not_close_a_string() {
    told!(r#"print("a\");"#, @r#"
    print("a\");
    ----
    [E0003] error: this string is not closed on its line
       ,-[ main.conc:1:7 ]
       |
     1 | print("a\");
       |       ^^^|^^
       |          `---- starts here
       |
       | Help: close it with `"`; text of several lines goes between `"""`
    ---'
    "#);
}

#[test]
fn an_unclosed_text_is_shown_where_it_starts() {
    told!(
        r#"
        let a = """
            no end
        let b = 1;
        "#,
        @r#"
    let a = """
        no end
    let b = 1;
    ----
    [E0003] error: this string is never closed
       ,-[ main.conc:1:9 ]
       |
     1 | let a = """
       |         ^|^
       |          `--- starts here
       |
       | Help: close it with `"""`
    ---'
    "#
    );
}

#[test]
fn an_unclosed_raw_string_says_how_it_closes() {
    told!("let a = r##\"no end\"#;\nlet b = 1;", @r###"
    let a = r##"no end"#;
    let b = 1;
    ----
    [E0003] error: this raw string is never closed
       ,-[ main.conc:1:9 ]
       |
     1 | let a = r##"no end"#;
       |         ^^|^
       |           `--- starts here
       |
       | Help: close it with `"##`
    ---'
    "###);
}

#[test]
fn text_in_other_quotes_is_one_mistake() {
    told!("print('hello world');", @r#"
    print('hello world');
    ----
    [E0008] error: text is written in double quotes
       ,-[ main.conc:1:7 ]
       |
     1 | print('hello world');
       |       ^^^^^^|^^^^^^
       |             `-------- single quotes
       |
       | Help: write "hello world"
    ---'
    "#);
    told!("print(`hello ${name}`);", @r#"
    print(`hello ${name}`);
    ----
    [E0008] error: text is written in double quotes
       ,-[ main.conc:1:7 ]
       |
     1 | print(`hello ${name}`);
       |       ^^^^^^^|^^^^^^^
       |              `--------- backticks
       |
       | Help: write "hello ${name}"
    ---'
    "#);
    told!("print(“hello”);", @r#"
    print(“hello”);
    ----
    [E0008] error: text is written in double quotes
       ,-[ main.conc:1:7 ]
       |
     1 | print(“hello”);
       |       ^^^|^^^
       |          `----- curly quotes
       |
       | Help: write "hello"
    ---'
    "#);
}

#[test]
fn a_long_text_in_other_quotes_is_not_repeated() {
    told!("print('one two three four five six seven eight nine ten eleven twelve thirteen');", @"
    print('one two three four five six seven eight nine ten eleven twelve thirteen');
    ----
    [E0008] error: text is written in double quotes
       ,-[ main.conc:1:7 ]
       |
     1 | print('one two three four five six seven eight nine ten eleven twelve thirteen');
       |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
       |                                           `-------------------------------------- single quotes
       |
       | Help: use straight double quotes
    ---'
    ");
}

#[test]
fn an_unknown_escape_is_shown_with_all_there_are() {
    told!(r#"let path = "C:\dir";"#, @r#"
    let path = "C:\dir";
    ----
    [E0004] error: `\d` is no escape
       ,-[ main.conc:1:15 ]
       |
     1 | let path = "C:\dir";
       |               ^|
       |                `-- unknown escape
       |
       | Help: there are `\n \r \t \0 \\ \" \$ \u{…}`; a backslash itself is `\\`, and raw strings `r"…"` have no escapes
    ---'
    "#);
}

#[test]
fn each_unknown_escape_is_reported_and_the_string_kept() {
    check!(r#""\d\'\x41 ok""#, @r#"
    "\d\'\x41 ok"
    ----
    1:1      Str "\"\\d\\'\\x41 ok\""
    1:14     End
    ----
    [E0004] error: `\d` is no escape
       ,-[ main.conc:1:2 ]
       |
     1 | "\d\'\x41 ok"
       |  ^|
       |   `-- unknown escape
       |
       | Help: there are `\n \r \t \0 \\ \" \$ \u{…}`; a backslash itself is `\\`, and raw strings `r"…"` have no escapes
    ---'

    [E0004] error: `\'` is no escape
       ,-[ main.conc:1:4 ]
       |
     1 | "\d\'\x41 ok"
       |    ^|
       |     `-- unknown escape
       |
       | Help: there are `\n \r \t \0 \\ \" \$ \u{…}`; a backslash itself is `\\`, and raw strings `r"…"` have no escapes
    ---'

    [E0004] error: `\x` is no escape
       ,-[ main.conc:1:6 ]
       |
     1 | "\d\'\x41 ok"
       |      ^|
       |       `-- unknown escape
       |
       | Help: there are `\n \r \t \0 \\ \" \$ \u{…}`; a backslash itself is `\\`, and raw strings `r"…"` have no escapes
    ---'
    "#);
}

#[test]
fn a_character_code_has_one_to_six_hexadecimal_digits() {
    told!(r#"["\u{}", "\u{1234567}", "\u{zz}", "\u{D800}", "\u41"]"#, @r#"
    ["\u{}", "\u{1234567}", "\u{zz}", "\u{D800}", "\u41"]
    ----
    [E0004] error: `\u{}` is no escape
       ,-[ main.conc:1:3 ]
       |
     1 | ["\u{}", "\u{1234567}", "\u{zz}", "\u{D800}", "\u41"]
       |   ^^|^
       |     `--- unknown escape
       |
       | Help: write a character's code in 1 to 6 hexadecimal digits: `\u{1F600}`
    ---'

    [E0004] error: `\u{1234567}` is no escape
       ,-[ main.conc:1:11 ]
       |
     1 | ["\u{}", "\u{1234567}", "\u{zz}", "\u{D800}", "\u41"]
       |           ^^^^^|^^^^^
       |                `------- unknown escape
       |
       | Help: no character has this code: they go up to 10FFFF, and d800 to dfff are none
    ---'

    [E0004] error: `\u{zz}` is no escape
       ,-[ main.conc:1:26 ]
       |
     1 | ["\u{}", "\u{1234567}", "\u{zz}", "\u{D800}", "\u41"]
       |                          ^^^|^^
       |                             `---- unknown escape
       |
       | Help: write a character's code in 1 to 6 hexadecimal digits: `\u{1F600}`
    ---'

    [E0004] error: `\u{D800}` is no escape
       ,-[ main.conc:1:36 ]
       |
     1 | ["\u{}", "\u{1234567}", "\u{zz}", "\u{D800}", "\u41"]
       |                                    ^^^^|^^^
       |                                        `----- unknown escape
       |
       | Help: no character has this code: they go up to 10FFFF, and d800 to dfff are none
    ---'

    [E0004] error: `\u` is no escape
       ,-[ main.conc:1:48 ]
       |
     1 | ["\u{}", "\u{1234567}", "\u{zz}", "\u{D800}", "\u41"]
       |                                                ^|
       |                                                 `-- unknown escape
       |
       | Help: write a character's code in 1 to 6 hexadecimal digits: `\u{1F600}`
    ---'
    "#);
}

#[test]
fn no_character_has_a_code_too_large() {
    told!(r#""\u{110000}""#, @r#"
    "\u{110000}"
    ----
    [E0004] error: `\u{110000}` is no escape
       ,-[ main.conc:1:2 ]
       |
     1 | "\u{110000}"
       |  ^^^^^|^^^^
       |       `------ unknown escape
       |
       | Help: no character has this code: they go up to 10FFFF, and d800 to dfff are none
    ---'
    "#);
}

#[test]
fn escapes_are_checked_in_texts_too() {
    told!("\"\"\"\n  \\q\n\"\"\"", @r#"
    """
      \q
    """
    ----
    [E0004] error: `\q` is no escape
       ,-[ main.conc:2:3 ]
       |
     2 |   \q
       |   ^|
       |    `-- unknown escape
       |
       | Help: there are `\n \r \t \0 \\ \" \$ \u{…}`; a backslash itself is `\\`, and raw strings `r"…"` have no escapes
    ---'
    "#);
}
