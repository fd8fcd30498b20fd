//! Calls and returns. For all functions here: see [`super::Handler`].

use super::{Exit, go, units};
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
pub(super) unsafe fn call(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: the operands are as the verifier saw them.
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
    // SAFETY: the operands are as the verifier saw them.
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
    // SAFETY: the function exists; there is room for its registers, or it is made.
    unsafe {
        let entry = *machine.linked.entries.get_unchecked(function);
        let mut regs = regs;
        let mut new = regs.add(machine.now.registers as usize);
        let end = machine.now.words.as_ptr().add(machine.now.words.len());
        if new.wrapping_add(entry.registers as usize) as *const u64 > end {
            let base = (regs as usize - machine.now.words.as_ptr() as usize) / 8;
            let wanted = base + machine.now.registers as usize + entry.registers as usize;
            if let Err(kind) = machine.grow_stack(wanted) {
                return machine.fail(pc, regs, kind);
            }
            regs = machine.now.words.as_mut_ptr().add(base);
            new = regs.add(machine.now.registers as usize);
        }
        if machine.now.calls == machine.now.frames.len()
            && let Err(kind) = machine.grow_frames()
        {
            return machine.fail(pc, regs, kind);
        }
        fill(new, regs);
        *machine.now.frames.get_unchecked_mut(machine.now.calls) = frame;
        machine.now.calls += 1;
        machine.now.registers = entry.registers;
        machine.fuel -= 1;
        let to = entry.first;
        if machine.fuel < 0 {
            machine.keep(to, new);
            return Exit::Fuel;
        }
        go!(to, new, machine)
    }
}

pub(super) unsafe fn return_(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: there is a caller: the first frame is that of the program's start.
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
    // SAFETY: there is a caller, which said where the receiver goes: functions that update are called no other way.
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
