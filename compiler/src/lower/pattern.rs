//! Patterns: tests that lead elsewhere where a value does not look like them, and the names of its parts.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InFloat, InInt, InRef, Kind, Reg, Small};

use super::body::{Body, Label, Lowered};
use crate::ast::{Expr, ExprId, FieldPattern, Pattern, PatternId, UnaryOp};
use crate::resolve::Res;
use crate::types::Ty;

impl Body<'_, '_> {
    /// The variant that a pattern names, if it names one.
    pub(super) fn pattern_variant(&self, pattern: PatternId, ty: Ty) -> Option<u32> {
        let path = match (self.pattern_res(pattern), self.ast.pattern(pattern)) {
            (Res::Variant(_, index), _) => return Some(index),
            (Res::Member(_), Pattern::Path(path) | Pattern::Variant { path, .. } | Pattern::Struct { path, .. }) => {
                *path
            }
            _ => return None,
        };
        self.lower.variant_named(ty, self.ast.path(path).segments.last()?.name.name)
    }

    /// Goes on at a label unless a value looks like a pattern; binds its names.
    pub(super) fn test(&mut self, pattern: PatternId, value: Reg, ty: Ty, fail: Label) -> Lowered<()> {
        if let Some(index) = self.pattern_variant(pattern, ty) {
            self.is_variant(value, index, fail);
            return self.test_data(pattern, value, ty, index, fail);
        }
        let ast = self.ast;
        match (ast.pattern(pattern), self.pattern_res(pattern)) {
            (Pattern::Name { inner, .. }, Res::Local(local)) => {
                let reg = self.local(local);
                self.copy(reg, value);
                inner.map_or(Ok(()), |inner| self.test(inner, value, ty, fail))
            }
            (Pattern::Name { .. } | Pattern::Path(_), Res::Item(item)) => self.test_constant(item, value, ty, fail),
            (Pattern::Literal(literal), _) => self.test_literal(*literal, value, fail),
            (Pattern::Range { start, end, inclusive }, _) => {
                self.test_range((*start, *end), *inclusive, value, ty, fail)
            }
            (Pattern::Struct { fields, .. }, _) => {
                for field in fields {
                    if let Some((slot, part_ty)) = self.lower.slot(ty, Ok(field.name.name)) {
                        let part = self.read(value, slot);
                        self.test_field(field, part, part_ty, fail)?;
                    }
                }
                Ok(())
            }
            (Pattern::Tuple(elements), _) => {
                for (at, element) in elements.iter().enumerate() {
                    if let Some((slot, part_ty)) = self.lower.slot(ty, Err(at as u32))
                        && !matches!(ast.pattern(*element), Pattern::Wildcard)
                    {
                        let part = self.read(value, slot);
                        self.test(*element, part, part_ty, fail)?;
                    }
                }
                Ok(())
            }
            (Pattern::Array(elements), _) => self.test_array(elements, value, ty, fail),
            (Pattern::Or(alternatives), _) => self.test_any(alternatives, value, ty, fail),
            _ => Ok(()),
        }
    }

