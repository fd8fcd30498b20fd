//! Patterns of the tree to patterns of the analysis.

use super::{Analysis, Pat, PatRef};
use crate::ast::{ExprId, ItemKind, Pattern, PatternId};
use crate::resolve::{ItemId, Res};
use crate::types::infer::{Constant, Infer};
use crate::types::signatures::{DataSig, Shape};
use crate::types::ty::{Kind, Substitution, Ty};

impl Analysis<'_, '_, '_> {
    pub(super) fn lower(&mut self, id: PatternId, ty: Ty) -> PatRef {
        let pattern = self.lowered(id, ty);
        match pattern {
            Pat::Wild => self.wild,
            pattern => self.add(pattern),
        }
    }

    fn lowered(&mut self, id: PatternId, ty: Ty) -> Pat {
        let ast = self.infer.tree();
        if self.infer.is_mistaken(id) {
            return self.mistake();
        }
        match ast.pattern(id) {
            Pattern::Wildcard | Pattern::Rest(_) => Pat::Wild,
            Pattern::Error => self.mistake(),
            Pattern::Literal(literal) => self.constant(self.infer.constant(*literal)),
            Pattern::Range { start, end, inclusive } => self.range(*start, *end, *inclusive),
            Pattern::Name { inner: Some(inner), .. } => self.lowered(*inner, ty),
            Pattern::Name { inner: None, .. } | Pattern::Path(_) => match self.infer.res_of_pattern(id) {
                Res::Local(_) => Pat::Wild,
                Res::Variant(item, index) => self.variant(item, index, &[], ty),
                Res::Item(item) => {
                    let value = self.infer.constant_of(item);
                    self.constant(value)
                }
                _ => self.mistake(),
            },
            Pattern::Variant { fields, .. } => match self.infer.res_of_pattern(id) {
                Res::Variant(item, index) => self.variant(item, index, fields, ty),
                _ => self.mistake(),
            },
            Pattern::Struct { fields, .. } => {
                let fields: Vec<_> = fields.iter().map(|it| (it.name.name, it.pattern)).collect();
                self.struct_(id, &fields, ty)
            }
            Pattern::Tuple(elements) => {
                let parts = match self.infer.kind(ty) {
                    Kind::Tuple(parts) => self.infer.checker.types.list(parts).to_vec(),
                    _ => return self.mistake(),
                };
                if parts.len() != elements.len() {
                    return self.mistake();
                }
                Pat::Only(elements.iter().zip(parts).map(|(it, ty)| self.lower(*it, ty)).collect())
            }
            Pattern::Array(elements) => self.array(elements, ty),
            Pattern::Or(alternatives) => Pat::Or(alternatives.iter().map(|it| self.lower(*it, ty)).collect()),
        }
    }

    fn mistake(&mut self) -> Pat {
        self.has_mistake = true;
        Pat::Wild
    }

    fn constant(&mut self, value: Option<Constant>) -> Pat {
        match value {
            Some(Constant::Int(value)) => Pat::Range(value, value),
            Some(value) => Pat::Constant(value),
            None => Pat::Opaque,
        }
    }

    fn range(&mut self, start: Option<ExprId>, end: Option<ExprId>, inclusive: bool) -> Pat {
        let value = |id: Option<ExprId>| id.map(|it| self.infer.constant(it));
        let low = match value(start) {
            None => i64::MIN,
            Some(Some(Constant::Int(low))) => low,
            Some(_) => return Pat::Opaque,
        };
        let high = match value(end) {
            None => i64::MAX,
            Some(Some(Constant::Int(high))) if inclusive => high,
            Some(Some(Constant::Int(i64::MIN))) => return Pat::Or(Vec::new()),
            Some(Some(Constant::Int(high))) => high - 1,
            Some(_) => return Pat::Opaque,
        };
        // A range without numbers matches nothing.
        if low > high { Pat::Or(Vec::new()) } else { Pat::Range(low, high) }
    }

    fn variant(&mut self, item: ItemId, index: u32, fields: &[PatternId], ty: Ty) -> Pat {
        let types = self.data_types(item, index, ty);
        if types.len() != fields.len() {
            return self.mistake();
        }
        let fields = fields.iter().zip(types).map(|(it, ty)| self.lower(*it, ty)).collect();
        Pat::Variant(index, fields)
    }

    /// The types of the data of a variant of `ty`, in order.
    pub(super) fn data_types(&mut self, item: ItemId, index: u32, ty: Ty) -> Vec<Ty> {
        let Kind::Adt(head, args) = self.infer.kind(ty) else { return Vec::new() };
        let checker = &self.infer.checker;
        let Some(sig) = checker.signatures.adts.get(&item).cloned() else { return Vec::new() };
        let Shape::Enum(variants) = &sig.shape else { return Vec::new() };
        if head != item {
            return Vec::new();
        }
        let map = Substitution::new(&sig.params, checker.types.list(args));
        match variants.get(index as usize).map(|it| &it.data) {
            Some(DataSig::Tuple(types)) => {
                types.iter().map(|it| self.infer.checker.types.substitute(*it, &map)).collect()
            }
            Some(DataSig::Named(fields)) => self.infer.fields_with(fields, &map).iter().map(|it| it.ty).collect(),
            _ => Vec::new(),
        }
    }

    fn struct_(&mut self, id: PatternId, fields: &[(crate::ast::Symbol, Option<PatternId>)], ty: Ty) -> Pat {
        let known = match self.infer.res_of_pattern(id) {
            Res::Variant(item, index) => self.infer.variant_fields(item, index),
            _ => self.infer.fields_of(ty),
        };
        let types = match self.infer.res_of_pattern(id) {
            Res::Variant(item, index) => self.data_types(item, index, ty),
            _ => known.iter().map(|(_, ty)| *ty).collect(),
        };
        if fields.iter().any(|(name, _)| !known.iter().any(|(it, _)| it == name)) || types.len() != known.len() {
            return self.mistake();
        }
        let mut parts = Vec::with_capacity(known.len());
        for ((name, _), ty) in known.iter().zip(types) {
            let written = fields.iter().find(|(it, _)| it == name).and_then(|(_, pattern)| *pattern);
            parts.push(written.map_or(self.wild, |it| self.lower(it, ty)));
        }
        match self.infer.res_of_pattern(id) {
            Res::Variant(_, index) => Pat::Variant(index, parts),
            _ => Pat::Only(parts),
        }
    }

    fn array(&mut self, elements: &[PatternId], ty: Ty) -> Pat {
        let Some(element) = self.infer.argument_of(ty, self.infer.checker.builtins.array) else {
            return self.mistake();
        };
        let ast = self.infer.tree();
        let is_rest = |it: &PatternId| matches!(ast.pattern(*it), Pattern::Rest(_));
        let rest = elements.iter().position(is_rest);
        let (start, end) = match rest {
            Some(at) => (&elements[..at], &elements[at + 1..]),
            None => (elements, &[][..]),
        };
        let start = start.iter().map(|it| self.lower(*it, element)).collect();
        let end = end.iter().map(|it| self.lower(*it, element)).collect();
        Pat::Array(start, end, rest.is_some())
    }
}

