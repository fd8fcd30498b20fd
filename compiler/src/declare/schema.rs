//! JSON Schemas (2020-12) of types, made at compile time.
//!
//! Comes in: a type, or the parameters of a function. Goes out: a schema with its `$defs`, and where its parts are declared.
//! Fields keep their order. A declared type that occurs once is written where it is used; one that occurs more often, or
//! in itself, or too deep inside others, stands under `$defs`. Nothing here recurses deeper than one definition is.

mod body;
mod keywords;
mod name;

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Map, Value, json};

use super::About;
use crate::ast::{Decorator, ExprId};
use crate::load::ModuleId;
use crate::resolve::ItemId;
use crate::source::Span;
use crate::types::{self, FnSig, Ty};

/// A schema, and where the properties of its objects are declared, by their JSON pointers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Made {
    /// The schema.
    pub(crate) schema: Value,
    /// Pointers and places.
    pub(super) places: Vec<(String, Span)>,
}

impl Made {
    /// The place that a pointer into the schema belongs to: that of the property itself or of the nearest around it.
    pub(super) fn place(&self, pointer: &str) -> Option<Span> {
        let is_around = |it: &&(String, Span)| {
            pointer.strip_prefix(it.0.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.places.iter().filter(is_around).max_by_key(|it| it.0.len()).map(|it| it.1)
    }
}

/// Types that are nested deeper than this in a schema get a definition of their own: whoever reads it may have limits.
const INLINE_DEPTH_MAX: usize = 12;

/// The schema of a tool that takes nothing.
pub(crate) fn nothing() -> Value {
    json!({ "type": "object", "properties": {}, "additionalProperties": false })
}

/// A type as JSON sees it.
enum Form {
    /// A schema that needs no other types.
    Leaf(Value),
    Array(Ty),
    Set(Ty),
    Map(Ty, Ty),
    Tuple(Vec<Ty>),
    Option(Ty),
    /// A struct, schema or enum.
    Declared(ItemId),
}

/// A property of an object, before it is one.
struct Property<'d> {
    name: String,
    ty: Ty,
    module: ModuleId,
    decorators: &'d [Decorator],
    /// Which decorator describes it.
    described_by: &'static str,
    default: Option<ExprId>,
    span: Span,
}

/// A schema on its way.
struct Maker<'m, 'c> {
    about: &'m mut About<'c>,
    /// Types that are used more than once.
    shared: FxHashSet<Ty>,
    /// The names of definitions.
    names: FxHashMap<Ty, String>,
    /// Definitions that were asked for, in that order.
    wanted: Vec<Ty>,
    places: Vec<(String, Span)>,
    /// Where the schema at hand is in the whole.
    pointer: String,
}

impl<'c> About<'c> {
    /// The schema of a type.
    pub(crate) fn schema_of(&mut self, ty: Ty) -> Made {
        let mut maker = self.maker(&[ty]);
        let root = match maker.form(ty) {
            Form::Declared(item) => maker.declared(ty, item, 0),
            _ => maker.schema(ty, 0),
        };
        maker.finish(root)
    }

    /// The schemas of several types, which share their definitions: what one of them contains is not written in each.
    pub(super) fn schemas_of(&mut self, types: &[Ty]) -> (Vec<Value>, Map<String, Value>) {
        let mut maker = self.maker(types);
        let mut schemas = Vec::with_capacity(types.len());
        for ty in types {
            schemas.push(match maker.form(*ty) {
                Form::Declared(item) => maker.declared(*ty, item, 0),
                _ => maker.schema(*ty, 0),
            });
        }
        let definitions = maker.definitions();
        (schemas, definitions)
    }

    /// The schema of what a tool's function takes: an object with a property for each parameter.
    pub(super) fn schema_of_params(&mut self, sig: &FnSig) -> Made {
        let types: Vec<Ty> = sig.params.iter().map(|it| it.ty).collect();
        let tree = self.tree_of(sig);
        let mut maker = self.maker(&types);
        let properties: Vec<Property<'c>> = sig
            .params
            .iter()
            .enumerate()
            .map(|(at, param)| {
                let written = tree.and_then(|it| it.params.get(at));
                Property {
                    name: param.name.map_or("_", |it| maker.about.program.names.text(it)).to_owned(),
                    ty: param.ty,
                    module: sig.item.module,
                    decorators: written.map_or(&[], |it| &it.decorators),
                    described_by: "param",
                    default: written.and_then(|it| it.default),
                    span: param.span,
                }
            })
            .collect();
        let root = maker.object(Map::new(), properties, 0);
        maker.finish(root)
    }

    fn maker<'m>(&'m mut self, roots: &[Ty]) -> Maker<'m, 'c> {
        let mut maker = Maker {
            about: self,
            shared: FxHashSet::default(),
            names: FxHashMap::default(),
            wanted: Vec::new(),
            places: Vec::new(),
            pointer: String::new(),
        };
        maker.count(roots);
        maker
    }
}

