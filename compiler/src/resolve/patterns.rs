//! Patterns: the names they bind, and the variants, structs and constants they name.

use super::body::{Body, Seen};
use super::scope::{Target, takes_data, variants};
use super::{LocalId, LocalRole, Owner, Res, diagnostics};
use crate::ast::{Ident, ItemKind, PathId, Pattern, PatternId, Symbol, VariantData};

/// What happens to the names of a pattern.
enum How<'b> {
    /// They are declared, together with those of the patterns beside this one.
    Declare { mutable: bool, expected: bool, what: &'static str, bound: &'b mut Bound },
    /// They mean the variables that the first of several alternatives declared.
    Reuse { shared: &'b [(Ident, LocalId)], seen: &'b mut Vec<Symbol> },
}

/// The names that are declared so far, in order, and where each stands.
#[derive(Default)]
struct Bound {
    names: Vec<(Ident, LocalId)>,
    places: Seen,
}

impl How<'_> {
    /// The names that were bound so far.
    fn names(&self) -> Vec<Symbol> {
        match self {
            Self::Declare { bound, .. } => bound.names.iter().map(|(it, _)| it.name).collect(),
            Self::Reuse { seen, .. } => seen.to_vec(),
        }
    }

    /// The variables that were bound after `before`.
    fn bound_since(&self, before: &[Symbol]) -> Vec<(Ident, LocalId)> {
        match self {
            Self::Declare { bound, .. } => bound.names[before.len()..].to_vec(),
            Self::Reuse { shared, seen } => {
                let new = &seen[before.len()..];
                shared.iter().filter(|(it, _)| new.contains(&it.name)).copied().collect()
            }
        }
    }
}

impl Body<'_, '_> {
    /// Declares the names of a pattern in the current scope.
    pub(super) fn bind(&mut self, id: PatternId, mutable: bool, expected: bool) {
        self.pattern(id, &mut How::Declare { mutable, expected, what: "name", bound: &mut Bound::default() });
    }

    /// Declares the names of several patterns that stand side by side: parameters.
    pub(super) fn bind_all(&mut self, patterns: &[(PatternId, bool)], expected: bool) {
        let mut bound = Bound::default();
        for (pattern, mutable) in patterns {
            let mut how = How::Declare { mutable: *mutable, expected, what: "parameter", bound: &mut bound };
            self.pattern(*pattern, &mut how);
        }
    }

    fn pattern(&mut self, id: PatternId, how: &mut How<'_>) {
        let ast = self.ast;
        let res = match ast.pattern(id) {
            Pattern::Error | Pattern::Wildcard | Pattern::Literal(_) | Pattern::Range { .. } => return,
            Pattern::Rest(None) => return,
            Pattern::Name { name, inner } => {
                let constant = if inner.is_none() { self.constant(*name) } else { None };
                let res = constant.unwrap_or_else(|| self.name_of_pattern(*name, how));
                if let Some(inner) = inner {
                    self.pattern(*inner, how);
                }
                res
            }
            Pattern::Rest(Some(name)) => self.name_of_pattern(*name, how),
            Pattern::Path(path) => self.unit_path(*path),
            Pattern::Variant { path, fields } => {
                let res = self.tuple_path(*path);
                self.parts(fields, how);
                res
            }
            Pattern::Struct { path, fields, .. } => {
                let res = self.named_fields(*path);
                self.struct_fields(fields, how);
                res
            }
            Pattern::Tuple(elements) | Pattern::Array(elements) => return self.parts(elements, how),
            Pattern::Or(alternatives) => return self.alternatives(alternatives, how),
        };
        self.resolver.resolved.modules[self.module.index()].patterns[id.index()] = res;
    }

    fn parts(&mut self, parts: &[PatternId], how: &mut How<'_>) {
        for part in parts {
            self.pattern(*part, how);
            if let Pattern::Name { .. } = self.ast.pattern(*part) {
                let res = self.resolver.resolved.modules[self.module.index()].patterns[part.index()];
                self.has_role(res, LocalRole::Part);
            }
        }
    }

    fn struct_fields(&mut self, fields: &[crate::ast::FieldPattern], how: &mut How<'_>) {
        let mut seen = Seen::default();
        for field in fields {
            if !self.once(&mut seen, field.name, "field") {
                continue;
            }
            match field.pattern {
                Some(pattern) => self.pattern(pattern, how),
                None => {
                    let res = self.name_of_pattern(field.name, how);
                    if let Res::Local(local) = res {
                        self.binds(field.name.span, local);
                    }
                    self.has_role(res, LocalRole::Field);
                }
            }
        }
    }

    fn has_role(&mut self, res: Res, role: LocalRole) {
        if let Res::Local(local) = res {
            self.local(local).role = role;
        }
    }

