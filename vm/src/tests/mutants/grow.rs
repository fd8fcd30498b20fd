//! Random programs that the verifier accepts: functions whose code follows its rules, and values that mostly have the types
//! that they are used with. Now and then they have others: that is the machine's to notice.

use concerto_ir::op::{Inst, Mark, Op};
use concerto_ir::operand::{FnRef, InFloat, InInt, InRef, Jump, Kind, LayoutRef, OutRef, Reg, Small, TakeRef, TextRef};
use concerto_ir::operand::{Fraction, Number, OutFloat, OutInt};
use concerto_ir::program::{Function, Native, Place, Program};

use super::choose::Chooser;
use super::dice::Dice;
use super::world::is_effect;

/// What a reference probably leads to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Guess {
    Anything,
    Type(u32),
    Layout(u32),
    Closure(u32),
    Task,
}

/// A register that holds a reference which does not count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct View {
    pub(super) reg: Reg,
    pub(super) is_lent: bool,
    pub(super) guess: Guess,
}

/// A program in a world.
pub(super) fn grow(world: &Program, dice: &mut Dice) -> Program {
    let mut program = Program { natives: some_natives(world, dice), ..world.clone() };
    let count = 2 + dice.below(5);
    program.functions = (0..count).map(|at| header(world, at, dice)).collect();
    program.entry = Some(0);
    for at in 0..count {
        let mut body = Body::new(&program, at, dice);
        body.block(0);
        body.finish();
        let (registers, code) = (body.registers, body.code);
        let place = Place { file: 0, line: at as u32 + 1, column: 1, inlined: 0 };
        let function = &mut program.functions[at];
        (function.registers, function.code, function.places) = (registers, code, vec![(0, place)]);
    }
    program
}

/// Not all functions of the machine: it takes long to look up so many.
fn some_natives(world: &Program, dice: &mut Dice) -> Vec<Native> {
    let first = dice.below(world.natives.len());
    let step = 1 + dice.below(40);
    let count = world.natives.len();
    let some = (0..NATIVES).map(|it| (first + it * step) % count).collect::<std::collections::BTreeSet<_>>();
    let is_wanted = |at: usize| some.contains(&at) || is_effect(&world.natives[at]);
    (0..count).filter(|it| is_wanted(*it)).map(|it| world.natives[it].clone()).collect()
}

const NATIVES: usize = 30;

fn kind(dice: &mut Dice) -> Kind {
    [Kind::Int, Kind::Float, Kind::Ref, Kind::Ref][dice.below(4)]
}

/// The name of a function and what it takes and gives. The first is where the program starts.
fn header(world: &Program, at: usize, dice: &mut Dice) -> Function {
    let name = format!("f{at}");
    if at == 0 {
        return Function { name, result: Some(Kind::Int), ..Function::default() };
    }
    let captures = (0..dice.below(3)).map(|_| kind(dice)).collect::<Vec<_>>();
    match dice.below(4) {
        0 => {
            let params = [Kind::Ref].into_iter().chain(captures).collect();
            Function { name, params, result: Some(kind(dice)), updates: true, ..Function::default() }
        }
        1 => Function { name, params: captures, result: Some(kind(dice)), ..Function::default() },
        _ => {
            let signature = &world.signatures[dice.below(world.signatures.len())];
            let count = captures.len() as u16;
            let params = signature.params.iter().copied().chain(captures).collect();
            Function { name, params, captures: count, result: Some(signature.result), ..Function::default() }
        }
    }
}

/// The code of a function that is being made. Registers of numbers always hold something.
pub(super) struct Body<'g, 'b> {
    pub(super) program: &'g Program,
    pub(super) dice: &'g mut Dice<'b>,
    function: &'g Function,
    pub(super) registers: Vec<Kind>,
    /// What registers of references hold; nothing where they are empty.
    pub(super) holds: Vec<Option<Guess>>,
    /// Registers that an instruction is about to fill.
    pub(super) reserved: Vec<Reg>,
    pub(super) code: Vec<Inst>,
    /// Views, and how much code there was when they were there.
    views: (usize, Vec<View>),
    /// How many statements may still be made.
    left: usize,
}

const INTS: usize = 5;
const FLOATS: usize = 3;
const REFS: usize = 14;
const NOWHERE: u32 = u32::MAX;

