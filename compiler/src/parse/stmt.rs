//! Statements.

use chumsky::Parser;

use super::combine::{expected, flag, name, rule, token, when};
use super::expr::{block, expr, statement_expr};
use super::input::{Failed, In, InputExt, Parsed};
use super::item;
use super::{diagnostics, pattern, recover, types};
use crate::ast::{Expr, ExprId, Let, Mock, MockWith, Stmt, StmtKind};
use crate::lex::{Kind, KindSet};

/// What stands at one place of a block.
pub(super) enum Line {
    /// A statement with its `;`.
    Stmt(Stmt),
    /// An expression that nothing follows: the value of the block.
    Tail(ExprId),
    /// An expression that `:` follows: this is a map, or a mistake.
    Key(ExprId),
}

/// One statement, or the value at the end. Never fails: what cannot be read is reported and skipped.
pub(super) fn line(input: &mut In<'_, '_>) -> Line {
    let mark = input.save();
    let start = input.at();
    if item::starts(input.kind(), input.nth(1)) {
        return item_in_block(input);
    }
    if let Some(line) = misspelt(input) {
        return line;
    }
    match input.parse(rule(statement)) {
        Ok(line) => line,
        Err(Failed) => {
            recover::statement(input, mark);
            let span = input.span_of(start);
            Line::Stmt(Stmt { kind: StmtKind::Error, span })
        }
    }
}

/// `lett x = 1;`, read as what was meant. At the top level, declarations are read by [`item::misspelt`].
fn misspelt(input: &mut In<'_, '_>) -> Option<Line> {
    if input.kind() != Kind::Ident {
        return None;
    }
    let start = input.at();
    let (kind, diagnostic) = super::foreign::meant(input.state(), start)?;
    if kind != Kind::Let {
        return None;
    }
    let mark = input.save();
    input.report(diagnostic);
    Some(match input.parse(rule(let_)) {
        Ok(stmt) => Line::Stmt(stmt),
        Err(Failed) => {
            recover::statement(input, mark);
            let span = input.span_of(start);
            Line::Stmt(Stmt { kind: StmtKind::Error, span })
        }
    })
}

fn item_in_block(input: &mut In<'_, '_>) -> Line {
    let start = input.at();
    let item = item::item_or_error(input);
    let span = item.decorators.first().map_or(item.span, |_| item.span);
    let (word, name) = (item.kind.word(), item.kind.name());
    let is_error = matches!(item.kind, crate::ast::ItemKind::Error);
    if let Some(name) = name {
        input.state().lost.insert(name.name);
    }
    if !is_error {
        let head = input.state().tokens.span(start);
        input.report(diagnostics::item_in_block(word, name.map_or(head, |name| head.to(name.span))));
    }
    Line::Stmt(Stmt { kind: StmtKind::Error, span })
}

/// statement = let | mock | expr ";"
fn statement(input: &mut In<'_, '_>) -> Parsed<Line> {
    match input.kind() {
        Kind::Let => let_(input).map(Line::Stmt),
        Kind::Mock if input.nth(1).is_name() => mock(input).map(Line::Stmt),
        Kind::Semicolon => empty(input),
        Kind::At => decorator_without_item(input),
        _ => expression(input),
    }
}

/// A lone `;` says nothing, and does no harm.
fn empty(input: &mut In<'_, '_>) -> Parsed<Line> {
    let start = input.at();
    input.skip();
    let unit = input.add(Expr::Tuple(Box::default()), start);
    let span = input.span_of(start);
    Ok(Line::Stmt(Stmt { kind: StmtKind::Expr(unit), span }))
}

fn decorator_without_item(input: &mut In<'_, '_>) -> Parsed<Line> {
    let at = input.at();
    let span = input.state().tokens.span(at);
    input.state().furthest.because(at, diagnostics::misplaced_decorator(span));
    Err(Failed)
}

