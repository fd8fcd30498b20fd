//! Literals: numbers, texts, arrays, maps, tuples, structs, and what becomes `Json`.

use super::{Infer, Reason, Want, Why};
use crate::ast::{Expr, ExprId, Setting, StructLiteral, Symbol, UnaryOp};
use crate::resolve::Res;
use crate::source::Span;
use crate::types::signatures::{DataSig, FieldSig, Shape};
use crate::types::ty::{Kind, Substitution, Ty};
use crate::types::vars::VarKind;
use crate::types::{Coercion, diagnostics};

impl Infer<'_, '_> {
    /// A whole number: an `Int`, or a `Float` where one is expected.
    pub(super) fn int_literal(&mut self, id: ExprId, want: Want) -> Ty {
        let builtins = &self.checker.builtins;
        let wanted = want.ty().map(|it| self.shallow(it));
        match wanted {
            Some(ty) if ty == builtins.int || ty == builtins.float => ty,
            _ => self.vars.fresh(&mut self.checker.types, VarKind::Number, self.ast.expr_span(id)),
        }
    }

    /// A text: a `String`, or a member of the union that is expected.
    pub(super) fn text_literal(&mut self, text: Symbol, want: Want) -> Ty {
        let string = self.checker.builtins.string;
        let Some(wanted) = want.ty().map(|it| self.shallow(it)) else { return string };
        match self.checker.types.kind(wanted) {
            Kind::Literal(texts) if self.checker.types.texts(texts).contains(&text) => wanted,
            _ => string,
        }
    }

    pub(super) fn array_literal(&mut self, id: ExprId, elements: &[ExprId], want: Want) -> Ty {
        if self.wants_any_json_form(want) {
            let found = self.schema_parts(elements);
            return match found {
                Some(element) => self.array(element),
                None => self.becomes_json(id, elements),
            };
        }
        let wanted = want.ty().and_then(|it| self.argument_of(it, self.checker.builtins.array));
        let element = self.elements(id, elements, wanted, want, "the elements of the array have this type");
        self.array(element)
    }

    /// Whether both can stand where a tool is expected: a toolkit among tools is one of them.
    fn are_tools(&self, left: Ty, right: Ty) -> bool {
        let builtins = &self.checker.builtins;
        [left, right].iter().all(|it| builtins.stands_for_tools(&self.checker.types, self.shallow(*it)))
            && self.shallow(left) != self.shallow(right)
    }

    /// The one type of several expressions.
    fn elements(&mut self, id: ExprId, elements: &[ExprId], wanted: Option<Ty>, want: Want, text: &'static str) -> Ty {
        if let Some(wanted) = wanted
            && !self.is_var(wanted)
        {
            let why = match want {
                Want::Must(_, why) => why,
                _ => Why::Of(text),
            };
            for element in elements {
                self.check(*element, wanted, why);
            }
            return wanted;
        }
        let mut joined: Option<(Ty, Span)> = None;
        for element in elements {
            let found = self.expr(*element, joined.map_or(Want::Any, |(ty, _)| Want::Hint(ty)));
            let at = self.ast.expr_span(*element);
            joined = Some(match joined {
                None => (found, at),
                Some((ty, first)) if self.are_tools(ty, found) => (self.checker.builtins.tool_ref, first),
                Some((ty, first)) => match self.join(ty, found) {
                    Some(both) => (both, first),
                    None => {
                        self.mismatch_of(Some(*element), found, ty, at, Why::At(first, text));
                        (ty, first)
                    }
                },
            });
        }
        if joined.is_some_and(|(ty, _)| self.shallow(ty) == self.checker.builtins.tool_ref) {
            for element in elements {
                if self.shallow(self.type_of(*element)) == self.checker.builtins.toolkit {
                    self.coerce(*element, Coercion::Toolkit);
                }
            }
        }
        match joined {
            Some((ty, _)) => ty,
            None => wanted.unwrap_or_else(|| self.fresh(self.ast.expr_span(id))),
        }
    }

    pub(super) fn map_literal(&mut self, id: ExprId, entries: &[(ExprId, ExprId)], want: Want) -> Ty {
        let map = self.checker.builtins.map;
        let wanted = want.ty().and_then(|it| self.arguments_of(it, map));
        let keys: Vec<ExprId> = entries.iter().map(|(key, _)| *key).collect();
        let values: Vec<ExprId> = entries.iter().map(|(_, value)| *value).collect();
        if self.wants_any_json_form(want) && !entries.is_empty() {
            let key = self.elements(id, &keys, None, Want::Any, "the keys of the map have this type");
            return match self.schema_parts(&values) {
                Some(value) => self.checker.types.adt(map, &[key, value]),
                None => self.becomes_json(id, &values),
            };
        }
        let key = self.elements(id, &keys, wanted.map(|it| it.0), want, "the keys of the map have this type");
        let value = self.elements(id, &values, wanted.map(|it| it.1), want, "the values of the map have this type");
        let at = keys.first().map_or(self.ast.expr_span(id), |it| self.ast.expr_span(*it));
        if wanted.is_some() && !self.is_var(key) {
            // Where a type was written, that was looked at there.
            return self.checker.types.adt(map, &[key, value]);
        }
        self.must_have(key, self.checker.builtins.traits.hash, at, Reason::Of("it is the key of a map"));
        self.checker.types.adt(map, &[key, value])
    }