    /// A name in a pattern: a new variable, or that of the first alternative.
    fn name_of_pattern(&mut self, name: Ident, how: &mut How<'_>) -> Res {
        match how {
            How::Declare { mutable, expected, what, bound } => {
                if let Some(first) = bound.places.get(&name.name) {
                    let diagnostic = diagnostics::repeated(what, self.text(name.name), name.span, *first);
                    self.resolver.report(diagnostic);
                    return Res::Error;
                }
                let local = self.declare(name, *mutable, *expected);
                bound.names.push((name, local));
                bound.places.insert(name.name, name.span);
                Res::Local(local)
            }
            How::Reuse { shared, seen } => {
                let first = shared.iter().find(|(it, _)| it.name == name.name);
                let diagnostic = match first {
                    _ if seen.contains(&name.name) => {
                        diagnostics::repeated("name", self.text(name.name), name.span, name.span)
                    }
                    None => diagnostics::only_in_alternative(self.text(name.name), name.span),
                    Some((_, local)) => {
                        seen.push(name.name);
                        return Res::Local(*local);
                    }
                };
                seen.push(name.name);
                self.resolver.report(diagnostic);
                Res::Error
            }
        }
    }

    /// All alternatives bind the same names: the variables are those of the first.
    fn alternatives(&mut self, alternatives: &[PatternId], how: &mut How<'_>) {
        let Some((first, others)) = alternatives.split_first() else { return };
        let before = how.names();
        self.pattern(*first, how);
        let shared = how.bound_since(&before);
        for other in others {
            let mut seen = match how {
                How::Declare { .. } => Vec::new(),
                How::Reuse { .. } => before.clone(),
            };
            self.pattern(*other, &mut How::Reuse { shared: &shared, seen: &mut seen });
            self.report_uneven(*other, &shared, &seen);
        }
    }

    /// An alternative with names of its own was told so; that it lacks others follows.
    fn report_uneven(&mut self, at: PatternId, shared: &[(Ident, LocalId)], seen: &[Symbol]) {
        let has_own = seen.iter().any(|it| !shared.iter().any(|(name, _)| name.name == *it));
        let missing = shared.iter().find(|(name, _)| !seen.contains(&name.name)).map(|(name, _)| *name);
        if let Some(name) = missing.filter(|_| !has_own) {
            let span = self.ast.pattern_span(at);
            let diagnostic = diagnostics::missing_in_alternative(self.text(name.name), span, name.span);
            self.resolver.report(diagnostic);
        }
    }

    /// The constant or the variant without data that a bare name means; any other name is bound.
    fn constant(&mut self, name: Ident) -> Option<Res> {
        if !self.resolver.scope_has(self.module, name.name) {
            return None;
        }
        match self.resolver.item(self.module, name)? {
            Target::Item(id) if matches!(self.resolver.item_kind(id), ItemKind::Const(_)) => Some(Res::Item(id)),
            Target::Variant(id, index) => Some(Res::Variant(id, index)),
            _ => None,
        }
    }

    /// A path without data behind it: a variant without data, or a constant.
    fn unit_path(&mut self, path: PathId) -> Res {
        let res = self.path(path);
        let Some(last) = self.ast.path(path).segments.last() else { return res };
        match res {
            Res::Item(id) if matches!(self.resolver.item_kind(id), ItemKind::Const(_)) => res,
            Res::Item(id) => self.wrong_kind(last.name, self.resolver.item_kind(id).word(), "a pattern", Res::Error),
            Res::Member(Owner::Generic(_)) | Res::ToolFunction(..) => {
                self.wrong_kind(last.name, "function", "a pattern", Res::Error)
            }
            Res::Module(_) => self.wrong_kind(last.name, "module", "a pattern", Res::Error),
            _ => res,
        }
    }

    /// A path with data in parentheses: a variant.
    fn tuple_path(&mut self, path: PathId) -> Res {
        let res = self.path(path);
        let Some(last) = self.ast.path(path).segments.last() else { return res };
        let is = match res {
            Res::Variant(id, index) => return self.with_tuple_data(path, last.name, id, index),
            Res::Error | Res::Member(Owner::SelfType | Owner::Item(_)) => return res,
            Res::Item(id) => self.resolver.item_kind(id).word(),
            Res::Local(_) => "variable",
            Res::Member(_) | Res::ToolFunction(..) => "function",
            _ => "module or type",
        };
        self.wrong_kind(last.name, is, "a variant", Res::Error)
    }

    fn with_tuple_data(&mut self, path: PathId, name: Ident, id: super::ItemId, index: u32) -> Res {
        let program = self.resolver.program;
        let Some(variant) = variants(program, id).get(index as usize) else { return Res::Error };
        if takes_data(&variant.data) {
            return Res::Variant(id, index);
        }
        let has_fields = matches!(variant.data, VariantData::Named(_));
        let written = program.sources.slice(self.ast.path(path).span);
        let diagnostic = diagnostics::no_tuple_data(self.text(name.name), written, has_fields, name.span);
        self.resolver.report(diagnostic);
        Res::Error
    }
}