impl<'g, 'b> Body<'g, 'b> {
    fn new(program: &'g Program, at: usize, dice: &'g mut Dice<'b>) -> Self {
        let function = &program.functions[at];
        let mut registers = function.params.clone();
        for (kind, count) in [(Kind::Int, INTS), (Kind::Float, FLOATS), (Kind::Ref, REFS)] {
            registers.extend(std::iter::repeat_n(kind, count));
        }
        let params = function.params.len();
        let hold = |(at, kind): (usize, &Kind)| (at < params && *kind == Kind::Ref).then_some(Guess::Anything);
        let holds = registers.iter().enumerate().map(hold).collect();
        let left = if at == 0 { 12 + dice.below(30) } else { 2 + dice.below(14) };
        let (reserved, code) = (Vec::new(), Vec::new());
        let mut body = Self { program, dice, function, registers, holds, reserved, code, views: (0, Vec::new()), left };
        for at in params..body.registers.len() {
            let reg = Reg(at as u16);
            match body.registers[at] {
                Kind::Int => {
                    let value = Number(body.dice.below(5) as i32);
                    body.code.push(Inst::LoadInt { dst: OutInt(reg), value });
                }
                Kind::Float => {
                    let value = Fraction(body.dice.float());
                    body.code.push(Inst::LoadFloat { dst: OutFloat(reg), value });
                }
                Kind::Ref => {}
            }
        }
        body
    }

    /// Statements, until there are enough.
    fn block(&mut self, depth: usize) {
        for _ in 0..2 + self.dice.below(8) {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            self.make_room();
            match self.dice.below(if depth < 3 { 16 } else { 11 }) {
                0..=3 => self.simple(&[""]),
                4 => self.look(),
                5..=8 => self.simple(&["native", "native", "change", "perform"]),
                9 => self.simple(&["call.", "call_value", "update", "new_closure"]),
                10 => self.simple(&["spawn", "wait", "task", "cancel", "take.global", "put.global"]),
                11 => self.branch(depth),
                12 => self.branches(depth),
                13 => self.repeat(depth),
                14 => self.scope(depth),
                _ => self.way_out(),
            }
        }
    }

    /// Leaves some registers empty.
    fn make_room(&mut self) {
        while self.held().len() > REFS - 8 {
            let held = self.held();
            let Some(reg) = self.dice.pick(&held).copied() else { return };
            self.let_go(reg);
        }
    }

    /// The views that can be used by the next instruction.
    pub(super) fn views(&self) -> Vec<View> {
        if self.views.0 == self.code.len() { self.views.1.clone() } else { Vec::new() }
    }

    pub(super) fn keep_views(&mut self, views: Vec<View>) {
        self.views = (self.code.len(), views);
    }

    /// Instructions that look at parts of objects, and change them where they are.
    fn look(&mut self) {
        for _ in 0..2 + self.dice.below(6) {
            self.simple(&[
                "look",
                "look",
                "lend",
                "lend",
                "lend",
                "slot",
                "get",
                "set_slot.",
                "set.",
                "push",
                "len",
                "add",
            ]);
        }
    }

    pub(super) fn held(&self) -> Vec<Reg> {
        (0..self.holds.len()).filter(|it| self.holds[*it].is_some()).map(|it| Reg(it as u16)).collect()
    }

    fn let_go(&mut self, reg: Reg) {
        self.code.push(Inst::Drop { src: TakeRef(reg) });
        self.holds[usize::from(reg.0)] = None;
    }

    /// One instruction that goes on at the next one.
    fn simple(&mut self, starts: &[&str]) {
        let start = self.dice.pick(starts).copied().unwrap_or_default();
        let goes_on = |it: &Op| {
            let scope = matches!(it, Op::OpenScope | Op::CloseScope);
            let jumps = it.operands().iter().any(|(_, ty)| ty.starts_with("Jump"));
            !scope && !jumps && !it.marks().contains(&Mark::Leaves)
        };
        let fits = |it: &Op| goes_on(it) && it.mnemonic().starts_with(start);
        let ops: Vec<Op> = Op::ALL.iter().copied().filter(fits).collect();
        if let Some(op) = self.dice.pick(&ops).copied() {
            Chooser::attempt(self, op, NOWHERE);
        }
    }

    /// An instruction that jumps on a condition to where nobody knows yet.
    fn jump_away(&mut self) -> Option<usize> {
        let is_branch = |it: &Op| {
            let to = it.operands().last().is_some_and(|(_, ty)| *ty == "Jump");
            to && !it.marks().contains(&Mark::Loops) && !it.marks().contains(&Mark::Leaves)
        };
        let ops: Vec<Op> = Op::ALL.iter().copied().filter(is_branch).collect();
        let op = self.dice.pick(&ops).copied()?;
        Chooser::attempt(self, op, NOWHERE).then(|| self.code.len() - 1)
    }

