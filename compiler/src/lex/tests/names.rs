//! Names and labels, in any script.

use super::read;
use crate::lex::Kind;

fn kinds(source: &str) -> Vec<Kind> {
    read(source).2.kinds
}

#[test]
fn a_name_may_be_of_any_script() {
    check!("größe 名前 имя éa ñ नाम x1 _x __", @r#"
    größe 名前 имя éa ñ नाम x1 _x __
    ----
    1:1      Ident "größe"
    1:7      Ident "名前"
    1:10     Ident "имя"
    1:14     Ident "éa"
    1:17     Ident "ñ"
    1:19     Ident "नाम"
    1:23     Ident "x1"
    1:26     Ident "_x"
    1:29     Ident "__"
    1:31     End
    "#);
}

#[test]
fn a_name_may_have_combining_marks_but_not_start_with_one() {
    assert_eq!(kinds("e\u{301}te"), [Kind::Ident, Kind::End]);
    assert_eq!(kinds("\u{301}e"), [Kind::Error, Kind::Ident, Kind::End]);
}

#[test]
fn columns_after_wide_names_count_characters() {
    check!("名前 = 𝒳 + x", @r#"
    名前 = 𝒳 + x
    ----
    1:1      Ident "名前"
    1:4      Assign
    1:6      Ident "𝒳"
    1:8      Add
    1:10     Ident "x"
    1:11     End
    "#);
}

#[test]
fn an_emoji_is_no_name() {
    told!("let 🎉 = 1;", @"
    let 🎉 = 1;
    ----
    [E0001] error: `🎉` is not part of the language
       ,-[ main.conc:1:5 ]
       |
     1 | let 🎉 = 1;
       |     |^
       |     `--- means nothing here
    ---'
    ");
}

#[test]
fn an_underscore_alone_is_no_name() {
    check!("_ _a a_ __", @r#"
    _ _a a_ __
    ----
    1:1      Underscore
    1:3      Ident "_a"
    1:6      Ident "a_"
    1:9      Ident "__"
    1:11     End
    "#);
}

#[test]
fn contextual_keywords_are_tokens_like_names() {
    check!("let model = agent.tool;", @r#"
    let model = agent.tool;
    ----
    1:1      Let
    1:5      Ident "model"
    1:11     Assign
    1:13     Agent
    1:18     Dot
    1:19     Tool
    1:23     Semicolon
    1:24     End
    "#);
}

#[test]
fn a_label_is_a_quote_and_a_name() {
    check!("'outer: loop { break 'outer; }", @r#"
    'outer: loop { break 'outer; }
    ----
    1:1      Label "'outer"
    1:7      Colon
    1:9      Loop
    1:14     BraceOpen
    1:16     Break
    1:22     Label "'outer"
    1:28     Semicolon
    1:30     BraceClose
    1:31     End
    "#);
}

#[test]
fn a_label_may_be_a_keyword_or_of_any_script() {
    check!("'loop: 'größe : break 'tool; continue '_;", @r#"
    'loop: 'größe : break 'tool; continue '_;
    ----
    1:1      Label "'loop"
    1:6      Colon
    1:8      Label "'größe"
    1:15     Colon
    1:17     Break
    1:23     Label "'tool"
    1:28     Semicolon
    1:30     Continue
    1:39     Label "'_"
    1:41     Semicolon
    1:42     End
    "#);
}

#[test]
fn one_word_in_single_quotes_is_text() {
    told!("print('hello');", @r#"
    print('hello');
    ----
    [E0008] error: text is written in double quotes
       ,-[ main.conc:1:7 ]
       |
     1 | print('hello');
       |       ^^^|^^^
       |          `----- single quotes
       |
       | Help: write "hello"
    ---'
    "#);
}

#[test]
fn a_byte_order_mark_at_the_start_is_no_token() {
    assert_eq!(kinds("\u{feff}let x"), [Kind::Let, Kind::Ident, Kind::End]);
    assert_eq!(kinds("\u{feff}"), [Kind::End]);
}

#[test]
fn a_byte_order_mark_elsewhere_is_unknown() {
    told!("let x\u{feff} = 1;", @r"
    let x\u{feff} = 1;
    ----
    [E0001] error: `\u{feff}` is not part of the language
       ,-[ main.conc:1:6 ]
       |
     1 | let x� = 1;
       |      |
       |      `-- means nothing here
       |
       | Help: this is an invisible character: replace it by a space
    ---'
    ");
}

#[test]
fn blanks_of_all_kinds_separate_tokens() {
    check!("a\tb\r\nc\u{c}d   e", @r#"
    a\tb\r
    c\u{c}d   e
    ----
    1:1      Ident "a"
    1:3      Ident "b"
    2:1      Ident "c"
    2:3      Ident "d"
    2:7      Ident "e"
    2:8      End
    "#);
}

#[test]
fn nothing_is_the_end_alone() {
    assert_eq!(kinds(""), [Kind::End]);
    assert_eq!(kinds("  \n\t "), [Kind::End]);
}

#[test]
fn a_first_line_may_say_which_command_runs_the_file() {
    assert_eq!(kinds("#!/usr/bin/env concerto\nlet"), [Kind::Let, Kind::End]);
    assert_eq!(kinds("\u{feff}#!/usr/bin/env concerto"), [Kind::End]);
}
