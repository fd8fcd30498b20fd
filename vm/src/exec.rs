//! The inner loop: one small function for each instruction, found by its number.
//!
//! Every function ends by going on to the next one. Where the build script finds that certain (`tail_dispatch`: the
//! optimisation level and the target), that is a jump, because all of them take and return the same, and nothing is left
//! to do after it; elsewhere each returns to a loop, so that the native stack never grows ([`Exit::Again`]). A test runs
//! a long program on a small stack. `loop` and calls cost fuel, and when it is used up the machine stops.

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
/// `[code]`: `pc` points to the first word of an instruction of the verified program. `[stack]`: `regs` points to the
/// first register of the function that it belongs to.
pub(crate) type Handler = unsafe fn(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit;

/// What goes on at the next instruction.
#[cfg(tail_dispatch)]
macro_rules! go {
    ($pc:expr, $regs:expr, $machine:expr) => {{
        let pc: *const u64 = $pc;
        // Verified code goes on at an instruction; see `Handler`.
        return $crate::exec::HANDLERS[(*pc as u8) as usize](pc, $regs, $machine);
    }};
}

/// What goes on at the next instruction.
#[cfg(not(tail_dispatch))]
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
/// As for [`Handler`], at the instruction to go on at; `[counted]`: no reference to the object is left.
#[inline(never)]
pub(crate) unsafe fn free(pc: *const u64, regs: *mut u64, machine: &mut Machine, object: *mut Header) -> Exit {
    // SAFETY: [code] [stack] as the caller says; [counted] no reference to the object is left.
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

/// The functions by the numbers of their instructions. A number without an instruction is a fault.
pub(crate) static HANDLERS: [Handler; 256] = handlers();

const fn handlers() -> [Handler; 256] {
    let mut table: [Handler; 256] = [control::bad; 256];
    table[0] = control::halt;
    let mut at = 0;
    while at < Op::ALL.len() {
        table[Op::ALL[at] as usize] = handler(Op::ALL[at]);
        at += 1;
    }
    table
}

/// The function of an instruction: each has one, or this does not compile.
const fn handler(op: Op) -> Handler {
    match op {
        Op::MoveInt | Op::MoveFloat | Op::MoveRef => arithmetic::move_word,
        Op::CopyRef => arithmetic::copy_ref,
        Op::Drop => arithmetic::drop_ref,
        Op::LoadInt => arithmetic::load_int,
        Op::LoadWhole | Op::LoadFloat => arithmetic::load_wide,
        Op::LoadText => texts::load_text,
        Op::LoadUnit => arithmetic::load_unit,
        Op::AddInt => arithmetic::add_int,
        Op::SubInt => arithmetic::sub_int,
        Op::MulInt => arithmetic::mul_int,
        Op::DivInt => arithmetic::div_int,
        Op::RemInt => arithmetic::rem_int,
        Op::NegInt => arithmetic::neg_int,
        Op::AddSmall => arithmetic::add_small,
        Op::MulSmall => arithmetic::mul_small,
        Op::DivSmall => arithmetic::div_small,
        Op::RemSmall => arithmetic::rem_small,
        Op::EqInt => arithmetic::eq_int,
        Op::NeInt => arithmetic::ne_int,
        Op::LtInt => arithmetic::lt_int,
        Op::LeInt => arithmetic::le_int,
        Op::Not => arithmetic::not,
        Op::AddFloat => arithmetic::add_float,
        Op::SubFloat => arithmetic::sub_float,
        Op::MulFloat => arithmetic::mul_float,
        Op::DivFloat => arithmetic::div_float,
        Op::RemFloat => arithmetic::rem_float,
        Op::NegFloat => arithmetic::neg_float,
        Op::EqFloat => arithmetic::eq_float,
        Op::LtFloat => arithmetic::lt_float,
        Op::LeFloat => arithmetic::le_float,
        Op::IntToFloat => arithmetic::int_to_float,
        Op::FloatToInt => arithmetic::float_to_int,
        Op::SqrtFloat => arithmetic::sqrt_float,
        Op::Jump => control::jump,
        Op::Loop => control::loop_,
        Op::JumpIf => control::jump_if,
        Op::JumpIfNot => control::jump_if_not,
        Op::JumpEqInt => control::jump_eq_int,
        Op::JumpNeInt => control::jump_ne_int,
        Op::JumpLtInt => control::jump_lt_int,
        Op::JumpLeInt => control::jump_le_int,
        Op::JumpEqSmall => control::jump_eq_small,
        Op::JumpNeSmall => control::jump_ne_small,
        Op::JumpLtSmall => control::jump_lt_small,
        Op::JumpLeSmall => control::jump_le_small,
        Op::JumpGtSmall => control::jump_gt_small,
        Op::JumpGeSmall => control::jump_ge_small,
        Op::JumpLtFloat => control::jump_lt_float,
        Op::JumpNotLtFloat => control::jump_not_lt_float,
        Op::JumpLeFloat => control::jump_le_float,
        Op::JumpNotLeFloat => control::jump_not_le_float,
        Op::LoopLtInt => control::loop_lt_int,
        Op::LoopLeInt => control::loop_le_int,
        Op::LoopIf => control::loop_if,
        Op::Count => control::count,
        Op::CountTo => control::count_to,
        Op::Switch => control::switch,
        Op::TagOf => records::tag_of,
        Op::JumpNotTag => records::jump_not_tag,
        Op::CallInt | Op::CallFloat | Op::CallRef => calls::call,
        Op::UpdateInt | Op::UpdateFloat | Op::UpdateRef => calls::update,
        Op::ReturnInt | Op::ReturnFloat | Op::ReturnRef => calls::return_,
        Op::ReturnUpdateInt | Op::ReturnUpdateFloat | Op::ReturnUpdateRef => calls::return_update,
        Op::Fault => control::fault,
        Op::New => records::new,
        Op::SlotInt | Op::SlotFloat | Op::LookSlot => records::slot,
        Op::SlotRef => records::slot_ref,
        Op::SetSlotInt | Op::SetSlotFloat => records::set_slot,
        Op::SetSlotRef => records::set_slot_ref,
        Op::TakeSlot => records::take_slot,
        Op::OpenInt | Op::OpenFloat => records::open,
        Op::OpenRef => records::open_ref,
        Op::LendSlot => records::lend_slot,
        Op::ArrayInt | Op::ArrayFloat => arrays::array_words,
        Op::ArrayRef => arrays::array_refs,
        Op::Len => arrays::len,
        Op::GetInt | Op::GetFloat => arrays::get,
        Op::GetRef => arrays::get_ref,
        Op::SetInt | Op::SetFloat => arrays::set,
        Op::SetRef => arrays::set_ref,
        Op::TakeAt => arrays::take_at,
        Op::LookAt => arrays::look_at,
        Op::LendAt => arrays::lend_at,
        Op::PushInt | Op::PushFloat => arrays::push,
        Op::PushRef => arrays::push_ref,
        Op::EqText => texts::eq_text,
        Op::PerformInt | Op::PerformFloat | Op::PerformRef => fibers::perform,
        Op::Spawn => fibers::spawn,
        Op::Wait => fibers::wait,
        Op::WaitAny => fibers::wait_any,
        Op::WaitAll => fibers::wait_all,
        Op::Panic => control::panic,
        Op::TaskInt => fibers::task_int,
        Op::TaskFloat => fibers::task_float,
        Op::TaskRef => fibers::task_ref,
        Op::TaskMessage => fibers::task_message,
        Op::TaskTrace => fibers::task_trace,
        Op::Rethrow => fibers::rethrow,
        Op::Cancel => fibers::cancel,
        Op::OpenScope => fibers::open_scope,
        Op::CloseScope => fibers::close_scope,
        Op::LoadGlobal => globals::load,
        Op::TakeGlobal => globals::take,
        Op::PutGlobal => globals::put,
        Op::Concat => texts::concat,
        Op::Append => texts::append,
        Op::NewClosure => closures::new_closure,
        Op::CallValueInt | Op::CallValueFloat | Op::CallValueRef => closures::call_value,
        Op::NativeInt | Op::NativeFloat | Op::NativeRef => natives::native,
        Op::ChangeInt | Op::ChangeFloat | Op::ChangeRef => natives::change,
        Op::SlotGetInt | Op::SlotGetFloat => arrays::slot_get,
    }
}

/// Runs from where the machine is.
pub(crate) fn run(machine: &mut Machine) -> Exit {
    loop {
        let (pc, regs) = machine.position();
        // SAFETY: [code] [stack] the machine keeps the word of an instruction and the first register of its function.
        let exit = unsafe { HANDLERS[(*pc as u8) as usize](pc, regs, machine) };
        if exit != Exit::Again {
            return exit;
        }
    }
}

impl Machine {
    /// Where the machine is, as addresses.
    fn position(&mut self) -> (*const u64, *mut u64) {
        // SAFETY: [code] [stack] both are positions inside of the lists.
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
