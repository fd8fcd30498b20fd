//! Parts that are read or lent again, although nothing has changed since the last time: `p.a.x + p.a.y` reads `p.a` once.
//!
//! Inside a block, and only as long as the part can be a view: while nothing changes, or while only what is lent does.

use concerto_ir::op::Inst;
use concerto_ir::operand::{Kind, Reg, Role};
use rustc_hash::FxHashMap;

use crate::emit::live::live;
use crate::emit::{Draft, Uses, is_made};

/// How a part is reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Slot(i16),
    Index(Reg),
}

/// A part of a value that is in a register.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Part {
    of: Reg,
    step: Step,
    is_lent: bool,
}

pub(super) fn reuse(draft: &mut Draft) {
    if !draft.blocks.iter().flat_map(|it| &it.code).any(|(inst, _)| part(inst).is_some()) {
        return;
    }
    let made = times_made(draft);
    let live = live(draft);
    let registers = draft.registers.clone();
    for (block, needed) in draft.blocks.iter_mut().zip(&live.at_end) {
        // Which registers are only looked at after they are made, here and nowhere else.
        let mut is_kept: FxHashMap<Reg, (bool, bool)> = FxHashMap::default();
        for (inst, _) in &block.code {
            for (role, reg) in Uses::of(inst).read() {
                if let Some((kept, is_lent)) = is_kept.get_mut(&reg) {
                    *kept &= role == Role::In || *is_lent && role == Role::Place;
                }
            }
            if let Some((dst, part)) = part(inst) {
                is_kept.insert(dst, (made[usize::from(dst.0)] == 1 && !needed.has(dst), part.is_lent));
            }
        }
        let mut there: Vec<(Part, Reg)> = Vec::new();
        let mut renamed: FxHashMap<Reg, Reg> = FxHashMap::default();
        block.code.retain_mut(|(inst, _)| {
            if !renamed.is_empty() {
                inst.map_regs(|it| renamed.get(&it).copied().unwrap_or(it));
            }
            let found = part(inst).filter(|(dst, _)| is_kept.get(dst).is_some_and(|it| it.0));
            if let Some((dst, part)) = found
                && let Some((_, same)) = there.iter().find(|(it, _)| *it == part)
            {
                renamed.insert(dst, *same);
                return false;
            }
            forget(&mut there, inst, |it| registers[usize::from(it.0)] == Kind::Ref);
            there.extend(found.map(|(dst, part)| (part, dst)));
            true
        });
    }
}

/// How often each register gets something new; what changes in place is still the same.
fn times_made(draft: &Draft) -> Vec<u32> {
    let mut made = vec![0; draft.registers.len()];
    (0..draft.params.len()).for_each(|it| made[it] += 1);
    for (inst, _) in draft.blocks.iter().flat_map(|it| &it.code) {
        let uses = Uses::of(inst);
        uses.regs().iter().filter(|(role, _)| is_made(*role)).for_each(|(_, it)| made[usize::from(it.0)] += 1);
    }
    made
}

/// Forgets the parts that are not what they were after an instruction.
fn forget(there: &mut Vec<(Part, Reg)>, inst: &Inst, is_ref: impl Fn(Reg) -> bool) {
    let uses = Uses::of(inst);
    let is_lent = |reg: Reg| there.iter().any(|(part, dst)| part.is_lent && *dst == reg);
    let is_place = |reg: Reg| uses.regs().iter().any(|(role, it)| *role == Role::Place && *it == reg);
    let changes_lent = inst.is_in_place() && uses.regs().iter().any(|(role, it)| *role == Role::Place && is_lent(*it));
    // A reference that is looked at may end here, and what it leads to be freed.
    let may_drop = uses.read().any(|(_, it)| is_ref(it) && !is_lent(it));
    let stays_lent = (inst.is_still() && !inst.shares() || changes_lent) && !may_drop;
    there.retain(|(part, dst)| {
        let stays = if part.is_lent { stays_lent } else { inst.is_still() };
        let is_it = |it: Reg| it == *dst || it == part.of || part.step == Step::Index(it);
        stays && !uses.written().any(|it| is_it(it) && !is_place(it))
    });
}

fn part(inst: &Inst) -> Option<(Reg, Part)> {
    let (dst, of, step, is_lent) = match inst {
        Inst::SlotRef { dst, object, slot, .. } => (dst.0, object.0, Step::Slot(slot.0), false),
        Inst::GetRef { dst, array, index } => (dst.0, array.0, Step::Index(index.0), false),
        Inst::LendSlot { dst, object, slot, .. } => (dst.0, object.0, Step::Slot(slot.0), true),
        Inst::LendAt { dst, array, index } => (dst.0, array.0, Step::Index(index.0), true),
        _ => return None,
    };
    Some((dst, Part { of, step, is_lent }))
}
