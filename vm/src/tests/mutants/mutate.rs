//! Small changes of a program, most of which make it one that the verifier refuses.

use concerto_ir::op::{Inst, Op};
use concerto_ir::operand::{Kind, Reg, Role, Section, Sink, Source};
use concerto_ir::program::{Function, Program};

use super::dice::Dice;

/// Changes something.
pub(super) fn mutate(program: &mut Program, dice: &mut Dice) {
    let count = program.functions.len();
    if count == 0 {
        return;
    }
    let at = dice.below(count);
    match dice.below(20) {
        0..=8 => operand(program, at, dice),
        9 => remove(&mut program.functions[at], dice),
        10 => swap(&mut program.functions[at], dice),
        11 => repeat(&mut program.functions[at], dice),
        12 => other_op(&mut program.functions[at], dice),
        13 => header(&mut program.functions[at], dice),
        14 => register(&mut program.functions[at], dice),
        15 => exchange(program, at, dice),
        16 => layout(program, dice),
        17 => native(program, dice),
        18 => signature(program, dice),
        _ => program.entry = Some(at as u32),
    }
}

fn kind(dice: &mut Dice) -> Kind {
    [Kind::Int, Kind::Float, Kind::Ref][dice.below(3)]
}

fn number(dice: &mut Dice, near: u32) -> u32 {
    match dice.below(4) {
        0 => near.wrapping_add(1),
        1 => near.wrapping_sub(1),
        2 => dice.below(64) as u32,
        _ => [0, 1, u32::from(u16::MAX), u32::MAX][dice.below(4)],
    }
}

/// One operand of an instruction is another.
fn operand(program: &mut Program, at: usize, dice: &mut Dice) {
    let function = &mut program.functions[at];
    if function.code.is_empty() {
        return;
    }
    let at = dice.below(function.code.len());
    let inst = &function.code[at];
    let mut tape = Tape::default();
    inst.write(&mut tape);
    if tape.0.is_empty() {
        return;
    }
    let which = dice.below(tape.0.len());
    let registers = &function.registers;
    // Mostly a register of the same kind.
    let other = |reg: Reg, dice: &mut Dice| {
        let same = |it: &u16| registers.get(usize::from(*it)) == registers.get(usize::from(reg.0));
        let list: Vec<u16> = (0..registers.len() as u16).filter(same).collect();
        match dice.happens(85) {
            true => Reg(dice.pick(&list).copied().unwrap_or(reg.0)),
            false => Reg(dice.below(registers.len() + 1) as u16),
        }
    };
    match &mut tape.0[which] {
        Item::Reg(reg) => *reg = other(*reg, dice),
        Item::Regs(regs) => match dice.below(3) {
            0 => _ = regs.pop(),
            1 => regs.push(other(regs.last().copied().unwrap_or(Reg(0)), dice)),
            _ if regs.is_empty() => {}
            _ => {
                let at = dice.below(regs.len());
                regs[at] = other(regs[at], dice);
            }
        },
        Item::Number(value) => *value = dice.int(),
        Item::Fraction(value) => *value = dice.float(),
        Item::Target(target) => *target = number(dice, *target),
        Item::Targets(targets) => match dice.below(3) {
            0 => _ = targets.pop(),
            1 => targets.push(number(dice, targets.last().copied().unwrap_or(0))),
            _ => targets.iter_mut().take(1).for_each(|it| *it = number(dice, *it)),
        },
        Item::Entry(entry) => *entry = if dice.happens(80) { dice.below(200) as u32 } else { number(dice, *entry) },
    }
    function.code[at] = rebuilt(inst.op(), tape);
}

fn rebuilt(op: Op, mut tape: Tape) -> Inst {
    match op.read(&mut tape) {
        Ok(inst) => inst,
        Err(never) => match never {},
    }
}

/// An instruction less; targets further down move along.
fn remove(function: &mut Function, dice: &mut Dice) {
    if function.code.is_empty() {
        return;
    }
    let at = dice.below(function.code.len());
    function.code.remove(at);
    let gone = at as u32;
    function.code.iter_mut().for_each(|it| it.map_targets(|to| if to > gone { to - 1 } else { to }));
}

/// An instruction twice.
fn repeat(function: &mut Function, dice: &mut Dice) {
    if function.code.is_empty() {
        return;
    }
    let (from, to) = (dice.below(function.code.len()), dice.below(function.code.len()) as u32);
    let again = function.code[from].clone();
    function
        .code
        .iter_mut()
        .for_each(|it| it.map_targets(|target| if target >= to { target.saturating_add(1) } else { target }));
    function.code.insert(to as usize, again);
}

fn swap(function: &mut Function, dice: &mut Dice) {
    if function.code.len() < 2 {
        return;
    }
    let at = dice.below(function.code.len() - 1);
    function.code.swap(at, at + 1);
}

/// Another instruction with operands of the same sorts: another arithmetic, another kind.
fn other_op(function: &mut Function, dice: &mut Dice) {
    if function.code.is_empty() {
        return;
    }
    let at = dice.below(function.code.len());
    let sorts = |op: Op| op.operands().iter().map(|it| it.1).collect::<Vec<_>>();
    let own = function.code[at].op();
    let alike: Vec<Op> = Op::ALL.iter().copied().filter(|it| sorts(*it) == sorts(own)).collect();
    if let Some(op) = dice.pick(&alike) {
        let mut tape = Tape::default();
        function.code[at].write(&mut tape);
        function.code[at] = rebuilt(*op, tape);
    }
}

