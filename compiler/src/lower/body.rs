//! One function: registers for its variables, blocks for its code.

use concerto_ir::op::Inst;
use concerto_ir::operand::{Jump, Kind, Reg};
use concerto_ir::program::Place;
use rustc_hash::FxHashMap;

use super::{Instance, Lower, Unsupported};
use crate::ast::{Ast, ExprId, Pattern, PatternId, Symbol};
use crate::emit::{Block, Draft};
use crate::load::ModuleId;
use crate::resolve::{LocalId, Res};
use crate::source::Span;
use crate::types::{Substitution, Ty};

/// What went well, or what cannot be lowered.
pub(super) type Lowered<T> = Result<T, Unsupported>;

/// A block that is jumped to before or after it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label(u32);

/// A loop around the code at hand.
pub(super) struct Loop {
    pub(super) label: Option<Symbol>,
    pub(super) after: Label,
    pub(super) next: Label,
    /// Where its value goes.
    pub(super) value: Reg,
}

/// A function that is being written.
pub(super) struct Body<'l, 'c> {
    pub(super) lower: &'l mut Lower<'c>,
    pub(super) module: ModuleId,
    pub(super) ast: &'c Ast,
    pub(super) types: Substitution,
    pub(super) loops: Vec<Loop>,
    pub(super) result: Kind,
    /// The receiver that goes back to the caller, updated.
    pub(super) receiver: Option<Reg>,
    draft: Draft,
    /// The blocks by label, and the order in which they stand.
    blocks: Vec<Block>,
    order: Vec<Label>,
    current: Label,
    locals: FxHashMap<LocalId, Reg>,
    pub(super) place: Place,
}

impl<'c> Lower<'c> {
    /// The draft of a function with its types.
    pub(super) fn function(&mut self, instance: &Instance) -> Lowered<Draft> {
        let sig = self.typed.signatures.function(instance.0).clone();
        let unsupported = |what| Unsupported { span: sig.name_span, what };
        let function = types_of(self, instance.0).ok_or_else(|| unsupported("a function without a body"))?;
        let Some(block) = function.body else { return Err(unsupported("a function of the machine")) };
        let params: Vec<_> = sig.outer.iter().chain(&sig.generics).copied().collect();
        let types = Substitution::new(&params, &instance.1);
        let result = self.typed.types.substitute(sig.result, &types);
        let result = self.kind(result);
        let name = self.name(instance);
        let ast = &self.program.module(sig.item.module).ast;
        let place = self.place(sig.name_span);
        let mut body = Body {
            lower: self,
            module: sig.item.module,
            ast,
            types,
            loops: Vec::new(),
            result,
            receiver: None,
            draft: Draft { name, result: Some(result), ..Draft::default() },
            blocks: vec![Block::default()],
            order: vec![Label(0)],
            current: Label(0),
            locals: FxHashMap::default(),
            place,
        };
        if let (Some(receiver), Some(ty)) = (function.receiver, sig.self_type) {
            let ty = body.lower.typed.types.substitute(ty, &body.types);
            let kind = body.lower.kind(ty);
            body.draft.params.push(kind);
            let reg = body.register(kind);
            let bound = &body.lower.resolved.modules[body.module.index()].bound;
            if let Some(local) = bound.get(&receiver.span.start).copied() {
                body.locals.insert(local, reg);
            }
            if receiver.mutable {
                if kind != Kind::Ref {
                    return Err(unsupported("a method that changes a number"));
                }
                body.draft.updates = true;
                body.receiver = Some(reg);
            }
        }
        for (param, sig) in function.params.iter().zip(&sig.params) {
            let ty = body.lower.typed.types.substitute(sig.ty, &body.types);
            let kind = body.lower.kind(ty);
            body.draft.params.push(kind);
            let reg = body.register(kind);
            body.bind(param.pattern, reg)?;
        }
        let value = body.block(block)?;
        body.give(value);
        Ok(body.finish())
    }
}

