//! Patterns: tests that lead elsewhere where a value does not look like them, and the names of its parts.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InFloat, InInt, InRef, Kind, LayoutRef, OutInt, OutRef, Reg, Regs, Small, TextRef};
use concerto_ir::program::Layout;

use super::Lower;
use super::body::{Body, Label, Lowered};
use super::data::{Parts, Slot};
use crate::ast::{Arm, Expr, ExprId, Pattern, PatternId, UnaryOp};
use crate::resolve::{ItemId, Res};
use crate::types::{self, DataSig, Shape, Substitution, Ty};

impl Lower<'_> {
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

    /// How the data of a variant are laid out.
    fn variant_layout(&mut self, ty: Ty, index: u32) -> Option<u32> {
        if let Some(layout) = self.variants.get(&(ty, index)) {
            return Some(*layout);
        }
        let data = self.variant_data(ty, index)?;
        let slots = data.iter().map(|(_, it)| self.kind(*it)).collect();
        let types::Kind::Adt(item, _) = self.typed.types.kind(ty) else { return None };
        let name = self.variant_name(item, index);
        let number = self.ir.layouts.len() as u32;
        self.ir.layouts.push(Layout { name, tag: u16::try_from(index).ok()?, slots });
        self.variants.insert((ty, index), number);
        Some(number)
    }

    fn variant_name(&self, item: ItemId, index: u32) -> String {
        match self.typed.signatures.adts.get(&item) {
            Some(sig) => match &sig.shape {
                Shape::Enum(variants) => {
                    let name = variants.get(index as usize).map(|it| self.program.names.text(it.name));
                    format!("{}::{}", self.program.names.text(sig.name), name.unwrap_or("_"))
                }
                _ => String::new(),
            },
            None => String::new(),
        }
    }
}

impl Body<'_, '_> {
    /// A variant with its data, or alone.
    pub(super) fn variant(&mut self, id: ExprId, index: u32, data: Vec<Reg>) -> Lowered<Reg> {
        let ty = self.type_of(id);
        if self.lower.kind(ty) == Kind::Int {
            return Ok(self.int(i64::from(index)));
        }
        let dst = self.register(Kind::Ref);
        if data.is_empty() {
            self.put(Inst::LoadUnit { dst: OutRef(dst), variant: Small(index as i16) });
            return Ok(dst);
        }
        let Some(layout) = self.lower.variant_layout(ty, index) else {
            return Err(self.unsupported(self.ast.expr_span(id), "this variant"));
        };
        self.put(Inst::New { dst: OutRef(dst), layout: LayoutRef(layout), slots: Regs(data) });
        Ok(dst)
    }

    pub(super) fn match_(&mut self, id: ExprId, value: ExprId, arms: &[Arm]) -> Lowered<Reg> {
        let kind = self.kind_of_expr(id);
        let dst = self.register(kind);
        let ty = self.type_of(value);
        let subject = self.own(value)?;
        let after = self.label();
        for arm in arms {
            let next = self.label();
            self.test(arm.pattern, subject, ty, next)?;
            if let Some(guard) = arm.guard {
                self.unless(guard, next)?;
            }
            let value = self.value(arm.body)?;
            if self.kind_of(value) == kind {
                self.copy(dst, value);
            }
            self.jump(after);
            self.start(next);
        }
        let message = TextRef(self.lower.text("no arm matches"));
        self.put(Inst::Fault { message });
        self.start(after);
        Ok(dst)
    }

