//! Values between the form of their source schema and the form that a provider's subset asks for.
//!
//! Both ways follow the source schema and check the value as they go: types, choices, required and unknown keys, lengths of
//! tuples. They do not check limits such as `minimum`: whoever validates the lifted value does. The work is bounded, whatever
//! schema and value are.

mod found;
mod shapes;
mod union;

use serde_json::Value;

use crate::read::read;
use crate::shape::{Choice, Kind, Node, Schema, Shape, is_same};
use crate::{Dialect, Loss, Mismatch};
use found::{Miss, found};

/// How many nodes one value may take to convert, alternatives that did not fit included.
pub(crate) const STEPS_MAX: usize = 1_000_000;
/// How deeply values may be nested, alternatives included.
const DEPTH_MAX: usize = 400;

/// Brings a value from the form that `dialect` asks for back to the form of the source schema.
pub fn lift(schema: &Value, dialect: Dialect, value: Value) -> Result<Value, Mismatch> {
    convert(schema, dialect, Way::Lift, &value)
}

/// Brings a value from the form of the source schema to the form that `dialect` asks for.
pub fn encode(schema: &Value, dialect: Dialect, value: Value) -> Result<Value, Mismatch> {
    convert(schema, dialect, Way::Encode, &value)
}

/// Encodes a value of a part of a schema; nothing comes back where it does not fit or where `steps` run out.
pub(crate) fn encode_part(
    schema: &Schema,
    dialect: Dialect,
    node: &Node,
    value: &Value,
    steps: &mut usize,
) -> Option<Value> {
    let mut converter = Converter { schema, dialect, way: Way::Encode, steps: *steps, depth: 0 };
    let encoded = converter.node(node, value).ok();
    *steps = converter.steps;
    encoded
}

fn convert(schema: &Value, dialect: Dialect, way: Way, value: &Value) -> Result<Value, Mismatch> {
    let schema = read(schema).map_err(unusable)?;
    let Some(root) = schema.definitions.first() else { return Ok(value.clone()) };
    let mut converter = Converter { schema: &schema, dialect, way, steps: STEPS_MAX, depth: 0 };
    converter.node(&root.node, value).map_err(Miss::into_mismatch)
}

fn unusable(loss: Loss) -> Mismatch {
    Mismatch { path: "$".to_owned(), reason: format!("its schema cannot be used: {loss}") }
}

#[derive(Clone, Copy, PartialEq)]
enum Way {
    Lift,
    Encode,
}

struct Converter<'s> {
    schema: &'s Schema,
    dialect: Dialect,
    way: Way,
    steps: usize,
    depth: usize,
}

impl<'s> Converter<'s> {
    fn node(&mut self, node: &'s Node, value: &Value) -> Result<Value, Miss> {
        self.spend(1)?;
        if self.depth >= DEPTH_MAX {
            return Err(Miss::hopeless("it is nested too deeply"));
        }
        if value.is_null() && node.is_nullable {
            return Ok(Value::Null);
        }
        self.depth += 1;
        let result = self.shape(node, value);
        self.depth -= 1;
        result
    }

    /// Counts work, so that no schema and no value make it endless.
    fn spend(&mut self, steps: usize) -> Result<(), Miss> {
        let left = self.steps.checked_sub(steps);
        self.steps = left.unwrap_or(0);
        left.map(drop).ok_or_else(|| Miss::hopeless("it is too complex"))
    }

    fn shape(&mut self, node: &'s Node, value: &Value) -> Result<Value, Miss> {
        match &node.shape {
            Shape::Null => self.null(value),
            Shape::Scalar { kind, choice, .. } => self.scalar(*kind, choice.as_ref(), value),
            Shape::Object { properties, names, .. } => self.object(properties, names, value),
            Shape::Map { key, value: values, .. } => self.map(key, values, value),
            Shape::Array { items, .. } => self.array(items, value),
            Shape::Tuple { items, .. } => self.tuple(items, value),
            Shape::Union(nodes) => self.union(nodes, value),
            Shape::Ref(_) => self.reference(node, value),
        }
    }

    fn scalar(&mut self, kind: Kind, choice: Option<&Choice>, value: &Value) -> Result<Value, Miss> {
        if !kind.takes(value) {
            return Err(Miss::expected(name_of(kind), value));
        }
        // Texts are copied and choices are compared: cheap, but not for nothing where they are long.
        self.spend(value.as_str().map_or(0, str::len) / 256)?;
        self.spend(choice.map_or(0, |it| it.values.len()) / 8)?;
        match choice {
            Some(choice) if !choice.values.iter().any(|it| is_same(it, value)) => Err(not_chosen(choice, value)),
            _ => Ok(value.clone()),
        }
    }

    /// Gemini has no null of its own, so an empty object is as good.
    fn null(&self, value: &Value) -> Result<Value, Miss> {
        let is_empty = value.as_object().is_some_and(|it| it.is_empty());
        let is_null = value.is_null() || (is_empty && self.dialect == Dialect::Google && self.way == Way::Lift);
        if is_null { Ok(Value::Null) } else { Err(Miss::expected("null", value)) }
    }

    fn reference(&mut self, node: &'s Node, value: &Value) -> Result<Value, Miss> {
        let Shape::Ref(target) = node.shape else { return Err(Miss::hopeless("its schema refers to nothing")) };
        let schema = self.schema;
        match schema.definitions.get(target) {
            Some(definition) => self.node(&definition.node, value),
            None => Err(Miss::hopeless("its schema refers to nothing")),
        }
    }
}

fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Boolean => "true or false",
        Kind::Integer => "a whole number",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Array => "a list",
        Kind::Object => "an object",
    }
}

fn not_chosen(choice: &Choice, value: &Value) -> Miss {
    const SHOWN_MAX: usize = 8;
    let shown: Vec<String> = choice.values.iter().take(SHOWN_MAX).map(found).collect();
    let rest = if choice.values.len() > SHOWN_MAX { ", …" } else { "" };
    match shown.as_slice() {
        [one] => Miss::expected(one, value),
        _ => Miss::expected(&format!("one of {}{rest}", shown.join(", ")), value),
    }
}
