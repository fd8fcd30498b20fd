//! Which function a call means once all types are known: a trait's own function stands for that of an `impl`, for the
//! trait's default, or for what is derived by structure.

use rustc_hash::FxHashSet;

use super::signatures::{ImplSig, Shape};
use super::ty::{Kind, Substitution, Ty};
use super::{FnId, Typed};
use crate::resolve::ItemId;

/// What is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A function with its types.
    Function(FnId, Vec<Ty>),
    /// What a trait means for a type by the type's structure.
    Derived(ItemId, Ty),
}

impl Typed {
    /// What a call of a function with these types means.
    pub fn target(&mut self, function: FnId, types: &[Ty]) -> Target {
        let sig = self.signatures.function(function).clone();
        let Some(trait_) = self.signatures.traits.get(&sig.item).cloned() else {
            return Target::Function(function, types.to_vec());
        };
        let own = types.get(sig.outer.len()..).unwrap_or_default();
        let Some((self_type, args)) = types.get(..sig.outer.len()).and_then(|it| it.split_last()) else {
            return Target::Function(function, types.to_vec());
        };
        let written = self.impl_for(sig.item, args, *self_type);
        if let Some((impl_, map)) = &written
            && let Some((_, found)) = impl_.methods.iter().find(|(name, _)| *name == sig.name)
            && self.signatures.function(*found).item == impl_.item
        {
            let outer = impl_.params.iter().map(|it| map.get(*it).unwrap_or(self.types.error()));
            return Target::Function(*found, outer.chain(own.iter().copied()).collect());
        }
        let has_default = trait_.methods.iter().any(|(_, it, has_body)| *it == function && *has_body);
        match has_default {
            true => Target::Function(function, types.to_vec()),
            false => Target::Derived(sig.item, *self_type),
        }
    }

    /// The `impl` of a trait for a type, and what its parameters are.
    fn impl_for(&mut self, trait_: ItemId, args: &[Ty], ty: Ty) -> Option<(std::rc::Rc<ImplSig>, Substitution)> {
        let head = self.head_of(ty)?;
        let found = self.signatures.trait_impls.get(&(trait_, head))?.clone();
        found.into_iter().map(|at| self.signatures.impls[at as usize].clone()).find_map(|impl_| {
            let mut map = Substitution::default();
            let written = impl_.trait_.as_ref().map_or(&[][..], |it| &it.args);
            let fits = self.matches(impl_.target, ty, &mut map)
                && written.iter().zip(args).all(|(pattern, arg)| self.matches(*pattern, *arg, &mut map));
            fits.then_some((impl_, map))
        })
    }

    fn head_of(&self, ty: Ty) -> Option<ItemId> {
        match self.types.kind(ty) {
            Kind::Adt(item, _) => Some(item),
            Kind::Literal(_) => self.head_of(self.builtins.string),
            _ => None,
        }
    }

    /// Whether a type is one that a pattern with parameters means; what the parameters are goes into `map`.
    fn matches(&self, pattern: Ty, ty: Ty, map: &mut Substitution) -> bool {
        if pattern == ty {
            return true;
        }
        let all = |this: &Self, a: &[Ty], b: &[Ty], map: &mut Substitution| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| this.matches(*a, *b, map))
        };
        let list = |it| self.types.list(it);
        match (self.types.kind(pattern), self.types.kind(ty)) {
            (Kind::Param(param), _) => match map.get(param) {
                Some(known) => known == ty,
                None => {
                    map.insert(param, ty);
                    true
                }
            },
            (Kind::Adt(a, a_args), Kind::Adt(b, b_args)) => a == b && all(self, list(a_args), list(b_args), map),
            (Kind::Tuple(a), Kind::Tuple(b)) => all(self, list(a), list(b), map),
            (Kind::Fn(a, a_result), Kind::Fn(b, b_result)) => {
                all(self, list(a), list(b), map) && self.matches(a_result, b_result, map)
            }
            (Kind::Adt(..), Kind::Literal(_)) => pattern == self.builtins.string,
            _ => false,
        }
    }

    /// Whether a trait is written by hand for a type or for something inside it, so that the structure is not all.
    pub fn is_written_inside(&mut self, trait_: ItemId, ty: Ty) -> bool {
        let mut seen = FxHashSet::default();
        let mut waiting = vec![ty];
        while let Some(ty) = waiting.pop() {
            if !seen.insert(ty) {
                continue;
            }
            if self.impl_for(trait_, &[], ty).is_some() {
                return true;
            }
            waiting.extend(self.inside(ty));
        }
        false
    }

    /// The types of what a value directly holds.
    pub(crate) fn inside(&mut self, ty: Ty) -> Vec<Ty> {
        let Kind::Adt(item, args) = self.types.kind(ty) else { return self.types.parts(ty) };
        let args = self.types.list(args).to_vec();
        match self.signatures.adts.get(&item).cloned() {
            Some(sig) if !matches!(sig.shape, Shape::Builtin) => {
                let map = Substitution::new(&sig.params, &args);
                sig.data().into_iter().map(|it| self.types.substitute(it, &map)).collect()
            }
            _ => args,
        }
    }
}
