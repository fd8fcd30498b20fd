//! The order of containers, structs and enums whose parts say theirs themselves: by the first part that differs.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InInt, Kind, Reg};

use super::Structure;
use crate::lower::body::{Body, Label, Lowered};
use crate::types::{Target, Ty};

impl Body<'_, '_> {
    /// `left.compare(right)`
    pub(in crate::lower) fn order(&mut self, left: Reg, right: Reg, ty: Ty) -> Lowered<Reg> {
        let builtins = &self.lower.typed.builtins;
        let (ord, int, string) = (builtins.traits.ord, builtins.int, builtins.string);
        if self.is_text(ty) {
            return Ok(self.native("string.compare", &[string, string], int, vec![left, right]));
        }
        match self.lower.trait_target(ord, ty) {
            Some(Target::Function(function, types)) => {
                let args = vec![self.owned(left), self.owned(right)];
                Ok(self.call_function(function, types, args, int))
            }
            _ => Ok(match self.kind_of(left) {
                Kind::Int => self.native("int.compare", &[int, int], int, vec![left, right]),
                Kind::Float => self.native("float.compare", &[ty, ty], int, vec![left, right]),
                Kind::Ref => self.derived_call(ord, ty, vec![left, right], int),
            }),
        }
    }

    pub(super) fn order_parts(&mut self, left: Reg, right: Reg, ty: Ty) -> Lowered<Reg> {
        let dst = self.int(0);
        let done = self.label();
        match self.lower.structure(ty) {
            Structure::Array(element) => self.order_arrays((left, right), element, dst, done)?,
            Structure::Parts => {
                for (at, part) in self.part_types(ty).into_iter().enumerate() {
                    if let (Some(a), Some(b)) = (self.part_of(left, ty, at), self.part_of(right, ty, at)) {
                        self.decide_by((a, b), part, dst, done)?;
                    }
                }
            }
            Structure::Variants(count) => self.order_variants((left, right), ty, count, dst, done)?,
            Structure::Map(..) | Structure::Set(_) | Structure::Whole => {
                let int = self.lower.typed.builtins.int;
                let order = self.native("compare", &[ty, ty], int, vec![left, right]);
                self.copy(dst, order);
            }
        }
        self.start(done);
        Ok(dst)
    }

    /// Goes on at `done` where two parts differ.
    fn decide_by(&mut self, (left, right): (Reg, Reg), ty: Ty, dst: Reg, done: Label) -> Lowered<()> {
        let order = self.order(left, right, ty)?;
        self.copy(dst, order);
        self.unless_zero(dst, done);
        Ok(())
    }

    fn order_arrays(&mut self, (left, right): (Reg, Reg), element: Ty, dst: Reg, done: Label) -> Lowered<()> {
        let int = self.lower.typed.builtins.int;
        let (a, b) = (self.len(left), self.len(right));
        let end = self.native("int.min", &[int, int], int, vec![a, b]);
        let kind = self.lower.kind(element);
        self.each_index(end, |body, at| {
            let (x, y) = (body.element(left, at, kind), body.element(right, at, kind));
            body.decide_by((x, y), element, dst, done)
        })?;
        let order = self.native("int.compare", &[int, int], int, vec![a, b]);
        self.copy(dst, order);
        Ok(())
    }

    fn order_variants(&mut self, (left, right): (Reg, Reg), ty: Ty, count: u32, dst: Reg, done: Label) -> Lowered<()> {
        let int = self.lower.typed.builtins.int;
        let (tag, other) = (self.tag(left), self.tag(right));
        let order = self.native("int.compare", &[int, int], int, vec![tag, other]);
        self.copy(dst, order);
        let to = self.target(done);
        self.put(Inst::JumpNeInt { left: InInt(tag), right: InInt(other), to });
        let labels: Vec<Label> = (0..count).map(|_| self.label()).collect();
        self.switch(tag, &labels);
        for (index, label) in (0..count).zip(&labels) {
            self.start(*label);
            let parts = self.lower.variant_data(ty, index).unwrap_or_default();
            for (at, (_, part)) in parts.into_iter().enumerate() {
                if let (Some(a), Some(b)) = (self.datum(left, ty, index, at), self.datum(right, ty, index, at)) {
                    self.decide_by((a, b), part, dst, done)?;
                }
            }
            self.jump(done);
        }
        Ok(())
    }
}
