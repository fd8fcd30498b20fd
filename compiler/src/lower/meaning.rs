//! What a call and a trait mean for the types at hand.

use std::rc::Rc;

use concerto_ir::operand::FnRef;

use super::body::Body;
use super::{Instance, Lower};
use crate::resolve::ItemId;
use crate::tree::{self, Work};
use crate::types::{self, Ty};

/// What a trait that the machine may know means for a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A function that is written, for the type or as the trait's default.
    Written(FnRef),
    /// What the machine does by the structure of the type.
    Native,
    /// A function that is made from the structure of the type.
    Derived,
}

/// What a call calls.
pub(super) enum Callee {
    Function(Instance),
    /// A trait by the structure of a type.
    Trait(ItemId, Ty),
}

impl Lower<'_> {
    /// What a trait means for a type. Words and texts, which instructions know, need not ask.
    pub(super) fn meaning(&mut self, trait_: ItemId, ty: Ty) -> Meaning {
        if let Some(meaning) = self.tables.meanings.get(&(trait_, ty)) {
            return *meaning;
        }
        let function = self.typed.signatures.function_of(trait_, 0);
        let meaning = match function.map(|it| self.typed.target(it, &[ty])) {
            Some(types::Target::Function(function, types)) => {
                Meaning::Written(self.ask(Work::Function(function), types.into()))
            }
            _ if self.is_native(trait_, ty) => Meaning::Native,
            _ => Meaning::Derived,
        };
        self.tables.meanings.insert((trait_, ty), meaning);
        meaning
    }

    /// Whether the machine can do what a trait means for a type.
    pub(super) fn is_native(&mut self, trait_: ItemId, ty: Ty) -> bool {
        let builtins = &self.typed.builtins;
        trait_ != builtins.traits.default && (ty == builtins.json || !self.typed.is_written_inside(trait_, ty))
    }

    /// The function that is made for a trait from the structure of a type.
    pub(super) fn ask_derived(&mut self, trait_: ItemId, ty: Ty) -> FnRef {
        self.ask(Work::Derived(trait_), Rc::from([ty]))
    }
}

impl Body<'_, '_> {
    /// What a call of a target means with the types at hand.
    pub(super) fn callee(&mut self, target: &tree::Target) -> Callee {
        let types = self.types_at_hand(&target.types);
        match target.work {
            Work::Function(function) => match self.lower.typed.target(function, &types) {
                types::Target::Function(found, _) if found == function => {
                    Callee::Function(Instance { work: Work::Function(function), types })
                }
                types::Target::Function(found, types) => {
                    Callee::Function(Instance { work: Work::Function(found), types: types.into() })
                }
                types::Target::Derived(trait_, ty) => Callee::Trait(trait_, ty),
            },
            _ => Callee::Function(Instance { work: target.work.clone(), types }),
        }
    }

    /// The function that a target is, unless it is a trait's by the structure of a type.
    pub(super) fn instance_of(&mut self, target: &tree::Target) -> Option<Instance> {
        match self.callee(target) {
            Callee::Function(instance) => Some(instance),
            Callee::Trait(..) => None,
        }
    }

    /// The function that a target is as a value.
    pub(super) fn function_of(&mut self, target: &tree::Target) -> FnRef {
        match self.callee(target) {
            Callee::Function(instance) => self.lower.ask_instance(instance),
            Callee::Trait(trait_, ty) => self.lower.ask_derived(trait_, ty),
        }
    }

    /// Type arguments with the types at hand.
    fn types_at_hand(&mut self, types: &Rc<[Ty]>) -> Rc<[Ty]> {
        match types.iter().any(|it| self.lower.typed.types.is_generic(*it)) {
            true => types.iter().map(|it| self.at_hand(*it)).collect(),
            false => types.clone(),
        }
    }
}
