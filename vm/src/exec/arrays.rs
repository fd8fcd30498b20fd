//! Arrays. For all functions here: see [`super::Handler`].

use super::records::{is_own, is_record, own_part_first, slots};
use super::{Exit, bad_index, bad_object, drop_and_go, go, units};
use crate::fault::FaultKind;
use crate::heap::{Array, Form, object_of, retain};
use crate::machine::Machine;

macro_rules! array {
    ($pc:ident, $regs:ident, $machine:ident, $at:expr, $form:expr) => {
        match object_of(*$regs.add($at), $form) {
            Some(array) => array.cast::<Array>(),
            None => return bad_object($pc, $regs, $machine),
        }
    };
}

macro_rules! element {
    ($pc:ident, $regs:ident, $machine:ident, $array:ident, $index:expr) => {{
        let index = *$regs.add($index);
        let length = u64::from((*$array).header.info);
        if index >= length {
            return bad_index($pc, $regs, $machine, index, length);
        }
        (*$array).items.add(index as usize)
    }};
}

/// The array in a register as one that only this register refers to.
macro_rules! owned {
    ($pc:ident, $regs:ident, $machine:ident, $at:expr, $form:expr) => {{
        let found = array!($pc, $regs, $machine, $at, $form);
        if (*found).header.count == 1 {
            found
        } else {
            return own_first($pc, $regs, $machine, $at);
        }
    }};
}

/// Makes the array in a register one that only this register refers to, and begins again.
#[cold]
#[inline(never)]
unsafe fn own_first(pc: *const u64, regs: *mut u64, machine: &mut Machine, at: usize) -> Exit {
    // SAFETY: the register holds an array; what it gets instead is one, too.
    unsafe {
        match machine.heap.own_array(*regs.add(at) as *mut Array, 0) {
            Ok(own) => *regs.add(at) = own as u64,
            Err(kind) => return machine.fail(pc, regs, kind),
        }
        go!(pc, regs, machine)
    }
}

/// Makes room for one element more in the array in a register, and begins again.
#[cold]
#[inline(never)]
unsafe fn grow_first(pc: *const u64, regs: *mut u64, machine: &mut Machine, at: usize) -> Exit {
    // SAFETY: the register holds an array that is nobody else's.
    unsafe {
        match machine.heap.grow(*regs.add(at) as *mut Array) {
            Ok(_) => go!(pc, regs, machine),
            Err(kind) => machine.fail(pc, regs, kind),
        }
    }
}

impl Machine {
    unsafe fn new_array(&mut self, pc: *const u64, regs: *mut u64, form: Form) -> Result<usize, FaultKind> {
        // SAFETY: unit 2 is the number of elements, which follow.
        unsafe {
            let (a, count, _) = units!(*pc);
            let array = self.heap.array(form, count)?;
            for at in 0..count {
                *(*array).items.add(at) = *regs.add(*pc.cast::<u16>().add(3 + at) as usize);
            }
            (*array).header.info = count as u32;
            *regs.add(a) = array as u64;
            Ok((3 + count).div_ceil(4))
        }
    }
}

macro_rules! makes {
    ($($name:ident $form:ident)*) => {$(
        pub(super) unsafe fn $name(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
            // SAFETY: the operands are as the verifier saw them.
            unsafe {
                match machine.new_array(pc, regs, Form::$form) {
                    Ok(words) => go!(pc.add(words), regs, machine),
                    Err(kind) => machine.fail(pc, regs, kind),
                }
            }
        }
    )*};
}

makes! {
    array_words Words
    array_refs Refs
}

pub(super) unsafe fn len(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: the operands are registers of this call.
    unsafe {
        let (a, b, _) = units!(*pc);
        let word = *regs.add(b);
        let found = object_of(word, Form::Words).or_else(|| object_of(word, Form::Refs));
        let Some(found) = found else { return bad_object(pc, regs, machine) };
        *regs.add(a) = u64::from((*found).info);
        go!(pc.add(1), regs, machine)
    }
}

