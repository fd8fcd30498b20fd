//! Assignments, and the places that they change.

use super::Body;
use super::operator::arithmetic;
use crate::ast::{BinaryOp, Expr, ExprId as SourceId, Symbol};
use crate::resolve::Res;
use crate::tree::{ExprId, ExprKind, Place, Root, Step};
use crate::types::Ty;

impl Body<'_, '_> {
    pub(super) fn assign(&mut self, op: Option<BinaryOp>, place: SourceId, value: SourceId) -> ExprId {
        let Some(place) = self.place(place) else { return self.internal("a place that cannot be assigned to") };
        let value = self.expr(value);
        match op.and_then(arithmetic) {
            Some(op) => self.act(ExprKind::Change(op, place, value)),
            None => self.act(ExprKind::Assign(place, value)),
        }
    }

    /// The place that an expression names.
    pub(super) fn place(&mut self, id: SourceId) -> Option<Place> {
        let ast = self.ast;
        match ast.expr(id) {
            Expr::Name(_) => match self.res(id) {
                Res::Local(local) => Some(Place { root: Root::Local(self.local(local)), steps: Vec::new() }),
                _ => None,
            },
            Expr::Field { base, name } => self.part_place(*base, Ok(name.name)),
            Expr::TupleField { base, index } => self.part_place(*base, Err(*index)),
            Expr::Index { base, index } => {
                let mut place = self.place(*base)?;
                let of = self.ty(*base);
                let index = self.expr(*index);
                let array = self.typed.builtins.array;
                place.steps.push(match self.typed.argument_of(of, array) {
                    Some(_) => Step::Element { of, index },
                    None => Step::Value { of, key: index },
                });
                Some(place)
            }
            _ => None,
        }
    }

    fn part_place(&mut self, base: SourceId, wanted: Result<Symbol, u32>) -> Option<Place> {
        let mut place = self.place(base)?;
        let of: Ty = self.ty(base);
        let index = match wanted {
            Ok(name) => self.typed.part_named(of, name)?,
            Err(at) => at,
        };
        place.steps.push(Step::Part { of, index });
        Some(place)
    }

    /// The indexes of a place in variables of their own, so that something else can be evaluated before it is used.
    pub(super) fn keep_place(&mut self, place: &mut Place, stmts: &mut Vec<ExprId>) {
        for step in &mut place.steps {
            match step {
                Step::Part { .. } => {}
                Step::Element { index: at, .. } | Step::Value { key: at, .. } => *at = self.kept(*at, stmts),
            }
        }
    }
}
