//! Functions, traits and impls.

use chumsky::Parser;

use super::super::combine::{flag, list, name, outside_head, rule, token, when};
use super::super::expr::{block, expr};
use super::super::input::{Failed, In, InputExt, Parsed};
use super::super::{diagnostics, pattern, recover, types};
use super::{decorators, public};
use crate::ast::{Fn, Impl, Method, Param, Receiver, Trait};
use crate::lex::{Kind, KindSet};

/// function = "fn" signature ( block | ";" )
pub(super) fn function(input: &mut In<'_, '_>) -> Parsed<Fn> {
    input.skip();
    signature(input)
}

/// signature = name \[generics\] "(" \[params\] ")" \[ "->" type \] ( block | ";" )
pub(super) fn signature(input: &mut In<'_, '_>) -> Parsed<Fn> {
    let head = rule(name).then(rule(types::generics)).then_ignore(token(Kind::ParenOpen));
    let (name, generics) = input.parse(head)?;
    let (receiver, params) = params(input)?;
    let result = input.parse(when(Kind::Arrow, rule(types::type_)))?;
    let body = body(input)?;
    Ok(Fn { name, generics: generics.into(), receiver, params: params.into(), result, body })
}

fn body(input: &mut In<'_, '_>) -> Parsed<Option<crate::ast::BlockId>> {
    if input.eat(Kind::Semicolon) {
        return Ok(None);
    }
    input.parse(rule(block::block)).map(Some)
}

/// What may stand between the parentheses of a function.
enum Taken {
    Receiver(Receiver),
    Param(Param),
}

/// params = \[ receiver \] { "," param }; the `(` was taken.
pub(super) fn params(input: &mut In<'_, '_>) -> Parsed<(Option<Receiver>, Vec<Param>)> {
    let taken = input.parse(list(Kind::ParenClose, taken))?;
    let mut receiver = None;
    let mut params = Vec::with_capacity(taken.len());
    for (index, one) in taken.into_iter().enumerate() {
        match one {
            Taken::Receiver(it) if index == 0 => receiver = Some(it),
            Taken::Receiver(it) => {
                input.report(diagnostics::misplaced_self(it.span));
                receiver = receiver.or(Some(it));
            }
            Taken::Param(param) => params.push(param),
        }
    }
    Ok((receiver, params))
}

fn taken(input: &mut In<'_, '_>) -> Parsed<Taken> {
    let start = input.at();
    let is_self = input.kind() == Kind::SelfValue || (input.kind() == Kind::Mut && input.nth(1) == Kind::SelfValue);
    if !is_self {
        return param(input).map(Taken::Param);
    }
    let mutable = input.parse(flag(Kind::Mut))?;
    input.skip();
    let span = input.span_of(start);
    if input.kind() == Kind::Colon {
        input.parse(token(Kind::Colon).ignore_then(rule(types::type_)))?;
        let whole = input.span_of(start);
        input.report(diagnostics::typed_self(whole));
    }
    Ok(Taken::Receiver(Receiver { mutable, span }))
}

/// param = { decorator } \["mut"\] pattern ":" type \[ "=" expr \]
pub(super) fn param(input: &mut In<'_, '_>) -> Parsed<Param> {
    let start = input.at();
    let decorators = decorators(input)?;
    let head = flag(Kind::Mut).then(rule(pattern::single)).then_ignore(token(Kind::Colon)).then(rule(types::type_));
    let ((mutable, pattern), annotation) = input.parse(head)?;
    let default = if types::equals(input) { Some(input.parse(rule(expr))?) } else { None };
    let span = input.span_of(start);
    Ok(Param { decorators, mutable, pattern, annotation, default, span })
}

/// trait = "trait" name \[generics\] "{" { method } "}"
pub(super) fn trait_(input: &mut In<'_, '_>) -> Parsed<Trait> {
    input.skip();
    let (name, generics) = input.parse(rule(name).then(rule(types::generics)))?;
    if input.kind() == Kind::Colon {
        let at = input.at();
        let span = input.state().tokens.span(at);
        input.state().furthest.because(at, diagnostics::supertrait(span));
        return Err(Failed);
    }
    let methods = methods(input)?;
    Ok(Trait { name, generics: generics.into(), methods: methods.into() })
}

/// impl = "impl" \[generics\] type \[ "for" type \] "{" { method } "}"
pub(super) fn impl_(input: &mut In<'_, '_>) -> Parsed<Impl> {
    input.skip();
    let head = rule(types::generics).then(rule(types::type_)).then(when(Kind::For, rule(types::type_)));
    let ((generics, first), second) = input.parse(head)?;
    let (trait_, target) = match second {
        Some(target) => (Some(first), target),
        None => (None, first),
    };
    let methods = methods(input)?;
    Ok(Impl { generics: generics.into(), trait_, target, methods: methods.into() })
}

fn methods(input: &mut In<'_, '_>) -> Parsed<Vec<Method>> {
    input.parse(token(Kind::BraceOpen))?;
    Ok(members(input, |input| method(input, Kind::Fn)))
}

/// Members up to the closing brace. Never fails: what cannot be read is reported and left out.
pub(super) fn members<'t, T>(
    input: &mut In<'t, '_>,
    member: impl core::ops::Fn(&mut In<'t, '_>) -> Parsed<T> + Clone,
) -> Vec<T> {
    outside_head(input, |input| {
        let mut found = Vec::new();
        while !input.eat(Kind::BraceClose) && input.kind() != Kind::End {
            let mark = input.save();
            let before = input.at();
            match input.parse(rule(member.clone())) {
                Ok(one) => found.push(one),
                Err(Failed) => recover::member(input, mark),
            }
            if input.at() == before {
                input.skip();
            }
        }
        found
    })
}

/// method = { decorator } \["pub"\] "fn" signature
pub(super) fn method(input: &mut In<'_, '_>, keyword: Kind) -> Parsed<Method> {
    let start = input.at();
    let decorators = decorators(input)?;
    let public = public(input);
    input.parse(token(keyword))?;
    let function = signature(input)?;
    let span = input.span_of(start);
    Ok(Method { decorators, public, function, span })
}

/// What a member that is a method starts with.
pub(super) const METHOD: KindSet = KindSet::of(&[Kind::Fn, Kind::Pub]);
