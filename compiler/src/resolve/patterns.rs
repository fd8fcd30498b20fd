//! Patterns: the names they bind, and the variants, structs and constants they name.

use super::body::{Body, Seen};
use super::scope::{Target, takes_data, variants};
use super::{LocalRole, Res, diagnostics};
use crate::ast::{Ident, ItemKind, PathId, Pattern, PatternId, Symbol, VariantData};

/// The names that one pattern binds so far.
#[derive(Default)]
struct Bound {
    names: Vec<(Ident, super::LocalId)>,
    /// What the names are, in a message.
    what: &'static str,
}

impl Body<'_, '_> {
    /// Declares the names of a pattern in the current scope.
    pub(super) fn bind(&mut self, id: PatternId, mutable: bool, expected: bool) {
        self.bind_into(id, mutable, expected, &mut Bound { what: "name", ..Bound::default() });
    }

    /// Declares the names of several patterns that stand side by side, such as parameters.
    pub(super) fn bind_all(&mut self, patterns: &[(PatternId, bool)], expected: bool) {
        let mut bound = Bound { what: "parameter", ..Bound::default() };
        for (pattern, mutable) in patterns {
            self.bind_into(*pattern, *mutable, expected, &mut bound);
        }
    }

    fn bind_into(&mut self, id: PatternId, mutable: bool, expected: bool, bound: &mut Bound) {
        let ast = self.ast;
        match ast.pattern(id) {
            Pattern::Error | Pattern::Wildcard | Pattern::Literal(_) | Pattern::Range { .. } => {}
            Pattern::Name { name, inner } => {
                let res = match (self.constant(*name), inner) {
                    (Some(res), None) => res,
                    _ => self.bind_name(*name, mutable, expected, bound),
                };
                self.set_pattern(id, res);
                if let Some(inner) = inner {
                    self.bind_into(*inner, mutable, expected, bound);
                }
            }
            Pattern::Rest(Some(name)) => {
                let res = self.bind_name(*name, mutable, expected, bound);
                self.set_pattern(id, res);
            }
            Pattern::Rest(None) => {}
            Pattern::Path(path) => {
                let res = self.unit_path(*path);
                self.set_pattern(id, res);
            }
            Pattern::Variant { path, fields } => {
                let res = self.tuple_path(*path);
                self.set_pattern(id, res);
                for field in fields {
                    self.bind_part(*field, mutable, expected, bound);
                }
            }
            Pattern::Struct { path, fields, .. } => {
                let res = self.named_fields(*path);
                self.set_pattern(id, res);
                let mut seen = Seen::default();
                for field in fields {
                    if !self.once(&mut seen, field.name, "field") {
                        continue;
                    }
                    match field.pattern {
                        Some(pattern) => self.bind_into(pattern, mutable, expected, bound),
                        None => {
                            let res = self.bind_name(field.name, mutable, expected, bound);
                            self.has_role(res, LocalRole::Field);
                        }
                    }
                }
            }
            Pattern::Tuple(elements) | Pattern::Array(elements) => {
                for element in elements {
                    self.bind_part(*element, mutable, expected, bound);
                }
            }
            Pattern::Or(alternatives) => self.bind_alternatives(alternatives, mutable, expected, bound),
        }
    }

    fn bind_part(&mut self, id: PatternId, mutable: bool, expected: bool, bound: &mut Bound) {
        self.bind_into(id, mutable, expected, bound);
        if let Pattern::Name { .. } = self.ast.pattern(id) {
            let res = self.resolver.resolved.modules[self.module.index()].patterns[id.index()];
            self.has_role(res, LocalRole::Part);
        }
    }

    fn has_role(&mut self, res: Res, role: LocalRole) {
        if let Res::Local(local) = res {
            self.local(local).role = role;
        }
    }

    fn set_pattern(&mut self, id: PatternId, res: Res) {
        self.resolver.resolved.modules[self.module.index()].patterns[id.index()] = res;
    }

