//! Few registers instead of many: two whose lives do not meet share one.

mod check;

use concerto_ir::op::Inst;
use concerto_ir::operand::{Kind, Reg};
use rustc_hash::FxHashMap;

use super::live::{live, step_back};
use super::{Draft, Uses};

pub use check::Clash;

/// From where to where a register is needed, in instructions.
#[derive(Clone, Copy)]
struct Span {
    reg: Reg,
    from: u32,
    to: u32,
}

/// Stands for the end of the life in a register that nothing lives in.
const FREE: u32 = u32::MAX;

/// Gives each value a register of the machine, and checks that if `checks`.
pub(super) fn registers(draft: &mut Draft, checks: bool) -> Result<(), Clash> {
    let spans = spans(draft);
    let mut ends: Vec<u32> = vec![0; draft.registers.len()];
    spans.iter().for_each(|it| ends[usize::from(it.reg.0)] = it.to);
    let moves = moves(draft);
    // Until when a new register is busy.
    let mut until: Vec<u32> = vec![0; draft.params.len()];
    let mut new: Vec<Option<Reg>> = vec![None; draft.registers.len()];
    let mut kinds: Vec<Kind> = draft.params.clone();
    for (at, reg) in new.iter_mut().enumerate().take(draft.params.len()) {
        *reg = Some(Reg(at as u16));
    }
    let mut free: [Vec<Reg>; 3] = Default::default();
    let mut busy: std::collections::BinaryHeap<std::cmp::Reverse<(u32, Reg)>> = std::collections::BinaryHeap::new();
    for span in &spans {
        while let Some(std::cmp::Reverse((to, reg))) = busy.peek().copied()
            && to < span.from
        {
            busy.pop();
            // Several values may have ended here in one register, one moved to the next: it is freed once.
            if until[usize::from(reg.0)] == to {
                until[usize::from(reg.0)] = FREE;
                free[kinds[usize::from(reg.0)] as usize].push(reg);
            }
        }
        let at = usize::from(span.reg.0);
        let kind = draft.registers[at];
        // What is moved from a register that ends here stays where it is.
        let same = moves.get(&span.from).filter(|(dst, src)| *dst == span.reg && ends[usize::from(src.0)] == span.from);
        let same = same.and_then(|(_, src)| new[usize::from(src.0)]);
        let reg = *new[at].get_or_insert_with(|| {
            same.or_else(|| free[kind as usize].pop()).unwrap_or_else(|| {
                kinds.push(kind);
                until.push(0);
                Reg((kinds.len() - 1) as u16)
            })
        });
        until[usize::from(reg.0)] = span.to;
        busy.push(std::cmp::Reverse((span.to, reg)));
    }
    if let Some(clash) = checks.then(|| check::check(draft, &new, kinds.len())).flatten() {
        return Err(clash);
    }
    for block in &mut draft.blocks {
        for (inst, _) in &mut block.code {
            inst.map_regs(|it| new[usize::from(it.0)].unwrap_or(it));
        }
        block.code.retain(|(inst, _)| !is_nothing(inst));
    }
    draft.registers = kinds;
    Ok(())
}

/// The moves, by where they stand.
fn moves(draft: &Draft) -> FxHashMap<u32, (Reg, Reg)> {
    let mut found = FxHashMap::default();
    let mut at = 0;
    for block in &draft.blocks {
        for (inst, _) in &block.code {
            found.extend(moved(inst).map(|it| (at, it)));
            at += 1;
        }
        at += 1;
    }
    found
}

/// The destination and the source of a move.
fn moved(inst: &Inst) -> Option<(Reg, Reg)> {
    match inst {
        Inst::MoveInt { dst, src } => Some((dst.0, src.0)),
        Inst::MoveFloat { dst, src } => Some((dst.0, src.0)),
        Inst::MoveRef { dst, src } => Some((dst.0, src.0)),
        _ => None,
    }
}

/// The lives of all registers that have one, by their starts.
fn spans(draft: &Draft) -> Vec<Span> {
    let live = live(draft);
    let mut spans: Vec<Option<(u32, u32)>> = vec![None; draft.registers.len()];
    let mut cover = |reg: Reg, at: u32| {
        let span = spans[usize::from(reg.0)].get_or_insert((at, at));
        span.0 = span.0.min(at);
        span.1 = span.1.max(at);
    };
    let mut at = 0;
    for (block, code) in draft.blocks.iter().enumerate() {
        live.at_start[block].iter().for_each(|it| cover(it, at));
        let end = at + code.code.len() as u32;
        let mut needed = live.at_end[block].clone();
        needed.iter().for_each(|it| cover(it, end));
        for (index, (inst, _)) in code.code.iter().enumerate().rev() {
            let here = at + index as u32;
            let uses = Uses::of(inst);
            uses.written().for_each(|it| cover(it, here));
            uses.read().for_each(|(_, it)| cover(it, here));
            step_back(&uses, &mut needed);
        }
        at = end + 1;
    }
    for span in spans.iter_mut().take(draft.params.len()).flatten() {
        span.0 = 0;
    }
    let mut found: Vec<Span> = spans
        .into_iter()
        .enumerate()
        .filter_map(|(at, span)| span.map(|(from, to)| Span { reg: Reg(at as u16), from, to }))
        .collect();
    found.sort_by_key(|it| (it.from, it.reg));
    found
}

/// A move of a register to itself.
fn is_nothing(inst: &Inst) -> bool {
    moved(inst).is_some_and(|(dst, src)| dst == src)
}
