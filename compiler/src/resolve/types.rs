//! Written types.

use super::body::Body;
use super::scope::Target;
use super::{Res, diagnostics, library};
use crate::ast::{Ident, ItemKind, PathId, Type, TypeId};
use crate::diagnostic::suggest::nearest;

/// What a written type is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Type,
    Trait,
}

impl Body<'_, '_> {
    pub(super) fn type_(&mut self, id: TypeId) {
        self.type_for(id, Wanted::Type);
    }

    /// A bound, or the trait of an `impl`.
    pub(super) fn trait_(&mut self, id: TypeId) {
        self.type_for(id, Wanted::Trait);
    }

    fn type_for(&mut self, id: TypeId, wanted: Wanted) {
        let ast = self.ast;
        let res = match ast.type_(id) {
            Type::Name(name) => self.type_name(*name, wanted),
            Type::Path(path) => self.type_path(*path, wanted),
            Type::Union(members) | Type::Tuple(members) => {
                for member in members {
                    self.type_(*member);
                }
                Res::None
            }
            Type::Optional(inner) => {
                self.type_(*inner);
                Res::None
            }
            Type::Fn { params, result } => {
                for param in params.iter().chain(result) {
                    self.type_(*param);
                }
                Res::None
            }
            Type::Literal(_) => Res::None,
            Type::Error => Res::Error,
        };
        self.resolver.resolved.modules[self.module.index()].types[id.index()] = res;
    }

    fn type_name(&mut self, name: Ident, wanted: Wanted) -> Res {
        if name.name == self.resolver.words.self_type {
            if self.has_self_type {
                return Res::SelfType;
            }
            let diagnostic = diagnostics::no_self("Self", name.span);
            self.resolver.report(diagnostic);
            return Res::Error;
        }
        if let Some(at) = self.generic(name.name) {
            return Res::Generic(at);
        }
        match self.resolver.item(self.module, name) {
            Some(target) => self.fitting(name, target, wanted),
            None => self.unknown_type(name, wanted),
        }
    }

    fn type_path(&mut self, path: PathId, wanted: Wanted) -> Res {
        let ast = self.ast;
        let Some(last) = ast.path(path).segments.last() else { return Res::Error };
        if let [one] = &*ast.path(path).segments {
            for arg in &one.args {
                self.type_(*arg);
            }
            return self.type_name(one.name, wanted);
        }
        match self.path(path) {
            Res::Item(id) => self.fitting(last.name, Target::Item(id), wanted),
            Res::Variant(id, index) => self.fitting(last.name, Target::Variant(id, index), wanted),
            Res::Module(id) => self.fitting(last.name, Target::Module(id), wanted),
            Res::Member(_) => self.wrong_kind(last.name, "function", word(wanted), Res::Error),
            other => other,
        }
    }

    fn fitting(&mut self, name: Ident, target: Target, wanted: Wanted) -> Res {
        let id = match target {
            Target::Item(id) => id,
            Target::Variant(..) => return self.wrong_kind(name, "variant", word(wanted), Res::Error),
            Target::Module(_) => return self.wrong_kind(name, "module", word(wanted), Res::Error),
            Target::Import(_) => return Res::Error,
        };
        let kind = self.resolver.item_kind(id);
        let is_trait = matches!(kind, ItemKind::Trait(_));
        let is_type =
            matches!(kind, ItemKind::Struct(_) | ItemKind::Schema(_) | ItemKind::Enum(_) | ItemKind::Alias(_));
        match wanted {
            Wanted::Trait if is_trait => Res::Item(id),
            Wanted::Type if is_type => Res::Item(id),
            Wanted::Type if is_trait => {
                let diagnostic = diagnostics::trait_as_type(self.text(name.name), name.span);
                self.resolver.report(diagnostic);
                Res::Error
            }
            _ => {
                let is = if self.resolver.is_builtin(id) { "type" } else { kind.word() };
                self.wrong_kind(name, is, word(wanted), Res::Error)
            }
        }
    }

    fn unknown_type(&mut self, name: Ident, wanted: Wanted) -> Res {
        if self.is_old_news(name.name) {
            return Res::Error;
        }
        let text = self.text(name.name);
        let elsewhere = library::type_elsewhere(text);
        let candidates = self.resolver.visible_names(self.module, |kind| match wanted {
            Wanted::Trait => matches!(kind, ItemKind::Trait(_)),
            Wanted::Type => {
                matches!(kind, ItemKind::Struct(_) | ItemKind::Schema(_) | ItemKind::Enum(_) | ItemKind::Alias(_))
            }
        });
        let generics: Vec<&str> = self.generics.iter().map(|it| self.text(it.name)).collect();
        let near = match elsewhere {
            Some(_) => None,
            None if !self.resolver.may_suggest() => None,
            None => nearest(text, candidates.into_iter().chain(generics)),
        };
        let diagnostic = diagnostics::unknown_type(text, word(wanted), name.span, near).help(elsewhere);
        self.resolver.report(diagnostic);
        Res::Error
    }
}

fn word(wanted: Wanted) -> &'static str {
    match wanted {
        Wanted::Type => "a type",
        Wanted::Trait => "a trait",
    }
}
