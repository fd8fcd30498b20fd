//! Effects, tasks and scopes. Every instruction here relies on what [`super::Handler`] promises.
//!
//! What concerns other fibers than the one that runs is done outside the inner loop: the fiber stops at its instruction.

use concerto_ir::operand::Kind;
use concerto_ir::program::{Place, Program};

use super::{Exit, go, units};
use crate::fault::FaultKind;
use crate::heap::retain;
use crate::heap::task::{self, Failure, State, Task};
use crate::machine::Machine;
use crate::tasks::references;

pub(super) unsafe fn perform(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    machine.keep(pc, regs);
    Exit::Perform
}

/// Unit 1 is the destination, unit 2 the closure, units 4 and 5 are the signature.
pub(super) unsafe fn spawn(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the registers exist; [flow] the closure is handed over: the register is empty afterwards,
    // unless this fails.
    unsafe {
        let (a, b, _) = units!(*pc);
        match machine.spawn(*regs.add(b), *pc.add(1) as u32) {
            Ok(task) => {
                *regs.add(a) = task as u64;
                machine.fuel -= 1;
                go!(pc.add(2), regs, machine)
            }
            Err(kind) => machine.fail(pc, regs, kind),
        }
    }
}

/// The task in a register.
macro_rules! task {
    ($pc:ident, $regs:ident, $machine:ident, $at:expr) => {
        match task::task(*$regs.add($at)) {
            Some(task) => task,
            None => return $machine.fail($pc, $regs, FaultKind::BadObject),
        }
    };
}

pub(super) unsafe fn wait(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the registers exist; [flow] the task is held; [header] it is one.
    unsafe {
        let (a, b, _) = units!(*pc);
        match task::ended(task!(pc, regs, machine, b)) {
            Some(how) => {
                *regs.add(a) = how;
                go!(pc.add(1), regs, machine)
            }
            None => {
                machine.keep(pc, regs);
                Exit::Wait
            }
        }
    }
}

pub(super) unsafe fn wait_any(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the registers exist; [flow] the array of tasks is held.
    unsafe {
        let (a, b, _) = units!(*pc);
        match first_ended(*regs.add(b)) {
            Ok(Some(index)) => {
                *regs.add(a) = index as u64;
                go!(pc.add(1), regs, machine)
            }
            Ok(None) => {
                machine.keep(pc, regs);
                Exit::Wait
            }
            Err(kind) => machine.fail(pc, regs, kind),
        }
    }
}

pub(super) unsafe fn wait_all(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the registers exist; [flow] the array of tasks is held.
    unsafe {
        let (a, b, _) = units!(*pc);
        match all_gave(*regs.add(b)) {
            Ok(Some(index)) => {
                *regs.add(a) = index as u64;
                go!(pc.add(1), regs, machine)
            }
            Ok(None) => {
                machine.keep(pc, regs);
                Exit::Wait
            }
            Err(kind) => machine.fail(pc, regs, kind),
        }
    }
}

/// The first of an array of tasks that ended without a value, or -1 where all gave one; nothing while one runs.
pub(crate) unsafe fn all_gave(word: u64) -> Result<Option<i64>, FaultKind> {
    // SAFETY: [counted] the caller holds the array, which holds its tasks; [header] both are looked at first.
    unsafe {
        let mut all = Some(-1);
        for (at, word) in references(word).ok_or(FaultKind::BadObject)?.iter().enumerate() {
            match task::state(task::task(*word).ok_or(FaultKind::BadObject)?) {
                State::Gave(..) => {}
                State::Running(_) => all = None,
                State::Faulted(_) | State::Cancelled => return Ok(Some(at as i64)),
            }
        }
        Ok(all)
    }
}

/// The first of an array of tasks that has ended.
pub(crate) unsafe fn first_ended(word: u64) -> Result<Option<usize>, FaultKind> {
    // SAFETY: [counted] the caller holds the array, which holds its tasks; [header] both are looked at first.
    unsafe {
        let tasks = references(word).ok_or(FaultKind::BadObject)?;
        if tasks.is_empty() {
            return Err(FaultKind::Message("there is no task to wait for".to_owned()));
        }
        for (at, word) in tasks.iter().enumerate() {
            let task = task::task(*word).ok_or(FaultKind::BadObject)?;
            if task::ended(task).is_some() {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }
}

/// What a task gave, of a kind.
macro_rules! results {
    ($($name:ident $kind:ident)*) => {$(
        pub(super) unsafe fn $name(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
            // SAFETY: [operands] the registers exist; [flow] the task is held; [header] [task] it says what kind of
            // result it has.
            unsafe {
                let (a, b, _) = units!(*pc);
                match task::state(task!(pc, regs, machine, b)) {
                    State::Gave(Kind::$kind, word) => {
                        *regs.add(a) = if Kind::$kind == Kind::Ref { retain(word) } else { word };
                        go!(pc.add(1), regs, machine)
                    }
                    _ => machine.fail(pc, regs, FaultKind::Message("the task gave no such value".to_owned())),
                }
            }
        }
    )*};
}

results! {
    task_int Int
    task_float Float
    task_ref Ref
}

pub(super) unsafe fn task_message(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] unit 1 is the destination, unit 2 the task.
    unsafe { told(pc, regs, machine, |_, failure| failure.kind.to_string()) }
}

pub(super) unsafe fn task_trace(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] unit 1 is the destination, unit 2 the task.
    unsafe { told(pc, regs, machine, |machine, failure| trace_text(&failure.trace, machine.linked.verified.program())) }
}

