//! Few registers instead of many: two whose lives do not meet share one.

use concerto_ir::op::Inst;
use concerto_ir::operand::{Kind, Reg, Role, Section, Sink, Source};

use super::live::{live, step_back};
use super::{Draft, Uses};

/// From where to where a register is needed, in instructions.
#[derive(Clone, Copy)]
struct Span {
    reg: Reg,
    from: u32,
    to: u32,
}

pub(super) fn registers(draft: &mut Draft) {
    let spans = spans(draft);
    let mut new: Vec<Option<Reg>> = vec![None; draft.registers.len()];
    let mut kinds: Vec<Kind> = draft.params.clone();
    for (at, reg) in new.iter_mut().enumerate().take(draft.params.len()) {
        *reg = Some(Reg(at as u16));
    }
    let mut free: [Vec<Reg>; 3] = Default::default();
    let mut busy: std::collections::BinaryHeap<std::cmp::Reverse<(u32, Reg)>> = std::collections::BinaryHeap::new();
    for span in &spans {
        while let Some(std::cmp::Reverse((to, reg))) = busy.peek().copied()
            && to < span.from
        {
            busy.pop();
            free[kinds[usize::from(reg.0)] as usize].push(reg);
        }
        let at = usize::from(span.reg.0);
        let kind = draft.registers[at];
        let reg = *new[at].get_or_insert_with(|| {
            free[kind as usize].pop().unwrap_or_else(|| {
                kinds.push(kind);
                Reg((kinds.len() - 1) as u16)
            })
        });
        busy.push(std::cmp::Reverse((span.to, reg)));
    }
    for block in &mut draft.blocks {
        for (inst, _) in &mut block.code {
            *inst = renamed(inst, &new);
        }
        block.code.retain(|(inst, _)| !is_nothing(inst));
    }
    draft.registers = kinds;
}

/// The lives of all registers that have one, by their starts.
fn spans(draft: &Draft) -> Vec<Span> {
    let live = live(draft);
    let mut spans: Vec<Option<(u32, u32)>> = vec![None; draft.registers.len()];
    let mut cover = |reg: Reg, at: u32| {
        let span = spans[usize::from(reg.0)].get_or_insert((at, at));
        span.0 = span.0.min(at);
        span.1 = span.1.max(at);
    };
    let mut at = 0;
    for (block, code) in draft.blocks.iter().enumerate() {
        live.at_start[block].iter().for_each(|it| cover(it, at));
        let end = at + code.code.len() as u32;
        let mut needed = live.at_end[block].clone();
        needed.iter().for_each(|it| cover(it, end));
        for (index, (inst, _)) in code.code.iter().enumerate().rev() {
            let here = at + index as u32;
            let uses = Uses::of(inst);
            uses.written().for_each(|it| cover(it, here));
            uses.read().for_each(|(_, it)| cover(it, here));
            step_back(&uses, &mut needed);
        }
        at = end + 1;
    }
    for span in spans.iter_mut().take(draft.params.len()).flatten() {
        span.0 = 0;
    }
    let mut found: Vec<Span> = spans
        .into_iter()
        .enumerate()
        .filter_map(|(at, span)| span.map(|(from, to)| Span { reg: Reg(at as u16), from, to }))
        .collect();
    found.sort_by_key(|it| (it.from, it.reg));
    found
}

/// A move of a register to itself.
fn is_nothing(inst: &Inst) -> bool {
    match inst {
        Inst::MoveInt { dst, src } => dst.0 == src.0,
        Inst::MoveFloat { dst, src } => dst.0 == src.0,
        Inst::MoveRef { dst, src } => dst.0 == src.0,
        _ => false,
    }
}

/// The instruction with other registers: it is written down and read again.
fn renamed(inst: &Inst, new: &[Option<Reg>]) -> Inst {
    let mut tape = Tape { new, items: std::collections::VecDeque::new() };
    inst.write(&mut tape);
    match inst.op().read(&mut tape) {
        Ok(renamed) => renamed,
        Err(never) => match never {},
    }
}

enum Item {
    Reg(Reg),
    Regs(Vec<Reg>),
    Whole(i64),
    Fraction(f64),
    Jumps(Vec<u32>),
}

struct Tape<'n> {
    new: &'n [Option<Reg>],
    items: std::collections::VecDeque<Item>,
}

impl Tape<'_> {
    fn renamed(&self, reg: Reg) -> Reg {
        self.new[usize::from(reg.0)].unwrap_or(reg)
    }

    fn number(&mut self) -> i64 {
        match self.items.pop_front() {
            Some(Item::Whole(value)) => value,
            _ => 0,
        }
    }
}

impl Sink for Tape<'_> {
    fn reg(&mut self, _: Role, _: Kind, reg: Reg) {
        let reg = self.renamed(reg);
        self.items.push_back(Item::Reg(reg));
    }

    fn regs(&mut self, _: Role, regs: &[Reg]) {
        let regs = regs.iter().map(|it| self.renamed(*it)).collect();
        self.items.push_back(Item::Regs(regs));
    }

    fn small(&mut self, value: i16) {
        self.items.push_back(Item::Whole(i64::from(value)));
    }

    fn number(&mut self, value: i32) {
        self.items.push_back(Item::Whole(i64::from(value)));
    }

    fn whole(&mut self, value: i64) {
        self.items.push_back(Item::Whole(value));
    }

    fn fraction(&mut self, value: f64) {
        self.items.push_back(Item::Fraction(value));
    }

    fn jump(&mut self, target: u32) {
        self.items.push_back(Item::Whole(i64::from(target)));
    }

    fn jumps(&mut self, targets: &[u32]) {
        self.items.push_back(Item::Jumps(targets.to_vec()));
    }

    fn entry(&mut self, _: Section, index: u32) {
        self.items.push_back(Item::Whole(i64::from(index)));
    }
}

impl Source for Tape<'_> {
    type Error = std::convert::Infallible;

    fn reg(&mut self) -> Result<Reg, Self::Error> {
        Ok(match self.items.pop_front() {
            Some(Item::Reg(reg)) => reg,
            _ => Reg(0),
        })
    }

    fn regs(&mut self) -> Result<Vec<Reg>, Self::Error> {
        Ok(match self.items.pop_front() {
            Some(Item::Regs(regs)) => regs,
            _ => Vec::new(),
        })
    }

    fn small(&mut self) -> Result<i16, Self::Error> {
        Ok(Tape::number(self) as i16)
    }

    fn number(&mut self) -> Result<i32, Self::Error> {
        Ok(Tape::number(self) as i32)
    }

    fn whole(&mut self) -> Result<i64, Self::Error> {
        Ok(Tape::number(self))
    }

    fn fraction(&mut self) -> Result<f64, Self::Error> {
        Ok(match self.items.pop_front() {
            Some(Item::Fraction(value)) => value,
            _ => 0.0,
        })
    }

    fn jump(&mut self) -> Result<u32, Self::Error> {
        Ok(Tape::number(self) as u32)
    }

    fn jumps(&mut self) -> Result<Vec<u32>, Self::Error> {
        Ok(match self.items.pop_front() {
            Some(Item::Jumps(targets)) => targets,
            _ => Vec::new(),
        })
    }

    fn entry(&mut self, _: Section) -> Result<u32, Self::Error> {
        Ok(Tape::number(self) as u32)
    }
}
