//! Constants: arithmetic and jumps whose operands are known, and operands that fit into the instruction.
//!
//! A register that is written once, by a load, has one value wherever it is read. What would fault is left as it is.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InInt, Jump, Number, OutInt, Reg, Small, Whole};

use super::Counts;
use crate::emit::Draft;

/// The whole numbers in registers, if they are known.
struct Known(Vec<Option<i64>>);

impl Known {
    fn get(&self, reg: InInt) -> Option<i64> {
        self.0[usize::from(reg.0.0)]
    }

    /// A number that fits into an instruction.
    fn small(&self, reg: InInt) -> Option<Small> {
        self.get(reg).and_then(|it| i16::try_from(it).ok()).map(Small)
    }
}

pub(super) fn constants(draft: &mut Draft) {
    let counts = Counts::of(draft);
    let mut known = Known(vec![None; draft.registers.len()]);
    for (inst, _) in draft.blocks.iter().flat_map(|it| &it.code) {
        if let Some((dst, value)) = loaded(inst).filter(|(dst, _)| counts.is_fixed(*dst)) {
            known.0[usize::from(dst.0)] = Some(value);
        }
    }
    // What is computed from constants stands after them, unless a loop leads back.
    for block in 0..draft.blocks.len() {
        for at in 0..draft.blocks[block].code.len() {
            let inst = &draft.blocks[block].code[at].0;
            if let Some((dst, value)) = computed(inst, &known) {
                draft.blocks[block].code[at].0 = load(dst, value);
                if counts.is_fixed(dst) {
                    known.0[usize::from(dst.0)] = Some(value);
                }
            } else if let Some(shorter) = with_small(inst, &known) {
                draft.blocks[block].code[at].0 = shorter;
            }
        }
        if let Some((inst, _)) = draft.blocks[block].code.last_mut()
            && let Some((taken, to)) = decided(inst, &known)
        {
            *inst = Inst::Jump { to };
            if !taken {
                draft.blocks[block].code.pop();
            }
        }
    }
}

fn loaded(inst: &Inst) -> Option<(Reg, i64)> {
    match inst {
        Inst::LoadInt { dst, value } => Some((dst.0, i64::from(value.0))),
        Inst::LoadWhole { dst, value } => Some((dst.0, value.0)),
        _ => None,
    }
}

fn load(dst: Reg, value: i64) -> Inst {
    match i32::try_from(value) {
        Ok(value) => Inst::LoadInt { dst: OutInt(dst), value: Number(value) },
        Err(_) => Inst::LoadWhole { dst: OutInt(dst), value: Whole(value) },
    }
}

/// The value of an instruction on known numbers, unless it faults.
fn computed(inst: &Inst, known: &Known) -> Option<(Reg, i64)> {
    let two = |left: &InInt, right: &InInt| Some((known.get(*left)?, known.get(*right)?));
    let (dst, value) = match inst {
        Inst::AddInt { dst, left, right } => (dst, two(left, right).and_then(|(a, b)| a.checked_add(b))?),
        Inst::SubInt { dst, left, right } => (dst, two(left, right).and_then(|(a, b)| a.checked_sub(b))?),
        Inst::MulInt { dst, left, right } => (dst, two(left, right).and_then(|(a, b)| a.checked_mul(b))?),
        Inst::DivInt { dst, left, right } => (dst, two(left, right).and_then(|(a, b)| a.checked_div(b))?),
        Inst::RemInt { dst, left, right } => (dst, two(left, right).and_then(|(a, b)| a.checked_rem(b))?),
        Inst::AddSmall { dst, left, right } => (dst, known.get(*left)?.checked_add(i64::from(right.0))?),
        Inst::MulSmall { dst, left, right } => (dst, known.get(*left)?.checked_mul(i64::from(right.0))?),
        Inst::DivSmall { dst, left, right } => (dst, known.get(*left)?.checked_div(i64::from(right.0))?),
        Inst::RemSmall { dst, left, right } => (dst, known.get(*left)?.checked_rem(i64::from(right.0))?),
        Inst::NegInt { dst, src } => (dst, known.get(*src)?.checked_neg()?),
        Inst::Not { dst, src } => (dst, i64::from(known.get(*src)? == 0)),
        Inst::EqInt { dst, left, right } => (dst, two(left, right).map(|(a, b)| i64::from(a == b))?),
        Inst::NeInt { dst, left, right } => (dst, two(left, right).map(|(a, b)| i64::from(a != b))?),
        Inst::LtInt { dst, left, right } => (dst, two(left, right).map(|(a, b)| i64::from(a < b))?),
        Inst::LeInt { dst, left, right } => (dst, two(left, right).map(|(a, b)| i64::from(a <= b))?),
        _ => return None,
    };
    Some((dst.0, value))
}