pub(super) unsafe fn get(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: the operands are registers of this call; the index is in range.
    unsafe {
        let (a, b, c) = units!(*pc);
        let array = array!(pc, regs, machine, b, Form::Words);
        *regs.add(a) = *element!(pc, regs, machine, array, c);
        go!(pc.add(1), regs, machine)
    }
}

/// An element of the array in a slot: units 4 and 5 are the layout, unit 6 the index.
pub(super) unsafe fn slot_get(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: the operands are registers of this call; the layout has the slot, which holds a reference, and the object has
    // the layout; the index is in range.
    unsafe {
        let (a, b, slot) = units!(*pc);
        let second = *pc.add(1);
        let object = *regs.add(b);
        if !is_record(object, second as u32) {
            return bad_object(pc, regs, machine);
        }
        let Some(array) = object_of(*slots(object).add(slot), Form::Words) else {
            return bad_object(pc, regs, machine);
        };
        let array = array.cast::<Array>();
        *regs.add(a) = *element!(pc, regs, machine, array, (second >> 32) as u16 as usize);
        go!(pc.add(2), regs, machine)
    }
}

pub(super) unsafe fn get_ref(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: the operands are registers of this call; the index is in range.
    unsafe {
        let (a, b, c) = units!(*pc);
        let array = array!(pc, regs, machine, b, Form::Refs);
        *regs.add(a) = retain(*element!(pc, regs, machine, array, c));
        go!(pc.add(1), regs, machine)
    }
}

pub(super) unsafe fn set(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: the operands are registers of this call; the array is nobody else's, and the index is in range.
    unsafe {
        let (a, b, c) = units!(*pc);
        let array = owned!(pc, regs, machine, a, Form::Words);
        *element!(pc, regs, machine, array, b) = *regs.add(c);
        go!(pc.add(1), regs, machine)
    }
}

pub(super) unsafe fn set_ref(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: as for words; the old reference counts.
    unsafe {
        let (a, b, c) = units!(*pc);
        let array = owned!(pc, regs, machine, a, Form::Refs);
        let place = element!(pc, regs, machine, array, b);
        let old = *place;
        *place = *regs.add(c);
        drop_and_go!(old, pc.add(1), regs, machine)
    }
}

pub(super) unsafe fn take_at(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: as for setting; the element is empty afterwards.
    unsafe {
        let (a, b, c) = units!(*pc);
        let array = owned!(pc, regs, machine, b, Form::Refs);
        let place = element!(pc, regs, machine, array, c);
        *regs.add(a) = *place;
        *place = 0;
        go!(pc.add(1), regs, machine)
    }
}

/// An element that is looked at for a while, without counting.
pub(super) unsafe fn look_at(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: the operands are registers of this call; the index is in range.
    unsafe {
        let (a, b, c) = units!(*pc);
        let array = array!(pc, regs, machine, b, Form::Refs);
        *regs.add(a) = *element!(pc, regs, machine, array, c);
        go!(pc.add(1), regs, machine)
    }
}

/// An element that is changed for a while, without counting.
pub(super) unsafe fn lend_at(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: as for looking; the array is nobody else's, and then the element is not either.
    unsafe {
        let (a, b, c) = units!(*pc);
        let array = owned!(pc, regs, machine, b, Form::Refs);
        let place = element!(pc, regs, machine, array, c);
        if !is_own(*place) {
            return own_part_first(pc, regs, machine, place);
        }
        *regs.add(a) = *place;
        go!(pc.add(1), regs, machine)
    }
}

macro_rules! pushes {
    ($($name:ident $form:ident)*) => {$(
        pub(super) unsafe fn $name(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
            // SAFETY: the operands are registers of this call; the array is nobody else's and has room.
            unsafe {
                let (a, b, _) = units!(*pc);
                let array = owned!(pc, regs, machine, a, Form::$form);
                if (*array).header.info == (*array).header.room {
                    return grow_first(pc, regs, machine, a);
                }
                *(*array).items.add((*array).header.info as usize) = *regs.add(b);
                (*array).header.info += 1;
                go!(pc.add(1), regs, machine)
            }
        }
    )*};
}

pushes! {
    push Words
    push_ref Refs
}
