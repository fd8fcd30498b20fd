//! From the checked program to the typed tree, function by function.
//!
//! Comes in: a program without mistakes. Goes out: a [`Function`] for everything that becomes one, made when it is first
//! asked for. Generic functions are made once, with their parameters. What is only a shorter way to say something is
//! written out here; nothing after this phase looks at the parse tree.

mod agent;
mod call;
mod closure;
mod control;
mod derive;
mod expr;
mod frame;
mod json;
mod library;
mod literal;
mod looping;
mod matching;
mod mock;
mod native;
mod operator;
mod pipeline;
mod place;
mod refused;
pub(crate) mod session;
mod start;
mod task;
mod tool;
mod try_;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast::{Ast, Item};
use crate::declare::{self, About};
use crate::diagnostic::Diagnostic;
use crate::load::{ModuleId, Program};
use crate::resolve::{ItemId, Resolved};
use crate::source::Span;
use crate::tree::{Builder, ExprId, Function, LocalId, Work};
use crate::types::{FnId, FnSig, Substitution, Ty, Typed};
use frame::Frame;

/// Makes the functions of a program as they are asked for.
pub struct Elaborator<'c> {
    program: &'c Program,
    resolved: &'c Resolved,
    /// Those that are there.
    made: FxHashMap<Work, Rc<Function>>,
    /// The functions that tests replace.
    mocks: Vec<FnId>,
    /// Where tasks are started, by module.
    spawns: FxHashMap<ModuleId, Rc<Vec<u32>>>,
    /// What cannot be run yet.
    refused: Vec<Diagnostic>,
    refused_at: FxHashSet<Span>,
    /// What earlier phases have to have found, and where.
    internal: Vec<(String, Span)>,
    /// The entry of a session that this is.
    entry: Option<session::Entry>,
}

/// A function that is being made, with the closures around the code at hand.
struct Body<'e, 'c> {
    it: &'e mut Elaborator<'c>,
    typed: &'e mut Typed,
    module: ModuleId,
    ast: &'c Ast,
    /// What the type parameters of the code at hand are, where it stands in another declaration.
    types: Substitution,
    /// The function, and the closures in it around the code at hand.
    frames: Vec<Frame>,
    /// Where the code at hand is written.
    span: Span,
    /// Where the call stands whose default argument is at hand.
    caller: Option<Span>,
}

impl<'c> Elaborator<'c> {
    /// Makes nothing yet.
    pub fn new(program: &'c Program, resolved: &'c Resolved) -> Self {
        Self {
            program,
            resolved,
            made: FxHashMap::default(),
            mocks: Vec::new(),
            spawns: FxHashMap::default(),
            refused: Vec::new(),
            refused_at: FxHashSet::default(),
            internal: Vec::new(),
            entry: None,
        }
    }

    /// What is to be said about what cannot be run.
    pub fn take_refused(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.refused)
    }

    /// What earlier phases have to have found, and where.
    pub(crate) fn take_internal(&mut self) -> Vec<(String, Span)> {
        std::mem::take(&mut self.internal)
    }

    /// The tree of something that becomes a function. What is derived is made for one type, given as `types`; anything else
    /// is the same for all types.
    pub fn function(&mut self, typed: &mut Typed, work: &Work, types: &[Ty]) -> Rc<Function> {
        if let Some(made) = self.made.get(work) {
            return made.clone();
        }
        let function = Rc::new(self.make(typed, work, types));
        let is_for_one_type = matches!(work, Work::Derived(_) | Work::Constructor(_));
        if !is_for_one_type && !function.generics.is_empty() {
            self.made.insert(work.clone(), function.clone());
        }
        function
    }

    fn make(&mut self, typed: &mut Typed, work: &Work, types: &[Ty]) -> Function {
        let ty = types.first().copied().unwrap_or(typed.types.error());
        match work {
            Work::Function(id) => self.declared(typed, *id),
            Work::Derived(trait_) => self.derived(typed, *trait_, ty),
            Work::Constructor(index) => self.constructor(typed, ty, *index),
            Work::Handler(function) => self.handler(typed, *function),
            Work::MockHandler(function) => self.mock_handler(typed, *function),
            Work::Approval(item, place) => self.approval(typed, *item, *place),
            Work::Tool(item, place) => self.tool(typed, *item, *place),
            Work::Script => self.script(typed),
            Work::Start(test) => self.start(typed, *test),
            Work::Serve => self.serve(typed),
        }
    }

    pub(crate) fn about<'a>(&'a self, typed: &'a mut Typed) -> About<'a> {
        About::new(self.program, self.resolved, typed)
    }

    pub(crate) fn program(&self) -> &'c Program {
        self.program
    }

    fn item(&self, id: ItemId) -> Option<&'c Item> {
        declare::item(self.program, id)
    }

    /// Whether an item is a `schema`.
    pub(crate) fn is_schema(&self, item: ItemId) -> bool {
        matches!(self.item(item).map(|it| &it.kind), Some(crate::ast::ItemKind::Schema(_)))
    }

    /// What an item is called.
    pub(crate) fn name_of_item(&self, item: ItemId) -> String {
        let name = self.item(item).and_then(|it| it.kind.name());
        name.map_or("_", |it| self.program.names.text(it.name)).to_owned()
    }

    /// A module to stand in for functions that have none.
    fn any_module(&self) -> ModuleId {
        self.program.entry().unwrap_or(ModuleId(0))
    }

    /// A function without parameters and code.
    fn body<'e>(&'e mut self, typed: &'e mut Typed, module: ModuleId, builder: Builder, span: Span) -> Body<'e, 'c> {
        let ast = &self.program.module(module).ast;
        Body {
            it: self,
            typed,
            module,
            ast,
            types: Substitution::default(),
            frames: vec![Frame::new(builder)],
            span,
            caller: None,
        }
    }

    /// A declared function.
    fn declared(&mut self, typed: &mut Typed, id: FnId) -> Function {
        let sig = typed.signatures.function(id).clone();
        let name = self.about(typed).function_name(&sig);
        let mut builder = Builder::new(name, sig.result, sig.name_span);
        builder.set_generics(sig.outer.iter().chain(&sig.generics).copied().collect());
        let tree = declare::tree_of(self.program, &sig);
        let mut body = self.body(typed, sig.item.module, builder, sig.name_span);
        let value = match tree {
            None => body.pipeline(&sig),
            Some(tree) => match tree.body {
                Some(block) => body.written(&sig, tree, block),
                None => body.native_function(&sig),
            },
        };
        body.finish(value)
    }
}

