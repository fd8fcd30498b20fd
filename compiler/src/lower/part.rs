//! Expressions that make structs, tuples and variants, and that read parts of them.

use concerto_ir::operand::Reg;

use super::body::Body;
use crate::tree::{ExprId, ExprKind};

impl Body<'_, '_> {
    pub(super) fn new_(&mut self, id: ExprId, parts: &[ExprId]) -> Reg {
        let ty = self.type_of(id);
        let slots = self.handed(parts);
        self.new_record(ty, slots)
    }

    pub(super) fn variant(&mut self, id: ExprId, index: u32, data: &[ExprId]) -> Reg {
        if let Some(same) = self.passed_on(id, index, data) {
            return same;
        }
        let ty = self.type_of(id);
        let data = self.handed(data);
        self.new_variant(ty, index, data)
    }

    /// A variable whose variant is made again, of the same data and laid out the same: what `?` does to an `Err`.
    fn passed_on(&mut self, id: ExprId, index: u32, data: &[ExprId]) -> Option<Reg> {
        let [datum] = data else { return None };
        let ExprKind::Datum { value, variant, index: 0 } = self.expr(*datum).kind else { return None };
        let ExprKind::Local(local) = self.expr(value).kind else { return None };
        if variant != index {
            return None;
        }
        let (from, to) = (self.type_of(value), self.type_of(id));
        let from = self.lower.variant(from, index)?;
        let to = self.lower.variant(to, index)?;
        let is_same = from.parts.len() == 1 && from.layout.is_some() && from.layout == to.layout;
        is_same.then(|| self.local(local))
    }

    pub(super) fn part_of(&mut self, value: ExprId, index: u32) -> Reg {
        let ty = self.type_of(value);
        let object = self.value(value);
        self.part(object, ty, index)
    }

    pub(super) fn datum_of(&mut self, value: ExprId, variant: u32, index: u32) -> Reg {
        let ty = self.type_of(value);
        let object = self.value(value);
        self.datum(object, ty, variant, index)
    }
}
