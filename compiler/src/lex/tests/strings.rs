//! Strings of all forms, without interpolation.

#[test]
fn a_string_is_one_token_with_its_quotes() {
    check!(r#""" "a" "two words" "{} ' // /* */""#, @r#"
    "" "a" "two words" "{} ' // /* */"
    ----
    1:1      Str "\"\""
    1:4      Str "\"a\""
    1:8      Str "\"two words\""
    1:20     Str "\"{} ' // /* */\""
    1:35     End
    "#);
}

#[test]
fn all_escapes_are_known() {
    check!(r#""\n \r \t \0 \\ \" \$ \u{41} \u{1F600} \u{10ffff}""#, @r#"
    "\n \r \t \0 \\ \" \$ \u{41} \u{1F600} \u{10ffff}"
    ----
    1:1      Str "\"\\n \\r \\t \\0 \\\\ \\\" \\$ \\u{41} \\u{1F600} \\u{10ffff}\""
    1:51     End
    "#);
}

#[test]
fn a_dollar_alone_is_itself() {
    check!(r#""$ $$ $5 $x \${x} $""#, @r#"
    "$ $$ $5 $x \${x} $"
    ----
    1:1      Str "\"$ $$ $5 $x \\${x} $\""
    1:21     End
    "#);
}

#[test]
fn a_string_may_hold_any_script() {
    check!(r#""grüße 名前 🎉" + x"#, @r#"
    "grüße 名前 🎉" + x
    ----
    1:1      Str "\"grüße 名前 🎉\""
    1:14     Add
    1:16     Ident "x"
    1:17     End
    "#);
}

#[test]
fn two_strings_may_touch() {
    check!(r#""a""b" x"#, @r#"
    "a""b" x
    ----
    1:1      Str "\"a\""
    1:4      Str "\"b\""
    1:8      Ident "x"
    1:9      End
    "#);
}

#[test]
fn three_quotes_hold_lines_and_quotes() {
    check!("\"\"\"\n  say \"hi\" and \"\" too\n\"\"\" x", @r#"
    """
      say "hi" and "" too
    """ x
    ----
    1:1      TextStr "\"\"\"\n  say \"hi\" and \"\" too\n\"\"\""
    3:5      Ident "x"
    3:6      End
    "#);
}

#[test]
fn three_quotes_twice_are_an_empty_text() {
    check!(r#""""""" """a""""#, @r#"
    """""" """a"""
    ----
    1:1      TextStr "\"\"\"\"\"\""
    1:8      TextStr "\"\"\"a\"\"\""
    1:15     End
    "#);
}

#[test]
fn three_quotes_know_escapes() {
    check!(r#""""a\"""b\n""""#, @r#"
    """a\"""b\n"""
    ----
    1:1      TextStr "\"\"\"a\\\"\"\"b\\n\"\"\""
    1:15     End
    "#);
}

#[test]
fn line_ends_of_both_kinds_stay_in_the_token() {
    check!("\"\"\"\r\n  a\r\n  \"\"\"", @r#"
    """\r
      a\r
      """
    ----
    1:1      TextStr "\"\"\"\r\n  a\r\n  \"\"\""
    3:6      End
    "#);
}

#[test]
fn raw_strings_have_no_escapes() {
    check!(r####"r"C:\new" r#"say "hi""# r##"one "# more"## r"${x}" r"""####, @r###"
    r"C:\new" r#"say "hi""# r##"one "# more"## r"${x}" r""
    ----
    1:1      RawStr "r\"C:\\new\""
    1:11     RawStr "r#\"say \"hi\"\"#"
    1:25     RawStr "r##\"one \"# more\"##"
    1:44     RawStr "r\"${x}\""
    1:52     RawStr "r\"\""
    1:55     End
    "###);
}

#[test]
fn a_raw_string_may_have_several_lines() {
    check!("r\"a\nb\" x", @r#"
    r"a
    b" x
    ----
    1:1      RawStr "r\"a\nb\""
    2:4      Ident "x"
    2:5      End
    "#);
}

#[test]
fn the_letter_r_alone_is_a_name() {
    check!("r + r1 raw", @r#"
    r + r1 raw
    ----
    1:1      Ident "r"
    1:3      Add
    1:5      Ident "r1"
    1:8      Ident "raw"
    1:11     End
    "#);
}
