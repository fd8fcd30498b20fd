//! What follows from the order of the code: values before they are read, references that are neither lost nor used
//! twice, blocks of tasks that end where they began.
//!
//! The state at an instruction is the set of registers that hold something, and how many blocks of tasks are open. It is
//! known when the first way to the instruction is found; every other way must bring the same references and blocks, and
//! what it lacks of numbers is forgotten. Code only goes on except for loops, so one pass from top to bottom knows every
//! state before it is needed. A state is remembered for each jump: how much that may be is limited ([`Work`]).
//!
//! Views are references that do not count. One is there from the instruction that makes it to the first one that may
//! change or free an object, wait, or be reached in another way: in between, what it leads to stays where it is.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::{Fault, limits};
use crate::op::{Inst, Mark};
use crate::operand::{Kind, Reg, Role, Section, Sink};
use crate::program::{Function, Program};
use crate::set::RegSet;

/// The registers of a function that hold something.
pub type Held = RegSet;

/// What may still be remembered while a program is verified, in words.
pub(super) struct Work(usize);

impl Work {
    /// The larger a program is, the more: so it never takes long for a small file, and every size of program has enough.
    pub(super) fn of(program: &Program) -> Self {
        let instructions: usize = program.functions.iter().map(|it| it.code.len()).sum();
        Self(limits::WORK_MAX.saturating_add(instructions.saturating_mul(limits::WORK_EACH)))
    }

    pub(super) fn spend(&mut self, registers: usize, jumps: usize) -> Result<(), Fault> {
        let words = registers.div_ceil(64).saturating_mul(jumps + 1);
        let left = self.0.checked_sub(words);
        self.0 = left.ok_or_else(|| (None, "it has too many registers and jumps together".to_owned()))?;
        Ok(())
    }
}

/// Follows the code of a function whose operands are in range.
pub(super) fn function(function: &Function, work: &mut Work) -> Result<(), Fault> {
    let mut jumps = 0;
    function.code.iter().for_each(|inst| inst.each_target(|_| jumps += 1));
    work.spend(function.registers.len(), jumps)?;
    follow(function, |_, _, _| ControlFlow::Continue(()))
}

/// A moment of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Moment {
    /// It has not done anything.
    Before,
    /// It has taken what it takes and waits for a call that it made: the receiver of an update is the callee's then.
    During,
}

