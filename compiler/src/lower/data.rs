//! Structs, tuples, variants and tools: how they are laid out, made and read.

use std::rc::Rc;

use concerto_ir::op::Inst;
use concerto_ir::operand::{InRef, Kind, LayoutRef, OutFloat, OutInt, OutRef, Reg, Regs, Small};
use concerto_ir::program::Layout;

use super::Lower;
use super::body::Body;
use crate::ast::Symbol;
use crate::resolve::ItemId;
use crate::types::{self, DataSig, Shape, Substitution, Ty};

/// What makes a layout: what it belongs to, which variant of that it is, and how its parts are held.
pub(super) type LayoutKey = (Option<ItemId>, u32, Vec<Kind>);

/// How a struct, a tuple, a tool or the data of a variant is laid out. Variants without data have no layout.
#[derive(Clone)]
pub(super) struct Record {
    pub(super) layout: Option<LayoutRef>,
    pub(super) parts: Rc<[Part]>,
}

/// A part of a record.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) name: Option<Symbol>,
    pub(super) ty: Ty,
    pub(super) kind: Kind,
}

/// Where a part is, and how it is held.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) at: i16,
    pub(super) kind: Kind,
    pub(super) layout: LayoutRef,
}

impl Record {
    /// The slot of a part, with its type.
    pub(super) fn slot(&self, at: u32) -> Option<(Slot, Ty)> {
        let part = self.parts.get(at as usize)?;
        Some((Slot { at: i16::try_from(at).ok()?, kind: part.kind, layout: self.layout? }, part.ty))
    }
}

