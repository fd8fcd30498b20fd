//! What follows from the order of the code: values before they are read, references that are neither lost nor used twice.
//!
//! The state at an instruction is the set of registers that hold something. It is known when the first way to the
//! instruction is found; every other way must bring the same references, and what it lacks of numbers is forgotten.
//! Code only goes on except for `loop`, so one pass from top to bottom knows every state before it is needed.

use super::Fault;
use crate::op::Inst;
use crate::operand::{Kind, Reg, Role, Section, Sink};
use crate::program::Function;

/// A set of registers.
#[derive(Clone, PartialEq, Eq)]
struct Held(Vec<u64>);

impl Held {
    fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    fn has(&self, reg: Reg) -> bool {
        self.0[usize::from(reg.0) / 64] & (1 << (reg.0 % 64)) != 0
    }

    fn set(&mut self, reg: Reg, held: bool) {
        let bit = 1 << (reg.0 % 64);
        let word = &mut self.0[usize::from(reg.0) / 64];
        *word = if held { *word | bit } else { *word & !bit };
    }

    fn intersect(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine &= theirs);
    }

    /// The first register of a set.
    fn first(&self) -> Option<Reg> {
        let at = self.0.iter().position(|it| *it != 0)?;
        Some(Reg((at * 64) as u16 + self.0[at].trailing_zeros() as u16))
    }

    /// The first register of `among` that is in one set only.
    fn differs(&self, other: &Self, among: &Self) -> Option<Reg> {
        let words = self.0.iter().zip(&other.0).zip(&among.0);
        Self(words.map(|((mine, theirs), among)| (mine ^ theirs) & among).collect()).first()
    }

    /// The first register that `other` does not have.
    fn lacks(&self, other: &Self) -> Option<Reg> {
        Self(self.0.iter().zip(&other.0).map(|(mine, theirs)| mine & !theirs).collect()).first()
    }
}

/// Follows the code of a function whose operands are in range.
pub(super) fn function(function: &Function) -> Result<(), Fault> {
    let mut flow = Flow::new(function)?;
    let mut state = Some(flow.at_entry());
    for (at, inst) in function.code.iter().enumerate() {
        let fault = |problem: String| (Some(at as u32), problem);
        let held = flow.arrive(at, state.take()).map_err(fault)?;
        let step = Step::of(function, inst, held).map_err(fault)?;
        if is_return(inst) {
            flow.must_be_empty(&step.held).map_err(fault)?;
        }
        for target in &step.targets {
            flow.lead(at, *target as usize, &step.held).map_err(fault)?;
        }
        state = (!leaves(inst)).then_some(step.held);
    }
    match state {
        Some(_) => Err((None, "its code ends without giving anything".to_owned())),
        None => Ok(()),
    }
}

/// What is known at the instructions of a function.
struct Flow<'f> {
    function: &'f Function,
    /// The registers that hold references, if they hold something.
    refs: Held,
    /// What jumps bring to instructions further down.
    coming: Vec<Option<Box<Held>>>,
    /// The state at instructions that loops lead back to.
    heads: Heads,
}

type Heads = std::collections::BTreeMap<usize, Option<Held>>;

impl<'f> Flow<'f> {
    fn new(function: &'f Function) -> Result<Self, Fault> {
        let count = function.registers.len();
        let mut refs = Held::new(count);
        for (at, kind) in function.registers.iter().enumerate() {
            refs.set(Reg(at as u16), *kind == Kind::Ref);
        }
        let mut heads = Heads::new();
        let mut jumps = 0;
        for inst in &function.code {
            if let Some(to) = loop_target(inst) {
                heads.insert(to as usize, None);
            }
            let mut targets = Targets(0);
            inst.write(&mut targets);
            jumps += targets.0;
        }
        if count.saturating_mul(jumps) > WORK_MAX {
            return Err((None, "it has too many registers and jumps together".to_owned()));
        }
        Ok(Self { function, refs, coming: vec![None; function.code.len()], heads })
    }

    fn at_entry(&self) -> Held {
        let mut held = Held::new(self.function.registers.len());
        (0..self.function.params.len()).for_each(|at| held.set(Reg(at as u16), true));
        held
    }

    /// The state at an instruction: what comes from above and from jumps.
    fn arrive(&mut self, at: usize, above: Option<Held>) -> Result<Held, String> {
        let held = match (above, self.coming[at].take()) {
            (None, None) => return Err("nothing leads here".to_owned()),
            (Some(one), None) => one,
            (None, Some(one)) => *one,
            (Some(one), Some(other)) => self.merge(one, &other)?,
        };
        if let Some(head) = self.heads.get_mut(&at) {
            *head = Some(held.clone());
        }
        Ok(held)
    }

    /// What is known where two ways meet.
    fn merge(&self, mut one: Held, other: &Held) -> Result<Held, String> {
        if let Some(reg) = one.differs(other, &self.refs) {
            return Err(format!("r{} holds a reference on one way here and none on another", reg.0));
        }
        one.intersect(other);
        Ok(one)
    }