/// The registers that hold something at moments of a verified function, which is followed once up to the last of them.
pub fn held_at(function: &Function, moments: &BTreeSet<(u32, Moment)>) -> BTreeMap<(u32, Moment), Held> {
    let mut found = BTreeMap::new();
    let Some((last, _)) = moments.last() else { return found };
    // What was verified has no fault; otherwise what was found until then is given.
    let _ = follow(function, |at, moment, held| {
        if moments.contains(&(at, moment)) {
            found.insert((at, moment), held.clone());
        }
        if at == *last && moment == Moment::During { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

/// Follows the code of a function and shows what it holds at each moment, for as long as that is wanted.
fn follow(function: &Function, mut show: impl FnMut(u32, Moment, &Held) -> ControlFlow<()>) -> Result<(), Fault> {
    let mut flow = Flow::new(function);
    let mut above = Some(flow.at_entry());
    for (at, inst) in function.code.iter().enumerate() {
        let fault = |problem: String| (Some(at as u32), problem);
        let state = flow.arrive(at, above.take()).map_err(fault)?;
        let before = show(at as u32, Moment::Before, &state.held);
        let mut step = Step::of(function, inst, state);
        let during = step.during(inst, |held| show(at as u32, Moment::During, held));
        if before.is_break() || during.is_break() {
            return Ok(());
        }
        step.fill(inst).map_err(fault)?;
        if inst.is_return() {
            flow.must_be_empty(&step.state).map_err(fault)?;
        }
        for target in &step.targets {
            flow.lead(at, *target as usize, &step.state).map_err(fault)?;
        }
        above = (!inst.leaves()).then_some(step.state);
    }
    match above {
        Some(_) => Err((None, "its code ends without giving anything".to_owned())),
        None => Ok(()),
    }
}

/// What is known at an instruction.
#[derive(Clone)]
struct State {
    held: RegSet,
    /// How many blocks of tasks this call has opened.
    scopes: u16,
    /// The registers that hold views.
    views: Vec<View>,
}

/// A register that holds a reference which does not count.
#[derive(Clone, Copy)]
struct View {
    reg: Reg,
    /// Nobody else refers to what it leads to.
    is_lent: bool,
}

/// What is known at the instructions of a function.
struct Flow<'f> {
    function: &'f Function,
    /// The registers that hold references, if they hold something.
    refs: RegSet,
    /// What jumps bring to instructions further down.
    coming: Vec<Option<Box<State>>>,
    /// The state at instructions that loops lead back to.
    heads: BTreeMap<usize, Option<State>>,
}

impl<'f> Flow<'f> {
    fn new(function: &'f Function) -> Self {
        let mut refs = RegSet::new(function.registers.len());
        for (at, kind) in function.registers.iter().enumerate() {
            if *kind == Kind::Ref {
                refs.insert(Reg(at as u16));
            }
        }
        let heads = function.code.iter().filter_map(Inst::loop_target).map(|it| (it as usize, None)).collect();
        Self { function, refs, coming: vec![None; function.code.len()], heads }
    }

    fn at_entry(&self) -> State {
        let mut held = RegSet::new(self.function.registers.len());
        (0..self.function.params.len()).for_each(|at| held.insert(Reg(at as u16)));
        State { held, scopes: 0, views: Vec::new() }
    }

    /// The state at an instruction: what comes from above and from jumps.
    fn arrive(&mut self, at: usize, above: Option<State>) -> Result<State, String> {
        let mut state = match (above, self.coming[at].take()) {
            (None, None) => return Err("nothing leads here".to_owned()),
            (Some(one), None) => one,
            (None, Some(one)) => *one,
            (Some(one), Some(other)) => self.merge(one, &other)?,
        };
        if let Some(head) = self.heads.get_mut(&at) {
            state.views.clear();
            *head = Some(state.clone());
        }
        Ok(state)
    }

    /// What is known where two ways meet.
    fn merge(&self, mut one: State, other: &State) -> Result<State, String> {
        if let Some(reg) = one.held.first_different(&other.held, &self.refs) {
            return Err(format!("r{} holds a reference on one way here and none on another", reg.0));
        }
        if one.scopes != other.scopes {
            return Err("a block of tasks is open on one way here and not on another".to_owned());
        }
        one.held.intersect(&other.held);
        one.views.clear();
        Ok(one)
    }

    fn lead(&mut self, at: usize, target: usize, state: &State) -> Result<(), String> {
        if target > at {
            let merged = match self.coming[target].take() {
                None => State { views: Vec::new(), held: state.held.clone(), ..*state },
                Some(other) => self.merge(*other, state)?,
            };
            self.coming[target] = Some(Box::new(merged));
            return Ok(());
        }
        let Some(Some(head)) = self.heads.get(&target) else { return Err("a loop without a head".to_owned()) };
        if let Some(reg) = head.held.first_different(&state.held, &self.refs) {
            return Err(format!("r{} holds a reference at one end of the loop and none at the other", reg.0));
        }
        if head.scopes != state.scopes {
            return Err("a block of tasks is open at one end of the loop and not at the other".to_owned());
        }
        match head.held.first_missing(&state.held) {
            Some(reg) => Err(format!("r{} has a value at the head of the loop and none here", reg.0)),
            None => Ok(()),
        }
    }

    fn must_be_empty(&self, state: &State) -> Result<(), String> {
        match state.held.first_shared(&self.refs) {
            Some(reg) => Err(format!("r{} still holds a reference", reg.0)),
            None if state.scopes > 0 => Err("a block of tasks is still open".to_owned()),
            None => Ok(()),
        }
    }
}

/// One instruction: first it looks at registers and takes from them, then it fills others.
struct Step<'f> {
    function: &'f Function,
    state: State,
    outs: Vec<(Kind, Reg)>,
    /// The view that it makes.
    made: Option<View>,
    /// Whether it may look at views, and change what is lent.
    is_still: bool,
    is_in_place: bool,
    /// Whether what it changes is lent.
    changes_lent: bool,
    /// The reference that is changed, which is nothing else to this instruction. It stands before other references.
    place: Option<Reg>,
    targets: Vec<u32>,
    problem: Option<String>,
}

impl<'f> Step<'f> {
    /// Looks at registers and takes from them.
    fn of(function: &'f Function, inst: &Inst, state: State) -> Self {
        let mut step = Self {
            function,
            state,
            outs: Vec::new(),
            made: None,
            is_still: inst.is_still(),
            is_in_place: inst.is_in_place(),
            changes_lent: false,
            place: None,
            targets: Vec::new(),
            problem: None,
        };
        inst.write(&mut step);
        match inst {
            Inst::OpenScope {} => step.open(),
            Inst::CloseScope {} => step.close(),
            _ => {}
        }
        step
    }

    fn open(&mut self) {
        self.state.scopes += 1;
        if self.state.scopes > limits::SCOPES_MAX {
            self.refuse(format!("more than {} blocks of tasks inside each other", limits::SCOPES_MAX));
        }
    }

    fn close(&mut self) {
        match self.state.scopes.checked_sub(1) {
            Some(scopes) => self.state.scopes = scopes,
            None => self.refuse("no block of tasks is open".to_owned()),
        }
    }

    /// Shows what is held while a call runs.
    fn during(&mut self, inst: &Inst, show: impl FnOnce(&Held) -> ControlFlow<()>) -> ControlFlow<()> {
        let is_update = inst.op().marks().contains(&Mark::Updates);
        let moved = self.place.filter(|it| is_update && self.state.held.has(*it));
        if let Some(reg) = moved {
            self.state.held.remove(reg);
        }
        let flow = show(&self.state.held);
        if let Some(reg) = moved {
            self.state.held.insert(reg);
        }
        flow
    }

    /// Fills registers.
    fn fill(&mut self, inst: &Inst) -> Result<(), String> {
        self.end_views(inst);
        for (kind, reg) in std::mem::take(&mut self.outs) {
            self.must_not_hold(kind, reg);
            self.state.views.retain(|it| it.reg != reg);
            self.state.held.insert(reg);
        }
        if let Some(view) = self.made.take() {
            self.must_not_hold(Kind::Ref, view.reg);
            self.state.views.retain(|it| it.reg != view.reg);
            self.state.views.push(view);
            if self.state.views.len() > limits::VIEWS_MAX {
                self.refuse(format!("more than {} views at once", limits::VIEWS_MAX));
            }
        }
        match self.problem.take() {
            Some(problem) => Err(problem),
            None => Ok(()),
        }
    }

    /// The views that do not outlast an instruction.
    fn end_views(&mut self, inst: &Inst) {
        if !self.is_still && !self.changes_lent {
            self.state.views.clear();
        } else if !self.is_still || inst.shares() {
            let keeps_lent = self.changes_lent;
            self.state.views.retain(|it| it.is_lent == keeps_lent);
        }
    }

    fn must_not_hold(&mut self, kind: Kind, reg: Reg) {
        if kind == Kind::Ref && self.state.held.has(reg) {
            self.refuse(format!("r{} holds a reference that would be lost", reg.0));
        }
    }

    fn refuse(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    /// Whether a register holds a view that the instruction may use.
    fn is_view(&self, role: Role, reg: Reg) -> bool {
        let view = self.state.views.iter().find(|it| it.reg == reg);
        view.is_some_and(|it| match role {
            Role::In => self.is_still,
            Role::Place => self.is_in_place && it.is_lent,
            _ => false,
        })
    }

    fn read(&mut self, reg: Reg, takes: bool) {
        if !self.state.held.has(reg) {
            self.refuse(format!("r{} has no value here", reg.0));
        }
        if self.place == Some(reg) {
            self.refuse(format!("r{} is changed and used at once", reg.0));
        }
        if takes {
            self.state.held.remove(reg);
        }
    }
}

impl Sink for Step<'_> {
    fn reg(&mut self, role: Role, kind: Kind, reg: Reg) {
        match role {
            Role::In if self.is_view(role, reg) => {}
            Role::In => self.read(reg, false),
            Role::Place if self.is_view(role, reg) => {
                self.changes_lent = true;
                self.place = Some(reg);
            }
            Role::Place => {
                self.read(reg, false);
                self.place = (kind == Kind::Ref).then_some(reg);
            }
            Role::Take => self.read(reg, true),
            Role::Out => self.outs.push((kind, reg)),
            Role::View | Role::Lent => self.made = Some(View { reg, is_lent: role == Role::Lent }),
        }
    }

    fn regs(&mut self, role: Role, regs: &[Reg]) {
        for reg in regs {
            let is_ref = self.function.registers.get(usize::from(reg.0)) == Some(&Kind::Ref);
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
