//! `impl`s: whether they give what their trait asks for, and nothing twice.

use rustc_hash::FxHashMap;

use crate::ast::{self, Symbol};
use crate::diagnostic::suggest::nearest;
use crate::resolve::ItemId;
use crate::source::Span;
use crate::types::signatures::{FnSig, ImplSig, TraitSig};
use crate::types::ty::{Kind, ParamId, Substitution, Ty};
use crate::types::vars::Vars;
use crate::types::{Checker, diagnostics};

impl Checker<'_> {
    pub(super) fn check_impl(&mut self, id: ItemId, it: &ast::Impl) {
        let ast = self.ast(id.module);
        let Some(target) = self.signatures.self_types.get(&id).copied() else { return };
        let at = ast.type_span(it.target);
        if !self.can_have_impl(id, target, it.trait_.is_some(), at) {
            return;
        }
        let Some(sig) = self.signatures.impls.iter().find(|it| it.item == id).cloned() else { return };
        let Some(written) = &sig.trait_ else { return };
        let Some(trait_) = self.signatures.traits.get(&written.item).cloned() else { return };
        let span = it.trait_.map_or(at, |it| ast.type_span(it));
        self.report_missing_methods(&sig, &trait_, span);
        for (name, function) in &sig.methods {
            let own = self.signatures.function(*function).clone();
            match trait_.methods.iter().find(|(it, _, _)| it == name) {
                Some((_, wanted, _)) => {
                    let wanted = self.signatures.function(*wanted).clone();
                    self.compare_signatures(&sig, &trait_, &own, &wanted);
                }
                None => {
                    let known: Vec<&str> = trait_.methods.iter().map(|(it, _, _)| self.text(*it)).collect();
                    let near = nearest(self.text(*name), known.iter().copied());
                    let trait_name = self.text(trait_.name);
                    self.report(diagnostics::not_in_trait(self.text(*name), trait_name, own.name_span, near));
                }
            }
        }
    }

    fn can_have_impl(&mut self, id: ItemId, target: Ty, has_trait: bool, at: Span) -> bool {
        let is_library = |it: ItemId| self.program.module(it.module).is_library();
        let fault = match self.types.kind(target) {
            Kind::Error => return false,
            Kind::Adt(item, _) if !has_trait && is_library(item) && !is_library(id) => Some(
                "methods of a type of the library come from a trait of your own: `trait Name { … }`, `impl Name for …`",
            ),
            Kind::Adt(..) => None,
            Kind::Param(_) => Some("name the types that have it, one `impl` each"),
            Kind::Literal(_) => Some("write it for `String`, which every text fits"),
            _ => Some("wrap it in a struct of your own"),
        };
        if let Some(help) = fault {
            let shown = self.show_plain(target);
            self.report(diagnostics::bad_impl_target(&shown, at, help));
        }
        fault.is_none()
    }

    fn report_missing_methods(&mut self, sig: &ImplSig, trait_: &TraitSig, at: Span) {
        let is_missing =
            |(name, _, has_body): &&(Symbol, _, bool)| !has_body && !sig.methods.iter().any(|(it, _)| it == name);
        let missing: Vec<_> = trait_.methods.iter().filter(is_missing).map(|it| it.1).collect();
        if missing.is_empty() {
            return;
        }
        let map = self.trait_map(sig, trait_);
        let missing = missing.into_iter().map(|it| {
            let wanted = self.signatures.function(it).clone();
            self.show_signature(&wanted, &map)
        });
        let missing: Vec<String> = missing.collect();
        self.report(diagnostics::missing_methods(self.text(trait_.name), &missing, at));
    }

    /// What a trait's parameters and `Self` are in an `impl`.
    fn trait_map(&self, sig: &ImplSig, trait_: &TraitSig) -> Substitution {
        let args = sig.trait_.as_ref().map_or(&[][..], |it| &it.args);
        let mut map = Substitution::new(&trait_.params, args);
        map.insert(trait_.self_param, sig.target);
        map
    }

    fn compare_signatures(&mut self, sig: &ImplSig, trait_: &TraitSig, own: &FnSig, wanted: &FnSig) {
        let mut map = self.trait_map(sig, trait_);
        for (theirs, mine) in wanted.generics.iter().zip(&own.generics) {
            let ty = self.types.add(Kind::Param(*mine));
            map.insert(*theirs, ty);
        }
        let mut fits = own.generics.len() == wanted.generics.len()
            && own.params.len() == wanted.params.len()
            && own.receiver == wanted.receiver;
        let pairs =
            own.params.iter().zip(&wanted.params).map(|(a, b)| (a.ty, b.ty)).chain([(own.result, wanted.result)]);
        for (mine, theirs) in pairs.collect::<Vec<_>>() {
            let theirs = self.types.substitute(theirs, &map);
            if mine == self.types.error() || theirs == self.types.error() {
                return;
            }
            fits &= mine == theirs;
        }
        fits = fits && self.same_bounds(own, wanted, &map);
        if !fits {
            let (wanted_text, own_text) =
                (self.show_signature(wanted, &map), self.show_signature(own, &Substitution::default()));
            let declared = (!self.program.module(wanted.item.module).is_library()).then_some(wanted.name_span);
            self.report(diagnostics::wrong_signature(&wanted_text, &own_text, own.name_span, declared));
        }
    }

    fn same_bounds(&mut self, own: &FnSig, wanted: &FnSig, map: &Substitution) -> bool {
        own.generics.iter().zip(&wanted.generics).all(|(mine, theirs)| {
            let mine = self.signatures.params[mine.0 as usize].bounds.clone();
            let theirs = self.signatures.params[theirs.0 as usize].bounds.clone();
            // What the trait does not promise, the function must not need.
            mine.iter().all(|bound| {
                theirs.iter().any(|it| {
                    let args: Vec<Ty> = it.args.iter().map(|ty| self.types.substitute(*ty, map)).collect();
                    it.item == bound.item && args == bound.args
                })
            })
        })
    }

    fn show_signature(&mut self, sig: &FnSig, map: &Substitution) -> String {
        let receiver = sig.receiver.map(|mutable| if mutable { "mut self" } else { "self" }.to_owned());
        let params: Vec<String> = sig
            .params
            .iter()
            .map(|it| {
                let ty = self.types.substitute(it.ty, map);
                let name = it.name.map_or("_", |it| self.text(it));
                format!("{name}: {}", self.show_plain(ty))
            })
            .collect();
        let all: Vec<String> = receiver.into_iter().chain(params).collect();
        let result = self.types.substitute(sig.result, map);
        let result = match result == self.types.unit() {
            true => String::new(),
            false => format!(" -> {}", self.show_plain(result)),
        };
        let generics: Vec<String> = sig.generics.iter().map(|it| self.show_param(*it)).collect();
        let generics = if generics.is_empty() { String::new() } else { format!("<{}>", generics.join(", ")) };
        format!("fn {}{generics}({}){result}", self.text(sig.name), all.join(", "))
    }

    /// `T: A + B`
    fn show_param(&mut self, param: ParamId) -> String {
        let info = self.signatures.params[param.0 as usize].clone();
        let bounds: Vec<String> = info.bounds.iter().map(|it| self.show_trait(&Vars::default(), it)).collect();
        let name = self.text(info.name);
        if bounds.is_empty() { name.to_owned() } else { format!("{name}: {}", bounds.join(" + ")) }
    }

    /// Two `impl`s that give one type the same trait, or two functions of one name.
    pub(super) fn check_overlaps(&mut self) {
        let impls = self.signatures.impls.clone();
        let mut traits: FxHashMap<(ItemId, ItemId), Vec<usize>> = FxHashMap::default();
        let mut names: FxHashMap<(ItemId, Symbol), Vec<(usize, Span)>> = FxHashMap::default();
        for (at, sig) in impls.iter().enumerate() {
            let Some(head) = self.head(sig.target) else { continue };
            if let Some(trait_) = &sig.trait_ {
                let before = traits.entry((trait_.item, head)).or_default();
                let other = before.iter().find(|it| self.overlaps(&impls[**it], sig)).copied();
                before.push(at);
                if let Some(other) = other {
                    let name = self.text(self.item_kind(trait_.item).name().map_or(self.words.self_type, |it| it.name));
                    let shown = self.show_plain(sig.target);
                    let first = impls[other].target_span;
                    self.report(diagnostics::overlapping_impls(name, &shown, sig.target_span, first));
                }
                continue;
            }
            for (name, function) in &sig.methods {
                let span = self.signatures.function(*function).name_span;
                let before = names.entry((head, *name)).or_default();
                let other = before.iter().find(|(it, _)| *it != at && self.overlaps(&impls[*it], sig)).copied();
                before.push((at, span));
                if let Some((_, first)) = other {
                    self.report(diagnostics::overlapping_functions(self.text(*name), span, first));
                }
            }
        }
    }

    /// Whether some type has both.
    fn overlaps(&mut self, one: &ImplSig, other: &ImplSig) -> bool {
        let mut vars = Vars::default();
        let mine = self.fresh_map(&mut vars, &one.params, Span::default());
        let theirs = self.fresh_map(&mut vars, &other.params, Span::default());
        let pairs = |it: &ImplSig| -> Vec<Ty> {
            let args = it.trait_.as_ref().map(|it| it.args.clone()).unwrap_or_default();
            std::iter::once(it.target).chain(args).collect()
        };
        pairs(one).into_iter().zip(pairs(other)).all(|(a, b)| {
            let (a, b) = (self.types.substitute(a, &mine), self.types.substitute(b, &theirs));
            vars.fits(&mut self.types, &self.builtins, a, b)
        })
    }
}
