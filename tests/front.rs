//! Whatever the bytes: an answer, and no panic, no hang, no stack overflow. A bounded slice of what `fuzz/` does, and
//! the inputs that are known to be hard.

use concerto_compiler::ast::{Names, dump};
use concerto_compiler::source::SourceMap;
use concerto_compiler::{lex, parse};
use proptest::prelude::*;

use crate::support::{Files, checked, files_below, root};

/// Everything that must hold whatever the text is.
fn holds_for(text: &str) {
    let mut sources = SourceMap::default();
    let id = sources.add("main.conc", text).unwrap();
    let file = sources.file(id);
    let (tokens, lexical) = lex::lex(file);
    assert_eq!(tokens.kinds.len(), tokens.spans.len());
    assert_eq!(tokens.kinds.last(), Some(&lex::Kind::End));
    let mut open = Vec::new();
    for (kind, span) in tokens.kinds.iter().zip(&tokens.spans) {
        assert!(file.span().contains(*span), "{span:?} lies outside the file");
        if let Some(closer) = kind.closer() {
            open.push(closer);
        } else if kind.is_closer() {
            assert_eq!(open.pop(), Some(*kind), "brackets match");
        }
    }
    assert!(open.is_empty(), "brackets match");
    let mut names = Names::default();
    let (tree, syntactic) = parse::parse(file, &tokens, &mut names);
    for diagnostic in lexical.iter().chain(&syntactic) {
        assert!(!diagnostic.labels.is_empty(), "{} has no place", diagnostic.title);
        for label in &diagnostic.labels {
            assert!(file.span().contains(label.span), "{:?} lies outside the file", label.span);
        }
    }
    let _ = dump::dump(&tree, &names);
    let _ = checked(&Files::bytes(text.as_bytes()));
}

/// Pieces that programs are made of, in any order.
const PIECES: &[&str] = &[
    "fn f(",
    ") -> Int {",
    "}",
    "let x = ",
    ";",
    "match x {",
    "=>",
    "|a, b|",
    "\"${",
    "}\"",
    "\"",
    "\"\"\"\n",
    "'a: loop",
    "if ",
    "else",
    "tool T {",
    "@describe(\"d\")",
    "pub ",
    "agent A { model: \"m\", }",
    "[",
    "]",
    "(",
    "{",
    "..",
    "..=",
    "::",
    "<",
    ">",
    ">=",
    "?",
    "??",
    "|>",
    "1",
    "2.5",
    "30s",
    "a",
    "self",
    "Self",
    "await ",
    "spawn ",
    "race [",
    "use std::json;",
    "struct S { a: Int }",
    "enum E { A(Int), B }",
    "impl S {",
    "\n",
    "    ",
    "//",
    "/*",
    "*/",
    "é",
    "日本",
    "\u{301}",
    "\0",
    "\r\n",
    "r#\"",
    "mock A { }",
    "pipeline P(x: Int) -> Int {",
    "stage s(x: Int)",
    "repeat [s] until ",
    "listen H.execute(p) {",
    "schema X { a: \"b\" | \"c\" }",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gets_an_answer(text in "\\PC{0,200}") {
        holds_for(&text);
    }

    #[test]
    fn any_bytes_get_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = checked(&Files::bytes(&bytes));
        holds_for(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_pieces_of_programs_get_an_answer(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..60)) {
        holds_for(&pieces.concat());
    }

    #[test]
    fn any_damage_to_a_program_gets_an_answer(which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), length in 0usize..40, piece in proptest::sample::select(PIECES)) {
        let programs = files_below(&root().join("examples"), ".conc");
        let text = std::fs::read_to_string(which.get(&programs)).unwrap();
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let start = *at.get(&places);
        let end = text[start..].char_indices().nth(length).map_or(text.len(), |(more, _)| start + more);
        holds_for(&format!("{}{piece}{}", &text[..start], &text[end..]));
    }
}

const MANY: usize = 100_000;

