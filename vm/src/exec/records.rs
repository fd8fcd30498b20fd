//! Records: structs, tuples and the data of variants. For all functions here: see [`super::Handler`].

use super::{Exit, go, units};
use crate::fault::FaultKind;
use crate::heap::{Form, Header, retain};
use crate::machine::Machine;

/// Whether a reference leads to a record of a layout.
#[inline(always)]
unsafe fn is_record(word: u64, layout: u32) -> bool {
    if word & 1 == 1 || word == 0 {
        return false;
    }
    let header = word as *const Header;
    // SAFETY: it is the address of an object.
    unsafe { (*header).info == layout && (*header).form == Form::Record }
}

#[inline(always)]
unsafe fn slots(word: u64) -> *mut u64 {
    // SAFETY: the slots of a record follow its header.
    unsafe { (word as *mut Header).add(1).cast() }
}

/// Unit 1 is the destination, units 2 and 3 the layout, unit 4 the number of slots, which follow.
pub(super) unsafe fn new(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: the operands are as the verifier saw them: as many slots as the layout has.
    unsafe {
        let word = *pc;
        let layout = (word >> 32) as u32;
        let count = *pc.add(1) as u16 as usize;
        let tag = machine.linked.shapes.get_unchecked(layout as usize).tag;
        let object = match machine.heap.record(tag, layout, count) {
            Ok(object) => object,
            Err(kind) => return machine.fail(pc, regs, kind),
        };
        let into = object.add(1).cast::<u64>();
        for at in 0..count {
            *into.add(at) = *regs.add(*pc.cast::<u16>().add(5 + at) as usize);
        }
        *regs.add((word >> 16) as u16 as usize) = object as u64;
        go!(pc.add(2 + count / 4), regs, machine)
    }
}

/// Reads a slot; the layout is in the second word.
macro_rules! reads {
    ($($name:ident |$value:ident| $taken:expr;)*) => {$(
        pub(super) unsafe fn $name(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
            // SAFETY: the operands are registers of this call; the layout has the slot, and the object has the layout.
            unsafe {
                let (a, b, slot) = units!(*pc);
                let object = *regs.add(b);
                if !is_record(object, *pc.add(1) as u32) {
                    return machine.fail(pc, regs, FaultKind::BadObject);
                }
                let $value = *slots(object).add(slot);
                *regs.add(a) = $taken;
                go!(pc.add(2), regs, machine)
            }
        }
    )*};
}

reads! {
    slot |value| value;
    slot_ref |value| retain(value);
}

impl Machine {
    /// The same record, for nobody else: a copy where others refer to it, too.
    #[cold]
    unsafe fn own_record(&mut self, word: u64) -> Result<u64, FaultKind> {
        let old = word as *mut Header;
        // SAFETY: it is a record; its slots are copied, and references counted.
        unsafe {
            let (tag, layout, count) = ((*old).tag, (*old).info, (*old).room as usize);
            let new = self.heap.record(tag, layout, count)?;
            let (from, to) = (old.add(1).cast::<u64>(), new.add(1).cast::<u64>());
            let refs = &self.linked.shapes.get_unchecked(layout as usize).refs;
            for at in 0..count {
                let value = *from.add(at);
                *to.add(at) = if refs[at] { retain(value) } else { value };
            }
            (*old).count -= 1;
            Ok(new as u64)
        }
    }
}

/// Makes the record in a register one that only this register refers to.
macro_rules! owned {
    ($pc:ident, $regs:ident, $machine:ident, $at:expr, $layout:expr) => {{
        let object = *$regs.add($at);
        if !is_record(object, $layout) {
            return $machine.fail($pc, $regs, FaultKind::BadObject);
        }
        if (*(object as *const Header)).count == 1 {
            object
        } else {
            match $machine.own_record(object) {
                Ok(own) => {
                    *$regs.add($at) = own;
                    own
                }
                Err(kind) => return $machine.fail($pc, $regs, kind),
            }
        }
    }};
}

pub(super) unsafe fn set_slot(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: as for reading; the record is nobody else's.
    unsafe {
        let (a, slot, src) = units!(*pc);
        let object = owned!(pc, regs, machine, a, *pc.add(1) as u32);
        *slots(object).add(slot) = *regs.add(src);
        go!(pc.add(2), regs, machine)
    }
}

pub(super) unsafe fn set_slot_ref(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: as for reading; the record is nobody else's, and the old reference counts.
    unsafe {
        let (a, slot, src) = units!(*pc);
        let object = owned!(pc, regs, machine, a, *pc.add(1) as u32);
        let place = slots(object).add(slot);
        let old = *place;
        *place = *regs.add(src);
        machine.heap.release(old, &machine.linked.shapes);
        go!(pc.add(2), regs, machine)
    }
}

pub(super) unsafe fn take_slot(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: as for reading; the record is nobody else's, and the slot is empty afterwards.
    unsafe {
        let (a, b, slot) = units!(*pc);
        let object = owned!(pc, regs, machine, b, *pc.add(1) as u32);
        let place = slots(object).add(slot);
        *regs.add(a) = *place;
        *place = 0;
        go!(pc.add(2), regs, machine)
    }
}

/// The number of a variant: of one without data it is in the reference.
#[inline(always)]
unsafe fn tag(word: u64) -> u64 {
    if word & 1 == 1 || word == 0 {
        return word >> 1;
    }
    // SAFETY: it is the address of an object.
    unsafe { u64::from((*(word as *const Header)).tag) }
}

pub(super) unsafe fn tag_of(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: the operands are registers of this call.
    unsafe {
        let (a, b, _) = units!(*pc);
        *regs.add(a) = tag(*regs.add(b));
        go!(pc.add(1), regs, machine)
    }
}

pub(super) unsafe fn jump_not_tag(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: the operand is a register of this call, and the target is an instruction of the function.
    unsafe {
        let (a, wanted, _) = units!(*pc);
        if tag(*regs.add(a)) != wanted as u64 {
            go!(pc.offset(*pc.add(1) as i32 as isize), regs, machine)
        }
        go!(pc.add(2), regs, machine)
    }
}
