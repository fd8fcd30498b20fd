//! What values are made of, once all types are known.

use super::signatures::{DataSig, Shape};
use super::ty::{Kind, Substitution, Ty};
use super::{FnId, FnSig, Typed};
use crate::ast::Symbol;
use crate::resolve::ItemId;

/// The names, if they have some, and the types of what a value is made of.
pub type Parts = Vec<(Option<Symbol>, Ty)>;

impl Typed {
    /// The functions of `Eq`, `Ord` and `Display`: what may be asked of a value of any type.
    pub fn structural(&self) -> [Option<FnId>; 3] {
        let traits = &self.builtins.traits;
        [traits.eq, traits.ord, traits.display].map(|it| self.signatures.function_of(it, 0))
    }

    /// The fields of a struct or tool or the elements of a tuple, with their types.
    pub fn parts(&mut self, ty: Ty) -> Option<Parts> {
        match self.types.kind(ty) {
            Kind::Tuple(parts) => Some(self.types.list(parts).iter().map(|it| (None, *it)).collect()),
            Kind::Item(item) => {
                let fields = self.signatures.tool_fields.get(&item)?;
                Some(fields.iter().map(|it| (Some(it.name), it.ty)).collect())
            }
            Kind::Adt(item, args) => {
                let sig = self.signatures.adts.get(&item)?.clone();
                let Shape::Struct(fields) = &sig.shape else { return None };
                let map = Substitution::new(&sig.params, self.types.list(args));
                Some(fields.iter().map(|it| (Some(it.name), self.types.substitute(it.ty, &map))).collect())
            }
            _ => None,
        }
    }

    /// The types of the data of a variant.
    pub fn variant_data(&mut self, ty: Ty, index: u32) -> Option<Parts> {
        let Kind::Adt(item, args) = self.types.kind(ty) else { return None };
        let sig = self.signatures.adts.get(&item)?.clone();
        let Shape::Enum(variants) = &sig.shape else { return None };
        let map = Substitution::new(&sig.params, self.types.list(args));
        let data: Vec<_> = match &variants.get(index as usize)?.data {
            DataSig::Unit => Vec::new(),
            DataSig::Tuple(types) => types.iter().map(|it| (None, *it)).collect(),
            DataSig::Named(fields) => fields.iter().map(|it| (Some(it.name), it.ty)).collect(),
        };
        Some(data.into_iter().map(|(name, ty)| (name, self.types.substitute(ty, &map))).collect())
    }

    /// The type of a part of a struct, tool or tuple.
    pub(crate) fn part_type(&mut self, ty: Ty, at: u32) -> Option<Ty> {
        self.parts(ty)?.get(at as usize).map(|it| it.1)
    }

    /// The place of a part by its name.
    pub(crate) fn part_named(&mut self, ty: Ty, name: Symbol) -> Option<u32> {
        self.parts(ty)?.iter().position(|(it, _)| *it == Some(name)).map(|it| it as u32)
    }

    /// The type of a part of the data of a variant.
    pub(crate) fn datum_type(&mut self, ty: Ty, variant: u32, at: u32) -> Option<Ty> {
        self.variant_data(ty, variant)?.get(at as usize).map(|it| it.1)
    }

    /// The number of the variant that a type has under a name.
    pub(crate) fn variant_named(&self, ty: Ty, name: Symbol) -> Option<u32> {
        let Kind::Adt(item, _) = self.types.kind(ty) else { return None };
        match &self.signatures.adts.get(&item)?.shape {
            Shape::Enum(variants) => variants.iter().position(|it| it.name == name).map(|it| it as u32),
            _ => None,
        }
    }

    /// Whether no variant of an enum has data: its values are numbers.
    pub(crate) fn is_plain(&self, item: ItemId) -> bool {
        match self.signatures.adts.get(&item).map(|it| &it.shape) {
            Some(Shape::Enum(variants)) => variants.iter().all(|it| it.data.types().is_empty()),
            _ => false,
        }
    }

    /// The arguments of a type with a head.
    pub(crate) fn arguments_of(&self, ty: Ty, head: ItemId) -> Option<Vec<Ty>> {
        match self.types.kind(ty) {
            Kind::Adt(item, args) if item == head => Some(self.types.list(args).to_vec()),
            _ => None,
        }
    }

    /// The only argument of a type with a head: the elements of an array.
    pub(crate) fn argument_of(&self, ty: Ty, head: ItemId) -> Option<Ty> {
        match self.types.kind(ty) {
            Kind::Adt(item, args) if item == head => self.types.list(args).first().copied(),
            _ => None,
        }
    }

    /// The success and failure types of what a function gives.
    pub(crate) fn outcome_types(&self, ty: Ty) -> (Ty, Option<Ty>) {
        match self.arguments_of(ty, self.builtins.result).as_deref() {
            Some([ok, error]) => (*ok, Some(*error)),
            _ => (ty, None),
        }
    }

    /// Whether a value is a text.
    pub(crate) fn is_text(&self, ty: Ty) -> bool {
        ty == self.builtins.string || matches!(self.types.kind(ty), Kind::Literal(_))
    }

    /// What the parameters of a function are with these types.
    pub(crate) fn instance(sig: &FnSig, types: &[Ty]) -> Substitution {
        let params: Vec<_> = sig.outer.iter().chain(&sig.generics).copied().collect();
        Substitution::new(&params, types)
    }
}
