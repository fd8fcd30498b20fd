//! Makes functions of the typed tree, one expression after the other: what is contained first.

use std::rc::Rc;

use super::{ClosureId, Expr, ExprId, ExprKind, Function, Local, LocalId, LoopId};
use crate::source::Span;
use crate::types::{ParamId, Ty};

/// A function that is being made.
#[derive(Debug)]
pub struct Builder {
    name: Rc<str>,
    generics: Rc<[ParamId]>,
    params: Vec<LocalId>,
    captures: u32,
    updates: bool,
    output: Ty,
    locals: Vec<Local>,
    exprs: Vec<Expr>,
    closures: Vec<Rc<Function>>,
    loops: u32,
    span: Span,
}

impl Builder {
    /// A function without parameters and code.
    pub fn new(name: impl Into<Rc<str>>, output: Ty, span: Span) -> Self {
        Self {
            name: name.into(),
            generics: Rc::from([]),
            params: Vec::new(),
            captures: 0,
            updates: false,
            output,
            locals: Vec::new(),
            exprs: Vec::new(),
            closures: Vec::new(),
            loops: 0,
            span,
        }
    }

    /// Gives it type parameters.
    pub fn set_generics(&mut self, generics: Rc<[ParamId]>) {
        self.generics = generics;
    }

    /// Its first parameter goes back to the caller, changed.
    pub fn set_updates(&mut self) {
        self.updates = true;
    }

    /// What it is called.
    pub fn name(&self) -> &Rc<str> {
        &self.name
    }

    /// Its type parameters.
    pub fn generics(&self) -> &Rc<[ParamId]> {
        &self.generics
    }

    /// What it returns.
    pub fn output(&self) -> Ty {
        self.output
    }

    /// The next parameter.
    pub fn param(&mut self, name: Option<&str>, ty: Ty) -> LocalId {
        let local = self.local(name, ty);
        self.params.push(local);
        local
    }

    /// A parameter that is a capture. They come after all others.
    pub fn capture(&mut self, name: Option<&str>, ty: Ty) -> LocalId {
        self.captures += 1;
        self.param(name, ty)
    }

    /// A variable.
    pub fn local(&mut self, name: Option<&str>, ty: Ty) -> LocalId {
        let id = LocalId(self.locals.len() as u32);
        self.locals.push(Local { name: name.map(Rc::from), ty });
        id
    }

    /// The type of a variable.
    pub fn type_of_local(&self, local: LocalId) -> Ty {
        self.locals[local.0 as usize].ty
    }

    /// A variable by its id.
    pub fn local_of(&self, local: LocalId) -> &Local {
        &self.locals[local.0 as usize]
    }

    /// A loop.
    pub fn new_loop(&mut self) -> LoopId {
        self.loops += 1;
        LoopId(self.loops - 1)
    }

    /// A closure that is written in it.
    pub fn closure(&mut self, function: Rc<Function>) -> ClosureId {
        let id = ClosureId(self.closures.len() as u32);
        self.closures.push(function);
        id
    }

    /// An expression, whose parts are there already.
    pub fn add(&mut self, kind: ExprKind, ty: Ty, span: Span) -> ExprId {
        let mut changes = kind.changes_itself();
        kind.each_child(|it| changes |= self.exprs[it.0 as usize].changes);
        let id = ExprId(self.exprs.len() as u32);
        self.exprs.push(Expr { kind, ty, span, changes });
        id
    }

    /// An expression that is there.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// The function with its body.
    pub fn finish(self, body: ExprId) -> Function {
        Function {
            name: self.name,
            generics: self.generics,
            params: self.params,
            captures: self.captures,
            updates: self.updates,
            output: self.output,
            locals: self.locals,
            exprs: self.exprs,
            closures: self.closures,
            body,
            span: self.span,
        }
    }
}
