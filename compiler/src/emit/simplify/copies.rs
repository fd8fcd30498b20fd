//! Copies: what reads one reads its source where that is still the same, and what makes the source of one makes its
//! destination where nothing else is in the way.

use concerto_ir::op::Inst;
use concerto_ir::operand::{Kind, Reg, Role};
use rustc_hash::FxHashMap;

use super::{Counts, copy};
use crate::emit::{Draft, Uses};

/// Inside a block, reads of a copy become reads of its source.
pub(super) fn read_the_source(draft: &mut Draft) {
    let registers = draft.registers.clone();
    for block in &mut draft.blocks {
        let mut copies: FxHashMap<Reg, Reg> = FxHashMap::default();
        for (inst, _) in &mut block.code {
            if !copies.is_empty() {
                replace(inst, &copies, &registers);
            }
            let uses = Uses::of(inst);
            for reg in changed(&uses, &registers) {
                copies.remove(&reg);
                copies.retain(|_, src| *src != reg);
            }
            if let Some((dst, src)) = copy(inst)
                && dst != src
            {
                copies.insert(dst, src);
            }
        }
    }
}

/// The registers that an instruction writes, changes or empties.
fn changed(uses: &Uses, registers: &[Kind]) -> Vec<Reg> {
    let taken = uses.read().filter(|(role, reg)| *role == Role::Take && registers[usize::from(reg.0)] == Kind::Ref);
    uses.written().chain(taken.map(|(_, reg)| reg)).collect()
}

/// Reads the sources instead of the copies, where the instruction only looks at them.
fn replace(inst: &mut Inst, copies: &FxHashMap<Reg, Reg>, registers: &[Kind]) {
    let uses = Uses::of(inst);
    let is_looked_at = |reg: Reg| {
        let is_ref = registers[usize::from(reg.0)] == Kind::Ref;
        let taken = uses.read().any(|(role, it)| it == reg && (role == Role::Place || is_ref && role == Role::Take));
        !taken && !uses.written().any(|it| it == reg)
    };
    let found: Vec<(Reg, Reg)> = uses
        .read()
        .filter_map(|(_, reg)| copies.get(&reg).map(|src| (reg, *src)))
        .filter(|(reg, src)| {
            is_looked_at(*reg) && !(registers[usize::from(src.0)] == Kind::Ref && uses.written().any(|it| it == *src))
        })
        .collect();
    if !found.is_empty() {
        inst.map_regs(|it| found.iter().find(|(reg, _)| *reg == it).map_or(it, |(_, src)| *src));
    }
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
    let is_place = uses.regs.iter().any(|(role, _)| *role == Role::Place);
    let reads_it = uses.read().any(|(_, it)| it == dst);
    !(is_place || reads_it && registers[usize::from(dst.0)] == Kind::Ref)
}
