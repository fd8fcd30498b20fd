//! What string tokens stand for: tables of tokens and values.

use crate::lex::cook::{block, dedent, escape, line, raw, unescape};

#[test]
fn an_escape_stands_for_a_character() {
    let table = [
        (r"\n", Some('\n')),
        (r"\r", Some('\r')),
        (r"\t", Some('\t')),
        (r"\0", Some('\0')),
        (r"\\", Some('\\')),
        (r#"\""#, Some('"')),
        (r"\$", Some('$')),
        (r"\u{41}", Some('A')),
        (r"\u{1F600}", Some('😀')),
        (r"\u{1f600}", Some('😀')),
        (r"\u{00000a}", Some('\n')),
        (r"\u{10FFFF}", Some('\u{10FFFF}')),
        (r"\u{110000}", None),
        (r"\u{D800}", None),
        (r"\u{}", None),
        (r"\u{0000041}", None),
        (r"\u{+41}", None),
        (r"\u{4 1}", None),
        (r"\u41", None),
        (r"\x41", None),
        (r"\d", None),
        (r"\'", None),
        (r"\", None),
        ("n", None),
    ];
    for (source, value) in table {
        assert_eq!(escape(source), value, "{source}");
    }
}

#[test]
fn escapes_are_replaced_and_unknown_ones_kept() {
    let table = [
        ("", ""),
        ("plain", "plain"),
        (r"a\nb\tc", "a\nb\tc"),
        (r"\\n", r"\n"),
        (r"\u{48}\u{49}!", "HI!"),
        (r"cost: \$5 \${x}", "cost: $5 ${x}"),
        (r"\d and \é", r"\d and \é"),
        (r"\u{zz}\n", "\\u{zz}\n"),
        (r"\u{41", r"\u{41"),
        (r"end\", r"end\"),
    ];
    for (source, value) in table {
        assert_eq!(unescape(source), value, "{source}");
    }
}

#[test]
fn a_string_of_one_line_loses_its_quotes() {
    let table = [(r#""""#, ""), (r#""a""#, "a"), (r#""a\"b""#, r#"a"b"#), (r#""\"""#, "\""), (r#""no end"#, "no end")];
    for (token, value) in table {
        assert_eq!(line(token), value, "{token}");
    }
}

#[test]
fn a_raw_string_is_what_stands_between_its_quotes() {
    let table = [
        (r##"r"""##, ""),
        (r##"r"a\nb""##, r"a\nb"),
        (r###"r#"say "hi""#"###, r#"say "hi""#),
        (r###"r##"one "# two"##"###, r##"one "# two"##),
        (r##"r"rrr""##, "rrr"),
        (r###"r#"##"#"###, "##"),
        (r###"r#"""#"###, "\""),
        ("r\"a\nb\"", "a\nb"),
    ];
    for (token, value) in table {
        assert_eq!(raw(token), value, "{token}");
    }
}

/// `lines` between three quotes.
fn text(lines: &str) -> String {
    block(&format!("\"\"\"{lines}\"\"\""))
}

#[test]
fn a_text_on_one_line_is_itself() {
    let table = [("", ""), ("a", "a"), ("  a  ", "  a  "), ("   ", "   "), (r#"say "hi""#, r#"say "hi""#)];
    for (source, value) in table {
        assert_eq!(text(source), value, "{source:?}");
    }
}

#[test]
fn the_first_newline_and_a_last_line_of_blanks_are_removed() {
    let table = [
        ("\na\n", "a"),
        ("\na", "a"),
        ("\n\na\n\n", "\na\n"),
        ("\n", ""),
        ("\n    ", ""),
        ("\n\n", ""),
        ("a\n", "a"),
        ("a\nb", "a\nb"),
    ];
    for (source, value) in table {
        assert_eq!(text(source), value, "{source:?}");
    }
}

#[test]
fn the_indentation_that_all_lines_share_is_removed() {
    let table = [
        ("\n    a\n    b\n    ", "a\nb"),
        ("\n    a\n      b\n    ", "a\n  b"),
        ("\n      a\n    b\n    ", "  a\nb"),
        ("\n    a\n    b", "a\nb"),
        ("a\n    b\n      c", "a\nb\n  c"),
        ("\n\ta\n\t\tb\n\t", "a\n\tb"),
    ];
    for (source, value) in table {
        assert_eq!(text(source), value, "{source:?}");
    }
}

#[test]
fn the_line_of_the_closing_quotes_counts() {
    let table = [("\n    a\n  ", "  a"), ("\n    a\n", "    a"), ("\n  a\n      ", "a")];
    for (source, value) in table {
        assert_eq!(text(source), value, "{source:?}");
    }
}

#[test]
fn lines_of_blanks_do_not_count() {
    let table = [
        ("\n    a\n\n    b\n    ", "a\n\nb"),
        ("\n    a\n  \n    b\n    ", "a\n\nb"),
        ("\n    a\n      \n    b\n    ", "a\n  \nb"),
    ];
    for (source, value) in table {
        assert_eq!(text(source), value, "{source:?}");
    }
}

#[test]
fn a_line_end_is_one_character_however_the_file_writes_it() {
    let table = [
        ("\r\n    a\r\n    b\r\n    ", "a\nb"),
        ("\r\n    a\r\n\r\n    b\r\n    ", "a\n\nb"),
        ("a\r\nb", "a\nb"),
        ("\r\n", ""),
    ];
    for (source, value) in table {
        assert_eq!(text(source), value, "{source:?}");
    }
}

#[test]
fn escapes_are_no_indentation() {
    let table =
        [("\n    \\ta\n      b\n    ", "\ta\n  b"), ("\n    a\\n  b\n    ", "a\n  b"), ("\n  \\u{20}a\n  ", " a")];
    for (source, value) in table {
        assert_eq!(text(source), value, "{source:?}");
    }
}

#[test]
fn an_interpolation_is_no_blank() {
    let table: &[(&[&str], &[&str])] = &[
        (&["\n    ", "\n      a\n    "], &["", "\n  a"]),
        (&["\n    a ", " b\n    "], &["a ", " b"]),
        (&["\n    a\n  ", "\n"], &["    a\n  ", ""]),
        (&["\n    a\n    ", "\n    "], &["a\n", ""]),
        (&["", ""], &["", ""]),
        (&["", "\n  a\n  "], &["", "\na"]),
        (&["\n    ", "  ", "\n    "], &["", "  ", ""]),
        (&["\r\n    ", "\r\n      a\r\n    "], &["", "\n  a"]),
    ];
    for (parts, values) in table {
        assert_eq!(dedent(parts), *values, "{parts:?}");
    }
}