fn header(function: &mut Function, dice: &mut Dice) {
    match dice.below(5) {
        0 => function.captures = dice.below(4) as u16,
        1 => function.updates = !function.updates,
        2 => function.result = if dice.happens(20) { None } else { Some(kind(dice)) },
        3 => _ = function.params.pop(),
        _ => function.params.push(kind(dice)),
    }
}

fn register(function: &mut Function, dice: &mut Dice) {
    match (dice.below(3), function.registers.len()) {
        (0, _) => function.registers.push(kind(dice)),
        (1, _) => _ = function.registers.pop(),
        (_, 0) => {}
        (_, count) => function.registers[dice.below(count)] = kind(dice),
    }
}

/// The code of one function in another.
fn exchange(program: &mut Program, at: usize, dice: &mut Dice) {
    let other = dice.below(program.functions.len());
    program.functions[at].code = program.functions[other].code.clone();
}

fn layout(program: &mut Program, dice: &mut Dice) {
    if program.layouts.is_empty() {
        return;
    }
    let at = dice.below(program.layouts.len());
    let layout = &mut program.layouts[at];
    match dice.below(4) {
        0 => layout.tag = dice.below(5) as u16,
        1 => _ = layout.slots.pop(),
        2 => layout.slots.push(kind(dice)),
        _ => layout.slots.iter_mut().take(1).for_each(|it| *it = kind(dice)),
    }
}

fn native(program: &mut Program, dice: &mut Dice) {
    if program.natives.is_empty() || program.types.is_empty() {
        return;
    }
    let (at, types) = (dice.below(program.natives.len()), program.types.len());
    let native = &mut program.natives[at];
    match dice.below(4) {
        0 => native.changes = !native.changes,
        1 => native.result = dice.below(types) as u32,
        2 => native.params.iter_mut().take(1).for_each(|it| *it = dice.below(types) as u32),
        _ => native.params.iter_mut().skip(1).for_each(|it| *it = dice.below(types) as u32),
    }
}

fn signature(program: &mut Program, dice: &mut Dice) {
    if program.signatures.is_empty() {
        return;
    }
    let at = dice.below(program.signatures.len());
    match dice.below(3) {
        0 => program.signatures[at].result = kind(dice),
        1 => program.signatures[at].params.push(kind(dice)),
        _ => _ = program.signatures[at].params.pop(),
    }
}

/// The operands of an instruction, one after the other.
#[derive(Default)]
struct Tape(std::collections::VecDeque<Item>);

enum Item {
    Reg(Reg),
    Regs(Vec<Reg>),
    Number(i64),
    Fraction(f64),
    Target(u32),
    Targets(Vec<u32>),
    Entry(u32),
}

impl Sink for Tape {
    fn reg(&mut self, _: Role, _: Kind, reg: Reg) {
        self.0.push_back(Item::Reg(reg));
    }

    fn regs(&mut self, _: Role, regs: &[Reg]) {
        self.0.push_back(Item::Regs(regs.to_vec()));
    }

    fn small(&mut self, value: i16) {
        self.0.push_back(Item::Number(value.into()));
    }

    fn number(&mut self, value: i32) {
        self.0.push_back(Item::Number(value.into()));
    }

    fn whole(&mut self, value: i64) {
        self.0.push_back(Item::Number(value));
    }

    fn fraction(&mut self, value: f64) {
        self.0.push_back(Item::Fraction(value));
    }

    fn jump(&mut self, target: u32) {
        self.0.push_back(Item::Target(target));
    }

    fn jumps(&mut self, targets: &[u32]) {
        self.0.push_back(Item::Targets(targets.to_vec()));
    }

    fn entry(&mut self, _: Section, index: u32) {
        self.0.push_back(Item::Entry(index));
    }
}

macro_rules! given {
    ($self:ident, $item:ident, $none:expr) => {
        Ok(match $self.0.pop_front() {
            Some(Item::$item(value)) => value,
            _ => $none,
        })
    };
}

impl Source for Tape {
    type Error = std::convert::Infallible;

    fn reg(&mut self) -> Result<Reg, Self::Error> {
        given!(self, Reg, Reg(0))
    }

    fn regs(&mut self) -> Result<Vec<Reg>, Self::Error> {
        given!(self, Regs, Vec::new())
    }

    fn small(&mut self) -> Result<i16, Self::Error> {
        given!(self, Number, 0).map(|it: i64| it as i16)
    }

    fn number(&mut self) -> Result<i32, Self::Error> {
        given!(self, Number, 0).map(|it: i64| it as i32)
    }

    fn whole(&mut self) -> Result<i64, Self::Error> {
        given!(self, Number, 0)
    }

    fn fraction(&mut self) -> Result<f64, Self::Error> {
        given!(self, Fraction, 0.0)
    }

    fn jump(&mut self) -> Result<u32, Self::Error> {
        given!(self, Target, 0)
    }

    fn jumps(&mut self) -> Result<Vec<u32>, Self::Error> {
        given!(self, Targets, Vec::new())
    }

    fn entry(&mut self, _: Section) -> Result<u32, Self::Error> {
        given!(self, Entry, 0)
    }
}
