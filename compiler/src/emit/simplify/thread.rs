//! Tests of what is known: a block that only asks which variant or number a register holds is left out by those who have just
//! put it there. `return Err(e)` of a function that is written out goes right to where the caller handles an `Err`.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InInt, InRef, Jump, Reg};
use concerto_ir::program::Place;
use concerto_ir::set::RegSet;

use crate::emit::live::live;
use crate::emit::{Draft, Uses};

/// How often the whole is looked at: a block that is led to a test may be a test itself.
const ROUNDS_MAX: usize = 3;

/// How many instructions stand before a test that is repeated.
const REPEATED_MAX: usize = 2;

/// Lets blocks that know the outcome of a test go on where it leads. `tag` is the variant of what a layout is for.
pub(super) fn known_tests(draft: &mut Draft, tag: &dyn Fn(u32) -> Option<u16>) -> bool {
    let mut changed = false;
    for _ in 0..ROUNDS_MAX {
        if !once(draft, tag) {
            break;
        }
        remove_unreached(draft);
        changed = true;
    }
    changed
}

fn once(draft: &mut Draft, tag: &dyn Fn(u32) -> Option<u16>) -> bool {
    let tests: Vec<Option<Test>> = (0..draft.blocks.len()).map(|it| Test::of(draft, it)).collect();
    if tests.iter().all(Option::is_none) {
        return false;
    }
    let heads = loop_heads(draft);
    let mut changed = false;
    for block in 0..draft.blocks.len() {
        if let Some(test) = &tests[block]
            && let Some(value) = value_at_end(&draft.blocks[block].code, test.inside, &test.ask, tag)
            && let Some((last, _)) = draft.blocks[block].code.last_mut()
            && let Some(next) = test.outcome(value).filter(|it| *it > block)
        {
            *last = Inst::Jump { to: Jump(next as u32) };
            changed = true;
            continue;
        }
        let (to, jumps) = match draft.blocks[block].code.last() {
            Some((Inst::Jump { to }, _)) => (to.0 as usize, true),
            Some((inst, _)) if inst.leaves() || inst.jumps() => continue,
            _ => (block + 1, false),
        };
        // Only a way down, so that nothing becomes a loop, and never past the start of a loop into its middle.
        let Some(Some(test)) = tests.get(to).filter(|_| to > block && !heads[to]) else { continue };
        let Some(before) = &test.before else { continue };
        let Some(value) = value_at_end(&draft.blocks[block].code, test.outside, &test.ask, tag) else { continue };
        let Some(next) = test.outcome(value).filter(|it| *it > block) else { continue };
        let code = &mut draft.blocks[block].code;
        let place = code.last().map_or(Place::default(), |(_, place)| *place);
        if jumps {
            code.pop();
        }
        code.extend(before.iter().cloned());
        code.push((Inst::Jump { to: Jump(next as u32) }, place));
        changed = true;
    }
    changed
}

/// The blocks that loops lead back to.
fn loop_heads(draft: &Draft) -> Vec<bool> {
    let mut heads = vec![false; draft.blocks.len()];
    for target in draft.blocks.iter().flat_map(|it| &it.code).filter_map(|(inst, _)| inst.loop_target()) {
        heads[target as usize] = true;
    }
    heads
}

/// A block that asks what a register holds, after a copy or two.
struct Test {
    /// The copies, if there is nothing else.
    before: Option<Vec<(Inst, Place)>>,
    /// The register that is asked, and what it is called before the copies.
    inside: Reg,
    outside: Reg,
    ask: Ask,
    /// Where it leads if the answer is yes, and if it is no.
    yes: usize,
    no: usize,
}

enum Ask {
    Tag(i64),
    Number(i64),
    OtherThan(i64),
}

