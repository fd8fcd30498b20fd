//! Types of which no value can exist, because each would hold another of its kind.

use rustc_hash::FxHashSet;

use crate::resolve::ItemId;
use crate::types::signatures::Shape;
use crate::types::ty::{Kind, Ty};
use crate::types::{Checker, diagnostics};

impl Checker<'_> {
    /// Finds the types that have values, starting from those that need no other, until no more are found.
    pub(super) fn check_endless(&mut self) {
        let mut open: Vec<ItemId> = self.signatures.adts.keys().copied().collect();
        open.sort_unstable();
        let mut finite: FxHashSet<ItemId> = FxHashSet::default();
        loop {
            let (done, rest): (Vec<ItemId>, Vec<ItemId>) = open.iter().partition(|id| self.has_values(**id, &finite));
            if done.is_empty() {
                break;
            }
            finite.extend(done);
            open = rest;
        }
        let mut told: FxHashSet<ItemId> = FxHashSet::default();
        for id in open {
            // One message a circle: what it goes through is not reported again.
            if told.contains(&id) || self.is_library(id) || id == self.builtins.never {
                continue;
            }
            told.extend(self.circle(id, &finite));
            let Some(sig) = self.signatures.adts.get(&id).cloned() else { continue };
            let name = self.text(sig.name);
            self.report(diagnostics::endless_type(name, sig.span));
        }
    }

    fn is_library(&self, id: ItemId) -> bool {
        self.program.module(id.module).is_library()
    }

    fn has_values(&self, id: ItemId, finite: &FxHashSet<ItemId>) -> bool {
        let Some(sig) = self.signatures.adts.get(&id) else { return true };
        let is_finite = |ty: Ty| self.is_finite(ty, finite);
        match &sig.shape {
            Shape::Builtin => true,
            Shape::Struct(fields) => fields.iter().all(|it| is_finite(it.ty)),
            Shape::Enum(variants) if variants.is_empty() => id != self.builtins.never,
            Shape::Enum(variants) => variants.iter().any(|it| it.data.types().into_iter().all(is_finite)),
        }
    }

    /// Whether a type has values, as far as is known. Arguments of other types may stay unused: `Option<T>` has `None`.
    fn is_finite(&self, ty: Ty, finite: &FxHashSet<ItemId>) -> bool {
        match self.types.kind(ty) {
            Kind::Adt(item, _) => finite.contains(&item),
            Kind::Tuple(parts) => self.types.list(parts).iter().all(|it| self.is_finite(*it, finite)),
            _ => true,
        }
    }

    /// The types without values that one is made of.
    fn circle(&self, id: ItemId, finite: &FxHashSet<ItemId>) -> FxHashSet<ItemId> {
        let mut found = FxHashSet::default();
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            let Some(sig) = self.signatures.adts.get(&id) else { continue };
            let mut parts = sig.data();
            while let Some(ty) = parts.pop() {
                match self.types.kind(ty) {
                    Kind::Adt(item, _) if !finite.contains(&item) && found.insert(item) => waiting.push(item),
                    Kind::Tuple(more) => parts.extend(self.types.list(more)),
                    _ => {}
                }
            }
        }
        found
    }
}
