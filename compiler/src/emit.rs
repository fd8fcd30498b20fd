//! From blocks with as many registers as they like to the code of a function.
//!
//! Comes in: [`Draft`], blocks of instructions whose jumps name blocks and whose registers are used once or often, with a
//! copy wherever a reference is handed on. Goes out: a [`Function`] that the verifier accepts. In between: what lives where
//! (`live`), fewer copies and no code for nothing (`simplify`), copies that can be moves and drops that have to be made
//! (`own`), references that need not be counted (`views`), few registers instead of many (`allocate`), and blocks one
//! after the other (`join`).

mod allocate;
mod join;
mod live;
mod own;
mod simplify;
mod views;

#[cfg(test)]
mod tests;

use concerto_ir::op::Inst;
use concerto_ir::operand::{Kind, Reg, Role, Section, Sink};
use concerto_ir::program::{Function, Inlined, Place};
use rustc_hash::FxHashMap;

use crate::passes::Passes;

pub use allocate::Clash;

/// A block: instructions in a row, of which only the last ones jump.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// What it does, and where that comes from.
    pub code: Vec<(Inst, Place)>,
}

/// A function before registers are assigned. Jumps name blocks; the first block is where it starts.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Its name.
    pub name: String,
    /// What it takes: the first registers.
    pub params: Vec<Kind>,
    /// How many of the parameters are captures.
    pub captures: u16,
    /// What it gives.
    pub result: Option<Kind>,
    /// Whether it gives its first parameter back, updated.
    pub updates: bool,
    /// What each register holds.
    pub registers: Vec<Kind>,
    /// Its blocks, in an order in which only loops lead back.
    pub blocks: Vec<Block>,
    /// The calls that were inlined, which places refer to.
    pub inlined: Vec<Inlined>,
    /// Blocks that were put on the way from one block to another.
    pub(crate) detours: Vec<Detour>,
    /// Registers of parts that are lent, with the register of the whole.
    pub(crate) lent: FxHashMap<Reg, Reg>,
}

/// A block on the way from one block to another, which only drops references.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detour {
    block: usize,
    from: usize,
    to: usize,
}

/// Makes the code of a function. `tag` is the number of the variant that a layout is for.
pub fn emit(mut draft: Draft, passes: &Passes, tag: &dyn Fn(u32) -> Option<u16>) -> Result<Function, Clash> {
    own::split_blocks(&mut draft);
    simplify::simplify(&mut draft, passes, tag);
    draft.find_lent();
    own::place_moves_and_drops(&mut draft);
    if passes.views {
        views::borrow(&mut draft);
    }
    allocate::registers(&mut draft, passes.check_registers)?;
    Ok(join::blocks(draft))
}

/// What an instruction does with registers, and where it leads.
struct Uses {
    /// Registers by themselves, of which no instruction has more: most need no memory of their own.
    few: [(Role, Reg); 6],
    count: usize,
    lists: Vec<(Role, Reg)>,
    targets: Vec<u32>,
}

/// Whether a register gets something new.
fn is_made(role: Role) -> bool {
    matches!(role, Role::Out | Role::View | Role::Lent)
}

impl Uses {
    fn of(inst: &Inst) -> Self {
        let few = [(Role::In, Reg(0)); 6];
        let mut uses = Self { few, count: 0, lists: Vec::new(), targets: Vec::new() };
        inst.write(&mut uses);
        uses
    }

    /// Registers by themselves.
    fn regs(&self) -> &[(Role, Reg)] {
        &self.few[..self.count]
    }

    fn add(&mut self, role: Role, reg: Reg) {
        match self.few.get_mut(self.count) {
            Some(free) => {
                *free = (role, reg);
                self.count += 1;
            }
            None => self.lists.push((role, reg)),
        }
    }

    /// Registers that are read.
    fn read(&self) -> impl Iterator<Item = (Role, Reg)> + '_ {
        self.regs().iter().chain(&self.lists).copied().filter(|(role, _)| !is_made(*role))
    }

    /// Registers that get a value.
    fn written(&self) -> impl Iterator<Item = Reg> + '_ {
        let changes = |role: &Role| is_made(*role) || *role == Role::Place;
        self.regs().iter().filter(move |(role, _)| changes(role)).map(|(_, reg)| *reg)
    }
}

impl Sink for Uses {
    fn reg(&mut self, role: Role, _: Kind, reg: Reg) {
        self.add(role, reg);
    }

    fn regs(&mut self, role: Role, regs: &[Reg]) {
        self.lists.extend(regs.iter().map(|it| (role, *it)));
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

impl Draft {
    /// The blocks that one leads to: by jumps, and by going on at its end.
    fn successors(&self, block: usize) -> Vec<usize> {
        let code = &self.blocks[block].code;
        let mut found: Vec<usize> = Vec::new();
        code.iter().for_each(|(inst, _)| inst.each_target(|it| found.push(it as usize)));
        let is_detour = self.detours.iter().any(|it| it.block == block);
        if code.last().is_none_or(|(inst, _)| !inst.leaves()) && !is_detour && block + 1 < self.blocks.len() {
            found.push(block + 1);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a register holds a reference that counts.
    fn is_ref(&self, reg: Reg) -> bool {
        self.registers[usize::from(reg.0)] == Kind::Ref && !self.lent.contains_key(&reg)
    }

    fn find_lent(&mut self) {
        for (inst, _) in self.blocks.iter().flat_map(|it| &it.code) {
            if let Inst::LendSlot { dst, object: from, .. } | Inst::LendAt { dst, array: from, .. } = inst {
                let whole = self.lent.get(&from.0).copied().unwrap_or(from.0);
                self.lent.insert(dst.0, whole);
            }
        }
    }

    /// What an instruction does with registers. What uses a part that is lent uses the whole.
    fn uses(&self, inst: &Inst) -> Uses {
        let mut uses = Uses::of(inst);
        if !self.lent.is_empty() {
            let wholes: Vec<Reg> = uses.read().filter_map(|(_, reg)| self.lent.get(&reg).copied()).collect();
            wholes.into_iter().for_each(|it| uses.add(Role::In, it));
        }
        uses
    }
}
