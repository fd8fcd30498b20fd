//! The parts of a value that is matched, read when they are first needed.

use concerto_ir::operand::{InInt, Kind, OutInt, Reg};
use concerto_ir::{Inst, operand::Small};

use super::Match;
use crate::lower::body::Body;
use crate::tree::decision::{OccurrenceId, Step};
use crate::types::Ty;

/// The parts that are in registers already, and the lengths of arrays.
#[derive(Clone, Default)]
pub(super) struct Known {
    values: Vec<(OccurrenceId, Reg)>,
    lengths: Vec<(OccurrenceId, Reg)>,
}

fn find(known: &[(OccurrenceId, Reg)], id: OccurrenceId) -> Option<Reg> {
    known.iter().find(|it| it.0 == id).map(|it| it.1)
}

impl Body<'_, '_> {
    /// A part of the value that is matched.
    pub(super) fn occurrence(&mut self, it: &Match<'_>, id: OccurrenceId, known: &mut Known) -> Reg {
        let part = it.decision.occurrence(id);
        if part.step == Step::Subject {
            return self.local(it.subject);
        }
        if let Some(reg) = find(&known.values, id) {
            return reg;
        }
        let whole = self.occurrence(it, part.parent, known);
        let ty = self.type_of_occurrence(it, part.parent);
        let reg = match part.step {
            Step::Subject => whole,
            Step::Part(index) => self.part(whole, ty, index),
            Step::Datum { variant, index } => self.datum(whole, ty, variant, index),
            Step::Length => self.length_of(it, part.parent, known),
            Step::Element(index) => {
                let (index, kind) = (self.int(i64::from(index)), self.element_kind(ty));
                self.element(whole, index, kind)
            }
            Step::FromEnd(count) => {
                let length = self.length_of(it, part.parent, known);
                let (index, kind) = (self.before(length, count), self.element_kind(ty));
                self.element(whole, index, kind)
            }
            Step::Rest { start, end } => {
                let length = self.length_of(it, part.parent, known);
                self.rest(whole, ty, (start, end), length)
            }
        };
        known.values.push((id, reg));
        reg
    }

    fn type_of_occurrence(&mut self, it: &Match<'_>, id: OccurrenceId) -> Ty {
        match it.decision.occurrence(id).step {
            Step::Subject => self.type_of_local(it.subject),
            _ => self.at_hand(it.decision.occurrence(id).ty),
        }
    }

    /// The length of an array.
    pub(super) fn length_of(&mut self, it: &Match<'_>, id: OccurrenceId, known: &mut Known) -> Reg {
        if let Some(reg) = find(&known.lengths, id) {
            return reg;
        }
        let array = self.occurrence(it, id, known);
        let length = self.len(array);
        known.lengths.push((id, length));
        length
    }

    /// The index that is so far from the end.
    fn before(&mut self, length: Reg, count: u32) -> Reg {
        let (dst, left) = (OutInt(self.register(Kind::Int)), InInt(length));
        match i16::try_from(count) {
            Ok(count) => self.put(Inst::AddSmall { dst, left, right: Small(-count) }),
            Err(_) => {
                let right = InInt(self.int(i64::from(count)));
                self.put(Inst::SubInt { dst, left, right });
            }
        }
        dst.0
    }

    /// An array without elements at its start and its end.
    fn rest(&mut self, array: Reg, ty: Ty, (start, end): (u32, u32), length: Reg) -> Reg {
        let range_ty = self.lower.typed.builtins.range;
        let start = self.int(i64::from(start));
        let end = self.before(length, end);
        let exclusive = self.int(0);
        let range = self.new_array(Kind::Int, vec![start, end, exclusive]);
        self.native("array.slice", &[ty, range_ty], ty, vec![array, range])
    }
}
