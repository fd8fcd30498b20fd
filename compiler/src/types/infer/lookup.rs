//! Which function a name means for a type: its own, a trait's, a bound's, a tool's.

use std::rc::Rc;

use super::call::Given;
use super::{Infer, Obligation, Reason};
use crate::ast::{Expr, ExprId, Ident, ItemKind, Symbol};
use crate::resolve::{ItemId, Owner};
use crate::source::Span;
use crate::types::diagnostics;
use crate::types::items::stage_count;
use crate::types::signatures::{Candidate, FnSig, TraitRef};
use crate::types::ty::{Kind, Substitution, Ty};

/// A function and what the parameters of what it stands in are.
pub(super) type Found = (Rc<FnSig>, Substitution);

impl<'a> Infer<'_, 'a> {
    /// The function that a type has under a name. Of several, the first whose `impl` is for this type and whose
    /// parameters take what is given.
    pub(super) fn function_of(&mut self, ty: Ty, name: Symbol, at: Span, given: &[Given]) -> Option<Found> {
        self.function_for(ty, name, at, given, None)
    }

    /// The same; `wanted` is what is expected of it.
    pub(super) fn function_for(
        &mut self,
        ty: Ty,
        name: Symbol,
        at: Span,
        given: &[Given],
        wanted: Option<Ty>,
    ) -> Option<Found> {
        let ty = self.shallow(ty);
        match self.kind(ty) {
            Kind::Item(item) => self.function_of_item(item, name),
            Kind::Param(param) => self.function_of_bounds(ty, param, name).or_else(|| self.derived(ty, name, at)),
            _ => match self.checker.head(ty).and_then(|head| self.candidates(head, name)) {
                Some(candidates) => {
                    let found = self.choose(ty, &candidates, at, (given, wanted));
                    found.or_else(|| self.derived(ty, name, at))
                }
                None => self.derived(ty, name, at),
            },
        }
    }

    fn candidates(&self, head: ItemId, name: Symbol) -> Option<Vec<Candidate>> {
        self.checker.signatures.members.get(&(head, name)).cloned()
    }

    fn choose(
        &mut self,
        ty: Ty,
        candidates: &[Candidate],
        at: Span,
        (given, wanted): (&[Given], Option<Ty>),
    ) -> Option<Found> {
        let is_overloaded = candidates.len() > 1;
        if let (true, Some(Given::Expr(_, first))) = (is_overloaded, given.first())
            && !matches!(self.ast.expr(*first), Expr::Closure(_))
        {
            // Found before anything is tried, so that it stays.
            self.probe(*first);
        }
        let mut possible = None;
        for candidate in candidates {
            let attempt = self.vars.begin();
            let obligations = self.obligations.len();
            if let Some((sig, map)) = self.instance(ty, *candidate, at)
                && (!is_overloaded || self.takes(&sig, &map, given))
            {
                if !is_overloaded || self.gives(&sig, &map, wanted) {
                    return Some((sig, map));
                }
                possible = possible.or(Some(*candidate));
            }
            self.vars.take_back(attempt);
            self.obligations.truncate(obligations);
        }
        // None gives what is expected: that is told of the first that could be meant.
        possible.and_then(|it| self.instance(ty, it, at))
    }

    /// Whether a function gives what is expected.
    fn gives(&mut self, sig: &FnSig, map: &Substitution, wanted: Option<Ty>) -> bool {
        let Some(wanted) = wanted else { return true };
        let result = self.checker.types.substitute(sig.result, map);
        let attempt = self.vars.begin();
        let fits = self.fits(result, wanted);
        self.vars.take_back(attempt);
        fits
    }

    /// The function of an `impl`, if that is for this type.
    fn instance(&mut self, ty: Ty, candidate: Candidate, at: Span) -> Option<Found> {
        let impl_ = self.checker.signatures.impls[candidate.impl_ as usize].clone();
        let sig = self.signature(candidate.function);
        let checker = &mut *self.checker;
        let map = checker.fresh_map(&mut self.vars, &impl_.params, at);
        let target = checker.types.substitute(impl_.target, &map);
        let fits = self.vars.fits(&mut checker.types, &checker.builtins, ty, target);
        if !fits {
            return None;
        }
        if sig.item == impl_.item {
            return Some((sig, map));
        }
        // A default function of the trait: `Self` is the type at hand.
        let trait_ = impl_.trait_.as_ref()?;
        let of_trait = self.checker.signatures.traits.get(&trait_.item)?.clone();
        let args: Vec<Ty> = trait_.args.iter().map(|it| self.checker.types.substitute(*it, &map)).collect();
        let mut map = Substitution::new(&of_trait.params, &args);
        map.insert(of_trait.self_param, ty);
        Some((sig, map))
    }

    /// Whether the first argument, whose type is found on its own, is one that a function takes.
    fn takes(&mut self, sig: &FnSig, map: &Substitution, given: &[Given]) -> bool {
        let params: Vec<Ty> = match self.receiver_param(sig) {
            Some(receiver) if given.len() > sig.params.len() => vec![receiver],
            _ => sig.params.iter().map(|it| it.ty).collect(),
        };
        let (Some(wanted), Some(first)) = (params.first(), given.first()) else { return true };
        let is_closure = matches!(first, Given::Expr(_, id) if matches!(self.ast.expr(*id), Expr::Closure(_)));
        if is_closure {
            return true;
        }
        let found = match first {
            Given::Expr(_, id) => self.probe(*id),
            Given::Piped(ty, _) => *ty,
        };
        let wanted = self.checker.types.substitute(*wanted, map);
        self.fits(found, wanted)
    }

    /// The type of an argument before it is known what it is for. It is looked at again later, but found only once.
    fn probe(&mut self, id: ExprId) -> Ty {
        if let Some(ty) = self.probed.get(&id) {
            return *ty;
        }
        let ty = self.infer_quietly(id);
        self.probed.insert(id, ty);
        ty
    }

    /// The type of an expression without saying anything about it.
    fn infer_quietly(&mut self, id: ExprId) -> Ty {
        let said = self.checker.diagnostics.len();
        let (errors, obligations) = (self.has_errors, self.obligations.len());
        let late = self.late.clone();
        let ty = self.infer(id);
        self.checker.diagnostics.truncate(said);
        self.obligations.truncate(obligations);
        self.has_errors = errors;
        self.late = late;
        ty
    }

    /// A function of a tool, a server or a pipeline.
    fn function_of_item(&mut self, item: ItemId, name: Symbol) -> Option<Found> {
        let place = match self.checker.item_kind(item) {
            ItemKind::Pipeline(it) if Some(name) == self.checker.words.run => stage_count(it),
            kind => kind.methods().iter().position(|it| it.function.name.name == name)?,
        };
        let function = self.checker.signatures.function_of(item, place as u32)?;
        Some((self.signature(function), Substitution::default()))
    }

    fn function_of_bounds(&mut self, ty: Ty, param: crate::types::ty::ParamId, name: Symbol) -> Option<Found> {
        let bounds = self.checker.signatures.params[param.0 as usize].bounds.clone();
        bounds.iter().find_map(|bound| self.function_of_trait(bound, ty, name))
    }

    fn function_of_trait(&mut self, trait_: &TraitRef, ty: Ty, name: Symbol) -> Option<Found> {
        let sig = self.checker.signatures.traits.get(&trait_.item)?.clone();
        let (_, function, _) = sig.methods.iter().find(|(it, _, _)| *it == name)?;
        let mut map = Substitution::new(&sig.params, &trait_.args);
        map.insert(sig.self_param, ty);
        Some((self.signature(*function), map))
    }

    /// A function of a trait that is derived by structure: `a.compare(b)`, `Point::default()`.
    fn derived(&mut self, ty: Ty, name: Symbol, at: Span) -> Option<Found> {
        let traits = self.checker.builtins.traits;
        for item in [traits.eq, traits.ord, traits.display, traits.default] {
            let trait_ = TraitRef { item, args: Vec::new() };
            if let Some(found) = self.function_of_trait(&trait_, ty, name) {
                let reason = Reason::Of("the method belongs to this trait");
                self.obligations.push(Obligation { ty, trait_, at, reason });
                return Some(found);
            }
        }
        None
    }

    /// `Type::name`, wherever the type comes from.
    pub(super) fn owned_function(
        &mut self,
        callee: ExprId,
        owner: Owner,
        given: &[Given],
        wanted: Option<Ty>,
    ) -> Option<Found> {
        let Expr::Path(path) = self.ast.expr(callee) else { return None };
        let segments = &self.ast.path(*path).segments;
        let [.., before, last] = &**segments else { return None };
        let (name, at) = (last.name, before.name.span);
        let ty = match owner {
            Owner::Item(item) if self.checker.signatures.traits.contains_key(&item) => {
                return self.function_of_named_trait(item, name);
            }
            Owner::Item(item) => {
                let args = self.checker.lower_all(&before.args, &self.scope);
                match self.checker.signatures.self_types.get(&item).copied() {
                    Some(ty) => ty,
                    None => self.named_type(item, args, at),
                }
            }
            Owner::Generic(at) => {
                let param = *self.scope.params.get(at as usize)?;
                self.checker.types.add(Kind::Param(param))
            }
            Owner::SelfType => self.scope.self_type?,
        };
        if self.is_error(ty) {
            return None;
        }
        match self.function_for(ty, name.name, name.span, given, wanted) {
            Some((sig, map)) => {
                self.must_be_visible(&sig, name);
                Some((sig, map))
            }
            None => {
                self.report_unknown_function(ty, name);
                None
            }
        }
    }

    /// `Default::default()`: the type is to be found.
    fn function_of_named_trait(&mut self, item: ItemId, name: Ident) -> Option<Found> {
        let sig = self.checker.signatures.traits.get(&item)?.clone();
        let Some((_, function, _)) = sig.methods.iter().find(|(it, _, _)| *it == name.name) else {
            let known: Vec<&str> = sig.methods.iter().map(|(it, _, _)| self.text(*it)).collect();
            let near = self.checker.nearest(self.text(name.name), known);
            let owner = self.text(sig.name);
            self.report(diagnostics::unknown_function(owner, self.text(name.name), name.span, near));
            return None;
        };
        let ty = self.fresh(name.span);
        let args: Vec<Ty> = sig.params.iter().map(|_| self.fresh(name.span)).collect();
        let mut map = Substitution::new(&sig.params, &args);
        map.insert(sig.self_param, ty);
        Some((self.signature(*function), map))
    }

    fn report_unknown_function(&mut self, ty: Ty, name: Ident) {
        let text = self.text(name.name);
        let known = self.member_names(ty);
        let near = self.checker.nearest(text, known.iter().copied());
        let shown = self.show(ty);
        self.report(diagnostics::unknown_function(&shown, text, name.span, near));
    }

    /// A private function is for the module that declares it; that of a tool for the tool.
    pub(super) fn must_be_visible(&mut self, sig: &FnSig, name: Ident) {
        let is_tool = matches!(self.checker.item_kind(sig.item), ItemKind::Tool(_));
        let is_inside = match is_tool {
            true => self.tool.is_some_and(|(tool, _)| tool == sig.item),
            false => sig.item.module == self.module || self.is_library_inside(sig),
        };
        if !sig.public && !is_inside {
            let text = self.text(name.name);
            let declared = self.declared_at(sig);
            self.report(diagnostics::private_function(text, is_tool, name.span, declared));
        }
    }

    /// Files of the library see each other's private functions.
    fn is_library_inside(&self, sig: &FnSig) -> bool {
        let program = self.checker.program;
        program.module(self.module).is_library() && program.module(sig.item.module).is_library()
    }

    /// The functions that a type has, for suggestions.
    pub(super) fn member_names(&mut self, ty: Ty) -> Vec<&'a str> {
        let ty = self.shallow(ty);
        let signatures = &self.checker.signatures;
        let of_trait = |item: &ItemId| {
            let sig = signatures.traits.get(item);
            sig.map(|it| it.methods.iter().map(|(name, _, _)| *name).collect::<Vec<_>>()).unwrap_or_default()
        };
        let symbols: Vec<Symbol> = match self.kind(ty) {
            Kind::Item(item) => self.checker.item_kind(item).methods().iter().map(|it| it.function.name.name).collect(),
            Kind::Param(param) => {
                let bounds = &signatures.params[param.0 as usize].bounds;
                bounds.iter().flat_map(|it| of_trait(&it.item)).collect()
            }
            _ => match self.checker.head(ty) {
                Some(head) => signatures.members_of.get(&head).cloned().unwrap_or_default(),
                None => Vec::new(),
            },
        };
        symbols.into_iter().map(|it| self.text(it)).collect()
    }
}
