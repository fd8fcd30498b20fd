//! Numbers and strings.

use super::super::combine::token;
use super::super::diagnostics;
use super::super::input::{In, InputExt, Parsed};
use super::expr;
use crate::ast::{Expr, ExprId, Part, Symbol};
use crate::lex::{Kind, cook};

/// literal = int | float | duration | string | "true" | "false"
pub(in super::super) fn literal(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let at = input.at();
    let kind = input.kind();
    let text = input.state().text(at);
    let value = match kind {
        Kind::Int => int(input, text, at),
        Kind::Float => float(input, text, at),
        Kind::Duration => duration(input, text, at),
        Kind::True => Expr::Bool(true),
        Kind::False => Expr::Bool(false),
        _ => Expr::Str(plain_text(input, kind, text)),
    };
    input.skip();
    Ok(input.add(value, at))
}

fn plain_text(input: &mut In<'_, '_>, kind: Kind, text: &str) -> Symbol {
    let names = &mut input.state().names;
    match kind {
        Kind::RawStr => names.intern(cook::raw(text)),
        Kind::TextStr => names.intern(&cook::block(text)),
        _ if text.contains('\\') => names.intern(&cook::line(text)),
        _ => names.intern(text.trim_matches('"')),
    }
}

/// The value of the digits, as far as 64 bits without a sign go.
fn magnitude(text: &str) -> Option<u64> {
    let radix = match text.get(..2) {
        Some("0x") => 16,
        Some("0o") => 8,
        Some("0b") => 2,
        _ => 10,
    };
    let digits = if radix == 10 { text } else { &text[2..] };
    if digits.contains('_') {
        return u64::from_str_radix(&digits.replace('_', ""), radix).ok();
    }
    u64::from_str_radix(digits, radix).ok()
}

fn int(input: &mut In<'_, '_>, text: &str, at: usize) -> Expr {
    match magnitude(text).and_then(|value| i64::try_from(value).ok()) {
        Some(value) => Expr::Int(value),
        None => {
            let span = input.state().tokens.span(at);
            let before = at.checked_sub(1).map(|it| (input.state().kind(it), input.state().tokens.span(it)));
            let is_negative = before.is_some_and(|(kind, it)| kind == Kind::Sub && it.end == span.start);
            input.report(match has_digits(text) {
                true => diagnostics::int_out_of_range(text, span, is_negative),
                false => diagnostics::no_digits(text, span),
            });
            Expr::Error
        }
    }
}

fn has_digits(text: &str) -> bool {
    let digits = text.strip_prefix("0x").or(text.strip_prefix("0o")).or(text.strip_prefix("0b")).unwrap_or(text);
    digits.bytes().any(|it| it != b'_')
}

/// `-9223372036854775808`, whose digits alone would not fit.
pub(in super::super) fn least_int(input: &mut In<'_, '_>) -> Option<ExprId> {
    let at = input.at();
    let is_number = input.nth(1) == Kind::Int && !matches!(input.nth(2), Kind::Dot | Kind::Question);
    let state = input.state();
    if !is_number || magnitude(state.text(at + 1)) != Some(i64::MIN.unsigned_abs()) {
        return None;
    }
    input.skip();
    input.skip();
    Some(input.add(Expr::Int(i64::MIN), at))
}

fn float(input: &mut In<'_, '_>, text: &str, at: usize) -> Expr {
    let value = match text.contains('_') {
        true => text.replace('_', "").parse::<f64>(),
        false => text.parse::<f64>(),
    };
    match value {
        Ok(value) if value.is_finite() => Expr::Float(value),
        _ => {
            let span = input.state().tokens.span(at);
            input.report(diagnostics::float_out_of_range(text, span));
            Expr::Error
        }
    }
}

