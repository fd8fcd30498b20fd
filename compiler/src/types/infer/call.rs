//! Calls: arguments to parameters, type parameters to types.

use super::{Infer, Obligation, Reason, Want, Why};
use crate::ast::{Arg, Expr, ExprId, Ident, MethodCall};
use crate::resolve::{ItemId, Res};
use crate::source::Span;
use crate::types::effects::Effects;
use crate::types::signatures::{DataSig, FnSig, TraitRef};
use crate::types::ty::{Kind, ParamId, Substitution, Ty};
use crate::types::{Call, Coercion, Source, diagnostics};

/// An argument: an expression, or the left side of a pipe, whose type is known.
#[derive(Clone, Copy)]
pub(super) enum Given {
    Expr(Option<Ident>, ExprId),
    Piped(Ty, Span),
}

impl<'a> Infer<'_, 'a> {
    pub(super) fn call(&mut self, id: ExprId, callee: ExprId, callee_ty: Ty, args: &'a [Arg], want: Want) -> Ty {
        let given: Vec<Given> = args.iter().map(|it| Given::Expr(it.name, it.value)).collect();
        self.call_with(id, callee, callee_ty, &given, want)
    }

    fn call_with(&mut self, id: ExprId, callee: ExprId, callee_ty: Ty, given: &[Given], want: Want) -> Ty {
        let span = self.ast.expr_span(callee);
        if !self.is_named(callee) {
            return self.call_value(callee_ty, given, span);
        }
        let function = match self.res(callee) {
            Res::Item(item) if self.is_function(item) => self.checker.signatures.function_of(item, 0),
            Res::ToolFunction(item, place) => self.checker.signatures.function_of(item, place),
            Res::Member(owner) => match self.owned_function(callee, owner, given, want.ty()) {
                Some((sig, map)) => return self.apply_owned(id, callee, &sig, map, given, want),
                None => {
                    self.infer_all(given);
                    return self.error();
                }
            },
            Res::Variant(item, index) => return self.construct(item, index, given, span, want),
            _ => None,
        };
        match function {
            Some(function) => {
                let sig = self.signature(function);
                if sig.is_test {
                    let name = self.text(sig.name);
                    self.report(diagnostics::test_called(name, span, sig.name_span));
                }
                let type_args = self.type_args(callee);
                self.apply(id, &sig, Substitution::default(), &type_args, given, span, want)
            }
            None => {
                let ty = self.infer(callee);
                self.call_value(ty, given, span)
            }
        }
    }

    fn is_function(&self, item: ItemId) -> bool {
        matches!(self.checker.item_kind(item), crate::ast::ItemKind::Fn(_))
    }

    /// The type arguments written after the last name of a path.
    pub(super) fn type_args(&mut self, callee: ExprId) -> Vec<Ty> {
        let Expr::Path(path) = self.ast.expr(callee) else { return Vec::new() };
        match self.ast.path(*path).segments.last() {
            Some(last) => self.checker.lower_all(&last.args, &self.scope),
            None => Vec::new(),
        }
    }

    /// `Type::function(…)`; a method can be called this way, too, with its receiver first.
    fn apply_owned(
        &mut self,
        id: ExprId,
        callee: ExprId,
        sig: &FnSig,
        map: Substitution,
        given: &[Given],
        want: Want,
    ) -> Ty {
        let type_args = self.type_args(callee);
        let span = self.ast.expr_span(callee);
        let (Some(receiver), Some((first, rest))) = (self.receiver_param(sig), given.split_first()) else {
            return self.apply(id, sig, map, &type_args, given, span, want);
        };
        let wanted = self.checker.types.substitute(receiver, &map);
        self.check_given(*first, wanted, Why::Of("the method is called on this"));
        if sig.receiver == Some(true)
            && let Given::Expr(_, place) = first
        {
            let name = self.text(sig.name);
            self.must_be_mutable(*place, Some(name));
        }
        self.apply(id, sig, map, &type_args, rest, span, want)
    }

    /// A call of a value of function type: no names, no defaults.
    pub(super) fn call_value(&mut self, ty: Ty, given: &[Given], span: Span) -> Ty {
        self.does(Effects::CALLS);
        for one in given {
            if let Given::Expr(Some(name), _) = one {
                let text = self.text(name.name);
                self.report(diagnostics::name_for_value(text, name.span));
            }
        }
        match self.kind(ty) {
            Kind::Fn(params, result) => {
                let params = self.checker.types.list(params).to_vec();
                if params.len() != given.len() {
                    self.report(diagnostics::argument_count(params.len(), given.len(), span));
                    self.infer_all(given);
                    return result;
                }
                for (param, one) in params.iter().zip(given) {
                    self.check_given(*one, *param, Why::At(span, "the function takes this"));
                }
                result
            }
            Kind::Var(_) if self.is_open(ty) => {
                let params: Vec<Ty> = given.iter().map(|it| self.infer_given(*it)).collect();
                let result = self.fresh(span);
                let wanted = self.checker.types.function(&params, result);
                self.fits(ty, wanted);
                result
            }
            Kind::Error | Kind::Never => {
                self.infer_all(given);
                self.error()
            }
            _ => {
                self.infer_all(given);
                let shown = self.show(ty);
                self.report(diagnostics::not_callable(&shown, span));
                self.error()
            }
        }
    }

    pub(super) fn infer_given(&mut self, given: Given) -> Ty {
        match given {
            Given::Expr(_, id) => self.infer(id),
            Given::Piped(ty, _) => ty,
        }
    }

    /// Arguments of a call that is a mistake: nothing can be decided by them.
    pub(super) fn infer_all(&mut self, given: &[Given]) {
        for one in given {
            let ty = self.infer_given(*one);
            self.decide(ty);
            self.vars.give_up(&self.checker.types, ty);
        }
    }

    fn check_given(&mut self, given: Given, wanted: Ty, why: Why) {
        match given {
            Given::Expr(_, id) => {
                self.check(id, wanted, why);
            }
            Given::Piped(ty, at) => {
                if !self.fits(ty, wanted) {
                    self.mismatch(ty, wanted, at, why);
                }
            }
        }
    }

    /// `Shape::Circle(2.0)`
    fn construct(&mut self, item: ItemId, index: u32, given: &[Given], span: Span, want: Want) -> Ty {
        let Some((ty, data)) = self.variant(item, index, span) else {
            self.infer_all(given);
            return self.error();
        };
        let name = self.variant_name(item, index);
        let types = match data {
            DataSig::Tuple(types) => types,
            DataSig::Unit => {
                self.infer_all(given);
                self.report(diagnostics::variant_without_data(&name, span));
                return self.error();
            }
            DataSig::Named(fields) => {
                self.infer_all(given);
                let known: Vec<&str> = fields.iter().map(|it| self.text(it.name)).collect();
                self.report(diagnostics::variant_needs_fields(&name, &known, span));
                return self.error();
            }
        };
        if let Some(hint) = want.ty()
            && self.checker.types.is_open(ty)
        {
            self.fits(ty, hint);
        }
        for one in given {
            if let Given::Expr(Some(name), _) = one {
                let text = self.text(name.name);
                self.report(diagnostics::name_for_value(text, name.span));
            }
        }
        if types.len() != given.len() {
            self.report(diagnostics::variant_count(&name, types.len(), given.len(), span));
            self.infer_all(given);
            return ty;
        }
        for (wanted, one) in types.iter().zip(given) {
            self.check_given(*one, *wanted, Why::Of("the variant holds this"));
        }
        ty
    }

    /// New variables for the function's own type parameters beside those of what it stands in; what their bounds
    /// ask for is to be checked.
    pub(super) fn instantiate(
        &mut self,
        sig: &FnSig,
        mut map: Substitution,
        type_args: &[Ty],
        at: Span,
    ) -> Substitution {
        if type_args.len() > sig.generics.len() {
            let name = self.text(sig.name);
            self.report(diagnostics::type_arguments(name, sig.generics.len(), type_args.len(), at));
        }
        for (index, param) in sig.generics.iter().enumerate() {
            let ty = match type_args.get(index) {
                Some(ty) => *ty,
                None => self.fresh(at),
            };
            map.insert(*param, ty);
        }
        self.promise(&sig.outer, &map, at);
        self.promise(&sig.generics, &map, at);
        map
    }

    /// What the bounds of parameters promise becomes something to check.
    fn promise(&mut self, params: &[ParamId], map: &Substitution, at: Span) {
        for param in params {
            let Some(ty) = map.get(*param) else { continue };
            let info = &self.checker.signatures.params[param.0 as usize];
            if info.bounds.is_empty() {
                continue;
            }
            let (bounds, name) = (info.bounds.clone(), info.name);
            for bound in bounds.iter() {
                let args = bound.args.iter().map(|it| self.checker.types.substitute(*it, map)).collect();
                let trait_ = TraitRef { item: bound.item, args };
                self.obligations.push(Obligation { ty, trait_, at, reason: Reason::Param(name) });
            }
        }
    }

    /// A call of a declared function. `at` is its name.
    #[expect(clippy::too_many_arguments, reason = "a call is made of all of these")]
    pub(super) fn apply(
        &mut self,
        id: ExprId,
        sig: &FnSig,
        outer: Substitution,
        type_args: &[Ty],
        given: &[Given],
        at: Span,
        want: Want,
    ) -> Ty {
        let map = self.instantiate(sig, outer, type_args, at);
        let result = self.checker.types.substitute(sig.result, &map);
        if let Some(hint) = want.ty()
            && self.checker.types.is_open(result)
            && (!self.is_var(result) || self.takes_literals(hint))
        {
            self.fits(result, hint);
        }
        let (pairs, sources) = self.match_arguments(id, sig, given, at);
        self.record_call(id, sig, &map, sources);
        // Closures last: what they take often follows from the other arguments.
        for closures in [false, true] {
            for (one, param) in &pairs {
                if self.is_closure(*one) == closures {
                    self.argument(sig, *one, *param, &map);
                }
            }
        }
        if pairs.iter().any(|(one, _)| self.passes_function(*one)) {
            self.uses.passes.insert(sig.id);
        }
        result
    }

    /// Whether a literal becomes something else where this type is expected.
    fn takes_literals(&self, ty: Ty) -> bool {
        let builtins = &self.checker.builtins;
        let ty = self.shallow(ty);
        matches!(self.kind(ty), Kind::Literal(_)) || ty == builtins.json || ty == builtins.float
    }

    /// Whether an argument holds a function that was not made here.
    fn passes_function(&mut self, given: Given) -> bool {
        let ty = match given {
            Given::Piped(ty, _) => ty,
            Given::Expr(_, id) => {
                let is_made_here = matches!(self.ast.expr(id), Expr::Closure(_))
                    || self.is_named(id) && !matches!(self.res(id), Res::Local(_));
                if is_made_here {
                    return false;
                }
                self.type_of(id)
            }
        };
        let ty = self.vars.deep(&mut self.checker.types, ty);
        !self.checker.types.is_open(ty) && self.checker.holds_functions(ty)
    }

    /// Keeps which function is called with which types and arguments.
    pub(super) fn record_call(&mut self, id: ExprId, sig: &FnSig, map: &Substitution, args: Vec<Source>) {
        self.uses_function(sig.id);
        let params = sig.outer.iter().chain(&sig.generics);
        let type_args = params.map(|it| map.get(*it).unwrap_or(self.error())).collect();
        self.set_call(id, Call { function: sig.id, type_args, args: args.into() });
    }

    fn is_closure(&self, given: Given) -> bool {
        matches!(given, Given::Expr(_, id) if matches!(self.ast.expr(id), Expr::Closure(_)))
    }

    fn argument(&mut self, sig: &FnSig, given: Given, at: usize, map: &Substitution) {
        let param = sig.params[at];
        let wanted = self.checker.types.substitute(param.ty, map);
        let why = Why::Param(sig.id, at);
        // Optional parameters of the library take a value without `Some`.
        if param.has_default
            && self.checker.program.module(sig.item.module).is_library()
            && let Some(inner) = self.argument_of(wanted, self.checker.builtins.option)
            && let Given::Expr(_, id) = given
        {
            return self.optional_argument(id, inner, wanted, why);
        }
        self.check_given(given, wanted, why);
    }

    fn optional_argument(&mut self, id: ExprId, inner: Ty, wanted: Ty, why: Why) {
        let found = self.expr(id, Want::Hint(inner));
        if self.argument_of(found, self.checker.builtins.option).is_some() && self.fits(found, wanted) {
            return;
        }
        if self.fits(found, inner) || self.converts(id, found, inner) {
            let coercions = &self.checker.modules[self.module.index()].coercions;
            let is_json = coercions.get(&id) == Some(&Coercion::JsonLiteral);
            self.coerce(id, if is_json { Coercion::SomeJsonLiteral } else { Coercion::Some });
            return;
        }
        let at = self.ast.expr_span(id);
        self.mismatch_of(Some(id), found, inner, at, why);
    }

    /// Which argument goes to which parameter.
    fn match_arguments(
        &mut self,
        id: ExprId,
        sig: &FnSig,
        given: &[Given],
        at: Span,
    ) -> (Vec<(Given, usize)>, Vec<Source>) {
        let mut taken = vec![Source::Default; sig.params.len()];
        let mut pairs = Vec::with_capacity(given.len());
        let mut next = 0;
        let name = self.text(sig.name);
        let piped = given.iter().filter(|it| matches!(it, Given::Piped(..))).count();
        for (index, one) in given.iter().enumerate() {
            let place = match one {
                Given::Expr(Some(word), value) => match self.named_parameter(sig, *word, &taken) {
                    Some(place) => place,
                    None => {
                        self.infer(*value);
                        continue;
                    }
                },
                _ if next < sig.params.len() => {
                    next += 1;
                    next - 1
                }
                _ => {
                    let at = match one {
                        Given::Expr(_, value) => self.ast.expr_span(*value),
                        Given::Piped(_, at) => *at,
                    };
                    let declared = self.declared_at(sig);
                    let count = sig.params.len();
                    self.report(diagnostics::too_many_arguments(name, count, given.len(), at, declared));
                    self.infer_all(&given[index..]);
                    return (pairs, taken);
                }
            };
            taken[place] = match one {
                Given::Expr(..) => Source::Arg((index - piped) as u32),
                Given::Piped(..) => Source::Piped,
            };
            pairs.push((*one, place));
        }
        self.report_missing(id, sig, &taken, at);
        (pairs, taken)
    }

    fn report_missing(&mut self, id: ExprId, sig: &FnSig, taken: &[Source], at: Span) {
        let params = sig.params.iter().zip(taken);
        let missing = params.filter(|(param, taken)| **taken == Source::Default && !param.has_default);
        let missing: Vec<(String, String)> = missing
            .map(|(param, _)| {
                let name = param.name.map_or("_", |it| self.text(it)).to_owned();
                (name, self.checker.show_plain(param.ty))
            })
            .collect();
        if !missing.is_empty() {
            let declared = self.declared_at(sig);
            let end = self.ast.expr_span(id).end;
            let at = Span::new(at.start, end.max(at.end));
            self.report(diagnostics::missing_arguments(self.text(sig.name), &missing, at, declared));
        }
    }

    /// Where a function is declared, if that is in the program.
    pub(super) fn declared_at(&self, sig: &FnSig) -> Option<Span> {
        let is_library = self.checker.program.module(sig.item.module).is_library();
        (!is_library).then_some(sig.name_span)
    }

    fn named_parameter(&mut self, sig: &FnSig, word: Ident, taken: &[Source]) -> Option<usize> {
        let name = self.text(sig.name);
        let text = self.text(word.name);
        match sig.params.iter().position(|it| it.name == Some(word.name)) {
            Some(at) if taken[at] == Source::Default => Some(at),
            Some(_) => {
                self.report(diagnostics::repeated_argument(text, word.span));
                None
            }
            None => {
                let known: Vec<&str> = sig.params.iter().filter_map(|it| it.name).map(|it| self.text(it)).collect();
                let near = self.checker.nearest(text, known.iter().copied());
                let declared = self.declared_at(sig);
                self.report(diagnostics::unknown_argument(name, text, word.span, near, &known, declared));
                None
            }
        }
    }

    /// `x |> f`, `x |> f(a)`, `x |> obj.method(a)`, `x |> f(a)?`.
    pub(super) fn pipe(&mut self, left_id: ExprId, left: Ty, right: ExprId, want: Want) -> Ty {
        let first = Given::Piped(left, self.ast.expr_span(left_id));
        let ast = self.ast;
        let with = |args: &'a [Arg]| -> Vec<Given> {
            std::iter::once(first).chain(args.iter().map(|it| Given::Expr(it.name, it.value))).collect()
        };
        let ty = match ast.expr(right) {
            Expr::Call { callee, args } => {
                let callee_ty = if self.is_named(*callee) { self.error() } else { self.infer(*callee) };
                self.call_with(right, *callee, callee_ty, &with(args), want)
            }
            Expr::Method(call) => {
                let receiver = self.pipe_receiver(call);
                self.method_with(right, call, receiver, &with(&call.args), want)
            }
            Expr::Name(_) | Expr::Path(_) => self.call_with(right, right, self.error(), &[first], want),
            Expr::Field { base, name } => {
                let receiver = self.receiver_chain(*base);
                self.piped_field(right, *base, receiver, *name, first, want)
            }
            Expr::Try(inner) => {
                let found = self.pipe(left_id, left, *inner, Want::Any);
                self.try_(right, *inner, found)
            }
            _ => {
                let ty = self.infer(right);
                let at = self.ast.expr_span(right);
                return self.call_value(ty, &[first], at);
            }
        };
        // A value that is called keeps its own type.
        match ast.expr(right) {
            Expr::Name(_) | Expr::Path(_) if !self.is_error(self.type_of(right)) => ty,
            _ => self.set(right, ty),
        }
    }

    fn pipe_receiver(&mut self, call: &'a MethodCall) -> Ty {
        self.receiver_chain(call.receiver)
    }

    /// The receiver of a call on the right side of a pipe.
    fn receiver_chain(&mut self, id: ExprId) -> Ty {
        match self.ast.left_operand(id) {
            None => self.receiver(id),
            Some(_) => self.infer(id),
        }
    }

    pub(super) fn method(&mut self, id: ExprId, call: &'a MethodCall, receiver: Ty, want: Want) -> Ty {
        let given: Vec<Given> = call.args.iter().map(|it| Given::Expr(it.name, it.value)).collect();
        self.method_with(id, call, receiver, &given, want)
    }
}
