//! Objects: those with known properties, and maps.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Reader, Spot, free_form};
use crate::Loss;
use crate::keyword::limits;
use crate::place::Place;
use crate::shape::{Kind, Node, Property, Shape};

type Object = Map<String, Value>;

impl<'a> Reader<'a> {
    pub(super) fn object(&mut self, schema: &'a Object, spot: &Spot) -> Result<Shape, Loss> {
        let properties = properties_of(schema, &spot.place)?;
        let has_properties = properties.is_some_and(|it| !it.is_empty());
        match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => self.closed(schema, properties, spot),
            // What does not say whether it is closed is, unless there is nothing that could be in it.
            None if has_properties || (properties.is_some() && spot.place.depth() == 0) => {
                self.closed(schema, properties, spot)
            }
            None => Err(free_form(&spot.place)),
            Some(_) if has_properties => Err(open(&spot.place)),
            Some(Value::Bool(true)) => Err(free_form(&spot.place)),
            Some(value) => self.map(schema, value, spot),
        }
    }

    fn closed(&mut self, schema: &'a Object, properties: Option<&'a Object>, spot: &Spot) -> Result<Shape, Loss> {
        if schema.contains_key("propertyNames") {
            return Err(spot.place.loss("`propertyNames` of an object with known properties cannot be said"));
        }
        let required = required_of(schema, &spot.place)?;
        let names: BTreeSet<String> = properties.into_iter().flat_map(|it| it.keys().cloned()).collect();
        if let Some(name) = required.iter().find(|it| !names.contains(**it)) {
            return Err(spot.place.loss(format!("`required` names `{name}`, which is no property")));
        }
        let mut nodes = Vec::new();
        for (name, value) in properties.into_iter().flatten() {
            let node = self.node(value, spot.part(spot.place.property(name)))?;
            nodes.push(Property { name: name.clone(), is_required: required.contains(name.as_str()), node });
        }
        Ok(Shape::Object { properties: nodes, names, limits: limits(schema, Kind::Object, &spot.place)? })
    }

    fn map(&mut self, schema: &'a Object, value: &'a Value, spot: &Spot) -> Result<Shape, Loss> {
        if !required_of(schema, &spot.place)?.is_empty() {
            return Err(spot.place.loss("`required` of an object with any properties cannot be said"));
        }
        let key = self.key(schema.get("propertyNames"), spot)?;
        let value = self.node(value, spot.part(spot.place.at("additionalProperties")))?;
        let limits = limits(schema, Kind::Object, &spot.place)?;
        Ok(Shape::Map { key: Box::new(key), value: Box::new(value), limits })
    }

    /// The schema of a map's keys: they are strings, also where that is not said.
    fn key(&mut self, schema: Option<&'a Value>, spot: &Spot) -> Result<Node, Loss> {
        let spot = spot.part(spot.place.at("propertyNames"));
        let says_form = |it: &Object| {
            ["type", "enum", "const", "$ref", "anyOf", "oneOf", "allOf"].iter().any(|k| it.contains_key(*k))
        };
        match schema {
            None | Some(Value::Bool(true)) => self.string_key(&Object::new(), &spot),
            Some(Value::Object(schema)) if !says_form(schema) => self.string_key(schema, &spot),
            Some(schema) => self.node(schema, spot),
        }
    }

    fn string_key(&mut self, schema: &Object, spot: &Spot) -> Result<Node, Loss> {
        crate::keyword::check_refused(schema, &spot.place)?;
        let limits = limits(schema, Kind::String, &spot.place)?;
        let mut node = super::plain(spot, Shape::Scalar { kind: Kind::String, choice: None, limits });
        node.note = super::note_of(schema);
        Ok(node)
    }
}

fn open(place: &Place) -> Loss {
    place.loss("properties beyond the known ones are allowed, which a strict schema cannot say")
}

fn properties_of<'a>(schema: &'a Object, place: &Place) -> Result<Option<&'a Object>, Loss> {
    match schema.get("properties") {
        None => Ok(None),
        Some(Value::Object(it)) => Ok(Some(it)),
        Some(_) => Err(place.loss("`properties` is no object")),
    }
}

fn required_of<'a>(schema: &'a Object, place: &Place) -> Result<BTreeSet<&'a str>, Loss> {
    let names = match schema.get("required") {
        None => return Ok(BTreeSet::new()),
        Some(Value::Array(names)) => names.iter().map(Value::as_str).collect::<Option<_>>(),
        Some(_) => None,
    };
    names.ok_or_else(|| place.loss("`required` is no list of names"))
}
