//! Patterns: the types of the names they bind, and whether they fit what they look at.

use super::{Infer, Why};
use crate::ast::{Ast, Expr, ExprId, FieldPattern, Pattern, PatternId, Symbol, UnaryOp};
use crate::resolve::{ItemId, LocalId, Res};
use crate::source::Span;
use crate::types::signatures::{DataSig, FieldSig};
use crate::types::ty::{Kind, Ty};
use crate::types::{diagnostics, exhaustive};

const MATCHED: Why = Why::Of("the value that is matched has this type");

/// A value that a pattern compares with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Constant {
    /// A whole number, or the milliseconds of a duration.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// A truth value.
    Bool(bool),
    /// A text.
    Text(Symbol),
}

impl Infer<'_, '_> {
    /// A pattern that every value must match.
    pub(in crate::types) fn bind_irrefutable(&mut self, id: PatternId, ty: Ty, what: &'static str) {
        self.bind_pattern(id, ty);
        if self.is_plain(id) || self.has_mistake(ty) {
            return;
        }
        if let Some(witness) = exhaustive::refutable(self, ty, id) {
            let at = self.ast.pattern_span(id);
            self.report(diagnostics::refutable(what, &witness, at));
        }
    }

    fn is_plain(&self, id: PatternId) -> bool {
        match self.ast.pattern(id) {
            Pattern::Name { inner: None, .. } => matches!(self.pattern_res(id), Res::Local(_) | Res::Error),
            Pattern::Wildcard | Pattern::Error => true,
            _ => false,
        }
    }

    /// The variables of a pattern that looks at a value of type `ty`.
    pub(super) fn bind_pattern(&mut self, id: PatternId, ty: Ty) {
        self.checker.modules[self.module.index()].patterns[id.index()] = ty;
        self.touched_patterns.push(id);
        let ast = self.ast;
        let span = ast.pattern_span(id);
        match ast.pattern(id) {
            Pattern::Error | Pattern::Wildcard | Pattern::Rest(None) => {}
            Pattern::Literal(literal) => {
                let found = self.compared(*literal, ty);
                self.mark(id, found);
            }
            Pattern::Range { start, end, .. } => self.range_pattern(id, [*start, *end], ty, span),
            Pattern::Name { inner, .. } => {
                self.named_pattern(id, ty, span);
                if let Some(inner) = inner {
                    self.bind_pattern(*inner, ty);
                }
            }
            Pattern::Rest(Some(_)) | Pattern::Path(_) => self.named_pattern(id, ty, span),
            Pattern::Variant { fields, .. } => match self.pattern_res(id) {
                Res::Variant(item, index) => self.variant_pattern(item, index, fields, ty, span),
                _ => self.bind_errors(fields),
            },
            Pattern::Struct { fields, rest, .. } => self.struct_pattern(id, fields, *rest, ty, span),
            Pattern::Tuple(elements) => self.tuple_pattern(elements, ty, span),
            Pattern::Array(elements) => self.array_pattern(elements, ty, span),
            Pattern::Or(alternatives) => self.alternatives(alternatives, ty),
        }
    }

    /// A bare name or path: a variable, a variant without data, or a constant.
    fn named_pattern(&mut self, id: PatternId, ty: Ty, span: Span) {
        match self.pattern_res(id) {
            Res::Local(local) => self.bind_local(local, ty),
            Res::Variant(item, index) => self.variant_pattern(item, index, &[], ty, span),
            Res::Item(item) => {
                self.uses_item(item);
                let found = self.checker.signatures.consts.get(&item).copied().unwrap_or(self.error());
                if !self.fits(found, ty) {
                    self.mismatch(found, ty, span, MATCHED);
                    self.mark(id, self.error());
                }
            }
            _ => {}
        }
    }

    /// A variable may be bound by several alternatives: they all have one type.
    fn bind_local(&mut self, local: LocalId, ty: Ty) {
        self.set_local(local, ty);
    }

    fn alternatives(&mut self, alternatives: &[PatternId], ty: Ty) {
        let before = self.touched_locals.len();
        for (at, alternative) in alternatives.iter().enumerate() {
            let known: Vec<(LocalId, Ty)> =
                self.touched_locals[before..].iter().map(|it| (*it, self.local(*it))).collect();
            self.bind_pattern(*alternative, ty);
            if at == 0 {
                continue;
            }
            for (local, first) in known {
                let found = self.local(local);
                if self.join(first, found).is_none() {
                    let span = self.ast.pattern_span(*alternative);
                    let declared = self.checker.resolved.modules[self.module.index()].locals[local.0 as usize].span;
                    let why = Why::At(declared, "the first alternative binds the name to this");
                    self.mismatch(found, first, span, why);
                }
            }
        }
    }