#[test]
fn nesting_without_end_is_refused() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")"), ("{1:", "}"), ("\"${", "}\"")] {
        holds_for(&format!("let x = {}1{};", open.repeat(MANY), close.repeat(MANY)));
        holds_for(&format!("let x = {}", open.repeat(MANY)));
        holds_for(&close.repeat(MANY));
    }
    for wrong in ["(}", "[)", "(\n  }\n", "{)", "\"${(\n", "(;"] {
        holds_for(&wrong.repeat(MANY));
    }
    holds_for(&("(".repeat(MANY) + &"]".repeat(MANY)));
    for prefix in ["!", "-", "await ", "|a| ", "return ", "..", "a = ", "a ?? "] {
        let text = format!("let x = {}1;", prefix.repeat(MANY));
        let codes: Vec<&str> = checked(&Files::of(&text)).diagnostics.iter().map(|it| it.code.text()).collect();
        assert!(codes.contains(&"E0104"), "{prefix:?}: {codes:?}");
    }
    for (before, repeated, after) in [
        ("let f: ", "fn() -> ", "Int = 1;"),
        ("let f: ", "Array<", "Int = 1;"),
        ("let f: Int", "?", " = 1;"),
        ("match x { ", "a @ ", "_ => 1 }"),
        ("", "match x {", ""),
        ("", "use a::{", ""),
        ("", "tool A { pub fn ", ""),
    ] {
        holds_for(&format!("{before}{}{after}", repeated.repeat(MANY)));
    }
}

#[test]
fn chains_may_be_as_long_as_the_file() {
    for (repeated, end) in [("a + ", "a"), ("a.f().", "b"), ("a |> ", "f"), ("a || ", "b")] {
        let text = format!("fn f(a: Int) {{ let _x = {}{end}; }}", repeated.repeat(MANY));
        let said: Vec<&str> = checked(&Files::of(&text)).diagnostics.iter().map(|it| it.code.text()).collect();
        assert!(!said.iter().any(|it| it.starts_with("E01")), "{repeated:?}: {said:?}");
    }
    holds_for(&format!("let _x = a{};", "[0]".repeat(MANY)));
    holds_for(&format!("let _x = 1{};", " as Int".repeat(MANY)));
    holds_for(&format!("if a {{}}{}", " else if a {}".repeat(MANY)));
}

#[test]
fn ten_megabytes_on_one_line_get_a_short_answer() {
    for text in ["a + ".repeat(2_500_000), format!("let x = \"{}", "a".repeat(10_000_000)), "é".repeat(5_000_000)] {
        let checked = checked(&Files::of(&text));
        let said = concerto_compiler::diagnostic::render::report(
            &checked.diagnostics,
            &checked.program.sources,
            concerto_compiler::diagnostic::render::Style::PLAIN,
        );
        assert!(checked.has_errors());
        assert!(said.len() < 100_000, "{} bytes were said", said.len());
    }
}

#[test]
fn thousands_of_mistakes_are_not_all_told() {
    let many = [
        "let = ;\n".repeat(MANY),
        "\"\n".repeat(MANY),
        ")".repeat(MANY),
        "fn f() {}\n".repeat(MANY),
        (0..MANY).map(|it| format!("unknown_{it};\n")).collect(),
    ];
    for text in many {
        let checked = checked(&Files::of(&text));
        assert!(checked.has_errors());
        assert!(checked.diagnostics.len() <= 200, "{} were told", checked.diagnostics.len());
    }
}

#[test]
fn bytes_that_are_no_text_are_told_where() {
    let checked = checked(&Files::bytes(b"print(1);\nlet x = \"\xff\";"));
    let said: Vec<(&str, u32)> = checked
        .diagnostics
        .iter()
        .map(|it| {
            (
                it.code.text(),
                checked.program.sources.file_of(it.span().unwrap()).unwrap().position(it.span().unwrap().start).line,
            )
        })
        .collect();
    assert_eq!(said, [("E0002", 2)]);
}

#[test]
fn a_mark_at_the_start_of_a_file_is_not_part_of_it() {
    assert!(checked(&Files::bytes(b"\xef\xbb\xbfprint(1);")).diagnostics.is_empty());
}
