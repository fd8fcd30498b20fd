//! References: copies that can be moves, and drops where one is not needed any more.
//!
//! A reference is held from where its register gets it to where it is last needed. A copy of one that is not needed
//! afterwards is a move. One that is last looked at is dropped there; one that only another way needs is dropped at the
//! start of the way that does not.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InInt, Jump, OutInt, Reg, Role, Small, TakeRef};
use concerto_ir::program::Place;
use concerto_ir::set::RegSet;

use super::live::{live, step_back};
use super::{Block, Detour, Draft, Uses};

pub(super) fn place_moves_and_drops(draft: &mut Draft) {
    let live = live(draft);
    for block in 0..draft.blocks.len() {
        let code = std::mem::take(&mut draft.blocks[block].code);
        draft.blocks[block].code = owned(draft, code, live.at_end[block].clone(), block == 0);
    }
    drop_on_edges(draft, &live);
}

/// A block that jumps jumps with its last instructions: everything after a jump is a block of its own.
pub(super) fn split_blocks(draft: &mut Draft) {
    let old = std::mem::take(&mut draft.blocks);
    let mut first = Vec::with_capacity(old.len());
    let mut new: Vec<Block> = Vec::with_capacity(old.len());
    for block in old {
        first.push(new.len() as u32);
        new.push(Block::default());
        let count = block.code.len();
        for (at, (inst, place)) in block.code.into_iter().enumerate() {
            let jumps = inst.jumps();
            if let Some(last) = new.last_mut() {
                last.code.push((inst, place));
            }
            if jumps && at + 1 < count {
                new.push(Block::default());
            }
        }
    }
    for block in &mut new {
        for (inst, _) in &mut block.code {
            inst.map_targets(|it| first[it as usize]);
        }
    }
    draft.blocks = new;
}

/// The code of a block with moves and drops, from its end to its start.
fn owned(draft: &Draft, code: Vec<(Inst, Place)>, mut needed: RegSet, is_first: bool) -> Vec<(Inst, Place)> {
    let mut reversed: Vec<(Inst, Place)> = Vec::with_capacity(code.len() + 4);
    let first_place = code.first().map_or(Place::default(), |(_, place)| *place);
    for (inst, place) in code.into_iter().rev() {
        let uses = draft.uses(&inst);
        let is_last = inst.leaves() || !uses.targets.is_empty();
        // What this instruction makes and nobody needs, and what it looks at last, is dropped after it.
        for reg in uses.written().filter(|it| draft.is_ref(*it) && !needed.has(*it)) {
            reversed.push((Inst::Drop { src: TakeRef(reg) }, place));
        }
        let mut looked: Vec<Reg> = uses
            .read()
            .filter(|(role, reg)| *role == Role::In && draft.is_ref(*reg) && !needed.has(*reg))
            .map(|(_, reg)| reg)
            .collect();
        looked.sort_unstable();
        looked.dedup();
        let inst = match inst {
            Inst::CopyRef { dst, src } if !needed.has(src.0) => {
                looked.clear();
                Inst::MoveRef { dst, src: TakeRef(src.0) }
            }
            inst => inst,
        };
        if !is_last {
            reversed.extend(looked.iter().map(|it| (Inst::Drop { src: TakeRef(*it) }, place)));
        }
        step_back(&uses, &mut needed);
        reversed.push((inst, place));
    }
    if is_first {
        // Parameters that nothing needs.
        for at in 0..draft.params.len() {
            let reg = Reg(at as u16);
            if draft.is_ref(reg) && !needed.has(reg) {
                reversed.push((Inst::Drop { src: TakeRef(reg) }, first_place));
            }
        }
    }
    reversed.reverse();
    reversed
}

