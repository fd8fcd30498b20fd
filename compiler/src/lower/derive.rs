//! Traits by structure: equality, order, the display form and the default of a type follow from its parts.
//!
//! Where nothing inside is written by hand the machine does it; otherwise a function is made that asks each part.

mod display;
mod equal;
mod order;
mod start_value;

use concerto_ir::op::Inst;
use concerto_ir::operand::{InInt, Jumps, Kind, OutInt, PlaceInt, Reg, Small};
use concerto_ir::program::Place;

use super::body::{Body, Head, Label, Lowered};
use super::{Lower, Work};
use crate::emit::Draft;
use crate::resolve::ItemId;
use crate::types::{self, Shape, Substitution, Target, Ty};

/// What a type is made of, as far as what is derived goes.
enum Structure {
    Array(Ty),
    Set(Ty),
    Map(Ty, Ty),
    /// A struct or a tuple.
    Parts,
    /// An enum with so many variants.
    Variants(u32),
    /// Nothing that could be looked into.
    Whole,
}

impl Lower<'_> {
    /// What the function of a trait that has one means for a type.
    pub(super) fn trait_target(&mut self, trait_: ItemId, ty: Ty) -> Option<Target> {
        let function = self.typed.signatures.function_of(trait_, 0)?;
        Some(self.typed.target(function, &[ty]))
    }

    /// Whether the machine can do what a trait means for a type.
    pub(super) fn is_native(&mut self, trait_: ItemId, ty: Ty) -> bool {
        let builtins = &self.typed.builtins;
        trait_ != builtins.traits.default && (ty == builtins.json || !self.typed.is_written_inside(trait_, ty))
    }

    /// Whether values of a type hold functions or tasks, which have no display form.
    pub(super) fn holds_function(&mut self, ty: Ty) -> bool {
        let id = self.describe(ty);
        let mut seen = vec![false; self.ir.types.len()];
        let mut waiting = vec![id];
        while let Some(at) = waiting.pop() {
            if std::mem::replace(&mut seen[at as usize], true) {
                continue;
            }
            match &self.ir.types[at as usize] {
                concerto_ir::program::Type::Opaque => return true,
                other => waiting.extend(super::describe::inside(other)),
            }
        }
        false
    }

    fn structure(&self, ty: Ty) -> Structure {
        let builtins = &self.typed.builtins;
        let types = &self.typed.types;
        match types.kind(ty) {
            types::Kind::Tuple(_) => Structure::Parts,
            types::Kind::Adt(item, args) => {
                let args = types.list(args);
                match args {
                    [element] if item == builtins.array => Structure::Array(*element),
                    [element] if item == builtins.set => Structure::Set(*element),
                    [key, value] if item == builtins.map => Structure::Map(*key, *value),
                    _ => match self.typed.signatures.adts.get(&item).map(|it| &it.shape) {
                        Some(Shape::Struct(_)) => Structure::Parts,
                        Some(Shape::Enum(variants)) => Structure::Variants(variants.len() as u32),
                        _ => Structure::Whole,
                    },
                }
            }
            _ => Structure::Whole,
        }
    }

    /// The function that a trait means for a type.
    pub(super) fn derived(&mut self, trait_: ItemId, ty: Ty) -> Lowered<Draft> {
        let traits = self.typed.builtins.traits;
        let builtins = &self.typed.builtins;
        let (name, output) = match trait_ {
            it if it == traits.eq => ("equals", builtins.bool),
            it if it == traits.ord => ("compare", builtins.int),
            it if it == traits.display => ("display", builtins.string),
            _ => ("default", ty),
        };
        let (module, types) = (self.any_module(), Substitution::default());
        let place = Place::default();
        let mut body = self.body(Head { name: name.to_owned(), module, types, self_type: Some(ty), output, place });
        let count = match name {
            "default" => 0,
            "display" => 1,
            _ => 2,
        };
        let args: Vec<Reg> = (0..count).map(|_| body.parameter(ty)).collect();
        let value = match args.as_slice() {
            _ if body.lower.is_native(trait_, ty) => body.native(name, &vec![ty; count], output, args),
            [value] => body.display_parts(*value, ty)?,
            [left, right] if name == "equals" => body.equal_parts(*left, *right, ty)?,
            [left, right] => body.order_parts(*left, *right, ty)?,
            _ => body.default_parts(ty)?,
        };
        body.give(value);
        body.finish()
    }
}

