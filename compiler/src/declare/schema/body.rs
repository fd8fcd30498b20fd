//! The schemas of what is made of other types: objects, tuples, maps, variants.

use concerto_ir::program::Rule;
use serde_json::{Map, Value, json};

use super::{Form, Maker, Property, keywords};
use crate::ast::{Decorator, Field, ItemKind, VariantData};
use crate::load::ModuleId;
use crate::resolve::ItemId;
use crate::source::Span;
use crate::types::{self, Ty};

/// The key that tells which variant an object is.
const TAG: &str = "type";

impl<'c> Maker<'_, 'c> {
    /// The schema of a struct, schema or enum itself.
    pub(super) fn declared(&mut self, ty: Ty, item: ItemId, depth: usize) -> Value {
        let tree = self.about.item(item);
        let text = tree.and_then(|it| self.text_of(item.module, &it.decorators, "describe"));
        let text = self.with_words(ty, text);
        let schema = match tree.map(|it| &it.kind) {
            Some(ItemKind::Schema(it) | ItemKind::Struct(it)) => {
                let parts = self.about.typed.parts(ty).unwrap_or_default();
                let types: Vec<Ty> = parts.into_iter().map(|it| it.1).collect();
                let properties = self.fields(item, &it.fields, &types);
                self.object(Map::new(), properties, depth)
            }
            Some(ItemKind::Enum(_)) if self.about.typed.is_plain(item) => self.words(item),
            Some(ItemKind::Enum(_)) => self.variants(ty, item, depth),
            _ => json!({}),
        };
        keywords::described(schema, text)
    }

    fn fields(&self, item: ItemId, written: &'c [Field], types: &[Ty]) -> Vec<Property<'c>> {
        let fields = written.iter().zip(types).map(|(field, ty)| Property {
            name: self.about.program.names.text(field.name.name).to_owned(),
            ty: *ty,
            module: item.module,
            decorators: &field.decorators,
            described_by: "describe",
            default: field.default,
            span: field.name.span,
        });
        fields.collect()
    }

    /// An object that has these properties, after those that it has already, and no others.
    pub(super) fn object(&mut self, first: Map<String, Value>, more: Vec<Property<'c>>, depth: usize) -> Value {
        let mut required: Vec<Value> = first.keys().map(|it| Value::from(it.as_str())).collect();
        let mut properties = first;
        for property in more {
            let default = property.default.and_then(|it| self.about.json_constant(property.module, it));
            let is_optional = matches!(self.form(property.ty), Form::Option(_));
            if !is_optional && default.is_none() {
                required.push(Value::from(property.name.as_str()));
            }
            let before = self.enter(&["properties", &property.name]);
            self.places.push((self.pointer.clone(), property.span));
            let schema = self.property(&property, default, depth);
            self.pointer.truncate(before);
            properties.insert(property.name, schema);
        }
        let mut object = Map::new();
        object.insert("type".to_owned(), Value::from("object"));
        object.insert("properties".to_owned(), Value::Object(properties));
        if !required.is_empty() {
            object.insert("required".to_owned(), Value::Array(required));
        }
        object.insert("additionalProperties".to_owned(), Value::Bool(false));
        Value::Object(object)
    }

    /// A property with what its declaration says about it. What is optional may be left out, and needs no `null`.
    fn property(&mut self, property: &Property<'c>, default: Option<Value>, depth: usize) -> Value {
        let mut ty = property.ty;
        while let Form::Option(inner) = self.form(ty) {
            ty = inner;
        }
        let schema = self.schema(ty, depth + 1);
        let rules = self.about.rules(property.module, property.decorators);
        let text = self.text_of(property.module, property.decorators, property.described_by);
        let text = if self.shared.contains(&ty) { text } else { text.and_then(|it| self.with_words(ty, Some(it))) };
        let is_whole = ty == self.about.typed.builtins.int;
        let schema = keywords::constrained(keywords::described(schema, text), &rules, is_whole);
        match default {
            None | Some(Value::Null) => schema,
            Some(default) => keywords::with(schema, "default", default),
        }
    }

    /// What `@describe` or `@param` says.
    fn text_of(&self, module: ModuleId, decorators: &[Decorator], name: &str) -> Option<String> {
        let found = decorators.iter().find(|it| self.about.program.names.text(it.name.name) == name)?;
        self.about.first_text(module, found)
    }

    /// The names of variants without data.
    fn words(&self, item: ItemId) -> Value {
        let Some(ItemKind::Enum(it)) = self.about.item(item).map(|it| &it.kind) else { return json!({}) };
        let names: Vec<&str> = it.variants.iter().map(|it| self.about.program.names.text(it.name.name)).collect();
        json!({ "type": "string", "enum": names })
    }

    /// A description with what is said of each variant of a type whose variants are words: they have no other place for it.
    fn with_words(&mut self, ty: Ty, text: Option<String>) -> Option<String> {
        let item = match self.form(ty) {
            Form::Declared(item) if self.about.typed.is_plain(item) => item,
            _ => return text,
        };
        let Some(ItemKind::Enum(it)) = self.about.item(item).map(|it| &it.kind) else { return text };
        let said = it.variants.iter().filter_map(|variant| {
            let name = self.about.program.names.text(variant.name.name);
            Some(format!("{name}: {}", self.text_of(item.module, &variant.decorators, "describe")?))
        });
        let lines: Vec<String> = text.into_iter().chain(said).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// One of several variants: a text without data, otherwise an object with a tag.
    fn variants(&mut self, ty: Ty, item: ItemId, depth: usize) -> Value {
        let Some(ItemKind::Enum(it)) = self.about.item(item).map(|it| &it.kind) else { return json!({}) };
        let mut found = Vec::with_capacity(it.variants.len());
        for (at, variant) in it.variants.iter().enumerate() {
            let before = self.enter(&["oneOf", &at.to_string()]);
            self.places.push((self.pointer.clone(), variant.name.span));
            let name = self.about.program.names.text(variant.name.name).to_owned();
            let parts = self.about.typed.variant_data(ty, at as u32).unwrap_or_default();
            let types: Vec<Ty> = parts.into_iter().map(|it| it.1).collect();
            let schema = self.variant(item, &name, (&variant.data, variant.name.span), &types, depth);
            let text = self.text_of(item.module, &variant.decorators, "describe");
            found.push(keywords::described(schema, text));
            self.pointer.truncate(before);
        }
        json!({ "oneOf": found })
    }

    fn variant(
        &mut self,
        item: ItemId,
        name: &str,
        (data, span): (&'c VariantData, Span),
        types: &[Ty],
        depth: usize,
    ) -> Value {
        let tag = json!({ "type": "string", "const": name });
        let first = Map::from_iter([(TAG.to_owned(), tag.clone())]);
        let alone = |name: &str, ty: Ty| Property {
            name: name.to_owned(),
            ty,
            module: item.module,
            decorators: &[],
            described_by: "describe",
            default: None,
            span,
        };
        let properties = match (data, types) {
            (_, []) => return tag,
            (VariantData::Named(fields), _) => self.fields(item, fields, types),
            (_, [one]) => vec![alone("value", *one)],
            (_, several) => {
                let tuple = self.about.typed.types.tuple(several);
                vec![alone("values", tuple)]
            }
        };
        self.object(first, properties, depth + 1)
    }

    pub(super) fn tuple(&mut self, parts: Vec<Ty>, depth: usize) -> Value {
        let count = parts.len();
        let mut schemas = Vec::with_capacity(count);
        for (at, part) in parts.into_iter().enumerate() {
            let before = self.enter(&["prefixItems", &at.to_string()]);
            schemas.push(self.schema(part, depth + 1));
            self.pointer.truncate(before);
        }
        json!({ "type": "array", "prefixItems": schemas, "items": false, "minItems": count, "maxItems": count })
    }

    pub(super) fn map(&mut self, key: Ty, value: Ty, depth: usize) -> Value {
        let mut map = Map::from_iter([("type".to_owned(), Value::from("object"))]);
        if let Some(keys) = self.keys(key) {
            map.insert("propertyNames".to_owned(), keys);
        }
        let value = self.inside("additionalProperties", value, depth);
        map.insert("additionalProperties".to_owned(), value);
        Value::Object(map)
    }

    /// What the keys of a map must be where not every text is one. Keys are display forms.
    fn keys(&mut self, key: Ty) -> Option<Value> {
        let b = &self.about.typed.builtins;
        if key == b.string {
            return None;
        }
        if key == b.int {
            return Some(json!({ "pattern": "^(0|-?[1-9][0-9]{0,18})$" }));
        }
        if key == b.bool {
            return Some(json!({ "enum": ["false", "true"] }));
        }
        match (self.form(key), self.about.typed.types.kind(key)) {
            (Form::Leaf(schema), types::Kind::Literal(_)) => schema.get("enum").map(|it| json!({ "enum": it })),
            (Form::Declared(item), _) if self.about.typed.is_plain(item) => {
                let owner = self.about.adt_name(item);
                let names = self.words(item);
                let names = names.get("enum").and_then(Value::as_array).cloned().unwrap_or_default();
                let keys = names.iter().filter_map(Value::as_str).map(|it| format!("{owner}::{it}"));
                Some(json!({ "enum": keys.collect::<Vec<_>>() }))
            }
            _ => None,
        }
    }

    /// `Option<T>` where nothing can be left out. An option of an option has the same JSON form.
    pub(super) fn nullable(&mut self, inner: Ty, depth: usize) -> Value {
        let mut inner = inner;
        while let Form::Option(next) = self.form(inner) {
            inner = next;
        }
        let before = self.enter(&["anyOf", "0"]);
        let schema = self.schema(inner, depth + 1);
        self.pointer.truncate(before);
        match schema.as_object().is_some_and(Map::is_empty) {
            true => schema,
            false => json!({ "anyOf": [schema, { "type": "null" }] }),
        }
    }
}

/// Rules as the machine knows them.
pub(super) type Rules = [Rule];