/// let = "let" ["mut"] pattern [":" type] ["=" expr] ["else" block] ";"
fn let_(input: &mut In<'_, '_>) -> Parsed<Stmt> {
    let start = input.at();
    input.skip();
    let head = flag(Kind::Mut).then(rule(pattern::pattern)).then(when(Kind::Colon, rule(types::type_)));
    let ((mutable, pattern), annotation) = input.parse(head)?;
    let value = if types::equals(input) { Some(value_or_error(input)?) } else { None };
    let otherwise = input.parse(when(Kind::Else, rule(block::block)))?;
    semicolon(input)?;
    let span = input.span_of(start);
    let kind = StmtKind::Let(Box::new(Let { mutable, pattern, annotation, value, otherwise }));
    Ok(Stmt { kind, span })
}

/// The value of a `let`. Where it cannot be read, the names on the left are declared all the same.
fn value_or_error(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let mark = input.save();
    let start = input.at();
    match input.parse(rule(expr)) {
        Ok(value) => Ok(value),
        Err(Failed) => {
            recover::report(input, start.saturating_sub(1));
            recover::value(input, mark);
            Ok(input.add(Expr::Error, start))
        }
    }
}

/// The `;` of a statement. One that is missing at the end of a line is reported and made up.
pub(super) fn semicolon(input: &mut In<'_, '_>) -> Parsed<()> {
    if input.eat(Kind::Semicolon) {
        return Ok(());
    }
    let at = input.at();
    let state = input.state();
    let is_end = matches!(state.kind(at), Kind::BraceClose | Kind::End) || state.starts_line(at);
    if !is_end {
        return Err(Failed);
    }
    let is_said = state.is_reported(at) || state.is_reported(at.saturating_sub(1)) || state.furthest.was_reported(at);
    if !is_said {
        let end = state.tokens.span(at.saturating_sub(1)).after();
        input.report(diagnostics::missing_semicolon(end));
    }
    Ok(())
}

/// expr ";", or an expression that ends in a block, or the value at the end.
fn expression(input: &mut In<'_, '_>) -> Parsed<Line> {
    let start = input.at();
    let (value, is_block) = statement_expr(input)?;
    match input.kind() {
        Kind::BraceClose | Kind::End => return Ok(Line::Tail(value)),
        Kind::Colon => return Ok(Line::Key(value)),
        Kind::Semicolon => input.skip(),
        _ if is_block => {}
        _ => after_expression(input, start)?,
    }
    let span = input.span_of(start);
    Ok(Line::Stmt(Stmt { kind: StmtKind::Expr(value), span }))
}

/// An expression without its `;`: on a new line the `;` was forgotten, on the same line something is wrong.
fn after_expression(input: &mut In<'_, '_>, start: usize) -> Parsed<()> {
    let is_lone_word = input.at() == start + 1 && input.state().kind(start) == Kind::Ident;
    if is_lone_word && super::foreign::in_statement(input.state(), start, start + 1).is_some() {
        return expected(input, KindSet::of(&[Kind::Semicolon]));
    }
    semicolon(input)
}

/// mock = "mock" target ( "{" settings "}" | "=" expr ";" )
fn mock(input: &mut In<'_, '_>) -> Parsed<Stmt> {
    let start = input.at();
    input.skip();
    let target = target(input)?;
    let with = if input.eat(Kind::BraceOpen) {
        let settings = input.parse(super::combine::list(Kind::BraceClose, super::expr::setting))?;
        if input.kind() == Kind::Semicolon {
            input.skip();
        }
        MockWith::Settings(settings.into())
    } else {
        let function = input.parse(token(Kind::Assign).ignore_then(rule(expr)))?;
        semicolon(input)?;
        MockWith::Function(function)
    };
    let span = input.span_of(start);
    Ok(Stmt { kind: StmtKind::Mock(Box::new(Mock { target, with })), span })
}

/// target = name { ("." | "::") name }
fn target(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    let path = types::path(input)?;
    let mut target = match &*path.segments {
        [one] => input.add(Expr::Name(one.name), start),
        _ => {
            let path = input.add_path(path);
            input.add(Expr::Path(path), start)
        }
    };
    while input.eat(Kind::Dot) {
        let name = name(input)?;
        target = input.add(Expr::Field { base: target, name }, start);
    }
    Ok(target)
}