impl Test {
    fn of(draft: &Draft, at: usize) -> Option<Self> {
        let ((last, _), before) = draft.blocks[at].code.split_last()?;
        if at + 1 >= draft.blocks.len() {
            return None;
        }
        let (reg, ask, to) = match last {
            Inst::JumpNotTag { value: InRef(reg), tag, to } => (*reg, Ask::Tag(i64::from(tag.0)), *to),
            Inst::JumpIf { condition: InInt(reg), to } => (*reg, Ask::Number(0), *to),
            Inst::JumpIfNot { condition: InInt(reg), to } => (*reg, Ask::OtherThan(0), *to),
            Inst::JumpNeSmall { left: InInt(reg), right, to } => (*reg, Ask::Number(i64::from(right.0)), *to),
            Inst::JumpEqSmall { left: InInt(reg), right, to } => (*reg, Ask::OtherThan(i64::from(right.0)), *to),
            _ => return None,
        };
        let (yes, no) = (at + 1, to.0 as usize);
        let mut outside = reg;
        let is_alone = before.len() <= REPEATED_MAX
            && before.iter().rev().all(|(inst, _)| match super::copy(inst) {
                Some((dst, src)) if dst == outside => {
                    outside = src;
                    true
                }
                found => found.is_some(),
            });
        let before = is_alone.then(|| before.to_vec());
        Some(Self { before, inside: reg, outside, ask, yes, no })
    }

    fn outcome(&self, value: i64) -> Option<usize> {
        let is_so = match self.ask {
            Ask::Tag(tag) => value == tag,
            Ask::Number(number) => value == number,
            Ask::OtherThan(number) => value != number,
        };
        Some(if is_so { self.yes } else { self.no })
    }
}

/// What a register holds at the end of a block, if that was put there in it: a number, or the number of a variant.
fn value_at_end(code: &[(Inst, Place)], mut reg: Reg, ask: &Ask, tag: &dyn Fn(u32) -> Option<u16>) -> Option<i64> {
    for (inst, _) in code.iter().rev() {
        if let Some((dst, src)) = super::copy(inst)
            && dst == reg
        {
            reg = src;
            continue;
        }
        if !Uses::of(inst).written().any(|it| it == reg) {
            continue;
        }
        return match (inst, ask) {
            (Inst::New { layout, .. }, Ask::Tag(_)) => tag(layout.0).map(i64::from),
            (Inst::LoadUnit { variant, .. }, Ask::Tag(_)) => Some(i64::from(variant.0)),
            (Inst::LoadInt { value, .. }, Ask::Number(_) | Ask::OtherThan(_)) => Some(i64::from(value.0)),
            _ => None,
        };
    }
    None
}

/// Takes out the blocks that nothing leads to, and joins those that only follow one another.
pub(super) fn remove_unreached(draft: &mut Draft) {
    let count = draft.blocks.len();
    let mut ways = vec![0_u32; count];
    let mut waiting = vec![0];
    ways[0] = 1;
    while let Some(block) = waiting.pop() {
        for next in draft.successors(block) {
            ways[next] += 1;
            if ways[next] == 1 {
                waiting.push(next);
            }
        }
    }
    // A block that one jump alone leads to stands where the jump is.
    for block in 0..count {
        while ways[block] > 0
            && let Some((Inst::Jump { to }, _)) = draft.blocks[block].code.last()
            && let to = to.0 as usize
            && to > block
            && ways[to] == 1
            && !leads_back_behind(draft, to, block)
        {
            let mut moved = std::mem::take(&mut draft.blocks[to].code);
            let falls = moved.last().is_none_or(|(inst, _)| !inst.leaves());
            let code = &mut draft.blocks[block].code;
            let place = code.pop().map_or(Place::default(), |(_, place)| place);
            code.append(&mut moved);
            if falls {
                match code.last() {
                    // A jump that may be taken has to stay the last instruction but for one that always is.
                    Some((inst, _)) if inst.jumps() => {
                        code.push((Inst::Jump { to: Jump(to as u32 + 1) }, place));
                        ways[to] = 0;
                        break;
                    }
                    _ => code.push((Inst::Jump { to: Jump(to as u32 + 1) }, place)),
                }
            }
            ways[to] = 0;
        }
    }
    renumber(draft, &ways);
    crate::emit::own::split_blocks(draft);
}

