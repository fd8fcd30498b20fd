//! Places: variables, and the parts of what they hold. A part is changed in place: it is taken out of what holds it,
//! changed, and put back, so that nobody else refers to it meanwhile.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InFloat, InInt, Kind, OutRef, PlaceRef, Reg, Small, TakeRef};

use super::body::{Body, Lowered};
use super::data::Slot;
use crate::ast::{Expr, ExprId};
use crate::resolve::Res;

/// One step from a value to a part of it.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Slot(Slot),
    Index(Reg, Kind),
}

/// A variable, and the steps to the part of it that is meant.
pub(super) struct Spot {
    root: Reg,
    steps: Vec<Step>,
}

impl Step {
    fn kind(self) -> Kind {
        match self {
            Self::Slot(slot) => slot.kind,
            Self::Index(_, kind) => kind,
        }
    }
}

impl Body<'_, '_> {
    /// The place that an expression names; its indexes are evaluated now.
    pub(super) fn spot(&mut self, id: ExprId) -> Lowered<Spot> {
        let span = self.ast.expr_span(id);
        let ast = self.ast;
        match ast.expr(id) {
            Expr::Name(_) => match self.res(id) {
                Res::Local(local) => Ok(Spot { root: self.local(local), steps: Vec::new() }),
                _ => Err(self.unsupported(span, "this place")),
            },
            Expr::Field { base, name } => self.part(*base, id, Ok(name.name)),
            Expr::TupleField { base, index } => self.part(*base, id, Err(*index)),
            Expr::Index { base, index } => {
                let mut spot = self.spot(*base)?;
                let ty = self.type_of(*base);
                let Some(kind) = self.element_kind(ty) else { return Err(self.unsupported(span, "this place")) };
                let index = self.own(*index)?;
                spot.steps.push(Step::Index(index, kind));
                Ok(spot)
            }
            _ => Err(self.unsupported(span, "this place")),
        }
    }

    fn part(&mut self, base: ExprId, id: ExprId, wanted: Result<crate::ast::Symbol, u32>) -> Lowered<Spot> {
        let mut spot = self.spot(base)?;
        let ty = self.type_of(base);
        match self.lower.slot(ty, wanted) {
            Some(slot) => spot.steps.push(Step::Slot(slot)),
            None => return Err(self.unsupported(self.ast.expr_span(id), "this place")),
        }
        Ok(spot)
    }

    /// What is at a place now.
    pub(super) fn look(&mut self, spot: &Spot) -> Reg {
        let mut at = spot.root;
        for step in &spot.steps {
            at = match *step {
                Step::Slot(slot) => self.read(at, slot),
                Step::Index(index, kind) => self.element(at, index, kind),
            };
        }
        at
    }

    /// Gives a place another value.
    pub(super) fn store(&mut self, spot: &Spot, value: Reg) {
        let Some((last, before)) = spot.steps.split_last() else { return self.copy(spot.root, value) };
        let held = self.take_all(spot.root, before);
        let into = held.last().copied().unwrap_or(spot.root);
        self.fill(into, *last, value, false);
        self.put_all(spot.root, before, &held);
    }

    /// Works on the reference at a place, which nobody else refers to meanwhile.
    pub(super) fn with_spot<T>(&mut self, spot: &Spot, work: impl FnOnce(&mut Self, Reg) -> T) -> T {
        let held = self.take_all(spot.root, &spot.steps);
        let into = held.last().copied().unwrap_or(spot.root);
        let result = work(self, into);
        self.put_all(spot.root, &spot.steps, &held);
        result
    }

    /// Takes each part out of the one before.
    fn take_all(&mut self, root: Reg, steps: &[Step]) -> Vec<Reg> {
        let mut held: Vec<Reg> = Vec::with_capacity(steps.len());
        for step in steps {
            let from = held.last().copied().unwrap_or(root);
            let dst = self.register(Kind::Ref);
            self.put(match *step {
                Step::Slot(slot) => Inst::TakeSlot {
                    dst: OutRef(dst),
                    object: PlaceRef(from),
                    slot: Small(slot.at),
                    layout: slot.layout,
                },
                Step::Index(index, _) => Inst::TakeAt { dst: OutRef(dst), array: PlaceRef(from), index: InInt(index) },
            });
            held.push(dst);
        }
        held
    }

    /// Puts each part back, innermost first.
    fn put_all(&mut self, root: Reg, steps: &[Step], held: &[Reg]) {
        for at in (0..steps.len()).rev() {
            let into = if at == 0 { root } else { held[at - 1] };
            self.fill(into, steps[at], held[at], true);
        }
    }

    /// Puts a value into a part; one that is only lent is copied first.
    fn fill(&mut self, into: Reg, step: Step, value: Reg, is_own: bool) {
        let value = match (step.kind(), is_own) {
            (Kind::Ref, false) => {
                let own = self.register(Kind::Ref);
                self.copy(own, value);
                own
            }
            _ => value,
        };
        let place = PlaceRef(into);
        self.put(match step {
            Step::Slot(Slot { at, kind, layout }) => {
                let (object, slot) = (place, Small(at));
                match kind {
                    Kind::Int => Inst::SetSlotInt { object, slot, src: InInt(value), layout },
                    Kind::Float => Inst::SetSlotFloat { object, slot, src: InFloat(value), layout },
                    Kind::Ref => Inst::SetSlotRef { object, slot, src: TakeRef(value), layout },
                }
            }
            Step::Index(index, kind) => {
                let (array, index) = (place, InInt(index));
                match kind {
                    Kind::Int => Inst::SetInt { array, index, src: InInt(value) },
                    Kind::Float => Inst::SetFloat { array, index, src: InFloat(value) },
                    Kind::Ref => Inst::SetRef { array, index, src: TakeRef(value) },
                }
            }
        });
    }
}
