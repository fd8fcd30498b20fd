//! Arrays. Every instruction here relies on what [`super::Handler`] promises.

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
    // SAFETY: [header] the caller has found an array in the register; [counted] what the register gets takes its place.
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
    // SAFETY: [header] the caller has found an array in the register; [unshared] it has looked at its count, too.
    unsafe {
        match machine.heap.grow(*regs.add(at) as *mut Array) {
            Ok(_) => go!(pc, regs, machine),
            Err(kind) => machine.fail(pc, regs, kind),
        }
    }
}

impl Machine {
    unsafe fn new_array(&mut self, pc: *const u64, regs: *mut u64, form: Form) -> Result<usize, FaultKind> {
        // SAFETY: [operands] the registers of the list exist; [together] they are of the kind of the array, which has
        // [room] for them.
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
            // SAFETY: [code] the list is as long as unit 2 says; [operands] [together] as the array needs it.
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
    // SAFETY: [operands] the registers exist; [flow] [views] the reference leads to an object; [header] it is looked at
    // first.
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
    // SAFETY: [operands] the registers exist; [flow] [views] [header] the object is an array; [room] the index is below
    // its length.
    unsafe {
        let (a, b, c) = units!(*pc);
        let array = array!(pc, regs, machine, b, Form::Words);
        *regs.add(a) = *element!(pc, regs, machine, array, c);
        go!(pc.add(1), regs, machine)
    }
}

/// An element of the array in a slot: units 4 and 5 are the layout, unit 6 the index.
pub(super) unsafe fn slot_get(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the registers exist; [flow] [views] [header] the object is a record of the layout; [together]
    // it has the slot, a reference; [room] the index is below the length.
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
    // SAFETY: [operands] the registers exist; [flow] [views] [header] the object is an array; [room] the index is below
    // its length.
    unsafe {
        let (a, b, c) = units!(*pc);
        let array = array!(pc, regs, machine, b, Form::Refs);
        *regs.add(a) = retain(*element!(pc, regs, machine, array, c));
        go!(pc.add(1), regs, machine)
    }
}

pub(super) unsafe fn set(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the registers exist; [unshared] the array is this register's alone; [room] the index is below
    // its length.
    unsafe {
        let (a, b, c) = units!(*pc);
        let array = owned!(pc, regs, machine, a, Form::Words);
        *element!(pc, regs, machine, array, b) = *regs.add(c);
        go!(pc.add(1), regs, machine)
    }
}

pub(super) unsafe fn set_ref(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] [unshared] [room] as for words; [flow] the new reference is handed over, [counted] the old one
    // is dropped.
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
    // SAFETY: [operands] [unshared] [room] as for words; [counted] the reference moves, and leaves the element empty.
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
    // SAFETY: [operands] the registers exist; [flow] [views] [header] the object is an array; [room] the index is below
    // its length.
    unsafe {
        let (a, b, c) = units!(*pc);
        let array = array!(pc, regs, machine, b, Form::Refs);
        *regs.add(a) = *element!(pc, regs, machine, array, c);
        go!(pc.add(1), regs, machine)
    }
}

/// An element that is changed for a while, without counting.
pub(super) unsafe fn lend_at(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] [room] as for looking; [unshared] the array is this register's alone, and the element is the
    // array's: so [views] may lend it.
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
            // SAFETY: [operands] the registers exist; [unshared] the array is this register's alone; [room] it has room
            // for one more; [flow] a reference is handed over.
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
