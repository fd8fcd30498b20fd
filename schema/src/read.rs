//! From the JSON of a source schema to its [`Schema`].
//!
//! What cannot be said in any strict subset is refused here, with its place. Each definition that something refers to is
//! read once; others are not looked at. Nesting is limited, so that whoever walks the result may recurse.

mod array;
mod choice;
mod object;
mod reference;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::graph;
use crate::keyword::{check_alone, check_refused, limits};
use crate::place::Place;
use crate::shape::{Definition, Edge, Kind, Node, Note, Schema, Shape};
use crate::{Loss, NESTING_MAX};

/// Reads a whole schema.
pub(crate) fn read(source: &Value) -> Result<Schema, Loss> {
    let mut reader = Reader::new(source);
    let mut definitions = Vec::new();
    while let Some(target) = reader.targets.get(definitions.len()) {
        let (name, value, spot) = (target.name.clone(), target.value, Spot::new(target.place.clone()));
        let node = reader.node(value, spot)?;
        definitions.push(Definition { name, node, edges: std::mem::take(&mut reader.edges) });
    }
    let order = reader.source_order();
    graph::link(definitions, order)
}

struct Reader<'a> {
    source: &'a Value,
    targets: Vec<Target<'a>>,
    /// Where in `targets` the definitions of `$defs` and of `definitions` are.
    index: BTreeMap<(&'static str, &'a str), usize>,
    /// The references in the definition that is being read.
    edges: Vec<Edge>,
}

struct Target<'a> {
    name: String,
    value: &'a Value,
    place: Place,
}

/// Where the reader is.
#[derive(Clone)]
struct Spot {
    place: Place,
    /// Nothing but alternatives is between the definition and here.
    is_direct: bool,
    /// An `$id` is around it, so that references mean something else than they seem to.
    is_foreign: bool,
}

impl Spot {
    fn new(place: Place) -> Self {
        Self { place, is_direct: true, is_foreign: false }
    }

    /// A schema for a part of the value.
    fn part(&self, place: Place) -> Self {
        Self { place, is_direct: false, ..*self }
    }

    /// A schema for the same value.
    fn same(&self, keyword: &str, index: usize) -> Self {
        Self { place: self.place.at(keyword).at(index), ..*self }
    }
}

impl<'a> Reader<'a> {
    fn new(source: &'a Value) -> Self {
        let root = Target { name: String::new(), value: source, place: Place::root() };
        Self { source, targets: vec![root], index: BTreeMap::new(), edges: Vec::new() }
    }

    fn node(&mut self, value: &'a Value, mut spot: Spot) -> Result<Node, Loss> {
        spot.place.check_depth()?;
        let schema = object_of(value, &spot.place)?;
        check_refused(schema, &spot.place)?;
        spot.is_foreign |= spot.place.depth() > 0 && schema.contains_key("$id");
        let mut node = self.form(schema, &spot)?;
        node.is_nullable |= schema.get("nullable") == Some(&Value::Bool(true));
        node.note = note_of(schema).or(&node.note);
        Ok(node)
    }

    /// What a schema says, by the keyword that says most.
    fn form(&mut self, schema: &'a Map<String, Value>, spot: &Spot) -> Result<Node, Loss> {
        let has = |keyword: &str| schema.contains_key(keyword);
        if let Some(reference) = schema.get("$ref") {
            check_alone(schema, "$ref", &spot.place)?;
            return self.reference(reference, spot);
        }
        if let Some(all) = schema.get("allOf") {
            check_alone(schema, "allOf", &spot.place)?;
            return self.only_one(all, spot);
        }
        if let Some(keyword) = ["anyOf", "oneOf"].into_iter().find(|it| has(it)) {
            check_alone(schema, keyword, &spot.place)?;
            return self.union(keyword, schema.get(keyword), spot);
        }
        let kinds = kinds_of(schema, &spot.place)?;
        match kinds {
            kinds if has("enum") || has("const") => choice::read(schema, kinds, spot),
            Some(kinds) => self.kinds(schema, kinds, spot),
            None => Err(free_form(&spot.place)),
        }
    }

