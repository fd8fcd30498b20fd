//! Files that were never written by a compiler.

use crate::assemble::sample::sample;
use crate::json::{from_bytes, to_json};
use crate::verify::verify;

/// What is said about a file: why it cannot be read, or why it cannot be run.
fn told(bytes: &[u8]) -> String {
    match from_bytes(bytes).map(verify) {
        Err(problem) => problem,
        Ok(Err(refusal)) => refusal.to_string(),
        Ok(Ok(_)) => "it can be run".to_owned(),
    }
}

/// A file with one section.
fn with(section: &str) -> String {
    told(format!(r#"{{"concerto_ir": "1.0", {section}}}"#).as_bytes())
}

macro_rules! with {
    ($section:expr, @$expected:literal) => { insta::assert_snapshot!(with($section), @$expected) };
}

#[test]
fn what_is_no_json() {
    insta::assert_snapshot!(told(b""), @"this is no Concerto IR: EOF while parsing a value at line 1 column 0");
    insta::assert_snapshot!(told(b"fn main() {}"), @"this is no Concerto IR: expected ident at line 1 column 2");
    insta::assert_snapshot!(told(b"{\"concerto_ir\": \"1.0\"} {}"), @"this is no Concerto IR: trailing characters at line 1 column 24");
    insta::assert_snapshot!(told(b"{\"concerto_ir\": \"\xff\"}"), @"this is no Concerto IR: invalid unicode code point at line 1 column 18");
    insta::assert_snapshot!(told(&[0; 100]), @"this is no Concerto IR: expected value at line 1 column 1");
}

#[test]
fn deep_nesting() {
    let deep = "[".repeat(100_000);
    insta::assert_snapshot!(told(deep.as_bytes()), @"this is no Concerto IR: it is nested more than 300 levels deep");
    with!(&format!(r#""types": {deep}"#), @"this is no Concerto IR: it is nested more than 300 levels deep");
    let closed = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    with!(&format!(r#""types": {closed}"#), @"this is no Concerto IR: it is nested more than 300 levels deep");
}

#[test]
fn huge_numbers() {
    with!(r#""entry": 4294967296"#, @"`entry` is no number in range");
    with!(r#""entry": 99999999999999999999999"#, @"`entry` is no number in range");
    with!(r#""entry": 1e400"#, @"this is no Concerto IR: number out of range at line 1 column 37");
    with!(r#""entry": 1e3"#, @"`entry` is no number in range");
    with!(r#""entry": -0"#, @"`entry` is no number in range");
    with!(r#""types": [{"array": 1e2}]"#, @"`types` 0: `array` is no number in range");
    with!(r#""layouts": [{"name": "", "tag": 65536, "slots": []}]"#, @"`layouts` 0: `tag` is no number in range");
}

#[test]
fn numbers_that_are_none() {
    with!(r#""entry": NaN"#, @"this is no Concerto IR: expected value at line 1 column 33");
    with!(r#""entry": Infinity"#, @"this is no Concerto IR: expected value at line 1 column 33");
    let rule = |rule: &str| {
        let field = format!(r#"{{"name": "x", "type": 0, "rules": [{rule}]}}"#);
        with(&format!(r#""types": [{{"struct": "P", "layout": 0, "closed": false, "fields": [{field}]}}]"#))
    };
    insta::assert_snapshot!(rule(r#"{"range": [null, 1]}"#), @"type 0: there is no layout 0");
    insta::assert_snapshot!(rule(r#"{"range": [0, 1e999]}"#), @"this is no Concerto IR: number out of range at line 1 column 144");
    insta::assert_snapshot!(rule(r#"{"length": [0, -1]}"#), @r#"`types` 0: {"length":[0,-1]} is no rule"#);
    insta::assert_snapshot!(rule(r#"{"length": [0.5, 1]}"#), @r#"`types` 0: {"length":[0.5,1]} is no rule"#);
    insta::assert_snapshot!(rule(r#"{"length": [1]}"#), @r#"`types` 0: {"length":[1]} is no rule"#);
    insta::assert_snapshot!(rule(r#"{"pattern": 1}"#), @r#"`types` 0: {"pattern":1} is no rule"#);
    insta::assert_snapshot!(rule("{}"), @"`types` 0: {} is no rule");
}

/// One function, its code given.
fn function(name: &str, code: &str) -> String {
    format!(
        r#"{{"name": "{name}", "params": [], "captures": 0, "result": "int", "updates": false, "registers": ["int"], "code": [{code}], "places": []}}"#
    )
}

#[test]
fn functions_with_one_name() {
    let one = function("f", r#""load.int r0, 1", "return.int r0""#);
    with!(&format!(r#""functions": [{one}, {one}]"#), @"two functions are called `f`");
}

#[test]
fn code_that_is_no_list_of_lines() {
    with!(&format!(r#""functions": [{}]"#, function("f", "1")), @"`f`, instruction 0: it is no text");
    with!(&format!(r#""functions": [{}]"#, function("f", r#"["return.int r0"]"#)), @"`f`, instruction 0: it is no text");
    with!(&format!(r#""functions": [{}]"#, function("f", r#""return.int r0\nreturn.int r0""#)), @r"`f`, instruction 0: `r0\nreturn.int` is no register");
    with!(&format!(r#""functions": [{}]"#, function("f", r#""load.text r0, \"\\ud800\"""#)), @r#"`f`, instruction 0: expected a text before `"\ud800"`"#);
    with!(&format!(r#""functions": [{}]"#, function("f", r#""load.int r0, 1\u0000""#)), @r"`f`, instruction 0: `1\u{0}` is no number of 32 bits");
    with!(r#""functions": [null]"#, @"`functions` 0: `places` is missing");
    with!(r#""functions": {"0": 1}"#, @"`functions` is no list");
}

/// The last one counts, as for all readers of JSON that do not refuse it.
#[test]
fn keys_that_are_there_twice() {
    with!(r#""entry": "main", "entry": null"#, @"it can be run");
    with!(r#""concerto_ir": "9.0""#, @"this is IR 9.0, and this program reads 1.2: build the source again, or update");
}

#[test]
fn messages_about_long_things_are_short_and_can_be_shown() {
    let long = "\\u001b[31m".repeat(100_000);
    for section in [
        format!(r#""types": ["{long}"]"#),
        format!(r#""types": [{{"{long}": 1}}]"#),
        format!(r#""natives": [{{"name": "{long}", "params": [], "result": 0, "changes": false}}]"#),
        format!(r#""functions": [{}]"#, function("f", &format!(r#""{long}""#))),
        format!(r#""functions": [{}]"#, function("f", &format!(r#""load.int {long}""#))),
        format!(r#""functions": [{}]"#, function("f", &format!(r#""load.int r0, {long}""#))),
        format!(r#""functions": [{}]"#, function("f", &format!(r#""load.int r0, 1 {long}""#))),
        format!(r#""functions": [{}]"#, function("f", &format!(r#""load.text r0, {long}""#))),
        format!(r#""functions": [{}]"#, function("f", &format!(r#""call.int r0, \"{long}\", []""#))),
    ] {
        let told = with(&section);
        assert_ne!(told, "it can be run");
        assert!(told.len() < 600 && !told.contains('\u{1b}'), "{told:?}");
    }
}

/// Wherever a file breaks off, and whichever byte of it is another.
#[test]
fn files_that_are_damaged() {
    let text = to_json(&sample()).to_string();
    for end in (0..text.len()).step_by(17) {
        assert_ne!(told(&text.as_bytes()[..end]), "it can be run");
    }
    for at in (0..text.len()).step_by(13) {
        for byte in [b'0', b'"', b']', b'r', 0x80] {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = byte;
            let _ = told(&bytes);
        }
    }
}

#[test]
fn brackets_in_brackets() {
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    let read = |text: &str| from_bytes(text.as_bytes()).unwrap_err();
    assert_eq!(read(&nested(300)), "this is no Concerto IR: it is no object");
    assert_eq!(read(&nested(301)), "this is no Concerto IR: it is nested more than 300 levels deep");
    assert_eq!(read(&nested(1_000_000)), "this is no Concerto IR: it is nested more than 300 levels deep");
    assert_eq!(read(&format!("\"\\\"{}\"", "[".repeat(1000))), "this is no Concerto IR: it is no object");
    assert_eq!(read(&"[".repeat(200)), "this is no Concerto IR: EOF while parsing a list at line 1 column 200");
}
