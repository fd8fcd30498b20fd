//! Structs, tuples, variants and tools: how they are laid out, made and read.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InRef, Kind, LayoutRef, OutFloat, OutInt, OutRef, Reg, Regs, Small};
use concerto_ir::program::Layout;

use super::Lower;
use super::body::{Body, Lowered};
use crate::ast::{ExprId, FieldInit, ItemKind, StructLiteral, Symbol, VariantData};
use crate::load::ModuleId;
use crate::resolve::ItemId;
use crate::types::{self, DataSig, Shape, Substitution, Ty};

/// What makes a layout: what it belongs to, which variant of that it is, and how its parts are held.
pub(super) type LayoutKey = (Option<ItemId>, u32, Vec<Kind>);

/// A part of a value: where it is, and how it is held.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) at: i16,
    pub(super) kind: Kind,
    pub(super) layout: LayoutRef,
}

/// The names, if they have some, and the types of what a value is made of.
pub(super) type Parts = Vec<(Option<Symbol>, Ty)>;

impl Lower<'_> {
    /// The fields of a struct or tool or the elements of a tuple, with their types.
    pub(super) fn parts(&mut self, ty: Ty) -> Option<Parts> {
        match self.typed.types.kind(ty) {
            types::Kind::Tuple(parts) => Some(self.typed.types.list(parts).iter().map(|it| (None, *it)).collect()),
            types::Kind::Item(item) => {
                let fields = self.typed.signatures.tool_fields.get(&item)?;
                Some(fields.iter().map(|it| (Some(it.name), it.ty)).collect())
            }
            types::Kind::Adt(item, args) => {
                let sig = self.typed.signatures.adts.get(&item)?.clone();
                let Shape::Struct(fields) = &sig.shape else { return None };
                let map = Substitution::new(&sig.params, self.typed.types.list(args));
                Some(fields.iter().map(|it| (Some(it.name), self.typed.types.substitute(it.ty, &map))).collect())
            }
            _ => None,
        }
    }

    /// The types of the data of a variant.
    pub(super) fn variant_data(&mut self, ty: Ty, index: u32) -> Option<Parts> {
        let types::Kind::Adt(item, args) = self.typed.types.kind(ty) else { return None };
        let sig = self.typed.signatures.adts.get(&item)?.clone();
        let Shape::Enum(variants) = &sig.shape else { return None };
        let map = Substitution::new(&sig.params, self.typed.types.list(args));
        let data: Vec<_> = match &variants.get(index as usize)?.data {
            DataSig::Unit => Vec::new(),
            DataSig::Tuple(types) => types.iter().map(|it| (None, *it)).collect(),
            DataSig::Named(fields) => fields.iter().map(|it| (Some(it.name), it.ty)).collect(),
        };
        Some(data.into_iter().map(|(name, ty)| (name, self.typed.types.substitute(ty, &map))).collect())
    }

    /// The number of the variant that a type has under a name.
    pub(super) fn variant_named(&self, ty: Ty, name: Symbol) -> Option<u32> {
        let types::Kind::Adt(item, _) = self.typed.types.kind(ty) else { return None };
        match &self.typed.signatures.adts.get(&item)?.shape {
            Shape::Enum(variants) => variants.iter().position(|it| it.name == name).map(|it| it as u32),
            _ => None,
        }
    }

    /// How values of a struct, tool or tuple type are laid out.
    pub(super) fn layout(&mut self, ty: Ty) -> Option<u32> {
        let parts = self.parts(ty)?;
        let (owner, name) = match self.typed.types.kind(ty) {
            types::Kind::Adt(item, _) => (Some(item), self.adt_name(item)),
            types::Kind::Item(item) => {
                let name = self.item(item)?.kind.name()?;
                (Some(item), self.program.names.text(name.name).to_owned())
            }
            _ => (None, "tuple".to_owned()),
        };
        Some(self.layout_of((owner, 0, self.kinds(&parts)), name))
    }

    /// How the data of a variant are laid out, if it has some.
    pub(super) fn variant_layout(&mut self, ty: Ty, index: u32) -> Option<u32> {
        let data = self.variant_data(ty, index)?;
        let types::Kind::Adt(item, _) = self.typed.types.kind(ty) else { return None };
        if data.is_empty() {
            return None;
        }
        let name = format!("{}::{}", self.adt_name(item), self.variant_name(item, index));
        Some(self.layout_of((Some(item), index, self.kinds(&data)), name))
    }

    fn layout_of(&mut self, key: LayoutKey, name: String) -> u32 {
        if let Some(layout) = self.layouts.get(&key) {
            return *layout;
        }
        let number = self.ir.layouts.len() as u32;
        self.ir.layouts.push(Layout { name, tag: key.1 as u16, slots: key.2.clone() });
        self.layouts.insert(key, number);
        number
    }

    fn kinds(&self, parts: &Parts) -> Vec<Kind> {
        parts.iter().map(|(_, it)| self.kind(*it)).collect()
    }

    pub(super) fn adt_name(&self, item: ItemId) -> String {
        self.typed.signatures.adts.get(&item).map_or("_", |it| self.program.names.text(it.name)).to_owned()
    }

    pub(super) fn variant_name(&self, item: ItemId, index: u32) -> String {
        let sig = self.typed.signatures.adts.get(&item);
        let name = sig.and_then(|sig| match &sig.shape {
            Shape::Enum(variants) => variants.get(index as usize).map(|it| it.name),
            _ => None,
        });
        name.map_or("_", |it| self.program.names.text(it)).to_owned()
    }

    /// The slot of a field, or of a position.
    pub(super) fn slot(&mut self, ty: Ty, wanted: Result<Symbol, u32>) -> Option<(Slot, Ty)> {
        let layout = LayoutRef(self.layout(ty)?);
        let parts = self.parts(ty)?;
        let at = match wanted {
            Ok(name) => parts.iter().position(|(it, _)| *it == Some(name))?,
            Err(position) => position as usize,
        };
        let part = parts.get(at)?.1;
        Some((Slot { at: i16::try_from(at).ok()?, kind: self.kind(part), layout }, part))
    }

    /// The slot of a part of the data of a variant.
    pub(super) fn variant_slot(&mut self, ty: Ty, index: u32, at: usize) -> Option<(Slot, Ty)> {
        let layout = LayoutRef(self.variant_layout(ty, index)?);
        let part = self.variant_data(ty, index)?.get(at)?.1;
        Some((Slot { at: i16::try_from(at).ok()?, kind: self.kind(part), layout }, part))
    }

    /// The default of a field: where it is written, and what the parameters are there.
    pub(super) fn field_default(
        &mut self,
        ty: Ty,
        variant: Option<u32>,
        at: usize,
    ) -> Option<(ModuleId, ExprId, Substitution)> {
        let (item, args) = match self.typed.types.kind(ty) {
            types::Kind::Adt(item, args) => (item, self.typed.types.list(args).to_vec()),
            types::Kind::Item(item) => (item, Vec::new()),
            _ => return None,
        };
        let default = self.written_default(item, variant, at)?;
        let map = match self.typed.signatures.adts.get(&item) {
            Some(sig) => Substitution::new(&sig.params, &args),
            None => Substitution::default(),
        };
        Some((item.module, default, map))
    }

    /// The default of a field as it is written.
    pub(super) fn written_default(&self, item: ItemId, variant: Option<u32>, at: usize) -> Option<ExprId> {
        let fields = match (&self.item(item)?.kind, variant) {
            (ItemKind::Struct(it) | ItemKind::Schema(it), None) => &it.fields,
            (ItemKind::Tool(it), None) => &it.fields,
            (ItemKind::Enum(it), Some(index)) => match &it.variants.get(index as usize)?.data {
                VariantData::Named(fields) => fields,
                _ => return None,
            },
            _ => return None,
        };
        fields.get(at)?.default
    }
}

