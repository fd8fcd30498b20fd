//! What stands behind an operand: calls, fields, indexes, `?`.

use super::super::combine::{expected, field_name, list, rule};
use super::super::diagnostics;
use super::super::input::{In, InputExt, Parsed};
use super::super::types;
use super::expr;
use crate::ast::{Arg, Expr, ExprId, Ident, MethodCall, Setting, TypeId};
use crate::lex::{Kind, KindSet};

/// postfix = primary { "." … | "(" … ")" | "[" … "]" | "?" }
///
/// Without `with_try`, a `?` is left for what stands before: `await f()?` is `(await f())?`.
pub(super) fn continue_from(input: &mut In<'_, '_>, operand: ExprId, start: usize, with_try: bool) -> Parsed<ExprId> {
    let mut operand = operand;
    loop {
        operand = match input.kind() {
            Kind::Dot => member(input, operand, start)?,
            Kind::ParenOpen => call(input, operand, start)?,
            Kind::SquareOpen => index(input, operand, start)?,
            Kind::Question if with_try => {
                input.skip();
                input.add(Expr::Try(operand), start)
            }
            _ => return Ok(operand),
        };
    }
}

fn call(input: &mut In<'_, '_>, callee: ExprId, start: usize) -> Parsed<ExprId> {
    input.skip();
    let args = arguments(input)?;
    Ok(input.add(Expr::Call { callee, args: args.into() }, start))
}

fn index(input: &mut In<'_, '_>, base: ExprId, start: usize) -> Parsed<ExprId> {
    input.skip();
    let from = input.at();
    let indexes = input.parse(list(Kind::SquareClose, expr))?;
    let index = match indexes.as_slice() {
        [one] => *one,
        [] => {
            let closed = from.max(input.at() - 1);
            input.state().furthest.expected_any(closed, super::super::furthest::EXPRESSION);
            super::super::recover::report(input, closed);
            input.add(Expr::Error, from)
        }
        [_, second, ..] => {
            let span = input.state().ast.expr_span(*second);
            input.report(diagnostics::second_index(span));
            indexes[0]
        }
    };
    Ok(input.add(Expr::Index { base, index }, start))
}

/// member = "." (name [type_args] [call] | number)
fn member(input: &mut In<'_, '_>, base: ExprId, start: usize) -> Parsed<ExprId> {
    input.skip();
    match input.kind() {
        Kind::Int => tuple_field(input, base, start),
        Kind::Float => two_tuple_fields(input, base, start),
        kind if kind.is_word() => named_member(input, base, start),
        _ => expected(input, KindSet::of(&[Kind::Ident, Kind::Int])),
    }
}

fn named_member(input: &mut In<'_, '_>, base: ExprId, start: usize) -> Parsed<ExprId> {
    let name = field_name(input)?;
    let type_args = optional_type_args(input)?;
    if input.kind() == Kind::ParenOpen {
        input.skip();
        let args = arguments(input)?;
        return Ok(method(input, base, name, type_args, args, start));
    }
    Ok(input.add(Expr::Field { base, name }, start))
}

fn method(
    input: &mut In<'_, '_>,
    receiver: ExprId,
    name: Ident,
    type_args: Vec<TypeId>,
    args: Vec<Arg>,
    start: usize,
) -> ExprId {
    let call = MethodCall { receiver, name, type_args: type_args.into(), args: args.into() };
    input.add(Expr::Method(Box::new(call)), start)
}

/// Type arguments, where a `<` here starts them.
pub(super) fn optional_type_args(input: &mut In<'_, '_>) -> Parsed<Vec<TypeId>> {
    if input.kind() == Kind::Less && types::type_args_follow(input) {
        return types::type_args(input);
    }
    Ok(Vec::new())
}

fn tuple_field(input: &mut In<'_, '_>, base: ExprId, start: usize) -> Parsed<ExprId> {
    let at = input.at();
    input.skip();
    let text = input_text(input, at);
    let index = position(input, text, at);
    Ok(input.add(Expr::TupleField { base, index }, start))
}

/// `t.0.1`, whose `0.1` the lexer takes for a `Float`.
fn two_tuple_fields(input: &mut In<'_, '_>, base: ExprId, start: usize) -> Parsed<ExprId> {
    let at = input.at();
    input.skip();
    let text = input_text(input, at);
    let (first, second) = text.split_once('.').unwrap_or((text, ""));
    let index = position(input, first, at);
    let base = input.add(Expr::TupleField { base, index }, start);
    let index = position(input, second, at);
    Ok(input.add(Expr::TupleField { base, index }, start))
}

fn input_text<'t>(input: &mut In<'t, '_>, at: usize) -> &'t str {
    input.state().text(at)
}

fn position(input: &mut In<'_, '_>, digits: &str, at: usize) -> u32 {
    let plain = digits.bytes().all(|it| it.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    match digits.parse::<u32>() {
        Ok(index) if plain => index,
        _ => {
            let span = input.state().tokens.span(at);
            input.report(diagnostics::bad_tuple_index(digits, span));
            0
        }
    }
}

/// arguments = [ argument { "," argument } [","] ] ")"; the `(` was taken.
pub(crate) fn arguments(input: &mut In<'_, '_>) -> Parsed<Vec<Arg>> {
    let args = input.parse(list(Kind::ParenClose, argument))?;
    report_positional_after_named(input, &args);
    Ok(args)
}

/// argument = [ name ":" ] (record | expr)
fn argument(input: &mut In<'_, '_>) -> Parsed<Arg> {
    let name = argument_name(input);
    let value = input.parse(rule(expr))?;
    Ok(Arg { name, value })
}

fn argument_name(input: &mut In<'_, '_>) -> Option<Ident> {
    if !(input.kind().is_word() && input.nth(1) == Kind::Colon) {
        return None;
    }
    let name = input.take_ident();
    input.skip();
    Some(name)
}

fn report_positional_after_named(input: &mut In<'_, '_>, args: &[Arg]) {
    let Some(first_named) = args.iter().position(|arg| arg.name.is_some()) else { return };
    let named = args[first_named].name.map(|name| name.span).unwrap_or_default();
    if let Some(late) = args[first_named..].iter().find(|arg| arg.name.is_none()) {
        let at = input.state().ast.expr_span(late.value);
        input.report(diagnostics::positional_after_named(at, named));
    }
}

/// The value of a setting or of a decorator's argument: a record of named settings, or any expression.
fn setting_value(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let is_record = input.kind() == Kind::BraceOpen && input.nth(1).is_word() && input.nth(2) == Kind::Colon;
    if !is_record {
        return expr(input);
    }
    let start = input.at();
    input.skip();
    let settings = input.parse(list(Kind::BraceClose, setting))?;
    Ok(input.add(Expr::Record(settings.into()), start))
}

/// setting = name ":" setting_value
pub(in super::super) fn setting(input: &mut In<'_, '_>) -> Parsed<Setting> {
    let name = field_name(input)?;
    input.parse(super::super::combine::token(Kind::Colon))?;
    let value = setting_value(input)?;
    Ok(Setting { name, value })
}

/// An argument of a decorator.
pub(in super::super) fn decorator_argument(input: &mut In<'_, '_>) -> Parsed<Arg> {
    let name = argument_name(input);
    let value = setting_value(input)?;
    Ok(Arg { name, value })
}
