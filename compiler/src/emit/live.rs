//! Which registers are still needed where.

use concerto_ir::set::RegSet;

use super::{Draft, Uses};

/// What is needed at the start and at the end of each block.
pub(super) struct Live {
    pub(super) at_start: Vec<RegSet>,
    pub(super) at_end: Vec<RegSet>,
}

/// What a block does to what is needed: before it `reads`, and of what is needed after it all but `makes`.
struct Block {
    reads: RegSet,
    makes: RegSet,
    next: Vec<usize>,
}

/// Follows needs against the direction of the code until nothing changes. Only the last instructions of a block jump, so
/// what is needed at the end of a block is all that is needed where it leads.
pub(super) fn live(draft: &Draft) -> Live {
    let count = draft.registers.len();
    let blocks: Vec<Block> = (0..draft.blocks.len()).map(|it| summary(draft, it)).collect();
    let none = vec![RegSet::new(count); blocks.len()];
    let mut live = Live { at_start: none.clone(), at_end: none };
    let mut changed = true;
    while changed {
        changed = false;
        for (at, block) in blocks.iter().enumerate().rev() {
            let mut grew = false;
            for next in &block.next {
                grew |= live.at_end[at].extend(&live.at_start[*next]);
            }
            if grew {
                let mut needed = live.at_end[at].clone();
                needed.subtract(&block.makes);
                changed |= live.at_start[at].extend(&needed);
            }
            changed |= live.at_start[at].extend(&block.reads);
        }
    }
    live
}

fn summary(draft: &Draft, at: usize) -> Block {
    let count = draft.registers.len();
    let (mut reads, mut makes) = (RegSet::new(count), RegSet::new(count));
    for (inst, _) in draft.blocks[at].code.iter().rev() {
        let uses = draft.uses(inst);
        uses.written().for_each(|it| makes.insert(it));
        step_back(&uses, &mut reads);
    }
    Block { reads, makes, next: draft.successors(at) }
}

/// What is needed before an instruction, given what is needed after it.
pub(super) fn step_back(uses: &Uses, needed: &mut RegSet) {
    uses.written().for_each(|it| needed.remove(it));
    uses.read().for_each(|(_, it)| needed.insert(it));
}
