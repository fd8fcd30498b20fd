//! Text to tokens.
//!
//! Comes in: the text of one file. Goes out: [`Tokens`], the kinds and spans of all tokens with brackets balanced, the
//! comments beside them, and diagnostics. Promised: any text gives tokens, the last is [`Kind::End`], every span
//! lies in the file, and opening and closing brackets match. Escapes are checked here and replaced by the parser
//! ([`cook`]), so a token never owns text.

mod brackets;
pub mod cook;
mod diagnostics;
mod scan;
mod strings;
pub mod token;

pub(crate) use scan::start_of_code;
pub use token::{Kind, KindSet};

use crate::diagnostic::{Diagnostic, Sink};
use crate::source::{SourceFile, Span};

/// The tokens of one file, as columns: the parser walks over kinds alone.
#[derive(Default)]
pub struct Tokens {
    /// The kind of each token; the last is [`Kind::End`].
    pub kinds: Vec<Kind>,
    /// The span of each token. A token that the lexer made up has an empty one.
    pub spans: Vec<Span>,
    /// Comments, in order, which are no tokens.
    pub comments: Vec<Comment>,
}

/// A comment, kept for documentation and for the formatter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comment {
    /// What it is written as.
    pub kind: CommentKind,
    /// All of it, without the newline.
    pub span: Span,
}

/// The three forms of comments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentKind {
    /// `// …`
    Line,
    /// `/// …`, about the declaration below it.
    Doc,
    /// `/* … */`
    Block,
}

impl Tokens {
    /// The span of the token at `index`, or of the end of the file.
    pub fn span(&self, index: usize) -> Span {
        self.spans.get(index).or(self.spans.last()).copied().unwrap_or_default()
    }

    fn push(&mut self, kind: Kind, span: Span) {
        self.kinds.push(kind);
        self.spans.push(span);
    }
}

/// Reads a whole file.
pub fn lex(file: &SourceFile) -> (Tokens, Vec<Diagnostic>) {
    let mut sink = Sink::default();
    let tokens = scan::scan(file, &mut sink);
    let tokens = brackets::balance(tokens, file, &mut sink);
    (tokens, sink.into_found())
}

/// The tokens of a file as text, one a line, for `--emit tokens` and for snapshots.
pub fn dump(tokens: &Tokens, file: &SourceFile) -> String {
    let mut lines = String::new();
    for (kind, span) in tokens.kinds.iter().zip(&tokens.spans) {
        let at = file.position(span.start);
        let place = format!("{}:{}", at.line, at.column);
        lines.push_str(&format!("{place:<8} {kind:?}"));
        match (kind, file.slice(*span)) {
            (Kind::End, _) => {}
            (_, "") => lines.push_str(" (made up)"),
            (kind, text) if kind.text() != Some(text) => lines.push_str(&format!(" {text:?}")),
            _ => {}
        }
        lines.push('\n');
    }
    for comment in &tokens.comments {
        let at = file.position(comment.span.start);
        let place = format!("{}:{}", at.line, at.column);
        lines.push_str(&format!("{place:<8} // {:?} {:?}\n", comment.kind, file.slice(comment.span)));
    }
    lines
}

#[cfg(test)]
mod tests;
