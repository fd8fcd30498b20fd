//! The inner loop: one small function for each instruction, found by its number.
//!
//! Every function ends by going on to the next one. In an optimised build that is a jump, because all of them take
//! and give the same, and nothing is left to do after it; in others each returns to a loop, so that the native stack
//! never grows ([`Exit::Again`]). `loop` and calls cost fuel, and where it is used up the machine stops.

mod arithmetic;
mod arrays;
mod calls;
mod closures;
mod control;
pub(crate) mod fibers;
mod globals;
mod natives;
mod records;
mod texts;

use concerto_ir::op::Op;

use crate::fault::FaultKind;
use crate::heap::Header;
use crate::machine::Machine;

/// Why the inner loop was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Exit {
    /// The fiber has returned from its first function.
    Done,
    /// Its fuel is used up.
    Fuel,
    Fault,
    /// Go on with what the machine says.
    Again,
    /// It asks the world for something.
    Perform,
    /// It waits for tasks or a resource.
    Wait,
    /// It ends a task that runs.
    Cancel,
}

/// An instruction at work: the word it starts with, the registers of the call, and the machine.
///
/// # Safety
/// The machine runs a verified program, `pc` points to the first word of an instruction of it, and `regs` to the registers
/// of the function that the instruction belongs to, of which there are as many as the function says.
pub(crate) type Handler = unsafe fn(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit;

/// What goes on at the next instruction.
#[cfg(not(debug_assertions))]
macro_rules! go {
    ($pc:expr, $regs:expr, $machine:expr) => {{
        let pc: *const u64 = $pc;
        // Verified code goes on at an instruction; see `Handler`.
        return $crate::exec::HANDLERS[(*pc as u8) as usize](pc, $regs, $machine);
    }};
}

/// What goes on at the next instruction.
#[cfg(debug_assertions)]
macro_rules! go {
    ($pc:expr, $regs:expr, $machine:expr) => {{
        let pc: *const u64 = $pc;
        $machine.keep(pc, $regs);
        return $crate::exec::Exit::Again;
    }};
}

/// The three units after the number.
macro_rules! units {
    ($word:expr) => {{
        let word: u64 = $word;
        ((word >> 16) as u16 as usize, (word >> 32) as u16 as usize, (word >> 48) as usize)
    }};
}

/// The ways out of an instruction that are seldom taken. They are functions of their own, called last, so that an
/// instruction that goes on needs no stack.
macro_rules! faults {
    ($($name:ident $kind:expr;)*) => {$(
        #[cold]
        #[inline(never)]
        pub(crate) fn $name(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
            machine.fail(pc, regs, $kind)
        }
    )*};
}

faults! {
    bad_object FaultKind::BadObject;
    overflow FaultKind::Overflow;
    lossy FaultKind::LossyConversion;
}

/// An index that the array does not have.
#[cold]
#[inline(never)]
pub(crate) fn bad_index(pc: *const u64, regs: *mut u64, machine: &mut Machine, index: u64, length: u64) -> Exit {
    machine.fail(pc, regs, FaultKind::IndexOutOfRange(index as i64, length))
}

/// The fuel is used up: the machine goes on here when it gets more.
#[cold]
#[inline(never)]
pub(crate) fn no_fuel(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    machine.keep(pc, regs);
    Exit::Fuel
}

/// Frees an object that nobody refers to any more, and goes on.
///
/// # Safety
/// As for [`Handler`], at the instruction to go on at; the object counts no references.
#[inline(never)]
pub(crate) unsafe fn free(pc: *const u64, regs: *mut u64, machine: &mut Machine, object: *mut Header) -> Exit {
    // SAFETY: see above.
    unsafe {
        machine.heap.free_object(object, &machine.linked.shapes);
        go!(pc, regs, machine)
    }
}

/// Drops a reference and goes on.
macro_rules! drop_and_go {
    ($word:expr, $pc:expr, $regs:expr, $machine:expr) => {{
        let word: u64 = $word;
        if word & 1 == 0 && word != 0 {
            let object = word as *mut $crate::heap::Header;
            (*object).count -= 1;
            if (*object).count == 0 {
                return $crate::exec::free($pc, $regs, $machine, object);
            }
        }
        go!($pc, $regs, $machine)
    }};
}

pub(crate) use drop_and_go;
pub(crate) use go;
pub(crate) use units;

/// The functions by the numbers of their instructions.
pub(crate) static HANDLERS: [Handler; 256] = all_handlers();

/// The functions that there are.
const KNOWN: [Option<Handler>; 256] = known_handlers();

/// A number without a function is a fault.
const fn all_handlers() -> [Handler; 256] {
    let mut table: [Handler; 256] = [control::bad; 256];
    let mut at = 0;
    while at < table.len() {
        if let Some(handler) = KNOWN[at] {
            table[at] = handler;
        }
        at += 1;
    }
    table
}

const fn known_handlers() -> [Option<Handler>; 256] {
    let mut table: [Option<Handler>; 256] = [None; 256];
    table[0] = Some(control::halt);
    table[Op::MoveInt as usize] = Some(arithmetic::move_word);
    table[Op::MoveFloat as usize] = Some(arithmetic::move_word);
    table[Op::MoveRef as usize] = Some(arithmetic::move_word);
    table[Op::CopyRef as usize] = Some(arithmetic::copy_ref);
    table[Op::Drop as usize] = Some(arithmetic::drop_ref);
    table[Op::LoadInt as usize] = Some(arithmetic::load_int);
    table[Op::LoadWhole as usize] = Some(arithmetic::load_wide);
    table[Op::LoadFloat as usize] = Some(arithmetic::load_wide);
    table[Op::LoadText as usize] = Some(texts::load_text);
    table[Op::LoadUnit as usize] = Some(arithmetic::load_unit);
    table[Op::AddInt as usize] = Some(arithmetic::add_int);
    table[Op::SubInt as usize] = Some(arithmetic::sub_int);
    table[Op::MulInt as usize] = Some(arithmetic::mul_int);
    table[Op::DivInt as usize] = Some(arithmetic::div_int);
    table[Op::RemInt as usize] = Some(arithmetic::rem_int);
    table[Op::NegInt as usize] = Some(arithmetic::neg_int);
    table[Op::AddSmall as usize] = Some(arithmetic::add_small);
    table[Op::MulSmall as usize] = Some(arithmetic::mul_small);
    table[Op::DivSmall as usize] = Some(arithmetic::div_small);
    table[Op::RemSmall as usize] = Some(arithmetic::rem_small);
    table[Op::EqInt as usize] = Some(arithmetic::eq_int);
    table[Op::NeInt as usize] = Some(arithmetic::ne_int);
    table[Op::LtInt as usize] = Some(arithmetic::lt_int);
    table[Op::LeInt as usize] = Some(arithmetic::le_int);
    table[Op::Not as usize] = Some(arithmetic::not);
    table[Op::AddFloat as usize] = Some(arithmetic::add_float);
    table[Op::SubFloat as usize] = Some(arithmetic::sub_float);
    table[Op::MulFloat as usize] = Some(arithmetic::mul_float);
    table[Op::DivFloat as usize] = Some(arithmetic::div_float);
    table[Op::RemFloat as usize] = Some(arithmetic::rem_float);
    table[Op::NegFloat as usize] = Some(arithmetic::neg_float);
    table[Op::EqFloat as usize] = Some(arithmetic::eq_float);
    table[Op::LtFloat as usize] = Some(arithmetic::lt_float);
    table[Op::LeFloat as usize] = Some(arithmetic::le_float);
    table[Op::IntToFloat as usize] = Some(arithmetic::int_to_float);
    table[Op::FloatToInt as usize] = Some(arithmetic::float_to_int);
    table[Op::SqrtFloat as usize] = Some(arithmetic::sqrt_float);
    table[Op::Jump as usize] = Some(control::jump);
    table[Op::Loop as usize] = Some(control::loop_);
    table[Op::JumpIf as usize] = Some(control::jump_if);
    table[Op::JumpIfNot as usize] = Some(control::jump_if_not);
    table[Op::JumpEqInt as usize] = Some(control::jump_eq_int);
    table[Op::JumpNeInt as usize] = Some(control::jump_ne_int);
    table[Op::JumpLtInt as usize] = Some(control::jump_lt_int);
    table[Op::JumpLeInt as usize] = Some(control::jump_le_int);
    table[Op::JumpEqSmall as usize] = Some(control::jump_eq_small);
    table[Op::JumpNeSmall as usize] = Some(control::jump_ne_small);
    table[Op::JumpLtSmall as usize] = Some(control::jump_lt_small);
    table[Op::JumpLeSmall as usize] = Some(control::jump_le_small);
    table[Op::JumpGtSmall as usize] = Some(control::jump_gt_small);
    table[Op::JumpGeSmall as usize] = Some(control::jump_ge_small);
    table[Op::JumpLtFloat as usize] = Some(control::jump_lt_float);
    table[Op::JumpNotLtFloat as usize] = Some(control::jump_not_lt_float);
    table[Op::JumpLeFloat as usize] = Some(control::jump_le_float);
    table[Op::JumpNotLeFloat as usize] = Some(control::jump_not_le_float);
    table[Op::LoopLtInt as usize] = Some(control::loop_lt_int);
    table[Op::LoopLeInt as usize] = Some(control::loop_le_int);
    table[Op::LoopIf as usize] = Some(control::loop_if);
    table[Op::Count as usize] = Some(control::count);
    table[Op::CountTo as usize] = Some(control::count_to);
    table[Op::Switch as usize] = Some(control::switch);
    table[Op::TagOf as usize] = Some(records::tag_of);
    table[Op::JumpNotTag as usize] = Some(records::jump_not_tag);
    table[Op::CallInt as usize] = Some(calls::call);
    table[Op::CallFloat as usize] = Some(calls::call);
    table[Op::CallRef as usize] = Some(calls::call);
    table[Op::UpdateInt as usize] = Some(calls::update);
    table[Op::UpdateFloat as usize] = Some(calls::update);
    table[Op::UpdateRef as usize] = Some(calls::update);
    table[Op::ReturnInt as usize] = Some(calls::return_);
    table[Op::ReturnFloat as usize] = Some(calls::return_);
    table[Op::ReturnRef as usize] = Some(calls::return_);
    table[Op::ReturnUpdateInt as usize] = Some(calls::return_update);
    table[Op::ReturnUpdateFloat as usize] = Some(calls::return_update);
    table[Op::ReturnUpdateRef as usize] = Some(calls::return_update);
    table[Op::Fault as usize] = Some(control::fault);
    table[Op::New as usize] = Some(records::new);
    table[Op::SlotInt as usize] = Some(records::slot);
    table[Op::SlotFloat as usize] = Some(records::slot);
    table[Op::SlotRef as usize] = Some(records::slot_ref);
    table[Op::SetSlotInt as usize] = Some(records::set_slot);
    table[Op::SetSlotFloat as usize] = Some(records::set_slot);
    table[Op::SetSlotRef as usize] = Some(records::set_slot_ref);
    table[Op::TakeSlot as usize] = Some(records::take_slot);
    table[Op::OpenInt as usize] = Some(records::open);
    table[Op::OpenFloat as usize] = Some(records::open);
    table[Op::OpenRef as usize] = Some(records::open_ref);
    table[Op::LookSlot as usize] = Some(records::slot);
    table[Op::LendSlot as usize] = Some(records::lend_slot);
    table[Op::ArrayInt as usize] = Some(arrays::array_words);
    table[Op::ArrayFloat as usize] = Some(arrays::array_words);
    table[Op::ArrayRef as usize] = Some(arrays::array_refs);
    table[Op::Len as usize] = Some(arrays::len);
    table[Op::GetInt as usize] = Some(arrays::get);
    table[Op::GetFloat as usize] = Some(arrays::get);
    table[Op::GetRef as usize] = Some(arrays::get_ref);
    table[Op::SetInt as usize] = Some(arrays::set);
    table[Op::SetFloat as usize] = Some(arrays::set);
    table[Op::SetRef as usize] = Some(arrays::set_ref);
    table[Op::TakeAt as usize] = Some(arrays::take_at);
    table[Op::LookAt as usize] = Some(arrays::look_at);
    table[Op::LendAt as usize] = Some(arrays::lend_at);
    table[Op::PushInt as usize] = Some(arrays::push);
    table[Op::PushFloat as usize] = Some(arrays::push);
    table[Op::PushRef as usize] = Some(arrays::push_ref);
    table[Op::EqText as usize] = Some(texts::eq_text);
    table[Op::PerformInt as usize] = Some(fibers::perform);
    table[Op::PerformFloat as usize] = Some(fibers::perform);
    table[Op::PerformRef as usize] = Some(fibers::perform);
    table[Op::Spawn as usize] = Some(fibers::spawn);
    table[Op::Wait as usize] = Some(fibers::wait);
    table[Op::WaitAny as usize] = Some(fibers::wait_any);
    table[Op::WaitAll as usize] = Some(fibers::wait_all);
    table[Op::Panic as usize] = Some(control::panic);
    table[Op::TaskInt as usize] = Some(fibers::task_int);
    table[Op::TaskFloat as usize] = Some(fibers::task_float);
    table[Op::TaskRef as usize] = Some(fibers::task_ref);
    table[Op::TaskMessage as usize] = Some(fibers::task_message);
    table[Op::TaskTrace as usize] = Some(fibers::task_trace);
    table[Op::Rethrow as usize] = Some(fibers::rethrow);
    table[Op::Cancel as usize] = Some(fibers::cancel);
    table[Op::OpenScope as usize] = Some(fibers::open_scope);
    table[Op::CloseScope as usize] = Some(fibers::close_scope);
    table[Op::LoadGlobal as usize] = Some(globals::load);
    table[Op::TakeGlobal as usize] = Some(globals::take);
    table[Op::PutGlobal as usize] = Some(globals::put);
    table[Op::Concat as usize] = Some(texts::concat);
    table[Op::Append as usize] = Some(texts::append);
    table[Op::NewClosure as usize] = Some(closures::new_closure);
    table[Op::CallValueInt as usize] = Some(closures::call_value);
    table[Op::CallValueFloat as usize] = Some(closures::call_value);
    table[Op::CallValueRef as usize] = Some(closures::call_value);
    table[Op::NativeInt as usize] = Some(natives::native);
    table[Op::NativeFloat as usize] = Some(natives::native);
    table[Op::NativeRef as usize] = Some(natives::native);
    table[Op::ChangeInt as usize] = Some(natives::change);
    table[Op::ChangeFloat as usize] = Some(natives::change);
    table[Op::ChangeRef as usize] = Some(natives::change);
    table
}

/// Whether the machine knows an instruction.
pub(crate) fn knows(op: Op) -> bool {
    KNOWN[op as usize].is_some()
}

/// Runs from where the machine is.
pub(crate) fn run(machine: &mut Machine) -> Exit {
    loop {
        let (pc, regs) = machine.position();
        // SAFETY: the machine keeps the word of an instruction and the first register of its function.
        let exit = unsafe { HANDLERS[(*pc as u8) as usize](pc, regs, machine) };
        if exit != Exit::Again {
            return exit;
        }
    }
}

impl Machine {
    /// Where the machine is, as addresses.
    fn position(&mut self) -> (*const u64, *mut u64) {
        // SAFETY: both are positions inside the lists.
        unsafe { (self.linked.code.as_ptr().add(self.now.at as usize), self.now.words.as_mut_ptr().add(self.now.base)) }
    }

    /// Keeps where the machine is.
    pub(crate) fn keep(&mut self, pc: *const u64, regs: *mut u64) {
        self.now.at = ((pc as usize - self.linked.code.as_ptr() as usize) / 8) as u32;
        self.now.base = (regs as usize - self.now.words.as_ptr() as usize) / 8;
    }

    /// Stops with a fault at an instruction.
    #[cold]
    pub(crate) fn fail(&mut self, pc: *const u64, regs: *mut u64, kind: FaultKind) -> Exit {
        self.keep(pc, regs);
        self.fault = Some(kind);
        Exit::Fault
    }
}
