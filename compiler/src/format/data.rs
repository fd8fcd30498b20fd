//! Structs, schemas, enums and aliases.

use super::list::List;
use super::printer::Printer;
use crate::ast::{Alias, Enum, Field, Struct, Variant, VariantData};
use crate::lex::Kind;

impl<'s> Printer<'s> {
    pub(super) fn struct_(&mut self, it: &Struct) {
        self.named();
        self.generics(&it.generics);
        self.space();
        self.fields(&it.fields);
    }

    fn fields(&mut self, fields: &[Field]) {
        self.list(List::BRACES, fields, |it, field| it.field(field));
    }

    pub(super) fn field(&mut self, field: &Field) {
        self.decorated(&field.decorators, true, |it| {
            it.word();
            it.annotation(Some(field.annotation));
            if let Some(default) = field.default {
                it.space();
                it.take(Kind::Assign);
                it.value(default);
            }
        });
    }

    pub(super) fn enum_(&mut self, it: &Enum) {
        self.named();
        self.generics(&it.generics);
        self.space();
        self.list(List::BRACES, &it.variants, |it, variant| it.variant(variant));
    }

    fn variant(&mut self, variant: &Variant) {
        self.decorated(&variant.decorators, true, |it| {
            it.word();
            match &variant.data {
                VariantData::Unit => {}
                VariantData::Tuple(types) => {
                    it.list(List::PARENS, types, |it, id| it.type_(*id));
                }
                VariantData::Named(fields) => {
                    it.space();
                    it.fields(fields);
                }
            }
        });
    }

    pub(super) fn alias(&mut self, it: &Alias) {
        self.named();
        self.generics(&it.generics);
        self.space();
        self.take(Kind::Assign);
        self.space();
        self.type_(it.target);
    }
}
