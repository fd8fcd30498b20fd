//! Structs, tuples and arrays: how they are laid out, made and read.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InInt, InRef, Kind, LayoutRef, OutFloat, OutInt, OutRef, Reg, Regs, Small};
use concerto_ir::program::Layout;

use super::Lower;
use super::body::{Body, Lowered};
use crate::ast::{Expr, ExprId, StructLiteral, Symbol};
use crate::types::{self, Shape, Substitution, Ty};

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
    /// The fields of a struct type or the elements of a tuple, with their types.
    fn parts(&mut self, ty: Ty) -> Option<(String, Parts)> {
        match self.typed.types.kind(ty) {
            types::Kind::Tuple(parts) => {
                let parts = self.typed.types.list(parts).iter().map(|it| (None, *it)).collect();
                Some(("tuple".to_owned(), parts))
            }
            types::Kind::Adt(item, args) => {
                let sig = self.typed.signatures.adts.get(&item)?.clone();
                let Shape::Struct(fields) = &sig.shape else { return None };
                let map = Substitution::new(&sig.params, self.typed.types.list(args));
                let fields: Vec<_> =
                    fields.iter().map(|it| (Some(it.name), self.typed.types.substitute(it.ty, &map))).collect();
                Some((self.program.names.text(sig.name).to_owned(), fields))
            }
            _ => None,
        }
    }

    /// The type of a field or position.
    pub(super) fn part_type(&mut self, ty: Ty, at: i16) -> Option<Ty> {
        let (_, parts) = self.parts(ty)?;
        parts.get(usize::try_from(at).ok()?).map(|(_, it)| *it)
    }

    /// How values of a struct or tuple type are laid out.
    pub(super) fn layout(&mut self, ty: Ty) -> Option<u32> {
        if let Some(layout) = self.layouts.get(&ty) {
            return Some(*layout);
        }
        let (name, parts) = self.parts(ty)?;
        let slots = parts.iter().map(|(_, it)| self.kind(*it)).collect();
        let number = self.ir.layouts.len() as u32;
        self.ir.layouts.push(Layout { name, tag: 0, slots });
        self.layouts.insert(ty, number);
        Some(number)
    }

    /// The slot of a field, or of a position.
    pub(super) fn slot(&mut self, ty: Ty, wanted: Result<Symbol, u32>) -> Option<Slot> {
        let layout = LayoutRef(self.layout(ty)?);
        let (_, parts) = self.parts(ty)?;
        let at = match wanted {
            Ok(name) => parts.iter().position(|(it, _)| *it == Some(name))?,
            Err(position) => position as usize,
        };
        let kind = self.kind(parts.get(at)?.1);
        Some(Slot { at: i16::try_from(at).ok()?, kind, layout })
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
        let Some(slot) = self.lower.slot(ty, wanted) else {
            return Err(self.unsupported(self.ast.expr_span(id), "this field"));
        };
        let object = self.value(base)?;
        Ok(self.read(object, slot))
    }

    pub(super) fn tuple(&mut self, id: ExprId, parts: &[ExprId]) -> Lowered<Reg> {
        let ty = self.type_of(id);
        let values = parts.iter().map(|it| self.own(*it)).collect::<Lowered<Vec<Reg>>>()?;
        match self.lower.layout(ty) {
            Some(layout) => Ok(self.new_object(layout, values)),
            None => Err(self.unsupported(self.ast.expr_span(id), "this tuple")),
        }
    }

    fn new_object(&mut self, layout: u32, slots: Vec<Reg>) -> Reg {
        let dst = self.register(Kind::Ref);
        self.put(Inst::New { dst: OutRef(dst), layout: LayoutRef(layout), slots: Regs(slots) });
        dst
    }

    /// Fields are evaluated as they are written; what is left out comes from the base.
    pub(super) fn struct_literal(&mut self, id: ExprId, literal: &StructLiteral) -> Lowered<Reg> {
        let span = self.ast.expr_span(id);
        let ty = self.type_of(id);
        if let crate::resolve::Res::Variant(_, index) = self.res(id) {
            return self.variant_literal(id, literal, ty, index);
        }
        let (Some(layout), Some((_, parts))) = (self.lower.layout(ty), self.lower.parts(ty)) else {
            return Err(self.unsupported(span, "this literal"));
        };
        let mut values: Vec<Option<Reg>> = vec![None; parts.len()];
        for field in &literal.fields {
            let value = self.own(field.value)?;
            if let Some(at) = parts.iter().position(|(it, _)| *it == Some(field.name.name)) {
                values[at] = Some(value);
            }
        }
        let base = literal.base.map(|it| self.value(it)).transpose()?;
        let mut slots = Vec::with_capacity(values.len());
        for (at, value) in values.into_iter().enumerate() {
            slots.push(match (value, base) {
                (Some(value), _) => value,
                (None, Some(base)) => match self.lower.slot(ty, Err(at as u32)) {
                    Some(slot) => self.read(base, slot),
                    None => return Err(self.unsupported(span, "this literal")),
                },
                (None, None) => return Err(self.unsupported(span, "a field with its default")),
            });
        }
        Ok(self.new_object(layout, slots))
    }

    /// `Shape::Rect { w: 1, h: 2 }`
    fn variant_literal(&mut self, id: ExprId, literal: &StructLiteral, ty: Ty, index: u32) -> Lowered<Reg> {
        let parts = self.lower.variant_data(ty, index).unwrap_or_default();
        let mut values: Vec<Option<Reg>> = vec![None; parts.len()];
        for field in &literal.fields {
            let value = self.own(field.value)?;
            if let Some(at) = parts.iter().position(|(it, _)| *it == Some(field.name.name)) {
                values[at] = Some(value);
            }
        }
        match values.into_iter().collect::<Option<Vec<Reg>>>() {
            Some(data) => self.variant(id, index, data),
            None => Err(self.unsupported(self.ast.expr_span(id), "a field with its default")),
        }
    }

    /// How the elements of an array are held.
    pub(super) fn element_kind(&mut self, ty: Ty) -> Option<Kind> {
        let array = self.lower.typed.builtins.array_item();
        match self.lower.typed.types.kind(ty) {
            types::Kind::Adt(item, args) if item == array => {
                let element = self.lower.typed.types.list(args).first().copied()?;
                Some(self.lower.kind(element))
            }
            _ => None,
        }
    }

    pub(super) fn array(&mut self, id: ExprId, elements: &[ExprId]) -> Lowered<Reg> {
        let ty = self.type_of(id);
        let span = self.ast.expr_span(id);
        let Some(kind) = self.element_kind(ty) else { return Err(self.unsupported(span, "this literal")) };
        let elements = Regs(elements.iter().map(|it| self.own(*it)).collect::<Lowered<_>>()?);
        let dst = self.register(Kind::Ref);
        let out = OutRef(dst);
        self.put(match kind {
            Kind::Int => Inst::ArrayInt { dst: out, elements },
            Kind::Float => Inst::ArrayFloat { dst: out, elements },
            Kind::Ref => Inst::ArrayRef { dst: out, elements },
        });
        Ok(dst)
    }

    pub(super) fn index(&mut self, id: ExprId, base: ExprId, index: ExprId) -> Lowered<Reg> {
        let span = self.ast.expr_span(id);
        let ty = self.type_of(base);
        let is_range = matches!(self.ast.expr(index), Expr::Range { .. }) || self.kind_of_expr(index) != Kind::Int;
        let Some(kind) = self.element_kind(ty).filter(|_| !is_range) else {
            return Err(self.unsupported(span, "this index"));
        };
        let array = self.kept(base, index)?;
        let index = self.value(index)?;
        Ok(self.element(array, index, kind))
    }

    /// `array[index]`
    pub(super) fn element(&mut self, array: Reg, index: Reg, kind: Kind) -> Reg {
        let dst = self.register(kind);
        let (array, index) = (InRef(array), InInt(index));
        self.put(match kind {
            Kind::Int => Inst::GetInt { dst: OutInt(dst), array, index },
            Kind::Float => Inst::GetFloat { dst: OutFloat(dst), array, index },
            Kind::Ref => Inst::GetRef { dst: OutRef(dst), array, index },
        });
        dst
    }
}
