//! Records: structs, tuples and the data of variants. Every instruction here relies on what [`super::Handler`] promises.

use super::{Exit, bad_object, drop_and_go, free, go, units};
use crate::fault::FaultKind;
use crate::heap::{Array, Form, Header, retain};
use crate::machine::Machine;

/// Whether a reference leads to a record of a layout.
#[inline(always)]
pub(super) unsafe fn is_record(word: u64, layout: u32) -> bool {
    if word & 1 == 1 || word == 0 {
        return false;
    }
    let header = word as *const Header;
    // SAFETY: [counted] [views] what is no small value is the address of an object.
    unsafe { (*header).info == layout && (*header).form == Form::Record }
}

#[inline(always)]
pub(super) unsafe fn slots(word: u64) -> *mut u64 {
    // SAFETY: [shape] the slots of a record follow its header.
    unsafe { (word as *mut Header).add(1).cast() }
}

/// Unit 1 is the destination, units 2 and 3 the layout, unit 4 the number of slots, which follow.
pub(super) unsafe fn new(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [together] the layout has as many slots; [blocks] the block has room for a header and these.
    unsafe {
        let word = *pc;
        let layout = (word >> 32) as u32;
        let count = *pc.add(1) as u16 as usize;
        let Some(block) = machine.heap.words_at_hand(size_of::<Header>() / 8 + count) else {
            return new_slowly(pc, regs, machine);
        };
        let object = block.cast::<Header>();
        let tag = machine.linked.shapes.get_unchecked(layout as usize).tag;
        object.write(Header::record(tag, layout, count));
        fill(pc, regs, object, count);
        go!(pc.add(2 + count / 4), regs, machine)
    }
}

/// As [`new`], where memory has to be found first.
#[inline(never)]
unsafe fn new_slowly(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [together] the layout has as many slots.
    unsafe {
        let layout = (*pc >> 32) as u32;
        let count = *pc.add(1) as u16 as usize;
        let tag = machine.linked.shapes.get_unchecked(layout as usize).tag;
        match machine.heap.record(tag, layout, count) {
            Ok(object) => fill(pc, regs, object, count),
            Err(kind) => return machine.fail(pc, regs, kind),
        }
        go!(pc.add(2 + count / 4), regs, machine)
    }
}

/// Fills the slots of a new record, and its register.
#[inline(always)]
unsafe fn fill(pc: *const u64, regs: *mut u64, object: *mut Header, count: usize) {
    // SAFETY: [shape] the record was made with so many slots; [code] [operands] as many registers are listed;
    // [together] of the same kinds.
    unsafe {
        let into = object.add(1).cast::<u64>();
        for at in 0..count {
            *into.add(at) = *regs.add(*pc.cast::<u16>().add(5 + at) as usize);
        }
        *regs.add((*pc >> 16) as u16 as usize) = object as u64;
    }
}

/// Reads a slot; the layout is in the second word.
macro_rules! reads {
    ($($name:ident |$value:ident| $taken:expr;)*) => {$(
        pub(super) unsafe fn $name(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
            // SAFETY: [operands] the registers exist; [flow] [views] [header] the object is a record of the layout;
            // [together] which has the slot, of this kind.
            unsafe {
                let (a, b, slot) = units!(*pc);
                let object = *regs.add(b);
                if !is_record(object, *pc.add(1) as u32) {
                    return bad_object(pc, regs, machine);
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
        // SAFETY: [header] the caller has found a record; [shape] the copy has the same slots; [counted] their
        // references count once more.
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
            return bad_object($pc, $regs, $machine);
        }
        if (*(object as *const Header)).count == 1 {
            object
        } else {
            return own_first($pc, $regs, $machine, $at);
        }
    }};
}

/// Makes the record in a register one that only this register refers to, and begins again.
#[cold]
#[inline(never)]
unsafe fn own_first(pc: *const u64, regs: *mut u64, machine: &mut Machine, at: usize) -> Exit {
    // SAFETY: [header] the caller has found a record in the register; [counted] what the register gets takes its place.
    unsafe {
        match machine.own_record(*regs.add(at)) {
            Ok(own) => *regs.add(at) = own,
            Err(kind) => return machine.fail(pc, regs, kind),
        }
        go!(pc, regs, machine)
    }
}

pub(super) unsafe fn set_slot(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] [header] [together] as for reading; [unshared] the record is this register's alone.
    unsafe {
        let (a, slot, src) = units!(*pc);
        let object = owned!(pc, regs, machine, a, *pc.add(1) as u32);
        *slots(object).add(slot) = *regs.add(src);
        go!(pc.add(2), regs, machine)
    }
}

pub(super) unsafe fn set_slot_ref(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] [header] [together] as for reading; [unshared] the record is this register's alone; [flow]
    // [counted] one reference comes, the old one is dropped.
    unsafe {
        let (a, slot, src) = units!(*pc);
        let object = owned!(pc, regs, machine, a, *pc.add(1) as u32);
        let place = slots(object).add(slot);
        let old = *place;
        *place = *regs.add(src);
        drop_and_go!(old, pc.add(2), regs, machine)
    }
}

