//! What is JSON and what is not, by the rules of RFC 8259.
//!
//! The documents are our own: each is about one rule of the grammar or one thing that parsers are known to allow. What the RFC
//! leaves open is settled here, too: numbers outside of 64 bits are floats, of two members with one name the later counts, and
//! halves of surrogates alone are refused, since no text holds them.

use serde_json::Value;

use crate::run::{Way, compiled, run};
use crate::support::root;

/// Documents that are JSON, with what they are as compact text where that is something else.
const GOOD: &[(&str, &str)] = &[
    // Literals, and white space around them (sections 2 and 3).
    ("null", ""),
    ("true", ""),
    ("false", ""),
    (" null", "null"),
    ("null ", "null"),
    ("\tnull\r\n", "null"),
    ("\n\n\n1\n\n", "1"),
    ("\r1", "1"),
    // Numbers (section 6).
    ("0", ""),
    ("-0", "0"),
    ("1", ""),
    ("-1", ""),
    ("10", ""),
    ("123456789", ""),
    ("9007199254740993", ""),
    ("9223372036854775807", ""),
    ("-9223372036854775808", ""),
    ("9223372036854775808", "9.223372036854776e18"),
    ("1.5", ""),
    ("-1.5", ""),
    ("0.1", ""),
    ("1.0", ""),
    ("-0.0", ""),
    ("0.0000001", "1e-7"),
    ("1e3", "1000.0"),
    ("1E3", "1000.0"),
    ("1e+3", "1000.0"),
    ("1e-3", "0.001"),
    ("1.5e2", "150.0"),
    ("-2.5E-1", "-0.25"),
    ("0e0", "0.0"),
    ("0E+0", "0.0"),
    ("1e308", "1e308"),
    ("5e-324", "5e-324"),
    ("1e-400", "0.0"),
    ("123456789012345678901234567890", "1.2345678901234568e29"),
    ("0.30000000000000004", ""),
    // Strings (section 7).
    (r#""""#, ""),
    (r#""a""#, ""),
    (r#"" ""#, ""),
    (r#""é""#, ""),
    (r#""日本語""#, ""),
    (r#""😀""#, ""),
    (r#""\"""#, ""),
    (r#""\\""#, ""),
    (r#""\/""#, r#""/""#),
    (r#""\b\f\n\r\t""#, ""),
    (r#""\u0041""#, r#""A""#),
    (r#""\u00e9""#, r#""é""#),
    (r#""\u00E9""#, r#""é""#),
    (r#""\ud83d\ude00""#, r#""😀""#),
    (r#""\uD83D\uDE00""#, r#""😀""#),
    (r#""\u0000""#, ""),
    (r#""\u001f""#, ""),
    (r#""\u007f""#, "\"\u{7f}\""),
    (r#""\u2028\u2029""#, "\"\u{2028}\u{2029}\""),
    (r#""\uFFFF""#, "\"\u{ffff}\""),
    (r#""\uFEFF""#, "\"\u{feff}\""),
    (r#""\\u0041""#, ""),
    ("\"\u{7f}\"", ""),
    ("\"\u{80}\"", ""),
    ("\"\u{10ffff}\"", ""),
    (r#""// no comment""#, ""),
    (r#""null""#, ""),
    // Arrays (section 5).
    ("[]", ""),
    ("[ ]", "[]"),
    ("[\n]", "[]"),
    ("[1]", ""),
    ("[1,2]", ""),
    ("[ 1 , 2 ]", "[1,2]"),
    ("[null,true,false]", ""),
    ("[[]]", ""),
    ("[[],[]]", ""),
    ("[[[[[[[[1]]]]]]]]", ""),
    (r#"[1,"a",null,{}]"#, ""),
    ("[1\n,2]", "[1,2]"),
    ("[\"a\"\t]", r#"["a"]"#),
    // Objects (section 4).
    ("{}", ""),
    ("{ }", "{}"),
    ("{\n}", "{}"),
    (r#"{"a":1}"#, ""),
    (r#"{ "a" : 1 }"#, r#"{"a":1}"#),
    (r#"{"a":1,"b":2}"#, ""),
    (r#"{"b":1,"a":2}"#, ""),
    (r#"{"":0}"#, ""),
    (r#"{"a":{"b":{"c":[]}}}"#, ""),
    (r#"{"\u0061":1}"#, r#"{"a":1}"#),
    (r#"{"a":1,"a":2}"#, r#"{"a":2}"#),
    (r#"{"a":1,"b":2,"a":3}"#, r#"{"a":3,"b":2}"#),
    ("{\"a\"\n:\r1\t,\"b\" :2}", r#"{"a":1,"b":2}"#),
    (r#"{"null":null}"#, ""),
];

/// Documents that are not JSON.
const BAD: &[&str] = &[
    // Nothing, or more than one value (section 2).
    "",
    " ",
    "\n",
    "1 2",
    "1,",
    ",1",
    ",",
    "null null",
    "{}{}",
    "[][]",
    "[]]",
    "{}}",
    "1]",
    "\"a\" \"b\"",
    "true false",
    // Literals in other letters.
    "nul",
    "nulll",
    "Null",
    "NULL",
    "True",
    "tru",
    "truee",
    "FALSE",
    "fals",
    "undefined",
    "None",
    "nan",
    "NaN",
    "Infinity",
    "-Infinity",
    "inf",
    // White space that is none.
    "\u{a0}1",
    "1\u{a0}",
    "\u{feff}1",
    "\u{2028}1",
    "\u{b}1",
    "\u{c}1",
    "\u{0}1",
    "1\u{0}",
    // Comments.
    "// a\n1",
    "1 // a",
    "/* a */ 1",
    "# a\n1",
    "[1, /* a */ 2]",
    // Numbers.
    "+1",
    "01",
    "-01",
    "00",
    "-",
    "--1",
    "-+1",
    "1.",
    ".5",
    "-.5",
    "1.e1",
    "1e",
    "1e+",
    "1e-",
    "1e1.5",
    "1e1e1",
    "0x10",
    "0b1",
    "0o7",
    "1_000",
    "1,000",
    "1 000",
    "- 1",
    "1a",
    "1f",
    "1n",
    "1.2.3",
    "1e400",
    "-1e400",
    "\u{661}",
    "\u{ff11}",
    // Strings.
    "\"",
    "\"a",
    "a\"",
    "'a'",
    "`a`",
    "\"a'",
    "\"\\\"",
    r#""\a""#,
    r#""\x41""#,
    r#""\'""#,
    r#""\0""#,
    r#""\U0041""#,
    r#""\u""#,
    r#""\u0""#,
    r#""\u004""#,
    r#""\u004g""#,
    r#""\u{41}""#,
    r#""\u 041""#,
    r#""\u+041""#,
    r#""\ud83d""#,
    r#""\ude00""#,
    r#""\ud83dx""#,
    r#""\ud83d\u0041""#,
    r#""\ud83d\ud83d""#,
    r#""\ude00\ud83d""#,
    r#""\ud83d\n""#,
    "\"a\nb\"",
    "\"a\rb\"",
    "\"a\tb\"",
    "\"\u{0}\"",
    "\"\u{1f}\"",
    "\"\\\n\"",
    // Arrays.
    "[",
    "]",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[,]",
    "[1,,2]",
    "[1 2]",
    "[1;2]",
    "[1:2]",
    "[[1]",
    "[1}",
    "(1)",
    "[1,2",
    "[\"a\"",
    "[\"a",
    "[...1]",
    // Objects.
    "{",
    "}",
    "{\"a\"",
    "{\"a\":",
    "{\"a\":1",
    "{\"a\":1,",
    "{\"a\":1,}",
    "{,}",
    "{,\"a\":1}",
    "{\"a\"}",
    "{\"a\" 1}",
    "{\"a\"=1}",
    "{\"a\":1 \"b\":2}",
    "{\"a\":1;\"b\":2}",
    "{\"a\"::1}",
    "{\"a\":1,,\"b\":2}",
    "{a:1}",
    "{'a':1}",
    "{1:1}",
    "{null:1}",
    "{[]:1}",
    "{\"a\":}",
    "{:1}",
    "{\"a\":1]",
    "{\"a\",\"b\"}",
    "{{}}",
    "{\"a\":1}}",
    "{...{}}",
];

/// What a program says to each document: its compact text, or nothing where it is none.
fn parsed(documents: &[&str]) -> Vec<Option<String>> {
    let compiled = compiled(&root().join("tests/library/json.conc")).unwrap_or_else(|problem| panic!("{problem}"));
    let ran = run(&compiled, Way::Source, &[serde_json::json!(documents).to_string()]).unwrap();
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""));
    let said: Vec<Value> = serde_json::from_str(&ran.stdout).unwrap();
    said.iter().map(|it| it.as_str().map(str::to_owned)).collect()
}

#[test]
fn what_is_json_is_read_and_nothing_else() {
    assert!(GOOD.len() + BAD.len() >= 150, "{}", GOOD.len() + BAD.len());
    let documents: Vec<&str> = GOOD.iter().map(|it| it.0).collect();
    for ((document, wanted), said) in GOOD.iter().zip(parsed(&documents)) {
        let wanted = if wanted.is_empty() { document } else { wanted };
        assert_eq!(said.as_deref(), Some(*wanted), "{document:?}");
    }
    for (document, said) in BAD.iter().zip(parsed(BAD)) {
        assert_eq!(said, None, "{document:?}");
    }
}

#[test]
fn the_list_is_right_about_json() {
    for (document, _) in GOOD {
        assert!(serde_json::from_str::<Value>(document).is_ok(), "{document:?}");
    }
    for document in BAD {
        assert!(serde_json::from_str::<Value>(document).is_err(), "{document:?}");
    }
}
