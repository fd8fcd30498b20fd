//! `if`, `match`, loops, and leaving them.

use chumsky::Parser;

use super::super::combine::{expected, list, rule, token, when};
use super::super::furthest::EXPRESSION;
use super::super::input::{Failed, In, InputExt, Parsed};
use super::super::{diagnostics, foreign, pattern, recover};
use super::{block, expr, head, literal, statement_expr};
use crate::ast::{Arm, Branch, Condition, Expr, ExprId, For, Ident, ListenArm};
use crate::lex::{Kind, KindSet};

/// if = "if" condition block { "else" "if" condition block } [ "else" block ]
pub(super) fn if_(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    let mut branches = Vec::new();
    let mut otherwise = None;
    input.skip();
    loop {
        branches.push(branch(input)?);
        let here = input.at();
        if let Some(diagnostic) = foreign::else_word(input.state(), here) {
            input.report(diagnostic);
            input.skip();
            continue;
        }
        if input.kind() != Kind::Else {
            break;
        }
        input.skip();
        if input.kind() == Kind::If {
            input.skip();
        } else {
            otherwise = Some(input.parse(rule(block::block))?);
            break;
        }
    }
    Ok(input.add(Expr::If { branches: branches.into(), otherwise }, start))
}

fn branch(input: &mut In<'_, '_>) -> Parsed<Branch> {
    let condition = condition(input)?;
    let body = input.parse(rule(block::block))?;
    Ok(Branch { condition, body })
}

/// condition = "let" pattern "=" expr | expr
fn condition(input: &mut In<'_, '_>) -> Parsed<Condition> {
    if input.kind() != Kind::Let {
        let value = head(input, expr)?;
        report_assignment(input, value);
        return Ok(Condition::Is(value));
    }
    let rule = token(Kind::Let).ignore_then(rule(pattern::pattern)).then_ignore(token(Kind::Assign));
    let pattern = input.parse(rule)?;
    let value = head(input, expr)?;
    Ok(Condition::Let { pattern, value })
}

fn report_assignment(input: &mut In<'_, '_>, value: ExprId) {
    let state = input.state();
    if let Expr::Assign { .. } = state.ast.expr(value) {
        let span = state.ast.expr_span(value);
        input.report(diagnostics::assignment_as_condition(span));
    }
}

/// match = "match" expr "{" { arm } "}"
pub(super) fn match_(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    input.skip();
    let value = head(input, expr)?;
    input.parse(token(Kind::BraceOpen))?;
    let arms = super::super::combine::outside_head(input, arms);
    Ok(input.add(Expr::Match { value, arms: arms.into() }, start))
}

/// Arms up to the closing brace. A comma is optional after an arm that ends in a block. Never fails.
fn arms(input: &mut In<'_, '_>) -> Vec<Arm> {
    let mut arms = Vec::new();
    while !input.eat(Kind::BraceClose) {
        let mark = input.save();
        let start = input.at();
        match input.parse(rule(arm)) {
            Ok((arm, needs_comma)) => {
                arms.push(arm);
                let ends = input.eat(Kind::Comma) || input.kind() == Kind::BraceClose || !needs_comma;
                if !ends && !after_arm(input, start) {
                    return arms;
                }
            }
            Err(Failed) => {
                recover::element(input, mark);
                if !input.eat(Kind::Comma) && input.kind() != Kind::BraceClose {
                    return arms;
                }
            }
        }
    }
    arms
}

/// An arm without its comma: whether another one follows.
fn after_arm(input: &mut In<'_, '_>, start: usize) -> bool {
    let here = input.at();
    let state = input.state();
    if state.starts_line(here) && !state.is_reported(here) {
        let end = state.tokens.span(here.saturating_sub(1)).after();
        input.report(diagnostics::missing_comma(end));
        return true;
    }
    recover::missing_comma(input, start)
}

/// arm = pattern [ "if" expr ] "=>" expr
fn arm(input: &mut In<'_, '_>) -> Parsed<(Arm, bool)> {
    let start = input.at();
    let rule = rule(pattern::pattern).then(when(Kind::If, rule(expr))).then_ignore(token(Kind::FatArrow));
    let (pattern, guard) = input.parse(rule)?;
    let (body, is_block) = statement_expr(input)?;
    let span = input.span_of(start);
    Ok((Arm { pattern, guard, body, span }, !is_block))
}

