//! Blocks, and maps, which start the same way.

use super::super::combine::{list, outside_head, rule, token};
use super::super::input::{In, InputExt, Parsed};
use super::super::stmt::{self, Line};
use super::super::{diagnostics, recover};
use super::expr;
use crate::ast::{Block, BlockId, Expr, ExprId, Stmt, StmtKind};
use crate::lex::Kind;

/// block = "{" { statement } [expr] "}"
pub(in super::super) fn block(input: &mut In<'_, '_>) -> Parsed<BlockId> {
    let start = input.at();
    input.parse(token(Kind::BraceOpen))?;
    Ok(outside_head(input, |input| rest_of_block(input, start, Vec::new(), None)))
}

/// A block where an expression is wanted.
pub(super) fn block_expr(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    let block = block(input)?;
    Ok(input.add(Expr::Block(block), start))
}

/// block_or_map: a map if the first expression is followed by `:`, or if it is `{:}`; a block otherwise.
///
/// The first expression is read once, whatever it turns out to belong to, so nesting costs nothing extra.
pub(super) fn block_or_map(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    let in_head = input.state().in_head;
    input.skip();
    let parsed = outside_head(input, |input| {
        if input.kind() == Kind::Colon && input.nth(1) == Kind::BraceClose {
            input.skip();
            input.skip();
            return Expr::Map(Box::default());
        }
        inside(input, start)
    });
    if in_head && let Expr::Map(_) = parsed {
        let span = input.state().tokens.span(start);
        input.report(diagnostics::literal_in_head("map", span));
    }
    Ok(input.add(parsed, start))
}

fn inside(input: &mut In<'_, '_>, start: usize) -> Expr {
    let mut stmts = Vec::new();
    let mut tail = None;
    if !matches!(input.kind(), Kind::BraceClose | Kind::End) {
        match stmt::line(input) {
            Line::Key(key) => return map_from(input, key),
            Line::Stmt(stmt) => stmts.push(stmt),
            Line::Tail(value) => tail = Some(value),
        }
    }
    Expr::Block(rest_of_block(input, start, stmts, tail))
}

/// map = "{" expr ":" expr { "," expr ":" expr } [","] "}"; the first key was read, and `:` stands here.
fn map_from(input: &mut In<'_, '_>, key: ExprId) -> Expr {
    let mark = input.save();
    let first = input.parse(token(Kind::Colon)).and_then(|()| input.parse(rule(expr)));
    let mut entries = Vec::new();
    match first {
        Ok(value) => entries.push((key, value)),
        Err(_) => recover::element(input, mark),
    }
    let ends = !input.eat(Kind::Comma);
    if ends && !input.eat(Kind::BraceClose) {
        let at = input.at();
        if !recover::missing_comma(input, at) {
            return Expr::Map(entries.into());
        }
    } else if ends {
        return Expr::Map(entries.into());
    }
    entries.extend(input.parse(list(Kind::BraceClose, entry)).unwrap_or_default());
    Expr::Map(entries.into())
}

fn entry(input: &mut In<'_, '_>) -> Parsed<(ExprId, ExprId)> {
    use chumsky::Parser;
    input.parse(rule(expr).then_ignore(token(Kind::Colon)).then(rule(expr)))
}

/// Statements up to the closing brace, after those read already. Never fails.
fn rest_of_block(input: &mut In<'_, '_>, start: usize, mut stmts: Vec<Stmt>, mut tail: Option<ExprId>) -> BlockId {
    while !matches!(input.kind(), Kind::BraceClose | Kind::End) && !input.kind().is_closer() {
        let before = input.at();
        // A value before the end was not the end: it is a statement like any other.
        if let Some(value) = tail.take() {
            let span = input.state().ast.expr_span(value);
            stmts.push(Stmt { kind: StmtKind::Expr(value), span });
        }
        match stmt::line(input) {
            Line::Stmt(stmt) => stmts.push(stmt),
            Line::Tail(value) => tail = Some(value),
            Line::Key(key) => {
                let mark = input.save();
                let _ = super::super::combine::expected::<()>(input, crate::lex::KindSet::of(&[Kind::Semicolon]));
                recover::statement(input, mark);
                let span = input.state().ast.expr_span(key);
                stmts.push(Stmt { kind: StmtKind::Expr(key), span });
            }
        }
        if input.at() == before {
            input.skip();
        }
    }
    if input.kind() == Kind::BraceClose {
        input.skip();
    }
    let span = input.span_of(start);
    input.add_block(Block { stmts: stmts.into(), tail, span })
}
