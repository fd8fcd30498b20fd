//! Tasks as values: what a fiber is to those who wait for it, and what it left when it ended.
//!
//! A fiber that runs holds one reference to its task. All tasks are in a list, so that tasks whose results refer to each
//! other, the only circle that a program can make, are found when the machine goes.

use super::{Form, HEADER_BYTES, Header, Heap, object_of};
use crate::fault::FaultKind;
use crate::fiber::FiberId;
use concerto_ir::operand::Kind;

/// A task.
#[repr(C)]
pub(crate) struct Task {
    /// Its `info` says how it is: see [`State`].
    pub(crate) header: Header,
    /// The number of its fiber, what it gave, or the address of its [`Failure`].
    word: u64,
    before: *mut Task,
    after: *mut Task,
}

/// Why a fiber ended, and where: functions and instructions, innermost first.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Failure {
    pub(crate) kind: FaultKind,
    pub(crate) trace: Vec<(u32, u32)>,
}

impl Failure {
    /// How much it takes, about.
    fn bytes(&self) -> usize {
        let message = if let FaultKind::Message(message) = &self.kind { message.capacity() } else { 0 };
        size_of::<Self>() + message + self.trace.capacity() * size_of::<(u32, u32)>()
    }
}

/// How a task is.
pub(crate) enum State<'t> {
    Running(FiberId),
    Gave(Kind, u64),
    Faulted(&'t Failure),
    Cancelled,
}

/// How a task ends.
pub(crate) enum Outcome {
    Gave(Kind, u64),
    Faulted(Box<Failure>),
    Cancelled,
}

const RUNNING: u32 = 0;
const GAVE_INT: u32 = 1;
const GAVE_FLOAT: u32 = 2;
const GAVE_REF: u32 = 3;
const FAULTED: u32 = 4;
const CANCELLED: u32 = 5;

/// The task that a reference leads to.
///
/// # Safety
/// `[counted]`: `word` is a reference that counts.
pub(crate) unsafe fn task(word: u64) -> Option<*mut Task> {
    // SAFETY: [counted] the caller's reference counts; [header] an object of this form is a task.
    unsafe { object_of(word, Form::Task) }.map(|it| it.cast())
}

/// How a task is.
///
/// # Safety
/// `[counted]`: `task` is a task that somebody refers to for as long as the state is looked at.
pub(crate) unsafe fn state<'t>(task: *const Task) -> State<'t> {
    // SAFETY: [counted] the caller holds the task; [task] `info` says what the word is.
    unsafe {
        let word = (*task).word;
        match (*task).header.info {
            RUNNING => State::Running(FiberId(word as u32)),
            GAVE_INT => State::Gave(Kind::Int, word),
            GAVE_FLOAT => State::Gave(Kind::Float, word),
            GAVE_REF => State::Gave(Kind::Ref, word),
            FAULTED => State::Faulted(&*(word as *const Failure)),
            _ => State::Cancelled,
        }
    }
}

/// The number of a task's state: 0 gave a value, 1 faulted, 2 was cancelled; none while it runs.
///
/// # Safety
/// `[counted]`: `task` is a task that somebody refers to.
pub(crate) unsafe fn ended(task: *const Task) -> Option<u64> {
    // SAFETY: [counted] the caller holds the task.
    match unsafe { (*task).header.info } {
        RUNNING => None,
        GAVE_INT | GAVE_FLOAT | GAVE_REF => Some(0),
        FAULTED => Some(1),
        _ => Some(2),
    }
}

/// Says which fiber a task runs in.
///
/// # Safety
/// `[task]`: `task` is a task that runs.
pub(crate) unsafe fn set_fiber(task: *mut Task, fiber: FiberId) {
    // SAFETY: [task] the word of a task that runs is the number of its fiber.
    unsafe { (*task).word = u64::from(fiber.0) };
}

impl Heap {
    /// The task of a fiber, which holds the first reference.
    pub(crate) fn task(&mut self, fiber: FiberId) -> Result<*mut Task, FaultKind> {
        let header = Header { count: 1, form: Form::Task, ascii: false, tag: 0, info: RUNNING, room: 3 };
        let task = self.object(3, header)?.cast::<Task>();
        // SAFETY: [blocks] the object was made with three words after its header; [task] the first of the list is a
        // task.
        unsafe {
            (*task).word = u64::from(fiber.0);
            (*task).before = std::ptr::null_mut();
            (*task).after = self.tasks;
            if let Some(first) = self.tasks.as_mut() {
                first.before = task;
            }
        }
        self.tasks = task;
        Ok(task)
    }

    /// Keeps how a running task ended.
    ///
    /// # Safety
    /// `[task]`: `task` is a task of this heap that runs. `[counted]`: the reference in the outcome counts, and is the
    /// task's from now on.
    pub(crate) unsafe fn end_task(&mut self, task: *mut Task, outcome: Outcome) {
        let (info, word) = match outcome {
            Outcome::Gave(Kind::Int, word) => (GAVE_INT, word),
            Outcome::Gave(Kind::Float, word) => (GAVE_FLOAT, word),
            Outcome::Gave(Kind::Ref, word) => (GAVE_REF, word),
            Outcome::Faulted(failure) => {
                self.bytes += failure.bytes();
                (FAULTED, Box::into_raw(failure) as u64)
            }
            Outcome::Cancelled => (CANCELLED, 0),
        };
        // SAFETY: [task] the caller has a task that runs: its word is only a number.
        unsafe {
            (*task).header.info = info;
            (*task).word = word;
        }
    }

    /// What a task refers to, which is no longer the task's; its failure is freed.
    ///
    /// # Safety
    /// `[task]`: `task` is a task of this heap.
    unsafe fn empty_task(&mut self, task: *mut Task) -> u64 {
        // SAFETY: [task] `info` says what the word is, and the failure is the task's own.
        unsafe {
            let word = std::mem::take(&mut (*task).word);
            let info = std::mem::replace(&mut (*task).header.info, CANCELLED);
            match info {
                GAVE_REF => return word,
                FAULTED => {
                    let failure = Box::from_raw(word as *mut Failure);
                    self.bytes -= failure.bytes();
                }
                _ => {}
            }
        }
        0
    }

    /// Frees a task that nobody refers to.
    pub(super) unsafe fn free_task(&mut self, task: *mut Task) {
        // SAFETY: [counted] the last reference has gone; [task] its neighbours in the list are tasks; [blocks] it was
        // made with this size.
        unsafe {
            let left = self.empty_task(task);
            self.lose(left);
            let (before, after) = ((*task).before, (*task).after);
            match before.as_mut() {
                Some(before) => before.after = after,
                None => self.tasks = after,
            }
            if let Some(after) = after.as_mut() {
                after.before = before;
            }
            self.give_back(task.cast(), HEADER_BYTES / 8 + 3);
        }
    }

    /// Tasks whose results refer to them keep each other: takes the results out of all that are left.
    pub(crate) fn take_results(&mut self) -> Vec<u64> {
        let mut results = Vec::new();
        let mut at = self.tasks;
        while !at.is_null() {
            // SAFETY: [task] all tasks are in the list.
            unsafe {
                results.push(self.empty_task(at));
                at = (*at).after;
            }
        }
        results
    }
}
