//! Places: variables and resources, and the parts of what they hold. A part is changed in place: it is taken out of what
//! holds it, changed, and put back, so that nothing else refers to it meanwhile. On the way to a number nothing is taken
//! out: parts of records and arrays are lent.

use concerto_ir::op::Inst;
use concerto_ir::operand::{
    GlobalRef, InFloat, InInt, Kind, LayoutRef, LentRef, OutRef, PlaceRef, Reg, Small, TakeRef,
};

use super::body::Body;
use super::data::Slot;
use crate::tree::{self, Place};
use crate::types::Ty;

/// One step from a value to a part of it.
#[derive(Clone, Copy)]
enum Step {
    Slot(Slot),
    Index(Reg, Kind),
    Key(Key),
}

/// A key of a map, and the types of the map.
#[derive(Clone, Copy)]
struct Key {
    key: Reg,
    map_ty: Ty,
    key_ty: Ty,
    value_ty: Ty,
    /// How its values are held.
    kind: Kind,
}

/// What a place begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    Register(Reg),
    Global(GlobalRef),
}

/// A place whose indexes and keys are evaluated.
pub(super) struct Spot {
    root: Root,
    steps: Vec<Step>,
}

impl Spot {
    /// The place that a register is.
    pub(super) fn of(reg: Reg) -> Self {
        Self { root: Root::Register(reg), steps: Vec::new() }
    }

    /// Whether the place is in what a register holds.
    pub(super) fn is_at(&self, reg: Reg) -> bool {
        self.root == Root::Register(reg)
    }

    /// How the value at the place is held.
    pub(super) fn kind(&self, body: &Body<'_, '_>) -> Kind {
        match (self.steps.last(), self.root) {
            (Some(step), _) => step.kind(),
            (None, Root::Register(reg)) => body.kind_of(reg),
            (None, Root::Global(_)) => Kind::Ref,
        }
    }
}

impl Step {
    fn kind(self) -> Kind {
        match self {
            Self::Slot(slot) => slot.kind,
            Self::Index(_, kind) => kind,
            Self::Key(key) => key.kind,
        }
    }

