//! Small passes over the blocks of a draft before references are owned: fewer copies, no code whose value nobody
//! needs, and constants of loops loaded once.

mod branches;
mod constants;
mod copies;
mod dead;
mod fold;
mod paths;
mod thread;

#[cfg(test)]
mod tests;

use concerto_ir::op::Inst;
use concerto_ir::operand::Reg;

use super::{Draft, Uses};
use crate::passes::Passes;

/// Makes a draft simpler. `tag` is the number of the variant that a layout is for.
pub(super) fn simplify(draft: &mut Draft, passes: &Passes, tag: &dyn Fn(u32) -> Option<u16>) {
    if passes.fold {
        fold::constants(draft);
        branches::compare_and_jump(draft);
        fold::constants(draft);
        thread::remove_unreached(draft);
    }
    without_copies(draft, passes);
    if passes.thread && thread::known_tests(draft, tag) {
        without_copies(draft, passes);
        thread::parts_of_new(draft);
        without_copies(draft, passes);
    }
    if passes.paths {
        paths::reuse(draft);
    }
    if passes.hoist {
        constants::hoist(draft);
    }
    if passes.dead {
        dead::remove(draft);
    }
}

fn without_copies(draft: &mut Draft, passes: &Passes) {
    if passes.copies {
        copies::read_the_source(draft);
        copies::write_the_destination(draft);
    }
}

/// How often each register is written and read.
struct Counts {
    writes: Vec<u32>,
    reads: Vec<u32>,
}

impl Counts {
    fn of(draft: &Draft) -> Self {
        let none = vec![0; draft.registers.len()];
        let mut counts = Self { writes: none.clone(), reads: none };
        for at in 0..draft.params.len() {
            counts.writes[at] += 1;
        }
        for (inst, _) in draft.blocks.iter().flat_map(|it| &it.code) {
            let uses = Uses::of(inst);
            uses.written().for_each(|it| counts.writes[usize::from(it.0)] += 1);
            uses.read().for_each(|(_, it)| counts.reads[usize::from(it.0)] += 1);
        }
        counts
    }

    /// Whether a register is written once.
    fn is_fixed(&self, reg: Reg) -> bool {
        self.writes[usize::from(reg.0)] == 1
    }

    fn reads(&self, reg: Reg) -> u32 {
        self.reads[usize::from(reg.0)]
    }
}

/// The destination and the source of a copy.
fn copy(inst: &Inst) -> Option<(Reg, Reg)> {
    match inst {
        Inst::MoveInt { dst, src } => Some((dst.0, src.0)),
        Inst::MoveFloat { dst, src } => Some((dst.0, src.0)),
        Inst::CopyRef { dst, src } => Some((dst.0, src.0)),
        _ => None,
    }
}
