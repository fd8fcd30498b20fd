//! References that are not counted, and records that are opened: what is only looked at for a moment.
//!
//! After moves and drops are placed. A reference that is taken out of an object, looked at and dropped while nothing
//! changes becomes a view; reading the last of a record and dropping it is one instruction, and so is reading an element
//! of an array that is in a slot.

use concerto_ir::op::Inst;
use concerto_ir::operand::{Reg, Role, TakeRef, ViewRef};
use concerto_ir::program::Place;

use super::{Draft, Uses};

/// How far from where a reference is made its drop is looked for.
const REACH: usize = 64;

/// The code of a block; what was left out is nothing.
type Code = Vec<Option<(Inst, Place)>>;

pub(super) fn borrow(draft: &mut Draft) {
    for block in &mut draft.blocks {
        let mut code: Code = std::mem::take(&mut block.code).into_iter().map(Some).collect();
        // One view may have to be there before another can be, in either order.
        let count = code.len();
        (0..count).for_each(|at| look(&mut code, at));
        (0..count).rev().for_each(|at| look(&mut code, at));
        (0..count).for_each(|at| look(&mut code, at));
        let mut code: Code = code.into_iter().filter(Option::is_some).collect();
        (1..code.len()).for_each(|at| open(&mut code, at));
        let mut code: Code = code.into_iter().filter(Option::is_some).collect();
        (1..code.len()).for_each(|at| get_of_slot(&mut code, at));
        block.code = code.into_iter().flatten().collect();
    }
}

/// Makes the reference that an instruction takes out of an object a view, if it is dropped before anything changes.
fn look(code: &mut Code, at: usize) {
    let Some((inst, _)) = &code[at] else { return };
    let (dst, view) = match *inst {
        Inst::SlotRef { dst, object, slot, layout } => {
            (dst.0, Inst::LookSlot { dst: ViewRef(dst.0), object, slot, layout })
        }
        Inst::GetRef { dst, array, index } => (dst.0, Inst::LookAt { dst: ViewRef(dst.0), array, index }),
        _ => return,
    };
    let Some(drop) = dropped(code, at, dst) else { return };
    if let Some((inst, _)) = &mut code[at] {
        *inst = view;
    }
    code[drop] = None;
}

/// Where a reference is dropped, if it is only looked at until then and nothing changes.
fn dropped(code: &Code, at: usize, reg: Reg) -> Option<usize> {
    let after = code.iter().enumerate().skip(at + 1).take(REACH);
    for (at, inst) in after.filter_map(|(at, it)| it.as_ref().map(|(inst, _)| (at, inst))) {
        match inst {
            Inst::Drop { src } if src.0 == reg => return Some(at),
            _ if !inst.is_still() => return None,
            _ => {}
        }
        let uses = Uses::of(inst);
        if uses.read().any(|(role, it)| it == reg && role != Role::In) || uses.written().any(|it| it == reg) {
            return None;
        }
    }
    None
}

/// `x = object.slot` and the end of the object in one.
fn open(code: &mut Code, at: usize) {
    let (Some((first, place)), Some((Inst::Drop { src }, _))) = (&code[at - 1], &code[at]) else { return };
    let place = *place;
    let (object, opened) = match *first {
        Inst::SlotInt { dst, object, slot, layout } => {
            (object, Inst::OpenInt { dst, object: TakeRef(object.0), slot, layout })
        }
        Inst::SlotFloat { dst, object, slot, layout } => {
            (object, Inst::OpenFloat { dst, object: TakeRef(object.0), slot, layout })
        }
        Inst::SlotRef { dst, object, slot, layout } => {
            (object, Inst::OpenRef { dst, object: TakeRef(object.0), slot, layout })
        }
        _ => return,
    };
    if object.0 == src.0 {
        code[at - 1] = None;
        code[at] = Some((opened, place));
    }
}

/// `v = look object.slot` and `x = v[index]` in one, if nothing else looks at `v`.
fn get_of_slot(code: &mut Code, at: usize) {
    let (Some((Inst::LookSlot { dst: view, object, slot, layout }, _)), Some((get, place))) =
        (&code[at - 1], &code[at])
    else {
        return;
    };
    let (view, object, slot, layout) = (view.0, *object, *slot, *layout);
    let joined = match *get {
        Inst::GetInt { dst, array, index } if array.0 == view => Inst::SlotGetInt { dst, object, slot, layout, index },
        Inst::GetFloat { dst, array, index } if array.0 == view => {
            Inst::SlotGetFloat { dst, object, slot, layout, index }
        }
        _ => return,
    };
    if is_read_again(code, at + 1, view) {
        return;
    }
    code[at] = Some((joined, *place));
    code[at - 1] = None;
}

/// Whether a view is looked at from an instruction on, until its register gets something else. Views end with their block.
fn is_read_again(code: &Code, from: usize, view: Reg) -> bool {
    for (inst, _) in code.iter().skip(from).flatten() {
        let uses = Uses::of(inst);
        if uses.read().any(|(_, it)| it == view) {
            return true;
        }
        if uses.written().any(|it| it == view) {
            return false;
        }
    }
    false
}
