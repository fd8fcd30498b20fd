//! Which types have which traits: written by hand, derived by structure, or promised by a bound.

use rustc_hash::FxHashSet;

use super::Checker;
use super::signatures::{AdtSig, DataSig, FieldSig, ImplSig, Shape, TraitRef, VariantSig};
use super::ty::{Kind, Substitution, Ty};
use super::vars::{VarKind, Vars};
use crate::ast::Symbol;
use crate::resolve::ItemId;
use crate::source::Span;

/// Why a type does not have a trait: the part that prevents it, and how one gets there.
#[derive(Debug)]
pub(super) struct Missing {
    pub(super) ty: Ty,
    /// `Job.run`, `Shape::Circle`, outermost first.
    pub(super) path: Vec<String>,
    /// Where that part is declared.
    pub(super) at: Option<Span>,
    /// Whether a hand-written `Eq` takes the derived `Hash` away.
    pub(super) by_hand: bool,
}

/// How far bounds of bounds are followed.
const DEPTH_MAX: u32 = 64;

/// A search for a trait. A type that is being looked at has it for the time being: so recursive types end, and none
/// is looked at twice.
struct Search<'v> {
    vars: &'v mut Vars,
    seen: FxHashSet<(Ty, ItemId)>,
    depth: u32,
}

