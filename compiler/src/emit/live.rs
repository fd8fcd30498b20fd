//! Which registers are still needed where.

use concerto_ir::operand::Reg;

use super::{Draft, Uses};

/// A set of registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Set(Vec<u64>);

impl Set {
    pub(super) fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    pub(super) fn has(&self, reg: Reg) -> bool {
        self.0[usize::from(reg.0) / 64] & (1 << (reg.0 % 64)) != 0
    }

    pub(super) fn insert(&mut self, reg: Reg) {
        self.0[usize::from(reg.0) / 64] |= 1 << (reg.0 % 64);
    }

    pub(super) fn remove(&mut self, reg: Reg) {
        self.0[usize::from(reg.0) / 64] &= !(1 << (reg.0 % 64));
    }

    /// Adds all of another set; says whether that was more.
    pub(super) fn extend(&mut self, other: &Self) -> bool {
        let mut grew = false;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            grew |= *theirs & !*mine != 0;
            *mine |= theirs;
        }
        grew
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Reg> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            (0..64).filter(move |bit| word & (1 << bit) != 0).map(move |bit| Reg((at * 64 + bit) as u16))
        })
    }
}

/// What is needed at the start and at the end of each block.
pub(super) struct Live {
    pub(super) at_start: Vec<Set>,
    pub(super) at_end: Vec<Set>,
}

/// Follows needs against the direction of the code until nothing changes.
pub(super) fn live(draft: &Draft) -> Live {
    let count = draft.registers.len();
    let blocks = draft.blocks.len();
    let successors: Vec<Vec<usize>> = (0..blocks).map(|it| draft.successors(it)).collect();
    let mut live = Live { at_start: vec![Set::new(count); blocks], at_end: vec![Set::new(count); blocks] };
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
                let uses = Uses::of(inst);
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
pub(super) fn step_back(uses: &Uses, needed: &mut Set) {
    uses.written().for_each(|it| needed.remove(it));
    uses.read().for_each(|(_, it)| needed.insert(it));
}
