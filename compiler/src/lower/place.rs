//! Places: variables, and the parts of what they hold. A part is changed in place: it is taken out of what holds it,
//! changed, and put back, so that nobody else refers to it meanwhile. On the way to a number nothing is taken out: parts
//! of records and arrays are lent.

use concerto_ir::op::Inst;
use concerto_ir::operand::{InFloat, InInt, Kind, LentRef, OutRef, PlaceRef, Reg, Small, TakeRef};

use super::body::{Body, Lowered};
use super::data::Slot;
use crate::ast::{Expr, ExprId};
use crate::resolve::Res;
use crate::types::Ty;

/// One step from a value to a part of it.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Slot(Slot),
    Index(Reg, Kind),
    Key(Key),
}

/// A key of a map, and the types of the map.
#[derive(Clone, Copy)]
pub(super) struct Key {
    key: Reg,
    map_ty: Ty,
    key_ty: Ty,
    value_ty: Ty,
}

/// A variable, and the steps to the part of it that is meant.
pub(super) struct Spot {
    root: Reg,
    steps: Vec<Step>,
}

impl Spot {
    /// Whether the place is in what a register holds.
    pub(super) fn is_at(&self, reg: Reg) -> bool {
        self.root == reg
    }
}

impl Step {
    fn is_ref(self, body: &Body<'_, '_>) -> bool {
        Kind::Ref
            == match self {
                Self::Slot(slot) => slot.kind,
                Self::Index(_, kind) => kind,
                Self::Key(key) => body.lower.kind(key.value_ty),
            }
    }
}

/// Whether all parts on the way are in records and arrays.
fn can_lend(steps: &[Step]) -> bool {
    steps.iter().all(|it| !matches!(it, Step::Key(_)))
}

