//! Excerpts: the marks stand under what they are about.

use unicode_width::UnicodeWidthStr;

use super::{labelled, spans, told};
use crate::diagnostic::render::{Style, report};
use crate::diagnostic::{Code, Diagnostic, sort};
use crate::source::{SourceMap, Span};

#[test]
fn an_excerpt_has_a_code_a_title_a_place_and_a_label() {
    check!("let total = 1;\nprint(totel);\n", "totel", @"
    let total = 1;
    print(totel);
    ----
    [E0201] error: a title
       ,-[ main.conc:2:7 ]
       |
     2 | print(totel);
       |       ^^|^^
       |         `---- here
    ---'
    ");
}

#[test]
fn marks_line_up_behind_tabs() {
    check!("fn f() {\n\tg();\n\t\th(x);\n}\n", "x", @r"
    fn f() {
    \tg();
    \t\th(x);
    }
    ----
    [E0201] error: a title
       ,-[ main.conc:3:5 ]
       |
     3 |        h(x);
       |          |
       |          `-- here
    ---'
    ");
}

#[test]
fn wide_characters_take_two_columns() {
    check!("let 名前 = \"東京\" + x;\n", "x", @r#"
    let 名前 = "東京" + x;
    ----
    [E0201] error: a title
       ,-[ main.conc:1:17 ]
       |
     1 | let 名前 = "東京" + x;
       |                     |
       |                     `-- here
    ---'
    "#);
}

#[test]
fn combining_marks_take_no_column() {
    check!("let e\u{301}te\u{301} = x;\n", "x", @"
    let été = x;
    ----
    [E0201] error: a title
       ,-[ main.conc:1:13 ]
       |
     1 | let été = x;
       |           |
       |           `-- here
    ---'
    ");
}

#[test]
fn a_label_may_be_of_wide_characters() {
    check!("let 名前 = 1;\n", "名前", @"
    let 名前 = 1;
    ----
    [E0201] error: a title
       ,-[ main.conc:1:5 ]
       |
     1 | let 名前 = 1;
       |     ^^|^
       |       `--- here
    ---'
    ");
}

/// Asserts that the first mark stands in the column where `label` is shown.
fn lines_up(source: &str, label: &str) {
    let shown = labelled(source, label);
    let lines: Vec<&str> = shown.lines().skip_while(|it| !it.starts_with("----")).collect();
    let at = lines.iter().position(|it| it.contains(" | ") && it.contains(label)).expect("the line is shown");
    let text = lines[at].split(label).next().unwrap_or_default().width();
    assert_eq!(lines[at + 1].find('^'), Some(text), "{shown}");
}

#[test]
fn marks_line_up_whatever_stands_before_them() {
    let before = [
        "",
        "a",
        "\t",
        "\ta\t",
        "é",
        "e\u{301}",
        "名前",
        "🎉",
        "\"ﬁ\"",
        "한글",
        "\u{1f469}",
        "\r",
        "\u{7}",
        "\u{202e}",
    ];
    for text in before {
        lines_up(&format!("{text} target = 1;\n"), "target");
        lines_up(&format!("one\n{text} target = 1;\ntwo\n"), "target");
    }
}

#[test]
fn an_empty_label_marks_the_place_where_something_is_missing() {
    let (sources, _) = spans("print(1)\nprint(2);\n", "print");
    let diagnostic = Diagnostic::new(Code::MissingSemicolon, "a title").label(Span::new(8, 8), "`;` belongs here");
    insta::assert_snapshot!(told("print(1)\nprint(2);\n", &[diagnostic], &sources), @"
    print(1)
    print(2);
    ----
    [E0107] error: a title
       ,-[ main.conc:1:9 ]
       |
     1 | print(1)
       |         |
       |         `- `;` belongs here
    ---'
    ");
}

#[test]
fn a_label_at_the_end_of_the_file_is_shown() {
    let (sources, _) = spans("fn f() {\n", "f");
    let diagnostic = Diagnostic::new(Code::UnclosedBracket, "a title").label(Span::new(9, 9), "here");
    insta::assert_snapshot!(told("fn f() {\n", &[diagnostic], &sources), @"
    fn f() {
    ----
    [E0102] error: a title
       ,-[ main.conc:1:10 ]
       |
     1 | fn f() {
       |          |
       |          `- here
    ---'
    ");
}

#[test]
fn a_label_in_an_empty_file_is_shown() {
    let (sources, _) = spans("", "x");
    let diagnostic = Diagnostic::new(Code::Unexpected, "a title").label(Span::new(0, 0), "here");
    insta::assert_snapshot!(report(&[diagnostic], &sources, Style::PLAIN), @"
    [E0101] error: a title
       ,-[ main.conc:1:1 ]
       |
     1 |
       | |
       | `- here
    ---'
    ");
}

#[test]
fn a_label_may_cover_several_lines() {
    check!(
        r#"
        let a = f(
            1,
            2,
        );
        "#,
        "f(\n    1,\n    2,\n)",
        @"
    let a = f(
        1,
        2,
    );
    ----
    [E0201] error: a title
       ,-[ main.conc:1:9 ]
       |
     1 | ,-> let a = f(
       : :
     4 | |-> );
       | |
       | `-------- here
    ---'
    "
    );
}

#[test]
fn several_labels_may_stand_on_one_line() {
    check!("let a = a + a;\n", "a", @"
    let a = a + a;
    ----
    [E0201] error: a title
       ,-[ main.conc:1:5 ]
       |
     1 | let a = a + a;
       |     |   |   |
       |     `---------- here
       |         |   |
       |         `------ here
       |             |
       |             `-- here
    ---'
    ");
}

#[test]
fn line_ends_of_both_kinds_count_as_one() {
    check!("let a = 1;\r\nlet b = x;\r\n", "x", @r"
    let a = 1;\r
    let b = x;\r
    ----
    [E0201] error: a title
       ,-[ main.conc:2:9 ]
       |
     2 | let b = x;
       |         |
       |         `-- here
    ---'
    ");
}

#[test]
fn a_label_may_stand_in_another_file() {
    let mut sources = SourceMap::default();
    let first = sources.add("main.conc", "use shapes::area;\n").expect("there is room");
    let second = sources.add("shapes.conc", "\nfn area() {}\n").expect("there is room");
    let (first, second) = (sources.file(first).base(), sources.file(second).base());
    let diagnostic = Diagnostic::new(Code::PrivateItem, "`area` is private")
        .label(Span::new(first + 12, first + 16), "cannot be used here")
        .label(Span::new(second + 4, second + 8), "declared here, without `pub`")
        .help("mark it `pub` in `shapes`");
    insta::assert_snapshot!(report(&[diagnostic], &sources, Style::PLAIN), @"
    [E0204] error: `area` is private
       ,-[ main.conc:1:13 ]
       |
     1 | use shapes::area;
       |             ^^|^
       |               `--- cannot be used here
       |
       |-[ shapes.conc:2:4 ]
       |
     2 | fn area() {}
       |    ^^|^
       |      `--- declared here, without `pub`
       |
       | Help: mark it `pub` in `shapes`
    ---'
    ");
}

#[test]
fn one_report_may_be_about_several_files() {
    let mut sources = SourceMap::default();
    let files = ["a.conc", "b.conc"].map(|name| sources.add(name, "x").expect("there is room"));
    let about = |index: usize| {
        let span = sources.file(files[index]).span();
        Diagnostic::new(Code::UnknownName, "no `x` in this scope").label(span, "not declared")
    };
    let mut found = vec![about(1), about(0)];
    sort(&mut found);
    insta::assert_snapshot!(report(&found, &sources, Style::PLAIN), @"
    [E0201] error: no `x` in this scope
       ,-[ a.conc:1:1 ]
       |
     1 | x
       | |
       | `-- not declared
    ---'

    [E0201] error: no `x` in this scope
       ,-[ b.conc:1:1 ]
       |
     1 | x
       | |
       | `-- not declared
    ---'
    ");
}

#[test]
fn what_has_no_place_has_no_excerpt() {
    let diagnostic = Diagnostic::new(Code::UnknownModule, "there is no file `main.conc`").help("check the path");
    insta::assert_snapshot!(report(&[diagnostic], &SourceMap::default(), Style::PLAIN), @"
    [E0205] error: there is no file `main.conc`
      Help: check the path
    ");
}

#[test]
fn several_helps_are_shown_one_below_the_other() {
    let (sources, at) = spans("x\n", "x");
    let diagnostic = Diagnostic::new(Code::UnknownName, "a title").label(at[0], "here").help("one").help("two");
    insta::assert_snapshot!(report(&[diagnostic], &sources, Style::PLAIN), @"
    [E0201] error: a title
       ,-[ main.conc:1:1 ]
       |
     1 | x
       | |
       | `-- here
       |
       | Help 1: one
       |
       | Help 2: two
    ---'
    ");
}

#[test]
fn nothing_to_say_is_nothing() {
    assert_eq!(report(&[], &SourceMap::default(), Style::PLAIN), "");
}

#[test]
fn only_a_terminal_gets_colours_and_lines() {
    let (sources, at) = spans("x\n", "x");
    let diagnostic = Diagnostic::new(Code::UnknownName, "a title").label(at[0], "here").help("help");
    let shown = |style| report(std::slice::from_ref(&diagnostic), &sources, style);
    assert!(shown(Style::TERMINAL).contains("\u{1b}[") && shown(Style::TERMINAL).contains('╭'));
    assert!(shown(Style::PLAIN).is_ascii() && !shown(Style::PLAIN).contains('\u{1b}'));
    let lines_alone = shown(Style { colour: false, unicode: true });
    assert!(lines_alone.contains('╭') && !lines_alone.contains('\u{1b}'));
}

#[test]
fn no_line_of_a_report_ends_in_blanks() {
    let shown = labelled("\n        fn f() {\n\n            x\n        }\n", "x");
    assert!(shown.lines().all(|line| line == line.trim_end()), "{shown:?}");
}