/// The tree of a function.
fn types_of<'c>(lower: &Lower<'c>, id: crate::types::FnId) -> Option<&'c crate::ast::Fn> {
    let sig = lower.typed.signatures.function(id);
    let entry = lower.program.module(sig.item.module).ast.entries.get(sig.item.index as usize)?;
    let crate::ast::Entry::Item(item) = entry else { return None };
    match (&item.kind, sig.place) {
        (crate::ast::ItemKind::Fn(it), None) => Some(it),
        (kind, Some(place)) => kind.methods().get(place as usize).map(|it| &it.function),
        _ => None,
    }
}

impl Body<'_, '_> {
    pub(super) fn register(&mut self, kind: Kind) -> Reg {
        self.draft.registers.push(kind);
        Reg((self.draft.registers.len() - 1) as u16)
    }

    pub(super) fn kind_of(&self, reg: Reg) -> Kind {
        self.draft.registers[usize::from(reg.0)]
    }

    pub(super) fn put(&mut self, inst: Inst) {
        let place = self.place;
        self.blocks[self.current.0 as usize].code.push((inst, place));
    }

    /// A new place to jump to.
    pub(super) fn label(&mut self) -> Label {
        self.blocks.push(Block::default());
        Label(self.blocks.len() as u32 - 1)
    }

    /// Goes on writing at a label; what was written before goes on there.
    pub(super) fn start(&mut self, label: Label) {
        self.order.push(label);
        self.current = label;
    }

    /// Whether a label stands before the code at hand.
    pub(super) fn is_written(&self, label: Label) -> bool {
        self.order.contains(&label)
    }

    pub(super) fn jump(&mut self, to: Label) {
        self.put(Inst::Jump { to: self.target(to) });
    }

    pub(super) fn target(&self, label: Label) -> Jump {
        Jump(label.0)
    }

    /// The blocks in order, with jumps by that order.
    fn finish(mut self) -> Draft {
        let mut places = vec![0; self.blocks.len()];
        for (at, label) in self.order.iter().enumerate() {
            places[label.0 as usize] = at as u32;
        }
        let mut blocks = std::mem::take(&mut self.blocks);
        for block in &mut blocks {
            for (inst, _) in &mut block.code {
                crate::emit::retarget(inst, &|it| places[it as usize]);
            }
        }
        self.draft.blocks = self.order.iter().map(|it| std::mem::take(&mut blocks[it.0 as usize])).collect();
        self.draft
    }

    /// The type of an expression, with the types of this instance.
    pub(super) fn type_of(&mut self, id: ExprId) -> Ty {
        let ty = self.lower.typed.modules[self.module.index()].exprs[id.index()];
        self.lower.typed.types.substitute(ty, &self.types)
    }

    pub(super) fn kind_of_expr(&mut self, id: ExprId) -> Kind {
        let ty = self.type_of(id);
        self.lower.kind(ty)
    }

    pub(super) fn res(&self, id: ExprId) -> Res {
        self.lower.resolved.modules[self.module.index()].exprs[id.index()]
    }

    pub(super) fn local(&mut self, id: LocalId) -> Reg {
        if let Some(reg) = self.locals.get(&id) {
            return *reg;
        }
        let ty = self.lower.typed.modules[self.module.index()].locals[id.0 as usize];
        let ty = self.lower.typed.types.substitute(ty, &self.types);
        let kind = self.lower.kind(ty);
        let reg = self.register(kind);
        self.locals.insert(id, reg);
        reg
    }

    /// Binds a pattern to a register that nobody else uses.
    pub(super) fn bind(&mut self, pattern: PatternId, reg: Reg) -> Lowered<()> {
        match self.ast.pattern(pattern) {
            Pattern::Wildcard => Ok(()),
            Pattern::Name { inner: None, .. } => {
                let res = self.lower.resolved.modules[self.module.index()].patterns[pattern.index()];
                if let Res::Local(local) = res {
                    self.locals.insert(local, reg);
                }
                Ok(())
            }
            _ => Err(self.unsupported(self.ast.pattern_span(pattern), "this pattern")),
        }
    }

    pub(super) fn unsupported(&self, span: Span, what: &'static str) -> Unsupported {
        Unsupported { span, what }
    }
}
