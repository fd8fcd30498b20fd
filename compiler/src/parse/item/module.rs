//! Modules and imports.

use super::super::combine::{list, name, nested, rule, when};
use super::super::input::{Failed, In, InputExt, Parsed};
use super::super::stmt::semicolon;
use super::super::{diagnostics, types};
use crate::ast::{Ident, UseEnd, UseTree};
use crate::lex::Kind;

/// mod = "mod" name ";"
pub(super) fn mod_(input: &mut In<'_, '_>) -> Parsed<Ident> {
    input.skip();
    let name = name(input)?;
    semicolon(input)?;
    Ok(name)
}

/// use = "use" tree ";"
pub(super) fn use_(input: &mut In<'_, '_>) -> Parsed<UseTree> {
    input.skip();
    let tree = tree(input)?;
    semicolon(input)?;
    Ok(tree)
}

/// tree = name { "::" name } \[ "::" "{" trees "}" | "as" name \]
fn tree(input: &mut In<'_, '_>) -> Parsed<UseTree> {
    nested(input, |input| {
        let start = input.at();
        let mut path = vec![types::path_name(input)?];
        while input.eat(Kind::PathSep) {
            match input.kind() {
                Kind::BraceOpen => return list_of_trees(input, path, start),
                Kind::Mul => return glob(input),
                _ => path.push(types::path_name(input)?),
            }
        }
        let alias = input.parse(when(Kind::As, rule(name)))?;
        let span = input.span_of(start);
        Ok(UseTree { path: path.into(), end: UseEnd::Name(alias), span })
    })
}

fn list_of_trees(input: &mut In<'_, '_>, path: Vec<Ident>, start: usize) -> Parsed<UseTree> {
    input.skip();
    let trees = input.parse(list(Kind::BraceClose, tree))?;
    let span = input.span_of(start);
    Ok(UseTree { path: path.into(), end: UseEnd::List(trees.into()), span })
}

fn glob(input: &mut In<'_, '_>) -> Parsed<UseTree> {
    let at = input.at();
    let span = input.state().tokens.span(at);
    input.state().furthest.because(at, diagnostics::glob_import(span));
    Err(Failed)
}
