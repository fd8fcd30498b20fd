//! What the analysis of patterns asks about the program they belong to: while types are still looked for, and after.

use crate::ast::{Pattern, PatternId};
use crate::load::{ModuleId, Program};
use crate::resolve::{LocalId, Res, Resolved};
use crate::types::infer::Infer;
use crate::types::signatures::{Shape, Signatures};
use crate::types::ty::{Kind, Ty, Types};
use crate::types::{Builtins, Typed};

/// The program around some patterns.
pub(in crate::types) trait Context<'a> {
    fn program(&self) -> &'a Program;
    fn resolved(&self) -> &'a Resolved;
    /// The module of the patterns.
    fn module(&self) -> ModuleId;
    fn types(&mut self) -> &mut Types;
    fn signatures(&self) -> &Signatures;
    fn builtins(&self) -> &Builtins;
    /// A type without variables in front of it.
    fn shallow(&self, ty: Ty) -> Ty;
    fn kind(&self, ty: Ty) -> Kind;
    /// What a pattern's name stands for.
    fn res(&self, id: PatternId) -> Res;
    /// The type of what a pattern looks at; the type of mistakes if it does not fit that.
    fn pattern_type(&self, id: PatternId) -> Ty;

    /// The variable of a field in short, `Point { x }`, by where its name starts.
    fn bound(&self, at: u32) -> Option<LocalId> {
        self.resolved().modules[self.module().index()].bound.get(&at).copied()
    }
}

impl<'a> Context<'a> for Infer<'_, 'a> {
    fn program(&self) -> &'a Program {
        self.checker.program
    }

    fn resolved(&self) -> &'a Resolved {
        self.checker.resolved
    }

    fn module(&self) -> ModuleId {
        self.scope.module
    }

    fn types(&mut self) -> &mut Types {
        &mut self.checker.types
    }

    fn signatures(&self) -> &Signatures {
        &self.checker.signatures
    }

    fn builtins(&self) -> &Builtins {
        &self.checker.builtins
    }

    fn shallow(&self, ty: Ty) -> Ty {
        self.shallow(ty)
    }

    fn kind(&self, ty: Ty) -> Kind {
        self.kind(ty)
    }

    fn res(&self, id: PatternId) -> Res {
        self.res_of_pattern(id)
    }

    fn pattern_type(&self, id: PatternId) -> Ty {
        self.checker.modules[self.scope.module.index()].patterns[id.index()]
    }
}

/// A program whose types are all known.
pub(in crate::types) struct Finished<'t, 'a> {
    pub(in crate::types) program: &'a Program,
    pub(in crate::types) resolved: &'a Resolved,
    pub(in crate::types) typed: &'t mut Typed,
    pub(in crate::types) module: ModuleId,
}

impl<'a> Context<'a> for Finished<'_, 'a> {
    fn program(&self) -> &'a Program {
        self.program
    }

    fn resolved(&self) -> &'a Resolved {
        self.resolved
    }

    fn module(&self) -> ModuleId {
        self.module
    }

    fn types(&mut self) -> &mut Types {
        &mut self.typed.types
    }

    fn signatures(&self) -> &Signatures {
        &self.typed.signatures
    }

    fn builtins(&self) -> &Builtins {
        &self.typed.builtins
    }

    fn shallow(&self, ty: Ty) -> Ty {
        ty
    }

    fn kind(&self, ty: Ty) -> Kind {
        self.typed.types.kind(ty)
    }

    /// `Self::Red`, or `Hue::Red` where `Hue` is an alias: the type of the value says which enum is meant.
    fn res(&self, id: PatternId) -> Res {
        let ast = &self.program.module(self.module).ast;
        let res = self.resolved.modules[self.module.index()].patterns[id.index()];
        let path = match (res, ast.pattern(id)) {
            (Res::Member(_), Pattern::Path(path) | Pattern::Variant { path, .. } | Pattern::Struct { path, .. }) => {
                *path
            }
            _ => return res,
        };
        let name = ast.path(path).segments.last().map(|it| it.name.name);
        let Kind::Adt(item, _) = self.kind(self.pattern_type(id)) else { return res };
        match self.typed.signatures.adts.get(&item).map(|it| &it.shape) {
            Some(Shape::Enum(variants)) => {
                let found = variants.iter().position(|it| Some(it.name) == name);
                found.map_or(res, |index| Res::Variant(item, index as u32))
            }
            _ => res,
        }
    }

    fn pattern_type(&self, id: PatternId) -> Ty {
        self.typed.modules[self.module.index()].patterns[id.index()]
    }
}