/// A part that was taken out, and the slot of the map that it was in.
struct Taken {
    reg: Reg,
    slot: Option<Reg>,
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
                let index = self.own(*index)?;
                spot.steps.push(match (self.element_kind(ty), self.map_types(ty)) {
                    (Some(kind), _) => Step::Index(index, kind),
                    (_, Some((key_ty, value_ty))) => Step::Key(Key { key: index, map_ty: ty, key_ty, value_ty }),
                    _ => return Err(self.unsupported(span, "this place")),
                });
                Ok(spot)
            }
            _ => Err(self.unsupported(span, "this place")),
        }
    }

    fn part(&mut self, base: ExprId, id: ExprId, wanted: Result<crate::ast::Symbol, u32>) -> Lowered<Spot> {
        let mut spot = self.spot(base)?;
        let ty = self.type_of(base);
        match self.lower.slot(ty, wanted) {
            Some((slot, _)) => spot.steps.push(Step::Slot(slot)),
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
                Step::Key(it) => self.map_value((at, it.map_ty), (it.key, it.key_ty), it.value_ty),
            };
        }
        at
    }

    /// Gives a place another value.
    pub(super) fn store(&mut self, spot: &Spot, value: Reg) {
        let Some((last, before)) = spot.steps.split_last() else { return self.copy(spot.root, value) };
        if self.is_number(*last) && can_lend(before) {
            let into = self.lend_all(spot.root, before);
            return self.fill(into, *last, value, None);
        }
        let held = self.take_all(spot.root, before);
        let into = held.last().map_or(spot.root, |it| it.reg);
        match *last {
            Step::Key(it) => {
                let unit = self.lower.typed.types.unit();
                self.change("map.set", (into, it.map_ty), &[it.key_ty, it.value_ty], unit, vec![it.key, value]);
            }
            last => {
                let value = if last.is_ref(self) { self.owned(value) } else { value };
                self.fill(into, last, value, None);
            }
        }
        self.put_all(spot.root, before, &held);
    }

    /// Works on the reference at a place, which nobody else refers to meanwhile.
    pub(super) fn with_spot<T>(&mut self, spot: &Spot, work: impl FnOnce(&mut Self, Reg) -> T) -> T {
        let held = self.take_all(spot.root, &spot.steps);
        let into = held.last().map_or(spot.root, |it| it.reg);
        let result = work(self, into);
        self.put_all(spot.root, &spot.steps, &held);
        result
    }

    /// Gives the number at a place another value, made of the one that is there. Nothing else happens meanwhile.
    pub(super) fn change_number(
        &mut self,
        spot: &Spot,
        change: impl FnOnce(&mut Self, Reg) -> Lowered<Reg>,
    ) -> Lowered<()> {
        match spot.steps.split_last() {
            Some((last, before)) if self.is_number(*last) && can_lend(before) => {
                let into = self.lend_all(spot.root, before);
                let old = self.look(&Spot { root: into, steps: vec![*last] });
                let new = change(self, old)?;
                self.fill(into, *last, new, None);
            }
            _ => {
                let old = self.look(spot);
                let new = change(self, old)?;
                self.store(spot, new);
            }
        }
        Ok(())
    }

    /// Adds a number to the array at a place, if that can be done where it is.
    pub(super) fn push_number(&mut self, spot: &Spot, value: Reg) -> bool {
        if !can_lend(&spot.steps) || self.kind_of(value) == Kind::Ref {
            return false;
        }
        let array = PlaceRef(self.lend_all(spot.root, &spot.steps));
        self.put(match self.kind_of(value) {
            Kind::Float => Inst::PushFloat { array, src: InFloat(value) },
            _ => Inst::PushInt { array, src: InInt(value) },
        });
        true
    }

    fn is_number(&self, step: Step) -> bool {
        !matches!(step, Step::Key(_)) && !step.is_ref(self)
    }

    /// A view of a part that may be changed, from one part to the next.
    fn lend_all(&mut self, root: Reg, steps: &[Step]) -> Reg {
        let mut from = root;
        for step in steps {
            let reg = self.register(Kind::Ref);
            let (dst, place) = (LentRef(reg), PlaceRef(from));
            match *step {
                Step::Slot(Slot { at, layout, .. }) => {
                    self.put(Inst::LendSlot { dst, object: place, slot: Small(at), layout });
                }
                Step::Index(index, _) => self.put(Inst::LendAt { dst, array: place, index: InInt(index) }),
                Step::Key(_) => continue,
            }
            from = reg;
        }
        from
    }

    /// Takes each part out of the one before.
    fn take_all(&mut self, root: Reg, steps: &[Step]) -> Vec<Taken> {
        let mut held: Vec<Taken> = Vec::with_capacity(steps.len());
        for step in steps {
            let from = held.last().map_or(root, |it| it.reg);
            let taken = self.take(from, *step);
            held.push(taken);
        }
        held
    }

    fn take(&mut self, from: Reg, step: Step) -> Taken {
        if let Step::Key(it) = step {
            let int = self.lower.typed.builtins.int;
            let slot = self.native("map.slot", &[it.map_ty, it.key_ty], int, vec![from, it.key]);
            let reg = self.change("map.take_at", (from, it.map_ty), &[int], it.value_ty, vec![slot]);
            return Taken { reg, slot: Some(slot) };
        }
        let dst = self.register(Kind::Ref);
        let (out, place) = (OutRef(dst), PlaceRef(from));
        self.put(match step {
            Step::Index(index, _) => Inst::TakeAt { dst: out, array: place, index: InInt(index) },
            Step::Slot(Slot { at, layout, .. }) => Inst::TakeSlot { dst: out, object: place, slot: Small(at), layout },
            Step::Key(_) => return Taken { reg: dst, slot: None },
        });
        Taken { reg: dst, slot: None }
    }

    /// Puts each part back, innermost first.
    fn put_all(&mut self, root: Reg, steps: &[Step], held: &[Taken]) {
        for at in (0..steps.len()).rev() {
            let into = if at == 0 { root } else { held[at - 1].reg };
            self.fill(into, steps[at], held[at].reg, held[at].slot);
        }
    }

    /// Puts a value into a part, which takes it.
    fn fill(&mut self, into: Reg, step: Step, value: Reg, slot: Option<Reg>) {
        let place = PlaceRef(into);
        let inst = match step {
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
            Step::Key(it) => {
                let (int, unit) = (self.lower.typed.builtins.int, self.lower.typed.types.unit());
                let slot = slot.unwrap_or(it.key);
                self.change("map.set_at", (into, it.map_ty), &[int, it.value_ty], unit, vec![slot, value]);
                return;
            }
        };
        self.put(inst);
    }
}
