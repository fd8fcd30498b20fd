//! The machine: a program, a heap, a stack of registers and a stack of calls.

use concerto_ir::verify::Verified;

use crate::exec::{self, Exit};
use crate::fault::{Fault, FaultKind};
use crate::heap::{Header, Heap};
use crate::link::{Linked, link};

/// How much a program may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes on the heap.
    pub bytes_max: usize,
    /// Calls inside each other.
    pub depth_max: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes_max: 4 << 30, depth_max: 200_000 }
    }
}

/// Why the machine stopped.
#[derive(Clone, PartialEq, Debug)]
pub enum Halt {
    /// The program is done; the word that its entry gave.
    Done(u64),
    /// The fuel is used up: it can go on.
    Fuel,
    /// It asked for something impossible.
    Fault(Fault),
}

/// A call that is waiting for another.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Frame {
    /// Where the caller goes on: a word of the code.
    pub(crate) back: *const u64,
    /// How many registers the caller has.
    pub(crate) registers: u32,
    /// Where its result goes.
    pub(crate) dst: u16,
    /// Where the updated receiver goes.
    pub(crate) place: u16,
}

/// No receiver is updated.
pub(crate) const NO_PLACE: u16 = u16::MAX;

/// A program that runs.
pub struct Machine {
    pub(crate) linked: Linked,
    pub(crate) heap: Heap,
    /// All registers, those of a call after those of its caller; the first word is the program's result.
    pub(crate) stack: Vec<u64>,
    /// Calls that are waiting: the first `calls` of them.
    pub(crate) frames: Vec<Frame>,
    pub(crate) calls: usize,
    pub(crate) limits: Limits,
    pub(crate) fuel: i64,
    /// Where to go on: a word of the code, and the first register of the call.
    pub(crate) at: u32,
    pub(crate) base: usize,
    /// How many registers the running function has.
    pub(crate) registers: u32,
    pub(crate) fault: Option<FaultKind>,
    /// The texts of the program, each once, for as long as it runs.
    pub(crate) texts: Vec<*mut Header>,
}

impl Machine {
    /// A machine for a program. A program with an instruction that it does not know is refused.
    pub fn new(verified: Verified, limits: Limits) -> Result<Self, FaultKind> {
        let mut ops = verified.program().functions.iter().flat_map(|it| &it.code).map(|it| it.op());
        if let Some(op) = ops.find(|it| !exec::knows(*it)) {
            return Err(FaultKind::Message(format!("this machine does not know `{}`", op.mnemonic())));
        }
        let linked = link(verified);
        let mut heap = Heap::new(limits.bytes_max);
        let texts = linked.verified.program().texts.clone();
        let texts = texts.iter().map(|it| heap.text(it)).collect::<Result<_, _>>()?;
        Ok(Self {
            linked,
            heap,
            stack: vec![0; 64],
            frames: Vec::new(),
            calls: 0,
            limits,
            fuel: 0,
            at: 0,
            base: 1,
            registers: 1,
            fault: None,
            texts,
        })
    }

    /// Prepares a call of a function without parameters.
    pub fn start(&mut self, function: u32) {
        let Some(entry) = self.linked.entries.get(function as usize).copied() else { return };
        let back = self.linked.code.as_ptr();
        self.frames.clear();
        self.frames.push(Frame { back, registers: 1, dst: 0, place: NO_PLACE });
        self.calls = 1;
        self.at = entry.start;
        self.base = 1;
        self.registers = entry.registers;
        let wanted = self.base + entry.registers as usize + 16;
        if self.stack.len() < wanted {
            self.stack.resize(wanted, 0);
        }
    }

    /// Runs until the program is done, faults, or has used `fuel` loops and calls.
    pub fn run(&mut self, fuel: u64) -> Halt {
        self.fuel = i64::try_from(fuel).unwrap_or(i64::MAX);
        match exec::run(self) {
            Exit::Done => Halt::Done(self.stack[0]),
            Exit::Fuel => Halt::Fuel,
            Exit::Fault | Exit::Again => {
                let kind = self.fault.take().unwrap_or(FaultKind::BadObject);
                Halt::Fault(Fault { kind, trace: self.trace() })
            }
        }
    }

    /// How many bytes the heap has.
    pub fn bytes(&self) -> usize {
        self.heap.bytes()
    }

    /// The functions that are running, innermost first.
    fn trace(&self) -> Vec<(String, Option<concerto_ir::program::Place>)> {
        let code = self.linked.code.as_ptr() as usize;
        let waiting = self.frames[..self.calls].iter().skip(1).rev();
        let waiting = waiting.map(|it| ((it.back as usize - code) / 8) as u32 - 1);
        let at = std::iter::once(self.at).chain(waiting);
        let program = self.linked.verified.program();
        at.take(TRACE_MAX)
            .filter_map(|word| self.linked.instruction_at(word))
            .map(|(function, at)| {
                let function = &program.functions[function];
                (function.name.clone(), function.place(at))
            })
            .collect()
    }

    /// Makes room for one more call.
    #[cold]
    pub(crate) fn grow_frames(&mut self) -> Result<(), FaultKind> {
        if self.calls >= self.limits.depth_max {
            return Err(FaultKind::TooDeep(self.limits.depth_max));
        }
        let none = Frame { back: std::ptr::null(), registers: 0, dst: 0, place: NO_PLACE };
        let size = (self.frames.len() * 2).clamp(16, self.limits.depth_max);
        self.frames.resize(size, none);
        Ok(())
    }

    /// Makes room for the registers of a call. The registers may have moved.
    #[cold]
    pub(crate) fn grow_stack(&mut self, wanted: usize) {
        let size = (wanted + 64).max(self.stack.len() * 2);
        self.stack.resize(size, 0);
    }
}

/// The most calls that a trace shows.
const TRACE_MAX: usize = 1_000;
