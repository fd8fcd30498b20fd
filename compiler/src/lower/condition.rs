//! Conditions: jumps where something holds, or does not; and truth values.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InFloat, InInt, InRef, Jump, Kind, OutInt, Reg, Small};

use super::body::{Body, Label};
use crate::tree::{Compare, ExprId, ExprKind};

/// How much stack has to be left, and how much more is taken if it is not.
const STACK_RED_BYTES: usize = 256 * 1024;
const STACK_PIECE_BYTES: usize = 2 * 1024 * 1024;

/// The comparison that holds if another does not. Of floats there is none: `NaN` is neither below nor above.
fn opposite(op: Compare) -> Compare {
    match op {
        Compare::Eq => Compare::NotEq,
        Compare::NotEq => Compare::Eq,
        Compare::Less => Compare::GreaterEq,
        Compare::LessEq => Compare::Greater,
        Compare::Greater => Compare::LessEq,
        Compare::GreaterEq => Compare::Less,
    }
}

impl Body<'_, '_> {
    /// Goes on at a label unless a condition holds.
    pub(super) fn unless(&mut self, condition: ExprId, to: Label) {
        self.jump_if(condition, false, to);
    }

    /// Goes on at a label if a condition holds, or if it does not.
    pub(super) fn jump_if(&mut self, condition: ExprId, holds: bool, to: Label) {
        let outer = self.go_to(condition);
        stacker::maybe_grow(STACK_RED_BYTES, STACK_PIECE_BYTES, || self.jump_if_here(condition, holds, to));
        self.span = outer;
    }

    fn jump_if_here(&mut self, condition: ExprId, holds: bool, to: Label) {
        match &self.expr(condition).kind {
            ExprKind::Bool(value) if *value == holds => self.jump(to),
            ExprKind::Bool(_) => {}
            ExprKind::Not(value) => self.jump_if(*value, !holds, to),
            ExprKind::And(left, right) => self.jump_if_both(*left, *right, true, holds, to),
            ExprKind::Or(left, right) => self.jump_if_both(*left, *right, false, holds, to),
            ExprKind::IsVariant(value, index) => {
                let value = self.value(*value);
                self.jump_if_variant(value, *index, holds, to);
            }
            ExprKind::Compare(op, left, right) => self.jump_if_compared(*op, (*left, *right), holds, to),
            _ => {
                let value = self.value(condition);
                self.jump_if_true(value, holds, to);
            }
        }
    }

    /// `a && b` if both have to be `all`; `a || b`, which is that both are not, if `all` is false.
    fn jump_if_both(&mut self, left: ExprId, right: ExprId, all: bool, holds: bool, to: Label) {
        if holds != all {
            self.jump_if(left, holds, to);
            self.jump_if(right, holds, to);
        } else {
            let decided = self.label();
            self.jump_if(left, !holds, decided);
            self.jump_if(right, holds, to);
            self.start(decided);
        }
    }

    /// Goes on at a label if a truth value is `holds`.
    pub(super) fn jump_if_true(&mut self, value: Reg, holds: bool, to: Label) {
        let condition = InInt(self.of_kind(value, Kind::Int));
        let to = self.target(to);
        self.put(match holds {
            true => Inst::JumpIf { condition, to },
            false => Inst::JumpIfNot { condition, to },
        });
    }

    /// Goes on at a label if a value is a variant, or if it is not.
    pub(super) fn jump_if_variant(&mut self, value: Reg, index: u32, holds: bool, to: Label) {
        match (self.kind_of(value), holds) {
            (Kind::Ref, false) => {
                let to = self.target(to);
                self.put(Inst::JumpNotTag { value: InRef(value), tag: Small(index as i16), to });
            }
            (Kind::Ref, true) => {
                let other = self.label();
                self.jump_if_variant(value, index, false, other);
                self.jump(to);
                self.start(other);
            }
            (_, true) => self.jump_if_word(Compare::Eq, value, i64::from(index), to),
            (_, false) => self.jump_if_word(Compare::NotEq, value, i64::from(index), to),
        }
    }

    /// Goes on at a label if a comparison of a number with a constant holds.
    pub(super) fn jump_if_word(&mut self, op: Compare, left: Reg, right: i64, to: Label) {
        let left = self.of_kind(left, Kind::Int);
        match i16::try_from(right) {
            Ok(right) => {
                let to = self.target(to);
                self.put(small(op, InInt(left), Small(right), to));
            }
            Err(_) => {
                let right = self.int(right);
                let to = self.target(to);
                self.put(words(op, left, right, to));
            }
        }
    }

    fn jump_if_compared(&mut self, op: Compare, (left, right): (ExprId, ExprId), holds: bool, to: Label) {
        let ty = self.type_of(left);
        match self.compared_as(op, ty) {
            Some(Kind::Int) => self.jump_if_ints(if holds { op } else { opposite(op) }, left, right, to),
            Some(Kind::Float) if !matches!(op, Compare::Eq | Compare::NotEq) => {
                self.jump_if_floats(op, (left, right), holds, to);
            }
            _ => {
                let value = self.compare(op, left, right);
                self.jump_if_true(value, holds, to);
            }
        }
    }

    fn jump_if_ints(&mut self, op: Compare, left: ExprId, right: ExprId, to: Label) {
        let a = self.kept(left, right);
        if let Some(value) = self.word(right) {
            return self.jump_if_word(op, a, value, to);
        }
        let b = self.value(right);
        if self.kind_of(a) == Kind::Int && self.kind_of(b) == Kind::Int {
            let to = self.target(to);
            self.put(words(op, a, b, to));
        }
    }

