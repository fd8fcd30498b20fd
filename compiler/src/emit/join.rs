//! Blocks one after the other: jumps name instructions, and blocks that nothing leads to are left out.

use concerto_ir::op::Inst;
use concerto_ir::operand::Jump;
use concerto_ir::program::{Function, Place};

use super::Draft;

pub(super) fn blocks(mut draft: Draft) -> Function {
    return_at_once(&mut draft);
    let order = order(&draft);
    let mut starts = vec![0; draft.blocks.len()];
    let mut code: Vec<(Inst, Place)> = Vec::new();
    for (at, block) in order.iter().enumerate() {
        starts[*block] = code.len() as u32;
        let next = order.get(at + 1).copied();
        let mut instructions = draft.blocks[*block].code.clone();
        // A jump to what comes next is nothing.
        if let Some((Inst::Jump { to }, _)) = instructions.last()
            && Some(to.0 as usize) == next
        {
            instructions.pop();
        }
        let goes_on = draft.blocks[*block].code.last().is_none_or(|(inst, _)| !inst.leaves());
        code.extend(instructions);
        if goes_on && next != Some(*block + 1) {
            let place = code.last().map_or(Place::default(), |(_, place)| *place);
            code.push((Inst::Jump { to: Jump(*block as u32 + 1) }, place));
        }
    }
    for (inst, _) in &mut code {
        inst.map_targets(|it| starts[it as usize]);
    }
    let code = without_empty_jumps(code);
    let mut places: Vec<(u32, Place)> = Vec::new();
    for (at, (_, place)) in code.iter().enumerate() {
        if places.last().is_none_or(|(_, last)| last != place) {
            places.push((at as u32, *place));
        }
    }
    Function {
        name: draft.name,
        params: draft.params,
        captures: draft.captures,
        result: draft.result,
        updates: draft.updates,
        registers: draft.registers,
        code: code.into_iter().map(|(inst, _)| inst).collect(),
        places,
        inlined: draft.inlined,
    }
}

/// A jump to a return is that return.
fn return_at_once(draft: &mut Draft) {
    for at in 0..draft.blocks.len() {
        if let Some((Inst::Jump { to }, _)) = draft.blocks[at].code.last()
            && let [(only, _)] = draft.blocks[to.0 as usize].code.as_slice()
            && only.is_return()
        {
            let only = only.clone();
            if let Some((last, _)) = draft.blocks[at].code.last_mut() {
                *last = only;
            }
        }
    }
}

/// The code without jumps to what comes next anyway.
fn without_empty_jumps(code: Vec<(Inst, Place)>) -> Vec<(Inst, Place)> {
    let mut new = Vec::with_capacity(code.len());
    let mut numbers = Vec::with_capacity(code.len());
    for (at, (inst, place)) in code.into_iter().enumerate() {
        numbers.push(new.len() as u32);
        if !matches!(inst, Inst::Jump { to } if to.0 as usize == at + 1) {
            new.push((inst, place));
        }
    }
    for (inst, _) in &mut new {
        inst.map_targets(|it| numbers[it as usize]);
    }
    new
}

/// The blocks that are reached. A detour that goes on stands right before what it leads to, one that leads back right
/// after where it comes from: so only loops lead back.
fn order(draft: &Draft) -> Vec<usize> {
    let mut reached = vec![false; draft.blocks.len()];
    let mut waiting = vec![0];
    while let Some(block) = waiting.pop() {
        if block < reached.len() && !std::mem::replace(&mut reached[block], true) {
            waiting.extend(draft.successors(block));
        }
    }
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); draft.blocks.len()];
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); draft.blocks.len()];
    for it in &draft.detours {
        match it.to <= it.from {
            true => after[it.from].push(it.block),
            false => before[it.to].push(it.block),
        }
    }
    let own = draft.blocks.len() - draft.detours.len();
    let mut order = Vec::with_capacity(draft.blocks.len());
    for block in 0..own {
        order.extend(before[block].iter().copied().filter(|it| reached[*it]));
        if reached[block] {
            order.push(block);
        }
        order.extend(after[block].iter().copied().filter(|it| reached[*it]));
    }
    order
}