fn duration(input: &mut In<'_, '_>, text: &str, at: usize) -> Expr {
    let digits = text.trim_end_matches(['m', 's', 'h']);
    let unit_ms = match &text[digits.len()..] {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        _ => 3_600_000,
    };
    let count = magnitude(digits).and_then(|it| i64::try_from(it).ok());
    match count.and_then(|count| count.checked_mul(unit_ms)) {
        Some(total_ms) => Expr::Duration(total_ms),
        None => {
            let span = input.state().tokens.span(at);
            input.report(diagnostics::duration_out_of_range(text, span));
            Expr::Error
        }
    }
}

/// A piece of a string before its text is cooked.
enum Raw<'t> {
    Text(&'t str),
    Expr(ExprId),
}

/// interpolated = quotes { text | "${" expr "}" } quotes
pub(super) fn interpolated(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    let is_block = input.kind() == Kind::TextOpen;
    let raw = raw_parts(input)?;
    let parts = cooked_parts(input, raw, is_block);
    Ok(input.add(Expr::Interpolated(parts.into()), start))
}

fn raw_parts<'t>(input: &mut In<'t, '_>) -> Parsed<Vec<Raw<'t>>> {
    input.skip();
    let mut parts = Vec::new();
    loop {
        let at = input.at();
        match input.kind() {
            Kind::StrText => {
                input.skip();
                parts.push(Raw::Text(input.state().text(at)));
            }
            Kind::InterpolationOpen => {
                input.skip();
                parts.push(Raw::Expr(interpolation(input)));
            }
            _ => {
                input.parse(token(Kind::StrClose))?;
                return Ok(parts);
            }
        }
    }
}

/// The expression in `${…}`. What cannot be read is reported and skipped.
fn interpolation(input: &mut In<'_, '_>) -> ExprId {
    use super::super::combine::{list, outside_head};
    let start = input.at();
    let found = outside_head(input, |input| input.parse(list(Kind::InterpolationClose, expr))).unwrap_or_default();
    match found.as_slice() {
        [one] => *one,
        [] => {
            let closed = input.at().saturating_sub(1);
            let is_empty = closed == start;
            if is_empty && !input.state().is_reported(closed) {
                let span = input.state().span(start.saturating_sub(1), closed + 1);
                input.report(diagnostics::empty_interpolation(span));
            }
            input.add(Expr::Error, start)
        }
        [first, second, ..] => {
            let (first, span) = (*first, input.state().ast.expr_span(*second));
            input.report(diagnostics::second_value(span));
            first
        }
    }
}

fn cooked_parts(input: &mut In<'_, '_>, raw: Vec<Raw<'_>>, is_block: bool) -> Vec<Part> {
    if !is_block {
        return raw.into_iter().map(|part| cook_part(input, part)).collect();
    }
    // Every interpolation has a text before and after it, empty ones included, so that lines can be told apart.
    let mut texts = vec![""];
    let mut exprs = Vec::new();
    for part in raw {
        match part {
            Raw::Text(text) => *texts.last_mut().unwrap_or(&mut "") = text,
            Raw::Expr(expr) => {
                exprs.push(expr);
                texts.push("");
            }
        }
    }
    let mut parts = Vec::new();
    let mut exprs = exprs.into_iter();
    for text in cook::dedent(&texts) {
        if !text.is_empty() {
            parts.push(Part::Text(input.state().names.intern(&text)));
        }
        parts.extend(exprs.next().map(Part::Expr));
    }
    parts
}

fn cook_part(input: &mut In<'_, '_>, part: Raw<'_>) -> Part {
    match part {
        Raw::Text(text) => Part::Text(input.state().names.intern(&cook::unescape(text))),
        Raw::Expr(expr) => Part::Expr(expr),
    }
}

/// A string where only a constant can stand.
pub(in super::super) fn constant_text(input: &mut In<'_, '_>) -> Parsed<Symbol> {
    let at = input.at();
    let kind = input.kind();
    if matches!(kind, Kind::Str | Kind::TextStr | Kind::RawStr) {
        let text = input.state().text(at);
        input.skip();
        return Ok(plain_text(input, kind, text));
    }
    raw_parts(input)?;
    let span = input.span_of(at);
    input.report(diagnostics::interpolated_constant(span));
    Ok(input.state().names.intern(""))
}
