//! Texts. For all functions here: see [`super::Handler`].

use super::{Exit, go, units};
use crate::fault::FaultKind;
use crate::heap::{Form, Header, retain};
use crate::machine::Machine;

/// The bytes of the text that a reference leads to.
#[inline(always)]
unsafe fn bytes<'h>(word: u64) -> Option<&'h [u8]> {
    if word & 1 == 1 || word == 0 {
        return None;
    }
    let header = word as *const Header;
    // SAFETY: it is the address of an object; the bytes of a text follow its header.
    unsafe {
        ((*header).form == Form::Text)
            .then(|| std::slice::from_raw_parts(header.add(1).cast(), (*header).info as usize))
    }
}

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
        let (Some(left), Some(right)) = (bytes(*regs.add(b)), bytes(*regs.add(c))) else {
            return machine.fail(pc, regs, FaultKind::BadObject);
        };
        *regs.add(a) = u64::from(left == right);
        go!(pc.add(1), regs, machine)
    }
}
