//! Calls of functions of the machine. Every instruction here relies on what [`super::Handler`] promises.
//!
//! The arguments are kept in a function of their own: where one of an instruction's own variables has an address that
//! others know, going on to the next instruction would not be a jump.

use super::calls::listed;
use super::{Exit, go, units};
use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::native::{Call, PARAMS_MAX};

/// Calls a function of the machine: the registers of its arguments in, its result out, or whether there is none.
///
/// # Safety
/// `[entries]`: there is such a native. `[operands]`: the registers exist. `[together]`: they are of the kinds of its
/// types.
#[inline(never)]
unsafe fn call(
    machine: &mut Machine,
    regs: *mut u64,
    native: usize,
    place: Option<usize>,
    listed: *const u16,
    count: usize,
    dst: usize,
) -> bool {
    let mut args = [0; PARAMS_MAX];
    let first = usize::from(place.is_some());
    if first + count > PARAMS_MAX {
        machine.fault = Some(FaultKind::BadObject);
        return false;
    }
    let Machine { heap, linked, fuel, fault, .. } = machine;
    // SAFETY: [entries] the native exists; [operands] the registers exist; [together] [typed] they are of the kinds of
    // its types.
    unsafe {
        if let Some(place) = place {
            args[0] = *regs.add(place);
        }
        for at in 0..count {
            args[first + at] = *regs.add(*listed.add(at) as usize);
        }
        let native = linked.natives.get_unchecked(native);
        let mut call = Call::new(heap, linked, native, &mut args);
        call.at = listed as usize;
        let given = (native.body)(&mut call);
        *fuel -= call.work as i64;
        if let Some(place) = place {
            *regs.add(place) = args[0];
        }
        match given {
            Ok(value) => {
                *regs.add(dst) = value;
                true
            }
            Err(kind) => {
                *fault = Some(kind);
                false
            }
        }
    }
}

/// Unit 1 is the destination, units 2 and 3 the function, unit 4 the number of arguments, which follow.
pub(super) unsafe fn native(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [entries] [operands] [together] as `call` wants it; [code] the list follows unit 4.
    unsafe {
        let word = *pc;
        let count = *pc.add(1) as u16 as usize;
        let dst = (word >> 16) as u16 as usize;
        if !call(machine, regs, (word >> 32) as usize, None, pc.cast::<u16>().add(5), count, dst) {
            machine.keep(pc, regs);
            return Exit::Fault;
        }
        go!(pc.add(2 + count / 4), regs, machine)
    }
}

/// Unit 1 is the destination, unit 2 the place, units 4 and 5 the function, unit 6 the number of arguments.
pub(super) unsafe fn change(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [entries] [operands] [together] as `call` wants it; [code] the list follows unit 6.
    unsafe {
        let (dst, place, _) = units!(*pc);
        let function = *pc.add(1) as u32 as usize;
        let count = listed!(pc, 6, 0);
        if !call(machine, regs, function, Some(place), pc.cast::<u16>().add(7), count, dst) {
            machine.keep(pc, regs);
            return Exit::Fault;
        }
        go!(pc.add((7 + count).div_ceil(4)), regs, machine)
    }
}
