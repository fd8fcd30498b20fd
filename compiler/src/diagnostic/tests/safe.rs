//! What stands in a source never steers a terminal.

use super::spans;
use crate::diagnostic::render::{Style, report};
use crate::diagnostic::{Code, Diagnostic};

/// Characters that move the cursor, ring, clear the screen, or turn text around.
const DANGEROUS: &[char] = &[
    '\0', '\u{7}', '\u{8}', '\u{b}', '\u{c}', '\r', '\u{e}', '\u{1b}', '\u{7f}', '\u{85}', '\u{9b}', '\u{200e}',
    '\u{200f}', '\u{2028}', '\u{2029}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}',
    '\u{2067}', '\u{2068}', '\u{2069}', '\u{feff}',
];

fn shown(source: &str) -> String {
    let (sources, at) = spans(source, "target");
    let diagnostic = Diagnostic::new(Code::UnknownName, "a title").label(at[0], "here");
    report(&[diagnostic], &sources, Style::PLAIN)
}

#[test]
fn control_characters_and_bidirectional_marks_do_not_reach_the_output() {
    for it in DANGEROUS {
        let text = shown(&format!("before\n/* {it}[2J{it} */ target {it}\nafter\n"));
        assert!(!text.contains(*it), "{it:?} in {text:?}");
    }
}

#[test]
fn they_do_not_reach_the_output_of_a_line_that_is_cut() {
    for it in DANGEROUS {
        let text = shown(&format!("{}/* {it} */ target {it}{}\n", "a ".repeat(500), "b ".repeat(500)));
        assert!(!text.contains(*it), "{it:?} in {text:?}");
    }
}

#[test]
fn they_do_not_change_the_number_of_a_line() {
    for it in DANGEROUS {
        let text = shown(&format!("one {it}\ntwo {it}\ntarget\n"));
        assert!(text.contains("main.conc:3:1"), "{it:?} in {text}");
    }
}

#[test]
fn what_replaces_them_can_be_seen() {
    check!("a /* \u{1b}[2J \u{9b} \u{202e} */ target\n", "target", @r"
    a /* \u{1b}[2J \u{9b} \u{202e} */ target
    ----
    [E0201] error: a title
       ,-[ main.conc:1:18 ]
       |
     1 | a /* ?[2J ¿ � */ target
       |                  ^^^|^^
       |                     `---- here
    ---'
    ");
}