    pub(super) fn tuple_literal(&mut self, elements: &[ExprId], want: Want) -> Ty {
        let wanted = match want.ty().map(|it| self.kind(it)) {
            Some(Kind::Tuple(parts)) => self.checker.types.list(parts).to_vec(),
            _ => Vec::new(),
        };
        let fits = wanted.len() == elements.len();
        let parts = elements.iter().enumerate().map(|(at, element)| match (fits, want) {
            (true, Want::Must(_, why)) => self.check(*element, wanted[at], why),
            (true, _) => self.expr(*element, Want::Hint(wanted[at])),
            (false, _) => self.infer(*element),
        });
        let parts: Vec<Ty> = parts.collect();
        self.checker.types.tuple(&parts)
    }

    /// `{ max: 3 }` in a declaration; whoever wants one looks at its settings.
    pub(super) fn record(&mut self, settings: &[Setting]) -> Ty {
        for setting in settings {
            self.infer(setting.value);
        }
        self.unit()
    }

    pub(super) fn struct_literal(&mut self, id: ExprId, literal: &StructLiteral, want: Want) -> Ty {
        let span = self.ast.path(literal.path).span;
        let Some((ty, known)) = self.literal_shape(id, literal, span) else {
            for field in &literal.fields {
                self.infer(field.value);
            }
            if let Some(base) = literal.base {
                self.infer(base);
            }
            return self.error();
        };
        if let Some(hint) = want.ty()
            && self.checker.types.is_open(ty)
        {
            self.fits(ty, hint);
        }
        let mut has_unknown = false;
        for field in &literal.fields {
            match known.iter().find(|it| it.name == field.name.name) {
                Some(sig) => {
                    let why = Why::At(sig.span, "the field is declared here");
                    self.check(field.value, sig.ty, why);
                }
                None => {
                    has_unknown = true;
                    self.unknown_field(ty, field.name, &known);
                    self.infer(field.value);
                }
            }
        }
        if let Some(base) = literal.base {
            self.check(base, ty, Why::At(span, "the fields that are left out come from a value of this type"));
            return ty;
        }
        let is_missing =
            |it: &&FieldSig| !it.has_default && !literal.fields.iter().any(|field| field.name.name == it.name);
        let missing: Vec<&str> = known.iter().filter(is_missing).map(|it| self.text(it.name)).collect();
        // A field with a wrong name is probably one that is missing.
        if !missing.is_empty() && !has_unknown {
            let shown = self.show(ty);
            self.report(diagnostics::missing_fields(&shown, &missing, span));
        }
        ty
    }

    pub(super) fn unknown_field(&mut self, ty: Ty, name: crate::ast::Ident, known: &[FieldSig]) {
        let text = self.text(name.name);
        let names: Vec<&str> = known.iter().map(|it| self.text(it.name)).collect();
        let near = self.checker.nearest(text, names.iter().copied());
        let shown = self.show(ty);
        self.report(diagnostics::unknown_field(&shown, text, name.span, near, &names));
    }

    /// The type that a struct literal makes, and its fields.
    fn literal_shape(&mut self, id: ExprId, literal: &StructLiteral, span: Span) -> Option<(Ty, Vec<FieldSig>)> {
        match self.res(id) {
            Res::Item(item) => {
                self.uses_item(item);
                let written = self.ast.path(literal.path).segments.last().map(|it| &it.args);
                let args = written.map(|it| self.checker.lower_all(it, &self.scope)).unwrap_or_default();
                let ty = self.named_type(item, args, span);
                self.struct_fields(ty, span)
            }
            Res::SelfType => self.struct_fields(self.scope.self_type?, span),
            Res::Variant(item, index) => match self.variant(item, index, span)? {
                (ty, DataSig::Named(fields)) => Some((ty, fields)),
                (ty, DataSig::Unit) => Some((ty, Vec::new())),
                _ => None,
            },
            _ => None,
        }
    }

    /// A declared type; arguments that are left out are to be found.
    pub(super) fn named_type(&mut self, item: crate::resolve::ItemId, mut args: Vec<Ty>, span: Span) -> Ty {
        let count = self.checker.signatures.scopes.get(&item).map_or(0, |it| it.len());
        while args.len() < count {
            let var = self.fresh(span);
            args.push(var);
        }
        self.checker.named(item, &args, span)
    }

    /// The fields of a struct type, as they are with its arguments.
    pub(super) fn struct_fields(&mut self, ty: Ty, span: Span) -> Option<(Ty, Vec<FieldSig>)> {
        let Kind::Adt(item, args) = self.kind(ty) else {
            if !self.is_error(ty) {
                let shown = self.show(ty);
                self.report(diagnostics::no_literal(&shown, span));
            }
            return None;
        };
        let sig = self.checker.signatures.adts.get(&item)?.clone();
        let map = Substitution::new(&sig.params, self.checker.types.list(args));
        match &sig.shape {
            Shape::Struct(fields) if !self.hides(&sig) => Some((ty, self.fields_with(fields, &map))),
            _ => {
                let shown = self.show(ty);
                self.report(diagnostics::no_literal(&shown, span));
                None
            }
        }
    }