/// What a block holds at its end and a block after it does not need is dropped on the way.
fn drop_on_edges(draft: &mut Draft, live: &super::live::Live) {
    let count = draft.blocks.len();
    let mut ways: Vec<Vec<usize>> = vec![Vec::new(); count];
    for block in 0..count {
        for next in draft.successors(block) {
            ways[next].push(block);
        }
    }
    for (next, ways) in ways.iter().enumerate() {
        for block in ways.iter().copied() {
            let lost = lost_between(draft, live, block, next);
            if lost.is_empty() {
                continue;
            }
            let drops: Vec<(Inst, Place)> =
                lost.into_iter().map(|it| (Inst::Drop { src: TakeRef(it) }, place_of(&draft.blocks[next]))).collect();
            if ways.len() == 1 && next != 0 {
                draft.blocks[next].code.splice(0..0, drops);
            } else {
                detour(draft, block, next, drops);
            }
        }
    }
}

fn place_of(block: &Block) -> Place {
    block.code.first().map_or(Place::default(), |(_, place)| *place)
}

/// References that are held at the end of a block and not needed at the start of the next one.
fn lost_between(draft: &Draft, live: &super::live::Live, block: usize, next: usize) -> Vec<Reg> {
    let mut held = live.at_end[block].clone();
    // What the jumps at the end look at is held until they have jumped.
    for (inst, _) in draft.blocks[block].code.iter().rev().take_while(|(inst, _)| inst.jumps()) {
        Uses::of(inst).read().filter(|(role, _)| *role == Role::In).for_each(|(_, it)| held.insert(it));
    }
    held.iter().filter(|it| draft.is_ref(*it) && !live.at_start[next].has(*it)).collect()
}

/// A block of its own on the way from one block to another.
fn detour(draft: &mut Draft, block: usize, next: usize, mut drops: Vec<(Inst, Place)>) {
    let place = place_of(&draft.blocks[next]);
    let way = draft.blocks.len();
    let to = Jump(next as u32);
    if let Some((Inst::CountTo { counter, .. }, place)) = draft.blocks[block].code.last()
        && next <= block
    {
        let one = Inst::AddSmall { dst: OutInt(counter.0), left: InInt(counter.0), right: Small(1) };
        drops.insert(0, (one, *place));
    }
    drops.push((if next <= block { Inst::Loop { to } } else { Inst::Jump { to } }, place));
    draft.blocks.push(Block { code: drops });
    draft.detours.push(Detour { block: way, from: block, to: next });
    let goes_on = draft.blocks[block].code.last().is_none_or(|(inst, _)| !inst.leaves()) && block + 1 == next;
    // A jump stands at the end, perhaps before one to another detour.
    let ends = draft.blocks[block].code.len().saturating_sub(2);
    for (inst, place) in draft.blocks[block].code.split_off(ends) {
        let leads_there = Uses::of(&inst).targets.contains(&(next as u32));
        for mut inst in if leads_there && next <= block { forward(inst) } else { vec![inst] } {
            inst.map_targets(|it| if it as usize == next { way as u32 } else { it });
            draft.blocks[block].code.push((inst, place));
        }
    }
    if goes_on {
        draft.blocks[block].code.push((Inst::Jump { to: Jump(way as u32) }, place));
    }
}

/// A loop as something that goes on: the way back begins with a detour.
fn forward(inst: Inst) -> Vec<Inst> {
    match inst {
        Inst::Loop { to } => vec![Inst::Jump { to }],
        Inst::LoopLtInt { left, right, to } => vec![Inst::JumpLtInt { left, right, to }],
        Inst::LoopLeInt { left, right, to } => vec![Inst::JumpLeInt { left, right, to }],
        Inst::LoopIf { condition, to } => vec![Inst::JumpIf { condition, to }],
        // The counter grows on the detour: see there.
        Inst::CountTo { counter, end, to } => {
            vec![Inst::JumpLtInt { left: InInt(counter.0), right: end, to }]
        }
        Inst::Count { counter, end, to } => vec![
            Inst::AddSmall { dst: OutInt(counter.0), left: InInt(counter.0), right: Small(1) },
            Inst::JumpLtInt { left: InInt(counter.0), right: end, to },
        ],
        other => vec![other],
    }
}
