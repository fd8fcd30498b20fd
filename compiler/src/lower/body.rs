//! One function: registers for its variables, blocks for its code.

use concerto_ir::op::Inst;
use concerto_ir::operand::{Jump, Kind, OutRef, Reg, Small};
use concerto_ir::program::Place;
use rustc_hash::FxHashMap;

use super::inline::Callable;
use super::{Lower, TooLarge};
use crate::emit::{Block, Draft};
use crate::source::Span;
use crate::tree::{self, Expr, ExprId, LocalId, LoopId, Work};
use crate::types::{Substitution, Ty};

/// A block that is jumped to before or after it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Label(u32);

/// A loop around the code at hand.
#[derive(Clone, Copy)]
pub(super) struct Loop {
    pub(super) after: Label,
    pub(super) next: Label,
    /// Where its value goes, if it is needed.
    pub(super) value: Option<Reg>,
    /// How many blocks that end their tasks are around it.
    pub(super) scopes: usize,
}

/// A function that is being written, or a call of one that is written out where it is made.
pub(super) struct Body<'l, 'c> {
    pub(super) lower: &'l mut Lower<'c>,
    pub(super) tree: &'l tree::Function,
    pub(super) types: Substitution,
    pub(super) loops: FxHashMap<LoopId, Loop>,
    /// Where its value goes.
    pub(super) back: Back,
    /// How many blocks that end their tasks are around the code at hand.
    pub(super) scopes: usize,
    pub(super) code: Code,
    pub(super) locals: Vec<Option<Reg>>,
    /// Variables that hold a function which is known.
    pub(super) known: FxHashMap<LocalId, Callable>,
    /// What the code at hand stands for.
    pub(super) span: Span,
    /// The inlined call that the code at hand is in, counted from 1.
    pub(super) inside: u32,
}

/// Where the value of a function goes.
#[derive(Clone, Copy)]
pub(super) enum Back {
    /// To the caller.
    Returned {
        /// What it returns.
        output: Ty,
        result: Kind,
        /// The receiver that goes back, too, updated.
        receiver: Option<Reg>,
    },
    /// On to the code around it: the function was inlined.
    Inlined {
        /// The register that gets the value, if it is needed.
        dst: Option<Reg>,
        after: Label,
        /// How many blocks that end their tasks are around the call.
        scopes: usize,
    },
}

/// The code of a function as it is written.
#[derive(Default)]
pub(super) struct Code {
    pub(super) draft: Draft,
    /// The blocks by label, and the order in which they stand.
    blocks: Vec<Block>,
    order: Vec<Label>,
    written: Vec<bool>,
    current: Label,
    /// Which registers are those of variables.
    variables: Vec<bool>,
    /// Whether there are more registers than can be numbered.
    too_large: bool,
    /// How many expressions were written out.
    pub(super) inlined: usize,
    /// The functions whose code is being written, outermost first.
    pub(super) inlining: Vec<Work>,
}

/// The draft of a function with its type arguments.
pub(super) fn draft(
    lower: &mut Lower<'_>,
    work: Option<Work>,
    tree: &tree::Function,
    types: Substitution,
) -> Result<Draft, TooLarge> {
    let output = lower.typed.types.substitute(tree.output, &types);
    let result = lower.kind(output);
    let name = lower.unique(&tree.name);
    let mut body = Body {
        lower,
        tree,
        types,
        loops: FxHashMap::default(),
        back: Back::Returned { output, result, receiver: None },
        scopes: 0,
        code: Code {
            draft: Draft { name, result: Some(result), captures: tree.captures as u16, ..Draft::default() },
            blocks: vec![Block::default()],
            order: vec![Label(0)],
            written: vec![true],
            inlining: work.into_iter().collect(),
            ..Code::default()
        },
        locals: vec![None; tree.locals.len()],
        known: FxHashMap::default(),
        span: tree.span,
        inside: 0,
    };
    body.take_params();
    let value = body.value(tree.body);
    body.give(value);
    body.finish()
}

