//! Equality of containers, structs and enums whose parts say theirs themselves.

use super::Structure;
use crate::elaborate::Body;
use crate::tree::{Compare, ExprId, ExprKind, LocalId};
use crate::types::Ty;

impl Body<'_, '_> {
    pub(super) fn equal_parts(&mut self, left: LocalId, right: LocalId, ty: Ty) -> ExprId {
        match self.typed.structure(ty) {
            Structure::Array(element) => self.equal_arrays((left, right), element),
            Structure::Map(key, value) => self.equal_maps((left, right), ty, (key, value)),
            Structure::Parts => {
                let count = self.typed.parts(ty).map_or(0, |it| it.len());
                let pairs = (0..count as u32).map(|at| {
                    let (a, b) = (self.read(left), self.read(right));
                    (self.part(a, Err(at)), self.part(b, Err(at)))
                });
                let pairs = pairs.collect();
                self.all_equal(pairs)
            }
            Structure::Variants(count) => self.equal_variants((left, right), ty, count),
            Structure::Set(_) | Structure::Whole => {
                let bool = self.typed.builtins.bool;
                let (a, b) = (self.read(left), self.read(right));
                self.native("equals", vec![ty, ty], bool, vec![a, b])
            }
        }
    }

    fn same(&mut self, left: ExprId, right: ExprId) -> ExprId {
        let bool = self.typed.builtins.bool;
        self.put(ExprKind::Compare(Compare::Eq, left, right), bool)
    }

    fn truth(&mut self, value: bool) -> ExprId {
        let bool = self.typed.builtins.bool;
        self.put(ExprKind::Bool(value), bool)
    }

    /// Whether each of the pairs is of two equal values.
    fn all_equal(&mut self, pairs: Vec<(ExprId, ExprId)>) -> ExprId {
        let bool = self.typed.builtins.bool;
        let mut all = None;
        for (a, b) in pairs {
            let same = self.same(a, b);
            all = Some(match all {
                None => same,
                Some(before) => self.put(ExprKind::And(before, same), bool),
            });
        }
        all.unwrap_or_else(|| self.truth(true))
    }

    /// Gives `false` unless two values are equal.
    fn unless_equal(&mut self, left: ExprId, right: ExprId, stmts: &mut Vec<ExprId>) {
        let same = self.same(left, right);
        let no = self.truth(false);
        self.give_unless(same, no, stmts);
    }

    fn equal_arrays(&mut self, (left, right): (LocalId, LocalId), element: Ty) -> ExprId {
        let int = self.typed.builtins.int;
        let mut stmts = Vec::new();
        let len = |body: &mut Self, of: LocalId| {
            let whole = body.read(of);
            body.put(ExprKind::Len(whole), int)
        };
        let (a, b) = (len(self, left), len(self, right));
        self.unless_equal(a, b, &mut stmts);
        let end = len(self, left);
        let walk = self.each_index(end, |body, at| {
            let item = |body: &mut Self, of: LocalId| {
                let (whole, at) = (body.read(of), body.read(at));
                body.put(ExprKind::Element(whole, at), element)
            };
            let (a, b) = (item(body, left), item(body, right));
            let mut stmts = Vec::new();
            body.unless_equal(a, b, &mut stmts);
            body.all(stmts)
        });
        stmts.push(walk);
        let yes = self.truth(true);
        self.after(stmts, yes)
    }

    fn equal_maps(&mut self, (left, right): (LocalId, LocalId), ty: Ty, (key, value): (Ty, Ty)) -> ExprId {
        let (int, bool) = (self.typed.builtins.int, self.typed.builtins.bool);
        let mut stmts = Vec::new();
        let len = |body: &mut Self, of: LocalId| {
            let whole = body.read(of);
            body.native("map.len", vec![ty], int, vec![whole])
        };
        let (a, b) = (len(self, left), len(self, right));
        self.unless_equal(a, b, &mut stmts);
        let (start, walk) = self.slots(None, left, "map.next", |body, slot| {
            let mut stmts = Vec::new();
            let (whole, at) = (body.read(left), body.read(slot));
            let k = body.native("map.key_at", vec![ty, int], key, vec![whole, at]);
            let other = body.read(right);
            let there = body.native("map.find", vec![ty, key], int, vec![other, k]);
            let there = body.keep(there, &mut stmts);
            let (found, zero) = (body.read(there), body.number(0));
            let is_there = body.put(ExprKind::Compare(Compare::GreaterEq, found, zero), bool);
            let no = body.truth(false);
            body.give_unless(is_there, no, &mut stmts);
            let at = |body: &mut Self, of: LocalId, slot: LocalId| {
                let (whole, at) = (body.read(of), body.read(slot));
                body.native("map.value_at", vec![ty, int], value, vec![whole, at])
            };
            let (a, b) = (at(body, left, slot), at(body, right, there));
            body.unless_equal(a, b, &mut stmts);
            body.all(stmts)
        });
        stmts.extend([start, walk]);
        let yes = self.truth(true);
        self.after(stmts, yes)
    }

    fn equal_variants(&mut self, (left, right): (LocalId, LocalId), ty: Ty, count: u32) -> ExprId {
        let bool = self.typed.builtins.bool;
        self.each_variant(left, ty, (count, bool), |body, index| {
            let other = body.read(right);
            let is_same = body.put(ExprKind::IsVariant(other, index), bool);
            let count = body.typed.variant_data(ty, index).map_or(0, |it| it.len());
            let pairs = (0..count as u32).map(|at| {
                let (a, b) = (body.read(left), body.read(right));
                (body.datum(a, index, at), body.datum(b, index, at))
            });
            let pairs: Vec<_> = pairs.collect();
            if pairs.is_empty() {
                return is_same;
            }
            let same = body.all_equal(pairs);
            body.put(ExprKind::And(is_same, same), bool)
        })
    }
}
