//! Random types with their schemas, in the shapes of the compiler, and random values of them.

use serde_json::{Map, Value, json};

use super::dice::Dice;
use super::text;

/// A type. `Union` is none of the compiler's: raw schemas have it.
pub(crate) enum Type {
    Bool,
    Int(Option<(i64, i64)>),
    Float,
    Text(Limit),
    Unit,
    Literals(Vec<String>),
    Array(Box<Type>, bool),
    Set(Box<Type>),
    Map(Key, Box<Type>),
    Tuple(Vec<Type>),
    Option(Box<Type>),
    Struct(Vec<Field>),
    Enum(Vec<(String, Option<Type>)>),
    Union(Vec<Type>),
    Defined(usize, bool),
}

pub(crate) enum Limit {
    None,
    Length(usize, usize),
    Pattern,
    Format(&'static str, &'static str),
}

pub(crate) enum Key {
    Text,
    Number,
    Literals(Vec<String>),
}

pub(crate) struct Field {
    name: String,
    of: Type,
    is_required: bool,
    default: Option<Value>,
    description: Option<String>,
}

/// A schema with its definitions.
pub(crate) struct Program {
    root: Type,
    definitions: Vec<(String, Type)>,
}

/// What makes types.
struct Maker<'d, 'b> {
    dice: &'d mut Dice<'b>,
    names: Vec<String>,
    has_unions: bool,
    /// Definitions up to this one may only be used where there can be nothing.
    current: usize,
}

impl Program {
    pub(crate) fn random(dice: &mut Dice<'_>, has_unions: bool) -> Self {
        let count = dice.roll(4);
        let names = text::different(dice, count);
        let mut maker = Maker { dice, names: names.clone(), has_unions, current: 0 };
        let root = Type::Struct(maker.fields(0, false));
        let mut definitions = Vec::new();
        for (index, name) in names.into_iter().enumerate() {
            maker.current = index + 1;
            definitions.push((name, maker.of_definition()));
        }
        Self { root, definitions }
    }

    pub(crate) fn schema(&self) -> Value {
        let mut schema = self.schema_of(&self.root);
        if !self.definitions.is_empty() {
            let definitions = self.definitions.iter().map(|(name, it)| (name.clone(), self.schema_of(it)));
            schema["$defs"] = Value::Object(definitions.collect());
        }
        schema
    }

    pub(crate) fn value(&self, dice: &mut Dice<'_>) -> Value {
        self.value_of(&self.root, dice, 6)
    }

    fn schema_of(&self, of: &Type) -> Value {
        match of {
            Type::Bool => json!({ "type": "boolean" }),
            Type::Int(None) => json!({ "type": "integer" }),
            Type::Int(Some((min, max))) => json!({ "type": "integer", "minimum": min, "maximum": max }),
            Type::Float => json!({ "type": "number" }),
            Type::Text(Limit::None) => json!({ "type": "string" }),
            Type::Text(Limit::Length(min, max)) => json!({ "type": "string", "minLength": min, "maxLength": max }),
            Type::Text(Limit::Pattern) => json!({ "type": "string", "pattern": "^[a-z]+$" }),
            Type::Text(Limit::Format(format, _)) => json!({ "type": "string", "format": format }),
            Type::Unit => json!({ "type": "null" }),
            Type::Literals(texts) => json!({ "type": "string", "enum": texts }),
            Type::Array(item, false) => json!({ "type": "array", "items": self.schema_of(item) }),
            Type::Array(item, true) => {
                json!({ "type": "array", "items": self.schema_of(item), "minItems": 1, "maxItems": 4 })
            }
            Type::Set(item) => json!({ "type": "array", "items": self.schema_of(item), "uniqueItems": true }),
            Type::Map(key, value) => map_schema(key, self.schema_of(value)),
            Type::Tuple(items) => {
                let (count, items) = (items.len(), items.iter().map(|it| self.schema_of(it)).collect::<Vec<_>>());
                json!({ "type": "array", "prefixItems": items, "items": false, "minItems": count, "maxItems": count })
            }
            Type::Option(inner) => json!({ "anyOf": [self.schema_of(inner), { "type": "null" }] }),
            Type::Struct(fields) => self.struct_schema(fields),
            Type::Enum(variants) => {
                json!({ "oneOf": variants.iter().map(|it| self.variant_schema(it)).collect::<Vec<_>>() })
            }
            Type::Union(types) => json!({ "anyOf": types.iter().map(|it| self.schema_of(it)).collect::<Vec<_>>() }),
            Type::Defined(index, false) => json!({ "$ref": text::reference(&self.definitions[*index].0) }),
            Type::Defined(index, true) => {
                json!({ "$ref": text::reference(&self.definitions[*index].0), "description": "Said here" })
            }
        }
    }

