//! Jumps, and the ways to stop. Every instruction here relies on what [`super::Handler`] promises.

#![allow(clippy::neg_cmp_op_on_partial_ord, reason = "`NaN` is neither below nor above: not less is not at least")]

use super::{Exit, go, no_fuel, units};
use crate::fault::FaultKind;
use crate::machine::Machine;

/// An instruction that goes on elsewhere on a condition; where, is in its second word.
macro_rules! branches {
    ($($name:ident |$regs:ident, $a:ident, $b:ident| $condition:expr;)*) => {$(
        pub(super) unsafe fn $name(pc: *const u64, $regs: *mut u64, machine: &mut Machine) -> Exit {
            // SAFETY: [operands] the registers exist and have these kinds; [targets] the word leads to an instruction.
            unsafe {
                let ($a, $b, _) = units!(*pc);
                if $condition {
                    go!(pc.offset(*pc.add(1) as i32 as isize), $regs, machine)
                }
                go!(pc.add(2), $regs, machine)
            }
        }
    )*};
}

macro_rules! int {
    ($regs:ident, $at:ident) => {
        *$regs.add($at) as i64
    };
}

macro_rules! small {
    ($at:ident) => {
        i64::from($at as u16 as i16)
    };
}

macro_rules! float {
    ($regs:ident, $at:ident) => {
        f64::from_bits(*$regs.add($at))
    };
}

branches! {
    jump_eq_int |regs, a, b| int!(regs, a) == int!(regs, b);
    jump_ne_int |regs, a, b| int!(regs, a) != int!(regs, b);
    jump_lt_int |regs, a, b| int!(regs, a) < int!(regs, b);
    jump_le_int |regs, a, b| int!(regs, a) <= int!(regs, b);
    jump_eq_small |regs, a, b| int!(regs, a) == small!(b);
    jump_ne_small |regs, a, b| int!(regs, a) != small!(b);
    jump_lt_small |regs, a, b| int!(regs, a) < small!(b);
    jump_le_small |regs, a, b| int!(regs, a) <= small!(b);
    jump_gt_small |regs, a, b| int!(regs, a) > small!(b);
    jump_ge_small |regs, a, b| int!(regs, a) >= small!(b);
    jump_lt_float |regs, a, b| float!(regs, a) < float!(regs, b);
    jump_not_lt_float |regs, a, b| !(float!(regs, a) < float!(regs, b));
    jump_le_float |regs, a, b| float!(regs, a) <= float!(regs, b);
    jump_not_le_float |regs, a, b| !(float!(regs, a) <= float!(regs, b));
}

pub(super) unsafe fn jump(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [targets] the word leads to an instruction.
    unsafe { go!(pc.offset((*pc >> 32) as i32 as isize), regs, machine) }
}

pub(super) unsafe fn loop_(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    machine.fuel -= 1;
    // SAFETY: [targets] the word leads to an instruction.
    unsafe {
        let to = pc.offset((*pc >> 32) as i32 as isize);
        if machine.fuel < 0 {
            return no_fuel(to, regs, machine);
        }
        go!(to, regs, machine)
    }
}

pub(super) unsafe fn jump_if(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the register exists; [targets] the word leads to an instruction.
    unsafe {
        let word = *pc;
        if *regs.add((word >> 16) as u16 as usize) != 0 {
            go!(pc.offset((word >> 32) as i32 as isize), regs, machine)
        }
        go!(pc.add(1), regs, machine)
    }
}

pub(super) unsafe fn jump_if_not(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the register exists; [targets] the word leads to an instruction.
    unsafe {
        let word = *pc;
        if *regs.add((word >> 16) as u16 as usize) == 0 {
            go!(pc.offset((word >> 32) as i32 as isize), regs, machine)
        }
        go!(pc.add(1), regs, machine)
    }
}

pub(super) unsafe fn switch(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the register exists, and there is a target; [targets] [code] each leads to an instruction, two
    // units long.
    unsafe {
        let (a, count, _) = units!(*pc);
        let value = *regs.add(a);
        let at = if value < count as u64 { value as usize } else { count - 1 };
        let targets = pc.add(1).cast::<i32>();
        go!(pc.offset(*targets.add(at) as isize), regs, machine)
    }
}

pub(super) unsafe fn fault(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [code] the word of the instruction.
    let text = unsafe { (*pc >> 32) as u32 };
    let message = machine.linked.verified.program().texts.get(text as usize).cloned().unwrap_or_default();
    machine.fail(pc, regs, FaultKind::Message(message))
}

/// Unit 1 is the text that the fault says.
pub(super) unsafe fn panic(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the register exists; [flow] it holds a reference that counts while the text is copied.
    unsafe {
        let (a, _, _) = units!(*pc);
        match crate::heap::texts::text_of(*regs.add(a)) {
            Some(text) => {
                let message = text.to_owned();
                machine.fail(pc, regs, FaultKind::Message(message))
            }
            None => machine.fail(pc, regs, FaultKind::BadObject),
        }
    }
}

/// The word before the first function: the entry has returned.
pub(super) unsafe fn halt(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    machine.keep(pc, regs);
    Exit::Done
}

/// A number that no instruction has; verified code has none.
pub(super) unsafe fn bad(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    machine.fail(pc, regs, FaultKind::BadObject)
}

/// A loop that goes on at its head on a condition; where that is, is in its second word.
macro_rules! loops {
    ($($name:ident |$regs:ident, $a:ident, $b:ident| $condition:expr;)*) => {$(
        pub(super) unsafe fn $name(pc: *const u64, $regs: *mut u64, machine: &mut Machine) -> Exit {
            // SAFETY: [operands] the registers exist and have these kinds; [targets] the word leads to an instruction.
            unsafe {
                let ($a, $b, _) = units!(*pc);
                if $condition {
                    machine.fuel -= 1;
                    let to = pc.offset(*pc.add(1) as i32 as isize);
                    if machine.fuel < 0 {
                        return no_fuel(to, $regs, machine);
                    }
                    go!(to, $regs, machine)
                }
                go!(pc.add(2), $regs, machine)
            }
        }
    )*};
}

loops! {
    loop_lt_int |regs, a, b| int!(regs, a) < int!(regs, b);
    loop_le_int |regs, a, b| int!(regs, a) <= int!(regs, b);
    count |regs, a, b| {
        let next = int!(regs, a).wrapping_add(1);
        *regs.add(a) = next as u64;
        next < int!(regs, b)
    };
}

pub(super) unsafe fn count_to(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the registers exist and have these kinds; [targets] the word leads to an instruction.
    unsafe {
        let (a, b, _) = units!(*pc);
        let counter = *regs.add(a) as i64;
        if counter < *regs.add(b) as i64 {
            *regs.add(a) = (counter + 1) as u64;
            machine.fuel -= 1;
            let to = pc.offset(*pc.add(1) as i32 as isize);
            if machine.fuel < 0 {
                return no_fuel(to, regs, machine);
            }
            go!(to, regs, machine)
        }
        go!(pc.add(2), regs, machine)
    }
}

pub(super) unsafe fn loop_if(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the register exists; [code] [targets] it goes on at the next instruction or as a loop does.
    unsafe {
        let word = *pc;
        if *regs.add((word >> 16) as u16 as usize) != 0 {
            return loop_(pc, regs, machine);
        }
        go!(pc.add(1), regs, machine)
    }
}