    /// `allOf` with one element is that element. Several would have to be merged, which changes what they say.
    fn only_one(&mut self, all: &'a Value, spot: &Spot) -> Result<Node, Loss> {
        match all.as_array().map(Vec::as_slice) {
            Some([one]) => self.node(one, spot.same("allOf", 0)),
            _ => Err(spot.place.loss("`allOf` cannot be said in a strict schema")),
        }
    }

    fn union(&mut self, keyword: &str, alternatives: Option<&'a Value>, spot: &Spot) -> Result<Node, Loss> {
        let alternatives = match alternatives {
            Some(Value::Array(it)) if !it.is_empty() => it,
            _ => return Err(spot.place.loss(format!("`{keyword}` is no list of schemas"))),
        };
        let nodes = alternatives.iter().enumerate().map(|(i, it)| self.node(it, spot.same(keyword, i)));
        Ok(plain(spot, Shape::Union(nodes.collect::<Result<_, _>>()?)))
    }

    /// A schema with a `type`: several types are alternatives, and null among them makes it nullable.
    fn kinds(&mut self, schema: &'a Map<String, Value>, kinds: Vec<Kind>, spot: &Spot) -> Result<Node, Loss> {
        let is_nullable = kinds.len() > 1 && kinds.contains(&Kind::Null);
        let kinds: Vec<Kind> = kinds.into_iter().filter(|it| !is_nullable || *it != Kind::Null).collect();
        let mut node = match kinds[..] {
            [kind] => plain(spot, self.kind(schema, kind, spot)?),
            _ => {
                let nodes = kinds.into_iter().map(|it| Ok(plain(spot, self.kind(schema, it, spot)?)));
                plain(spot, Shape::Union(nodes.collect::<Result<_, _>>()?))
            }
        };
        node.is_nullable = is_nullable;
        Ok(node)
    }

    fn kind(&mut self, schema: &'a Map<String, Value>, kind: Kind, spot: &Spot) -> Result<Shape, Loss> {
        match kind {
            Kind::Null => Ok(Shape::Null),
            Kind::Array => self.array(schema, spot),
            Kind::Object => self.object(schema, spot),
            _ => Ok(Shape::Scalar { kind, choice: None, limits: limits(schema, kind, &spot.place)? }),
        }
    }
}

/// A node that says nothing besides its shape.
fn plain(spot: &Spot, shape: Shape) -> Node {
    Node { place: spot.place.clone(), note: Note::default(), is_nullable: false, shape }
}

fn object_of<'a>(value: &'a Value, place: &Place) -> Result<&'a Map<String, Value>, Loss> {
    match value {
        Value::Object(schema) => Ok(schema),
        Value::Bool(true) => Err(free_form(place)),
        Value::Bool(false) => Err(place.loss("no value fits here")),
        _ => Err(place.loss("it is no schema")),
    }
}

fn free_form(place: &Place) -> Loss {
    place.loss("any JSON fits here, which a strict schema cannot say")
}

fn note_of(schema: &Map<String, Value>) -> Note {
    let text = |key: &str| schema.get(key).and_then(Value::as_str).map(str::to_owned);
    Note { title: text("title"), description: text("description"), default: schema.get("default").cloned() }
}

/// The types that a schema names, each once; none where it names no types at all.
fn kinds_of(schema: &Map<String, Value>, place: &Place) -> Result<Option<Vec<Kind>>, Loss> {
    let texts = match schema.get("type") {
        None => return Ok(None),
        Some(Value::Array(texts)) if !texts.is_empty() && texts.len() <= NESTING_MAX => texts.as_slice(),
        Some(text) => std::slice::from_ref(text),
    };
    let mut kinds = Vec::new();
    for text in texts {
        let kind = text.as_str().and_then(Kind::parse).ok_or_else(|| place.loss(format!("`type` cannot be {text}")))?;
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    Ok(Some(kinds))
}