impl<'c> Body<'_, 'c> {
    /// The parameters and the code of a function.
    fn written(&mut self, sig: &FnSig, tree: &'c crate::ast::Fn, block: crate::ast::BlockId) -> ExprId {
        if let (Some(receiver), Some(ty)) = (tree.receiver, sig.self_type) {
            let local = self.builder().param(Some("self"), ty);
            let bound = self.it.resolved.modules[self.module.index()].bound.get(&receiver.span.start).copied();
            if let Some(id) = bound {
                self.name(id, local);
            }
            if receiver.mutable {
                self.builder().set_updates();
            }
        }
        let mut stmts = Vec::new();
        let mut args = Vec::new();
        for (param, sig) in tree.params.iter().zip(&sig.params) {
            args.push(self.parameter(param.pattern, sig.ty));
        }
        self.ask_mock(sig, &args, &mut stmts);
        for ((param, sig), local) in tree.params.iter().zip(&sig.params).zip(&args) {
            self.bind(param.pattern, *local, sig.ty, &mut stmts);
        }
        let value = self.block(block);
        let output = self.builder().output();
        let value = self.fit(value, output);
        self.after(stmts, value)
    }

    /// A function of the machine, or an effect, as one of the program: for where it is a value.
    fn native_function(&mut self, sig: &FnSig) -> ExprId {
        let mut args = Vec::new();
        if let Some(ty) = sig.self_type.filter(|_| sig.receiver.is_some()) {
            let local = self.builder().param(Some("self"), ty);
            args.push(self.read(local));
        }
        for param in &sig.params {
            let name = param.name.map(|it| self.text(it));
            let local = self.builder().param(name, param.ty);
            args.push(self.read(local));
        }
        let Some(name) = self.it.native_name(sig) else { return self.internal("a function without a body") };
        let types: Vec<Ty> = self.builder().generics().to_vec().into_iter().map(|it| self.param_type(it)).collect();
        self.native_call(&name, sig, &types, sig.result, args)
    }

    fn param_type(&mut self, param: crate::types::ParamId) -> Ty {
        self.typed.types.add(crate::types::Kind::Param(param))
    }

    /// The function with its value.
    fn finish(mut self, value: ExprId) -> Function {
        let Some(frame) = self.frames.pop() else { unreachable!("a body has a frame until it ends") };
        frame.builder.finish(value)
    }

    /// Something that an earlier phase has to have found: the program does not build.
    fn internal(&mut self, what: &str) -> ExprId {
        self.it.internal.push((what.to_owned(), self.span));
        self.never(what)
    }

    /// Ends with a fault.
    fn never(&mut self, what: &str) -> ExprId {
        let never = self.typed.types.never();
        self.put(crate::tree::ExprKind::Fault(what.into()), never)
    }

    /// The variable behind a parameter of a function or a closure.
    fn parameter(&mut self, pattern: crate::ast::PatternId, ty: Ty) -> LocalId {
        let name = self.name_of_pattern(pattern);
        let local = self.builder().param(name, ty);
        if let Some(id) = self.plain_local(pattern) {
            self.name(id, local);
        }
        local
    }
}
