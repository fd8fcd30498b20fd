//! Whether a formatted text is the one it was made from.
//!
//! The words of both, without commas, are the same, and so are the comments between them. What a program means follows from its
//! words alone: line ends mean nothing, and a comma that comes or goes is one at the end of a list.

use crate::lex::{self, Kind, Tokens};
use crate::source::{SourceFile, SourceMap};

/// What stands before the code of a file: a mark, and a first line that says which command runs it.
pub(super) fn head(file: &SourceFile, newline: &str) -> String {
    let text = file.text();
    let head = text.get(..lex::start_of_code(text)).unwrap_or("");
    match head.trim_end() {
        "" => head.trim().to_owned(),
        "\u{feff}" => head.to_owned(),
        line => format!("{line}{newline}"),
    }
}

/// Whether `formatted` has the words and the comments of `file`.
pub(super) fn is_faithful(file: &SourceFile, tokens: &Tokens, formatted: &str) -> bool {
    let mut sources = SourceMap::default();
    let Some(id) = sources.add(file.name(), formatted) else { return false };
    let after = sources.file(id);
    let (after_tokens, found) = lex::lex(after);
    found.is_empty() && words(file, tokens).eq(words(after, &after_tokens))
}

/// The characters of all words and comments, in order, with a mark before each. A comment stands before the comma or semicolon
/// that it follows, and blanks at its end do not count. Words that the parser takes apart are apart here: `>=`, `||`, `t.0.1`.
fn words<'a>(file: &'a SourceFile, tokens: &'a Tokens) -> impl Iterator<Item = u8> + 'a {
    let mut comments = tokens.comments.iter().peekable();
    let code =
        tokens.kinds.iter().zip(&tokens.spans).filter(|(kind, _)| !matches!(kind, Kind::Comma | Kind::Semicolon));
    let mut before = Kind::End;
    code.flat_map(move |(kind, span)| {
        let mut bytes = Vec::with_capacity(16);
        while let Some(comment) = comments.next_if(|it| it.span.start < span.start) {
            bytes.push(0);
            bytes.extend(file.slice(comment.span).trim_end().bytes());
        }
        let text = file.slice(*span);
        let is_apart = matches!(kind, Kind::GreaterEq | Kind::Or | Kind::Coalesce);
        let has_fields = *kind == Kind::Float && before == Kind::Dot;
        before = *kind;
        bytes.push(0);
        for byte in text.bytes() {
            let is_part = is_apart || (has_fields && byte == b'.');
            bytes.extend(is_part.then_some(0));
            bytes.push(byte);
            bytes.extend((is_part && has_fields).then_some(0));
        }
        bytes.extend(is_apart.then_some(0));
        bytes
    })
    .scan(false, |was_mark, byte| {
        let is_mark = byte == 0;
        let kept = !(is_mark && *was_mark);
        *was_mark = is_mark;
        Some(kept.then_some(byte))
    })
    .flatten()
}
