//! Texts of all sorts, which only have to be survived.

use proptest::prelude::*;

use super::read;
use crate::diagnostic::render::{self, Style};

/// The deepest tree that the parser makes is dropped by recursion. It stands here twice, so that one of the two is
/// dropped by the parser itself, and is read on a small stack, so that it would not fit.
#[test]
fn the_deepest_nesting_does_not_exhaust_the_stack() {
    let key = vec!["a"; 79].join(".");
    let value = format!("{}{}", format!("{key} = {{ ").repeat(79), "}".repeat(79));
    let text = format!("[{key}]\n{value}\n{value}\n");
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(move || read(&text).2.len());
    assert_eq!(thread.expect("a thread can be had").join().expect("nothing panics"), 1);
}

#[test]
fn brackets_without_end_are_reported() {
    for open in ["[", "{", "a = [", "a = { a = ", "[[", "a."] {
        let (_, _, found) = read(&open.repeat(20_000));
        assert!(!found.is_empty(), "{open}");
    }
}

/// Reads and shows; every span has to lie in the manifest.
fn survive(text: &str) {
    let (sources, _, found) = read(text);
    let whole = sources.files().last().expect("the manifest is there").span();
    let mut labels = found.iter().flat_map(|it| &it.labels);
    assert!(labels.all(|it| whole.contains(it.span)));
    render::report(&found, &sources, Style::PLAIN);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_survived(text in any::<String>()) {
        survive(&text);
    }

    #[test]
    fn any_pieces_of_manifests_are_survived(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40)) {
        survive(&pieces.concat());
    }
}

/// What manifests are made of, and what breaks them.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "[project]", "[connections.", "[mcp.files]", "[[hosts]]", "[hosts.a]", "openai]", "]", "[", "{", "}", "\n", "\n", "\n",
    "\r\n", " = ", " = ", "=", ",", ".", "#", "\"", "'", "\"\"\"", "'''", "\\", "name", "provider", "api_key_env", "command",
    "env", "url", "headers", "retry", "models", "\"openai\"", "\"$A\"", "\"60 sec\"", "\"sk-abc\"", "[\"a\"]", "{ a = 1 }",
    "true", "-5", "1.5", "0x1F", "1979-05-27", "é", "\u{202e}", "\u{feff}", "\0", "\u{1b}[2J",
];