impl<'c> Maker<'_, 'c> {
    /// Finds the declared types that are used more than once.
    fn count(&mut self, roots: &[Ty]) {
        let mut seen: FxHashSet<Ty> = FxHashSet::default();
        let mut waiting = roots.to_vec();
        while let Some(ty) = waiting.pop() {
            let inside = match self.form(ty) {
                Form::Leaf(_) => continue,
                Form::Array(inner) | Form::Set(inner) | Form::Option(inner) => vec![inner],
                // Keys are texts: what they are made of is no schema.
                Form::Map(_, value) => vec![value],
                Form::Tuple(parts) => parts,
                Form::Declared(_) if !seen.insert(ty) => {
                    self.shared.insert(ty);
                    continue;
                }
                Form::Declared(item) => self.data(ty, item),
            };
            waiting.extend(inside);
        }
    }

    /// The types of all that a declared type holds.
    fn data(&mut self, ty: Ty, item: ItemId) -> Vec<Ty> {
        let count = match self.about.typed.signatures.adts.get(&item).map(|it| &it.shape) {
            Some(types::Shape::Enum(variants)) => variants.len() as u32,
            _ => return self.about.typed.parts(ty).unwrap_or_default().into_iter().map(|it| it.1).collect(),
        };
        let data = (0..count).flat_map(|at| self.about.typed.variant_data(ty, at).unwrap_or_default());
        data.map(|it| it.1).collect()
    }

    /// Puts definitions into the root.
    fn finish(mut self, root: Value) -> Made {
        let definitions = self.definitions();
        let mut schema = root;
        if let (Value::Object(object), false) = (&mut schema, definitions.is_empty()) {
            object.insert("$defs".to_owned(), Value::Object(definitions));
        }
        Made { schema, places: self.places }
    }

    /// The definitions that were asked for; making one may ask for more.
    fn definitions(&mut self) -> Map<String, Value> {
        let mut definitions = Map::new();
        let mut at = 0;
        while let Some(ty) = self.wanted.get(at).copied() {
            at += 1;
            let name = self.names.get(&ty).cloned().unwrap_or_default();
            self.pointer = format!("/$defs/{name}");
            if let Form::Declared(item) = self.form(ty) {
                let schema = self.declared(ty, item, 0);
                definitions.insert(name, schema);
            }
        }
        definitions
    }

    /// The schema of a type that is `depth` types deep in its definition.
    fn schema(&mut self, ty: Ty, depth: usize) -> Value {
        match self.form(ty) {
            Form::Leaf(schema) => schema,
            Form::Array(inner) => json!({ "type": "array", "items": self.inside("items", inner, depth) }),
            Form::Set(inner) => {
                json!({ "type": "array", "items": self.inside("items", inner, depth), "uniqueItems": true })
            }
            Form::Map(key, value) => self.map(key, value, depth),
            Form::Tuple(parts) => self.tuple(parts, depth),
            Form::Option(inner) => self.nullable(inner, depth),
            Form::Declared(item) => match self.shared.contains(&ty) || depth > INLINE_DEPTH_MAX {
                true => self.reference(ty),
                false => self.declared(ty, item, depth),
            },
        }
    }

    /// The schema of something inside, which has a place of its own.
    fn inside(&mut self, step: &str, ty: Ty, depth: usize) -> Value {
        let before = self.enter(&[step]);
        let schema = self.schema(ty, depth + 1);
        self.pointer.truncate(before);
        schema
    }

    /// Steps into a part; what the pointer's length was.
    fn enter(&mut self, steps: &[&str]) -> usize {
        let before = self.pointer.len();
        for step in steps {
            self.pointer.push('/');
            self.pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
        }
        before
    }

    /// `{"$ref": "#/$defs/Name"}`
    fn reference(&mut self, ty: Ty) -> Value {
        let name = match self.names.get(&ty) {
            Some(name) => name.clone(),
            None => {
                let name = self.name(ty);
                self.names.insert(ty, name.clone());
                self.wanted.push(ty);
                name
            }
        };
        json!({ "$ref": format!("#/$defs/{name}") })
    }

    fn form(&mut self, ty: Ty) -> Form {
        let b = &self.about.typed.builtins;
        let leaves = [
            (b.int, "integer"),
            (b.float, "number"),
            (b.bool, "boolean"),
            (b.string, "string"),
            (b.duration, "integer"),
        ];
        if let Some((_, word)) = leaves.into_iter().find(|(it, _)| *it == ty) {
            let milliseconds = ty == b.duration;
            return Form::Leaf(match milliseconds {
                true => json!({ "type": word, "description": keywords::MILLISECONDS }),
                false => json!({ "type": word }),
            });
        }
        if ty == b.json {
            return Form::Leaf(json!({}));
        }
        if ty == b.bytes {
            return Form::Leaf(
                json!({ "type": "string", "description": keywords::BASE64, "contentEncoding": "base64" }),
            );
        }
        let (array, set, map, option) = (b.array, b.set, b.map, b.option);
        let types = &self.about.typed.types;
        match types.kind(ty) {
            types::Kind::Literal(texts) => {
                let texts = types.texts(texts).iter().map(|it| self.about.program.names.text(*it));
                Form::Leaf(json!({ "type": "string", "enum": texts.collect::<Vec<_>>() }))
            }
            types::Kind::Tuple(parts) => match types.list(parts) {
                [] => Form::Leaf(json!({ "type": "null" })),
                parts => Form::Tuple(parts.to_vec()),
            },
            types::Kind::Adt(item, args) => match *types.list(args) {
                [inner] if item == array => Form::Array(inner),
                [inner] if item == set => Form::Set(inner),
                [key, value] if item == map => Form::Map(key, value),
                [inner] if item == option => Form::Option(inner),
                _ => Form::Declared(item),
            },
            _ => Form::Leaf(json!({})),
        }
    }
}