    fn bind_errors(&mut self, patterns: &[PatternId]) {
        let error = self.error();
        for pattern in patterns {
            self.bind_pattern(*pattern, error);
        }
    }

    /// A literal that a value is compared with. It does not become `Json`: that has variants to match on.
    fn compared(&mut self, literal: ExprId, ty: Ty) -> Ty {
        if !self.is_json_literal(literal, ty) {
            return self.check(literal, ty, MATCHED);
        }
        let found = self.infer(literal);
        self.decide(found);
        let (at, shown) = (self.ast.expr_span(literal), self.show(found));
        self.report(diagnostics::json_pattern(&shown, at));
        self.error()
    }

    /// A pattern that does not fit says nothing about what others cover.
    fn mark(&mut self, id: PatternId, found: Ty) {
        if self.is_error(found) {
            self.checker.modules[self.module.index()].patterns[id.index()] = self.error();
        }
    }

    fn range_pattern(&mut self, id: PatternId, sides: [Option<ExprId>; 2], ty: Ty, span: Span) {
        for side in sides.into_iter().flatten() {
            let found = self.compared(side, ty);
            self.mark(id, found);
            if self.is_error(found) {
                return;
            }
        }
        let builtins = &self.checker.builtins;
        let known = [builtins.int, builtins.float, builtins.string, builtins.duration, self.error()];
        let ty = self.shallow(ty);
        if !known.contains(&ty) && sides.iter().all(Option::is_none) {
            let shown = self.show(ty);
            self.report(diagnostics::pattern_of_other_kind(&shown, "a range", span));
        }
    }

    /// Whether a pattern's type and the value's are the same; the value's may be narrower inside.
    fn pattern_fits(&mut self, found: Ty, ty: Ty, span: Span) -> bool {
        // The value's type decides about the parameters of the pattern's.
        if self.fits(ty, found) || self.fits(found, ty) {
            return true;
        }
        self.mismatch(found, ty, span, MATCHED);
        false
    }

    fn variant_pattern(&mut self, item: ItemId, index: u32, fields: &[PatternId], ty: Ty, span: Span) {
        let Some((found, data)) = self.variant(item, index, span) else { return self.bind_errors(fields) };
        if !self.pattern_fits(found, ty, span) {
            return self.bind_errors(fields);
        }
        let types = match data {
            DataSig::Tuple(types) => types,
            DataSig::Unit => Vec::new(),
            DataSig::Named(known) => {
                let name = self.variant_name(item, index);
                let known: Vec<&str> = known.iter().map(|it| self.text(it.name)).collect();
                self.report(diagnostics::variant_needs_fields(&name, &known, span));
                return self.bind_errors(fields);
            }
        };
        if types.len() != fields.len() {
            let name = self.variant_name(item, index);
            self.report(diagnostics::variant_pattern_count(&name, types.len(), fields.len(), span));
            return self.bind_errors(fields);
        }
        for (field, ty) in fields.iter().zip(types) {
            self.bind_pattern(*field, ty);
        }
    }

    fn struct_pattern(&mut self, id: PatternId, fields: &[FieldPattern], rest: bool, ty: Ty, span: Span) {
        let shape = self.pattern_shape(id, span).filter(|(found, _)| {
            let found = *found;
            self.pattern_fits(found, ty, span)
        });
        let Some((found, known)) = shape else {
            let error = self.error();
            for field in fields {
                self.field_pattern(field, error);
            }
            return;
        };
        for field in fields {
            let sig = known.iter().find(|it| it.name == field.name.name);
            let ty = sig.map_or(self.error(), |it| it.ty);
            if sig.is_none() {
                self.unknown_field(found, field.name, &known);
            }
            self.field_pattern(field, ty);
        }
        let is_missing = |it: &&FieldSig| !fields.iter().any(|field| field.name.name == it.name);
        let missing: Vec<&str> = known.iter().filter(is_missing).map(|it| self.text(it.name)).collect();
        if !rest && !missing.is_empty() {
            self.report(diagnostics::pattern_misses_fields(&missing, span));
        }
    }

