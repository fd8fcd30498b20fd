//! What holds for the tokens of any text.

use super::read;
use crate::lex::{Kind, Tokens};
use crate::source::SourceFile;

/// Texts with something wrong in them, or nothing at all.
const TEXTS: &[&str] = &[
    "",
    "\u{feff}",
    "\0",
    "\"",
    "\"\"\"",
    "\"${",
    "\"${\"${\"${",
    "\"\\",
    "\"\\u{",
    "r#\"",
    "/*/*",
    "'",
    "1.",
    ".5.",
    "((((",
    "))))",
    "{[(])}",
    "}{",
    "\"${)}\"",
    "\"${}}\"}",
    "fn f( {\nfn g[ {\n}",
    "é\"è${ê",
    "\r\n\r\n\"\r\n",
    "0x 0b2 1e 5min 99999999999999999999999",
];

fn opens_and_closes(tokens: &Tokens) -> bool {
    let mut open = Vec::new();
    for kind in &tokens.kinds {
        if let Some(closer) = kind.closer() {
            open.push(closer);
        } else if kind.is_closer() && open.pop() != Some(*kind) {
            return false;
        }
    }
    open.is_empty()
}

fn in_order_and_inside(tokens: &Tokens, file: &SourceFile) -> bool {
    let ends = tokens.spans.windows(2).all(|pair| pair[0].end <= pair[1].start);
    ends && tokens.spans.iter().all(|span| file.span().contains(*span) && span.start <= span.end)
}

#[test]
fn the_last_token_is_the_end_and_no_other_is() {
    for text in TEXTS {
        let (.., tokens, _) = read(text);
        assert_eq!(tokens.kinds.iter().position(|it| *it == Kind::End), Some(tokens.kinds.len() - 1), "{text:?}");
    }
}

#[test]
fn there_is_a_span_for_each_kind_in_order_and_inside_the_file() {
    for text in TEXTS {
        let (sources, file, tokens, _) = read(text);
        assert_eq!(tokens.kinds.len(), tokens.spans.len(), "{text:?}");
        assert!(in_order_and_inside(&tokens, sources.file(file)), "{text:?}");
    }
}

#[test]
fn brackets_match_whatever_the_text() {
    for text in TEXTS {
        assert!(opens_and_closes(&read(text).2), "{text:?}");
    }
}

#[test]
fn what_is_said_points_into_the_file() {
    for text in TEXTS {
        let (sources, file, _, found) = read(text);
        let labels = found.iter().flat_map(|it| &it.labels);
        assert!(labels.into_iter().all(|label| sources.file(file).span().contains(label.span)), "{text:?}");
    }
}

#[test]
fn the_end_has_an_empty_span_at_the_end_of_the_file() {
    let (sources, file, tokens, _) = read("a b\n");
    let end = tokens.span(usize::MAX);
    assert_eq!((end.start, end.end), (sources.file(file).span().end, sources.file(file).span().end));
}