    fn struct_schema(&self, fields: &[Field]) -> Value {
        let mut properties = Map::new();
        for field in fields {
            let mut schema = self.schema_of(&field.of);
            if let Some(text) = &field.description {
                schema["description"] = json!(text);
            }
            if let Some(default) = &field.default {
                schema["default"] = default.clone();
            }
            properties.insert(field.name.clone(), schema);
        }
        let required: Vec<&str> = fields.iter().filter(|it| it.is_required).map(|it| it.name.as_str()).collect();
        let mut schema = json!({ "type": "object", "properties": properties });
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        schema["additionalProperties"] = json!(false);
        schema
    }

    fn variant_schema(&self, (tag, payload): &(String, Option<Type>)) -> Value {
        match payload {
            None => json!({ "type": "string", "const": tag }),
            Some(payload) => json!({
                "type": "object",
                "properties": { "type": { "type": "string", "const": tag }, "value": self.schema_of(payload) },
                "required": ["type", "value"],
                "additionalProperties": false,
            }),
        }
    }

    /// A value of a type. Without fuel it is as small as it can be, so that recursion comes to an end.
    fn value_of(&self, of: &Type, dice: &mut Dice<'_>, fuel: usize) -> Value {
        let less = fuel.saturating_sub(1);
        let count = |dice: &mut Dice<'_>| if fuel == 0 { 0 } else { dice.roll(4) };
        match of {
            Type::Bool => json!(dice.flip()),
            Type::Int(None) => json!(dice.roll(256) as i64 - 128),
            Type::Int(Some((min, max))) => json!(min + dice.roll(usize::try_from(max - min + 1).unwrap()) as i64),
            Type::Float => json!(dice.roll(256) as f64 / 4.0),
            Type::Text(limit) => json!(limited_text(limit, dice)),
            Type::Unit => Value::Null,
            Type::Literals(texts) => json!(texts[dice.roll(texts.len())]),
            Type::Array(item, has_limits) => {
                let count = count(dice).max(usize::from(*has_limits));
                (0..count).map(|_| self.value_of(item, dice, less)).collect()
            }
            Type::Set(item) => {
                let mut items: Vec<Value> = Vec::new();
                for _ in 0..count(dice) {
                    let item = self.value_of(item, dice, less);
                    if !items.contains(&item) {
                        items.push(item);
                    }
                }
                Value::Array(items)
            }
            Type::Map(key, value) => {
                let count = count(dice);
                let keys = map_keys(key, dice, count);
                Value::Object(keys.into_iter().map(|it| (it, self.value_of(value, dice, less))).collect())
            }
            Type::Tuple(items) => items.iter().map(|it| self.value_of(it, dice, less)).collect(),
            Type::Option(_) if fuel == 0 || !dice.flip() => Value::Null,
            Type::Option(inner) => self.value_of(inner, dice, less),
            Type::Struct(fields) => {
                let mut value = Map::new();
                for field in fields {
                    if field.is_required || (fuel > 0 && dice.flip()) {
                        value.insert(field.name.clone(), self.value_of(&field.of, dice, less));
                    }
                }
                Value::Object(value)
            }
            Type::Enum(variants) => match &variants[dice.roll(variants.len())] {
                (tag, None) => json!(tag),
                (tag, Some(payload)) => json!({ "type": tag, "value": self.value_of(payload, dice, less) }),
            },
            Type::Union(types) => self.value_of(&types[dice.roll(types.len())], dice, less),
            Type::Defined(index, _) => self.value_of(&self.definitions[*index].1, dice, less),
        }
    }
}

fn map_schema(key: &Key, value: Value) -> Value {
    let mut schema = json!({ "type": "object", "additionalProperties": value });
    match key {
        Key::Text => {}
        Key::Number => schema["propertyNames"] = json!({ "pattern": "^-?[0-9]+$" }),
        Key::Literals(texts) => schema["propertyNames"] = json!({ "type": "string", "enum": texts }),
    }
    schema
}

