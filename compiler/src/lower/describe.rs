//! Types as the machine knows them: what it takes to show, compare and hash their values, and their JSON form.

use concerto_ir::program::{Field, Rule, Type, Variant};
use serde_json::Value;

use super::Lower;
use crate::ast::{self, Decorator, Expr, ExprId, ItemKind, UnaryOp, VariantData};
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
        let described = self.described(ty);
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
        let (array, set, map, task, stream) = (b.array, b.set, b.map, b.task, b.stream);
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
            types::Kind::Adt(item, _) if item == task || item == stream => Type::Opaque,
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

    fn rules(&self, module: ModuleId, decorators: &[Decorator]) -> Vec<Rule> {
        decorators.iter().filter_map(|it| self.rule(module, it)).collect()
    }

    fn rule(&self, module: ModuleId, decorator: &Decorator) -> Option<Rule> {
        let values: Vec<Value> = decorator.args.iter().filter_map(|it| self.json_constant(module, it.value)).collect();
        let whole = |at: usize| values.get(at).and_then(Value::as_u64);
        let number = |at: usize| values.get(at).and_then(Value::as_f64);
        let text = || values.first().and_then(Value::as_str).map(str::to_owned);
        Some(match self.program.names.text(decorator.name.name) {
            "range" => Rule::Range(number(0)?, number(1)?),
            "length" => Rule::Length(whole(0)?, whole(1).unwrap_or(u64::MAX)),
            "items" => Rule::Items(whole(0)?, whole(1).unwrap_or(u64::MAX)),
            "pattern" => Rule::Pattern(text()?),
            "format" => Rule::Format(text()?),
            _ => return None,
        })
    }

    /// The JSON form of a constant.
    fn json_constant(&self, module: ModuleId, id: ExprId) -> Option<Value> {
        let ast = &self.program.module(module).ast;
        Some(match ast.expr(id) {
            Expr::Int(value) | Expr::Duration(value) => Value::from(*value),
            Expr::Float(value) => Value::from(*value),
            Expr::Bool(value) => Value::from(*value),
            Expr::Str(text) => Value::from(self.program.names.text(*text)),
            Expr::Unary { op: UnaryOp::Neg, operand } => match self.json_constant(module, *operand)? {
                Value::Number(it) if it.is_i64() => Value::from(it.as_i64()?.checked_neg()?),
                Value::Number(it) => Value::from(-it.as_f64()?),
                _ => return None,
            },
            Expr::Array(elements) | Expr::Tuple(elements) => {
                let elements = elements.iter().map(|it| self.json_constant(module, *it));
                Value::Array(elements.collect::<Option<_>>()?)
            }
            Expr::Map(entries) => {
                let mut object = serde_json::Map::new();
                for (key, value) in entries {
                    let key = match self.json_constant(module, *key)? {
                        Value::String(key) => key,
                        other => other.to_string(),
                    };
                    object.insert(key, self.json_constant(module, *value)?);
                }
                Value::Object(object)
            }
            Expr::Name(_) | Expr::Path(_) => return self.named_constant(module, id),
            _ => return None,
        })
    }

    /// `None`, a variant without data, or a declared constant.
    fn named_constant(&self, module: ModuleId, id: ExprId) -> Option<Value> {
        match self.res(module, id) {
            crate::resolve::Res::Variant(item, 0) if item == self.typed.builtins.option => Some(Value::Null),
            crate::resolve::Res::Variant(item, index) => Some(Value::from(self.variant_name(item, index))),
            crate::resolve::Res::Item(item) => {
                let (module, value) = self.constant(item)?;
                self.json_constant(module, value)
            }
            _ => None,
        }
    }
}
