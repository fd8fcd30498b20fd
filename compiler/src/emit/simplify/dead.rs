//! Code whose value nobody needs, if that is all it does.

use concerto_ir::op::Op;

use crate::emit::live::{live, step_back};
use crate::emit::{Draft, Uses};

/// How often the whole is looked at: each time what only dead code needed is dead, too.
const ROUNDS_MAX: usize = 4;

pub(super) fn remove(draft: &mut Draft) {
    for _ in 0..ROUNDS_MAX {
        if !remove_once(draft) {
            return;
        }
    }
}

fn remove_once(draft: &mut Draft) -> bool {
    let live = live(draft);
    let mut removed = false;
    for (at, block) in draft.blocks.iter_mut().enumerate() {
        let mut needed = live.at_end[at].clone();
        let mut kept = Vec::with_capacity(block.code.len());
        for (inst, place) in block.code.drain(..).rev() {
            let uses = Uses::of(&inst);
            if only_makes(inst.op()) && !uses.written().any(|it| needed.has(it)) {
                removed = true;
                continue;
            }
            step_back(&uses, &mut needed);
            kept.push((inst, place));
        }
        kept.reverse();
        block.code = kept;
    }
    removed
}

/// Whether an instruction does nothing but give a value; what it looks at has the shape that the compiler gave it.
fn only_makes(op: Op) -> bool {
    matches!(
        op,
        Op::MoveInt
            | Op::MoveFloat
            | Op::CopyRef
            | Op::LoadInt
            | Op::LoadWhole
            | Op::LoadFloat
            | Op::LoadText
            | Op::LoadUnit
            | Op::EqInt
            | Op::NeInt
            | Op::LtInt
            | Op::LeInt
            | Op::Not
            | Op::AddFloat
            | Op::SubFloat
            | Op::MulFloat
            | Op::DivFloat
            | Op::RemFloat
            | Op::NegFloat
            | Op::EqFloat
            | Op::LtFloat
            | Op::LeFloat
            | Op::TagOf
            | Op::SlotInt
            | Op::SlotFloat
            | Op::SlotRef
            | Op::Len
            | Op::New
            | Op::NewClosure
            | Op::EqText
    )
}