    fn bind_name(&mut self, name: Ident, mutable: bool, expected: bool, bound: &mut Bound) -> Res {
        if let Some((first, _)) = bound.names.iter().find(|(it, _)| it.name == name.name) {
            let diagnostic = diagnostics::repeated(bound.what, self.text(name.name), name.span, first.span);
            self.resolver.report(diagnostic);
            return Res::Error;
        }
        let local = self.declare(name, mutable, expected);
        bound.names.push((name, local));
        Res::Local(local)
    }

    /// All alternatives bind the same names: the variables are those of the first.
    fn bind_alternatives(&mut self, alternatives: &[PatternId], mutable: bool, expected: bool, bound: &mut Bound) {
        let outside = bound.names.len();
        let Some((first, others)) = alternatives.split_first() else { return };
        self.bind_into(*first, mutable, expected, bound);
        let shared: Vec<(Ident, super::LocalId)> = bound.names[outside..].to_vec();
        for other in others {
            let mut seen = Vec::new();
            self.rebind(*other, &shared, &mut seen);
            // An alternative with names of its own was told so; that it lacks others follows.
            if seen.iter().all(|it| shared.iter().any(|(name, _)| name.name == *it)) {
                self.report_uneven(*other, &shared, &seen);
            }
        }
    }

    fn report_uneven(&mut self, at: PatternId, shared: &[(Ident, super::LocalId)], seen: &[Symbol]) {
        let missing = shared.iter().find(|(name, _)| !seen.contains(&name.name)).map(|(name, _)| *name);
        if let Some(name) = missing {
            let span = self.ast.pattern_span(at);
            let diagnostic = diagnostics::missing_in_alternative(self.text(name.name), span, name.span);
            self.resolver.report(diagnostic);
        }
    }

    /// A further alternative: its names mean the variables of the first.
    fn rebind(&mut self, id: PatternId, shared: &[(Ident, super::LocalId)], seen: &mut Vec<Symbol>) {
        let ast = self.ast;
        match ast.pattern(id) {
            Pattern::Error | Pattern::Wildcard | Pattern::Literal(_) | Pattern::Range { .. } | Pattern::Rest(None) => {}
            Pattern::Name { name, inner } => {
                let res = match (self.constant(*name), inner) {
                    (Some(res), None) => res,
                    _ => self.rebind_name(*name, shared, seen),
                };
                self.set_pattern(id, res);
                if let Some(inner) = inner {
                    self.rebind(*inner, shared, seen);
                }
            }
            Pattern::Rest(Some(name)) => {
                let res = self.rebind_name(*name, shared, seen);
                self.set_pattern(id, res);
            }
            Pattern::Path(path) => {
                let res = self.unit_path(*path);
                self.set_pattern(id, res);
            }
            Pattern::Variant { path, fields } => {
                let res = self.tuple_path(*path);
                self.set_pattern(id, res);
                for field in fields {
                    self.rebind(*field, shared, seen);
                }
            }
            Pattern::Struct { path, fields, .. } => {
                let res = self.named_fields(*path);
                self.set_pattern(id, res);
                for field in fields {
                    match field.pattern {
                        Some(pattern) => self.rebind(pattern, shared, seen),
                        None => {
                            self.rebind_name(field.name, shared, seen);
                        }
                    }
                }
            }
            Pattern::Tuple(elements) | Pattern::Array(elements) => {
                for element in elements {
                    self.rebind(*element, shared, seen);
                }
            }
            Pattern::Or(alternatives) => self.rebind_alternatives(alternatives, shared, seen),
        }
    }

