//! Long and deep programs: no stack overflow, and no more time than their length takes.

use std::fmt::Write;

use super::formatted;
use crate::NESTING_MAX;

#[test]
fn long_chains_take_no_stack() {
    for link in [" + a", " && a", " * a", ".b", ".b()", ".0", "[0]", "(1)", "? ", " as Int", " |> f"] {
        let text = format!("let x = a{};\n", link.repeat(20_000));
        assert!(formatted(&text).starts_with("let x ="), "{link}");
    }
}

#[test]
fn many_branches_take_no_stack() {
    let text = format!("if a {{ 1 }}{}\n", " else if b { 2 }".repeat(10_000));
    assert!(formatted(&text).lines().count() > 20_000);
}

#[test]
fn nesting_up_to_the_limit_is_formatted() {
    let depth = NESTING_MAX as usize - 2;
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{ ", " }"),
        ("f(", ")"),
        ("Some([", "])"),
        ("if a { ", " }"),
        ("|x| ", ""),
        ("-", ""),
    ] {
        let depth = if open.len() > 3 { depth / 2 } else { depth };
        let text = format!("let x = {}1{};\n", open.repeat(depth), close.repeat(depth));
        assert!(!formatted(&text).is_empty(), "{open}");
    }
    let types = format!("let x: {}Int{} = y;\n", "Array<".repeat(depth / 2), ">".repeat(depth / 2));
    assert!(!formatted(&types).is_empty());
}

#[test]
fn long_lists_and_files_are_formatted() {
    let mut text = String::from("let x = [");
    for at in 0..20_000 {
        let _ = writeln!(text, "f({at}), // {at}");
    }
    text.push_str("];\n");
    text.push_str(&"x( 1 );\n".repeat(20_000));
    assert_eq!(formatted(&text).lines().count(), 40_002);
}