impl Body<'_, '_> {
    /// Reads a part of an object.
    pub(super) fn read(&mut self, object: Reg, slot: Slot) -> Reg {
        let dst = self.register(slot.kind);
        let (object, layout, at) = (InRef(object), slot.layout, Small(slot.at));
        self.put(match slot.kind {
            Kind::Int => Inst::SlotInt { dst: OutInt(dst), object, slot: at, layout },
            Kind::Float => Inst::SlotFloat { dst: OutFloat(dst), object, slot: at, layout },
            Kind::Ref => Inst::SlotRef { dst: OutRef(dst), object, slot: at, layout },
        });
        dst
    }

    pub(super) fn field(&mut self, id: ExprId, base: ExprId, wanted: Result<Symbol, u32>) -> Lowered<Reg> {
        let ty = self.type_of(base);
        let Some((slot, _)) = self.lower.slot(ty, wanted) else {
            return Err(self.unsupported(self.ast.expr_span(id), "a tool as a value"));
        };
        let object = self.value(base)?;
        Ok(self.read(object, slot))
    }

    pub(super) fn tuple(&mut self, id: ExprId, parts: &[ExprId]) -> Lowered<Reg> {
        let ty = self.type_of(id);
        let values = parts.iter().map(|it| self.own(*it)).collect::<Lowered<Vec<Reg>>>()?;
        Ok(self.new_struct(ty, values))
    }

