//! Operators with their precedence: one table, one loop.
//!
//! Chains of operators on one level are read in a loop, so a sum of a hundred thousand terms is no deeper than its
//! operands. They lean to the left as trees; later phases walk the left side in a loop, too.

use super::super::combine::{expected, nested, rule};
use super::super::diagnostics;
use super::super::furthest::{EXPRESSION, OPERATOR};
use super::super::input::{In, InputExt, Parsed};
use super::super::types;
use super::{literal, postfix, primary};
use crate::ast::{BinaryOp, Expr, ExprId, UnaryOp};
use crate::lex::Kind;
use crate::source::Span;

/// How tightly an operator binds, from loosest to tightest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Assign,
    Pipe,
    Coalesce,
    Or,
    And,
    Equality,
    Comparison,
    Range,
    Sum,
    Product,
    Cast,
    Unary,
}

/// What an infix token does.
#[derive(Clone, Copy)]
enum Infix {
    Binary(BinaryOp),
    Assign(Option<BinaryOp>),
    Range { inclusive: bool },
    Cast,
}

/// The operator table: what each token means between two operands.
fn infix(kind: Kind) -> Option<(Level, Infix)> {
    use BinaryOp::*;
    use Infix::Binary;
    let entry = match kind {
        Kind::Assign => (Level::Assign, Infix::Assign(None)),
        Kind::AddAssign => (Level::Assign, Infix::Assign(Some(Add))),
        Kind::SubAssign => (Level::Assign, Infix::Assign(Some(Sub))),
        Kind::MulAssign => (Level::Assign, Infix::Assign(Some(Mul))),
        Kind::DivAssign => (Level::Assign, Infix::Assign(Some(Div))),
        Kind::RemAssign => (Level::Assign, Infix::Assign(Some(Rem))),
        Kind::Pipe => (Level::Pipe, Binary(Pipe)),
        Kind::Coalesce => (Level::Coalesce, Binary(Coalesce)),
        Kind::Or => (Level::Or, Binary(Or)),
        Kind::And => (Level::And, Binary(And)),
        Kind::Eq => (Level::Equality, Binary(Eq)),
        Kind::NotEq => (Level::Equality, Binary(NotEq)),
        Kind::Less => (Level::Comparison, Binary(Less)),
        Kind::LessEq => (Level::Comparison, Binary(LessEq)),
        Kind::Greater => (Level::Comparison, Binary(Greater)),
        Kind::GreaterEq => (Level::Comparison, Binary(GreaterEq)),
        Kind::Range => (Level::Range, Infix::Range { inclusive: false }),
        Kind::RangeEq => (Level::Range, Infix::Range { inclusive: true }),
        Kind::Add => (Level::Sum, Binary(Add)),
        Kind::Sub => (Level::Sum, Binary(Sub)),
        Kind::Mul => (Level::Product, Binary(Mul)),
        Kind::Div => (Level::Product, Binary(Div)),
        Kind::Rem => (Level::Product, Binary(Rem)),
        Kind::As => (Level::Cast, Infix::Cast),
        _ => return None,
    };
    Some(entry)
}

/// The level that the right operand of a level's operators starts at: the next for what leans left, the same for what
/// leans right.
fn right_of(level: Level) -> Level {
    match level {
        Level::Assign => Level::Assign,
        Level::Pipe => Level::Coalesce,
        Level::Coalesce => Level::Coalesce,
        Level::Or => Level::And,
        Level::And => Level::Equality,
        Level::Equality => Level::Comparison,
        Level::Comparison => Level::Range,
        Level::Range => Level::Sum,
        Level::Sum => Level::Product,
        Level::Product => Level::Cast,
        Level::Cast | Level::Unary => Level::Unary,
    }
}

/// expr: any expression.
pub(crate) fn expr(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    nested(input, |input| binary(input, Level::Assign))
}

/// Goes on after an operand that was read already.
pub(super) fn continue_from(input: &mut In<'_, '_>, operand: ExprId, start: usize) -> Parsed<ExprId> {
    let operand = postfix::continue_from(input, operand, start, true)?;
    infixes(input, operand, start, Level::Assign)
}

/// Operators of `least` and tighter.
fn binary(input: &mut In<'_, '_>, least: Level) -> Parsed<ExprId> {
    let start = input.at();
    let left = match input.kind() {
        Kind::Range => open_range(input, false)?,
        Kind::RangeEq => open_range(input, true)?,
        _ => unary(input)?,
    };
    infixes(input, left, start, least)
}