    fn lead(&mut self, at: usize, target: usize, held: &Held) -> Result<(), String> {
        if target > at {
            let merged = match self.coming[target].take() {
                None => held.clone(),
                Some(other) => self.merge(*other, held)?,
            };
            self.coming[target] = Some(Box::new(merged));
            return Ok(());
        }
        let Some(Some(head)) = self.heads.get(&target) else { return Err("a loop without a head".to_owned()) };
        if let Some(reg) = head.differs(held, &self.refs) {
            return Err(format!("r{} holds a reference at one end of the loop and none at the other", reg.0));
        }
        match head.lacks(held) {
            Some(reg) => Err(format!("r{} has a value at the head of the loop and none here", reg.0)),
            None => Ok(()),
        }
    }

    fn must_be_empty(&self, held: &Held) -> Result<(), String> {
        let mut left = held.clone();
        left.intersect(&self.refs);
        match left.first() {
            Some(reg) => Err(format!("r{} still holds a reference", reg.0)),
            None => Ok(()),
        }
    }
}

/// How much a function may ask to be remembered: registers times jumps.
const WORK_MAX: usize = 4_000_000_000;

/// Counts where an instruction leads.
struct Targets(usize);

impl Sink for Targets {
    fn reg(&mut self, _: Role, _: Kind, _: Reg) {}
    fn regs(&mut self, _: Role, _: &[Reg]) {}
    fn small(&mut self, _: i16) {}
    fn number(&mut self, _: i32) {}
    fn whole(&mut self, _: i64) {}
    fn fraction(&mut self, _: f64) {}
    fn jump(&mut self, _: u32) {
        self.0 += 1;
    }
    fn jumps(&mut self, targets: &[u32]) {
        self.0 += targets.len();
    }
    fn entry(&mut self, _: Section, _: u32) {}
}

/// One instruction: first it looks at registers and takes from them, then it fills others.
struct Step<'f> {
    function: &'f Function,
    held: Held,
    outs: Vec<(Kind, Reg)>,
    /// The reference that is changed, which is nothing else to this instruction. It stands before other references.
    place: Option<Reg>,
    targets: Vec<u32>,
    problem: Option<String>,
}

impl<'f> Step<'f> {
    fn of(function: &'f Function, inst: &Inst, held: Held) -> Result<Self, String> {
        let mut step = Self { function, held, outs: Vec::new(), place: None, targets: Vec::new(), problem: None };
        inst.write(&mut step);
        for (kind, reg) in std::mem::take(&mut step.outs) {
            if kind == Kind::Ref && step.held.has(reg) {
                step.refuse(format!("r{} holds a reference that would be lost", reg.0));
            }
            step.held.set(reg, true);
        }
        match step.problem.take() {
            Some(problem) => Err(problem),
            None => Ok(step),
        }
    }

    fn refuse(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    fn read(&mut self, reg: Reg, takes: bool) {
        if !self.held.has(reg) {
            self.refuse(format!("r{} has no value here", reg.0));
        }
        if self.place == Some(reg) {
            self.refuse(format!("r{} is changed and used at once", reg.0));
        }
        if takes {
            self.held.set(reg, false);
        }
    }
}

impl Sink for Step<'_> {
    fn reg(&mut self, role: Role, kind: Kind, reg: Reg) {
        match role {
            Role::In => self.read(reg, false),
            Role::Place => {
                self.read(reg, false);
                self.place = (kind == Kind::Ref).then_some(reg);
            }
            Role::Take => self.read(reg, true),
            Role::Out => self.outs.push((kind, reg)),
        }
    }

    fn regs(&mut self, role: Role, regs: &[Reg]) {
        for reg in regs {
            let is_ref = self.function.registers[usize::from(reg.0)] == Kind::Ref;
            self.read(*reg, role == Role::Take && is_ref);
        }
    }

    fn small(&mut self, _: i16) {}

    fn number(&mut self, _: i32) {}

    fn whole(&mut self, _: i64) {}

    fn fraction(&mut self, _: f64) {}

    fn jump(&mut self, target: u32) {
        self.targets.push(target);
    }

    fn jumps(&mut self, targets: &[u32]) {
        self.targets.extend(targets);
    }

    fn entry(&mut self, _: Section, _: u32) {}
}

/// Where an instruction leads back to, if it is a loop.
pub(super) fn loop_target(inst: &Inst) -> Option<u32> {
    match inst {
        Inst::Loop { to }
        | Inst::LoopLtInt { to, .. }
        | Inst::LoopLeInt { to, .. }
        | Inst::LoopIf { to, .. }
        | Inst::Count { to, .. } => Some(to.0),
        _ => None,
    }
}

/// Whether the next instruction is not reached from this one.
fn leaves(inst: &Inst) -> bool {
    is_return(inst) || matches!(inst, Inst::Jump { .. } | Inst::Loop { .. } | Inst::Switch { .. } | Inst::Fault { .. })
}

fn is_return(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::ReturnInt { .. }
            | Inst::ReturnFloat { .. }
            | Inst::ReturnRef { .. }
            | Inst::ReturnUpdateInt { .. }
            | Inst::ReturnUpdateFloat { .. }
            | Inst::ReturnUpdateRef { .. }
    )
}