impl Lower<'_> {
    /// How values of a struct, tuple or tool type are laid out.
    pub(super) fn record(&mut self, ty: Ty) -> Option<Record> {
        if let Some(record) = self.tables.records.get(&ty) {
            return record.clone();
        }
        let record = self.make_record(ty);
        self.tables.records.insert(ty, record.clone());
        record
    }

    fn make_record(&mut self, ty: Ty) -> Option<Record> {
        let parts = self.part_types(ty)?;
        let parts = self.parts(parts);
        let (owner, name) = match self.typed.types.kind(ty) {
            types::Kind::Adt(item, _) => (Some(item), self.adt_name(item).to_owned()),
            types::Kind::Item(item) => (Some(item), self.trees.item_name(item)),
            _ => (None, "tuple".to_owned()),
        };
        let key = (owner, 0, parts.iter().map(|it| it.kind).collect());
        Some(Record { layout: Some(self.layout(key, name)), parts })
    }

    /// How the data of a variant are laid out.
    pub(super) fn variant(&mut self, ty: Ty, index: u32) -> Option<Record> {
        if let Some(record) = self.tables.variants.get(&(ty, index)) {
            return record.clone();
        }
        let record = self.make_variant(ty, index);
        self.tables.variants.insert((ty, index), record.clone());
        record
    }

    fn make_variant(&mut self, ty: Ty, index: u32) -> Option<Record> {
        let types::Kind::Adt(item, args) = self.typed.types.kind(ty) else { return None };
        let sig = self.typed.signatures.adts.get(&item)?.clone();
        let Shape::Enum(variants) = &sig.shape else { return None };
        let map = Substitution::new(&sig.params, self.typed.types.list(args));
        let variant = variants.get(index as usize)?;
        let data = match &variant.data {
            DataSig::Unit => return Some(Record { layout: None, parts: Rc::from([]) }),
            DataSig::Tuple(types) => types.iter().map(|it| (None, *it)).collect(),
            DataSig::Named(fields) => fields.iter().map(|it| (Some(it.name), it.ty)).collect(),
        };
        let data = self.substituted(data, &map);
        if data.is_empty() {
            return Some(Record { layout: None, parts: Rc::from([]) });
        }
        let parts = self.parts(data);
        let name = format!("{}::{}", self.adt_name(item), self.program.names.text(variant.name));
        let key = (Some(item), index, parts.iter().map(|it| it.kind).collect());
        Some(Record { layout: Some(self.layout(key, name)), parts })
    }

    /// The names, if they have some, and the types of the parts of a struct, tuple or tool.
    fn part_types(&mut self, ty: Ty) -> Option<Vec<(Option<Symbol>, Ty)>> {
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
                Some(self.substituted(fields.iter().map(|it| (Some(it.name), it.ty)).collect(), &map))
            }
            _ => None,
        }
    }

    fn substituted(&mut self, parts: Vec<(Option<Symbol>, Ty)>, map: &Substitution) -> Vec<(Option<Symbol>, Ty)> {
        parts.into_iter().map(|(name, ty)| (name, self.typed.types.substitute(ty, map))).collect()
    }

    fn parts(&mut self, parts: Vec<(Option<Symbol>, Ty)>) -> Rc<[Part]> {
        parts.into_iter().map(|(name, ty)| Part { name, ty, kind: self.kind(ty) }).collect()
    }

    fn layout(&mut self, key: LayoutKey, name: String) -> LayoutRef {
        if let Some(layout) = self.tables.layouts.get(&key) {
            return LayoutRef(*layout);
        }
        let number = self.ir.layouts.len() as u32;
        self.ir.layouts.push(Layout { name, tag: key.1 as u16, slots: key.2.clone() });
        self.tables.layouts.insert(key, number);
        LayoutRef(number)
    }

    /// The layout of a result beside a number that a method changed: that of a tuple.
    pub(super) fn pair_layout(&mut self, result: Kind, receiver: Kind) -> LayoutRef {
        self.layout((None, 0, vec![result, receiver]), "tuple".to_owned())
    }

    /// The name of a struct, schema or enum.
    pub(super) fn adt_name(&self, item: ItemId) -> &str {
        self.typed.signatures.adts.get(&item).map_or("_", |it| self.program.names.text(it.name))
    }

    /// The arguments of a type with a head.
    pub(super) fn arguments_of(&self, ty: Ty, head: ItemId) -> Option<&[Ty]> {
        match self.typed.types.kind(ty) {
            types::Kind::Adt(item, args) if item == head => Some(self.typed.types.list(args)),
            _ => None,
        }
    }

    /// The type of the elements of an array.
    pub(super) fn element_type(&self, ty: Ty) -> Option<Ty> {
        self.arguments_of(ty, self.typed.builtins.array)?.first().copied()
    }

    /// The keys and values of a map.
    pub(super) fn map_types(&self, ty: Ty) -> Option<(Ty, Ty)> {
        match *self.arguments_of(ty, self.typed.builtins.map)? {
            [key, value] => Some((key, value)),
            _ => None,
        }
    }

    pub(super) fn is_text(&self, ty: Ty) -> bool {
        ty == self.typed.builtins.string || matches!(self.typed.types.kind(ty), types::Kind::Literal(_))
    }

    /// Whether values of a type are compared by one instruction on numbers.
    pub(super) fn is_scalar(&self, ty: Ty) -> bool {
        let builtins = &self.typed.builtins;
        ty == builtins.float || builtins.is_word(ty) || ty == self.typed.types.unit()
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

    /// A field of a struct or tool, or an element of a tuple. The type has it: the tree says so.
    pub(super) fn part(&mut self, object: Reg, ty: Ty, index: u32) -> Reg {
        match self.lower.record(ty).and_then(|it| it.slot(index)) {
            Some((slot, _)) if self.kind_of(object) == Kind::Ref => self.read(object, slot),
            _ => self.impossible("a part of something that has none"),
        }
    }

    /// A part of the data of a variant.
    pub(super) fn datum(&mut self, object: Reg, ty: Ty, variant: u32, index: u32) -> Reg {
        match self.lower.variant(ty, variant).and_then(|it| it.slot(index)) {
            Some((slot, _)) if self.kind_of(object) == Kind::Ref => self.read(object, slot),
            _ => self.impossible("data of a variant that has none"),
        }
    }

    /// A struct, tuple or tool of its parts.
    pub(super) fn new_record(&mut self, ty: Ty, slots: Vec<Reg>) -> Reg {
        match self.lower.record(ty) {
            Some(Record { parts, .. }) if parts.is_empty() && self.lower.kind(ty) == Kind::Int => self.int(0),
            Some(Record { layout: Some(layout), .. }) => self.new_object(layout, slots),
            _ => self.impossible("a record of a type that is none"),
        }
    }

    /// An object of a layout.
    pub(super) fn new_object(&mut self, layout: LayoutRef, slots: Vec<Reg>) -> Reg {
        let dst = self.register(Kind::Ref);
        self.put(Inst::New { dst: OutRef(dst), layout, slots: Regs(slots) });
        dst
    }

    /// A variant of a type with its data.
    pub(super) fn new_variant(&mut self, ty: Ty, index: u32, data: Vec<Reg>) -> Reg {
        if self.lower.kind(ty) == Kind::Int {
            return self.int(i64::from(index));
        }
        match self.lower.variant(ty, index) {
            Some(Record { layout: Some(layout), .. }) => self.new_object(layout, data),
            Some(_) => {
                let dst = self.register(Kind::Ref);
                self.put(Inst::LoadUnit { dst: OutRef(dst), variant: Small(index as i16) });
                dst
            }
            None => self.impossible("a variant of a type that has none"),
        }
    }

    /// The number of the variant of a value.
    pub(super) fn tag(&mut self, value: Reg) -> Reg {
        match self.kind_of(value) {
            Kind::Int => value,
            _ => {
                let dst = self.register(Kind::Int);
                self.put(Inst::TagOf { dst: OutInt(dst), value: InRef(value) });
                dst
            }
        }
    }
}