impl Body<'_, '_> {
    /// What a trait means for a type by its structure, of these arguments.
    pub(super) fn by_structure(&mut self, trait_: ItemId, ty: Ty, args: Vec<Reg>) -> Lowered<Reg> {
        let builtins = &self.lower.typed.builtins;
        let traits = builtins.traits;
        let (bool, int, string) = (builtins.bool, builtins.int, builtins.string);
        match args.as_slice() {
            [left, right] if trait_ == traits.eq => self.equal(*left, *right, ty),
            [left, right] if trait_ == traits.ord => self.order(*left, *right, ty),
            [value] if trait_ == traits.display => self.display(*value, ty),
            _ if trait_ == traits.default => self.default_value(ty),
            _ => {
                let result = if trait_ == traits.eq {
                    bool
                } else if trait_ == traits.ord {
                    int
                } else {
                    string
                };
                Ok(self.derived_call(trait_, ty, args, result))
            }
        }
    }

    /// The machine's own, or a call of the function that is made for it.
    pub(super) fn derived_call(&mut self, trait_: ItemId, ty: Ty, args: Vec<Reg>, result: Ty) -> Reg {
        let traits = self.lower.typed.builtins.traits;
        if self.lower.is_native(trait_, ty) {
            let name = match trait_ {
                it if it == traits.eq => "equals",
                it if it == traits.ord => "compare",
                _ => "display",
            };
            return self.native(name, &vec![ty; args.len()], result, args);
        }
        let function = self.lower.ask(Work::Derived(trait_, ty));
        let args = args.into_iter().map(|it| self.owned(it)).collect();
        let kind = self.lower.kind(result);
        self.call_of(function, args, kind)
    }

    /// The types of the parts of a struct or tuple.
    fn part_types(&mut self, ty: Ty) -> Vec<Ty> {
        self.lower.parts(ty).unwrap_or_default().into_iter().map(|(_, it)| it).collect()
    }

    /// A part of a struct or tuple.
    fn part_of(&mut self, object: Reg, ty: Ty, at: usize) -> Option<Reg> {
        let (slot, _) = self.lower.slot(ty, Err(at as u32))?;
        Some(self.read(object, slot))
    }

    /// A part of the data of a variant.
    fn datum(&mut self, object: Reg, ty: Ty, variant: u32, at: usize) -> Option<Reg> {
        let (slot, _) = self.lower.variant_slot(ty, variant, at)?;
        Some(self.read(object, slot))
    }

    /// Does something for each index below `end`.
    pub(super) fn each_index(&mut self, end: Reg, work: impl FnOnce(&mut Self, Reg) -> Lowered<()>) -> Lowered<()> {
        let counter = self.int(0);
        let (body, after) = (self.label(), self.label());
        let to = self.target(after);
        self.put(Inst::JumpLeInt { left: InInt(end), right: InInt(counter), to });
        self.start(body);
        work(self, counter)?;
        let to = self.target(body);
        self.put(Inst::Count { counter: PlaceInt(counter), end: InInt(end), to });
        self.start(after);
        Ok(())
    }

    /// The number of the variant of a value.
    pub(super) fn tag(&mut self, value: Reg) -> Reg {
        match self.kind_of(value) {
            Kind::Int => value,
            _ => {
                let dst = self.register(Kind::Int);
                self.put(Inst::TagOf { dst: OutInt(dst), value: concerto_ir::operand::InRef(value) });
                dst
            }
        }
    }

    /// Goes on at one of the labels by the number of a variant.
    pub(super) fn switch(&mut self, tag: Reg, labels: &[Label]) {
        let targets = Jumps(labels.iter().map(|it| self.target(*it).0).collect());
        self.put(Inst::Switch { value: InInt(tag), targets });
    }

    /// Goes on at a label unless a number is zero.
    fn unless_zero(&mut self, value: Reg, to: Label) {
        let to = self.target(to);
        self.put(Inst::JumpNeSmall { left: InInt(value), right: Small(0), to });
    }
}