    /// Goes on at a label unless a value looks like a pattern; binds its names.
    pub(super) fn test(&mut self, pattern: PatternId, value: Reg, ty: Ty, fail: Label) -> Lowered<()> {
        let ast = self.ast;
        let span = ast.pattern_span(pattern);
        let res = self.lower.resolved.modules[self.module.index()].patterns[pattern.index()];
        match (ast.pattern(pattern), res) {
            (Pattern::Wildcard, _) => Ok(()),
            (Pattern::Name { inner, .. }, Res::Local(local)) => {
                let reg = self.local(local);
                self.copy(reg, value);
                match inner {
                    Some(inner) => self.test(*inner, value, ty, fail),
                    None => Ok(()),
                }
            }
            (Pattern::Literal(literal), _) => self.equals(*literal, value, fail),
            (Pattern::Name { .. } | Pattern::Path(_), Res::Variant(_, index)) => {
                self.is_variant(value, ty, index, fail);
                Ok(())
            }
            (Pattern::Variant { fields, .. }, Res::Variant(_, index)) => {
                self.is_variant(value, ty, index, fail);
                let parts: Vec<(PatternId, usize)> = fields.iter().copied().zip(0..).collect();
                self.test_parts(&parts, value, ty, index, fail)
            }
            (Pattern::Struct { fields, .. }, Res::Variant(_, index)) => {
                self.is_variant(value, ty, index, fail);
                let known = self.lower.variant_data(ty, index).unwrap_or_default();
                for field in fields {
                    let Some(at) = known.iter().position(|(name, _)| *name == Some(field.name.name)) else { continue };
                    let (part, part_ty) = self.variant_part(value, ty, index, at)?;
                    self.test_field(field, part, part_ty, fail)?;
                }
                Ok(())
            }
            (Pattern::Struct { fields, .. }, _) => {
                for field in fields {
                    let Some(slot) = self.lower.slot(ty, Ok(field.name.name)) else {
                        return Err(self.unsupported(span, "this pattern"));
                    };
                    let part_ty = self.lower.part_type(ty, slot.at).unwrap_or(ty);
                    let part = self.read(value, slot);
                    self.test_field(field, part, part_ty, fail)?;
                }
                Ok(())
            }
            (Pattern::Tuple(elements), _) => {
                for (at, element) in elements.iter().enumerate() {
                    let Some(slot) = self.lower.slot(ty, Err(at as u32)) else { continue };
                    let part_ty = self.lower.part_type(ty, slot.at).unwrap_or(ty);
                    let part = self.read(value, slot);
                    self.test(*element, part, part_ty, fail)?;
                }
                Ok(())
            }
            (Pattern::Or(alternatives), _) => {
                let matches = self.label();
                for (at, alternative) in alternatives.iter().enumerate() {
                    let is_last = at + 1 == alternatives.len();
                    let next = if is_last { fail } else { self.label() };
                    self.test(*alternative, value, ty, next)?;
                    if !is_last {
                        self.jump(matches);
                        self.start(next);
                    }
                }
                self.start(matches);
                Ok(())
            }
            (Pattern::Range { start, end, inclusive }, _) if self.kind_of(value) == Kind::Int => {
                if let Some(start) = start {
                    let low = self.value(*start)?;
                    let to = self.target(fail);
                    self.put(Inst::JumpLtInt { left: InInt(value), right: InInt(low), to });
                }
                if let Some(end) = end {
                    let high = self.value(*end)?;
                    let to = self.target(fail);
                    self.put(match inclusive {
                        true => Inst::JumpLtInt { left: InInt(high), right: InInt(value), to },
                        false => Inst::JumpLeInt { left: InInt(high), right: InInt(value), to },
                    });
                }
                Ok(())
            }
            _ => Err(self.unsupported(span, "this pattern")),
        }
    }

    fn test_field(&mut self, field: &crate::ast::FieldPattern, part: Reg, ty: Ty, fail: Label) -> Lowered<()> {
        match field.pattern {
            Some(pattern) => self.test(pattern, part, ty, fail),
            None => {
                let bound = &self.lower.resolved.modules[self.module.index()].bound;
                if let Some(local) = bound.get(&field.name.span.start).copied() {
                    let reg = self.local(local);
                    self.copy(reg, part);
                }
                Ok(())
            }
        }
    }

    fn test_parts(&mut self, parts: &[(PatternId, usize)], value: Reg, ty: Ty, index: u32, fail: Label) -> Lowered<()> {
        for (pattern, at) in parts {
            let (part, part_ty) = self.variant_part(value, ty, index, *at)?;
            self.test(*pattern, part, part_ty, fail)?;
        }
        Ok(())
    }

    /// A part of the data of a variant.
    fn variant_part(&mut self, value: Reg, ty: Ty, index: u32, at: usize) -> Lowered<(Reg, Ty)> {
        let data = self.lower.variant_data(ty, index).unwrap_or_default();
        let (Some(layout), Some((_, part))) = (self.lower.variant_layout(ty, index), data.get(at)) else {
            return Err(self.unsupported(crate::source::Span::default(), "this variant"));
        };
        let kind = self.lower.kind(*part);
        let slot = Slot { at: at as i16, kind, layout: LayoutRef(layout) };
        Ok((self.read(value, slot), *part))
    }

    fn is_variant(&mut self, value: Reg, _ty: Ty, index: u32, fail: Label) {
        let to = self.target(fail);
        self.put(match self.kind_of(value) {
            Kind::Int => Inst::JumpNeSmall { left: InInt(value), right: Small(index as i16), to },
            _ => Inst::JumpNotTag { value: InRef(value), tag: Small(index as i16), to },
        });
    }

    /// Goes on at a label unless a value is the same as a literal.
    fn equals(&mut self, literal: ExprId, value: Reg, fail: Label) -> Lowered<()> {
        let to = self.target(fail);
        let small = match self.ast.expr(literal) {
            Expr::Int(it) => i16::try_from(*it).ok(),
            Expr::Bool(it) => Some(i16::from(*it)),
            Expr::Unary { op: UnaryOp::Neg, operand } => match self.ast.expr(*operand) {
                Expr::Int(it) => i16::try_from(-it).ok(),
                _ => None,
            },
            _ => None,
        };
        if let (Some(small), Kind::Int) = (small, self.kind_of(value)) {
            self.put(Inst::JumpNeSmall { left: InInt(value), right: Small(small), to });
            return Ok(());
        }
        let wanted = self.value(literal)?;
        let same = self.register(Kind::Int);
        self.put(match self.kind_of(value) {
            Kind::Int => Inst::EqInt { dst: OutInt(same), left: InInt(value), right: InInt(wanted) },
            Kind::Float => Inst::EqFloat { dst: OutInt(same), left: InFloat(value), right: InFloat(wanted) },
            Kind::Ref => Inst::EqText { dst: OutInt(same), left: InRef(value), right: InRef(wanted) },
        });
        self.put(Inst::JumpIfNot { condition: InInt(same), to });
        Ok(())
    }
}
