//! The inner loop: one small function for each instruction, found by its number.
//!
//! Every function ends by going on to the next one. In an optimised build that is a jump, because all of them take
//! and give the same, and nothing is left to do after it; in others each returns to a loop, so that the native stack
//! never grows ([`Exit::Again`]). `loop` and calls cost fuel, and where it is used up the machine stops.

mod arithmetic;
mod arrays;
mod calls;
mod control;
mod records;
mod texts;

use concerto_ir::op::Op;

use crate::fault::FaultKind;
use crate::machine::Machine;

/// Why the inner loop was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Exit {
    Done,
    Fuel,
    Fault,
    /// Go on with what the machine says.
    Again,
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
        // SAFETY: verified code goes on at an instruction; see `Handler`.
        return unsafe { $crate::exec::HANDLERS[(*pc as u8) as usize](pc, $regs, $machine) };
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

pub(crate) use go;
pub(crate) use units;

/// The functions by the numbers of their instructions.
pub(crate) static HANDLERS: [Handler; 256] = handlers();

const fn handlers() -> [Handler; 256] {
    let mut table: [Handler; 256] = [control::bad; 256];
    table[0] = control::halt;
    table[Op::MoveInt as usize] = arithmetic::move_word;
    table[Op::MoveFloat as usize] = arithmetic::move_word;
    table[Op::MoveRef as usize] = arithmetic::move_word;
    table[Op::CopyRef as usize] = arithmetic::copy_ref;
    table[Op::Drop as usize] = arithmetic::drop_ref;
    table[Op::LoadInt as usize] = arithmetic::load_int;
    table[Op::LoadWhole as usize] = arithmetic::load_wide;
    table[Op::LoadFloat as usize] = arithmetic::load_wide;
    table[Op::LoadText as usize] = texts::load_text;
    table[Op::LoadUnit as usize] = arithmetic::load_unit;
    table[Op::AddInt as usize] = arithmetic::add_int;
    table[Op::SubInt as usize] = arithmetic::sub_int;
    table[Op::MulInt as usize] = arithmetic::mul_int;
    table[Op::DivInt as usize] = arithmetic::div_int;
    table[Op::RemInt as usize] = arithmetic::rem_int;
    table[Op::NegInt as usize] = arithmetic::neg_int;
    table[Op::AddSmall as usize] = arithmetic::add_small;
    table[Op::MulSmall as usize] = arithmetic::mul_small;
    table[Op::EqInt as usize] = arithmetic::eq_int;
    table[Op::NeInt as usize] = arithmetic::ne_int;
    table[Op::LtInt as usize] = arithmetic::lt_int;
    table[Op::LeInt as usize] = arithmetic::le_int;
    table[Op::Not as usize] = arithmetic::not;
    table[Op::AddFloat as usize] = arithmetic::add_float;
    table[Op::SubFloat as usize] = arithmetic::sub_float;
    table[Op::MulFloat as usize] = arithmetic::mul_float;
    table[Op::DivFloat as usize] = arithmetic::div_float;
    table[Op::RemFloat as usize] = arithmetic::rem_float;
    table[Op::NegFloat as usize] = arithmetic::neg_float;
    table[Op::EqFloat as usize] = arithmetic::eq_float;
    table[Op::LtFloat as usize] = arithmetic::lt_float;
    table[Op::LeFloat as usize] = arithmetic::le_float;
    table[Op::IntToFloat as usize] = arithmetic::int_to_float;
    table[Op::FloatToInt as usize] = arithmetic::float_to_int;
    table[Op::Jump as usize] = control::jump;
    table[Op::Loop as usize] = control::loop_;
    table[Op::JumpIf as usize] = control::jump_if;
    table[Op::JumpIfNot as usize] = control::jump_if_not;
    table[Op::JumpEqInt as usize] = control::jump_eq_int;
    table[Op::JumpNeInt as usize] = control::jump_ne_int;
    table[Op::JumpLtInt as usize] = control::jump_lt_int;
    table[Op::JumpLeInt as usize] = control::jump_le_int;
    table[Op::JumpEqSmall as usize] = control::jump_eq_small;
    table[Op::JumpNeSmall as usize] = control::jump_ne_small;
    table[Op::JumpLtSmall as usize] = control::jump_lt_small;
    table[Op::JumpLeSmall as usize] = control::jump_le_small;
    table[Op::JumpGtSmall as usize] = control::jump_gt_small;
    table[Op::JumpGeSmall as usize] = control::jump_ge_small;
    table[Op::JumpLtFloat as usize] = control::jump_lt_float;
    table[Op::JumpNotLtFloat as usize] = control::jump_not_lt_float;
    table[Op::JumpLeFloat as usize] = control::jump_le_float;
    table[Op::JumpNotLeFloat as usize] = control::jump_not_le_float;
    table[Op::LoopLtInt as usize] = control::loop_lt_int;
    table[Op::LoopLeInt as usize] = control::loop_le_int;
    table[Op::LoopIf as usize] = control::loop_if;
    table[Op::Count as usize] = control::count;
    table[Op::Switch as usize] = control::switch;
    table[Op::TagOf as usize] = records::tag_of;
    table[Op::JumpNotTag as usize] = records::jump_not_tag;
    table[Op::CallInt as usize] = calls::call;
    table[Op::CallFloat as usize] = calls::call;
    table[Op::CallRef as usize] = calls::call;
    table[Op::UpdateInt as usize] = calls::update;
    table[Op::UpdateFloat as usize] = calls::update;
    table[Op::UpdateRef as usize] = calls::update;
    table[Op::ReturnInt as usize] = calls::return_;
    table[Op::ReturnFloat as usize] = calls::return_;
    table[Op::ReturnRef as usize] = calls::return_;
    table[Op::ReturnUpdateInt as usize] = calls::return_update;
    table[Op::ReturnUpdateFloat as usize] = calls::return_update;
    table[Op::ReturnUpdateRef as usize] = calls::return_update;
    table[Op::Fault as usize] = control::fault;
    table[Op::New as usize] = records::new;
    table[Op::SlotInt as usize] = records::slot;
    table[Op::SlotFloat as usize] = records::slot;
    table[Op::SlotRef as usize] = records::slot_ref;
    table[Op::SetSlotInt as usize] = records::set_slot;
    table[Op::SetSlotFloat as usize] = records::set_slot;
    table[Op::SetSlotRef as usize] = records::set_slot_ref;
    table[Op::TakeSlot as usize] = records::take_slot;
    table[Op::ArrayInt as usize] = arrays::array_words;
    table[Op::ArrayFloat as usize] = arrays::array_words;
    table[Op::ArrayRef as usize] = arrays::array_refs;
    table[Op::Len as usize] = arrays::len;
    table[Op::GetInt as usize] = arrays::get;
    table[Op::GetFloat as usize] = arrays::get;
    table[Op::GetRef as usize] = arrays::get_ref;
    table[Op::SetInt as usize] = arrays::set;
    table[Op::SetFloat as usize] = arrays::set;
    table[Op::SetRef as usize] = arrays::set_ref;
    table[Op::TakeAt as usize] = arrays::take_at;
    table[Op::PushInt as usize] = arrays::push;
    table[Op::PushFloat as usize] = arrays::push;
    table[Op::PushRef as usize] = arrays::push_ref;
    table[Op::EqText as usize] = texts::eq_text;
    table
}

/// Whether the machine knows an instruction.
pub(crate) fn knows(op: Op) -> bool {
    let bad: Handler = control::bad;
    !std::ptr::fn_addr_eq(HANDLERS[op as usize], bad)
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
        unsafe { (self.linked.code.as_ptr().add(self.at as usize), self.stack.as_mut_ptr().add(self.base)) }
    }

    /// Keeps where the machine is.
    pub(crate) fn keep(&mut self, pc: *const u64, regs: *mut u64) {
        self.at = ((pc as usize - self.linked.code.as_ptr() as usize) / 8) as u32;
        self.base = (regs as usize - self.stack.as_ptr() as usize) / 8;
    }

    /// Stops with a fault at an instruction.
    #[cold]
    pub(crate) fn fail(&mut self, pc: *const u64, regs: *mut u64, kind: FaultKind) -> Exit {
        self.keep(pc, regs);
        self.fault = Some(kind);
        Exit::Fault
    }
}