/// Puts a text about the fault of a task into a register, empty where it has none.
///
/// # Safety
/// As for [`Handler`](super::Handler); `[operands]`: unit 1 is the destination, unit 2 the task.
unsafe fn told(
    pc: *const u64,
    regs: *mut u64,
    machine: &mut Machine,
    tell: impl FnOnce(&Machine, &Failure) -> String,
) -> Exit {
    // SAFETY: [operands] the registers exist; [flow] the task is held; [header] [task] it says whether it has a
    // failure.
    unsafe {
        let (a, b, _) = units!(*pc);
        let message = match task::state(task!(pc, regs, machine, b)) {
            State::Faulted(failure) => tell(machine, failure),
            _ => String::new(),
        };
        match machine.heap.text(&message) {
            Ok(text) => {
                *regs.add(a) = text as u64;
                go!(pc.add(1), regs, machine)
            }
            Err(kind) => machine.fail(pc, regs, kind),
        }
    }
}

/// How many calls of a trace are told.
const CALLS_MAX: usize = 16;

/// The calls of a trace that have a place in the program's own files, innermost first, a line each.
fn trace_text(trace: &[(u32, u32)], program: &Program) -> String {
    let call = |(name, place): (&str, Option<Place>)| {
        let place = place?;
        let file = program.files.get(place.file as usize).filter(|it| !it.starts_with("std/"))?;
        let name = name.split('#').next().unwrap_or_default();
        Some(format!("  at {name} ({file}:{}:{})", place.line, place.column))
    };
    let stops = trace.iter().filter_map(|(function, at)| Some((program.functions.get(*function as usize)?, *at)));
    let calls = stops.flat_map(|(function, at)| function.calls(at));
    let lines: Vec<String> = calls.filter_map(call).take(CALLS_MAX).collect();
    lines.join("\n")
}

pub(super) unsafe fn rethrow(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the register exists; [flow] the task is held; [header] it is one.
    unsafe {
        let (a, _, _) = units!(*pc);
        let kind = machine.fault_of(task!(pc, regs, machine, a));
        machine.fail(pc, regs, kind)
    }
}

impl Machine {
    /// The fault of a task, which goes on in the fiber that runs.
    unsafe fn fault_of(&mut self, task: *const Task) -> FaultKind {
        // SAFETY: [counted] the caller holds the task; [task] it says whether it has a failure.
        match unsafe { task::state(task) } {
            State::Faulted(failure) => {
                self.led.clone_from(&failure.trace);
                failure.kind.clone()
            }
            State::Cancelled => FaultKind::Message("the task was cancelled".to_owned()),
            _ => FaultKind::Message("the task has no fault".to_owned()),
        }
    }
}

pub(super) unsafe fn cancel(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    // SAFETY: [operands] the register exists; [flow] the task is held; [header] it is one.
    unsafe {
        let (a, _, _) = units!(*pc);
        if task::ended(task!(pc, regs, machine, a)).is_none() {
            machine.keep(pc, regs);
            return Exit::Cancel;
        }
        go!(pc.add(1), regs, machine)
    }
}

pub(super) unsafe fn open_scope(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    match machine.open_scope() {
        // SAFETY: [code] [flow] code does not end here: another instruction follows.
        Ok(()) => unsafe { go!(pc.add(1), regs, machine) },
        Err(kind) => machine.fail(pc, regs, kind),
    }
}

pub(super) unsafe fn close_scope(pc: *const u64, regs: *mut u64, machine: &mut Machine) -> Exit {
    match machine.close_scope() {
        // SAFETY: [code] [flow] code does not end here: another instruction follows.
        Ok(()) => unsafe { go!(pc.add(1), regs, machine) },
        Err(kind) => machine.fail(pc, regs, kind),
    }
}
