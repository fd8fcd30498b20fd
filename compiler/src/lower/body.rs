//! One function: registers for its variables, blocks for its code.

use concerto_ir::op::Inst;
use concerto_ir::operand::{Jump, Kind, Reg};
use concerto_ir::program::Place;
use rustc_hash::FxHashMap;

use super::{Lower, Unsupported};
use crate::ast::{Ast, ExprId, Pattern, PatternId, Symbol};
use crate::emit::{Block, Draft};
use crate::load::ModuleId;
use crate::resolve::{LocalId, Res};
use crate::source::Span;
use crate::types::{FnId, Substitution, Ty};

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
    /// How many blocks that end their tasks are around it.
    pub(super) scopes: usize,
}

/// A function that is being written.
pub(super) struct Body<'l, 'c> {
    pub(super) lower: &'l mut Lower<'c>,
    pub(super) module: ModuleId,
    pub(super) ast: &'c Ast,
    pub(super) types: Substitution,
    /// What `Self` is.
    pub(super) self_type: Option<Ty>,
    pub(super) loops: Vec<Loop>,
    /// What it gives.
    pub(super) output: Ty,
    pub(super) result: Kind,
    /// The receiver that goes back to the caller, updated.
    pub(super) receiver: Option<Reg>,
    /// How many blocks that end their tasks are around the code at hand.
    pub(super) scopes: usize,
    pub(super) draft: Draft,
    /// The blocks by label, and the order in which they stand.
    blocks: Vec<Block>,
    order: Vec<Label>,
    written: Vec<bool>,
    current: Label,
    locals: FxHashMap<LocalId, Reg>,
    /// Which registers are those of variables.
    variables: Vec<bool>,
    pub(super) place: Place,
    /// Where the call stands whose default argument is at hand.
    pub(super) caller: Option<Place>,
    /// Expressions whose values are there already.
    pub(super) given: FxHashMap<ExprId, Reg>,
    /// Whether there are more registers than can be numbered.
    too_large: bool,
}

/// What a function is made of before its code is known.
pub(super) struct Head {
    pub(super) name: String,
    pub(super) module: ModuleId,
    pub(super) types: Substitution,
    pub(super) self_type: Option<Ty>,
    pub(super) output: Ty,
    pub(super) place: Place,
}

impl<'c> Lower<'c> {
    /// A function without parameters and code.
    pub(super) fn body<'l>(&'l mut self, head: Head) -> Body<'l, 'c> {
        let result = self.kind(head.output);
        let ast = &self.program.module(head.module).ast;
        let name = self.unique(&head.name);
        Body {
            lower: self,
            module: head.module,
            ast,
            types: head.types,
            self_type: head.self_type,
            loops: Vec::new(),
            output: head.output,
            result,
            receiver: None,
            scopes: 0,
            draft: Draft { name, result: Some(result), ..Draft::default() },
            blocks: vec![Block::default()],
            order: vec![Label(0)],
            written: vec![true],
            current: Label(0),
            locals: FxHashMap::default(),
            variables: Vec::new(),
            place: head.place,
            caller: None,
            given: FxHashMap::default(),
            too_large: false,
        }
    }

    /// A declared function with its types.
    pub(super) fn function(&mut self, id: FnId, instance: &[Ty]) -> Lowered<Draft> {
        let sig = self.typed.signatures.function(id).clone();
        let params: Vec<_> = sig.outer.iter().chain(&sig.generics).copied().collect();
        let types = Substitution::new(&params, instance);
        let output = self.typed.types.substitute(sig.result, &types);
        let self_type = sig.self_type.map(|it| self.typed.types.substitute(it, &types));
        let name = self.function_name(&sig);
        let place = self.place(sig.name_span);
        let mut body = self.body(Head { name, module: sig.item.module, types, self_type, output, place });
        let Some(function) = body.lower.tree_of(&sig) else { return body.run_pipeline(&sig) };
        let Some(block) = function.body else { return body.native_function(&sig) };
        if let (Some(receiver), Some(ty)) = (function.receiver, self_type) {
            body.take_receiver(receiver, ty);
        }
        let mut bound = Vec::new();
        for (param, sig) in function.params.iter().zip(&sig.params) {
            let ty = body.lower.typed.types.substitute(sig.ty, &body.types);
            bound.push((param.pattern, body.parameter(ty), ty));
        }
        let args: Vec<Reg> = bound.iter().map(|(_, reg, _)| *reg).collect();
        body.ask_mock(&sig, &args);
        for (pattern, reg, ty) in bound {
            body.bind(pattern, reg, ty)?;
        }
        let value = body.block(block)?;
        body.give(value);
        body.finish()
    }

    /// The tree of a function; the `run` of a pipeline has none.
    pub(super) fn tree_of(&self, sig: &crate::types::FnSig) -> Option<&'c crate::ast::Fn> {
        let item = self.item(sig.item)?;
        match (&item.kind, sig.place) {
            (crate::ast::ItemKind::Fn(it), None) => Some(it),
            (crate::ast::ItemKind::Pipeline(it), place) => {
                let stages = it.steps.iter().filter_map(|it| match it {
                    crate::ast::Step::Stage(method) => Some(&method.function),
                    crate::ast::Step::Repeat { .. } => None,
                });
                stages.into_iter().nth(place? as usize)
            }
            (kind, Some(place)) => kind.methods().get(place as usize).map(|it| &it.function),
            _ => None,
        }
    }
}