impl<'a> Infer<'_, 'a> {
    /// The alternatives of an arm, each with a row of its own.
    pub(super) fn alternatives_of(&self, id: PatternId) -> Vec<PatternId> {
        match self.tree().pattern(id) {
            Pattern::Or(alternatives) => alternatives.to_vec(),
            _ => vec![id],
        }
    }

    /// What a constant holds, if it is a plain literal.
    fn constant_of(&self, item: ItemId) -> Option<Constant> {
        let ItemKind::Const(it) = self.checker.item_kind(item) else { return None };
        super::super::infer::literal_constant(self.checker.ast(item.module), it.value)
    }

    fn variant_fields(&self, item: ItemId, index: u32) -> Vec<(crate::ast::Symbol, Ty)> {
        match self.checker.signatures.adts.get(&item).map(|it| &it.shape) {
            Some(Shape::Enum(variants)) => match variants.get(index as usize).map(|it| &it.data) {
                Some(DataSig::Named(fields)) => fields.iter().map(|it| (it.name, it.ty)).collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// The fields of a struct type, with their types.
    pub(super) fn fields_of(&mut self, ty: Ty) -> Vec<(crate::ast::Symbol, Ty)> {
        let Kind::Adt(item, args) = self.kind(ty) else { return Vec::new() };
        let Some(sig) = self.checker.signatures.adts.get(&item).cloned() else { return Vec::new() };
        let Shape::Struct(fields) = &sig.shape else { return Vec::new() };
        let map = Substitution::new(&sig.params, self.checker.types.list(args));
        self.fields_with(fields, &map).iter().map(|it| (it.name, it.ty)).collect()
    }
}
