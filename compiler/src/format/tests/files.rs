//! Whole files: their start, their end, their line ends, and what is refused.

use super::{formatted, tried};
use crate::format::Refusal;

#[test]
fn a_file_ends_with_one_line_end() {
    assert_eq!(formatted("print(1);"), "print(1);\n");
    assert_eq!(formatted("\n\n  print(1);\n\n\n"), "print(1);\n");
    assert_eq!(formatted("// a"), "// a\n");
}

#[test]
fn an_empty_file_stays_empty() {
    assert_eq!(formatted(""), "");
    assert_eq!(formatted("  \n\n"), "");
}

#[test]
fn the_first_line_may_name_a_command() {
    assert_eq!(formatted("#!/usr/bin/env concerto\n\nprint( 1 );"), "#!/usr/bin/env concerto\nprint(1);\n");
    assert_eq!(formatted("#!/usr/bin/env concerto"), "#!/usr/bin/env concerto\n");
    assert_eq!(formatted("\u{feff}print( 1 );\n"), "\u{feff}print(1);\n");
}

#[test]
fn line_ends_stay_what_they_are() {
    assert_eq!(formatted("f( );\r\n\r\n\r\n// a\r\ng( );\r\n"), "f();\r\n\r\n// a\r\ng();\r\n");
    let text = "let x = \"\"\"\n    a\n    \"\"\";\r\n";
    assert_eq!(formatted(text), text);
}

#[test]
fn a_file_with_syntax_errors_is_refused_with_what_is_wrong() {
    let Err(Refusal::Syntax(found)) = tried("let x = ;\nf(") else { panic!("nothing is wrong") };
    assert_eq!(found.len(), 2);
}
