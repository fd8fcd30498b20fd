//! Patterns.

use super::doc::{Fit, Flat};
use super::list::{Comma, List};
use super::printer::{Printer, STACK_PIECE_BYTES, STACK_RED_BYTES};
use crate::ast::{ExprId, FieldPattern, Pattern, PatternId};
use crate::lex::Kind;

/// What may stand between the braces of a struct pattern.
enum Part<'a> {
    Field(&'a FieldPattern),
    Rest,
}

impl<'s> Printer<'s> {
    pub(super) fn pattern(&mut self, id: PatternId) {
        stacker::maybe_grow(STACK_RED_BYTES, STACK_PIECE_BYTES, || self.pattern_or_parens(id));
    }

    fn pattern_or_parens(&mut self, id: PatternId) {
        // A `|` before the first alternative is not part of a pattern without others.
        if self.peek() == Kind::Bar && !matches!(self.ast.pattern(id), Pattern::Or(_)) {
            self.take(Kind::Bar);
            self.space();
        }
        let is_in_parens = self.peek() == Kind::ParenOpen && self.here() < self.ast.pattern_span(id).start;
        if is_in_parens {
            self.list(List { comma: Comma::Never, ..List::PARENS }, &[id], |it, id| it.pattern(*id));
            return;
        }
        match self.ast.pattern(id) {
            Pattern::Error => self.is_lost = true,
            Pattern::Wildcard => self.word(),
            Pattern::Literal(literal) => self.expr_(*literal),
            Pattern::Range { start, end, .. } => self.pattern_range(*start, *end),
            Pattern::Name { inner, .. } => self.name_pattern(*inner),
            Pattern::Path(path) => self.path(*path),
            Pattern::Variant { path, fields } => {
                self.path(*path);
                self.list(List::PARENS, fields, |it, id| it.pattern(*id));
            }
            Pattern::Struct { path, fields, rest } => {
                self.path(*path);
                self.space();
                self.struct_pattern(fields, *rest);
            }
            Pattern::Tuple(elements) => self.tuple_pattern(elements),
            Pattern::Array(elements) => {
                let list = List { keeps_lines: false, ..List::SQUARE };
                self.list(list, elements, |it, id| it.pattern(*id));
            }
            Pattern::Rest(name) => {
                self.take(Kind::Range);
                if name.is_some() {
                    self.word();
                }
            }
            Pattern::Or(alternatives) => self.alternatives(alternatives),
        }
    }

    fn pattern_range(&mut self, start: Option<ExprId>, end: Option<ExprId>) {
        if let Some(start) = start {
            self.expr_(start);
        }
        self.word();
        if let Some(end) = end {
            self.expr_(end);
        }
    }

    fn name_pattern(&mut self, inner: Option<PatternId>) {
        self.word();
        if let Some(inner) = inner {
            self.space();
            self.take(Kind::At);
            self.space();
            self.pattern(inner);
        }
    }

    fn tuple_pattern(&mut self, elements: &[PatternId]) {
        let comma = if elements.len() == 1 { Comma::Always } else { Comma::Broken };
        self.list(List { comma, ..List::PARENS }, elements, |it, id| it.pattern(*id));
    }

    /// Fields, and `..` behind them.
    fn struct_pattern(&mut self, fields: &[FieldPattern], has_rest: bool) {
        let mut parts: Vec<Part<'_>> = fields.iter().map(Part::Field).collect();
        if has_rest {
            parts.push(Part::Rest);
        }
        let list =
            List { keeps_lines: false, comma: if has_rest { Comma::Never } else { Comma::Broken }, ..List::BRACES };
        self.list(list, &parts, |it, part| match part {
            Part::Field(field) => it.field_pattern(field),
            Part::Rest => it.take(Kind::Range),
        });
    }

    fn field_pattern(&mut self, field: &FieldPattern) {
        self.word();
        if let Some(pattern) = field.pattern {
            self.take(Kind::Colon);
            self.space();
            self.pattern(pattern);
        }
    }

    fn alternatives(&mut self, alternatives: &[PatternId]) {
        self.group(Fit::Whole, |it| {
            if it.peek() == Kind::Bar {
                it.take(Kind::Bar);
                it.space();
            }
            for (index, alternative) in alternatives.iter().enumerate() {
                if index > 0 {
                    it.line(Flat::Blank);
                    it.take(Kind::Bar);
                    it.space();
                }
                it.pattern(*alternative);
            }
        });
    }
}
