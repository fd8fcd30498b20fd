//! The machine: a program, a heap, resources, and fibers, of which one runs at a time.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};

use concerto_ir::verify::Verified;

use crate::fault::{Fault, FaultKind};
use crate::fiber::{FIBER_BYTES, Fiber, FiberId, Fibers, Frame, Line, NO_PLACE, Stack, TURN, Wait, stack_bytes};
use crate::globals::Global;
use crate::heap::{Header, Heap};
use crate::link::{Linked, link};
use crate::native::Library;
use crate::unwind::Points;
use crate::value::Value;

/// How much a program may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes on the heap, in registers and in calls.
    pub bytes_max: usize,
    /// Calls inside each other, in each fiber.
    pub depth_max: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes_max: BYTES_USUAL, depth_max: 200_000 }
    }
}

/// Why the machine stopped.
#[derive(Clone, PartialEq, Debug)]
pub enum Halt {
    /// The program is done; the word that its entry gave. Where that is no number, it means nothing outside.
    Done(u64),
    /// A fiber asks the world for something and waits for [`Machine::resume`]; others can go on.
    Effect(Request),
    /// Every fiber waits for the world.
    Wait,
    /// The fuel is used up: it can go on.
    Fuel,
    /// The first fiber asked for something impossible.
    Fault(Fault),
}

/// What a fiber asks the world for.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Its number, which the reply names.
    pub id: u64,
    /// What is asked for: the name of an effect.
    pub name: String,
    /// With what.
    pub args: Vec<Value>,
    /// What the host once marked the fiber with, or one that it comes from; 0 where it did not.
    pub mark: u64,
}

/// What the world says to a request.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// What the effect gives.
    Value(Value),
    /// It could not be done: the fiber that asked faults.
    Fault(String),
}

/// A program that runs.
pub struct Machine {
    pub(crate) linked: Linked,
    pub(crate) heap: Heap,
    /// The registers and calls of the fiber that runs.
    pub(crate) now: Stack,
    pub(crate) limits: Limits,
    pub(crate) fuel: i64,
    /// What all runs together have used.
    pub(crate) fuel_used: u64,
    pub(crate) fault: Option<FaultKind>,
    /// Where the fault happened before it came to the fiber that runs.
    pub(crate) led: Vec<(u32, u32)>,
    /// The texts of the program, each once, for as long as it runs.
    pub(crate) texts: Vec<*mut Header>,
    pub(crate) globals: Vec<Global>,
    pub(crate) fibers: Fibers,
    /// The fiber that runs, and the one that was started from outside.
    pub(crate) current: Option<FiberId>,
    pub(crate) first: Option<FiberId>,
    /// Fibers that can go on.
    pub(crate) ready: Line,
    /// Requests that are not answered.
    pub(crate) pending: BTreeMap<u64, FiberId>,
    pub(crate) requests: u64,
    pub(crate) tickets: u64,
    /// Requests whose fibers were cancelled.
    pub(crate) cancelled: Vec<u64>,
    /// How the program ended.
    pub(crate) ended: Option<Halt>,
    /// The reference that it gave, if it gave one.
    pub(crate) result: u64,
    pub(crate) points: RefCell<Points>,
    /// The hash of the program, and the numbers of its texts by their addresses, once they were needed.
    pub(crate) hash: OnceCell<u64>,
    pub(crate) text_numbers: OnceCell<HashMap<u64, u32>>,
}

// SAFETY: [alone] what its addresses lead to is the machine's, and goes with it.
unsafe impl Send for Machine {}

impl Machine {
    /// A machine for a program that needs no library. A program with a function that the machine does not know is refused.
    pub fn new(verified: Verified, limits: Limits) -> Result<Self, FaultKind> {
        Self::with_library(verified, limits, &[])
    }

    /// A machine for a program, with functions that it does not know itself.
    pub fn with_library(verified: Verified, limits: Limits, library: Library) -> Result<Self, FaultKind> {
        let linked = link(verified, library)?;
        let mut heap = Heap::new(limits.bytes_max.min(BYTES_MAX));
        let program = linked.verified.program();
        let texts = program.texts.iter().map(|it| heap.text(it)).collect::<Result<_, _>>()?;
        let globals = program.globals.iter().map(|_| Global::default()).collect();
        Ok(Self {
            linked,
            heap,
            now: Stack::none(),
            limits,
            fuel: 0,
            fuel_used: 0,
            fault: None,
            led: Vec::new(),
            texts,
            globals,
            fibers: Fibers::default(),
            current: None,
            first: None,
            ready: Line::default(),
            pending: BTreeMap::new(),
            requests: 0,
            tickets: 0,
            cancelled: Vec::new(),
            ended: None,
            result: 0,
            points: RefCell::default(),
            hash: OnceCell::new(),
            text_numbers: OnceCell::new(),
        })
    }

    /// Prepares a call of a function without parameters, in the first fiber. What ran before is cancelled.
    pub fn start(&mut self, function: u32) {
        if let Some(first) = self.first {
            self.cancel(first);
        }
        self.ended = None;
        self.forget_result();
        let started = match self.linked.verified.program().functions.get(function as usize) {
            Some(it) if it.params.is_empty() && !it.updates => self.new_fiber(function),
            _ => Err(FaultKind::Message(format!("there is no function {function} to start"))),
        };
        match started {
            Ok(fiber) => {
                let first = self.fibers.add(fiber);
                self.first = Some(first);
                self.wake(first);
            }
            Err(kind) => self.ended = Some(Halt::Fault(Fault { kind, trace: Vec::new() })),
        }
    }