    /// A struct or tuple of its parts.
    pub(super) fn new_struct(&mut self, ty: Ty, slots: Vec<Reg>) -> Reg {
        let layout = self.lower.layout(ty).unwrap_or(u32::MAX);
        self.new_object(layout, slots)
    }

    /// An object of a layout.
    pub(super) fn new_object(&mut self, layout: u32, slots: Vec<Reg>) -> Reg {
        let dst = self.register(Kind::Ref);
        self.put(Inst::New { dst: OutRef(dst), layout: LayoutRef(layout), slots: Regs(slots) });
        dst
    }

    /// A variant of a type with its data, or alone.
    pub(super) fn new_variant(&mut self, ty: Ty, index: u32, data: Vec<Reg>) -> Reg {
        if self.lower.kind(ty) == Kind::Int {
            return self.int(i64::from(index));
        }
        match self.lower.variant_layout(ty, index) {
            Some(layout) => self.new_object(layout, data),
            None => {
                let dst = self.register(Kind::Ref);
                self.put(Inst::LoadUnit { dst: OutRef(dst), variant: Small(index as i16) });
                dst
            }
        }
    }

    /// Fields are evaluated as they are written; what is left out comes from the base or is the field's default.
    pub(super) fn struct_literal(&mut self, id: ExprId, literal: &StructLiteral) -> Lowered<Reg> {
        let span = self.ast.expr_span(id);
        let ty = self.type_of(id);
        let name = self.ast.path(literal.path).segments.last().map(|it| it.name.name);
        let variant = name.and_then(|it| self.lower.variant_named(ty, it));
        let parts = match variant {
            Some(index) => self.lower.variant_data(ty, index),
            None => self.lower.parts(ty),
        };
        let Some(parts) = parts else { return Err(self.unsupported(span, "this literal")) };
        let mut values = self.written_fields(&literal.fields, &parts)?;
        let base = literal.base.map(|it| self.value(it)).transpose()?;
        for (at, value) in values.iter_mut().enumerate() {
            if value.is_none() {
                *value = Some(match base {
                    Some(base) => match self.lower.slot(ty, Err(at as u32)) {
                        Some((slot, _)) => self.read(base, slot),
                        None => return Err(self.unsupported(span, "this literal")),
                    },
                    None => self.default_field(ty, variant, at, span)?,
                });
            }
        }
        let slots: Vec<Reg> = values.into_iter().flatten().collect();
        Ok(match variant {
            Some(index) => self.new_variant(ty, index, slots),
            None => self.new_struct(ty, slots),
        })
    }

    fn written_fields(&mut self, fields: &[FieldInit], parts: &Parts) -> Lowered<Vec<Option<Reg>>> {
        let mut values: Vec<Option<Reg>> = vec![None; parts.len()];
        for field in fields {
            let value = self.own(field.value)?;
            if let Some(at) = parts.iter().position(|(it, _)| *it == Some(field.name.name)) {
                values[at] = Some(value);
            }
        }
        Ok(values)
    }

    /// The default of a field that was left out.
    pub(super) fn default_field(
        &mut self,
        ty: Ty,
        variant: Option<u32>,
        at: usize,
        span: crate::source::Span,
    ) -> Lowered<Reg> {
        match self.lower.field_default(ty, variant, at) {
            Some((module, expr, types)) => self.elsewhere(module, types, Some(ty), |body| body.own(expr)),
            None => Err(self.unsupported(span, "this literal")),
        }
    }

    /// Works on code that stands in another declaration.
    pub(super) fn elsewhere<T>(
        &mut self,
        module: ModuleId,
        types: Substitution,
        self_type: Option<Ty>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let tree = &self.lower.program.module(module).ast;
        let here = (
            std::mem::replace(&mut self.module, module),
            std::mem::replace(&mut self.ast, tree),
            std::mem::replace(&mut self.types, types),
            std::mem::replace(&mut self.self_type, self_type),
        );
        let locals = self.take_locals();
        let result = work(self);
        (self.module, self.ast, self.types, self.self_type) = here;
        self.put_locals(locals);
        result
    }
}
