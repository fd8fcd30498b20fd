//! Calls and returns. Every instruction here relies on what [`super::Handler`] promises.

use super::{Exit, go, no_fuel, units};
use crate::fiber::{Frame, NO_PLACE};
use crate::machine::Machine;

/// The registers of a list, as units after the first word.
macro_rules! listed {
    ($pc:expr, $first:expr, $at:expr) => {
        *$pc.cast::<u16>().add($first + $at) as usize
    };
}

pub(super) use listed;

/// Unit 1 is the destination, units 2 and 3 the function, unit 4 the number of arguments, which follow.
///
/// Up to three arguments are in the second word. All three are copied: there is room for them, and what is not an argument
/// is a register that the function fills before it reads it.
pub(super) unsafe fn call(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [entries] the function exists; [together] it takes these arguments; [stack] what is no argument is
    // register 0, and there is room for it.
    unsafe {
        let (word, list) = (*pc, *pc.add(1));
        if list as u16 > 3 {
            return call_with_many(pc, regs, machine);
        }
        let function = (word >> 32) as usize;
        let frame =
            Frame { back: pc.add(2), registers: machine.now.registers, dst: (word >> 16) as u16, place: NO_PLACE };
        enter(pc, regs, machine, function, frame, |new, regs| {
            let (a, b, c) = units!(list);
            *new = *regs.add(a);
            *new.add(1) = *regs.add(b);
            *new.add(2) = *regs.add(c);
        })
    }
}

#[inline(never)]
unsafe fn call_with_many(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [entries] the function exists; [together] it takes these arguments; [code] as many are listed as unit 4
    // says.
    unsafe {
        let word = *pc;
        let function = (word >> 32) as usize;
        let count = *pc.add(1) as u16 as usize;
        let back = pc.add(2 + count / 4);
        let frame = Frame { back, registers: machine.now.registers, dst: (word >> 16) as u16, place: NO_PLACE };
        enter(pc, regs, machine, function, frame, |new, regs| {
            for at in 0..count {
                *new.add(at) = *regs.add(listed!(pc, 5, at));
            }
        })
    }
}

/// Unit 1 is the destination, unit 2 the receiver, units 4 and 5 the function, unit 6 the number of arguments.
pub(super) unsafe fn update(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [entries] the function exists; [together] it takes the receiver and at most one argument; [stack] there
    // is room for both.
    unsafe {
        let (dst, place, _) = units!(*pc);
        let function = *pc.add(1) as u32 as usize;
        let count = listed!(pc, 6, 0);
        if count > 1 {
            return update_with_many(pc, regs, machine);
        }
        let frame = Frame { back: pc.add(2), registers: machine.now.registers, dst: dst as u16, place: place as u16 };
        enter(pc, regs, machine, function, frame, |new, regs| {
            *new = *regs.add(place);
            *new.add(1) = *regs.add(listed!(pc, 7, 0));
        })
    }
}

#[inline(never)]
unsafe fn update_with_many(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [entries] the function exists; [together] it takes the receiver and these arguments; [code] they follow
    // unit 6.
    unsafe {
        let (dst, place, _) = units!(*pc);
        let function = *pc.add(1) as u32 as usize;
        let count = listed!(pc, 6, 0);
        let back = pc.add((7 + count).div_ceil(4));
        let frame = Frame { back, registers: machine.now.registers, dst: dst as u16, place: place as u16 };
        enter(pc, regs, machine, function, frame, |new, regs| {
            *new = *regs.add(place);
            for at in 0..count {
                *new.add(1 + at) = *regs.add(listed!(pc, 7, at));
            }
        })
    }
}

/// Goes on in a function whose registers come after those of the caller.
#[inline(always)]
pub(super) unsafe fn enter(
    pc: *const u64,
    regs: *mut u64,
    machine: &mut Machine,
    function: usize,
    frame: Frame,
    fill: impl FnOnce(*mut u64, *mut u64),
) -> Exit {
    // SAFETY: [entries] the function exists; [stack] its registers have room behind those of the caller, and so has the
    // frame.
    unsafe {
        let entry = *machine.linked.entries.get_unchecked(function);
        let new = regs.add(machine.now.registers as usize);
        let end = machine.now.words.as_ptr().add(machine.now.words.len());
        // Numbers of 64 bits: an address of 32 bits could wrap around.
        if new as u64 + u64::from(entry.registers) * 8 > end as u64 || machine.now.calls == machine.now.frames.len() {
            return grow_first(pc, regs, machine, entry.registers);
        }
        fill(new, regs);
        *machine.now.frames.get_unchecked_mut(machine.now.calls) = frame;
        machine.now.calls += 1;
        machine.now.registers = entry.registers;
        machine.fuel -= 1;
        let to = entry.first;
        if machine.fuel < 0 {
            return no_fuel(to, new, machine);
        }
        go!(to, new, machine)
    }
}

/// Makes room for a call of a function of so many registers, and begins again.
#[cold]
#[inline(never)]
unsafe fn grow_first(pc: *const u64, regs: *mut u64, machine: &mut Machine, registers: u32) -> Exit {
    let base = (regs as usize - machine.now.words.as_ptr() as usize) / 8;
    let wanted = base + machine.now.registers as usize + registers as usize;
    let mut grown = Ok(());
    if wanted > machine.now.words.len() {
        grown = machine.grow_stack(wanted);
    }
    if grown.is_ok() && machine.now.calls == machine.now.frames.len() {
        grown = machine.grow_frames();
    }
    // SAFETY: [stack] the registers have moved, and this is where they are now; [code] the instruction begins again.
    unsafe {
        let regs = machine.now.words.as_mut_ptr().add(base);
        match grown {
            Ok(()) => go!(pc, regs, machine),
            Err(kind) => machine.fail(pc, regs, kind),
        }
    }
}

pub(super) unsafe fn return_(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the register exists; [stack] there is a frame: the first one leads out of the fiber.
    unsafe {
        let (a, _, _) = units!(*pc);
        let value = *regs.add(a);
        machine.now.calls -= 1;
        let frame = *machine.now.frames.get_unchecked(machine.now.calls);
        let caller = regs.sub(frame.registers as usize);
        *caller.add(frame.dst as usize) = value;
        machine.now.registers = frame.registers;
        go!(frame.back, caller, machine)
    }
}

pub(super) unsafe fn return_update(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the registers exist; [stack] the frame says where the receiver goes: [together] [starts] only
    // updates call such functions.
    unsafe {
        let (a, b, _) = units!(*pc);
        let (value, receiver) = (*regs.add(a), *regs.add(b));
        machine.now.calls -= 1;
        let frame = *machine.now.frames.get_unchecked(machine.now.calls);
        let caller = regs.sub(frame.registers as usize);
        *caller.add(frame.place as usize) = receiver;
        *caller.add(frame.dst as usize) = value;
        machine.now.registers = frame.registers;
        go!(frame.back, caller, machine)
    }
}
