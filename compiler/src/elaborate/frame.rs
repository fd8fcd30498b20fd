//! A function or a closure that is being made: its variables, its loops, and what it captures.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Body;
use crate::ast::{ExprId as SourceId, Symbol};
use crate::load::ModuleId;
use crate::resolve;
use crate::source::Span;
use crate::tree::{Builder, ExprId, ExprKind, LocalId, LoopId};
use crate::types::Ty;

/// A function or a closure that is being made.
pub(super) struct Frame {
    pub(super) builder: Builder,
    locals: FxHashMap<(ModuleId, resolve::LocalId), LocalId>,
    /// The variables of the frame around that it captures, in order, and what they are here.
    pub(super) captures: Vec<(LocalId, LocalId)>,
    /// The loops around the code at hand.
    pub(super) loops: Vec<(Option<Symbol>, LoopId)>,
    /// Expressions whose values are there already.
    pub(super) given: FxHashMap<SourceId, LocalId>,
    /// Variables that get a value once.
    fixed: FxHashSet<LocalId>,
}

impl Frame {
    pub(super) fn new(builder: Builder) -> Self {
        Self {
            builder,
            locals: FxHashMap::default(),
            captures: Vec::new(),
            loops: Vec::new(),
            given: FxHashMap::default(),
            fixed: FxHashSet::default(),
        }
    }
}

impl Body<'_, '_> {
    pub(super) fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub(super) fn builder(&mut self) -> &mut Builder {
        &mut self.frame().builder
    }

    /// An expression of a type, written where the code at hand is.
    pub(super) fn put(&mut self, kind: ExprKind, ty: Ty) -> ExprId {
        let span = self.span;
        self.builder().add(kind, ty, span)
    }

    /// Something that is done for its effect.
    pub(super) fn act(&mut self, kind: ExprKind) -> ExprId {
        let unit = self.typed.types.unit();
        self.put(kind, unit)
    }

    pub(super) fn unit(&mut self) -> ExprId {
        self.act(ExprKind::Unit)
    }

    /// The type of what is there.
    pub(super) fn type_of(&mut self, id: ExprId) -> Ty {
        self.builder().expr(id).ty
    }

    pub(super) fn is_never(&mut self, id: ExprId) -> bool {
        self.type_of(id) == self.typed.types.never()
    }

    /// The value of a variable.
    pub(super) fn read(&mut self, local: LocalId) -> ExprId {
        let ty = self.builder().type_of_local(local);
        self.put(ExprKind::Local(local), ty)
    }

    /// A value in a variable of its own, unless it is in one that stays as it is.
    pub(super) fn keep(&mut self, value: ExprId, stmts: &mut Vec<ExprId>) -> LocalId {
        if let ExprKind::Local(local) = self.builder().expr(value).kind
            && self.frame().fixed.contains(&local)
        {
            return local;
        }
        self.keep_copy(value, stmts)
    }

    /// A value in a variable of its own.
    pub(super) fn keep_copy(&mut self, value: ExprId, stmts: &mut Vec<ExprId>) -> LocalId {
        let ty = self.type_of(value);
        let local = self.builder().local(None, ty);
        self.frame().fixed.insert(local);
        let it = self.act(ExprKind::Let(local, value));
        stmts.push(it);
        local
    }

    /// The same, read.
    pub(super) fn kept(&mut self, value: ExprId, stmts: &mut Vec<ExprId>) -> ExprId {
        if self.is_known(value) {
            return value;
        }
        let local = self.keep(value, stmts);
        self.read(local)
    }

    /// Whether a value is the same wherever it is evaluated, and doing so does nothing.
    pub(super) fn is_known(&mut self, value: ExprId) -> bool {
        match self.builder().expr(value).kind {
            ExprKind::Unit | ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Bool(_) | ExprKind::Text(_) => true,
            ExprKind::Local(local) => self.frame().fixed.contains(&local),
            _ => false,
        }
    }