    fn is_number(self) -> bool {
        !matches!(self, Self::Key(_)) && self.kind() != Kind::Ref
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
    /// A place; its indexes and keys are evaluated now.
    pub(super) fn spot(&mut self, place: &Place) -> Spot {
        let root = match &place.root {
            tree::Root::Local(local) => Root::Register(self.local(*local)),
            tree::Root::Global(global, _) => Root::Global(self.lower.global(global)),
        };
        let steps = place.steps.iter().map(|it| self.step(it)).collect();
        Spot { root, steps }
    }

    fn step(&mut self, step: &tree::Step) -> Step {
        match step {
            tree::Step::Part { of, index } => {
                let of = self.at_hand(*of);
                let slot = self.lower.record(of).and_then(|it| it.slot(*index));
                Step::Slot(slot.map_or_else(|| self.no_slot(), |it| it.0))
            }
            tree::Step::Element { of, index } => {
                let of = self.at_hand(*of);
                let kind = self.lower.element_type(of).map_or(Kind::Ref, |it| self.lower.kind(it));
                let index = self.own(*index);
                Step::Index(self.of_kind(index, Kind::Int), kind)
            }
            tree::Step::Value { of, key } => {
                let map_ty = self.at_hand(*of);
                let (key_ty, value_ty) = self.lower.map_types(map_ty).unwrap_or((map_ty, map_ty));
                let kind = self.lower.kind(value_ty);
                Step::Key(Key { key: self.own(*key), map_ty, key_ty, value_ty, kind })
            }
        }
    }

    fn no_slot(&mut self) -> Slot {
        self.impossible("a place in something that has no parts");
        Slot { at: 0, kind: Kind::Ref, layout: LayoutRef(0) }
    }

    /// Values beside a place: what the place is in is copied first.
    pub(super) fn apart(&mut self, spot: &Spot, values: Vec<Reg>) -> Vec<Reg> {
        values.into_iter().map(|it| if spot.is_at(it) { self.owned(it) } else { it }).collect()
    }

    /// Works on what a place begins with. A resource is taken for that time.
    fn with_root<T>(&mut self, spot: &Spot, work: impl FnOnce(&mut Self, Reg) -> T) -> T {
        match spot.root {
            Root::Register(reg) => work(self, reg),
            Root::Global(global) => {
                let reg = self.register(Kind::Ref);
                self.put(Inst::TakeGlobal { dst: OutRef(reg), global });
                let result = work(self, reg);
                self.put(Inst::PutGlobal { global, src: TakeRef(reg) });
                result
            }
        }
    }

    /// What is at a place now.
    fn look(&mut self, root: Reg, steps: &[Step]) -> Reg {
        let mut at = root;
        for step in steps {
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
        let kind = spot.kind(self);
        if kind != self.kind_of(value) {
            // The value stands where nothing goes on.
            return;
        }
        match (spot.root, spot.steps.split_last()) {
            (Root::Register(reg), None) => self.copy(reg, value),
            (Root::Global(global), None) => {
                let src = TakeRef(self.owned(value));
                self.put(Inst::PutGlobal { global, src });
            }
            (_, Some((last, before))) => {
                let value = if spot.is_at(value) { self.owned(value) } else { value };
                self.with_root(spot, |body, root| body.store_in(root, before, *last, value));
            }
        }
    }

    fn store_in(&mut self, root: Reg, before: &[Step], last: Step, value: Reg) {
        if last.is_number() && can_lend(before) {
            let into = self.lend_all(root, before);
            return self.fill(into, last, value, None);
        }
        let held = self.take_all(root, before);
        let into = held.last().map_or(root, |it| it.reg);
        match last {
            Step::Key(it) => {
                let unit = self.lower.typed.types.unit();
                self.change_by("map.set", into, &[it.map_ty, it.key_ty, it.value_ty], unit, vec![it.key, value]);
            }
            last => {
                let value = if last.kind() == Kind::Ref { self.owned(value) } else { value };
                self.fill(into, last, value, None);
            }
        }
        self.put_all(root, before, &held);
    }

    /// Works on the reference at a place, which nothing else refers to meanwhile.
    pub(super) fn with_spot<T>(&mut self, spot: &Spot, work: impl FnOnce(&mut Self, Reg) -> T) -> T {
        self.with_root(spot, |body, root| {
            let held = body.take_all(root, &spot.steps);
            let into = held.last().map_or(root, |it| it.reg);
            let result = work(body, into);
            body.put_all(root, &spot.steps, &held);
            result
        })
    }

    /// Gives the number at a place another value, made of the one that is there by instructions alone.
    pub(super) fn change_number(&mut self, spot: &Spot, change: impl FnOnce(&mut Self, Reg) -> Reg) {
        self.with_root(spot, |body, root| match spot.steps.split_last() {
            Some((last, before)) if last.is_number() && can_lend(before) => {
                let into = body.lend_all(root, before);
                let old = body.look(into, &[*last]);
                let new = change(body, old);
                body.fill(into, *last, new, None);
            }
            Some((last, before)) => {
                let old = body.look(root, &spot.steps);
                let new = change(body, old);
                body.store_in(root, before, *last, new);
            }
            None => {
                let new = change(body, root);
                body.copy_if_same(root, new);
            }
        });
    }

    /// Gives the number at a place another value by a call, which returns something besides.
    pub(super) fn replace_number(&mut self, spot: &Spot, call: impl FnOnce(&mut Self, Reg) -> (Reg, Reg)) -> Reg {
        self.with_root(spot, |body, root| {
            let old = body.look(root, &spot.steps);
            let (value, new) = call(body, old);
            match spot.steps.split_last() {
                Some((last, before)) => body.store_in(root, before, *last, new),
                None => body.copy_if_same(root, new),
            }
            value
        })
    }

    /// Adds a number to the array at a place, if that can be done where it is.
    pub(super) fn push_number(&mut self, spot: &Spot, value: Reg) -> bool {
        if !can_lend(&spot.steps) || self.kind_of(value) == Kind::Ref {
            return false;
        }
        self.with_root(spot, |body, root| {
            let array = body.lend_all(root, &spot.steps);
            body.push(array, value);
        });
        true
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
        let int = self.lower.typed.builtins.int;
        let reg = match step {
            Step::Key(it) => {
                let slot = self.native("map.slot", &[it.map_ty, it.key_ty], int, vec![from, it.key]);
                let reg = self.change_by("map.take_at", from, &[it.map_ty, int], it.value_ty, vec![slot]);
                return Taken { reg, slot: Some(slot) };
            }
            Step::Index(..) | Step::Slot(_) => self.register(Kind::Ref),
        };
        let (dst, place) = (OutRef(reg), PlaceRef(from));
        match step {
            Step::Index(index, _) => self.put(Inst::TakeAt { dst, array: place, index: InInt(index) }),
            Step::Slot(Slot { at, layout, .. }) => {
                self.put(Inst::TakeSlot { dst, object: place, slot: Small(at), layout });
            }
            Step::Key(_) => {}
        }
        Taken { reg, slot: None }
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
                self.change_by("map.set_at", into, &[it.map_ty, int, it.value_ty], unit, vec![slot, value]);
                return;
            }
        };
        self.put(inst);
    }
}
