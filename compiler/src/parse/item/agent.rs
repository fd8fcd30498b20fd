//! Declarations made of named settings, and shared state.

use chumsky::Parser;

use super::super::combine::{list, name, rule, token, when};
use super::super::expr::{expr, setting};
use super::super::input::{Failed, In, Parsed};
use super::super::stmt::semicolon;
use super::super::types;
use crate::ast::{Resource, Settings};
use crate::lex::Kind;

/// settings = ("agent" | "host") name "{" \[ setting { "," setting } \] "}"
pub(super) fn settings(input: &mut In<'_, '_>) -> Parsed<Settings> {
    input.skip();
    let name = input.parse(rule(name).then_ignore(token(Kind::BraceOpen)))?;
    let settings = input.parse(list(Kind::BraceClose, setting))?;
    Ok(Settings { name, settings: settings.into() })
}

/// provider_tool = "provider" "tool" name "{" settings "}"
pub(super) fn provider_tool(input: &mut In<'_, '_>) -> Parsed<Settings> {
    input.skip();
    settings(input)
}

/// resource = ("memory" | "ledger" | "store") name \[ ":" type \] "=" expr ";"
pub(super) fn resource(input: &mut In<'_, '_>) -> Parsed<Resource> {
    input.skip();
    let (name, annotation) = input.parse(rule(name).then(when(Kind::Colon, rule(types::type_))))?;
    if !types::equals(input) {
        return Err(Failed);
    }
    let value = input.parse(rule(expr))?;
    semicolon(input)?;
    Ok(Resource { name, annotation, value })
}
