//! Equality of containers, structs and enums whose parts say theirs themselves.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InFloat, InInt, InRef, Kind, OutInt, Reg, Small};

use super::Structure;
use crate::lower::body::{Body, Label, Lowered};
use crate::types::{Target, Ty};

impl Body<'_, '_> {
    /// `left == right`
    pub(in crate::lower) fn equal(&mut self, left: Reg, right: Reg, ty: Ty) -> Lowered<Reg> {
        let eq = self.lower.typed.builtins.traits.eq;
        let bool = self.lower.typed.builtins.bool;
        if self.is_text(ty) || self.is_scalar(ty) {
            return Ok(self.equal_words(left, right));
        }
        match self.lower.trait_target(eq, ty) {
            Some(Target::Function(function, types)) => {
                let args = vec![self.owned(left), self.owned(right)];
                Ok(self.call_function(function, types, args, bool))
            }
            _ if self.kind_of(left) == Kind::Int => Ok(self.equal_words(left, right)),
            _ => Ok(self.derived_call(eq, ty, vec![left, right], bool)),
        }
    }

    /// Equality of numbers and of texts.
    pub(in crate::lower) fn equal_words(&mut self, left: Reg, right: Reg) -> Reg {
        let dst = self.register(Kind::Int);
        let out = OutInt(dst);
        self.put(match self.kind_of(left) {
            Kind::Int => Inst::EqInt { dst: out, left: InInt(left), right: InInt(right) },
            Kind::Float => Inst::EqFloat { dst: out, left: InFloat(left), right: InFloat(right) },
            Kind::Ref => Inst::EqText { dst: out, left: InRef(left), right: InRef(right) },
        });
        dst
    }

    pub(in crate::lower) fn is_scalar(&self, ty: Ty) -> bool {
        let builtins = &self.lower.typed.builtins;
        ty == builtins.float || builtins.is_word(ty) || ty == self.lower.typed.types.unit()
    }

    pub(super) fn equal_parts(&mut self, left: Reg, right: Reg, ty: Ty) -> Lowered<Reg> {
        let dst = self.register(Kind::Int);
        let (differ, after) = (self.label(), self.label());
        match self.lower.structure(ty) {
            Structure::Array(element) => {
                let end = self.len(left);
                let other = self.len(right);
                let to = self.target(differ);
                self.put(Inst::JumpNeInt { left: InInt(end), right: InInt(other), to });
                let kind = self.lower.kind(element);
                self.each_index(end, |body, at| {
                    let (a, b) = (body.element(left, at, kind), body.element(right, at, kind));
                    body.unless_equal(a, b, element, differ)
                })?;
            }
            Structure::Map(key, value) => self.equal_maps((left, right), ty, (key, value), differ)?,
            Structure::Parts => {
                for (at, part) in self.part_types(ty).into_iter().enumerate() {
                    if let (Some(a), Some(b)) = (self.part_of(left, ty, at), self.part_of(right, ty, at)) {
                        self.unless_equal(a, b, part, differ)?;
                    }
                }
            }
            Structure::Variants(count) => self.equal_variants((left, right), ty, count, differ)?,
            Structure::Set(_) | Structure::Whole => {
                let bool = self.lower.typed.builtins.bool;
                let same = self.native("equals", &[ty, ty], bool, vec![left, right]);
                let to = self.target(differ);
                self.put(Inst::JumpIfNot { condition: InInt(same), to });
            }
        }
        let yes = self.int(1);
        self.copy(dst, yes);
        self.jump(after);
        self.start(differ);
        let no = self.int(0);
        self.copy(dst, no);
        self.start(after);
        Ok(dst)
    }

    fn unless_equal(&mut self, left: Reg, right: Reg, ty: Ty, differ: Label) -> Lowered<()> {
        let same = self.equal(left, right, ty)?;
        let to = self.target(differ);
        self.put(Inst::JumpIfNot { condition: InInt(same), to });
        Ok(())
    }

    fn equal_maps(&mut self, (left, right): (Reg, Reg), ty: Ty, (key, value): (Ty, Ty), differ: Label) -> Lowered<()> {
        let int = self.lower.typed.builtins.int;
        let count = self.native("map.len", &[ty], int, vec![left]);
        let other = self.native("map.len", &[ty], int, vec![right]);
        let to = self.target(differ);
        self.put(Inst::JumpNeInt { left: InInt(count), right: InInt(other), to });
        self.each_slot("map.next", left, ty, |body, slot| {
            let k = body.native("map.key_at", &[ty, int], key, vec![left, slot]);
            let there = body.native("map.find", &[ty, key], int, vec![right, k]);
            let to = body.target(differ);
            body.put(Inst::JumpLtSmall { left: InInt(there), right: Small(0), to });
            let a = body.native("map.value_at", &[ty, int], value, vec![left, slot]);
            let b = body.native("map.value_at", &[ty, int], value, vec![right, there]);
            body.unless_equal(a, b, value, differ)
        })
    }

    fn equal_variants(&mut self, (left, right): (Reg, Reg), ty: Ty, count: u32, differ: Label) -> Lowered<()> {
        let (tag, other) = (self.tag(left), self.tag(right));
        let to = self.target(differ);
        self.put(Inst::JumpNeInt { left: InInt(tag), right: InInt(other), to });
        let labels: Vec<Label> = (0..count).map(|_| self.label()).collect();
        let same = self.label();
        self.switch(tag, &labels);
        for (index, label) in (0..count).zip(&labels) {
            self.start(*label);
            let parts = self.lower.variant_data(ty, index).unwrap_or_default();
            for (at, (_, part)) in parts.into_iter().enumerate() {
                if let (Some(a), Some(b)) = (self.datum(left, ty, index, at), self.datum(right, ty, index, at)) {
                    self.unless_equal(a, b, part, differ)?;
                }
            }
            self.jump(same);
        }
        self.start(same);
        Ok(())
    }
}
