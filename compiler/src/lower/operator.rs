//! Operators, and conditions that become jumps.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InFloat, InInt, InRef, Kind, OutFloat, OutInt, PlaceRef, Reg, Small};

use super::body::{Body, Label, Lowered};
use crate::ast::{BinaryOp, Expr, ExprId, UnaryOp};
use crate::types::Ty;

/// A comparison of ints whose right side is a small constant.
fn small(op: BinaryOp, left: InInt, right: Small, to: concerto_ir::operand::Jump) -> Option<Inst> {
    Some(match op {
        BinaryOp::Eq => Inst::JumpEqSmall { left, right, to },
        BinaryOp::NotEq => Inst::JumpNeSmall { left, right, to },
        BinaryOp::Less => Inst::JumpLtSmall { left, right, to },
        BinaryOp::LessEq => Inst::JumpLeSmall { left, right, to },
        BinaryOp::Greater => Inst::JumpGtSmall { left, right, to },
        BinaryOp::GreaterEq => Inst::JumpGeSmall { left, right, to },
        _ => return None,
    })
}

/// The comparison that holds where another does not.
fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Eq => BinaryOp::NotEq,
        BinaryOp::NotEq => BinaryOp::Eq,
        BinaryOp::Less => BinaryOp::GreaterEq,
        BinaryOp::LessEq => BinaryOp::Greater,
        BinaryOp::Greater => BinaryOp::LessEq,
        BinaryOp::GreaterEq => BinaryOp::Less,
        _ => return None,
    })
}