    /// An instruction that jumped nowhere jumps here.
    fn lead_here(&mut self, from: usize) {
        self.keep_views(Vec::new());
        let here = self.code.len() as u32;
        self.code[from].map_targets(|it| if it == NOWHERE { here } else { it });
    }

    /// The same registers hold references as before.
    fn restore(&mut self, before: &[Option<Guess>]) {
        for (at, before) in before.iter().enumerate() {
            let reg = Reg(at as u16);
            match (self.holds[at], before) {
                (Some(_), None) => self.let_go(reg),
                (None, Some(_)) => {
                    self.code.push(Inst::LoadUnit { dst: OutRef(reg), variant: Small(0) });
                    self.holds[at] = Some(Guess::Anything);
                }
                (Some(now), Some(then)) if now != *then => self.holds[at] = Some(Guess::Anything),
                _ => {}
            }
        }
    }

    fn branch(&mut self, depth: usize) {
        let Some(from) = self.jump_away() else { return };
        let before = self.holds.clone();
        self.block(depth + 1);
        self.restore(&before);
        if !self.dice.happens(50) {
            self.lead_here(from);
            return;
        }
        let over = self.code.len();
        self.code.push(Inst::Jump { to: Jump(NOWHERE) });
        self.lead_here(from);
        self.holds.clone_from(&before);
        self.block(depth + 1);
        self.restore(&before);
        self.lead_here(over);
    }

    fn branches(&mut self, depth: usize) {
        let count = 1 + self.dice.below(4);
        let value = InInt(self.number(Kind::Int));
        let from = self.code.len();
        let mut targets = Vec::new();
        self.code.push(Inst::Switch { value, targets: concerto_ir::operand::Jumps(Vec::new()) });
        let before = self.holds.clone();
        let mut over = Vec::new();
        for _ in 0..count {
            targets.push(self.code.len() as u32);
            self.holds.clone_from(&before);
            self.block(depth + 1);
            self.restore(&before);
            over.push(self.code.len());
            self.code.push(Inst::Jump { to: Jump(NOWHERE) });
        }
        if self.dice.happens(30) {
            targets.push(targets[0]);
        }
        self.code[from] = Inst::Switch { value, targets: concerto_ir::operand::Jumps(targets) };
        over.into_iter().for_each(|it| self.lead_here(it));
    }

    fn repeat(&mut self, depth: usize) {
        let head = self.code.len() as u32;
        self.keep_views(Vec::new());
        // What is known at the head must hold each time.
        self.holds.iter_mut().flatten().for_each(|it| *it = Guess::Anything);
        let before = self.holds.clone();
        let out = if self.dice.happens(40) { self.jump_away() } else { None };
        let from = self.holds.clone();
        self.block(depth + 1);
        self.restore(&before);
        let ends = |it: &Op| it.marks() == [Mark::Loops];
        let loops: Vec<Op> = Op::ALL.iter().copied().filter(ends).collect();
        match out {
            Some(out) => {
                self.code.push(Inst::Loop { to: Jump(head) });
                self.lead_here(out);
                self.holds = from;
            }
            None => {
                let op = self.dice.pick(&loops).copied().unwrap_or(Op::Count);
                Chooser::attempt(self, op, head);
            }
        }
    }

    fn scope(&mut self, depth: usize) {
        self.code.push(Inst::OpenScope {});
        self.block(depth + 1);
        self.code.push(Inst::CloseScope {});
    }

    /// A fault, on a condition.
    fn way_out(&mut self) {
        let Some(from) = self.jump_away() else { return };
        let held = self.held();
        let reg = self.dice.pick(&held).copied().map(InRef);
        self.code.push(match (reg, self.dice.below(3)) {
            (Some(task), 0) => Inst::Rethrow { task },
            (Some(message), 1) => Inst::Panic { message },
            _ => Inst::Fault { message: TextRef(0) },
        });
        self.lead_here(from);
    }

