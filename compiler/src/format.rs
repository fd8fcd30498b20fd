//! Source text in the one layout that all programs have.
//!
//! Comes in: a file. Goes out: its text as `concerto fmt` writes it, or why there is none. Promised: the tree and the comments of
//! the text are those of the file, and formatting it again changes nothing. The style is described in `spec/20-formatting.md`.
//!
//! The tree is turned into a document (`doc.rs`) by a walk that takes each word from the tokens (`printer.rs`), and the document into
//! lines (`layout.rs`). Nothing here reads or writes files.

mod align;
mod chain;
mod control;
mod data;
mod declare;
mod doc;
mod expr;
mod faithful;
mod function;
mod item;
mod layout;
mod list;
mod operators;
mod pattern;
mod printer;
mod stmt;
mod types;

use crate::ast::Names;
use crate::diagnostic::{self, Diagnostic, Severity};
use crate::source::SourceFile;
use crate::{lex, parse};

/// Why a file cannot be formatted.
#[derive(Debug)]
pub enum Refusal {
    /// It cannot be read, for these reasons.
    Syntax(Vec<Diagnostic>),
    /// The result would not mean the same: a mistake of the formatter.
    Unfaithful,
}

/// The text of a file as it should look.
pub fn format(file: &SourceFile) -> Result<String, Refusal> {
    let (tokens, mut found) = lex::lex(file);
    let mut names = Names::default();
    let (ast, more) = parse::parse(file, &tokens, &mut names);
    found.extend(more);
    if found.iter().any(|it| it.severity() == Severity::Error) {
        diagnostic::sort(&mut found);
        return Err(Refusal::Syntax(found));
    }
    let mut printer = printer::Printer::new(file, &tokens, &ast);
    printer.file();
    if printer.is_lost {
        return Err(Refusal::Unfaithful);
    }
    let newline = if uses_crlf(file.text()) { "\r\n" } else { "\n" };
    let body = layout::render(&printer.doc, newline);
    let text = faithful::head(file, newline) + &body;
    match faithful::is_faithful(file, &tokens, &text) {
        true => Ok(text),
        false => Err(Refusal::Unfaithful),
    }
}

/// Line ends are those of the last line: it ends outside of strings and comments.
fn uses_crlf(text: &str) -> bool {
    text.rfind('\n').is_some_and(|at| text.get(..at).is_some_and(|line| line.ends_with('\r')))
}

#[cfg(test)]
mod tests;