/// The same instruction with a known operand in it.
fn with_small(inst: &Inst, known: &Known) -> Option<Inst> {
    Some(match *inst {
        Inst::AddInt { dst, left, right } => match (known.small(right), known.small(left)) {
            (Some(right), _) => Inst::AddSmall { dst, left, right },
            (_, Some(small)) => Inst::AddSmall { dst, left: right, right: small },
            _ => return None,
        },
        Inst::SubInt { dst, left, right } => {
            let right = known.small(right).and_then(|it| it.0.checked_neg()).map(Small)?;
            Inst::AddSmall { dst, left, right }
        }
        Inst::MulInt { dst, left, right } => match (known.small(right), known.small(left)) {
            (Some(right), _) => Inst::MulSmall { dst, left, right },
            (_, Some(small)) => Inst::MulSmall { dst, left: right, right: small },
            _ => return None,
        },
        Inst::DivInt { dst, left, right } => {
            let right = known.small(right).filter(|it| !matches!(it.0, 0 | -1))?;
            Inst::DivSmall { dst, left, right }
        }
        Inst::RemInt { dst, left, right } => {
            let right = known.small(right).filter(|it| !matches!(it.0, 0 | -1))?;
            Inst::RemSmall { dst, left, right }
        }
        Inst::JumpEqInt { left, right, to } => match (known.small(right), known.small(left)) {
            (Some(right), _) => Inst::JumpEqSmall { left, right, to },
            (_, Some(small)) => Inst::JumpEqSmall { left: right, right: small, to },
            _ => return None,
        },
        Inst::JumpNeInt { left, right, to } => match (known.small(right), known.small(left)) {
            (Some(right), _) => Inst::JumpNeSmall { left, right, to },
            (_, Some(small)) => Inst::JumpNeSmall { left: right, right: small, to },
            _ => return None,
        },
        Inst::JumpLtInt { left, right, to } => match (known.small(right), known.small(left)) {
            (Some(right), _) => Inst::JumpLtSmall { left, right, to },
            (_, Some(small)) => Inst::JumpGtSmall { left: right, right: small, to },
            _ => return None,
        },
        Inst::JumpLeInt { left, right, to } => match (known.small(right), known.small(left)) {
            (Some(right), _) => Inst::JumpLeSmall { left, right, to },
            (_, Some(small)) => Inst::JumpGeSmall { left: right, right: small, to },
            _ => return None,
        },
        _ => return None,
    })
}

/// Whether a jump is taken, if that is known, and where it leads.
fn decided(inst: &Inst, known: &Known) -> Option<(bool, Jump)> {
    let value = |reg: &InInt| known.get(*reg);
    Some(match inst {
        Inst::JumpIf { condition, to } => (value(condition)? != 0, *to),
        Inst::JumpIfNot { condition, to } => (value(condition)? == 0, *to),
        Inst::JumpEqSmall { left, right, to } => (value(left)? == i64::from(right.0), *to),
        Inst::JumpNeSmall { left, right, to } => (value(left)? != i64::from(right.0), *to),
        Inst::JumpLtSmall { left, right, to } => (value(left)? < i64::from(right.0), *to),
        Inst::JumpLeSmall { left, right, to } => (value(left)? <= i64::from(right.0), *to),
        Inst::JumpGtSmall { left, right, to } => (value(left)? > i64::from(right.0), *to),
        Inst::JumpGeSmall { left, right, to } => (value(left)? >= i64::from(right.0), *to),
        _ => return None,
    })
}