    /// Fields with type parameters replaced.
    pub(in crate::types) fn fields_with(&mut self, fields: &[FieldSig], map: &Substitution) -> Vec<FieldSig> {
        let mut fields = fields.to_vec();
        for field in &mut fields {
            field.ty = self.checker.types.substitute(field.ty, map);
        }
        fields
    }

    /// Whether this is a literal that becomes `Json` because one is wanted.
    pub(super) fn is_json_literal(&self, id: ExprId, wanted: Ty) -> bool {
        let json = self.checker.builtins.json;
        if self.shallow(wanted) != json || json == self.error() {
            return false;
        }
        match self.ast.expr(id) {
            Expr::Int(_) | Expr::Float(_) | Expr::Bool(_) | Expr::Str(_) => true,
            Expr::Interpolated(_) | Expr::Array(_) | Expr::Map(_) => true,
            Expr::Unary { op: UnaryOp::Neg, operand } => {
                matches!(self.ast.expr(*operand), Expr::Int(_) | Expr::Float(_))
            }
            _ => false,
        }
    }

    /// A literal as `Json`. What stands in it is a literal itself, a `Json`, or anything with a JSON form.
    pub(super) fn json_literal(&mut self, id: ExprId) -> Ty {
        let ast = self.ast;
        match ast.expr(id) {
            Expr::Array(elements) => {
                for element in elements {
                    self.json_part(*element);
                }
            }
            Expr::Map(entries) => {
                let string = self.checker.builtins.string;
                for (key, value) in entries {
                    self.check(*key, string, Why::Of("the keys of a JSON object are texts"));
                    self.json_part(*value);
                }
            }
            _ => {
                let ty = self.infer(id);
                self.decide(ty);
            }
        }
        self.coerce(id, Coercion::JsonLiteral);
        self.set(id, self.checker.builtins.json)
    }

    /// Whether all that is expected is something with a JSON form: `emit("step", { … })`.
    fn wants_any_json_form(&self, want: Want) -> bool {
        let Some(wanted) = want.ty().map(|it| self.shallow(it)) else { return false };
        let schema = self.checker.builtins.traits.schema;
        let is_wanted = |it: &super::Obligation| it.trait_.item == schema && self.shallow(it.ty) == wanted;
        self.is_open(wanted) && self.obligations.iter().rev().take(LOOK_BACK).any(is_wanted)
    }

    /// The one type of several values, if they have one.
    fn schema_parts(&mut self, values: &[ExprId]) -> Option<Ty> {
        let schema = self.checker.builtins.traits.schema;
        let mut joined: Option<Ty> = None;
        let mut is_mixed = false;
        let mut parts = rustc_hash::FxHashSet::default();
        let before = self.obligations.len();
        for value in values {
            let at = self.ast.expr_span(*value);
            let part = self.fresh(at);
            parts.insert(part);
            self.must_have(part, schema, at, Reason::Of("it stands in a literal that becomes JSON"));
            let found = self.expr(*value, Want::Hint(part));
            self.fits(found, part);
            joined = match joined {
                None => Some(found),
                Some(ty) => {
                    let both = self.join(ty, found);
                    is_mixed |= both.is_none();
                    both.or(Some(ty))
                }
            };
        }
        if !is_mixed {
            // What is asked of the whole is asked of its parts.
            let own = self.obligations.split_off(before);
            self.obligations.extend(own.into_iter().filter(|it| !parts.contains(&it.ty)));
        }
        match joined {
            Some(ty) => (!is_mixed).then_some(ty),
            None => Some(self.fresh(Span::default())),
        }
    }

    /// A literal with values of several types becomes `Json`, if something with a JSON form is expected.
    fn becomes_json(&mut self, id: ExprId, values: &[ExprId]) -> Ty {
        let json = self.checker.builtins.json;
        for value in values {
            let ty = self.type_of(*value);
            self.decide(ty);
            if self.shallow(ty) != json {
                self.coerce(*value, Coercion::Json);
            }
        }
        self.coerce(id, Coercion::JsonLiteral);
        json
    }

    fn json_part(&mut self, id: ExprId) {
        let json = self.checker.builtins.json;
        if self.is_json_literal(id, json) {
            self.json_literal(id);
            return;
        }
        let found = self.expr(id, Want::Hint(json));
        if self.is_var(found) && self.fits(found, json) || self.shallow(found) == json {
            return;
        }
        if let Some(inner) = self.argument_of(found, self.checker.builtins.option)
            && self.is_open(inner)
        {
            self.fits(inner, json);
        }
        let at = self.ast.expr_span(id);
        self.must_have(found, self.checker.builtins.traits.schema, at, Reason::Of("it stands in a `Json` literal"));
        self.coerce(id, Coercion::Json);
    }
}

/// How many of the latest demands are looked at: those of the call at hand are among them.
const LOOK_BACK: usize = 16;
