//! Constants that a loop loads each time are loaded once, where the function starts.

use concerto_ir::op::Inst;
use concerto_ir::operand::Reg;
use rustc_hash::FxHashMap;

use super::Counts;
use crate::emit::Draft;

/// More than this many constants of a function stay where they are: registers are not for free.
const HOISTED_MAX: usize = 24;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Constant {
    Int(i64),
    Float(u64),
}

pub(super) fn hoist(draft: &mut Draft) {
    let in_loop = loops(draft);
    if in_loop.first() != Some(&false) {
        return;
    }
    let counts = Counts::of(draft);
    let mut known: FxHashMap<Constant, Reg> = FxHashMap::default();
    let mut loads = Vec::new();
    let mut renamed: FxHashMap<Reg, Reg> = FxHashMap::default();
    for block in (0..draft.blocks.len()).filter(|it| in_loop[*it]) {
        draft.blocks[block].code.retain(|(inst, place)| {
            let Some((dst, value)) = constant(inst).filter(|(dst, _)| counts.is_fixed(*dst)) else { return true };
            if let Some(reg) = known.get(&value) {
                renamed.insert(dst, *reg);
                return false;
            }
            if known.len() >= HOISTED_MAX {
                return true;
            }
            known.insert(value, dst);
            loads.push((inst.clone(), *place));
            false
        });
    }
    if !renamed.is_empty() {
        for (inst, _) in draft.blocks.iter_mut().flat_map(|it| &mut it.code) {
            inst.map_regs(|it| renamed.get(&it).copied().unwrap_or(it));
        }
    }
    draft.blocks[0].code.splice(0..0, loads);
}

fn constant(inst: &Inst) -> Option<(Reg, Constant)> {
    match inst {
        Inst::LoadInt { dst, value } => Some((dst.0, Constant::Int(i64::from(value.0)))),
        Inst::LoadWhole { dst, value } => Some((dst.0, Constant::Int(value.0))),
        Inst::LoadFloat { dst, value } => Some((dst.0, Constant::Float(value.0.to_bits()))),
        _ => None,
    }
}

/// Which blocks are inside a loop.
fn loops(draft: &Draft) -> Vec<bool> {
    // How many loops begin at a block, less those that have ended before it.
    let mut changes = vec![0i64; draft.blocks.len() + 1];
    for (at, block) in draft.blocks.iter().enumerate() {
        for head in block.code.iter().filter_map(|(inst, _)| inst.loop_target()) {
            changes[head as usize] += 1;
            changes[at + 1] -= 1;
        }
    }
    let mut depth = 0;
    let mut found = Vec::with_capacity(draft.blocks.len());
    for change in &changes[..draft.blocks.len()] {
        depth += change;
        found.push(depth > 0);
    }
    found
}
