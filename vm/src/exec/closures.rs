//! Closures: a function and what it took along. Every instruction here relies on what [`super::Handler`] promises.

use super::calls::{enter, listed};
use super::{Exit, bad_object, go, units};
use crate::fiber::{Frame, NO_PLACE};
use crate::heap::{Form, Header, object_of, retain};
use crate::link::Closable;
use crate::machine::Machine;

/// Unit 1 is the destination, units 2 and 3 the function, unit 4 the number of captures, which follow.
pub(super) unsafe fn new_closure(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [entries] the function exists; [together] it has these captures, [shape] which are the slots of the
    // closure.
    unsafe {
        let word = *pc;
        let shape = machine.linked.first_closure() + (word >> 32) as u32;
        let count = *pc.add(1) as u16 as usize;
        let object = match machine.heap.closure(shape, count) {
            Ok(object) => object,
            Err(kind) => return machine.fail(pc, regs, kind),
        };
        let into = object.add(1).cast::<u64>();
        for at in 0..count {
            *into.add(at) = *regs.add(listed!(pc, 5, at));
        }
        *regs.add((word >> 16) as u16 as usize) = object as u64;
        go!(pc.add(2 + count / 4), regs, machine)
    }
}

/// Unit 1 is the destination, unit 2 the closure, units 4 and 5 the signature, unit 6 the number of arguments.
pub(super) unsafe fn call_value(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [header] [shape] the object is a closure of a function of the program; [unique] of this signature, so it
    // takes [together] these arguments, and then its captures.
    unsafe {
        let (dst, closure, _) = units!(*pc);
        let signature = *pc.add(1) as u32;
        let count = listed!(pc, 6, 0);
        let Some(object) = object_of(*regs.add(closure), Form::Closure) else {
            return bad_object(pc, regs, machine);
        };
        let function = ((*object).info - machine.linked.first_closure()) as usize;
        let closable = *machine.linked.closures.get_unchecked(function);
        if closable.signature != signature {
            return bad_object(pc, regs, machine);
        }
        if count > 2 || closable.captures > 1 || closable.has_refs {
            return call_with_many(pc, regs, machine, object, closable);
        }
        let back = pc.add(if count == 2 { 3 } else { 2 });
        let frame = Frame { back, registers: machine.now.registers, dst: dst as u16, place: NO_PLACE };
        enter(pc, regs, machine, function, frame, |new, regs| {
            *new = *regs.add(listed!(pc, 7, 0));
            if count == 2 {
                *new.add(1) = *regs.add(listed!(pc, 7, 1));
            }
            if closable.captures == 1 {
                *new.add(count) = *object.add(1).cast::<u64>();
            }
        })
    }
}

/// Calls a closure with any number of arguments and captures.
#[inline(never)]
unsafe fn call_with_many(
    pc: *const u64,
    regs: *mut u64,
    machine: &mut Machine,
    object: *mut Header,
    closable: Closable,
) -> Exit {
    // SAFETY: [header] [shape] [together] as `call_value` has found; [counted] captures are copied.
    unsafe {
        let (dst, _, _) = units!(*pc);
        let count = listed!(pc, 6, 0);
        let shape = (*object).info;
        let function = (shape - machine.linked.first_closure()) as usize;
        let refs: *const [bool] = &*machine.linked.shapes.get_unchecked(shape as usize).refs;
        let back = pc.add((7 + count).div_ceil(4));
        let frame = Frame { back, registers: machine.now.registers, dst: dst as u16, place: NO_PLACE };
        enter(pc, regs, machine, function, frame, |new, regs| {
            for at in 0..count {
                *new.add(at) = *regs.add(listed!(pc, 7, at));
            }
            let captures = object.add(1).cast::<u64>();
            for at in 0..closable.captures as usize {
                *new.add(count + at) = *captures.add(at);
            }
            if closable.has_refs {
                let refs = (*refs).iter().enumerate().filter(|(_, is_ref)| **is_ref);
                refs.for_each(|(at, _)| _ = retain(*captures.add(at)));
            }
        })
    }
}