    /// Gives what the function gives.
    fn finish(&mut self) {
        let Some(result) = self.function.result else { return };
        let src = if result == Kind::Ref { self.some_ref(None) } else { self.number(result) };
        let receiver = if self.function.updates { self.some_ref(Some(src)) } else { src };
        for reg in self.held().into_iter().filter(|it| *it != src && *it != receiver) {
            self.let_go(reg);
        }
        self.code.push(match (result, self.function.updates) {
            (Kind::Int, false) => Inst::ReturnInt { src: InInt(src) },
            (Kind::Float, false) => Inst::ReturnFloat { src: InFloat(src) },
            (Kind::Ref, false) => Inst::ReturnRef { src: TakeRef(src) },
            (Kind::Int, true) => Inst::ReturnUpdateInt { src: InInt(src), receiver: TakeRef(receiver) },
            (Kind::Float, true) => Inst::ReturnUpdateFloat { src: InFloat(src), receiver: TakeRef(receiver) },
            (Kind::Ref, true) => Inst::ReturnUpdateRef { src: TakeRef(src), receiver: TakeRef(receiver) },
        });
    }

    /// A register with a reference, and not the other one.
    fn some_ref(&mut self, other: Option<Reg>) -> Reg {
        let held: Vec<Reg> = self.held().into_iter().filter(|it| Some(*it) != other).collect();
        if let Some(reg) = self.dice.pick(&held) {
            return *reg;
        }
        let reg = self.empty().unwrap_or(Reg(0));
        self.code.push(Inst::LoadUnit { dst: OutRef(reg), variant: Small(0) });
        self.holds[usize::from(reg.0)] = Some(Guess::Anything);
        reg
    }

    /// A register that holds numbers of a kind.
    pub(super) fn number(&mut self, kind: Kind) -> Reg {
        let fits = |it: &usize| self.registers[*it] == kind;
        let regs: Vec<usize> = (0..self.registers.len()).filter(fits).collect();
        Reg(self.dice.pick(&regs).copied().unwrap_or(0) as u16)
    }

    /// A register for a reference.
    pub(super) fn empty(&mut self) -> Option<Reg> {
        let is_empty = |it: &Reg| {
            let at = usize::from(it.0);
            self.registers[at] == Kind::Ref && self.holds[at].is_none() && !self.reserved.contains(it)
        };
        let regs: Vec<Reg> = (0..self.registers.len()).map(|it| Reg(it as u16)).filter(is_empty).collect();
        self.dice.pick(&regs).copied()
    }

    /// Fills an empty register with what an instruction gives.
    pub(super) fn fill(&mut self, guess: Guess, inst: impl FnOnce(OutRef) -> Inst) -> Option<Reg> {
        let reg = self.empty()?;
        self.code.push(inst(OutRef(reg)));
        self.holds[usize::from(reg.0)] = Some(guess);
        Some(reg)
    }

    /// Takes what a register holds.
    pub(super) fn take(&mut self, reg: Reg) {
        self.holds[usize::from(reg.0)] = None;
    }

    /// A closure of a function, with what it takes along.
    pub(super) fn closure(&mut self, function: u32, depth: usize) -> Option<Reg> {
        let callee = self.program.functions.get(function as usize)?;
        let first = callee.params.len() - usize::from(callee.captures);
        let captures = self.parts(&callee.params[first..].iter().map(|it| (*it, None)).collect::<Vec<_>>(), depth)?;
        let (function, captures) = (FnRef(function), concerto_ir::operand::Regs(captures));
        self.fill(Guess::Closure(function.0), |dst| Inst::NewClosure { dst, function, captures })
    }

    /// An object of a layout.
    pub(super) fn object(&mut self, layout: u32, types: &[u32], guess: Guess, depth: usize) -> Option<Reg> {
        let slots = &self.program.layouts.get(layout as usize)?.slots;
        let parts: Vec<(Kind, Option<u32>)> =
            slots.iter().enumerate().map(|(at, kind)| (*kind, types.get(at).copied())).collect();
        let slots = concerto_ir::operand::Regs(self.parts(&parts, depth)?);
        self.fill(guess, |dst| Inst::New { dst, layout: LayoutRef(layout), slots })
    }

    /// Values of kinds, which are taken.
    pub(super) fn parts(&mut self, parts: &[(Kind, Option<u32>)], depth: usize) -> Option<Vec<Reg>> {
        let mut regs = Vec::new();
        for (kind, ty) in parts {
            regs.push(match (kind, ty) {
                (Kind::Ref, Some(ty)) => self.make(*ty, depth + 1)?,
                (Kind::Ref, None) => self.fill(Guess::Anything, |dst| Inst::LoadText { dst, text: TextRef(1) })?,
                _ => self.number(*kind),
            });
        }
        parts.iter().zip(&regs).filter(|(it, _)| it.0 == Kind::Ref).for_each(|(_, reg)| self.take(*reg));
        Some(regs)
    }
}