    /// Frees everything that the machine holds, which is not used any more.
    pub(crate) fn clear(&mut self) {
        if let Some(first) = self.first {
            self.cancel(first);
        }
        self.forget_result();
        let globals = self.globals.drain(..).map(|it| it.value);
        let texts = self.texts.drain(..).map(|it| it as u64);
        let held: Vec<u64> = globals.chain(texts).collect();
        let results = self.heap.take_results();
        for word in held.into_iter().chain(results) {
            // SAFETY: [counted] resources, texts and tasks each held a reference.
            unsafe { self.release(word) };
        }
    }

    /// What the program gave before is not kept any more.
    fn forget_result(&mut self) {
        let word = std::mem::take(&mut self.result);
        // SAFETY: [counted] the machine held a reference.
        unsafe { self.release(word) };
    }

    /// A fiber that is about to run a function; nobody knows of it yet.
    pub(crate) fn new_fiber(&mut self, function: u32) -> Result<Box<Fiber>, FaultKind> {
        let entry = self.linked.entries[function as usize];
        let gives = self.linked.verified.program().functions[function as usize].result;
        let words = 1 + entry.registers as usize;
        self.heap.count_bytes(FIBER_BYTES + stack_bytes(words, 1))?;
        let out = Frame { back: self.linked.code.as_ptr(), registers: 1, dst: 0, place: NO_PLACE };
        let stack = Stack {
            words: vec![0; words],
            frames: vec![out],
            calls: 1,
            at: entry.start,
            base: 1,
            registers: entry.registers,
        };
        Ok(Box::new(Fiber {
            stack,
            wait: Wait::Turn,
            ticket: 0,
            awaits: 0,
            turn: TURN,
            task: std::ptr::null_mut(),
            gives: gives.unwrap_or(concerto_ir::Kind::Int),
            parent: None,
            scope: 0,
            scopes: 0,
            mark: 0,
            last_child: None,
            before: None,
            after: None,
            waiters: Line::default(),
            taken: Vec::new(),
        }))
    }

    /// The requests whose fibers were cancelled since this was last asked: nobody waits for their replies.
    pub fn cancelled(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.cancelled)
    }

    /// How many bytes the program uses.
    pub fn bytes(&self) -> usize {
        self.heap.bytes()
    }

    /// One reference less.
    ///
    /// # Safety
    /// `[counted]`: as for [`Heap::release`].
    pub(crate) unsafe fn release(&mut self, word: u64) {
        // SAFETY: [counted] the caller's reference counts, and is not used any more.
        unsafe { self.heap.release(word, &self.linked.shapes) };
    }

    /// Makes room for one more call.
    #[cold]
    pub(crate) fn grow_frames(&mut self) -> Result<(), FaultKind> {
        if self.now.calls >= self.limits.depth_max {
            return Err(FaultKind::TooDeep(self.limits.depth_max));
        }
        let len = self.now.frames.len();
        let more = (len * 2).max(4).min(self.limits.depth_max) - len;
        self.heap.count_bytes(stack_bytes(0, more))?;
        if self.now.frames.try_reserve_exact(more).is_err() {
            self.heap.give_bytes(stack_bytes(0, more));
            return Err(FaultKind::OutOfMemory(self.heap.bytes()));
        }
        let none = Frame { back: std::ptr::null(), registers: 0, dst: 0, place: NO_PLACE };
        self.now.frames.resize(len + more, none);
        Ok(())
    }

    /// Makes room for the registers of a call. The registers may have moved.
    #[cold]
    pub(crate) fn grow_stack(&mut self, wanted: usize) -> Result<(), FaultKind> {
        let len = self.now.words.len();
        let mut more = (len * 2).max(wanted) - len;
        if self.heap.count_bytes(stack_bytes(more, 0)).is_err() {
            more = wanted - len;
            self.heap.count_bytes(stack_bytes(more, 0))?;
        }
        if self.now.words.try_reserve_exact(more).is_err() {
            self.heap.give_bytes(stack_bytes(more, 0));
            return Err(FaultKind::OutOfMemory(self.heap.bytes()));
        }
        self.now.words.resize(len + more, 0);
        Ok(())
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Four gigabytes; one where addresses have 32 bits.
const BYTES_USUAL: usize = if usize::BITS > 32 { 4 << 30 } else { 1 << 30 };

/// References that take no memory of the heap: those of resources, of the program's texts and of arguments.
const OUTSIDE_MAX: usize = 1 << 24;

/// With more memory the counters of references could overflow: a reference takes eight bytes, and they count to 2³². It is
/// also no more than half of what addresses reach, so counts of bytes do not overflow.
const BYTES_MAX: usize = {
    let counted = (u32::MAX as usize - OUTSIDE_MAX).saturating_mul(8);
    if counted < isize::MAX as usize { counted } else { isize::MAX as usize }
};