    fn rebind_alternatives(
        &mut self,
        alternatives: &[PatternId],
        shared: &[(Ident, super::LocalId)],
        seen: &mut Vec<Symbol>,
    ) {
        let before = seen.clone();
        for (index, alternative) in alternatives.iter().enumerate() {
            let mut these = before.clone();
            self.rebind(*alternative, shared, &mut these);
            if index == 0 {
                seen.clone_from(&these);
            } else if let Some(name) = seen.iter().find(|it| !these.contains(it)).copied() {
                let bound = shared.iter().find(|(it, _)| it.name == name).map(|(it, _)| it.span).unwrap_or_default();
                let span = self.ast.pattern_span(*alternative);
                let diagnostic = diagnostics::missing_in_alternative(self.text(name), span, bound);
                self.resolver.report(diagnostic);
            }
        }
    }

    fn rebind_name(&mut self, name: Ident, shared: &[(Ident, super::LocalId)], seen: &mut Vec<Symbol>) -> Res {
        if seen.contains(&name.name) {
            let diagnostic = diagnostics::repeated("name", self.text(name.name), name.span, name.span);
            self.resolver.report(diagnostic);
            return Res::Error;
        }
        seen.push(name.name);
        match shared.iter().find(|(it, _)| it.name == name.name) {
            Some((_, local)) => Res::Local(*local),
            None => {
                let diagnostic = diagnostics::only_in_alternative(self.text(name.name), name.span);
                self.resolver.report(diagnostic);
                Res::Error
            }
        }
    }

    /// The constant or the variant without data that a bare name means; any other name is bound.
    fn constant(&mut self, name: Ident) -> Option<Res> {
        if self.resolver.scope_has(self.module, name.name) {
            match self.resolver.item(self.module, name)? {
                Target::Item(id) if matches!(self.resolver.item_kind(id), ItemKind::Const(_)) => {
                    return Some(Res::Item(id));
                }
                Target::Variant(id, index) => return Some(Res::Variant(id, index)),
                _ => {}
            }
        }
        None
    }

    /// A path without data behind it: a variant without data, or a constant.
    fn unit_path(&mut self, path: PathId) -> Res {
        let res = self.path(path);
        let Some(last) = self.ast.path(path).segments.last() else { return res };
        match res {
            Res::Item(id) if matches!(self.resolver.item_kind(id), ItemKind::Const(_)) => res,
            Res::Item(id) => self.wrong_kind(last.name, self.resolver.item_kind(id).word(), "a pattern", Res::Error),
            Res::Member(_) | Res::ToolFunction(..) => self.wrong_kind(last.name, "function", "a pattern", Res::Error),
            Res::Module(_) => self.wrong_kind(last.name, "module", "a pattern", Res::Error),
            _ => res,
        }
    }

    /// A path with data in parentheses: a variant.
    fn tuple_path(&mut self, path: PathId) -> Res {
        let res = self.unit_or_tuple(path);
        let Some(last) = self.ast.path(path).segments.last() else { return res };
        if let Res::Variant(id, index) = res {
            let program = self.resolver.program;
            let Some(variant) = variants(program, id).get(index as usize) else { return res };
            if !takes_data(&variant.data) {
                let has_fields = matches!(variant.data, VariantData::Named(_));
                let written = self.resolver.program.sources.slice(self.ast.path(path).span);
                let diagnostic =
                    diagnostics::no_tuple_data(self.text(last.name.name), written, has_fields, last.name.span);
                self.resolver.report(diagnostic);
                return Res::Error;
            }
        }
        res
    }

    fn unit_or_tuple(&mut self, path: PathId) -> Res {
        let res = self.path(path);
        let Some(last) = self.ast.path(path).segments.last() else { return res };
        match res {
            Res::Variant(..) | Res::Error => res,
            Res::Item(id) => self.wrong_kind(last.name, self.resolver.item_kind(id).word(), "a variant", Res::Error),
            Res::Local(_) => self.wrong_kind(last.name, "variable", "a variant", Res::Error),
            Res::Member(_) | Res::ToolFunction(..) => self.wrong_kind(last.name, "function", "a variant", Res::Error),
            _ => self.wrong_kind(last.name, "module or type", "a variant", Res::Error),
        }
    }
}
