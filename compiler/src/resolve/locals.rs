//! Variables: what is in scope at a point of a body.

use rustc_hash::FxHashMap;

use crate::ast::{Ident, Symbol};
use crate::source::Span;

/// A variable of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// What is known of a variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: Symbol,
    /// Where it is declared.
    pub span: Span,
    /// Whether it can change.
    pub mutable: bool,
    /// Whether something reads it.
    pub used: bool,
    /// Whether it is worth a warning that nothing does.
    pub expected: bool,
    /// What it is, for that warning.
    pub role: LocalRole,
}

/// Where a variable comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalRole {
    /// `let`, a parameter, a loop.
    Plain,
    /// `Point { x }`: the name is that of a field.
    Field,
    /// A part of another pattern.
    Part,
    /// A parameter of a closure, which whoever calls it passes.
    Param,
    /// A parameter of a tool's function, which models see.
    Tool,
}

/// The variables in scope. Entering and leaving a scope cost what the scope declares, looking a name up costs the
/// same however many there are.
#[derive(Default)]
pub(super) struct Locals {
    in_scope: FxHashMap<Symbol, Vec<LocalId>>,
    declared: Vec<Symbol>,
}

/// A place to leave a scope to.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

impl Locals {
    pub(super) fn enter(&self) -> Mark {
        Mark(self.declared.len())
    }

    pub(super) fn leave(&mut self, mark: Mark) {
        while self.declared.len() > mark.0 {
            let Some(name) = self.declared.pop() else { return };
            if let Some(stack) = self.in_scope.get_mut(&name) {
                stack.pop();
            }
        }
    }

    pub(super) fn declare(&mut self, name: Ident, id: LocalId) {
        self.in_scope.entry(name.name).or_default().push(id);
        self.declared.push(name.name);
    }

    pub(super) fn find(&self, name: Symbol) -> Option<LocalId> {
        self.in_scope.get(&name)?.last().copied()
    }

    /// The names in scope, for suggestions, the latest first.
    pub(super) fn names(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.declared.iter().rev().copied()
    }
}
