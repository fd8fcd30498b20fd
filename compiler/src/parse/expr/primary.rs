//! Operands: what an expression is made of.

use super::super::combine::{expected, field_name, list, rule};
use super::super::furthest::EXPRESSION;
use super::super::input::{In, InputExt, Parsed};
use super::super::{diagnostics, types};
use super::{block, closure, control, expr, literal, postfix};
use crate::ast::{Expr, ExprId, FieldInit, Ident, Path, Segment, StructLiteral};
use crate::lex::Kind;

/// primary: dispatches on the first token; no production is tried in vain.
pub(super) fn primary(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    match input.kind() {
        Kind::Race if input.nth(1) == Kind::SquareOpen => race(input),
        Kind::Listen if input.nth(1).is_name() => control::listen(input),
        kind if kind.is_name() || matches!(kind, Kind::SelfType | Kind::Super) => named(input),
        Kind::SelfValue => self_value(input),
        kind if kind.is_literal() => literal::literal(input),
        Kind::True | Kind::False => literal::literal(input),
        Kind::StrOpen | Kind::TextOpen => literal::interpolated(input),
        Kind::ParenOpen => parenthesised(input),
        Kind::SquareOpen => array(input),
        Kind::BraceOpen => block::block_or_map(input),
        Kind::Bar | Kind::Or => closure::closure(input),
        Kind::If => control::if_(input),
        Kind::Match => control::match_(input),
        Kind::Loop | Kind::While | Kind::For | Kind::Label => control::labelled_loop(input),
        Kind::Break => control::break_(input),
        Kind::Continue => control::continue_(input),
        Kind::Return => control::return_(input),
        Kind::Error => error(input),
        _ => expected(input, EXPRESSION),
    }
}

/// Something that the lexer reported stands for an operand.
fn error(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    input.skip();
    Ok(input.add(Expr::Error, start))
}

fn self_value(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    let name = input.take_ident();
    Ok(input.add(Expr::Name(name), start))
}

/// named = path [ struct_literal ]
fn named(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    let first = input.take_ident();
    let is_plain = !matches!(input.kind(), Kind::PathSep | Kind::Less | Kind::BraceOpen);
    if is_plain {
        return Ok(input.add(Expr::Name(first), start));
    }
    if input.kind() == Kind::BraceOpen
        && let Some(diagnostic) = super::super::foreign::block_word(input.state(), start)
    {
        input.state().furthest.because(start + 1, diagnostic);
        return Err(super::super::input::Failed);
    }
    let path = path_from(input, first, start)?;
    if input.kind() == Kind::BraceOpen && starts_struct_literal(input) {
        return struct_literal(input, path, start);
    }
    match &*path.segments {
        [Segment { name, args }] if args.is_empty() => Ok(input.add(Expr::Name(*name), start)),
        _ => {
            let path = input.add_path(path);
            Ok(input.add(Expr::Path(path), start))
        }
    }
}

fn path_from(input: &mut In<'_, '_>, first: Ident, start: usize) -> Parsed<Path> {
    let args = postfix::optional_type_args(input)?.into();
    let mut segments = vec![Segment { name: first, args }];
    while input.eat(Kind::PathSep) {
        let name = types::path_name(input)?;
        let args = postfix::optional_type_args(input)?.into();
        segments.push(Segment { name, args });
    }
    let span = input.span_of(start);
    Ok(Path { segments: segments.into(), span })
}

/// In a head, `{` starts the body; a literal that was clearly meant is reported and read all the same.
fn starts_struct_literal(input: &mut In<'_, '_>) -> bool {
    if !input.state().in_head {
        return true;
    }
    let is_clear = input.nth(1).is_word() && input.nth(2) == Kind::Colon && input.nth(3) != Kind::Colon;
    if is_clear {
        let at = input.at();
        let span = input.state().tokens.span(at);
        input.report(diagnostics::literal_in_head("struct", span));
    }
    is_clear
}

/// struct_literal = path "{" [ field { "," field } ] [ ".." expr ] "}"
fn struct_literal(input: &mut In<'_, '_>, path: Path, start: usize) -> Parsed<ExprId> {
    input.skip();
    let parts = input.parse(list(Kind::BraceClose, struct_part))?;
    let path = input.add_path(path);
    let mut fields = Vec::with_capacity(parts.len());
    let mut base = None;
    for part in parts {
        match part {
            StructPart::Field(field) => fields.push(field),
            StructPart::Base(value) => match base {
                None => base = Some(value),
                Some(first) => {
                    let ast = &input.state().ast;
                    let (at, first) = (ast.expr_span(value), ast.expr_span(first));
                    input.report(diagnostics::second_base(at, first));
                }
            },
        }
    }
    let literal = StructLiteral { path, fields: fields.into(), base };
    Ok(input.add(Expr::Struct(Box::new(literal)), start))
}

enum StructPart {
    Field(FieldInit),
    Base(ExprId),
}

fn struct_part(input: &mut In<'_, '_>) -> Parsed<StructPart> {
    if input.eat(Kind::Range) {
        return Ok(StructPart::Base(input.parse(rule(expr))?));
    }
    let start = input.at();
    let name = field_name(input)?;
    if input.eat(Kind::Colon) {
        let value = input.parse(rule(expr))?;
        return Ok(StructPart::Field(FieldInit { name, value, shorthand: false }));
    }
    if input.kind() == Kind::Assign {
        let at = input.at();
        let span = input.state().tokens.span(at);
        input.state().furthest.because(at, diagnostics::field_with_equals(span));
        return Err(super::super::input::Failed);
    }
    let value = input.add(Expr::Name(name), start);
    Ok(StructPart::Field(FieldInit { name, value, shorthand: true }))
}

/// parenthesised = "(" expr ")" | "(" [ expr "," … ] ")"
fn parenthesised(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    input.skip();
    let elements = input.parse(list(Kind::ParenClose, expr))?;
    let before = input.at().saturating_sub(2);
    let has_comma = input.state().kind(before) == Kind::Comma;
    match elements.as_slice() {
        // Parentheses end a chain of comparisons, so they must leave a trace: the span tells.
        [one] if !has_comma => Ok(*one),
        _ => Ok(input.add(Expr::Tuple(elements.into()), start)),
    }
}

fn array(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    input.skip();
    let elements = input.parse(list(Kind::SquareClose, expr))?;
    Ok(input.add(Expr::Array(elements.into()), start))
}

/// race = "race" "[" [exprs] "]"
fn race(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    input.skip();
    input.skip();
    let elements = input.parse(list(Kind::SquareClose, expr))?;
    Ok(input.add(Expr::Race(elements.into()), start))
}