impl Body<'_, '_> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: ExprId) -> Lowered<Reg> {
        if let (UnaryOp::Neg, Expr::Int(value), Kind::Int) = (op, self.ast.expr(operand), self.kind_of_expr(operand))
            && let Some(value) = value.checked_neg()
        {
            return Ok(self.int(value));
        }
        let src = self.value(operand)?;
        let dst = self.register(self.kind_of(src));
        self.put(match (op, self.kind_of(src)) {
            (UnaryOp::Not, _) => Inst::Not { dst: OutInt(dst), src: InInt(src) },
            (UnaryOp::Neg, Kind::Float) => Inst::NegFloat { dst: OutFloat(dst), src: InFloat(src) },
            (UnaryOp::Neg, _) => Inst::NegInt { dst: OutInt(dst), src: InInt(src) },
        });
        Ok(dst)
    }

    pub(super) fn binary(&mut self, id: ExprId, op: BinaryOp, left: ExprId, right: ExprId) -> Lowered<Reg> {
        match op {
            BinaryOp::And | BinaryOp::Or => return self.logical(op, left, right),
            BinaryOp::Pipe => return self.pipe(left, right),
            BinaryOp::Coalesce => return self.coalesce(id, left, right),
            _ => {}
        }
        if let Some(value) = self.folded(id) {
            return Ok(value);
        }
        let ty = self.type_of(left);
        let a = self.kept(left, right)?;
        let has_small = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem);
        if let (true, Kind::Int, Some(value)) = (has_small, self.kind_of(a), self.small(right))
            && value != i16::MIN
        {
            let dst = self.register(Kind::Int);
            let (out, left) = (OutInt(dst), InInt(a));
            self.put(match op {
                BinaryOp::Add => Inst::AddSmall { dst: out, left, right: Small(value) },
                BinaryOp::Sub => Inst::AddSmall { dst: out, left, right: Small(-value) },
                BinaryOp::Mul => Inst::MulSmall { dst: out, left, right: Small(value) },
                BinaryOp::Div => Inst::DivSmall { dst: out, left, right: Small(value) },
                _ => Inst::RemSmall { dst: out, left, right: Small(value) },
            });
            return Ok(dst);
        }
        let b = self.value(right)?;
        self.operate(op, a, b, ty, self.ast.expr_span(id))
    }

    /// `left op right` of values that are there; `ty` is the type of the left one.
    pub(super) fn operate(
        &mut self,
        op: BinaryOp,
        left: Reg,
        right: Reg,
        ty: Ty,
        span: crate::source::Span,
    ) -> Lowered<Reg> {
        let is_plain_number = self.is_scalar(ty);
        if is_plain_number && let Some(reg) = self.compute(op, left, right) {
            return Ok(reg);
        }
        match op {
            BinaryOp::Eq => self.equal(left, right, ty),
            BinaryOp::NotEq => {
                let same = self.equal(left, right, ty)?;
                let dst = self.register(Kind::Int);
                self.put(Inst::Not { dst: OutInt(dst), src: InInt(same) });
                Ok(dst)
            }
            BinaryOp::Less | BinaryOp::LessEq | BinaryOp::Greater | BinaryOp::GreaterEq => {
                let order = self.order(left, right, ty)?;
                let zero = self.int(0);
                self.compute(op, order, zero).ok_or_else(|| self.unsupported(span, "this comparison"))
            }
            BinaryOp::Add if self.kind_of(left) == Kind::Ref && self.kind_of(right) == Kind::Ref => {
                let dst = self.owned(left);
                self.add_to(dst, ty, right);
                Ok(dst)
            }
            // A value that never comes back.
            _ => self.compute(op, left, right).map_or_else(|| Ok(self.int(0)), Ok),
        }
    }

    /// Adds a text to a text, or an array to an array, in place.
    pub(super) fn add_to(&mut self, place: Reg, ty: Ty, value: Reg) {
        if self.is_text(ty) {
            self.put(Inst::Append { text: PlaceRef(place), src: InRef(value) });
        } else {
            let unit = self.lower.typed.types.unit();
            self.change("array.extend", (place, ty), &[ty], unit, vec![value]);
        }
    }

    /// What operators on whole constants give, if that is a number.
    fn folded(&mut self, id: ExprId) -> Option<Reg> {
        if self.kind_of_expr(id) != Kind::Int {
            return None;
        }
        let value = self.constant_int(id, 8)?;
        Some(self.int(value))
    }

    fn constant_int(&self, id: ExprId, depth: u32) -> Option<i64> {
        let depth = depth.checked_sub(1)?;
        match self.ast.expr(id) {
            Expr::Int(value) => Some(*value),
            Expr::Unary { op: UnaryOp::Neg, operand } => self.constant_int(*operand, depth)?.checked_neg(),
            Expr::Binary { op, left, right, .. } => {
                let right = self.constant_int(*right, depth)?;
                let left = self.constant_int(*left, depth)?;
                match op {
                    BinaryOp::Add => left.checked_add(right),
                    BinaryOp::Sub => left.checked_sub(right),
                    BinaryOp::Mul => left.checked_mul(right),
                    BinaryOp::Div => left.checked_div(right),
                    BinaryOp::Rem => left.checked_rem(right),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The left side of something whose right side may change it: then it is copied first.
    pub(super) fn kept(&mut self, left: ExprId, right: ExprId) -> Lowered<Reg> {
        if self.is_calm(right) { self.value(left) } else { self.own(left) }
    }

    /// Whether an expression cannot change a variable.
    pub(super) fn is_calm(&self, id: ExprId) -> bool {
        self.is_calm_within(id, 8)
    }

    fn is_calm_within(&self, id: ExprId, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let calm = |id: &ExprId| self.is_calm_within(*id, depth);
        match self.ast.expr(id) {
            Expr::Int(_) | Expr::Float(_) | Expr::Bool(_) | Expr::Str(_) | Expr::Name(_) | Expr::Path(_) => true,
            Expr::Duration(_) | Expr::Closure(_) => true,
            Expr::Field { base, .. } | Expr::TupleField { base, .. } => calm(base),
            Expr::Unary { operand, .. } => calm(operand),
            Expr::Index { base, index } => calm(base) && calm(index),
            Expr::Binary { op, left, right, .. } => {
                !matches!(op, BinaryOp::Pipe | BinaryOp::Coalesce) && calm(right) && calm(left)
            }
            _ => false,
        }
    }

    /// A constant that fits into an instruction.
    fn small(&self, id: ExprId) -> Option<i16> {
        match self.ast.expr(id) {
            Expr::Int(value) => i16::try_from(*value).ok(),
            Expr::Unary { op: UnaryOp::Neg, operand } => match self.ast.expr(*operand) {
                Expr::Int(value) => i16::try_from(-value).ok(),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn compute(&mut self, op: BinaryOp, left: Reg, right: Reg) -> Option<Reg> {
        let is_float = match (self.kind_of(left), self.kind_of(right)) {
            (Kind::Int, Kind::Int) => false,
            (Kind::Float, Kind::Float) => true,
            _ => return None,
        };
        let is_comparison = opposite(op).is_some();
        let dst = self.register(if is_float && !is_comparison { Kind::Float } else { Kind::Int });
        let (a, b) = match op {
            BinaryOp::Greater | BinaryOp::GreaterEq => (right, left),
            _ => (left, right),
        };
        self.put(match is_float {
            true => float(op, dst, a, b)?,
            false => int(op, dst, a, b)?,
        });
        if is_float && op == BinaryOp::NotEq {
            let negated = self.register(Kind::Int);
            self.put(Inst::Not { dst: OutInt(negated), src: InInt(dst) });
            return Some(negated);
        }
        Some(dst)
    }

    /// `a && b`, `a || b`: the right side only where it matters.
    fn logical(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Lowered<Reg> {
        let dst = self.register(Kind::Int);
        let after = self.label();
        let value = self.value(left)?;
        self.copy(dst, value);
        let to = self.target(after);
        self.put(match op {
            BinaryOp::And => Inst::JumpIfNot { condition: InInt(dst), to },
            _ => Inst::JumpIf { condition: InInt(dst), to },
        });
        let value = self.value(right)?;
        self.copy(dst, value);
        self.start(after);
        Ok(dst)
    }

    /// Goes on at a label unless a condition holds.
    pub(super) fn unless(&mut self, condition: ExprId, to: Label) -> Lowered<()> {
        let ast = self.ast;
        match ast.expr(condition) {
            Expr::Unary { op: UnaryOp::Not, operand } => return self.when(*operand, to),
            Expr::Binary { op: BinaryOp::And, left, right, .. } => {
                self.unless(*left, to)?;
                return self.unless(*right, to);
            }
            Expr::Binary { op: BinaryOp::Or, left, right, .. } => {
                let holds = self.label();
                self.when(*left, holds)?;
                self.unless(*right, to)?;
                self.start(holds);
                return Ok(());
            }
            Expr::Binary { op, left, right, .. } => {
                if let Some(inverse) = opposite(*op)
                    && self.compare(inverse, *op, *left, *right, to)?
                {
                    return Ok(());
                }
            }
            _ => {}
        }
        let value = self.value(condition)?;
        let to = self.target(to);
        self.put(Inst::JumpIfNot { condition: InInt(value), to });
        Ok(())
    }

    /// Goes on at a label if a condition holds.
    pub(super) fn when(&mut self, condition: ExprId, to: Label) -> Lowered<()> {
        let ast = self.ast;
        match ast.expr(condition) {
            Expr::Unary { op: UnaryOp::Not, operand } => return self.unless(*operand, to),
            Expr::Binary { op: BinaryOp::Or, left, right, .. } => {
                self.when(*left, to)?;
                return self.when(*right, to);
            }
            Expr::Binary { op: BinaryOp::And, left, right, .. } => {
                let fails = self.label();
                self.unless(*left, fails)?;
                self.when(*right, to)?;
                self.start(fails);
                return Ok(());
            }
            Expr::Binary { op, left, right, .. } if self.kind_of_expr(*left) == Kind::Int => {
                if let Some(inverse) = opposite(*op)
                    && self.compare(*op, inverse, *left, *right, to)?
                {
                    return Ok(());
                }
            }
            _ => {}
        }
        let value = self.value(condition)?;
        let to = self.target(to);
        self.put(Inst::JumpIf { condition: InInt(value), to });
        Ok(())
    }

    /// A comparison that jumps where `wanted` holds; `written` is what stands in the program. Says whether there is one.
    fn compare(
        &mut self,
        wanted: BinaryOp,
        written: BinaryOp,
        left: ExprId,
        right: ExprId,
        to: Label,
    ) -> Lowered<bool> {
        let kinds = (self.kind_of_expr(left), self.kind_of_expr(right));
        let ty = self.type_of(left);
        if !self.is_scalar(ty) {
            return Ok(false);
        }
        let to = self.target(to);
        match kinds {
            (Kind::Int, Kind::Int) => {
                let a = self.kept(left, right)?;
                if let Some(value) = self.small(right)
                    && let Some(inst) = small(wanted, InInt(a), Small(value), to)
                {
                    self.put(inst);
                    return Ok(true);
                }
                let b = self.value(right)?;
                let (x, y) = (InInt(a), InInt(b));
                self.put(match wanted {
                    BinaryOp::Eq => Inst::JumpEqInt { left: x, right: y, to },
                    BinaryOp::NotEq => Inst::JumpNeInt { left: x, right: y, to },
                    BinaryOp::Less => Inst::JumpLtInt { left: x, right: y, to },
                    BinaryOp::LessEq => Inst::JumpLeInt { left: x, right: y, to },
                    BinaryOp::Greater => Inst::JumpLtInt { left: y, right: x, to },
                    _ => Inst::JumpLeInt { left: y, right: x, to },
                });
                Ok(true)
            }
            // Of floats, what is written does not hold: `NaN` is neither below nor above.
            (Kind::Float, Kind::Float) if !matches!(written, BinaryOp::Eq | BinaryOp::NotEq) => {
                let a = self.kept(left, right)?;
                let b = self.value(right)?;
                let (x, y) = (InFloat(a), InFloat(b));
                self.put(match written {
                    BinaryOp::Less => Inst::JumpNotLtFloat { left: x, right: y, to },
                    BinaryOp::LessEq => Inst::JumpNotLeFloat { left: x, right: y, to },
                    BinaryOp::Greater => Inst::JumpNotLtFloat { left: y, right: x, to },
                    _ => Inst::JumpNotLeFloat { left: y, right: x, to },
                });
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    pub(super) fn cast(&mut self, id: ExprId, value: ExprId) -> Lowered<Reg> {
        let src = self.value(value)?;
        let wanted = self.kind_of_expr(id);
        let dst = self.register(wanted);
        match (self.kind_of(src), wanted) {
            (Kind::Int, Kind::Float) => self.put(Inst::IntToFloat { dst: OutFloat(dst), src: InInt(src) }),
            (Kind::Float, Kind::Int) => self.put(Inst::FloatToInt { dst: OutInt(dst), src: InFloat(src) }),
            _ => return Ok(src),
        }
        Ok(dst)
    }
}

/// An operator on ints; `>` and `>=` have their sides swapped already.
fn int(op: BinaryOp, dst: Reg, left: Reg, right: Reg) -> Option<Inst> {
    let (dst, left, right) = (OutInt(dst), InInt(left), InInt(right));
    Some(match op {
        BinaryOp::Add => Inst::AddInt { dst, left, right },
        BinaryOp::Sub => Inst::SubInt { dst, left, right },
        BinaryOp::Mul => Inst::MulInt { dst, left, right },
        BinaryOp::Div => Inst::DivInt { dst, left, right },
        BinaryOp::Rem => Inst::RemInt { dst, left, right },
        BinaryOp::Eq => Inst::EqInt { dst, left, right },
        BinaryOp::NotEq => Inst::NeInt { dst, left, right },
        BinaryOp::Less | BinaryOp::Greater => Inst::LtInt { dst, left, right },
        BinaryOp::LessEq | BinaryOp::GreaterEq => Inst::LeInt { dst, left, right },
        BinaryOp::Pipe | BinaryOp::Coalesce | BinaryOp::Or | BinaryOp::And => return None,
    })
}

/// An operator on floats; `>` and `>=` have their sides swapped already, and `!=` is `==`, to be turned around.
fn float(op: BinaryOp, dst: Reg, left: Reg, right: Reg) -> Option<Inst> {
    let (out, left, right) = (OutFloat(dst), InFloat(left), InFloat(right));
    Some(match op {
        BinaryOp::Add => Inst::AddFloat { dst: out, left, right },
        BinaryOp::Sub => Inst::SubFloat { dst: out, left, right },
        BinaryOp::Mul => Inst::MulFloat { dst: out, left, right },
        BinaryOp::Div => Inst::DivFloat { dst: out, left, right },
        BinaryOp::Rem => Inst::RemFloat { dst: out, left, right },
        BinaryOp::Eq | BinaryOp::NotEq => Inst::EqFloat { dst: OutInt(dst), left, right },
        BinaryOp::Less | BinaryOp::Greater => Inst::LtFloat { dst: OutInt(dst), left, right },
        BinaryOp::LessEq | BinaryOp::GreaterEq => Inst::LeFloat { dst: OutInt(dst), left, right },
        BinaryOp::Pipe | BinaryOp::Coalesce | BinaryOp::Or | BinaryOp::And => return None,
    })
}
