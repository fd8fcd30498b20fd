//! A comparison whose truth value is only asked by the jump after it becomes a jump that compares.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InInt, Jump, Reg};

use super::Counts;
use crate::emit::Draft;

pub(super) fn compare_and_jump(draft: &mut Draft) {
    let counts = Counts::of(draft);
    for block in &mut draft.blocks {
        while let [.., (test, place), (jump, _)] = block.code.as_slice() {
            let Some((condition, holds, to)) = asked(jump) else { break };
            if !counts.is_fixed(condition) || counts.reads(condition) != 1 {
                break;
            }
            let Some(joined) = joined(test, condition, holds, to) else { break };
            let place = *place;
            block.code.truncate(block.code.len() - 2);
            block.code.push((joined, place));
        }
    }
}

/// The truth value that a jump asks, and whether it jumps if it holds.
fn asked(inst: &Inst) -> Option<(Reg, bool, Jump)> {
    match inst {
        Inst::JumpIf { condition, to } => Some((condition.0, true, *to)),
        Inst::JumpIfNot { condition, to } => Some((condition.0, false, *to)),
        _ => None,
    }
}

fn joined(test: &Inst, condition: Reg, holds: bool, to: Jump) -> Option<Inst> {
    let is_it = |dst: Reg| dst == condition;
    Some(match (test, holds) {
        (Inst::Not { dst, src }, holds) if is_it(dst.0) => ask(*src, !holds, to),
        (Inst::EqInt { dst, left, right }, true) | (Inst::NeInt { dst, left, right }, false) if is_it(dst.0) => {
            Inst::JumpEqInt { left: *left, right: *right, to }
        }
        (Inst::NeInt { dst, left, right }, true) | (Inst::EqInt { dst, left, right }, false) if is_it(dst.0) => {
            Inst::JumpNeInt { left: *left, right: *right, to }
        }
        (Inst::LtInt { dst, left, right }, true) if is_it(dst.0) => Inst::JumpLtInt { left: *left, right: *right, to },
        (Inst::LtInt { dst, left, right }, false) if is_it(dst.0) => Inst::JumpLeInt { left: *right, right: *left, to },
        (Inst::LeInt { dst, left, right }, true) if is_it(dst.0) => Inst::JumpLeInt { left: *left, right: *right, to },
        (Inst::LeInt { dst, left, right }, false) if is_it(dst.0) => Inst::JumpLtInt { left: *right, right: *left, to },
        (Inst::LtFloat { dst, left, right }, true) if is_it(dst.0) => {
            Inst::JumpLtFloat { left: *left, right: *right, to }
        }
        (Inst::LtFloat { dst, left, right }, false) if is_it(dst.0) => {
            Inst::JumpNotLtFloat { left: *left, right: *right, to }
        }
        (Inst::LeFloat { dst, left, right }, true) if is_it(dst.0) => {
            Inst::JumpLeFloat { left: *left, right: *right, to }
        }
        (Inst::LeFloat { dst, left, right }, false) if is_it(dst.0) => {
            Inst::JumpNotLeFloat { left: *left, right: *right, to }
        }
        _ => return None,
    })
}

fn ask(condition: InInt, holds: bool, to: Jump) -> Inst {
    match holds {
        true => Inst::JumpIf { condition, to },
        false => Inst::JumpIfNot { condition, to },
    }
}
