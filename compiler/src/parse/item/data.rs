//! Structs, schemas, enums, aliases and constants.

use chumsky::Parser;

use super::super::combine::{field_name, list, name, rule, token};
use super::super::expr::expr;
use super::super::input::{Failed, In, InputExt, Parsed};
use super::super::stmt::semicolon;
use super::super::{diagnostics, types};
use super::decorators;
use crate::ast::{Alias, Const, Enum, Field, Struct, Variant, VariantData};
use crate::lex::Kind;

/// struct = ("struct" | "schema") name \[generics\] "{" \[fields\] "}"
pub(super) fn struct_(input: &mut In<'_, '_>) -> Parsed<Struct> {
    input.skip();
    let (name, generics) = input.parse(rule(name).then(rule(types::generics)))?;
    report_other_forms(input)?;
    let fields = input.parse(token(Kind::BraceOpen).ignore_then(list(Kind::BraceClose, field)))?;
    Ok(Struct { name, generics: generics.into(), fields: fields.into() })
}

fn report_other_forms(input: &mut In<'_, '_>) -> Parsed<()> {
    let at = input.at();
    let span = input.state().tokens.span(at);
    let diagnostic = match input.kind() {
        Kind::ParenOpen => diagnostics::tuple_struct(span),
        Kind::Semicolon => diagnostics::unit_struct(span),
        _ => return Ok(()),
    };
    input.state().furthest.because(at, diagnostic);
    Err(Failed)
}

/// field = { decorator } name ":" type \[ "=" expr \]
pub(super) fn field(input: &mut In<'_, '_>) -> Parsed<Field> {
    let decorators = decorators(input)?;
    let (name, annotation) = input.parse(rule(field_name).then_ignore(token(Kind::Colon)).then(rule(types::type_)))?;
    let default = if types::equals(input) { Some(input.parse(rule(expr))?) } else { None };
    Ok(Field { decorators, name, annotation, default })
}

/// enum = "enum" name \[generics\] "{" \[variants\] "}"
pub(super) fn enum_(input: &mut In<'_, '_>) -> Parsed<Enum> {
    input.skip();
    let head = rule(name).then(rule(types::generics)).then_ignore(token(Kind::BraceOpen));
    let (name, generics) = input.parse(head)?;
    let variants = input.parse(list(Kind::BraceClose, variant))?;
    Ok(Enum { name, generics: generics.into(), variants: variants.into() })
}

/// variant = { decorator } name \[ "(" types ")" | "{" fields "}" \]
fn variant(input: &mut In<'_, '_>) -> Parsed<Variant> {
    let decorators = decorators(input)?;
    let name = name(input)?;
    let data = match input.kind() {
        Kind::ParenOpen => {
            input.skip();
            VariantData::Tuple(input.parse(list(Kind::ParenClose, types::type_))?.into())
        }
        Kind::BraceOpen => {
            input.skip();
            VariantData::Named(input.parse(list(Kind::BraceClose, field))?.into())
        }
        _ => VariantData::Unit,
    };
    Ok(Variant { decorators, name, data })
}

/// alias = "type" name \[generics\] "=" type ";"
pub(super) fn alias(input: &mut In<'_, '_>) -> Parsed<Alias> {
    input.skip();
    let (name, generics) = input.parse(rule(name).then(rule(types::generics)))?;
    if !types::equals(input) {
        return Err(Failed);
    }
    let target = input.parse(rule(types::type_))?;
    semicolon(input)?;
    Ok(Alias { name, generics: generics.into(), target })
}

/// const = "const" name ":" type "=" expr ";"
pub(super) fn const_(input: &mut In<'_, '_>) -> Parsed<Const> {
    input.skip();
    let head = rule(name).then_ignore(token(Kind::Colon)).then(rule(types::type_));
    let (name, annotation) = input.parse(head)?;
    if !types::equals(input) {
        return Err(Failed);
    }
    let value = input.parse(rule(expr))?;
    semicolon(input)?;
    Ok(Const { name, annotation, value })
}