    fn test_any(&mut self, alternatives: &[PatternId], value: Reg, ty: Ty, fail: Label) -> Lowered<()> {
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

    /// The data of a variant that a value is.
    pub(super) fn test_data(&mut self, pattern: PatternId, value: Reg, ty: Ty, index: u32, fail: Label) -> Lowered<()> {
        let ast = self.ast;
        match ast.pattern(pattern) {
            Pattern::Variant { fields, .. } => {
                for (at, field) in fields.iter().enumerate() {
                    if let Some((slot, part_ty)) = self.lower.variant_slot(ty, index, at)
                        && !matches!(ast.pattern(*field), Pattern::Wildcard)
                    {
                        let part = self.read(value, slot);
                        self.test(*field, part, part_ty, fail)?;
                    }
                }
            }
            Pattern::Struct { fields, .. } => {
                let known = self.lower.variant_data(ty, index).unwrap_or_default();
                for field in fields {
                    let at = known.iter().position(|(name, _)| *name == Some(field.name.name));
                    if let Some((slot, part_ty)) = at.and_then(|at| self.lower.variant_slot(ty, index, at)) {
                        let part = self.read(value, slot);
                        self.test_field(field, part, part_ty, fail)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn test_field(&mut self, field: &FieldPattern, part: Reg, ty: Ty, fail: Label) -> Lowered<()> {
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

    fn is_variant(&mut self, value: Reg, index: u32, fail: Label) {
        let to = self.target(fail);
        self.put(match self.kind_of(value) {
            Kind::Ref => Inst::JumpNotTag { value: InRef(value), tag: Small(index as i16), to },
            _ => Inst::JumpNeSmall { left: InInt(value), right: Small(index as i16), to },
        });
    }

    /// `[a, b, ..rest, z]`
    fn test_array(&mut self, elements: &[PatternId], array: Reg, ty: Ty, fail: Label) -> Lowered<()> {
        let ast = self.ast;
        let Some(element_ty) = self.element_type(ty) else { return Ok(()) };
        let kind = self.lower.kind(element_ty);
        let rest = elements.iter().position(|it| matches!(ast.pattern(*it), Pattern::Rest(_)));
        let fixed = elements.len() - usize::from(rest.is_some());
        let length = self.len(array);
        let wanted = self.int(fixed as i64);
        let to = self.target(fail);
        self.put(match rest {
            Some(_) => Inst::JumpLtInt { left: InInt(length), right: InInt(wanted), to },
            None => Inst::JumpNeInt { left: InInt(length), right: InInt(wanted), to },
        });
        for (at, element) in elements.iter().enumerate() {
            match ast.pattern(*element) {
                Pattern::Rest(None) | Pattern::Wildcard => {}
                Pattern::Rest(Some(_)) => self.bind_rest(*element, (array, ty), at, (length, fixed)),
                _ => {
                    let index = match rest {
                        Some(rest) if at > rest => self.before_end(length, elements.len() - at),
                        _ => self.int(at as i64),
                    };
                    let part = self.element(array, index, kind);
                    self.test(*element, part, element_ty, fail)?;
                }
            }
        }
        Ok(())
    }

    /// The index that is so far from the end.
    fn before_end(&mut self, length: Reg, count: usize) -> Reg {
        let count = self.int(count as i64);
        let dst = self.register(Kind::Int);
        self.put(Inst::SubInt { dst: concerto_ir::operand::OutInt(dst), left: InInt(length), right: InInt(count) });
        dst
    }

    /// `..rest`: the elements that the others leave.
    fn bind_rest(&mut self, pattern: PatternId, (array, ty): (Reg, Ty), at: usize, (length, fixed): (Reg, usize)) {
        let Res::Local(local) = self.pattern_res(pattern) else { return };
        let range_ty = self.lower.typed.builtins.range;
        let start = self.int(at as i64);
        let end = self.before_end(length, fixed - at);
        let exclusive = self.int(0);
        let range = self.new_array(Kind::Int, vec![start, end, exclusive]);
        let part = self.native("array.slice", &[ty, range_ty], ty, vec![array, range]);
        let reg = self.local(local);
        self.copy(reg, part);
    }

    fn test_range(
        &mut self,
        (start, end): (Option<ExprId>, Option<ExprId>),
        inclusive: bool,
        value: Reg,
        ty: Ty,
        fail: Label,
    ) -> Lowered<()> {
        if let Some(start) = start {
            let low = self.value(start)?;
            self.unless_ordered(low, value, true, ty, fail)?;
        }
        if let Some(end) = end {
            let high = self.value(end)?;
            self.unless_ordered(value, high, inclusive, ty, fail)?;
        }
        Ok(())
    }

    /// Goes on at a label unless `left < right`, or `left <= right`.
    fn unless_ordered(&mut self, left: Reg, right: Reg, or_equal: bool, ty: Ty, fail: Label) -> Lowered<()> {
        let to = self.target(fail);
        let inst = match (self.kind_of(left), or_equal) {
            (Kind::Int, true) => Inst::JumpLtInt { left: InInt(right), right: InInt(left), to },
            (Kind::Int, false) => Inst::JumpLeInt { left: InInt(right), right: InInt(left), to },
            (Kind::Float, true) => Inst::JumpNotLeFloat { left: InFloat(left), right: InFloat(right), to },
            (Kind::Float, false) => Inst::JumpNotLtFloat { left: InFloat(left), right: InFloat(right), to },
            (Kind::Ref, _) => {
                let order = self.order(left, right, ty)?;
                let (left, right) = (InInt(order), Small(0));
                match or_equal {
                    true => Inst::JumpGtSmall { left, right, to },
                    false => Inst::JumpGeSmall { left, right, to },
                }
            }
        };
        self.put(inst);
        Ok(())
    }

    fn test_constant(&mut self, item: crate::resolve::ItemId, value: Reg, ty: Ty, fail: Label) -> Lowered<()> {
        let Some(wanted) = self.constant(item)? else { return Ok(()) };
        let same = self.equal(value, wanted, ty)?;
        let to = self.target(fail);
        self.put(Inst::JumpIfNot { condition: InInt(same), to });
        Ok(())
    }

    /// Goes on at a label unless a value is the same as a literal.
    fn test_literal(&mut self, literal: ExprId, value: Reg, fail: Label) -> Lowered<()> {
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
            let to = self.target(fail);
            self.put(Inst::JumpNeSmall { left: InInt(value), right: Small(small), to });
            return Ok(());
        }
        let wanted = self.value(literal)?;
        let same = self.equal_words(value, wanted);
        let to = self.target(fail);
        self.put(Inst::JumpIfNot { condition: InInt(same), to });
        Ok(())
    }
}