impl Body<'_, '_> {
    pub(super) fn register(&mut self, kind: Kind) -> Reg {
        let Ok(number) = u16::try_from(self.draft.registers.len()) else {
            self.too_large = true;
            let same = self.draft.registers.iter().position(|it| *it == kind);
            return Reg(same.unwrap_or(0) as u16);
        };
        self.draft.registers.push(kind);
        Reg(number)
    }

    /// The next parameter.
    pub(super) fn parameter(&mut self, ty: Ty) -> Reg {
        self.parameter_of(self.lower.kind(ty))
    }

    pub(super) fn parameter_of(&mut self, kind: Kind) -> Reg {
        self.draft.params.push(kind);
        self.register(kind)
    }

    /// `self`, which goes back to the caller if it is changed.
    fn take_receiver(&mut self, receiver: crate::ast::Receiver, ty: Ty) {
        let reg = self.parameter(ty);
        let bound = &self.lower.resolved.modules[self.module.index()].bound;
        if let Some(local) = bound.get(&receiver.span.start).copied() {
            self.name(local, reg);
        }
        if receiver.mutable {
            self.receiver = Some(reg);
            match self.kind_of(reg) {
                Kind::Ref => self.draft.updates = true,
                // A number that is changed goes back beside the result.
                _ => {
                    self.result = Kind::Ref;
                    self.draft.result = Some(Kind::Ref);
                }
            }
        }
    }

    /// A variable is in a register from now on.
    pub(super) fn name(&mut self, local: LocalId, reg: Reg) {
        self.locals.insert(local, reg);
        let at = usize::from(reg.0);
        if self.variables.len() <= at {
            self.variables.resize(at + 1, false);
        }
        self.variables[at] = true;
    }

    /// Whether a register is that of a variable, or of something else that is not to be used up.
    pub(super) fn is_variable(&self, reg: Reg) -> bool {
        self.variables.get(usize::from(reg.0)).is_some_and(|it| *it) || self.given.values().any(|it| *it == reg)
    }

    /// Without its variables, for code that stands elsewhere; those that were there.
    pub(super) fn take_locals(&mut self) -> FxHashMap<LocalId, Reg> {
        std::mem::take(&mut self.locals)
    }

    pub(super) fn put_locals(&mut self, locals: FxHashMap<LocalId, Reg>) {
        self.locals = locals;
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
        self.written.push(false);
        Label(self.blocks.len() as u32 - 1)
    }

    /// Goes on writing at a label; what was written before goes on there.
    pub(super) fn start(&mut self, label: Label) {
        self.order.push(label);
        self.written[label.0 as usize] = true;
        self.current = label;
    }

    /// Whether a label stands before the code at hand.
    pub(super) fn is_written(&self, label: Label) -> bool {
        self.written[label.0 as usize]
    }

    pub(super) fn jump(&mut self, to: Label) {
        self.put(Inst::Jump { to: self.target(to) });
    }

    pub(super) fn target(&self, label: Label) -> Jump {
        Jump(label.0)
    }

    /// The blocks in order, with jumps by that order.
    pub(super) fn finish(mut self) -> Lowered<Draft> {
        if self.too_large {
            let span = Span::default();
            return Err(Unsupported { span, what: "a function with so many values: split it" });
        }
        let mut places = vec![0; self.blocks.len()];
        for (at, label) in self.order.iter().enumerate() {
            places[label.0 as usize] = at as u32;
        }
        let mut blocks = std::mem::take(&mut self.blocks);
        for block in &mut blocks {
            for (inst, _) in &mut block.code {
                inst.map_targets(|it| places[it as usize]);
            }
        }
        self.draft.blocks = self.order.iter().map(|it| std::mem::take(&mut blocks[it.0 as usize])).collect();
        Ok(self.draft)
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
        self.lower.res(self.module, id)
    }

    /// A type as it is in this instance.
    pub(super) fn instantiated(&mut self, ty: Ty) -> Ty {
        self.lower.typed.types.substitute(ty, &self.types)
    }

    pub(super) fn local(&mut self, id: LocalId) -> Reg {
        if let Some(reg) = self.locals.get(&id) {
            return *reg;
        }
        let ty = self.lower.typed.modules[self.module.index()].locals[id.0 as usize];
        let ty = self.lower.typed.types.substitute(ty, &self.types);
        let kind = self.lower.kind(ty);
        let reg = self.register(kind);
        self.name(id, reg);
        reg
    }

    /// Binds a pattern that always matches to a register that nobody else uses.
    pub(super) fn bind(&mut self, pattern: PatternId, reg: Reg, ty: Ty) -> Lowered<()> {
        match self.ast.pattern(pattern) {
            Pattern::Wildcard => Ok(()),
            Pattern::Name { inner: None, .. } if matches!(self.pattern_res(pattern), Res::Local(_)) => {
                if let Res::Local(local) = self.pattern_res(pattern) {
                    self.name(local, reg);
                }
                Ok(())
            }
            _ => {
                let (other, after) = (self.label(), self.label());
                self.test(pattern, reg, ty, other)?;
                self.jump(after);
                self.start(other);
                self.fault("no pattern matches");
                self.start(after);
                Ok(())
            }
        }
    }

    pub(super) fn pattern_res(&self, id: PatternId) -> Res {
        self.lower.resolved.modules[self.module.index()].patterns[id.index()]
    }

    /// Ends with a fault.
    pub(super) fn fault(&mut self, message: &str) {
        let message = self.lower.text(message);
        self.put(Inst::Fault { message });
    }

    pub(super) fn unsupported(&self, span: Span, what: &'static str) -> Unsupported {
        Unsupported { span, what }
    }
}
