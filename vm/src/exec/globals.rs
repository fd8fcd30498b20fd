//! Resources. Every instruction here relies on what [`super::Handler`] promises.

use super::{Exit, go};
use crate::machine::Machine;

/// Unit 1 is the destination, units 2 and 3 the resource.
macro_rules! reads {
    ($($name:ident $takes:literal)*) => {$(
        pub(super) unsafe fn $name(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
            // SAFETY: [entries] the resource exists; [operands] so does the register, [flow] which is empty.
            unsafe {
                let word = *pc;
                match machine.read_global((word >> 32) as u32, $takes) {
                    Ok(Some(value)) => {
                        *regs.add((word >> 16) as u16 as usize) = value;
                        go!(pc.add(1), regs, machine)
                    }
                    Ok(None) => {
                        machine.keep(pc, regs);
                        Exit::Wait
                    }
                    Err(kind) => machine.fail(pc, regs, kind),
                }
            }
        }
    )*};
}

reads! {
    load false
    take true
}

/// Units 2 and 3 are the resource, unit 4 is the register.
pub(super) unsafe fn put(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [entries] the resource exists; [operands] so does the register; [flow] its reference is handed over,
    // unless this fails.
    unsafe {
        let src = *pc.add(1) as u16 as usize;
        match machine.put_global((*pc >> 32) as u32, *regs.add(src)) {
            Ok(()) => go!(pc.add(2), regs, machine),
            Err(kind) => machine.fail(pc, regs, kind),
        }
    }
}