/// labelled_loop = [ label ":" ] ( loop | while | for )
pub(super) fn labelled_loop(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    let label = if input.kind() == Kind::Label { Some(label(input)?) } else { None };
    match input.kind() {
        Kind::Loop => loop_(input, label, start),
        Kind::While => while_(input, label, start),
        Kind::For => for_(input, label, start),
        _ => expected(input, KindSet::of(&[Kind::Loop, Kind::While, Kind::For])),
    }
}

fn label(input: &mut In<'_, '_>) -> Parsed<Ident> {
    let label = input.take_ident();
    input.parse(token(Kind::Colon))?;
    Ok(label)
}

fn loop_(input: &mut In<'_, '_>, label: Option<Ident>, start: usize) -> Parsed<ExprId> {
    let body = input.parse(token(Kind::Loop).ignore_then(rule(block::block)))?;
    Ok(input.add(Expr::Loop { label, body }, start))
}

fn while_(input: &mut In<'_, '_>, label: Option<Ident>, start: usize) -> Parsed<ExprId> {
    let (condition, body) = input.parse(token(Kind::While).ignore_then(rule(condition)).then(rule(block::block)))?;
    Ok(input.add(Expr::While { label, condition, body }, start))
}

/// for = "for" pattern "in" expr block
fn for_(input: &mut In<'_, '_>, label: Option<Ident>, start: usize) -> Parsed<ExprId> {
    if input.nth(1) == Kind::ParenOpen && input.nth(2) == Kind::Let {
        let at = input.at() + 2;
        let span = input.state().tokens.span(at);
        input.state().furthest.because(at, diagnostics::counting_for(span));
        return Err(Failed);
    }
    let rule = token(Kind::For)
        .ignore_then(rule(pattern::pattern))
        .then_ignore(token(Kind::In))
        .then(rule(|input| head(input, expr)))
        .then(rule(block::block));
    let ((pattern, iterable), body) = input.parse(rule)?;
    Ok(input.add(Expr::For(Box::new(For { label, pattern, iterable, body })), start))
}

/// break = "break" [label] [expr]
pub(super) fn break_(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    input.skip();
    let label = optional_label(input);
    let value = optional_value(input)?;
    Ok(input.add(Expr::Break { label, value }, start))
}

/// continue = "continue" [label]
pub(super) fn continue_(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    input.skip();
    let label = optional_label(input);
    Ok(input.add(Expr::Continue { label }, start))
}

/// return = "return" [expr]
pub(super) fn return_(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    input.skip();
    let value = optional_value(input)?;
    Ok(input.add(Expr::Return(value), start))
}

fn optional_label(input: &mut In<'_, '_>) -> Option<Ident> {
    let is_reference = input.kind() == Kind::Label && input.nth(1) != Kind::Colon;
    is_reference.then(|| input.take_ident())
}

fn optional_value(input: &mut In<'_, '_>) -> Parsed<Option<ExprId>> {
    let starts = EXPRESSION.has(input.kind()) || input.kind().is_name() || input.kind() == Kind::Error;
    let is_body = input.kind() == Kind::BraceOpen && input.state().in_head;
    if starts && !is_body { input.parse(rule(expr)).map(Some) } else { Ok(None) }
}

/// listen = "listen" expr "{" { string "=>" expr } "}"
pub(super) fn listen(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    input.skip();
    let call = head(input, expr)?;
    let arms = input.parse(token(Kind::BraceOpen).ignore_then(list(Kind::BraceClose, listen_arm)))?;
    Ok(input.add(Expr::Listen { call, arms: arms.into() }, start))
}

fn listen_arm(input: &mut In<'_, '_>) -> Parsed<ListenArm> {
    let start = input.at();
    let is_text = matches!(input.kind(), Kind::Str | Kind::RawStr | Kind::TextStr | Kind::StrOpen | Kind::TextOpen);
    if !is_text {
        return expected(input, KindSet::of(&[Kind::Str]));
    }
    let message = literal::constant_text(input)?;
    let message_span = input.span_of(start);
    let handler = input.parse(token(Kind::FatArrow).ignore_then(rule(expr)))?;
    Ok(ListenArm { message, message_span, handler })
}
