//! Whether each register holds the value that is read from it, after registers were assigned.
//!
//! The verifier only sees the registers of the machine: two values that live in one at the same time look to it like one
//! value with a history. This check knows both names of each operand. It follows the code with, for each register of the
//! machine, the set of values that it holds at that point: one after a value is made there, two or more after moves, only
//! what all ways agree on where ways meet. Reading a value from a register that does not hold it is a [`Clash`].

use std::collections::BTreeSet;

use concerto_ir::op::Inst;
use concerto_ir::operand::Reg;
use concerto_ir::program::Place;

use super::moved;
use crate::emit::{Draft, Uses};

/// Two values in one register: a defect of this crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The register of the machine.
    pub register: Reg,
    /// The code that reads it for a value that is not there.
    pub place: Place,
}

/// The values that each register holds; `None` where nothing is known to lead yet.
type State = Vec<BTreeSet<Reg>>;

/// Follows the code of a draft whose registers are about to become others.
pub(super) fn check(draft: &Draft, new: &[Option<Reg>], count: usize) -> Option<Clash> {
    let holds = |reg: Reg| new[usize::from(reg.0)].map(|it| usize::from(it.0));
    let mut entry: State = vec![BTreeSet::new(); count];
    for at in 0..draft.params.len() {
        if let Some(into) = holds(Reg(at as u16)) {
            entry[into].insert(Reg(at as u16));
        }
    }
    let mut at_start: Vec<Option<State>> = vec![None; draft.blocks.len()];
    if let Some(first) = at_start.first_mut() {
        *first = Some(entry);
    }
    let mut waiting: BTreeSet<usize> = [0].into();
    // What a block begins with only ever shrinks, so this ends. Clashes are looked for when it has.
    while let Some(block) = waiting.pop_first() {
        let Some(mut state) = at_start.get(block).cloned().flatten() else { continue };
        draft.blocks[block].code.iter().for_each(|(inst, _)| step(inst, &mut state, holds));
        for next in draft.successors(block) {
            if meet(&mut at_start[next], &state) {
                waiting.insert(next);
            }
        }
    }
    for (block, state) in draft.blocks.iter().zip(at_start) {
        let Some(mut state) = state else { continue };
        for (inst, place) in &block.code {
            for (_, reg) in Uses::of(inst).read() {
                if let Some(register) = holds(reg).filter(|it| !state[*it].contains(&reg)) {
                    return Some(Clash { register: Reg(register as u16), place: *place });
                }
            }
            step(inst, &mut state, holds);
        }
    }
    None
}

/// What an instruction does to the values in registers.
fn step(inst: &Inst, state: &mut State, holds: impl Fn(Reg) -> Option<usize>) {
    if let Some((dst, src)) = moved(inst) {
        if let (Some(to), Some(from)) = (holds(dst), holds(src)) {
            let mut same = state[from].clone();
            same.insert(dst);
            state[to] = same;
        }
        return;
    }
    for made in Uses::of(inst).written() {
        if let Some(to) = holds(made) {
            state[to] = [made].into();
        }
    }
}

/// Keeps of what is known at a block only what another way to it brings, too; whether that changed anything.
fn meet(known: &mut Option<State>, brought: &State) -> bool {
    let Some(known) = known else {
        *known = Some(brought.clone());
        return true;
    };
    let mut changed = false;
    for (here, there) in known.iter_mut().zip(brought) {
        let before = here.len();
        here.retain(|it| there.contains(it));
        changed |= here.len() != before;
    }
    changed
}
