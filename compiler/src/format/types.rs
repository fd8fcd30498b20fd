//! Types, paths and what generic parameters need.

use super::doc::{Fit, Flat};
use super::list::{Comma, List};
use super::printer::{Printer, STACK_PIECE_BYTES, STACK_RED_BYTES};
use crate::ast::{Generic, Path, PathId, Type, TypeId};
use crate::lex::Kind;

impl<'s> Printer<'s> {
    pub(super) fn type_(&mut self, id: TypeId) {
        stacker::maybe_grow(STACK_RED_BYTES, STACK_PIECE_BYTES, || self.type_or_parens(id));
    }

    /// The tree has no parentheses: they stand where a type starts later than the next token.
    fn type_or_parens(&mut self, id: TypeId) {
        let is_in_parens = self.peek() == Kind::ParenOpen && self.here() < self.ast.type_span(id).start;
        if is_in_parens {
            self.list(List { comma: Comma::Never, ..List::PARENS }, &[id], |it, id| it.type_(*id));
            return;
        }
        match self.ast.type_(id) {
            Type::Error => self.is_lost = true,
            Type::Name(_) | Type::Literal(_) => self.word(),
            Type::Path(path) => self.path(*path),
            Type::Union(members) => self.union(members),
            Type::Optional(inner) => self.optional(*inner),
            Type::Tuple(elements) => self.tuple_type(elements),
            Type::Fn { params, result } => self.function_type(params, *result),
        }
    }

    fn union(&mut self, members: &[TypeId]) {
        self.group(Fit::Whole, |it| {
            it.indented(|it| {
                for (index, member) in members.iter().enumerate() {
                    if index > 0 {
                        it.line(Flat::Blank);
                        it.take(Kind::Bar);
                        it.space();
                    }
                    it.type_(*member);
                }
            });
        });
    }

    /// `T?`; of `T??` the inner type writes both.
    fn optional(&mut self, inner: TypeId) {
        self.type_(inner);
        match self.peek() {
            _ if self.is_halved => self.is_halved = false,
            Kind::Coalesce => {
                self.word();
                self.is_halved = true;
            }
            _ => self.take(Kind::Question),
        }
    }

    fn tuple_type(&mut self, elements: &[TypeId]) {
        let comma = if elements.len() == 1 { Comma::Always } else { Comma::Broken };
        self.list(List { comma, ..List::PARENS }, elements, |it, id| it.type_(*id));
    }

    fn function_type(&mut self, params: &[TypeId], result: Option<TypeId>) {
        self.take(Kind::Fn);
        self.list(List::PARENS, params, |it, id| it.type_(*id));
        self.result(result);
    }

    /// `-> T`
    pub(super) fn result(&mut self, result: Option<TypeId>) {
        if let Some(result) = result {
            self.space();
            self.take(Kind::Arrow);
            self.space();
            self.type_(result);
        }
    }

    /// `: T`
    pub(super) fn annotation(&mut self, annotation: Option<TypeId>) {
        if let Some(annotation) = annotation {
            self.take(Kind::Colon);
            self.space();
            self.type_(annotation);
        }
    }

    pub(super) fn path(&mut self, path: PathId) {
        let Path { segments, .. } = self.ast.path(path);
        for (index, segment) in segments.iter().enumerate() {
            if index > 0 {
                self.take(Kind::PathSep);
            }
            self.word();
            self.type_args(&segment.args);
        }
    }

    pub(super) fn type_args(&mut self, args: &[TypeId]) {
        match args {
            [] => {}
            [one] => {
                self.take(Kind::Less);
                self.type_(*one);
                self.skip_comma();
                self.take(Kind::Greater);
            }
            args => {
                self.list(List::ANGLES, args, |it, id| it.type_(*id));
            }
        }
    }

    pub(super) fn generics(&mut self, generics: &[Generic]) {
        if !generics.is_empty() {
            self.list(List::ANGLES, generics, |it, generic| it.generic(generic));
        }
    }

    fn generic(&mut self, generic: &Generic) {
        self.word();
        for (index, bound) in generic.bounds.iter().enumerate() {
            match index {
                0 => self.take(Kind::Colon),
                _ => {
                    self.space();
                    self.take(Kind::Add);
                }
            }
            self.space();
            self.type_(*bound);
        }
    }
}
