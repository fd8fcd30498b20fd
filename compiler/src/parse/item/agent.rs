//! Declarations made of named settings, and shared state.

use chumsky::Parser;

use super::super::combine::{list, name, rule, token, when};
use super::super::expr::{expr, setting};
use super::super::input::{Failed, In, InputExt, Parsed};
use super::super::stmt::semicolon;
use super::super::types;
use crate::ast::{Expr, Resource, Setting, Settings};
use crate::lex::Kind;

/// settings = ("agent" | "host") name "{" \[ setting { "," setting } \] "}"
pub(super) fn settings(input: &mut In<'_, '_>) -> Parsed<Settings> {
    input.skip();
    let name = input.parse(rule(name).then_ignore(token(Kind::BraceOpen)))?;
    let settings = input.parse(list(Kind::BraceClose, own_setting))?;
    Ok(Settings { name, settings: settings.into() })
}

/// own_setting = "output" ":" type | setting
fn own_setting(input: &mut In<'_, '_>) -> Parsed<Setting> {
    let at = input.at();
    let is_output = input.state().text(at) == "output" && input.nth(1) == Kind::Colon;
    if !is_output {
        return setting(input);
    }
    let name = input.take_ident();
    input.parse(token(Kind::Colon))?;
    let start = input.at();
    let ty = input.parse(rule(types::type_))?;
    let value = input.add(Expr::Type(ty), start);
    Ok(Setting { name, value })
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
