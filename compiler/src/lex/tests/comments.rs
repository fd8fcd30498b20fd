//! Comments, which are kept beside the tokens.

#[test]
fn comments_are_no_tokens_and_are_kept_in_order() {
    check!(
        r#"
        /// About f.
        fn f() {} // behind
        /* block */ g
        "#,
        @r#"
    /// About f.
    fn f() {} // behind
    /* block */ g
    ----
    2:1      Fn
    2:4      Ident "f"
    2:5      ParenOpen
    2:6      ParenClose
    2:8      BraceOpen
    2:9      BraceClose
    3:13     Ident "g"
    4:1      End
    1:1      // Doc "/// About f."
    2:11     // Line "// behind"
    3:1      // Block "/* block */"
    "#
    );
}

#[test]
fn four_slashes_are_an_ordinary_comment() {
    check!("//// rule\n///doc\n//\n///", @r#"
    //// rule
    ///doc
    //
    ///
    ----
    4:4      End
    1:1      // Line "//// rule"
    2:1      // Doc "///doc"
    3:1      // Line "//"
    4:1      // Doc "///"
    "#);
}

#[test]
fn block_comments_nest() {
    check!("a /* one /* two */ still one */ b", @r#"
    a /* one /* two */ still one */ b
    ----
    1:1      Ident "a"
    1:33     Ident "b"
    1:34     End
    1:3      // Block "/* one /* two */ still one */"
    "#);
}

#[test]
fn a_block_comment_may_be_empty_or_of_several_lines() {
    check!("/**/ a /*\n * b\n */ c", @r#"
    /**/ a /*
     * b
     */ c
    ----
    1:6      Ident "a"
    3:5      Ident "c"
    3:6      End
    1:1      // Block "/**/"
    1:8      // Block "/*\n * b\n */"
    "#);
}

#[test]
fn quotes_and_line_comments_mean_nothing_in_a_block_comment() {
    check!("/* \" // ' */ a", @r#"
    /* " // ' */ a
    ----
    1:14     Ident "a"
    1:15     End
    1:1      // Block "/* \" // ' */"
    "#);
}

#[test]
fn a_line_comment_hides_everything_up_to_the_end_of_its_line() {
    check!("a // \" /* b\nc", @r#"
    a // " /* b
    c
    ----
    1:1      Ident "a"
    2:1      Ident "c"
    2:2      End
    1:3      // Line "// \" /* b"
    "#);
}

#[test]
fn a_comment_does_not_hold_its_line_end() {
    check!("// a\r\nb // c", @r#"
    // a\r
    b // c
    ----
    2:1      Ident "b"
    2:7      End
    1:1      // Line "// a"
    2:3      // Line "// c"
    "#);
}

#[test]
fn two_slashes_in_a_string_are_text() {
    check!(r#""https://example.org" // x"#, @r#"
    "https://example.org" // x
    ----
    1:1      Str "\"https://example.org\""
    1:27     End
    1:23     // Line "// x"
    "#);
}

#[test]
fn a_comment_that_is_never_closed_is_shown_where_it_starts() {
    told!("f();\n/* no end /* closed */\ng();\n", @"
    f();
    /* no end /* closed */
    g();
    ----
    [E0005] error: this comment is never closed
       ,-[ main.conc:2:1 ]
       |
     2 | /* no end /* closed */
       | ^|
       |  `-- starts here
       |
       | Help: close it with `*/`; comments nest, so each `/*` needs its own
    ---'
    ");
}

#[test]
fn what_is_left_of_an_unclosed_comment_closes_nothing() {
    check!("a */ b", @r#"
    a */ b
    ----
    1:1      Ident "a"
    1:3      Mul
    1:4      Div
    1:6      Ident "b"
    1:7      End
    "#);
}
