//! `?` and `??`: the value inside, or the way out.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InRef, Reg, Small};

use super::body::{Body, Lowered};
use crate::ast::ExprId;
use crate::types::{Coercion, Target, Ty};

const NONE: u32 = 0;
const SOME: u32 = 1;
const OK: u32 = 0;
const ERR: u32 = 1;

impl Body<'_, '_> {
    /// `x?`
    pub(super) fn try_(&mut self, id: ExprId, operand: ExprId) -> Lowered<Reg> {
        let ty = self.type_of(operand);
        let value = self.value(operand)?;
        self.try_value(id, value, ty)
    }

    pub(super) fn try_value(&mut self, id: ExprId, value: Reg, ty: Ty) -> Lowered<Reg> {
        let is_option = self.arguments_of(ty, self.lower.typed.builtins.option).is_some();
        let wanted = if is_option { SOME } else { OK };
        let Some((slot, _)) = self.lower.variant_slot(ty, wanted, 0) else {
            return Err(self.unsupported(self.ast.expr_span(id), "this `?`"));
        };
        let found = self.label();
        let to = self.target(found);
        self.put(Inst::JumpNotTag { value: InRef(value), tag: Small(1 - wanted as i16), to });
        let output = self.output;
        let given = match is_option {
            true => self.new_variant(output, NONE, Vec::new()),
            false if self.is_passed_on(id, ty) => self.owned(value),
            false => {
                let error = self.converted(id, value, ty)?;
                self.new_variant(output, ERR, vec![error])
            }
        };
        self.give(given);
        self.start(found);
        Ok(self.read(value, slot))
    }

    /// Whether an `Err` can be given as it is: the function's looks the same.
    fn is_passed_on(&mut self, id: ExprId, ty: Ty) -> bool {
        let is_converted = self.lower.typed.modules[self.module.index()].coercions.contains_key(&id);
        let found = self.lower.variant_slot(ty, ERR, 0).map(|(slot, _)| slot.layout);
        let wanted = self.lower.variant_slot(self.output, ERR, 0).map(|(slot, _)| slot.layout);
        !is_converted && found.is_some() && found == wanted
    }

    /// The error of a `Result` as that of the function.
    fn converted(&mut self, id: ExprId, value: Reg, ty: Ty) -> Lowered<Reg> {
        let Some((slot, found)) = self.lower.variant_slot(ty, ERR, 0) else {
            return Err(self.unsupported(self.ast.expr_span(id), "this `?`"));
        };
        let error = self.read(value, slot);
        match self.lower.typed.modules[self.module.index()].coercions.get(&id) {
            Some(Coercion::ErrorFrom) => {
                let wanted = self.lower.variant_slot(self.output, ERR, 0).map_or(found, |(_, it)| it);
                let from = self.lower.typed.builtins.traits.from;
                let target = self.lower.conversion(from, found, wanted);
                match target {
                    Some(Target::Function(function, types)) => {
                        Ok(self.call_function(function, types, vec![error], wanted))
                    }
                    _ => Err(self.unsupported(self.ast.expr_span(id), "this conversion")),
                }
            }
            Some(Coercion::ErrorDisplay) => {
                let message = self.display(error, found)?;
                Ok(self.error_of(message))
            }
            _ => Ok(error),
        }
    }

    /// An `Error` that says something, made here.
    pub(super) fn error_of(&mut self, message: Reg) -> Reg {
        let ty = self.lower.typed.builtins.error;
        let kind = self.load_text("error");
        let source = self.lower.slot(ty, Err(2)).map_or(ty, |(_, it)| it);
        let source = self.new_variant(source, NONE, Vec::new());
        self.new_error(ty, [message, kind, source])
    }

    /// An `Error` that says something because of another.
    pub(super) fn error_from(&mut self, message: Reg, source: Reg) -> Reg {
        let ty = self.lower.typed.builtins.error;
        let kind = self.load_text("error");
        let option = self.lower.slot(ty, Err(2)).map_or(ty, |(_, it)| it);
        let source = self.new_variant(option, SOME, vec![source]);
        self.new_error(ty, [message, kind, source])
    }

    /// An `Error` with the place at hand.
    pub(super) fn new_error(&mut self, ty: Ty, [message, kind, source]: [Reg; 3]) -> Reg {
        let location = self.lower.slot(ty, Err(3)).map_or(ty, |(_, it)| it);
        let inner = self.lower.variant_slot(location, SOME, 0).map_or(location, |(_, it)| it);
        let place = self.place;
        let file = self.lower.ir.files.get(place.file as usize).cloned().unwrap_or_default();
        let file = self.load_text(&file);
        let (line, column) = (self.int(i64::from(place.line)), self.int(i64::from(place.column)));
        let found = self.new_struct(inner, vec![file, line, column]);
        let location = self.new_variant(location, SOME, vec![found]);
        let owned = [message, kind, source].map(|it| self.owned(it));
        self.new_struct(ty, owned.into_iter().chain([location]).collect())
    }

    /// `a ?? b`: the value inside `a`, or `b`, which is only evaluated then.
    pub(super) fn coalesce(&mut self, id: ExprId, left: ExprId, right: ExprId) -> Lowered<Reg> {
        let ty = self.type_of(left);
        let stays = self.lower.typed.modules[self.module.index()].coercions.get(&id) == Some(&Coercion::StaysOption);
        let value = self.own(left)?;
        let result = self.type_of(id);
        let dst = self.register(self.lower.kind(result));
        let (other, after) = (self.label(), self.label());
        let to = self.target(other);
        self.put(Inst::JumpNotTag { value: InRef(value), tag: Small(SOME as i16), to });
        match self.lower.variant_slot(ty, SOME, 0) {
            Some((slot, _)) if !stays => {
                let inner = self.read(value, slot);
                self.copy_if_same(dst, inner);
            }
            _ => self.copy_if_same(dst, value),
        }
        self.jump(after);
        self.start(other);
        let fallback = self.value(right)?;
        self.copy_if_same(dst, fallback);
        self.start(after);
        Ok(dst)
    }

    /// A copy, unless the value is of another kind: then it is never there.
    pub(super) fn copy_if_same(&mut self, dst: Reg, src: Reg) {
        if self.kind_of(dst) == self.kind_of(src) {
            self.copy(dst, src);
        }
    }
}

impl super::Lower<'_> {
    /// What makes an error of another: `From<found> for wanted`.
    fn conversion(&mut self, from: crate::resolve::ItemId, found: Ty, wanted: Ty) -> Option<Target> {
        let function = self.typed.signatures.function_of(from, 0)?;
        Some(self.typed.target(function, &[found, wanted]))
    }
}
