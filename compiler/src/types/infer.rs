//! The types of expressions: what is expected goes down, what is found comes up.

mod agents;
mod call;
mod closure;
mod control;
mod expr;
mod finish;
mod literal;
mod lookup;
mod member;
mod mismatch;
mod mock;
mod operator;
mod pattern;
mod place;
mod statement;
mod tasks;

use rustc_hash::{FxHashMap, FxHashSet};

use super::effects::{Effects, Uses};
use super::signatures::{FnId, Scope, Shape, TraitRef};
use super::ty::{Kind, Ty};
use super::vars::{VarKind, Vars};
use super::{Call, Checker, Coercion};
use crate::ast::{Ast, Expr, ExprId, PathId, Pattern, PatternId, Symbol};
use crate::diagnostic::Diagnostic;
use crate::load::ModuleId;
use crate::resolve::{ItemId, LocalId, Owner, Res};
use crate::source::Span;

pub(super) use mismatch::Reason;
pub use pattern::Constant;
pub(super) use pattern::literal_constant;

/// Why a type is expected.
#[derive(Clone, Copy, Debug)]
pub(super) enum Why {
    /// Something says so at a place.
    At(Span, &'static str),
    /// The language says so.
    Of(&'static str),
    /// A parameter of a function.
    Param(FnId, usize),
    /// A setting of a declaration.
    Setting(Symbol),
}

/// What is expected of an expression.
#[derive(Clone, Copy)]
pub(super) enum Want {
    /// Nothing.
    Any,
    /// This would be welcome.
    Hint(Ty),
    /// This, or it is a mistake.
    Must(Ty, Why),
    /// No value: what there is is dropped.
    Dropped,
}

impl Want {
    pub(super) fn ty(self) -> Option<Ty> {
        match self {
            Self::Hint(ty) | Self::Must(ty, _) => Some(ty),
            Self::Any | Self::Dropped => None,
        }
    }
}

/// A trait that a type must turn out to have.
#[derive(Clone)]
pub(super) struct Obligation {
    ty: Ty,
    trait_: TraitRef,
    at: Span,
    reason: Reason,
}

/// `a + b` in a closure whose parameters nothing has decided about yet.
#[derive(Clone, Copy)]
struct WaitingOp {
    op: crate::ast::BinaryOp,
    op_span: Span,
    left: (ExprId, Ty),
    right: (ExprId, Ty),
}

/// A loop around the code at hand.
struct Loop {
    label: Option<Symbol>,
    /// What `break` gives so far, and where; nothing for `while` and `for`.
    value: Option<(Ty, Span)>,
    want: Want,
    is_left: bool,
    /// What is known of late variables at its `break`s.
    late: Option<Late>,
}

/// What `return` and `?` give, and where that is said.
#[derive(Clone, Copy)]
pub(super) struct Output {
    ty: Ty,
    why: Why,
    /// Whether it is a closure's.
    is_closure: bool,
}

/// Where the code at hand may go wrong with variables that get their value later.
#[derive(Clone, Default)]
struct Late {
    /// Variables that may have no value here.
    empty: FxHashSet<LocalId>,
    /// Variables that may have got theirs.
    filled: FxHashSet<LocalId>,
    /// Variables of which it was said that they have none.
    told: FxHashSet<LocalId>,
}

/// A body and what surrounds the code at hand.
pub(super) struct Infer<'c, 'a> {
    pub(super) checker: &'c mut Checker<'a>,
    module: ModuleId,
    ast: &'a Ast,
    vars: Vars,
    pub(super) scope: Scope,
    output: Option<Output>,
    loops: Vec<Loop>,
    obligations: Vec<Obligation>,
    /// Operators whose operands were not known where they stand.
    waiting_ops: Vec<WaitingOp>,
    /// How many closures are open, and at which depth and in how many loops each variable was declared.
    closures: u32,
    depths: FxHashMap<LocalId, (u32, u32)>,
    loop_depth: u32,
    late: Late,
    /// The parameters of the function.
    pub(super) params: Vec<LocalId>,
    /// The tool whose function this is, and whether it may change it.
    pub(super) tool: Option<(ItemId, bool)>,
    pub(super) uses: Uses,
    /// What was learnt in this body, to be made final at its end.
    touched: Vec<ExprId>,
    touched_locals: Vec<LocalId>,
    touched_patterns: Vec<PatternId>,
    touched_calls: Vec<ExprId>,
    /// The types of arguments that decided which of several functions is meant.
    probed: FxHashMap<ExprId, Ty>,
    /// Whether the left side of the next operator is a place, which cannot be converted.
    is_place_left: bool,
    /// Whether the code at hand runs in a task of its own, and whether it belongs to a test.
    is_task: bool,
    pub(super) is_test: bool,
    /// What was said about missing traits: a type is one mistake a line.
    lacking: FxHashSet<(Ty, ItemId, u32)>,
    /// Whether a mistake was reported: what does not follow from anything may follow from it.
    has_errors: bool,
}

impl<'a> Checker<'a> {
    /// Begins a body.
    pub(super) fn infer<'c>(&'c mut self, scope: &Scope) -> Infer<'c, 'a> {
        let ast = self.ast(scope.module);
        Infer {
            module: scope.module,
            ast,
            scope: scope.clone(),
            checker: self,
            vars: Vars::default(),
            output: None,
            loops: Vec::new(),
            obligations: Vec::new(),
            waiting_ops: Vec::new(),
            closures: 0,
            depths: FxHashMap::default(),
            loop_depth: 0,
            late: Late::default(),
            params: Vec::new(),
            tool: None,
            uses: Uses::default(),
            touched: Vec::new(),
            touched_locals: Vec::new(),
            touched_patterns: Vec::new(),
            touched_calls: Vec::new(),
            probed: FxHashMap::default(),
            is_place_left: false,
            is_task: false,
            is_test: false,
            lacking: FxHashSet::default(),
            has_errors: false,
        }
    }
}

impl<'a> Infer<'_, 'a> {
    pub(super) fn text(&self, symbol: Symbol) -> &'a str {
        self.checker.text(symbol)
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.has_errors |= diagnostic.severity() == crate::diagnostic::Severity::Error;
        self.checker.report(diagnostic);
    }

    fn fresh(&mut self, at: Span) -> Ty {
        self.vars.fresh(&mut self.checker.types, VarKind::Any, at)
    }

    pub(super) fn shallow(&self, ty: Ty) -> Ty {
        self.vars.shallow(&self.checker.types, ty)
    }

    pub(super) fn kind(&self, ty: Ty) -> Kind {
        self.checker.types.kind(self.shallow(ty))
    }

    /// Whether `found` fits; where it does not, nothing has changed.
    pub(super) fn fits(&mut self, found: Ty, wanted: Ty) -> bool {
        let attempt = self.vars.begin();
        let checker = &mut *self.checker;
        let fits = self.vars.fits(&mut checker.types, &checker.builtins, found, wanted);
        if !fits {
            self.vars.take_back(attempt);
        }
        fits
    }

    fn join(&mut self, left: Ty, right: Ty) -> Option<Ty> {
        let checker = &mut *self.checker;
        self.vars.join(&mut checker.types, &checker.builtins, left, right)
    }

    pub(super) fn show(&mut self, ty: Ty) -> String {
        self.checker.show(&self.vars, ty)
    }

    fn error(&self) -> Ty {
        self.checker.types.error()
    }

    fn unit(&self) -> Ty {
        self.checker.types.unit()
    }

    fn never(&self) -> Ty {
        self.checker.types.never()
    }

    fn is_error(&self, ty: Ty) -> bool {
        self.shallow(ty) == self.error()
    }

    fn is_never(&self, ty: Ty) -> bool {
        self.shallow(ty) == self.never()
    }

    fn is_var(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Var(_))
    }

    /// Whether nothing is known of a type, not even that it is a number.
    fn is_open(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Var(id) if self.vars.kind(id) == VarKind::Any)
    }

    fn option(&mut self, inner: Ty) -> Ty {
        self.checker.types.adt(self.checker.builtins.option, &[inner])
    }

    fn array(&mut self, inner: Ty) -> Ty {
        self.checker.types.adt(self.checker.builtins.array, &[inner])
    }

    fn result_of(&mut self, ok: Ty, err: Ty) -> Ty {
        self.checker.types.adt(self.checker.builtins.result, &[ok, err])
    }

    /// The argument of a type with the given head, if `ty` is one.
    pub(super) fn argument_of(&self, ty: Ty, head: ItemId) -> Option<Ty> {
        match self.kind(ty) {
            Kind::Adt(item, args) if item == head => self.checker.types.list(args).first().copied(),
            _ => None,
        }
    }

    /// Both arguments of a `Result` or a `Map`.
    fn arguments_of(&self, ty: Ty, head: ItemId) -> Option<(Ty, Ty)> {
        match self.kind(ty) {
            Kind::Adt(item, args) if item == head => match *self.checker.types.list(args) {
                [a, b] => Some((a, b)),
                _ => None,
            },
            _ => None,
        }
    }

    fn lower(&mut self, id: crate::ast::TypeId) -> Ty {
        self.checker.lower(id, &self.scope)
    }

    fn res(&self, id: ExprId) -> Res {
        match (self.checker.resolved.modules[self.module.index()].exprs[id.index()], self.ast.expr(id)) {
            (Res::Member(owner), Expr::Path(path)) => self.variant_of(owner, *path),
            (Res::Member(owner), Expr::Struct(literal)) => self.variant_of(owner, literal.path),
            (res, _) => res,
        }
    }

    fn pattern_res(&self, id: PatternId) -> Res {
        let res = self.checker.resolved.modules[self.module.index()].patterns[id.index()];
        match (res, self.ast.pattern(id)) {
            (
                Res::Member(owner),
                Pattern::Path(path) | Pattern::Variant { path, .. } | Pattern::Struct { path, .. },
            ) => self.variant_of(owner, *path),
            (res, _) => res,
        }
    }

    /// `Self::Red`, or `Hue::Red` where `Hue` is an alias: only now is it known what stands before the name.
    fn variant_of(&self, owner: Owner, path: PathId) -> Res {
        let ty = match owner {
            Owner::SelfType => self.scope.self_type,
            Owner::Item(item) => self.checker.alias_target(item),
            Owner::Generic(_) => None,
        };
        let head = ty.and_then(|ty| self.checker.head(ty));
        let sig = head.and_then(|head| self.checker.signatures.adts.get(&head));
        let name = self.ast.path(path).segments.last().map(|it| it.name.name);
        match (head, sig.map(|it| &it.shape)) {
            (Some(head), Some(Shape::Enum(variants))) => match variants.iter().position(|it| Some(it.name) == name) {
                Some(index) => Res::Variant(head, index as u32),
                None => Res::Member(owner),
            },
            _ => Res::Member(owner),
        }
    }

    pub(super) fn res_of_pattern(&self, id: PatternId) -> Res {
        self.pattern_res(id)
    }

    pub(super) fn pattern_span(&self, id: PatternId) -> Span {
        self.ast.pattern_span(id)
    }

    /// The tree that the body stands in.
    pub(super) fn tree(&self) -> &'a Ast {
        self.ast
    }

    fn set(&mut self, id: ExprId, ty: Ty) -> Ty {
        self.checker.modules[self.module.index()].exprs[id.index()] = ty;
        self.touched.push(id);
        ty
    }

    pub(super) fn type_of(&self, id: ExprId) -> Ty {
        self.checker.modules[self.module.index()].exprs[id.index()]
    }

    fn local(&self, id: LocalId) -> Ty {
        self.checker.modules[self.module.index()].locals[id.0 as usize]
    }

    fn set_local(&mut self, id: LocalId, ty: Ty) {
        self.checker.modules[self.module.index()].locals[id.0 as usize] = ty;
        self.depths.insert(id, (self.closures, self.loop_depth));
        self.touched_locals.push(id);
    }

    fn set_call(&mut self, id: ExprId, call: Call) {
        self.checker.modules[self.module.index()].calls.insert(id, call);
        self.touched_calls.push(id);
    }

    fn coerce(&mut self, id: ExprId, coercion: Coercion) {
        self.checker.modules[self.module.index()].coercions.insert(id, coercion);
    }

    fn does(&mut self, effects: Effects) {
        self.uses.effects = self.uses.effects.with(effects);
    }

    fn uses_function(&mut self, id: FnId) {
        self.uses.functions.push(id);
    }

    fn uses_item(&mut self, id: ItemId) {
        self.uses.items.push(id);
    }

    /// Counts as a call of every `impl` of a trait of the library.
    fn uses_trait(&mut self, item: ItemId) {
        if let Some(sig) = self.checker.signatures.traits.get(&item) {
            let functions: Vec<FnId> = sig.methods.iter().map(|(_, it, _)| *it).collect();
            self.uses.functions.extend(functions);
        }
    }

    /// Decides about numbers and the like that nothing decided about.
    fn decide(&mut self, ty: Ty) {
        let checker = &mut *self.checker;
        self.vars.decide(&checker.types, &checker.builtins, ty);
    }

    /// Adds that `ty` must have a trait of the library.
    fn must_have(&mut self, ty: Ty, item: ItemId, at: Span, reason: Reason) {
        let (ty, builtins) = (self.shallow(ty), &self.checker.builtins);
        // The built-in scalars have all derived traits.
        if [builtins.int, builtins.string, builtins.bool].contains(&ty) && self.checker.is_derived(item) {
            return;
        }
        let trait_ = TraitRef { item, args: Vec::new() };
        self.obligations.push(Obligation { ty, trait_, at, reason });
    }
}