    fn jump_if_floats(&mut self, op: Compare, (left, right): (ExprId, ExprId), holds: bool, to: Label) {
        let a = self.kept(left, right);
        let b = self.value(right);
        let (a, b) = match op {
            Compare::Greater | Compare::GreaterEq => (b, a),
            _ => (a, b),
        };
        let (left, right) = (InFloat(self.of_kind(a, Kind::Float)), InFloat(self.of_kind(b, Kind::Float)));
        let to = self.target(to);
        self.put(match (op, holds) {
            (Compare::Less | Compare::Greater, true) => Inst::JumpLtFloat { left, right, to },
            (Compare::Less | Compare::Greater, false) => Inst::JumpNotLtFloat { left, right, to },
            (_, true) => Inst::JumpLeFloat { left, right, to },
            (_, false) => Inst::JumpNotLeFloat { left, right, to },
        });
    }

    /// A constant that is held as a number: also a truth value, or a variant of a plain enum.
    fn word(&mut self, id: ExprId) -> Option<i64> {
        match &self.expr(id).kind {
            ExprKind::Bool(value) => Some(i64::from(*value)),
            ExprKind::Variant(index, data) if data.is_empty() && self.kind_of_expr(id) == Kind::Int => {
                Some(i64::from(*index))
            }
            _ => self.constant(id),
        }
    }

    /// The truth value of a comparison or of something that is made of conditions.
    pub(super) fn truth(&mut self, id: ExprId) -> Reg {
        match &self.expr(id).kind {
            ExprKind::And(left, right) => self.truth_of_two(*left, *right, false),
            ExprKind::Or(left, right) => self.truth_of_two(*left, *right, true),
            ExprKind::IsVariant(value, index) => {
                let value = self.value(*value);
                let tag = self.tag(value);
                let index = self.int(i64::from(*index));
                self.compare_words(Compare::Eq, tag, index)
            }
            ExprKind::Compare(op, left, right) => self.compare(*op, *left, *right),
            _ => self.value(id),
        }
    }

    /// The left truth value if it is `decisive`, otherwise the right one.
    fn truth_of_two(&mut self, left: ExprId, right: ExprId, decisive: bool) -> Reg {
        let dst = self.register(Kind::Int);
        let after = self.label();
        self.run_into(left, Some(dst));
        self.jump_if_true(dst, decisive, after);
        self.run_into(right, Some(dst));
        self.start(after);
        dst
    }

    /// `left op right` of two numbers that are there.
    pub(super) fn compare_words(&mut self, op: Compare, left: Reg, right: Reg) -> Reg {
        let dst = self.register(Kind::Int);
        let (a, b) = match op {
            Compare::Greater | Compare::GreaterEq => (right, left),
            _ => (left, right),
        };
        match (self.kind_of(a), self.kind_of(b)) {
            (Kind::Int, Kind::Int) => self.put(int(op, dst, a, b)),
            (Kind::Float, Kind::Float) => self.put(float(op, dst, a, b)),
            // One of them stands where nothing goes on.
            _ => return self.int(0),
        }
        if op == Compare::NotEq && self.kind_of(a) == Kind::Float {
            return self.negated(dst);
        }
        dst
    }

    /// `!value`
    pub(super) fn negated(&mut self, value: Reg) -> Reg {
        let dst = self.register(Kind::Int);
        self.put(Inst::Not { dst: OutInt(dst), src: InInt(value) });
        dst
    }
}

/// A jump by a comparison of a number with a small constant.
fn small(op: Compare, left: InInt, right: Small, to: Jump) -> Inst {
    match op {
        Compare::Eq => Inst::JumpEqSmall { left, right, to },
        Compare::NotEq => Inst::JumpNeSmall { left, right, to },
        Compare::Less => Inst::JumpLtSmall { left, right, to },
        Compare::LessEq => Inst::JumpLeSmall { left, right, to },
        Compare::Greater => Inst::JumpGtSmall { left, right, to },
        Compare::GreaterEq => Inst::JumpGeSmall { left, right, to },
    }
}

/// A jump by a comparison of two numbers.
fn words(op: Compare, left: Reg, right: Reg, to: Jump) -> Inst {
    let (a, b) = (InInt(left), InInt(right));
    match op {
        Compare::Eq => Inst::JumpEqInt { left: a, right: b, to },
        Compare::NotEq => Inst::JumpNeInt { left: a, right: b, to },
        Compare::Less => Inst::JumpLtInt { left: a, right: b, to },
        Compare::LessEq => Inst::JumpLeInt { left: a, right: b, to },
        Compare::Greater => Inst::JumpLtInt { left: b, right: a, to },
        Compare::GreaterEq => Inst::JumpLeInt { left: b, right: a, to },
    }
}

/// A comparison of ints; `>` and `>=` have their sides swapped already.
fn int(op: Compare, dst: Reg, left: Reg, right: Reg) -> Inst {
    let (dst, left, right) = (OutInt(dst), InInt(left), InInt(right));
    match op {
        Compare::Eq => Inst::EqInt { dst, left, right },
        Compare::NotEq => Inst::NeInt { dst, left, right },
        Compare::Less | Compare::Greater => Inst::LtInt { dst, left, right },
        Compare::LessEq | Compare::GreaterEq => Inst::LeInt { dst, left, right },
    }
}

/// A comparison of floats; `>` and `>=` have their sides swapped already, and `!=` is `==`, to be negated.
fn float(op: Compare, dst: Reg, left: Reg, right: Reg) -> Inst {
    let (dst, left, right) = (OutInt(dst), InFloat(left), InFloat(right));
    match op {
        Compare::Eq | Compare::NotEq => Inst::EqFloat { dst, left, right },
        Compare::Less | Compare::Greater => Inst::LtFloat { dst, left, right },
        Compare::LessEq | Compare::GreaterEq => Inst::LeFloat { dst, left, right },
    }
}
