//! Copies: what reads one reads its source where that is still the same and the copy is not needed then, and what makes the source of one makes its
//! destination where nothing else is in the way.

use concerto_ir::op::Inst;
use concerto_ir::operand::{Kind, Reg, Role};
use concerto_ir::set::RegSet;
use rustc_hash::FxHashMap;

use super::{Counts, copy};
use crate::emit::live::live;
use crate::emit::{Draft, Uses};

/// How far the reads of a copy are looked for.
const REACH: usize = 64;

/// Inside a block, a copy that is only looked at while its source stays the same is left out: its reads become reads of
/// the source.
pub(super) fn read_the_source(draft: &mut Draft) {
    let live = live(draft);
    let registers = draft.registers.clone();
    for (block, needed) in draft.blocks.iter_mut().zip(&live.at_end) {
        let mut uses: Vec<Uses> = block.code.iter().map(|(inst, _)| Uses::of(inst)).collect();
        let mut gone = vec![false; uses.len()];
        for at in 0..uses.len() {
            let Some((dst, src)) = copy(&block.code[at].0).filter(|(dst, src)| dst != src) else { continue };
            let Some(reads) = reads(dst, src, &uses[at + 1..], needed, &registers) else { continue };
            for read in reads.into_iter().map(|it| at + 1 + it) {
                block.code[read].0.map_regs(|it| if it == dst { src } else { it });
                uses[read] = Uses::of(&block.code[read].0);
            }
            gone[at] = true;
        }
        let mut gone = gone.into_iter();
        block.code.retain(|_| !gone.next().unwrap_or(false));
    }
}

/// Where a copy is read, if all its reads are near, look at it only, and find the source as it was.
fn reads(dst: Reg, src: Reg, after: &[Uses], needed: &RegSet, registers: &[Kind]) -> Option<Vec<usize>> {
    let is_ref = registers[usize::from(dst.0)] == Kind::Ref;
    let mut found = Vec::new();
    let mut is_same = true;
    for (at, uses) in after.iter().enumerate() {
        if at >= REACH {
            return None;
        }
        let is_written = uses.written().any(|it| it == dst);
        let changes_src = changed(uses, registers).any(|it| it == src);
        if uses.read().any(|(_, it)| it == dst) {
            let is_taken = is_ref && uses.read().any(|(role, it)| it == dst && role == Role::Take);
            let counts_src = uses.regs().iter().any(|(role, it)| *it == src && *role == Role::Place);
            if !is_same || is_taken || is_written || counts_src || (is_ref && changes_src) {
                return None;
            }
            found.push(at);
        } else if is_written {
            return Some(found);
        }
        is_same &= !changes_src;
    }
    (!needed.has(dst)).then_some(found)
}

/// The registers that an instruction writes, changes or empties.
fn changed<'u>(uses: &'u Uses, registers: &'u [Kind]) -> impl Iterator<Item = Reg> + 'u {
    let taken = uses.read().filter(|(role, reg)| *role == Role::Take && registers[usize::from(reg.0)] == Kind::Ref);
    uses.written().chain(taken.map(|(_, reg)| reg))
}

/// Inside a block, `t = a + b; x = t` is `x = a + b` where nobody else reads `t`.
pub(super) fn write_the_destination(draft: &mut Draft) {
    let counts = Counts::of(draft);
    let registers = draft.registers.clone();
    let params = draft.params.len();
    for block in &mut draft.blocks {
        let mut made: FxHashMap<Reg, usize> = FxHashMap::default();
        let mut touched: FxHashMap<Reg, usize> = FxHashMap::default();
        let mut gone = Vec::new();
        for at in 0..block.code.len() {
            let inst = &block.code[at].0;
            let mut joined = None;
            if let Some((dst, src)) = copy(inst)
                && dst != src
                && usize::from(src.0) >= params
                && counts.is_fixed(src)
                && counts.reads(src) == 1
                && let Some(from) = made.get(&src).copied()
                && touched.get(&dst).is_none_or(|last| *last <= from)
                && can_make(&block.code[from].0, dst, &registers)
            {
                joined = Some((dst, src, from));
            }
            if let Some((dst, src, from)) = joined {
                block.code[from].0.map_regs(|it| if it == src { dst } else { it });
                gone.push(at);
                made.insert(dst, from);
                touched.insert(dst, at);
                continue;
            }
            let uses = Uses::of(inst);
            for reg in uses.read().map(|(_, reg)| reg).chain(uses.written()) {
                touched.insert(reg, at);
            }
            for reg in uses.written() {
                made.insert(reg, at);
            }
        }
        let mut at = 0;
        block.code.retain(|_| {
            at += 1;
            gone.binary_search(&(at - 1)).is_err()
        });
    }
}

/// Whether an instruction can put its value into another register: it must not need the reference that is there.
fn can_make(inst: &Inst, dst: Reg, registers: &[Kind]) -> bool {
    let uses = Uses::of(inst);
    let is_place = uses.regs().iter().any(|(role, _)| *role == Role::Place);
    let reads_it = uses.read().any(|(_, it)| it == dst);
    !(is_place || reads_it && registers[usize::from(dst.0)] == Kind::Ref)
}