fn map_keys(key: &Key, dice: &mut Dice<'_>, count: usize) -> Vec<String> {
    match key {
        Key::Text => text::different(dice, count),
        Key::Number => (0..count).map(|it| (it * 7).to_string()).collect(),
        Key::Literals(texts) => texts.iter().take(count).cloned().collect(),
    }
}

fn limited_text(limit: &Limit, dice: &mut Dice<'_>) -> String {
    match limit {
        Limit::None => text::odd(dice),
        Limit::Length(min, max) => "xyzü".chars().cycle().take(min + dice.roll(max - min + 1)).collect(),
        Limit::Pattern => "abc".to_owned(),
        Limit::Format(_, example) => (*example).to_owned(),
    }
}

impl Maker<'_, '_> {
    fn of_definition(&mut self) -> Type {
        match self.dice.roll(3) {
            0 => Type::Struct(self.fields(1, false)),
            1 => self.variants(1),
            _ => self.any(1, false),
        }
    }

    /// Any type. `is_loose`: there can be nothing in its place, so that recursion can end there.
    fn any(&mut self, depth: usize, is_loose: bool) -> Type {
        if depth > 4 {
            return Type::Bool;
        }
        match self.dice.roll(18) {
            0 => Type::Bool,
            1 => Type::Int(self.dice.flip().then_some((-3, 12))),
            2 => Type::Float,
            3 | 4 => Type::Text(self.limit()),
            5 => Type::Unit,
            6 => Type::Literals(self.texts()),
            7 => {
                let has_limits = self.dice.flip();
                Type::Array(Box::new(self.any(depth + 1, is_loose || !has_limits)), has_limits)
            }
            8 => Type::Set(Box::new(self.any(depth + 1, true))),
            9 | 10 => Type::Map(self.key(), Box::new(self.any(depth + 1, true))),
            11 => Type::Tuple((0..=self.dice.roll(3)).map(|_| self.any(depth + 1, is_loose)).collect()),
            12 => Type::Option(Box::new(self.any(depth + 1, true))),
            13 => Type::Struct(self.fields(depth + 1, is_loose)),
            14 => self.variants(depth + 1),
            15 if self.has_unions => Type::Union((0..=self.dice.roll(3)).map(|_| self.any(depth + 1, false)).collect()),
            _ => self.defined(is_loose),
        }
    }

    /// A definition: one that comes later, or any where recursion can end.
    fn defined(&mut self, is_loose: bool) -> Type {
        let first = if is_loose { 0 } else { self.current };
        match self.names.len().saturating_sub(first) {
            0 => Type::Bool,
            count => Type::Defined(first + self.dice.roll(count), self.dice.flip()),
        }
    }

    fn variants(&mut self, depth: usize) -> Type {
        let tags = self.texts();
        let payload = |maker: &mut Self| if maker.dice.flip() { Some(maker.any(depth + 1, false)) } else { None };
        Type::Enum(tags.into_iter().map(|tag| (tag, payload(self))).collect())
    }

    fn fields(&mut self, depth: usize, is_loose: bool) -> Vec<Field> {
        let count = self.dice.roll(5);
        let names = text::different(self.dice, count);
        names.into_iter().map(|name| self.field(name, depth, is_loose)).collect()
    }

    fn field(&mut self, name: String, depth: usize, is_loose: bool) -> Field {
        let is_required = !self.dice.flip();
        let of = self.any(depth + 1, is_loose || !is_required);
        let default = match &of {
            _ if is_required => None,
            Type::Int(_) => self.dice.flip().then(|| json!(5)),
            Type::Map(..) => self.dice.flip().then(|| json!({})),
            _ => None,
        };
        let description = self.dice.flip().then(|| text::odd(self.dice));
        Field { name, of, is_required, default, description }
    }

    fn limit(&mut self) -> Limit {
        match self.dice.roll(6) {
            1 => Limit::Length(self.dice.roll(3), 3 + self.dice.roll(3)),
            2 => Limit::Pattern,
            3 => Limit::Format("uri", "https://example.org/a"),
            4 => Limit::Format("date-time", "2026-01-02T03:04:05Z"),
            _ => Limit::None,
        }
    }

    fn key(&mut self) -> Key {
        match self.dice.roll(4) {
            1 => Key::Number,
            2 => Key::Literals(self.texts()),
            _ => Key::Text,
        }
    }

    fn texts(&mut self) -> Vec<String> {
        let count = 1 + self.dice.roll(3);
        text::different(self.dice, count)
    }
}