/// Whether a block leads back to one that would not be further up any more if it stood at `place`.
fn leads_back_behind(draft: &Draft, block: usize, place: usize) -> bool {
    draft.blocks[block].code.iter().any(|(inst, _)| inst.loop_target().is_some_and(|it| it as usize > place))
}

/// Leaves only the blocks that are reached.
fn renumber(draft: &mut Draft, ways: &[u32]) {
    let mut numbers = Vec::with_capacity(ways.len());
    let mut next = 0;
    for count in ways {
        numbers.push(next);
        next += u32::from(*count > 0);
    }
    let mut ways = ways.iter();
    draft.blocks.retain(|_| ways.next().is_some_and(|it| *it > 0));
    for (inst, _) in draft.blocks.iter_mut().flat_map(|it| &mut it.code) {
        inst.map_targets(|it| numbers[it as usize]);
    }
}

/// Records that are made, taken apart in the same block and needed nowhere else are not made at all.
pub(super) fn parts_of_new(draft: &mut Draft) {
    if !draft.blocks.iter().flat_map(|it| &it.code).any(|(inst, _)| matches!(inst, Inst::New { .. })) {
        return;
    }
    let live = live(draft);
    for (block, needed) in draft.blocks.iter_mut().zip(&live.at_end) {
        let mut at = 0;
        while at < block.code.len() {
            if let Some(uses) = taken_apart(&block.code, at, needed)
                && let Inst::New { slots, .. } = &block.code[at].0
            {
                let slots = slots.0.clone();
                for (index, slot) in uses {
                    let inst = &mut block.code[index].0;
                    *inst = part_as_copy(inst, slots[slot]);
                }
                block.code.remove(at);
            } else {
                at += 1;
            }
        }
    }
}

/// Where the slots of a record are read, if that is all that is done with it, and its parts stay what they are until then.
fn taken_apart(code: &[(Inst, Place)], at: usize, needed: &RegSet) -> Option<Vec<(usize, usize)>> {
    let Inst::New { dst, slots, .. } = &code[at].0 else { return None };
    let mut uses = Vec::new();
    let mut are_same = true;
    for (index, (inst, _)) in code.iter().enumerate().skip(at + 1) {
        let used = Uses::of(inst);
        if used.read().any(|(_, it)| it == dst.0) {
            match inst {
                Inst::SlotInt { object, slot, dst: to, .. } if object.0 == dst.0 && to.0 != dst.0 => {
                    uses.push((index, slot.0 as usize));
                }
                Inst::SlotFloat { object, slot, dst: to, .. } if object.0 == dst.0 && to.0 != dst.0 => {
                    uses.push((index, slot.0 as usize));
                }
                Inst::SlotRef { object, slot, dst: to, .. } if object.0 == dst.0 && to.0 != dst.0 => {
                    uses.push((index, slot.0 as usize));
                }
                _ => return None,
            }
            if !are_same || uses.last().is_none_or(|(_, slot)| *slot >= slots.0.len()) {
                return None;
            }
        }
        let takes = used.read().filter(|(role, _)| *role == concerto_ir::operand::Role::Take).map(|(_, it)| it);
        are_same &= !used.written().chain(takes).any(|it| slots.0.contains(&it));
        if used.written().any(|it| it == dst.0) {
            return Some(uses);
        }
    }
    (!needed.has(dst.0)).then_some(uses)
}

fn part_as_copy(inst: &Inst, src: Reg) -> Inst {
    match *inst {
        Inst::SlotInt { dst, .. } => Inst::MoveInt { dst, src: InInt(src) },
        Inst::SlotFloat { dst, .. } => Inst::MoveFloat { dst, src: concerto_ir::operand::InFloat(src) },
        Inst::SlotRef { dst, .. } => Inst::CopyRef { dst, src: InRef(src) },
        ref other => other.clone(),
    }
}