    /// A value after statements.
    pub(super) fn after(&mut self, stmts: Vec<ExprId>, value: ExprId) -> ExprId {
        if stmts.is_empty() {
            return value;
        }
        let ty = self.type_of(value);
        self.put(ExprKind::Block { stmts, value: Some(value), ends_tasks: false }, ty)
    }

    /// Statements without a value.
    pub(super) fn all(&mut self, stmts: Vec<ExprId>) -> ExprId {
        let never = self.typed.types.never();
        let ends = stmts.iter().any(|it| self.frames.last().is_some_and(|frame| frame.builder.expr(*it).ty == never));
        let ty = if ends { never } else { self.typed.types.unit() };
        self.put(ExprKind::Block { stmts, value: None, ends_tasks: false }, ty)
    }

    /// A value as one of a type: where nothing is wanted it is dropped.
    pub(super) fn fit(&mut self, value: ExprId, ty: Ty) -> ExprId {
        let found = self.type_of(value);
        let (unit, never) = (self.typed.types.unit(), self.typed.types.never());
        match ty == unit && found != unit && found != never {
            true => self.act(ExprKind::Block { stmts: vec![value], value: None, ends_tasks: false }),
            false => value,
        }
    }

    /// A written variable is this one from now on.
    pub(super) fn name(&mut self, id: resolve::LocalId, local: LocalId) {
        let module = self.module;
        if !self.is_mutable(id) {
            self.frame().fixed.insert(local);
        }
        self.frame().locals.insert((module, id), local);
    }

    pub(super) fn is_mutable(&self, id: resolve::LocalId) -> bool {
        self.it.resolved.modules[self.module.index()].locals[id.0 as usize].mutable
    }

    /// A written variable that is declared here.
    pub(super) fn declare(&mut self, id: resolve::LocalId) -> LocalId {
        let module = self.module;
        if let Some(local) = self.frame().locals.get(&(module, id)) {
            return *local;
        }
        let ty = self.typed.modules[module.index()].locals[id.0 as usize];
        let ty = self.typed.types.substitute(ty, &self.types);
        let name = self.it.program.names.text(self.it.resolved.modules[module.index()].locals[id.0 as usize].name);
        let local = self.builder().local(Some(name), ty);
        // It may get its value in several places, where it is declared without one.
        self.frame().locals.insert((module, id), local);
        local
    }

    /// A variable that gets its one value where it is declared.
    pub(super) fn fix(&mut self, id: resolve::LocalId) {
        if !self.is_mutable(id) {
            let local = self.declare(id);
            self.frame().fixed.insert(local);
        }
    }

    /// A written variable, wherever it is declared: of a function around, it is captured.
    pub(super) fn local(&mut self, id: resolve::LocalId) -> LocalId {
        let key = (self.module, id);
        let Some(at) = self.frames.iter().rposition(|it| it.locals.contains_key(&key)) else { return self.declare(id) };
        let Some(found) = self.frames[at].locals.get(&key).copied() else { return self.declare(id) };
        let local = self.capture(found, at);
        self.frame().locals.insert(key, local);
        local
    }

    /// A variable of the frame at a depth, as it is in the innermost one.
    pub(super) fn capture(&mut self, local: LocalId, at: usize) -> LocalId {
        let mut here = local;
        for depth in at + 1..self.frames.len() {
            if let Some((_, known)) = self.frames[depth].captures.iter().find(|(outer, _)| *outer == here) {
                here = *known;
                continue;
            }
            let outer = self.frames[depth - 1].builder.local_of(here).clone();
            let inner = self.frames[depth].builder.capture(outer.name.as_deref(), outer.ty);
            self.frames[depth].captures.push((here, inner));
            self.frames[depth].fixed.insert(inner);
            here = inner;
        }
        here
    }

    /// Works on code that is written at another place.
    pub(super) fn at<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.span, span);
        let result = work(self);
        self.span = outer;
        result
    }
}