impl Checker<'_> {
    /// What keeps `ty` from having a trait, if something does.
    pub(super) fn missing(&mut self, vars: &mut Vars, ty: Ty, wanted: &TraitRef) -> Option<Missing> {
        let mut search = Search { vars, seen: FxHashSet::default(), depth: 0 };
        let found = self.search(&mut search, ty, wanted);
        if found.is_none() && self.knows_traits {
            // Types of types of types: each is looked at once, not once for each that contains it.
            let seen = search.seen.into_iter();
            let closed = seen.filter(|(ty, _)| !self.types.is_open(*ty) && !self.types.is_generic(*ty));
            self.known_traits.extend(closed);
        }
        found
    }

    /// Whether a type without variables has a trait without arguments.
    pub(super) fn has_trait(&mut self, ty: Ty, item: ItemId) -> bool {
        self.missing(&mut Vars::default(), ty, &TraitRef { item, args: Vec::new() }).is_none()
    }

    /// Looks at a type and all that it is made of, one after the other.
    fn search(&mut self, search: &mut Search<'_>, ty: Ty, wanted: &TraitRef) -> Option<Missing> {
        if search.depth > DEPTH_MAX {
            return Some(Missing { ty, path: Vec::new(), at: None, by_hand: false });
        }
        search.depth += 1;
        let mut steps: Vec<(Step, usize)> = vec![(Step::Whole, 0)];
        let mut waiting: Vec<(Ty, usize)> = vec![(ty, 0)];
        let mut added = Vec::new();
        let mut found = None;
        while let Some((ty, at)) = waiting.pop() {
            let ty = search.vars.shallow(&self.types, ty);
            let key = (ty, wanted.item);
            if wanted.args.is_empty() && (self.known_traits.contains(&key) || !search.seen.insert(key)) {
                continue;
            }
            added.push(key);
            match self.look_at(search, ty, wanted) {
                Seen::Has => {}
                Seen::Lacks { by_hand } => {
                    found = Some(self.missing_at(ty, by_hand, &steps, at));
                    break;
                }
                Seen::IfAll(parts) => {
                    for (part, step) in parts.into_iter().rev() {
                        steps.push((step, at));
                        waiting.push((part, steps.len() - 1));
                    }
                }
            }
        }
        if found.is_some() {
            added.iter().for_each(|it| {
                search.seen.remove(it);
            });
        }
        search.depth -= 1;
        found
    }

    /// What is missing, and the way that leads to it.
    fn missing_at(&self, ty: Ty, by_hand: bool, steps: &[(Step, usize)], mut at: usize) -> Missing {
        let mut missing = Missing { ty, path: Vec::new(), at: None, by_hand };
        while at > 0 {
            let (step, parent) = steps[at];
            let (text, span) = match step {
                Step::Whole => (None, None),
                Step::Field(owner, name, span) => {
                    (Some(format!("{}.{}", self.text(owner), self.text(name))), Some(span))
                }
                Step::Variant(owner, name, span) => {
                    (Some(format!("{}::{}", self.text(owner), self.text(name))), Some(span))
                }
            };
            missing.path.extend(text);
            missing.at = missing.at.or(span);
            at = parent;
        }
        missing.path.reverse();
        missing
    }

    fn look_at(&mut self, search: &mut Search<'_>, ty: Ty, wanted: &TraitRef) -> Seen {
        match self.types.kind(ty) {
            Kind::Error | Kind::Never | Kind::Var(_) => Seen::Has,
            Kind::Param(param) => {
                let bounds = self.signatures.params[param.0 as usize].bounds.clone();
                let has = bounds.iter().any(|it| self.implies(search, it, wanted));
                if has { Seen::Has } else { LACKS }
            }
            _ if self.is_implemented(search, ty, wanted) => Seen::Has,
            _ if !self.is_derived(wanted.item) => LACKS,
            _ => self.look_inside(ty, wanted.item),
        }
    }

    /// Whether a bound promises a trait: its own, and `Eq` where there is `Ord` or `Hash`.
    fn implies(&mut self, search: &mut Search<'_>, bound: &TraitRef, wanted: &TraitRef) -> bool {
        let traits = self.builtins.traits;
        if bound.item != wanted.item {
            return wanted.item == traits.eq && (bound.item == traits.ord || bound.item == traits.hash);
        }
        let pairs = bound.args.iter().zip(&wanted.args);
        pairs.into_iter().all(|(a, b)| search.vars.fits(&mut self.types, &self.builtins, *b, *a))
    }

    pub(super) fn is_derived(&self, item: ItemId) -> bool {
        let it = &self.builtins.traits;
        [it.eq, it.ord, it.hash, it.display, it.default, it.schema].contains(&item)
    }

    fn is_implemented(&mut self, search: &mut Search<'_>, ty: Ty, wanted: &TraitRef) -> bool {
        let Some(head) = self.head(ty) else { return false };
        let Some(found) = self.signatures.trait_impls.get(&(wanted.item, head)) else { return false };
        let impls: Vec<_> = found.iter().map(|at| self.signatures.impls[*at as usize].clone()).collect();
        impls.iter().any(|sig| self.impl_fits(search, sig, ty, wanted))
    }

    /// Whether an impl is one for this type and these arguments; what it asks of its parameters must hold, too.
    fn impl_fits(&mut self, search: &mut Search<'_>, sig: &ImplSig, ty: Ty, wanted: &TraitRef) -> bool {
        let attempt = search.vars.begin();
        let map = self.fresh_map(search.vars, &sig.params, Span::default());
        let target = self.types.substitute(sig.target, &map);
        let mut fits = search.vars.fits(&mut self.types, &self.builtins, ty, target);
        let written = sig.trait_.as_ref().map_or(&[][..], |it| &it.args);
        for (found, arg) in wanted.args.iter().zip(written) {
            let arg = self.types.substitute(*arg, &map);
            fits = fits && search.vars.fits(&mut self.types, &self.builtins, *found, arg);
        }
        fits = fits && self.promises_hold(search, sig, &map);
        if !fits {
            search.vars.take_back(attempt);
        }
        fits
    }

    fn promises_hold(&mut self, search: &mut Search<'_>, sig: &ImplSig, map: &Substitution) -> bool {
        sig.params.iter().all(|param| {
            let Some(ty) = map.get(*param) else { return true };
            let bounds = self.signatures.params[param.0 as usize].bounds.clone();
            bounds.iter().all(|bound| {
                let args = bound.args.iter().map(|it| self.types.substitute(*it, map)).collect();
                self.search(search, ty, &TraitRef { item: bound.item, args }).is_none()
            })
        })
    }

    /// New variables for type parameters.
    pub(super) fn fresh_map(&mut self, vars: &mut Vars, params: &[super::ty::ParamId], at: Span) -> Substitution {
        let types: Vec<Ty> = params.iter().map(|_| vars.fresh(&mut self.types, VarKind::Any, at)).collect();
        Substitution::new(params, &types)
    }

    /// What a trait that is derived by structure depends on.
    fn look_inside(&mut self, ty: Ty, wanted: ItemId) -> Seen {
        let traits = self.builtins.traits;
        match self.types.kind(ty) {
            Kind::Tuple(parts) => all(self.types.list(parts)),
            Kind::Literal(_) if wanted != traits.default => Seen::Has,
            Kind::Adt(item, args) => {
                let args = self.types.list(args).to_vec();
                let Some(sig) = self.signatures.adts.get(&item).cloned() else { return LACKS };
                if matches!(sig.shape, Shape::Builtin) {
                    return self.look_inside_builtin(ty, item, &args, wanted);
                }
                if wanted == traits.default && item == self.builtins.option {
                    return Seen::Has;
                }
                if wanted == traits.hash && self.signatures.trait_impls.contains_key(&(traits.eq, item)) {
                    return Seen::Lacks { by_hand: true };
                }
                if sig.opaque {
                    return LACKS;
                }
                self.look_inside_data(&sig, &Substitution::new(&sig.params, &args), wanted)
            }
            _ => LACKS,
        }
    }

    fn look_inside_data(&mut self, sig: &AdtSig, map: &Substitution, wanted: ItemId) -> Seen {
        let is_default = wanted == self.builtins.traits.default;
        let mut parts = Vec::new();
        match &sig.shape {
            Shape::Builtin => {}
            Shape::Struct(fields) => {
                for field in fields.iter().filter(|it| !(is_default && it.has_default)) {
                    let ty = self.types.substitute(field.ty, map);
                    parts.push((ty, Step::Field(sig.name, field.name, field.span)));
                }
            }
            Shape::Enum(_) if is_default => return LACKS,
            // An object with a tag could not have another member of that name.
            Shape::Enum(variants) if wanted == self.builtins.traits.schema && self.has_tag_twice(variants) => {
                return LACKS;
            }
            Shape::Enum(variants) => {
                for variant in variants {
                    for ty in variant.data.types() {
                        let ty = self.types.substitute(ty, map);
                        parts.push((ty, Step::Variant(sig.name, variant.name, sig.span)));
                    }
                }
            }
        }
        Seen::IfAll(parts)
    }

    /// Whether an enum has no JSON form because one of its variants has a field with the name of the tag.
    pub(super) fn has_two_tags(&self, ty: Ty) -> bool {
        let Kind::Adt(item, _) = self.types.kind(ty) else { return false };
        match self.signatures.adts.get(&item).map(|it| &it.shape) {
            Some(Shape::Enum(variants)) => self.has_tag_twice(variants),
            _ => false,
        }
    }

    /// Whether a variant has a field with the name of the tag of its JSON form.
    fn has_tag_twice(&self, variants: &[VariantSig]) -> bool {
        let is_tag = |it: &FieldSig| self.text(it.name) == "type";
        variants.iter().any(|it| matches!(&it.data, DataSig::Named(fields) if fields.iter().any(is_tag)))
    }

    fn look_inside_builtin(&self, ty: Ty, item: ItemId, args: &[Ty], wanted: ItemId) -> Seen {
        let b = &self.builtins;
        let t = b.traits;
        if [b.int, b.string, b.bool, b.duration].contains(&ty) {
            return Seen::Has;
        }
        let has = if ty == b.float || ty == b.bytes || item == b.array {
            wanted != t.hash
        } else if ty == b.range {
            [t.eq, t.display].contains(&wanted)
        } else if item == b.map || item == b.set {
            [t.eq, t.display, t.schema, t.default].contains(&wanted)
        } else {
            false
        };
        match has {
            false => LACKS,
            true if wanted == t.default => Seen::Has,
            true => all(args),
        }
    }
}

/// What one look at a type tells.
enum Seen {
    Has,
    Lacks {
        /// A hand-written `Eq` takes the derived `Hash` away.
        by_hand: bool,
    },
    /// It has the trait if all of these have it.
    IfAll(Vec<(Ty, Step)>),
}

const LACKS: Seen = Seen::Lacks { by_hand: false };

/// How one gets from a type to a part of it.
#[derive(Clone, Copy)]
enum Step {
    Whole,
    Field(Symbol, Symbol, Span),
    Variant(Symbol, Symbol, Span),
}

fn all(types: &[Ty]) -> Seen {
    Seen::IfAll(types.iter().map(|it| (*it, Step::Whole)).collect())
}
