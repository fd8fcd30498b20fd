//! Texts. Every instruction here relies on what [`super::Handler`] promises.

use super::{Exit, bad_object, go, units};
use crate::heap::texts::text_of;
use crate::heap::{Form, Header, object_of, retain};
use crate::machine::Machine;

pub(super) unsafe fn load_text(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [entries] the text exists; [operands] so does the register; [counted] the program's texts stay.
    unsafe {
        let word = *pc;
        let text = *machine.texts.get_unchecked((word >> 32) as usize);
        *regs.add((word >> 16) as u16 as usize) = retain(text as u64);
        go!(pc.add(1), regs, machine)
    }
}

pub(super) unsafe fn eq_text(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the registers exist; [flow] [views] the references lead to objects; [header] they are looked
    // at first.
    unsafe {
        let (a, b, c) = units!(*pc);
        let (Some(left), Some(right)) = (text_of(*regs.add(b)), text_of(*regs.add(c))) else {
            return bad_object(pc, regs, machine);
        };
        *regs.add(a) = u64::from(left == right);
        go!(pc.add(1), regs, machine)
    }
}

/// Unit 1 is the destination, unit 2 the number of texts, which follow.
pub(super) unsafe fn concat(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the registers exist; [flow] the references are held; [header] each is looked at before it is
    // taken for a text.
    unsafe {
        let (a, count, _) = units!(*pc);
        let part = |at: usize| *regs.add(*pc.cast::<u16>().add(3 + at) as usize);
        // One text may be listed many times: a length that would overflow is refused as too long.
        let mut length = 0usize;
        for at in 0..count {
            let Some(text) = object_of(part(at), Form::Text) else {
                return bad_object(pc, regs, machine);
            };
            length = length.saturating_add((*text).info as usize);
        }
        match machine.heap.concat(length, (0..count).map(|at| part(at) as *const Header)) {
            Ok(text) => *regs.add(a) = text as u64,
            Err(kind) => return machine.fail(pc, regs, kind),
        }
        go!(pc.add((3 + count).div_ceil(4)), regs, machine)
    }
}

pub(super) unsafe fn append(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the registers exist, [flow] and are not the same one; [header] both are texts; [counted] the
    // reference gives way to the new one.
    unsafe {
        let (a, b, _) = units!(*pc);
        let text = object_of(*regs.add(a), Form::Text).zip(object_of(*regs.add(b), Form::Text));
        let Some((text, more)) = text else { return bad_object(pc, regs, machine) };
        match machine.heap.append(text, more) {
            Ok(text) => *regs.add(a) = text as u64,
            Err(kind) => return machine.fail(pc, regs, kind),
        }
        go!(pc.add(1), regs, machine)
    }
}