impl<'l> Body<'l, '_> {
    fn take_params(&mut self) {
        for (at, param) in self.tree.params.iter().enumerate() {
            let reg = self.local(*param);
            let kind = self.kind_of(reg);
            self.code.draft.params.push(kind);
            if at == 0 && self.tree.updates {
                self.take_receiver(reg);
            }
        }
    }

    /// The receiver goes back to the caller; a number that is changed goes back beside the result.
    fn take_receiver(&mut self, reg: Reg) {
        let is_ref = self.kind_of(reg) == Kind::Ref;
        if let Back::Returned { result, receiver, .. } = &mut self.back {
            *receiver = Some(reg);
            match is_ref {
                true => self.code.draft.updates = true,
                false => {
                    *result = Kind::Ref;
                    self.code.draft.result = Some(Kind::Ref);
                }
            }
        }
    }

    pub(super) fn expr(&self, id: ExprId) -> &'l Expr {
        self.tree.expr(id)
    }

    /// The code at hand stands for an expression from now on; what it stood for before.
    pub(super) fn go_to(&mut self, id: ExprId) -> Span {
        let span = self.tree.expr(id).span;
        std::mem::replace(&mut self.span, span)
    }

    pub(super) fn register(&mut self, kind: Kind) -> Reg {
        let Ok(number) = u16::try_from(self.code.draft.registers.len()) else {
            self.code.too_large = true;
            let same = self.code.draft.registers.iter().position(|it| *it == kind);
            return Reg(same.unwrap_or(0) as u16);
        };
        self.code.draft.registers.push(kind);
        Reg(number)
    }

    pub(super) fn kind_of(&self, reg: Reg) -> Kind {
        self.code.draft.registers[usize::from(reg.0)]
    }

    /// The register of a variable, the same in all of the function.
    pub(super) fn local(&mut self, id: LocalId) -> Reg {
        if let Some(reg) = self.locals[id.0 as usize] {
            return reg;
        }
        let kind = self.kind_of_local(id);
        let reg = self.register(kind);
        self.name(id, reg);
        reg
    }

    /// The register of a variable, if it has one.
    pub(super) fn local_if_there(&self, id: LocalId) -> Option<Reg> {
        self.locals[id.0 as usize]
    }

    /// The registers from one on that are those of variables are not any more: nothing names them.
    pub(super) fn forget_variables(&mut self, from: usize) {
        self.code.variables.truncate(from);
    }

    /// A variable is in a register from now on.
    pub(super) fn name(&mut self, local: LocalId, reg: Reg) {
        self.locals[local.0 as usize] = Some(reg);
        let at = usize::from(reg.0);
        if self.code.variables.len() <= at {
            self.code.variables.resize(at + 1, false);
        }
        self.code.variables[at] = true;
    }

    /// Gives a variable a value. A variable that has no register yet stays where its value is, if nothing else is there.
    pub(super) fn set_local(&mut self, local: LocalId, value: Reg) {
        let is_free = self.locals[local.0 as usize].is_none() && !self.is_variable(value);
        if is_free && self.kind_of_local(local) == self.kind_of(value) {
            self.name(local, value);
        } else {
            let reg = self.local(local);
            self.copy_if_same(reg, value);
        }
    }

    /// Whether a register is that of a variable, so that it must not be used up.
    pub(super) fn is_variable(&self, reg: Reg) -> bool {
        self.code.variables.get(usize::from(reg.0)).is_some_and(|it| *it)
    }

    pub(super) fn kind_of_local(&mut self, id: LocalId) -> Kind {
        let ty = self.type_of_local(id);
        self.lower.kind(ty)
    }

    pub(super) fn type_of_local(&mut self, id: LocalId) -> Ty {
        self.at_hand(self.tree.local(id).ty)
    }

    /// The type of an expression, with the types at hand.
    pub(super) fn type_of(&mut self, id: ExprId) -> Ty {
        self.at_hand(self.tree.expr(id).ty)
    }

    pub(super) fn kind_of_expr(&mut self, id: ExprId) -> Kind {
        let ty = self.type_of(id);
        self.lower.kind(ty)
    }

    /// A type with the types of this instance for its parameters.
    pub(super) fn at_hand(&mut self, ty: Ty) -> Ty {
        self.lower.typed.types.substitute(ty, &self.types)
    }

    /// All of them, for a closure that is written here.
    pub(super) fn substitution(&self) -> Substitution {
        self.types.clone()
    }

    pub(super) fn put(&mut self, inst: Inst) {
        let place = Place { inlined: self.inside, ..self.lower.place(self.span) };
        self.code.blocks[self.code.current.0 as usize].code.push((inst, place));
    }

    /// A new place to jump to.
    pub(super) fn label(&mut self) -> Label {
        self.code.blocks.push(Block::default());
        self.code.written.push(false);
        Label(self.code.blocks.len() as u32 - 1)
    }

    /// Goes on writing at a label; what was written before goes on there.
    pub(super) fn start(&mut self, label: Label) {
        self.code.order.push(label);
        self.code.written[label.0 as usize] = true;
        self.code.current = label;
    }

    pub(super) fn jump(&mut self, to: Label) {
        self.put(Inst::Jump { to: self.target(to) });
    }

    /// To a label that may be further up or further down.
    pub(super) fn jump_anywhere(&mut self, to: Label) {
        let is_above = self.code.written[to.0 as usize];
        let to = self.target(to);
        self.put(if is_above { Inst::Loop { to } } else { Inst::Jump { to } });
    }

    pub(super) fn target(&self, label: Label) -> Jump {
        Jump(label.0)
    }

    /// Ends with a fault.
    pub(super) fn fault(&mut self, message: &str) {
        let message = self.lower.text(message);
        self.put(Inst::Fault { message });
    }

    /// Code after something that never goes on: nothing leads to it.
    pub(super) fn unreached(&mut self) -> Reg {
        let label = self.label();
        self.start(label);
        self.int(0)
    }

    /// Something that a tree never has. A program that has it all the same ends with a fault there.
    pub(super) fn impossible(&mut self, what: &str) -> Reg {
        self.lower.failures.internal.push((what.to_owned(), self.span));
        self.fault(what);
        self.unreached()
    }

    /// A value of a kind: one of another kind stands where nothing goes on.
    pub(super) fn of_kind(&mut self, value: Reg, kind: Kind) -> Reg {
        match (self.kind_of(value) == kind, kind) {
            (true, _) => value,
            (_, Kind::Float) => self.float(0.0),
            (_, Kind::Int) => self.int(0),
            (_, Kind::Ref) => {
                let dst = self.register(Kind::Ref);
                self.put(Inst::LoadUnit { dst: OutRef(dst), variant: Small(0) });
                dst
            }
        }
    }

    /// The blocks in order, with jumps by that order.
    fn finish(mut self) -> Result<Draft, TooLarge> {
        if self.code.too_large {
            return Err(TooLarge { span: self.tree.span });
        }
        let mut places = vec![0; self.code.blocks.len()];
        for (at, label) in self.code.order.iter().enumerate() {
            places[label.0 as usize] = at as u32;
        }
        let mut blocks = std::mem::take(&mut self.code.blocks);
        for (inst, _) in blocks.iter_mut().flat_map(|it| &mut it.code) {
            inst.map_targets(|it| places[it as usize]);
        }
        self.code.draft.blocks = self.code.order.iter().map(|it| std::mem::take(&mut blocks[it.0 as usize])).collect();
        Ok(self.code.draft)
    }
}
