//! Mistakes that have a message of their own and no better place.

use super::{codes, read, tree};
use crate::NESTING_MAX;
use crate::diagnostic::render::{Style, report};
use crate::diagnostic::{Code, ERRORS_MAX};

#[test]
fn prefix_operators_may_not_be_nested_without_end() {
    let deep = format!("let a = {}b;", "!".repeat(4 * NESTING_MAX as usize));
    assert_eq!(codes(&deep), [Code::NestedTooDeep]);
}

#[test]
fn the_first_level_too_many_is_shown() {
    let read = read(&format!("let a = {}b;", "!\n".repeat(4 * NESTING_MAX as usize)));
    insta::assert_snapshot!(report(&read.found, &read.sources, Style::PLAIN), @"
    [E0104] error: this is nested more than 512 deep
         ,-[ main.conc:512:1 ]
         |
     512 | !
         | |
         | `-- one level too many
         |
         | Help: give inner parts a name with `let`, or move them into a function
    -----'
    ");
}

#[test]
fn closures_may_not_be_nested_without_end() {
    let deep = format!("let a = {}1;", "|x| ".repeat(4 * NESTING_MAX as usize));
    assert_eq!(codes(&deep), [Code::NestedTooDeep]);
}

#[test]
fn what_leans_right_may_not_be_nested_without_end() {
    for operator in ["= ", "?? ", "|> |x| "] {
        let deep = format!("{}a;", format!("a {operator}").repeat(4 * NESTING_MAX as usize));
        assert_eq!(codes(&deep), [Code::NestedTooDeep], "{operator}");
    }
}

#[test]
fn what_leans_left_may_be_as_long_as_the_file() {
    for link in [" + a", ".a", "()", "[0]", "?.a", " as A", " && a", " |> a"] {
        let long = format!("let a = a{};", link.repeat(20_000));
        assert_eq!(codes(&long), [], "{link}");
        assert!(tree(&long).len() > long.len());
    }
}

#[test]
fn long_lists_are_no_nesting() {
    let long = format!("let a = [{}];", "1, ".repeat(20_000));
    assert_eq!(codes(&long), []);
    let long = "if a { } else ".repeat(20_000) + "{ }";
    assert_eq!(codes(&long), []);
}

#[test]
fn no_more_than_a_hundred_mistakes_are_kept() {
    let many = "let = 1;\n".repeat(500);
    assert_eq!(codes(&many).len(), ERRORS_MAX);
}