pub(super) unsafe fn take_slot(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] [header] [together] as for reading; [unshared] the record is this register's alone; [counted]
    // the reference moves, and leaves the slot empty.
    unsafe {
        let (a, b, slot) = units!(*pc);
        let object = owned!(pc, regs, machine, b, *pc.add(1) as u32);
        let place = slots(object).add(slot);
        *regs.add(a) = *place;
        *place = 0;
        go!(pc.add(2), regs, machine)
    }
}

/// Whether a reference leads to an object that nobody else refers to.
#[inline(always)]
pub(super) unsafe fn is_own(word: u64) -> bool {
    // SAFETY: [counted] what is no small value is the address of an object.
    word & 1 == 0 && word != 0 && unsafe { (*(word as *const Header)).count == 1 }
}

/// Makes the record or array at a place one that nobody else refers to, and begins again.
#[cold]
#[inline(never)]
pub(super) unsafe fn own_part_first(pc: *const u64, regs: *mut u64, machine: &mut Machine, place: *mut u64) -> Exit {
    // SAFETY: [unshared] the caller has the only reference to what the place is in; [header] what it holds is looked
    // at; [counted] a copy takes its place.
    unsafe {
        let word = *place;
        if word & 1 == 1 || word == 0 {
            return bad_object(pc, regs, machine);
        }
        let own = match (*(word as *const Header)).form {
            Form::Record => machine.own_record(word),
            Form::Words | Form::Refs => machine.heap.own_array(word as *mut Array, 0).map(|it| it as u64),
            _ => return bad_object(pc, regs, machine),
        };
        match own {
            Ok(own) => *place = own,
            Err(kind) => return machine.fail(pc, regs, kind),
        }
        go!(pc, regs, machine)
    }
}

/// A slot that is changed for a while, without counting.
pub(super) unsafe fn lend_slot(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] [header] [together] as for reading; [unshared] the record is this register's alone, and what
    // is in the slot is the record's: so [views] may lend it.
    unsafe {
        let (a, b, slot) = units!(*pc);
        let object = owned!(pc, regs, machine, b, *pc.add(1) as u32);
        let place = slots(object).add(slot);
        if !is_own(*place) {
            return own_part_first(pc, regs, machine, place);
        }
        *regs.add(a) = *place;
        go!(pc.add(2), regs, machine)
    }
}

/// Reads a slot of a record that ends here.
macro_rules! opens {
    ($($name:ident |$place:ident| $taken:expr, |$value:ident| $shared:expr;)*) => {$(
        pub(super) unsafe fn $name(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
            // SAFETY: [operands] [header] [together] as for reading; [flow] the register is empty afterwards; [counted]
            // what the last reference leads to is freed.
            unsafe {
                let (a, b, slot) = units!(*pc);
                let object = *regs.add(b);
                if !is_record(object, *pc.add(1) as u32) {
                    return bad_object(pc, regs, machine);
                }
                let header = object as *mut Header;
                let $place = slots(object).add(slot);
                let $value = *$place;
                (*header).count -= 1;
                if (*header).count == 0 {
                    let () = $taken;
                    *regs.add(a) = $value;
                    return free(pc.add(2), regs, machine, header);
                }
                *regs.add(a) = $shared;
                go!(pc.add(2), regs, machine)
            }
        }
    )*};
}

opens! {
    open |place| (), |value| value;
    open_ref |place| *place = 0, |value| retain(value);
}

/// The number of a variant: of one without data it is in the reference.
#[inline(always)]
unsafe fn tag(word: u64) -> u64 {
    if word & 1 == 1 || word == 0 {
        return word >> 1;
    }
    // SAFETY: [counted] [views] what is no small value is the address of an object.
    unsafe { u64::from((*(word as *const Header)).tag) }
}

pub(super) unsafe fn tag_of(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the registers exist; [flow] [views] the reference leads to an object, if to anything.
    unsafe {
        let (a, b, _) = units!(*pc);
        *regs.add(a) = tag(*regs.add(b));
        go!(pc.add(1), regs, machine)
    }
}

pub(super) unsafe fn jump_not_tag(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the register exists; [flow] [views] the reference leads to an object, if to anything;
    // [targets] the word leads to an instruction.
    unsafe {
        let (a, wanted, _) = units!(*pc);
        if tag(*regs.add(a)) != wanted as u64 {
            go!(pc.offset(*pc.add(1) as i32 as isize), regs, machine)
        }
        go!(pc.add(2), regs, machine)
    }
}
