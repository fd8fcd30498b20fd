//! Any expression: along its left side in a loop, then by kind.

use std::rc::Rc;

use super::{Infer, Reason, Want, Why};
use crate::ast::{BinaryOp, Expr, ExprId, ItemKind, Part};
use crate::resolve::{ItemId, LocalId, Owner, Res};
use crate::source::Span;
use crate::types::signatures::{DataSig, FnSig, Shape};
use crate::types::ty::{Substitution, Ty};
use crate::types::{Coercion, diagnostics};

impl<'a> Infer<'_, 'a> {
    /// The type of an expression of which nothing is expected.
    pub(in crate::types) fn infer(&mut self, id: ExprId) -> Ty {
        self.expr(id, Want::Any)
    }

    /// The type of an expression of which `ty` would be welcome.
    pub(in crate::types) fn hinted(&mut self, id: ExprId, ty: Ty) -> Ty {
        self.expr(id, Want::Hint(ty))
    }

    /// The type of an expression that must be `wanted`.
    pub(in crate::types) fn check(&mut self, id: ExprId, wanted: Ty, why: Why) -> Ty {
        self.expr(id, Want::Must(wanted, why))
    }

    /// The type of an expression.
    pub(super) fn expr(&mut self, id: ExprId, want: Want) -> Ty {
        if let Some(wanted) = want.ty()
            && self.is_json_literal(id, wanted)
        {
            return self.json_literal(id);
        }
        let found = match self.ast.left_operand(id) {
            None if self.is_leaf(id) => self.operand(id, want),
            // The rest may be nested as deep as the limit allows.
            None => stacker::maybe_grow(STACK_RED_BYTES, STACK_PIECE_BYTES, || self.operand(id, want)),
            Some(_) => stacker::maybe_grow(STACK_RED_BYTES, STACK_PIECE_BYTES, || self.chain(id, want)),
        };
        let found = match want {
            Want::Must(wanted, why) => self.demand(id, found, wanted, why),
            Want::Any | Want::Hint(_) | Want::Dropped => found,
        };
        self.set(id, found)
    }

    fn is_leaf(&self, id: ExprId) -> bool {
        matches!(
            self.ast.expr(id),
            Expr::Int(_) | Expr::Float(_) | Expr::Bool(_) | Expr::Str(_) | Expr::Name(_) | Expr::Path(_)
        )
    }

    /// What was found is what was wanted, or can be made so, or it is a mistake.
    fn demand(&mut self, id: ExprId, found: Ty, wanted: Ty, why: Why) -> Ty {
        if self.fits(found, wanted) {
            return found;
        }
        if self.converts(id, found, wanted) {
            return wanted;
        }
        let at = self.blame(id);
        self.mismatch_of(Some(id), found, wanted, at, why);
        self.error()
    }

    /// The part of an expression that gives its value: the end of a block.
    fn blame(&self, mut id: ExprId) -> Span {
        while let Expr::Block(block) = self.ast.expr(id) {
            match self.ast.block(*block).tail {
                Some(tail) => id = tail,
                None => break,
            }
        }
        self.ast.expr_span(id)
    }

    /// What is accepted although the types differ: tools, and a choice of tools written as text or as a tool.
    pub(super) fn converts(&mut self, id: ExprId, found: Ty, wanted: Ty) -> bool {
        let (found, wanted) = (self.shallow(found), self.shallow(wanted));
        let builtins = &self.checker.builtins;
        if wanted == builtins.tool_ref && found == builtins.toolkit && found != self.error() {
            self.coerce(id, Coercion::Toolkit);
            return true;
        }
        let is_tool = found == builtins.tool_ref;
        if wanted != builtins.tool_choice || wanted == self.error() {
            return false;
        }
        let is_word = matches!(self.ast.expr(id), Expr::Str(text) if CHOICES.contains(&self.text(*text)));
        if is_word || is_tool {
            self.coerce(id, Coercion::ToolChoice);
        }
        is_word || is_tool
    }

    /// A chain of operators, calls and fields, innermost first.
    fn chain(&mut self, id: ExprId, want: Want) -> Ty {
        let spine = self.ast.left_spine(id);
        let mut left = self.error();
        for (index, link) in spine.iter().enumerate().rev() {
            if index == 0 {
                return self.link(*link, left, want);
            }
            let next = spine[index - 1];
            left = match self.ast.left_operand(*link) {
                None if self.is_callee(next, *link) => continue,
                None if self.is_receiver(next) => self.receiver(*link),
                None => {
                    let hint = self.first_hint(&spine[..index], want);
                    self.expr(*link, hint)
                }
                Some(_) => {
                    let ty = self.link(*link, left, Want::Any);
                    self.set(*link, ty)
                }
            };
        }
        left
    }

    /// What is expected of the first of several arrays that are joined with `+`.
    fn first_hint(&self, links: &[ExprId], want: Want) -> Want {
        let is_sum = |it: &ExprId| matches!(self.ast.expr(*it), Expr::Binary { op: BinaryOp::Add, .. });
        match want.ty() {
            Some(ty) if self.argument_of(ty, self.checker.builtins.array).is_some() && links.iter().all(is_sum) => {
                Want::Hint(ty)
            }
            _ => Want::Any,
        }
    }

    /// Whether `callee` names what `call` calls: it is then looked up as a function, not as a value.
    fn is_callee(&self, call: ExprId, callee: ExprId) -> bool {
        matches!(self.ast.expr(call), Expr::Call { .. }) && self.is_named(callee)
    }

    pub(super) fn is_named(&self, id: ExprId) -> bool {
        matches!(self.ast.expr(id), Expr::Name(_) | Expr::Path(_))
    }

    fn is_receiver(&self, next: ExprId) -> bool {
        matches!(self.ast.expr(next), Expr::Method(_) | Expr::Field { .. })
    }

    /// What stands before a `.`: a tool, a server or a pipeline is itself there, not a value of it.
    pub(super) fn receiver(&mut self, id: ExprId) -> Ty {
        if self.is_named(id)
            && let Res::Item(item) = self.res(id)
            && let Some(ty) = self.checker.signatures.self_types.get(&item).copied()
        {
            return self.set(id, ty);
        }
        self.expr(id, Want::Any)
    }

    /// One link of a chain, whose left side has the type `left`.
    fn link(&mut self, id: ExprId, left: Ty, want: Want) -> Ty {
        let ast = self.ast;
        match ast.expr(id) {
            Expr::Binary { op, op_span, left: left_id, right } => {
                self.binary(id, *op, *op_span, (*left_id, left), *right, want)
            }
            Expr::Cast { value, to } => self.cast(*value, left, *to),
            Expr::Try(operand) => self.try_(id, *operand, left),
            Expr::Call { callee, args } => self.call(id, *callee, left, args, want),
            Expr::Method(call) => self.method(id, call, left, want),
            Expr::Field { base, name } => self.field(id, *base, left, *name),
            Expr::TupleField { base, index } => self.tuple_field(id, *base, left, *index),
            Expr::Index { base, index } => self.index(*base, left, *index),
            _ => self.error(),
        }
    }

    /// An expression without a left side.
    fn operand(&mut self, id: ExprId, want: Want) -> Ty {
        let ast = self.ast;
        match ast.expr(id) {
            Expr::Error => self.error(),
            Expr::Int(_) => self.int_literal(id, want),
            Expr::Float(_) => self.checker.builtins.float,
            Expr::Bool(_) => self.checker.builtins.bool,
            Expr::Duration(_) => self.checker.builtins.duration,
            Expr::Str(text) => self.text_literal(*text, want),
            Expr::Interpolated(parts) => self.interpolated(parts),
            Expr::Name(_) | Expr::Path(_) => self.named(id, want),
            Expr::Array(elements) => self.array_literal(id, elements, want),
            Expr::Map(entries) => self.map_literal(id, entries, want),
            Expr::Tuple(elements) => self.tuple_literal(elements, want),
            Expr::Struct(literal) => self.struct_literal(id, literal, want),
            Expr::Record(settings) => self.record(settings),
            Expr::Type(_) => self.unit(),
            Expr::Range { start, end, .. } => self.range(*start, *end),
            Expr::Unary { op, operand } => self.unary(*op, *operand, want),
            Expr::Assign { op, place, value } => self.assign(id, *op, *place, *value),
            Expr::Closure(closure) => self.closure(closure, want),
            Expr::If { branches, otherwise } => self.if_(branches, *otherwise, want),
            Expr::Match { value, arms } => self.match_(id, *value, arms, want),
            Expr::Block(block) => self.block(*block, want),
            Expr::Loop { label, body } => self.loop_(*label, *body, want),
            Expr::While { label, condition, body } => self.while_(*label, *condition, *body),
            Expr::For(it) => self.for_(it),
            Expr::Break { label, value } => self.break_(id, *label, *value),
            Expr::Continue { .. } => self.continue_(id),
            Expr::Return(value) => self.return_(id, *value),
            Expr::Await(operand) => self.await_(id, *operand),
            Expr::Spawn(operand) => self.spawn(*operand),
            Expr::Race(elements) => self.race(id, elements, want),
            Expr::Listen { call, arms } => self.listen(*call, arms),
            Expr::Binary { .. } | Expr::Cast { .. } | Expr::Try(_) | Expr::Call { .. } | Expr::Method(_) => {
                self.error()
            }
            Expr::Field { .. } | Expr::TupleField { .. } | Expr::Index { .. } => self.error(),
        }
    }

    fn interpolated(&mut self, parts: &[Part]) -> Ty {
        let display = self.checker.builtins.traits.display;
        for part in parts {
            if let Part::Expr(expr) = part {
                let ty = self.infer(*expr);
                let at = self.ast.expr_span(*expr);
                self.must_have(ty, display, at, Reason::Of("`${…}` inserts its display form"));
                if !self.is_scalar(ty) {
                    self.uses_trait(display);
                }
            }
        }
        self.checker.builtins.string
    }

    /// Whether a type is one whose traits are the machine's own.
    pub(super) fn is_scalar(&self, ty: Ty) -> bool {
        let b = &self.checker.builtins;
        let ty = self.shallow(ty);
        [b.int, b.float, b.bool, b.string, b.duration].contains(&ty) || self.is_var(ty) && !self.is_open(ty)
    }

    fn range(&mut self, start: Option<ExprId>, end: Option<ExprId>) -> Ty {
        let int = self.checker.builtins.int;
        for side in [start, end].into_iter().flatten() {
            self.check(side, int, Why::Of("the ends of a range are whole numbers"));
        }
        self.checker.builtins.range
    }

    /// A name or path as a value.
    fn named(&mut self, id: ExprId, want: Want) -> Ty {
        let span = self.ast.expr_span(id);
        match self.res(id) {
            Res::Local(local) => self.variable(local, span),
            Res::Item(item) => self.item_value(id, item),
            Res::Variant(item, index) => self.variant_value(item, index, span, want),
            Res::ToolFunction(item, index) => match self.checker.signatures.function_of(item, index) {
                Some(function) => self.function_value(id, function, Substitution::default()),
                None => self.error(),
            },
            Res::Member(owner) => self.member_value(id, owner),
            Res::Mcp(_) => self.checker.builtins.tool_ref,
            _ => self.error(),
        }
    }

    fn variable(&mut self, local: LocalId, span: Span) -> Ty {
        if self.late.empty.contains(&local) && self.late.told.insert(local) {
            let info = &self.checker.resolved.modules[self.module.index()].locals[local.0 as usize];
            let (name, declared) = (self.text(info.name), info.span);
            self.report(diagnostics::no_value_yet(name, span, declared));
        }
        self.local(local)
    }

    fn item_value(&mut self, id: ExprId, item: ItemId) -> Ty {
        match self.checker.item_kind(item) {
            ItemKind::Fn(_) => match self.checker.signatures.function_of(item, 0) {
                Some(function) => self.function_value(id, function, Substitution::default()),
                None => self.error(),
            },
            ItemKind::Const(_) => {
                self.uses_item(item);
                self.checker.signatures.consts.get(&item).copied().unwrap_or(self.error())
            }
            ItemKind::Tool(_) | ItemKind::Mcp(_) | ItemKind::ProviderTool(_) => {
                self.uses_item(item);
                self.checker.builtins.tool_ref
            }
            ItemKind::Pipeline(_) => {
                self.uses_item(item);
                self.checker.signatures.self_types.get(&item).copied().unwrap_or(self.error())
            }
            _ => {
                self.uses_item(item);
                self.checker.signatures.values.get(&item).copied().unwrap_or(self.error())
            }
        }
    }

    /// A function as a value: its names and defaults are lost.
    pub(super) fn function_value(&mut self, id: ExprId, function: crate::types::FnId, outer: Substitution) -> Ty {
        let span = self.ast.expr_span(id);
        let sig = self.checker.signatures.function(function).clone();
        if sig.is_test {
            let name = self.text(sig.name);
            self.report(diagnostics::test_called(name, span, sig.name_span));
        }
        let type_args = self.type_args(id);
        let map = self.instantiate(&sig, outer, &type_args, span);
        self.record_call(id, &sig, &map, Vec::new());
        let mut params: Vec<Ty> = self.receiver_param(&sig).into_iter().collect();
        params.extend(sig.params.iter().map(|it| it.ty));
        let params: Vec<Ty> = params.into_iter().map(|it| self.checker.types.substitute(it, &map)).collect();
        let result = self.checker.types.substitute(sig.result, &map);
        self.checker.types.function(&params, result)
    }

    /// The type of `self`, for a method that is called like a function.
    pub(super) fn receiver_param(&self, sig: &FnSig) -> Option<Ty> {
        sig.receiver.and(sig.self_type)
    }

    fn member_value(&mut self, id: ExprId, owner: Owner) -> Ty {
        match self.owned_function(id, owner, &[], None) {
            Some((sig, map)) => self.function_value(id, sig.id, map),
            None => self.error(),
        }
    }

    /// A variant by itself: a value where it has no data, else a function that makes one.
    fn variant_value(&mut self, item: ItemId, index: u32, span: Span, want: Want) -> Ty {
        let Some((ty, data)) = self.variant(item, index, span) else { return self.error() };
        match data {
            DataSig::Unit => {
                if let Some(hint) = want.ty() {
                    self.fits(ty, hint);
                }
                ty
            }
            DataSig::Tuple(types) => self.checker.types.function(&types, ty),
            DataSig::Named(fields) => {
                let name = self.variant_name(item, index);
                let known: Vec<&str> = fields.iter().map(|it| self.text(it.name)).collect();
                self.report(diagnostics::variant_needs_fields(&name, &known, span));
                self.error()
            }
        }
    }

    /// The enum of a variant with new variables for its parameters, and the variant's data.
    pub(super) fn variant(&mut self, item: ItemId, index: u32, span: Span) -> Option<(Ty, DataSig)> {
        let sig = self.checker.signatures.adts.get(&item)?.clone();
        let Shape::Enum(variants) = &sig.shape else { return None };
        let data = &variants.get(index as usize)?.data;
        let checker = &mut *self.checker;
        let args: Vec<Ty> = sig.params.iter().map(|_| self.vars.fresh(&mut checker.types, VAR, span)).collect();
        let map = Substitution::new(&sig.params, &args);
        let ty = self.checker.types.adt(item, &args);
        Some((ty, self.data_with(data, &map)))
    }

    /// The data of a variant with parameters replaced.
    pub(in crate::types) fn data_with(&mut self, data: &DataSig, map: &Substitution) -> DataSig {
        match data {
            DataSig::Unit => DataSig::Unit,
            DataSig::Tuple(types) => {
                DataSig::Tuple(types.iter().map(|it| self.checker.types.substitute(*it, map)).collect())
            }
            DataSig::Named(fields) => DataSig::Named(self.fields_with(fields, map)),
        }
    }

    /// `Shape::Circle`
    pub(super) fn variant_name(&self, item: ItemId, index: u32) -> String {
        let name = match self.checker.signatures.adts.get(&item).map(|it| &it.shape) {
            Some(Shape::Enum(variants)) => variants.get(index as usize).map(|it| self.text(it.name)),
            _ => None,
        };
        format!("{}::{}", self.checker.item_name(item), name.unwrap_or("_"))
    }

    /// The signature of a function, shared.
    pub(super) fn signature(&self, id: crate::types::FnId) -> Rc<FnSig> {
        self.checker.signatures.function(id).clone()
    }
}

const VAR: crate::types::vars::VarKind = crate::types::vars::VarKind::Any;

/// The words that stand for a choice of tools.
const CHOICES: [&str; 3] = ["auto", "none", "required"];

/// How much stack has to be left, and how much more is taken where it is not.
const STACK_RED_BYTES: usize = 256 * 1024;
const STACK_PIECE_BYTES: usize = 2 * 1024 * 1024;
