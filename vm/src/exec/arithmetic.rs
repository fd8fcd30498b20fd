//! Moves, constants and arithmetic. Every instruction here relies on what [`super::Handler`] promises.

use super::{Exit, drop_and_go, go, lossy, overflow, units};
use crate::fault::FaultKind;
use crate::heap::retain;
use crate::machine::Machine;

/// An instruction that computes a register from others and goes on.
macro_rules! computes {
    ($($name:ident |$regs:ident, $a:ident, $b:ident, $c:ident| $value:expr;)*) => {$(
        pub(super) unsafe fn $name(pc: *const u64, $regs: *mut u64, machine: &mut Machine) -> Exit {
            // SAFETY: [operands] the registers exist and have these kinds; [flow] [views] a reference that is copied
            // leads to an object.
            unsafe {
                let ($a, $b, $c) = units!(*pc);
                let _ = $c;
                *$regs.add($a) = $value;
                go!(pc.add(1), $regs, machine)
            }
        }
    )*};
}

/// An instruction that computes an int, or faults.
macro_rules! checks {
    ($($name:ident |$regs:ident, $b:ident, $c:ident| $value:expr, $out:ident;)*) => {$(
        pub(super) unsafe fn $name(pc: *const u64, $regs: *mut u64, machine: &mut Machine) -> Exit {
            // SAFETY: [operands] the registers exist and have these kinds.
            unsafe {
                let (a, $b, $c) = units!(*pc);
                let _ = $c;
                match $value {
                    Some(value) => {
                        *$regs.add(a) = value as u64;
                        go!(pc.add(1), $regs, machine)
                    }
                    None => $out(pc, $regs, machine),
                }
            }
        }
    )*};
}

macro_rules! int {
    ($regs:ident, $at:ident) => {
        *$regs.add($at) as i64
    };
}

macro_rules! float {
    ($regs:ident, $at:ident) => {
        f64::from_bits(*$regs.add($at))
    };
}

computes! {
    move_word |regs, a, b, c| *regs.add(b);
    copy_ref |regs, a, b, c| retain(*regs.add(b));
    load_unit |regs, a, b, c| ((b as u64) << 1) | 1;
    eq_int |regs, a, b, c| u64::from(int!(regs, b) == int!(regs, c));
    ne_int |regs, a, b, c| u64::from(int!(regs, b) != int!(regs, c));
    lt_int |regs, a, b, c| u64::from(int!(regs, b) < int!(regs, c));
    le_int |regs, a, b, c| u64::from(int!(regs, b) <= int!(regs, c));
    not |regs, a, b, c| u64::from(*regs.add(b) == 0);
    add_float |regs, a, b, c| (float!(regs, b) + float!(regs, c)).to_bits();
    sub_float |regs, a, b, c| (float!(regs, b) - float!(regs, c)).to_bits();
    mul_float |regs, a, b, c| (float!(regs, b) * float!(regs, c)).to_bits();
    div_float |regs, a, b, c| (float!(regs, b) / float!(regs, c)).to_bits();
    rem_float |regs, a, b, c| (float!(regs, b) % float!(regs, c)).to_bits();
    sqrt_float |regs, a, b, c| float!(regs, b).sqrt().to_bits();
    neg_float |regs, a, b, c| (-float!(regs, b)).to_bits();
    eq_float |regs, a, b, c| u64::from(float!(regs, b) == float!(regs, c));
    lt_float |regs, a, b, c| u64::from(float!(regs, b) < float!(regs, c));
    le_float |regs, a, b, c| u64::from(float!(regs, b) <= float!(regs, c));
}

checks! {
    add_int |regs, b, c| int!(regs, b).checked_add(int!(regs, c)), overflow;
    sub_int |regs, b, c| int!(regs, b).checked_sub(int!(regs, c)), overflow;
    mul_int |regs, b, c| int!(regs, b).checked_mul(int!(regs, c)), overflow;
    div_int |regs, b, c| int!(regs, b).checked_div(int!(regs, c)), divided;
    rem_int |regs, b, c| int!(regs, b).checked_rem(int!(regs, c)), divided;
    neg_int |regs, b, c| int!(regs, b).checked_neg(), overflow;
    add_small |regs, b, c| int!(regs, b).checked_add(i64::from(c as u16 as i16)), overflow;
    mul_small |regs, b, c| int!(regs, b).checked_mul(i64::from(c as u16 as i16)), overflow;
    div_small |regs, b, c| int!(regs, b).checked_div(i64::from(c as u16 as i16)), divided_small;
    rem_small |regs, b, c| int!(regs, b).checked_rem(i64::from(c as u16 as i16)), divided_small;
    int_to_float |regs, b, c| exact_float(int!(regs, b)), lossy;
    float_to_int |regs, b, c| exact_int(float!(regs, b)), lossy;
}

/// A division that has no result.
#[cold]
#[inline(never)]
fn divided(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the registers exist and have these kinds.
    let by = unsafe {
        let (_, _, c) = units!(*pc);
        *regs.add(c)
    };
    machine.fail(pc, regs, if by == 0 { FaultKind::DivisionByZero } else { FaultKind::Overflow })
}

/// A division by a constant that has no result.
#[cold]
#[inline(never)]
fn divided_small(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [code] the word of the instruction.
    let by = unsafe { *pc >> 48 };
    machine.fail(pc, regs, if by == 0 { FaultKind::DivisionByZero } else { FaultKind::Overflow })
}

/// The bits of the float that is exactly this number.
fn exact_float(value: i64) -> Option<i64> {
    let float = value as f64;
    // The largest int rounds up to a float that converts back to it, though it is one more.
    (float as i64 == value && float != 9_223_372_036_854_775_808.0).then_some(float.to_bits() as i64)
}

/// The int that is exactly this number.
fn exact_int(value: f64) -> Option<i64> {
    let limit = 9_223_372_036_854_775_808.0;
    (value.fract() == 0.0 && (-limit..limit).contains(&value)).then_some(value as i64)
}

pub(super) unsafe fn load_int(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the register exists.
    unsafe {
        let word = *pc;
        *regs.add((word >> 16) as u16 as usize) = i64::from((word >> 32) as u32 as i32) as u64;
        go!(pc.add(1), regs, machine)
    }
}

pub(super) unsafe fn load_wide(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the register exists; [code] the constant is the next word.
    unsafe {
        let (a, _, _) = units!(*pc);
        *regs.add(a) = *pc.add(1);
        go!(pc.add(2), regs, machine)
    }
}

pub(super) unsafe fn drop_ref(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the register exists and is a reference; [flow] it counts, and is not read again.
    unsafe {
        let (a, _, _) = units!(*pc);
        drop_and_go!(*regs.add(a), pc.add(1), regs, machine)
    }
}