    /// `x: pattern`, or `x` alone, which binds `x`.
    fn field_pattern(&mut self, field: &FieldPattern, ty: Ty) {
        match field.pattern {
            Some(pattern) => self.bind_pattern(pattern, ty),
            None => {
                let bound = &self.checker.resolved.modules[self.module.index()].bound;
                if let Some(local) = bound.get(&field.name.span.start).copied() {
                    self.bind_local(local, ty);
                }
            }
        }
    }

    fn pattern_shape(&mut self, id: PatternId, span: Span) -> Option<(Ty, Vec<FieldSig>)> {
        match self.pattern_res(id) {
            Res::Variant(item, index) => match self.variant(item, index, span)? {
                (found, DataSig::Named(fields)) => Some((found, fields)),
                (found, _) => Some((found, Vec::new())),
            },
            Res::Item(item) => {
                let ty = self.named_type(item, Vec::new(), span);
                self.struct_fields(ty, span)
            }
            Res::SelfType => self.struct_fields(self.scope.self_type?, span),
            _ => None,
        }
    }

    fn tuple_pattern(&mut self, elements: &[PatternId], ty: Ty, span: Span) {
        let parts = match self.kind(ty) {
            Kind::Tuple(parts) => self.checker.types.list(parts).to_vec(),
            Kind::Var(_) => {
                let parts: Vec<Ty> = elements.iter().map(|it| self.fresh(self.ast.pattern_span(*it))).collect();
                let tuple = self.checker.types.tuple(&parts);
                self.fits(tuple, ty);
                parts
            }
            Kind::Error | Kind::Never => return self.bind_errors(elements),
            _ => {
                let shown = self.show(ty);
                self.report(diagnostics::pattern_of_other_kind(&shown, "a tuple", span));
                return self.bind_errors(elements);
            }
        };
        if parts.len() != elements.len() {
            let shown = self.show(ty);
            self.report(diagnostics::tuple_pattern_count(&shown, parts.len(), elements.len(), span));
            return self.bind_errors(elements);
        }
        for (element, part) in elements.iter().zip(parts) {
            self.bind_pattern(*element, part);
        }
    }

    fn array_pattern(&mut self, elements: &[PatternId], ty: Ty, span: Span) {
        let array = self.checker.builtins.array;
        if self.is_var(ty) {
            let element = self.fresh(span);
            let wanted = self.array(element);
            self.fits(wanted, ty);
        }
        let Some(element_ty) = self.argument_of(ty, array) else {
            if !self.is_error(ty) && !self.is_never(ty) {
                let shown = self.show(ty);
                self.report(diagnostics::pattern_of_other_kind(&shown, "an array", span));
            }
            return self.bind_errors(elements);
        };
        for element in elements {
            let is_rest = matches!(self.ast.pattern(*element), Pattern::Rest(_));
            self.bind_pattern(*element, if is_rest { ty } else { element_ty });
        }
    }

    /// `let x;`: it has no value until it is assigned.
    pub(super) fn start_empty(&mut self, id: PatternId) {
        if let (Pattern::Name { .. }, Res::Local(local)) = (self.ast.pattern(id), self.pattern_res(id)) {
            self.late.empty.insert(local);
            self.late.filled.remove(&local);
        }
    }

    /// The value behind a literal of a pattern.
    pub(in crate::types) fn constant(&self, id: ExprId) -> Option<Constant> {
        literal_constant(self.ast, id)
    }
}

/// The value of a literal, perhaps with a sign.
pub(in crate::types) fn literal_constant(ast: &Ast, id: ExprId) -> Option<Constant> {
    match ast.expr(id) {
        Expr::Int(value) => Some(Constant::Int(*value)),
        Expr::Float(value) => Some(Constant::Float(*value)),
        Expr::Bool(value) => Some(Constant::Bool(*value)),
        Expr::Str(text) => Some(Constant::Text(*text)),
        Expr::Duration(ms) => Some(Constant::Int(*ms)),
        Expr::Unary { op: UnaryOp::Neg, operand } => match literal_constant(ast, *operand)? {
            Constant::Int(value) => Some(Constant::Int(value.wrapping_neg())),
            Constant::Float(value) => Some(Constant::Float(-value)),
            _ => None,
        },
        _ => None,
    }
}
