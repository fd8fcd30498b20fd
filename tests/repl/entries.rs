//! What an entry shows, and where it ends.

use super::{session, shown};

#[test]
fn a_value_is_shown_as_it_is_inside_a_container() {
    let lines =
        "1 + 2\n\"a\"\n[\"a\"]\n1.0\nSome(3)\n()\nlet f = 1;\nprint(\"a\")\nlet g = 1; 2\nlet x = 1\n|n: Int| n\n";
    assert_eq!(shown(lines), "3\n\"a\"\n[\"a\"]\n1.0\nSome(3)\na\n2\n<fn(Int) -> Int>\n");
}

#[test]
fn a_choice_or_a_block_at_the_end_shows_its_value() {
    let lines = "if true { 1 } else { 2 }\nmatch 3 { 3 => \"three\", _ => \"other\" }\n{ 4 }\nif true { 5 }\nfor i in 0..2 { print(i) }\n";
    assert_eq!(shown(lines), "1\n\"three\"\n4\n0\n1\n");
}

#[test]
fn an_entry_goes_on_while_something_is_open() {
    let lines = "fn f(\n    n: Int,\n) -> Int {\n\n    n + 1\n}\nf(\n1)\nlet text = \"\"\"\n    a\n    b\n    \"\"\"\ntext\n/* a\n*/ 2\nlet x =\n3\nx\n";
    assert_eq!(shown(lines), "2\n\"a\\nb\"\n2\n3\n");
}

#[test]
fn an_entry_that_is_never_closed_is_told_at_the_end() {
    insta::assert_snapshot!(session("f(\n"), @r##"
exit 1
--- stdout
--- stderr
[E0201] error: no `f` in this scope
   ,-[ <repl>:1:1 ]
   |
 1 | f(
   | |
   | `-- not declared
---'

[E0102] error: the file ends before this `(` is closed
   ,-[ <repl>:1:2 ]
   |
 1 | f(
   |  |
   |  `-- opened here
   |
   | Help: add `)`
---'
"##);
}

#[test]
fn mistakes_are_told_with_the_lines_of_their_entry_and_do_not_end_the_session() {
    insta::assert_snapshot!(session("let x = 1\nfn f() -> Int {\n    y\n}\nx + \"a\"\nx\n"), @r##"
exit 1
--- stdout
1
--- stderr
[E0201] error: no `y` in this scope
   ,-[ <repl>:2:5 ]
   |
 2 |     y
   |     |
   |     `-- not declared
---'
[E0308] error: `+` is not defined for `Int` and `String`
   ,-[ <repl>:1:3 ]
   |
 1 | x + "a"
   | | | ^|^
   | `-------- `Int`
   |   |  |
   |   `------ this operator
   |      |
   |      `--- `String`
   |
   | Help: join texts: `"${…}…"`
---'
"##);
}

#[test]
fn faults_and_errors_do_not_end_the_session() {
    let lines = "fn half(n: Int) -> Int { 1 / n }\nhalf(0)\n\"a\".parse_int().ok_or(Error::new(\"no number\"))?\nlet n = \"7\".parse_int().ok_or(Error::new(\"no number\"))?\nn\n";
    insta::assert_snapshot!(session(lines), @r##"
exit 1
--- stdout
7
--- stderr
fault: division by zero
  at half (<repl>:1:26)
  at script (<repl>:1:1)
error: no number
  at <repl>:1:23
"##);
}

#[test]
fn warnings_about_what_a_later_entry_may_do_are_not_shown() {
    assert_eq!(shown("use std::json\nlet x = 1\nfn f() { }\nOk(1) == Err(Error::new(\"\"))\n"), "false\n");
}

#[test]
fn commands() {
    let lines = ":type 1 + 1\n:type [\"a\"]\n:type print(\"not run\")\n:type |s: String| s.len()\n:typ 1\n:type\n:nonsense\n:quit\n1\n";
    insta::assert_snapshot!(session(lines), @r##"
exit 1
--- stdout
Int
Array<String>
()
fn(String) -> Int
--- stderr
error: no command `:typ`
  Help: there is a `:type`
error: `:type` needs an expression
  Help: `:type 1 + 2`
error: no command `:nonsense`
  Help: `:help` shows what there is
"##);
}

#[test]
fn a_session_that_is_quit_reads_no_more() {
    assert_eq!(shown("1\n:quit\n2\n"), "1\n");
}
