//! Literals of structs, maps, ranges, and texts with expressions in them.

use super::Body;
use crate::ast::{ExprId as SourceId, Part, StructLiteral};
use crate::tree::{ExprId, ExprKind};
use crate::types::{Kind, Substitution, Ty};

impl Body<'_, '_> {
    /// `"hello ${name}"`
    pub(super) fn interpolated(&mut self, parts: &[Part]) -> ExprId {
        let shown: Vec<ExprId> = parts.iter().map(|it| self.shown_part(it)).collect();
        match shown.as_slice() {
            [] => self.words(""),
            [one] => *one,
            _ => self.concat(shown),
        }
    }

    fn shown_part(&mut self, part: &Part) -> ExprId {
        match part {
            Part::Text(text) => self.words(self.text(*text)),
            Part::Expr(expr) => {
                let value = self.expr(*expr);
                self.shown(value)
            }
        }
    }

    /// The display form of a value.
    pub(super) fn shown(&mut self, value: ExprId) -> ExprId {
        let ty = self.type_of(value);
        if self.typed.is_text(ty) || ty == self.typed.types.never() {
            return value;
        }
        let string = self.typed.builtins.string;
        self.put(ExprKind::Display { value, quoted: false }, string)
    }

    /// A text.
    pub(super) fn words(&mut self, text: &str) -> ExprId {
        let string = self.typed.builtins.string;
        self.put(ExprKind::Text(text.into()), string)
    }

    pub(super) fn concat(&mut self, parts: Vec<ExprId>) -> ExprId {
        let string = self.typed.builtins.string;
        self.put(ExprKind::Concat(parts), string)
    }

    pub(super) fn number(&mut self, value: i64) -> ExprId {
        let int = self.typed.builtins.int;
        self.put(ExprKind::Int(value), int)
    }

    pub(super) fn map_literal(&mut self, id: SourceId, entries: &[(SourceId, SourceId)]) -> ExprId {
        let entries = entries.iter().map(|(key, value)| (self.expr(*key), self.expr(*value))).collect();
        let ty = self.ty(id);
        self.put(ExprKind::Map(entries), ty)
    }

    /// `a..b`, `a..`, `..=b`
    pub(super) fn range(&mut self, start: Option<SourceId>, end: Option<SourceId>, inclusive: bool) -> ExprId {
        let start = match start {
            Some(start) => self.expr(start),
            None => self.number(0),
        };
        let end = match end {
            Some(end) => self.expr(end),
            None => self.number(i64::MAX),
        };
        let range = self.typed.builtins.range;
        self.put(ExprKind::Range(start, end, inclusive), range)
    }

    /// Fields are evaluated as they are written, then the base; what is left out comes from that or is the field's default.
    pub(super) fn struct_literal(&mut self, id: SourceId, literal: &StructLiteral) -> ExprId {
        let ty = self.ty(id);
        let name = self.ast.path(literal.path).segments.last().map(|it| it.name.name);
        let variant = name.and_then(|it| self.typed.variant_named(ty, it));
        let parts = match variant {
            Some(index) => self.typed.variant_data(ty, index),
            None => self.typed.parts(ty),
        };
        let parts = parts.unwrap_or_default();
        let place = |name| parts.iter().position(|(it, _)| *it == Some(name));
        let places: Vec<Option<usize>> = literal.fields.iter().map(|it| place(it.name.name)).collect();
        let is_in_order = places.is_sorted() && literal.base.is_none();
        let mut stmts = Vec::new();
        let mut values: Vec<Option<ExprId>> = vec![None; parts.len()];
        for (field, place) in literal.fields.iter().zip(places) {
            let value = self.expr(field.value);
            let value = if is_in_order { value } else { self.kept(value, &mut stmts) };
            if let Some(value_at) = place.and_then(|it| values.get_mut(it)) {
                *value_at = Some(value);
            }
        }
        let base = literal.base.map(|it| self.expr(it));
        let base = base.map(|it| self.keep(it, &mut stmts));
        let mut slots = Vec::with_capacity(parts.len());
        for (at, value) in values.into_iter().enumerate() {
            slots.push(match (value, base) {
                (Some(value), _) => value,
                (None, Some(base)) => {
                    let base = self.read(base);
                    self.part(base, Err(at as u32))
                }
                (None, None) => self.default_of_field(ty, variant, at),
            });
        }
        let kind = match variant {
            Some(index) => ExprKind::Variant(index, slots),
            None => ExprKind::New(slots),
        };
        let value = self.put(kind, ty);
        self.after(stmts, value)
    }

    /// The default of a field that was left out, or of an element of a tuple.
    pub(super) fn default_of_field(&mut self, ty: Ty, variant: Option<u32>, at: usize) -> ExprId {
        let declared = match self.typed.types.kind(ty) {
            Kind::Adt(item, args) => Some((item, self.typed.types.list(args).to_vec())),
            Kind::Item(item) => Some((item, Vec::new())),
            _ => None,
        };
        if let Some((item, args)) = declared
            && let Some(default) = self.it.about(self.typed).written_default(item, variant, at)
        {
            let map = match self.typed.signatures.adts.get(&item) {
                Some(sig) => Substitution::new(&sig.params, &args),
                None => Substitution::default(),
            };
            return self.elsewhere(item.module, map, |body| body.expr(default));
        }
        let part = match variant {
            Some(index) => self.typed.datum_type(ty, index, at as u32),
            None => self.typed.part_type(ty, at as u32),
        };
        match part {
            Some(part) => self.put(ExprKind::Default, part),
            None => self.internal("a field without a default"),
        }
    }
}