fn infixes(input: &mut In<'_, '_>, mut left: ExprId, start: usize, least: Level) -> Parsed<ExprId> {
    // The comparison that `left` is, unless parentheses are around it.
    let mut compared: Option<(Level, Span)> = None;
    loop {
        let Some((level, operator)) = infix(input.kind()).filter(|(level, _)| *level >= least) else {
            let at = input.at();
            input.state().furthest.expected_any(at, OPERATOR);
            return Ok(left);
        };
        let at = input.at();
        let op_span = input.state().tokens.span(at);
        if let Some((_, first)) = compared.filter(|(before, _)| *before == level) {
            input.report(diagnostics::chained(level == Level::Range, op_span, first));
        }
        compared = matches!(level, Level::Equality | Level::Comparison | Level::Range).then_some((level, op_span));
        input.skip();
        left = match operator {
            Infix::Binary(op) => {
                let right = operand(input, level)?;
                input.add(Expr::Binary { op, op_span, left, right }, start)
            }
            Infix::Assign(op) => assign(input, op, left, start)?,
            Infix::Range { inclusive } => range(input, Some(left), inclusive, start)?,
            Infix::Cast => {
                let to = input.parse(rule(types::cast_type))?;
                input.add(Expr::Cast { value: left, to }, start)
            }
        };
    }
}

fn operand(input: &mut In<'_, '_>, level: Level) -> Parsed<ExprId> {
    match right_of(level) {
        Level::Unary => unary(input),
        right if right == level => nested(input, |input| binary(input, right)),
        right => binary(input, right),
    }
}

fn assign(input: &mut In<'_, '_>, op: Option<BinaryOp>, place: ExprId, start: usize) -> Parsed<ExprId> {
    if !is_place(input, place) {
        let span = input.state().ast.expr_span(place);
        input.report(diagnostics::not_a_place(span));
    }
    let value = operand(input, Level::Assign)?;
    Ok(input.add(Expr::Assign { op, place, value }, start))
}

fn is_place(input: &mut In<'_, '_>, expr: ExprId) -> bool {
    let ast = &input.state().ast;
    let mut expr = expr;
    loop {
        match ast.expr(expr) {
            Expr::Name(_) | Expr::Error => return true,
            Expr::Field { base, .. } | Expr::TupleField { base, .. } | Expr::Index { base, .. } => expr = *base,
            _ => return false,
        }
    }
}

/// range = [sum] (".." | "..=") [sum]
fn range(input: &mut In<'_, '_>, first: Option<ExprId>, inclusive: bool, start: usize) -> Parsed<ExprId> {
    let ends_here = !EXPRESSION.has(input.kind()) && !input.kind().is_name();
    let is_body = input.kind() == Kind::BraceOpen && input.state().in_head;
    let end = match ends_here || is_body {
        true if inclusive => return expected(input, EXPRESSION),
        true => None,
        false => Some(binary(input, Level::Sum)?),
    };
    Ok(input.add(Expr::Range { start: first, end, inclusive }, start))
}

fn open_range(input: &mut In<'_, '_>, inclusive: bool) -> Parsed<ExprId> {
    nested(input, |input| {
        let start = input.at();
        input.skip();
        range(input, None, inclusive, start)
    })
}

/// unary = ("!" | "-") unary | ("await" | "spawn") task | postfix
fn unary(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    match input.kind() {
        Kind::Not => prefixed(input, UnaryOp::Not),
        Kind::Sub => negated(input),
        Kind::Await | Kind::Spawn => {
            let start = input.at();
            let task = task(input)?;
            postfix::continue_from(input, task, start, true)
        }
        _ => {
            let start = input.at();
            let first = primary::primary(input)?;
            postfix::continue_from(input, first, start, true)
        }
    }
}

fn prefixed(input: &mut In<'_, '_>, op: UnaryOp) -> Parsed<ExprId> {
    nested(input, |input| {
        let start = input.at();
        input.skip();
        let operand = unary(input)?;
        Ok(input.add(Expr::Unary { op, operand }, start))
    })
}

fn negated(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    match literal::least_int(input) {
        Some(least) => Ok(least),
        None => prefixed(input, UnaryOp::Neg),
    }
}

/// task = ("await" | "spawn") (task | primary with calls, fields and indexes, but without "?")
fn task(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    nested(input, |input| {
        let start = input.at();
        let is_await = input.kind() == Kind::Await;
        input.skip();
        let operand = if matches!(input.kind(), Kind::Await | Kind::Spawn) {
            task(input)?
        } else {
            let from = input.at();
            let first = primary::primary(input)?;
            postfix::continue_from(input, first, from, false)?
        };
        let task = if is_await { Expr::Await(operand) } else { Expr::Spawn(operand) };
        Ok(input.add(task, start))
    })
}
