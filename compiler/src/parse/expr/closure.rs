//! Closures.

use super::super::combine::{expected, rule, token, when};
use super::super::input::{In, InputExt, Parsed};
use super::super::{pattern, types};
use super::{block, expr};
use crate::ast::{Closure, ClosureParam, Expr, ExprId};
use crate::lex::{Kind, KindSet};

/// closure = ( "||" | "|" [params] "|" ) ( "->" type block | expr )
pub(super) fn closure(input: &mut In<'_, '_>) -> Parsed<ExprId> {
    let start = input.at();
    let params = params(input)?;
    let result = input.parse(when(Kind::Arrow, rule(types::without_union)))?;
    let body = if result.is_some() { block::block_expr(input)? } else { input.parse(rule(expr))? };
    let closure = Closure { params: params.into(), result, body };
    Ok(input.add(Expr::Closure(Box::new(closure)), start))
}

fn params(input: &mut In<'_, '_>) -> Parsed<Vec<ClosureParam>> {
    if input.kind() == Kind::Or {
        input.skip();
        return Ok(Vec::new());
    }
    input.parse(token(Kind::Bar))?;
    let mut params = Vec::new();
    while !input.eat(Kind::Bar) {
        params.push(param(input)?);
        if !input.eat(Kind::Comma) && input.kind() != Kind::Bar {
            return expected(input, KindSet::of(&[Kind::Bar, Kind::Comma]));
        }
    }
    Ok(params)
}

/// param = ["mut"] single_pattern [ ":" type ]; a union needs parentheses, since `|` ends the parameters.
fn param(input: &mut In<'_, '_>) -> Parsed<ClosureParam> {
    let mutable = input.eat(Kind::Mut);
    let pattern = pattern::single(input)?;
    let annotation = input.parse(when(Kind::Colon, rule(types::without_union)))?;
    Ok(ClosureParam { mutable, pattern, annotation })
}
