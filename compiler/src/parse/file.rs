//! A whole file: declarations and statements in any order.

use super::combine::expected;
use super::input::{In, InputExt, Parsed};
use super::stmt::{self, Line};
use super::{item, recover};
use crate::ast::{Entry, Stmt, StmtKind};
use crate::lex::{Kind, KindSet};

/// file = { item | statement }
pub(super) fn file(input: &mut In<'_, '_>) -> Parsed<Vec<Entry>> {
    let mut entries = Vec::new();
    while input.kind() != Kind::End && !input.state().sink.is_full() {
        let before = input.at();
        let entry = match item::starts(input.kind(), input.nth(1)) {
            true => Entry::Item(item::item_or_error(input)),
            false => match item::misspelt(input) {
                Some(item) => Entry::Item(item),
                None => Entry::Stmt(statement(input)),
            },
        };
        entries.push(entry);
        if input.at() == before {
            input.skip();
        }
    }
    // Chumsky wants all input taken; what is left follows more errors than are shown.
    while input.kind() != Kind::End {
        input.skip();
    }
    input.skip();
    Ok(entries)
}

fn statement(input: &mut In<'_, '_>) -> Stmt {
    let mark = input.save();
    match stmt::line(input) {
        Line::Stmt(stmt) => stmt,
        Line::Tail(value) => {
            let span = input.state().ast.expr_span(value);
            Stmt { kind: StmtKind::Expr(value), span }
        }
        Line::Key(_) => {
            let start = *mark.cursor().inner();
            let _ = expected::<()>(input, KindSet::of(&[Kind::Semicolon]));
            recover::statement(input, mark);
            let span = input.span_of(start);
            Stmt { kind: StmtKind::Error, span }
        }
    }
}
