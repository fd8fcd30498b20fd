//! Pipelines.

use chumsky::Parser;

use super::super::combine::{expected, list, name, rule, token, when};
use super::super::expr::expr;
use super::super::input::{In, InputExt, Parsed};
use super::super::types;
use super::function;
use crate::ast::{Pipeline, Step};
use crate::lex::{Kind, KindSet};

/// pipeline = "pipeline" name "(" \[params\] ")" \[ "->" type \] "{" { step } "}"
pub(super) fn pipeline(input: &mut In<'_, '_>) -> Parsed<Pipeline> {
    input.skip();
    let name = input.parse(rule(name).then_ignore(token(Kind::ParenOpen)))?;
    let params = input.parse(list(Kind::ParenClose, function::param))?;
    let result = input.parse(when(Kind::Arrow, rule(types::type_)).then_ignore(token(Kind::BraceOpen)))?;
    let steps = function::members(input, step);
    Ok(Pipeline { name, params: params.into(), result, steps: steps.into() })
}

/// step = stage | repeat
fn step(input: &mut In<'_, '_>) -> Parsed<Step> {
    match input.kind() {
        Kind::Stage | Kind::At => function::method(input, Kind::Stage).map(Step::Stage),
        Kind::Repeat => repeat(input),
        _ => expected(input, KindSet::of(&[Kind::Stage, Kind::Repeat])),
    }
}

/// repeat = "repeat" "\[" names "\]" "until" expr \[ "max" expr \] \[";"\]
fn repeat(input: &mut In<'_, '_>) -> Parsed<Step> {
    let start = input.at();
    let head = token(Kind::Repeat).ignore_then(token(Kind::SquareOpen)).ignore_then(list(Kind::SquareClose, name));
    let stages = input.parse(head)?;
    let (until, max) = input.parse(token(Kind::Until).ignore_then(rule(expr)).then(when(Kind::Max, rule(expr))))?;
    let span = input.span_of(start);
    if input.kind() == Kind::Semicolon {
        input.skip();
    }
    Ok(Step::Repeat { stages: stages.into(), until, max, span })
}
