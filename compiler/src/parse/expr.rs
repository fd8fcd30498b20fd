//! Expressions.

pub(super) mod block;
mod closure;
mod control;
pub(super) mod literal;
mod operators;
mod postfix;
mod primary;

pub(super) use operators::expr;
pub(super) use postfix::{decorator_argument, setting};

use super::input::{In, InputExt, Parsed};
use crate::ast::ExprId;
use crate::lex::Kind;

/// Runs a production as the head of `if`, `while`, `for` or `match`, where `{` starts the body.
pub(super) fn head<'t, T>(input: &mut In<'t, '_>, production: impl FnOnce(&mut In<'t, '_>) -> Parsed<T>) -> Parsed<T> {
    let before = std::mem::replace(&mut input.state().in_head, true);
    let parsed = production(input);
    input.state().in_head = before;
    parsed
}

/// An expression at the start of a statement or of a match arm's body: one that ends in a block ends there, unless a
/// method or `?` follows. Says whether it ended that way, so that no `;` or `,` is needed.
pub(super) fn statement_expr(input: &mut In<'_, '_>) -> Parsed<(ExprId, bool)> {
    if !starts_block_like(input) {
        return Ok((expr(input)?, false));
    }
    let start = input.at();
    let block_like = primary::primary(input)?;
    let is_map = input.kind() == Kind::Colon || matches!(input.state().ast.expr(block_like), crate::ast::Expr::Map(_));
    if is_map || matches!(input.kind(), Kind::Dot | Kind::Question) {
        return Ok((operators::continue_from(input, block_like, start)?, false));
    }
    Ok((block_like, true))
}

fn starts_block_like(input: &mut In<'_, '_>) -> bool {
    match input.kind() {
        Kind::If | Kind::Match | Kind::Loop | Kind::While | Kind::For | Kind::BraceOpen | Kind::Label => true,
        Kind::Listen => input.nth(1).is_name(),
        _ => false,
    }
}
