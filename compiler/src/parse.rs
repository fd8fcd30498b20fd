//! Tokens to a tree.
//!
//! Comes in: the tokens of one file, brackets balanced. Goes out: always a tree, and diagnostics. One function is one
//! production of `spec/grammar.ebnf`; each is a chumsky parser, run through `combine::rule`. What a production
//! expected is kept as a set of token kinds at the furthest position reached (`furthest.rs`), not in chumsky's error
//! values: nothing is allocated while a program is right.
//!
//! Recovery is at three levels, each of which loses as little as it can: an element of a bracketed list, a statement, a
//! declaration. Brackets match, so the end of each is known.

mod combine;
mod diagnostics;
mod expr;
mod file;
mod foreign;
mod furthest;
mod input;
mod item;
mod pattern;
mod recover;
mod stmt;
mod types;

use chumsky::Parser;

use crate::ast::{Ast, Names};
use crate::diagnostic::Diagnostic;
use crate::lex::Tokens;
use crate::source::SourceFile;

/// The tree of a file, whatever its tokens are.
pub fn parse(file: &SourceFile, tokens: &Tokens, names: &mut Names) -> (Ast, Vec<Diagnostic>) {
    parse_more(file, tokens, names, Ast::default())
}

/// The same after what a tree already has: a module may stand in several files.
pub fn parse_more(file: &SourceFile, tokens: &Tokens, names: &mut Names, before: Ast) -> (Ast, Vec<Diagnostic>) {
    let mut builder = input::Builder::new(file, tokens, names, before);
    let parsed = combine::rule(file::file).parse_with_state(&tokens.kinds, &mut builder).into_output();
    builder.finish(parsed.unwrap_or_default())
}

#[cfg(test)]
mod tests;
