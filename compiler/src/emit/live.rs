//! Which registers are still needed where.

use concerto_ir::set::RegSet;

use super::{Draft, Uses};

/// What is needed at the start and at the end of each block.
pub(super) struct Live {
    pub(super) at_start: Vec<RegSet>,
    pub(super) at_end: Vec<RegSet>,
}

/// Follows needs against the direction of the code until nothing changes.
pub(super) fn live(draft: &Draft) -> Live {
    let count = draft.registers.len();
    let blocks = draft.blocks.len();
    let successors: Vec<Vec<usize>> = (0..blocks).map(|it| draft.successors(it)).collect();
    let mut live = Live { at_start: vec![RegSet::new(count); blocks], at_end: vec![RegSet::new(count); blocks] };
    let mut changed = true;
    while changed {
        changed = false;
        for block in (0..blocks).rev() {
            for next in &successors[block] {
                let needed = live.at_start[*next].clone();
                live.at_end[block].extend(&needed);
            }
            let mut needed = live.at_end[block].clone();
            for (inst, _) in draft.blocks[block].code.iter().rev() {
                let uses = draft.uses(inst);
                // What jumps in the middle of a block lead to is needed there, too.
                for target in &uses.targets {
                    needed.extend(&live.at_start[*target as usize].clone());
                }
                step_back(&uses, &mut needed);
            }
            changed |= live.at_start[block].extend(&needed);
        }
    }
    live
}

/// What is needed before an instruction, given what is needed after it.
pub(super) fn step_back(uses: &Uses, needed: &mut RegSet) {
    uses.written().for_each(|it| needed.remove(it));
    uses.read().for_each(|(_, it)| needed.insert(it));
}
