//! Written types to types.

use super::{Alias, Scope, TraitRef};
use crate::ast::{self, ItemKind, PathId, Symbol, Type, TypeId};
use crate::resolve::{ItemId, Res};
use crate::source::Span;
use crate::types::ty::{Kind, Substitution, Ty};
use crate::types::{Checker, diagnostics};

impl<'a> Checker<'a> {
    /// A type that is written somewhere.
    pub(in crate::types) fn lower(&mut self, id: TypeId, scope: &Scope) -> Ty {
        let ast = self.ast(scope.module);
        let ty = self.lower_any(id, scope, ast);
        if self.types.was_too_deep() {
            self.report(diagnostics::type_too_deep(ast.type_span(id)));
        }
        ty
    }

    fn lower_any(&mut self, id: TypeId, scope: &Scope, ast: &'a ast::Ast) -> Ty {
        match ast.type_(id) {
            Type::Error => self.types.error(),
            Type::Name(name) => self.lower_name(id, name.span, &[], scope),
            Type::Path(path) => self.lower_path(id, *path, scope),
            Type::Literal(text) => self.types.literal(&[*text]),
            Type::Union(members) => self.lower_union(members, scope),
            Type::Optional(inner) => {
                let inner = self.lower_any(*inner, scope, ast);
                self.types.adt(self.builtins.option, &[inner])
            }
            Type::Tuple(parts) => {
                let parts = self.lower_all(parts, scope);
                self.types.tuple(&parts)
            }
            Type::Fn { params, result } => {
                let params = self.lower_all(params, scope);
                let result = result.map_or(self.types.unit(), |it| self.lower_any(it, scope, ast));
                self.types.function(&params, result)
            }
        }
    }

    pub(in crate::types) fn lower_all(&mut self, ids: &[TypeId], scope: &Scope) -> Vec<Ty> {
        let ast = self.ast(scope.module);
        ids.iter().map(|it| self.lower_any(*it, scope, ast)).collect()
    }

    fn lower_path(&mut self, id: TypeId, path: PathId, scope: &Scope) -> Ty {
        let path = self.ast(scope.module).path(path);
        let Some(last) = path.segments.last() else { return self.types.error() };
        let args = self.lower_all(&last.args, scope);
        self.lower_name(id, path.span, &args, scope)
    }

    fn lower_name(&mut self, id: TypeId, span: Span, args: &[Ty], scope: &Scope) -> Ty {
        match self.resolved.modules[scope.module.index()].types[id.index()] {
            Res::Item(item) => self.named(item, args, span),
            Res::Generic(at) => match scope.params.get(at as usize) {
                Some(param) if args.is_empty() => self.types.add(Kind::Param(*param)),
                Some(param) => {
                    let name = self.text(self.signatures.params[param.0 as usize].name);
                    self.report(diagnostics::type_arguments(name, 0, args.len(), span));
                    self.types.error()
                }
                None => self.types.error(),
            },
            Res::SelfType => scope.self_type.unwrap_or(self.types.error()),
            _ => self.types.error(),
        }
    }

    /// A declared type with all its arguments; an alias is followed.
    pub(in crate::types) fn named(&mut self, item: ItemId, args: &[Ty], span: Span) -> Ty {
        if item == self.builtins.never {
            return self.types.never();
        }
        let params = self.signatures.scopes.get(&item).cloned().unwrap_or_default();
        if params.len() != args.len() {
            let name = self.item_name(item);
            self.report(diagnostics::type_arguments(name, params.len(), args.len(), span));
            return self.types.error();
        }
        if !matches!(self.item_kind(item), ItemKind::Alias(_)) {
            if let ([key, ..], true) = (args, item == self.builtins.map || item == self.builtins.set) {
                self.written_key(*key, span);
            }
            return self.types.adt(item, args);
        }
        let target = self.alias(item);
        self.types.substitute(target, &Substitution::new(&params, args))
    }

    /// What an alias stands for.
    pub(super) fn alias(&mut self, id: ItemId) -> Ty {
        let ItemKind::Alias(it) = self.item_kind(id) else { return self.types.error() };
        match self.signatures.aliases.get(&id).cloned() {
            Some(Alias::Done(ty)) => ty,
            Some(Alias::Following) => {
                let name = self.text(it.name.name);
                self.report(diagnostics::endless_alias(name, it.name.span));
                self.signatures.aliases.insert(id, Alias::Done(self.types.error()));
                self.types.error()
            }
            Some(Alias::Waiting) | None => {
                self.signatures.aliases.insert(id, Alias::Following);
                let scope = self.signatures.scope(id);
                let ty = self.lower(it.target, &scope);
                // An alias that stands for itself was made a mistake meanwhile.
                let ty = match self.signatures.aliases.get(&id) {
                    Some(Alias::Done(ty)) => *ty,
                    _ => ty,
                };
                self.signatures.aliases.insert(id, Alias::Done(ty));
                ty
            }
        }
    }

    /// What an alias stands for, if it is one.
    pub(in crate::types) fn alias_target(&self, id: ItemId) -> Option<Ty> {
        match self.signatures.aliases.get(&id) {
            Some(Alias::Done(ty)) => Some(*ty),
            _ => None,
        }
    }

    fn lower_union(&mut self, members: &[TypeId], scope: &Scope) -> Ty {
        let ast = self.ast(scope.module);
        let mut texts: Vec<Symbol> = Vec::new();
        for member in members {
            let ty = self.lower_any(*member, scope, ast);
            match self.types.kind(ty) {
                Kind::Literal(more) => {
                    let more: Vec<Symbol> =
                        self.types.texts(more).iter().filter(|it| !texts.contains(it)).copied().collect();
                    texts.extend(more);
                }
                Kind::Error => return ty,
                _ => {
                    let shown = self.show_plain(ty);
                    self.report(diagnostics::bad_union(&shown, ast.type_span(*member)));
                    return self.types.error();
                }
            }
        }
        self.types.literal(&texts)
    }

    /// A bound, or the trait of an `impl`.
    pub(super) fn lower_trait(&mut self, id: TypeId, scope: &Scope) -> Option<TraitRef> {
        let Res::Item(item) = self.resolved.modules[scope.module.index()].types[id.index()] else { return None };
        let ast = self.ast(scope.module);
        let args = match ast.type_(id) {
            Type::Path(path) => ast.path(*path).segments.last().map_or(&[][..], |it| &it.args),
            _ => &[],
        };
        let args = self.lower_all(args, scope);
        let wanted = self.signatures.scopes.get(&item).map_or(0, |it| it.len());
        if wanted != args.len() {
            let name = self.item_name(item);
            self.report(diagnostics::type_arguments(name, wanted, args.len(), ast.type_span(id)));
            return None;
        }
        Some(TraitRef { item, args })
    }
}
