//! Declarations.

mod agent;
mod data;
mod function;
mod module;
mod pipeline;
mod tool;

use super::combine::{expected, list, name, rule, token};
use super::expr::decorator_argument;
use super::furthest::ITEM;
use super::input::{Failed, In, InputExt, Parsed};
use super::{diagnostics, recover};
use crate::ast::{Decorator, Item, ItemKind};
use crate::lex::Kind;

/// Whether a declaration starts with these two tokens. Contextual keywords start one only before a name.
pub(super) fn starts(kind: Kind, next: Kind) -> bool {
    use Kind::*;
    match kind {
        Fn | Struct | Enum | Trait | Impl | Use | Mod | Const | Pub | At => true,
        Tool | Agent | Schema | Mcp | Memory | Ledger | Store | Pipeline | Host | Type => next.is_name(),
        Provider => next == Tool,
        _ => false,
    }
}

/// A declaration. Never fails: what cannot be read is reported and skipped.
pub(super) fn item_or_error(input: &mut In<'_, '_>) -> Item {
    let mark = input.save();
    let start = input.at();
    match input.parse(rule(item)) {
        Ok(item) => item,
        Err(Failed) => {
            recover::statement(input, mark);
            let span = input.span_of(start);
            Item { decorators: Box::default(), public: None, kind: ItemKind::Error, span }
        }
    }
}

/// `funtion f() { … }`, read as what was meant.
pub(super) fn misspelt(input: &mut In<'_, '_>) -> Option<Item> {
    if input.kind() != Kind::Ident {
        return None;
    }
    let start = input.at();
    let (meant, diagnostic) = super::foreign::meant(input.state(), start)?;
    if meant == Kind::Let {
        return None;
    }
    let mark = input.save();
    input.report(diagnostic);
    let kind = match input.parse(rule(move |input| kind(input, meant))) {
        Ok(kind) => kind,
        Err(Failed) => {
            recover::statement(input, mark);
            ItemKind::Error
        }
    };
    let span = input.span_of(start);
    Some(Item { decorators: Box::default(), public: None, kind, span })
}

/// item = { decorator } \["pub"\] kind
fn item(input: &mut In<'_, '_>) -> Parsed<Item> {
    let start = input.at();
    let decorators = decorators(input)?;
    let public = public(input);
    if !decorators.is_empty() && public.is_none() && !starts(input.kind(), input.nth(1)) {
        return nothing_decorated(input, &decorators);
    }
    let keyword = input.kind();
    let kind = kind(input, keyword)?;
    let span = input.span_of(start);
    Ok(Item { decorators, public, kind, span })
}

fn nothing_decorated(input: &mut In<'_, '_>, decorators: &[Decorator]) -> Parsed<Item> {
    let at = input.at();
    let span = decorators.last().map(|it| it.span).unwrap_or_default();
    input.state().furthest.because(at, diagnostics::misplaced_decorator(span));
    Err(Failed)
}

/// Each production takes its keyword, whatever it is: a misspelt one was reported.
fn kind(input: &mut In<'_, '_>, keyword: Kind) -> Parsed<ItemKind> {
    match keyword {
        Kind::Fn => function::function(input).map(|it| ItemKind::Fn(Box::new(it))),
        Kind::Struct => data::struct_(input).map(ItemKind::Struct),
        Kind::Schema => data::struct_(input).map(ItemKind::Schema),
        Kind::Enum => data::enum_(input).map(ItemKind::Enum),
        Kind::Trait => function::trait_(input).map(ItemKind::Trait),
        Kind::Impl => function::impl_(input).map(|it| ItemKind::Impl(Box::new(it))),
        Kind::Type => data::alias(input).map(ItemKind::Alias),
        Kind::Const => data::const_(input).map(ItemKind::Const),
        Kind::Use => module::use_(input).map(ItemKind::Use),
        Kind::Mod => module::mod_(input).map(ItemKind::Mod),
        Kind::Tool => tool::tool(input).map(ItemKind::Tool),
        Kind::Mcp => tool::mcp(input).map(ItemKind::Mcp),
        Kind::Agent => agent::settings(input).map(ItemKind::Agent),
        Kind::Host => agent::settings(input).map(ItemKind::Host),
        Kind::Provider => agent::provider_tool(input).map(ItemKind::ProviderTool),
        Kind::Memory => agent::resource(input).map(ItemKind::Memory),
        Kind::Ledger => agent::resource(input).map(ItemKind::Ledger),
        Kind::Store => agent::resource(input).map(ItemKind::Store),
        Kind::Pipeline => pipeline::pipeline(input).map(|it| ItemKind::Pipeline(Box::new(it))),
        _ => expected(input, ITEM),
    }
}

fn public(input: &mut In<'_, '_>) -> Option<crate::source::Span> {
    let at = input.at();
    let is_public = input.kind() == Kind::Pub;
    is_public.then(|| {
        input.skip();
        input.state().tokens.span(at)
    })
}

/// decorators = { "@" name \[ "(" arguments ")" \] }
pub(super) fn decorators(input: &mut In<'_, '_>) -> Parsed<Box<[Decorator]>> {
    let mut found = Vec::new();
    while input.kind() == Kind::At {
        found.push(decorator(input)?);
    }
    Ok(found.into())
}

fn decorator(input: &mut In<'_, '_>) -> Parsed<Decorator> {
    let start = input.at();
    input.parse(token(Kind::At))?;
    let name = name(input)?;
    let args = match input.kind() {
        Kind::ParenOpen => {
            input.skip();
            input.parse(list(Kind::ParenClose, decorator_argument))?
        }
        _ => Vec::new(),
    };
    let span = input.span_of(start);
    Ok(Decorator { name, args: args.into(), span })
}
