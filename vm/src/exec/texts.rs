//! Texts. For all functions here: see [`super::Handler`].

use super::{Exit, bad_object, go, units};
use crate::heap::texts::text_of;
use crate::heap::{Form, Header, object_of, retain};
use crate::machine::Machine;

pub(super) unsafe fn load_text(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: the text is one of the program, which holds a reference itself.
    unsafe {
        let word = *pc;
        let text = *machine.texts.get_unchecked((word >> 32) as usize);
        *regs.add((word >> 16) as u16 as usize) = retain(text as u64);
        go!(pc.add(1), regs, machine)
    }
}

pub(super) unsafe fn eq_text(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: the operands are registers of this call.
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
    // SAFETY: the operands are registers of this call; each is looked at before it is taken for a text.
    unsafe {
        let (a, count, _) = units!(*pc);
        let part = |at: usize| *regs.add(*pc.cast::<u16>().add(3 + at) as usize);
        let mut length = 0;
        for at in 0..count {
            let Some(text) = object_of(part(at), Form::Text) else {
                return bad_object(pc, regs, machine);
            };
            length += (*text).info as usize;
        }
        match machine.heap.concat(length, (0..count).map(|at| part(at) as *const Header)) {
            Ok(text) => *regs.add(a) = text as u64,
            Err(kind) => return machine.fail(pc, regs, kind),
        }
        go!(pc.add((3 + count).div_ceil(4)), regs, machine)
    }
}

pub(super) unsafe fn append(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: the operands are registers of this call; the reference in the first one gives way to the new one.
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
