//! Operators that make values: arithmetic, joining, conversions of numbers.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InFloat, InInt, InRef, Kind, OutFloat, OutInt, OutRef, PlaceRef, Reg, Seen, Small};

use super::body::Body;
use crate::tree::{Arithmetic, ExprId, ExprKind};
use crate::types::Ty;

/// How deep constants are looked for.
const CONSTANT_DEPTH_MAX: u32 = 8;

impl Body<'_, '_> {
    pub(super) fn not(&mut self, value: ExprId) -> Reg {
        let src = InInt(self.value(value));
        let dst = self.register(Kind::Int);
        self.put(Inst::Not { dst: OutInt(dst), src });
        dst
    }

    pub(super) fn negate(&mut self, value: ExprId) -> Reg {
        if let Some(value) = self.constant(value).and_then(i64::checked_neg) {
            return self.int(value);
        }
        let src = self.value(value);
        let kind = self.kind_of(src);
        let dst = self.register(kind);
        self.put(match kind {
            Kind::Float => Inst::NegFloat { dst: OutFloat(dst), src: InFloat(src) },
            _ => Inst::NegInt { dst: OutInt(dst), src: InInt(src) },
        });
        dst
    }

    pub(super) fn int_to_float(&mut self, value: ExprId) -> Reg {
        let src = InInt(self.value(value));
        let dst = self.register(Kind::Float);
        self.put(Inst::IntToFloat { dst: OutFloat(dst), src });
        dst
    }

    pub(super) fn float_to_int(&mut self, value: ExprId) -> Reg {
        let src = self.value(value);
        let src = InFloat(self.of_kind(src, Kind::Float));
        let dst = self.register(Kind::Int);
        self.put(Inst::FloatToInt { dst: OutInt(dst), src });
        dst
    }

    pub(super) fn arithmetic(&mut self, id: ExprId, op: Arithmetic, left: ExprId, right: ExprId) -> Reg {
        if let Some(value) = self.constant(id) {
            return self.int(value);
        }
        let (left, right) = match op {
            // The constant stands on the right.
            Arithmetic::Add | Arithmetic::Mul if self.constant(left).is_some() => (right, left),
            _ => (left, right),
        };
        let a = self.kept(left, right);
        if let (Kind::Int, Some(value)) = (self.kind_of(a), self.small(right)) {
            return self.compute_small(op, a, value);
        }
        let b = self.value(right);
        self.compute(op, a, b)
    }

    /// `left op right` of two numbers.
    pub(super) fn compute(&mut self, op: Arithmetic, left: Reg, right: Reg) -> Reg {
        let kind = self.kind_of(left);
        if kind != self.kind_of(right) || kind == Kind::Ref {
            // One of them stands where nothing goes on.
            return self.int(0);
        }
        let dst = self.register(kind);
        self.put(match kind {
            Kind::Float => float(op, dst, left, right),
            _ => int(op, dst, left, right),
        });
        dst
    }

    pub(super) fn compute_small(&mut self, op: Arithmetic, left: Reg, value: i16) -> Reg {
        let dst = self.register(Kind::Int);
        let (out, left) = (OutInt(dst), InInt(left));
        self.put(match op {
            Arithmetic::Add => Inst::AddSmall { dst: out, left, right: Small(value) },
            Arithmetic::Sub => Inst::AddSmall { dst: out, left, right: Small(-value) },
            Arithmetic::Mul => Inst::MulSmall { dst: out, left, right: Small(value) },
            Arithmetic::Div => Inst::DivSmall { dst: out, left, right: Small(value) },
            Arithmetic::Rem => Inst::RemSmall { dst: out, left, right: Small(value) },
        });
        dst
    }

    /// A constant that fits into an instruction, and so does its opposite.
    pub(super) fn small(&self, id: ExprId) -> Option<i16> {
        i16::try_from(self.constant(id)?).ok().filter(|it| *it != i16::MIN)
    }

    /// The value of arithmetic on whole constants, if that is a number.
    pub(super) fn constant(&self, id: ExprId) -> Option<i64> {
        self.constant_within(id, CONSTANT_DEPTH_MAX)
    }

    fn constant_within(&self, id: ExprId, depth: u32) -> Option<i64> {
        let depth = depth.checked_sub(1)?;
        match &self.expr(id).kind {
            ExprKind::Int(value) => Some(*value),
            ExprKind::Negate(value) => self.constant_within(*value, depth)?.checked_neg(),
            ExprKind::Arithmetic(op, left, right) => {
                let right = self.constant_within(*right, depth)?;
                let left = self.constant_within(*left, depth)?;
                match op {
                    Arithmetic::Add => left.checked_add(right),
                    Arithmetic::Sub => left.checked_sub(right),
                    Arithmetic::Mul => left.checked_mul(right),
                    Arithmetic::Div => left.checked_div(right),
                    Arithmetic::Rem => left.checked_rem(right),
                }
            }
            _ => None,
        }
    }

    /// Two texts or two arrays, one after the other.
    pub(super) fn join(&mut self, left: ExprId, right: ExprId) -> Reg {
        let ty = self.type_of(left);
        let a = self.kept(left, right);
        let b = self.value(right);
        if self.kind_of(a) != Kind::Ref || self.kind_of(b) != Kind::Ref {
            return self.int(0);
        }
        let dst = self.owned(a);
        self.add_to(dst, ty, b);
        dst
    }

    /// Adds a text to a text, or an array to an array, in place.
    pub(super) fn add_to(&mut self, place: Reg, ty: Ty, value: Reg) {
        let value = self.of_kind(value, Kind::Ref);
        if self.lower.is_text(ty) {
            self.put(Inst::Append { text: PlaceRef(place), src: InRef(value) });
        } else {
            let unit = self.lower.typed.types.unit();
            self.change_by("array.extend", place, &[ty, ty], unit, vec![value]);
        }
    }

    pub(super) fn concat_of(&mut self, parts: &[ExprId]) -> Reg {
        if let [one] = parts {
            return self.value(*one);
        }
        let parts = self.seen(parts);
        self.concat(parts)
    }

    pub(super) fn concat(&mut self, parts: Vec<Reg>) -> Reg {
        let dst = self.register(Kind::Ref);
        self.put(Inst::Concat { dst: OutRef(dst), parts: Seen(parts) });
        dst
    }
}

fn int(op: Arithmetic, dst: Reg, left: Reg, right: Reg) -> Inst {
    let (dst, left, right) = (OutInt(dst), InInt(left), InInt(right));
    match op {
        Arithmetic::Add => Inst::AddInt { dst, left, right },
        Arithmetic::Sub => Inst::SubInt { dst, left, right },
        Arithmetic::Mul => Inst::MulInt { dst, left, right },
        Arithmetic::Div => Inst::DivInt { dst, left, right },
        Arithmetic::Rem => Inst::RemInt { dst, left, right },
    }
}

fn float(op: Arithmetic, dst: Reg, left: Reg, right: Reg) -> Inst {
    let (dst, left, right) = (OutFloat(dst), InFloat(left), InFloat(right));
    match op {
        Arithmetic::Add => Inst::AddFloat { dst, left, right },
        Arithmetic::Sub => Inst::SubFloat { dst, left, right },
        Arithmetic::Mul => Inst::MulFloat { dst, left, right },
        Arithmetic::Div => Inst::DivFloat { dst, left, right },
        Arithmetic::Rem => Inst::RemFloat { dst, left, right },
    }
}
