//! `enum` and `const`: a schema that lists its values in, an alternative for each kind of value out.

use serde_json::{Map, Value};

use super::{Spot, plain};
use crate::Loss;
use crate::keyword::limits;
use crate::shape::{Choice, Kind, Node, Shape, is_same};

/// Reads a schema that lists its values. Values that its `type` does not take are none of its values.
pub(super) fn read(schema: &Map<String, Value>, kinds: Option<Vec<Kind>>, spot: &Spot) -> Result<Node, Loss> {
    let values = values_of(schema, spot)?;
    let mut groups: Vec<(Kind, Vec<Value>)> = Vec::new();
    for value in values {
        let Some(kind) = kind_of(value, kinds.as_deref()) else { continue };
        match groups.iter_mut().find(|it| it.0 == kind) {
            Some((_, group)) => group.push(value.clone()),
            None => groups.push((kind, vec![value.clone()])),
        }
    }
    let is_nullable = groups.len() > 1 && groups.iter().any(|it| it.0 == Kind::Null);
    groups.retain(|it| !is_nullable || it.0 != Kind::Null);
    let shapes = groups.into_iter().map(|(kind, values)| shape(schema, kind, values, spot));
    let mut shapes: Vec<Shape> = shapes.collect::<Result<_, _>>()?;
    let shape = match shapes.pop() {
        None => return Err(spot.place.loss("no value fits here")),
        Some(shape) if shapes.is_empty() => shape,
        Some(last) => Shape::Union(shapes.into_iter().chain([last]).map(|it| plain(spot, it)).collect()),
    };
    Ok(Node { is_nullable, ..plain(spot, shape) })
}

/// The values of `enum` that are also the `const`, if there is one; each once.
fn values_of<'a>(schema: &'a Map<String, Value>, spot: &Spot) -> Result<Vec<&'a Value>, Loss> {
    let listed = match schema.get("enum") {
        None => None,
        Some(Value::Array(values)) => Some(values),
        Some(_) => return Err(spot.place.loss("`enum` is no list")),
    };
    let mut values: Vec<&Value> = match (schema.get("const"), listed) {
        (Some(it), Some(values)) => values.iter().filter(|value| is_same(it, value)).take(1).collect(),
        (Some(it), None) => vec![it],
        (None, values) => values.into_iter().flatten().collect(),
    };
    let mut seen = std::collections::BTreeSet::new();
    values.retain(|it| seen.insert(it.to_string()));
    Ok(values)
}

/// The first of the types that takes a value; what it is by itself where no types are named.
fn kind_of(value: &Value, kinds: Option<&[Kind]>) -> Option<Kind> {
    match kinds {
        None => Some(Kind::of(value)),
        Some(kinds) => kinds.iter().copied().find(|it| it.takes(value)),
    }
}

fn shape(schema: &Map<String, Value>, kind: Kind, values: Vec<Value>, spot: &Spot) -> Result<Shape, Loss> {
    match kind {
        Kind::Null => Ok(Shape::Null),
        Kind::Array | Kind::Object => Err(spot.place.loss("lists and objects cannot be values of `enum` or `const`")),
        _ => {
            let choice = Some(Choice { values, is_const: schema.contains_key("const") });
            Ok(Shape::Scalar { kind, choice, limits: limits(schema, kind, &spot.place)? })
        }
    }
}
