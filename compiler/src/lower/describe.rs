//! Types as the machine knows them: what it takes to show, compare and hash their values, and their JSON form.

use concerto_ir::program::{Field, Rule, Type, Variant};
use serde_json::Value;

use super::Lower;
use crate::ast::{self, Decorator, ItemKind, VariantData};
use crate::load::ModuleId;
use crate::resolve::ItemId;
use crate::types::{self, Shape, Ty};

/// The types that a type is made of.
pub(super) fn inside(ty: &Type) -> Vec<u32> {
    match ty {
        Type::Array(element) | Type::Set(element) => vec![*element],
        Type::Map(key, value) => vec![*key, *value],
        Type::Tuple { elements, .. } => elements.clone(),
        Type::Struct { fields, .. } => fields.iter().map(|it| it.ty).collect(),
        Type::Enum { variants, .. } => variants.iter().flat_map(|it| it.data.iter().map(|it| it.ty)).collect(),
        _ => Vec::new(),
    }
}

/// How much stack has to be left, and how much more is taken where it is not.
const STACK_RED_BYTES: usize = 128 * 1024;
const STACK_PIECE_BYTES: usize = 1024 * 1024;

impl Lower<'_> {
    /// The number of the description of a type.
    pub(super) fn describe(&mut self, ty: Ty) -> u32 {
        if let Some(number) = self.types.get(&ty) {
            return *number;
        }
        // A type may contain itself: its number is there before its parts are.
        let number = self.ir.types.len() as u32;
        self.ir.types.push(Type::Opaque);
        self.types.insert(ty, number);
        // Types may be nested as deep as there are declarations.
        let described = stacker::maybe_grow(STACK_RED_BYTES, STACK_PIECE_BYTES, || self.described(ty));
        self.ir.types[number as usize] = described;
        number
    }

    fn described(&mut self, ty: Ty) -> Type {
        let b = &self.typed.builtins;
        let scalars = [
            (b.int, Type::Int),
            (b.float, Type::Float),
            (b.bool, Type::Bool),
            (b.duration, Type::Duration),
            (b.string, Type::String),
            (b.bytes, Type::Bytes),
            (b.range, Type::Range),
        ];
        if let Some((_, found)) = scalars.into_iter().find(|(it, _)| *it == ty) {
            return found;
        }
        if ty == b.json {
            return self.json_type(ty);
        }
        let (array, set, map, task) = (b.array, b.set, b.map, b.task);
        match self.typed.types.kind(ty) {
            types::Kind::Never | types::Kind::Error => Type::Unit,
            types::Kind::Literal(texts) => {
                let texts = self.typed.types.texts(texts).iter().map(|it| self.program.names.text(*it).to_owned());
                Type::Literal(texts.collect())
            }
            types::Kind::Tuple(parts) => {
                let parts = self.typed.types.list(parts).to_vec();
                if parts.is_empty() {
                    return Type::Unit;
                }
                let layout = self.layout(ty).unwrap_or(0);
                Type::Tuple { layout, elements: parts.into_iter().map(|it| self.describe(it)).collect() }
            }
            types::Kind::Adt(item, _) if item == task => Type::Opaque,
            types::Kind::Adt(item, args) => match *self.typed.types.list(args) {
                [element] if item == array => Type::Array(self.describe(element)),
                [element] if item == set => Type::Set(self.describe(element)),
                [key, value] if item == map => {
                    let key = self.describe(key);
                    Type::Map(key, self.describe(value))
                }
                _ => self.declared(ty, item),
            },
            _ => Type::Opaque,
        }
    }

    /// `Json`, with the layouts of its variants that have data.
    fn json_type(&mut self, ty: Ty) -> Type {
        Type::Json { layouts: [1, 2, 3, 4, 5, 6].map(|it| self.variant_layout(ty, it).unwrap_or(0)) }
    }

    /// A struct, schema or enum.
    fn declared(&mut self, ty: Ty, item: ItemId) -> Type {
        let Some(sig) = self.typed.signatures.adts.get(&item).cloned() else { return Type::Opaque };
        let name = self.program.names.text(sig.name).to_owned();
        match &sig.shape {
            Shape::Builtin => Type::Opaque,
            Shape::Struct(_) => {
                let (written, closed) = match self.item(item).map(|it| &it.kind) {
                    Some(ItemKind::Schema(it)) => (&it.fields[..], true),
                    Some(ItemKind::Struct(it)) => (&it.fields[..], false),
                    _ => (&[][..], false),
                };
                let layout = self.layout(ty).unwrap_or(0);
                let parts = self.parts(ty).unwrap_or_default();
                Type::Struct { name, layout, fields: self.fields(item.module, parts, written), closed }
            }
            Shape::Enum(variants) => {
                let plain = self.is_plain(item);
                let variants = (0..variants.len() as u32).map(|at| self.variant(ty, item, at)).collect();
                Type::Enum { name, variants, plain }
            }
        }
    }

    fn variant(&mut self, ty: Ty, item: ItemId, at: u32) -> Variant {
        let written = match self.item(item).map(|it| &it.kind) {
            Some(ItemKind::Enum(it)) => it.variants.get(at as usize).map(|it| &it.data),
            _ => None,
        };
        let (written, named) = match written {
            Some(VariantData::Named(fields)) => (&fields[..], true),
            _ => (&[][..], false),
        };
        let layout = self.variant_layout(ty, at);
        let parts = self.variant_data(ty, at).unwrap_or_default();
        Variant { name: self.variant_name(item, at), layout, named, data: self.fields(item.module, parts, written) }
    }

    fn fields(&mut self, module: ModuleId, parts: super::data::Parts, written: &[ast::Field]) -> Vec<Field> {
        let mut fields = Vec::with_capacity(parts.len());
        for (at, (name, ty)) in parts.into_iter().enumerate() {
            let written = written.get(at);
            let default = written.and_then(|it| it.default);
            fields.push(Field {
                name: name.map_or(String::new(), |it| self.program.names.text(it).to_owned()),
                ty: self.describe(ty),
                default: default.and_then(|it| self.json_constant(module, it)),
                rules: written.map(|it| self.rules(module, &it.decorators)).unwrap_or_default(),
            });
        }
        fields
    }

    pub(super) fn rules(&self, module: ModuleId, decorators: &[Decorator]) -> Vec<Rule> {
        decorators.iter().filter_map(|it| self.rule(module, it)).collect()
    }

    fn rule(&self, module: ModuleId, decorator: &Decorator) -> Option<Rule> {
        let value = |at: usize, name: &str| {
            let found = decorator.arg(&self.program.names, at, name)?;
            self.json_constant(module, found)
        };
        let whole = |at: usize, name: &str| value(at, name).as_ref().and_then(Value::as_u64);
        let number = |at: usize, name: &str| value(at, name).as_ref().and_then(Value::as_f64);
        let text = |name: &str| value(0, name).and_then(|it| it.as_str().map(str::to_owned));
        let counted = || Some((whole(0, "min")?, whole(1, "max").unwrap_or(u64::MAX)));
        Some(match self.program.names.text(decorator.name.name) {
            "range" => Rule::Range(number(0, "min")?, number(1, "max").unwrap_or(f64::INFINITY)),
            "length" => counted().map(|(low, high)| Rule::Length(low, high))?,
            "items" => counted().map(|(low, high)| Rule::Items(low, high))?,
            "pattern" => Rule::Pattern(text("regex")?),
            "format" => Rule::Format(text("name")?),
            _ => return None,
        })
    }
}
