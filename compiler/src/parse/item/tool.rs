//! Tools and MCP servers.

use chumsky::Parser;

use super::super::combine::{name, rule, token};
use super::super::expr::setting;
use super::super::input::{In, InputExt, Parsed};
use super::super::stmt::semicolon;
use super::super::{diagnostics, recover};
use super::{data, function};
use crate::ast::{Field, Mcp, Method, Setting, Tool};
use crate::lex::Kind;

/// The one setting of a tool; every other name is a field.
const DESCRIPTION: &str = "description";

enum Member {
    Setting(Setting),
    Field(Field),
    Method(Method),
}

/// tool = "tool" name "{" { description | field | method } "}"
pub(super) fn tool(input: &mut In<'_, '_>) -> Parsed<Tool> {
    input.skip();
    let name = input.parse(rule(name).then_ignore(token(Kind::BraceOpen)))?;
    let mut tool = Tool { name, description: None, fields: Box::default(), methods: Box::default() };
    let (mut fields, mut methods) = (Vec::new(), Vec::new());
    for member in function::members(input, tool_member) {
        match member {
            Member::Setting(setting) => match &tool.description {
                Some(first) => input.report(diagnostics::second_description(setting.name.span, first.name.span)),
                None => tool.description = Some(setting),
            },
            Member::Field(field) => fields.push(field),
            Member::Method(method) => methods.push(method),
        }
    }
    tool.fields = fields.into();
    tool.methods = methods.into();
    Ok(tool)
}

fn tool_member(input: &mut In<'_, '_>) -> Parsed<Member> {
    if is_method(input) {
        return method(input).map(Member::Method);
    }
    if decorates_nothing(input) {
        return Err(super::super::input::Failed);
    }
    let at = input.at();
    let is_description = input.nth(1) == Kind::Colon && input.state().text(at) == DESCRIPTION;
    let member = match is_description {
        true => Member::Setting(setting(input)?),
        false => Member::Field(data::field(input)?),
    };
    comma(input, at);
    Ok(member)
}

/// `@describe("…")` before the closing brace.
fn decorates_nothing(input: &mut In<'_, '_>) -> bool {
    let n = after_decorators(input);
    let is_nothing = n > 0 && input.nth(n) == Kind::BraceClose;
    if is_nothing {
        let (start, end) = (input.at(), input.at() + n);
        let span = input.state().span(start, end);
        input.state().furthest.because(end, diagnostics::misplaced_decorator(span));
    }
    is_nothing
}

fn after_decorators(input: &mut In<'_, '_>) -> usize {
    let mut n = 0;
    while input.nth(n) == Kind::At {
        n += 2;
        if input.nth(n) == Kind::ParenOpen {
            n = after_group(input, n);
        }
    }
    n
}

/// Looks past decorators, which fields and methods share.
fn is_method(input: &mut In<'_, '_>) -> bool {
    let n = after_decorators(input);
    let is_field = input.nth(n + 1) == Kind::Colon;
    function::METHOD.has(input.nth(n)) && !is_field
}

fn after_group(input: &mut In<'_, '_>, mut n: usize) -> usize {
    let mut depth = 0usize;
    loop {
        let kind = input.nth(n);
        n += 1;
        if kind.closer().is_some() {
            depth += 1;
        } else if kind.is_closer() {
            depth -= 1;
        }
        if depth == 0 || kind == Kind::End {
            return n;
        }
    }
}

fn method(input: &mut In<'_, '_>) -> Parsed<Method> {
    let method = function::method(input, Kind::Fn)?;
    if input.kind() == Kind::Comma {
        input.skip();
    }
    Ok(method)
}

/// The comma after a field. A missing one is reported and made up; none is needed before the closing brace.
fn comma(input: &mut In<'_, '_>, start: usize) {
    if input.eat(Kind::Comma) || input.kind() == Kind::BraceClose {
        return;
    }
    let here = input.at();
    if input.state().starts_line(here) {
        let before = input.state().tokens.span(here.saturating_sub(1)).after();
        input.state().furthest.because(here, diagnostics::missing_list_comma(before));
    }
    recover::report(input, start);
}

/// mcp = "mcp" name ( ";" | "{" { setting | method } "}" )
pub(super) fn mcp(input: &mut In<'_, '_>) -> Parsed<Mcp> {
    input.skip();
    let name = name(input)?;
    if input.kind() != Kind::BraceOpen {
        semicolon(input)?;
        return Ok(Mcp { name, settings: Box::default(), methods: Box::default() });
    }
    input.skip();
    let (mut settings, mut methods) = (Vec::new(), Vec::new());
    for member in function::members(input, mcp_member) {
        match member {
            Member::Setting(setting) => settings.push(setting),
            Member::Method(method) => methods.push(method),
            Member::Field(_) => {}
        }
    }
    Ok(Mcp { name, settings: settings.into(), methods: methods.into() })
}

fn mcp_member(input: &mut In<'_, '_>) -> Parsed<Member> {
    if is_method(input) {
        return method(input).map(Member::Method);
    }
    let at = input.at();
    let setting = setting(input)?;
    comma(input, at);
    Ok(Member::Setting(setting))
}
