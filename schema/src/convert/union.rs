//! Alternatives: the first one that accepts the value is taken.

use serde_json::Value;

use super::found::found;
use super::{Converter, Miss};
use crate::shape::{Node, Schema, Shape};

impl<'s> Converter<'s> {
    pub(super) fn union(&mut self, nodes: &'s [Node], value: &Value) -> Result<Value, Miss> {
        self.spend(nodes.len() / 8)?;
        if value.is_null() && nodes.iter().any(is_null) {
            return Ok(Value::Null);
        }
        let mut misses = Vec::new();
        // An empty object is not meant as null where there are other alternatives.
        let all_are_null = nodes.iter().all(is_null);
        for node in nodes.iter().filter(|it| all_are_null || !is_null(it)) {
            match self.node(node, value) {
                Err(miss) if !miss.is_final => misses.push((node, miss)),
                result => return result,
            }
        }
        if misses.len() == 1 { Err(only(misses, value)) } else { Err(self.best(nodes.len(), misses, value)) }
    }

    /// What to say when no alternative fits: what is wrong with the one whose tag the value has.
    fn best(&self, count: usize, misses: Vec<(&'s Node, Miss)>, value: &Value) -> Miss {
        let none = || Miss::new(format!("fits none of the {count} alternatives"));
        let schema = self.schema;
        let objects = misses.iter().filter(|it| is_object(schema, it.0));
        let tags: Option<Vec<&Value>> = objects.map(|it| tag_of(schema, it.0)).collect();
        let (Some(tags), Some(tag)) = (tags.filter(|it| !it.is_empty()), value.get("type")) else { return none() };
        if !tags.contains(&tag) {
            return Miss::new(format!("no alternative has the type {}", found(tag))).under("type");
        }
        let tagged = misses.into_iter().find(|it| tag_of(schema, it.0) == Some(tag));
        tagged.map_or_else(none, |it| it.1)
    }
}

fn only(misses: Vec<(&Node, Miss)>, value: &Value) -> Miss {
    let first = misses.into_iter().next().map(|it| it.1);
    first.unwrap_or_else(|| Miss::expected("null", value))
}

fn is_null(node: &Node) -> bool {
    matches!(node.shape, Shape::Null)
}

fn is_object(schema: &Schema, node: &Node) -> bool {
    matches!(schema.resolve(node).shape, Shape::Object { .. })
}

/// The value of the `type` property, where it can have only one.
fn tag_of<'s>(schema: &'s Schema, node: &'s Node) -> Option<&'s Value> {
    let Shape::Object { properties, .. } = &schema.resolve(node).shape else { return None };
    let property = properties.iter().find(|it| it.name == "type" && it.is_required)?;
    match &schema.resolve(&property.node).shape {
        Shape::Scalar { choice: Some(choice), .. } if choice.is_const => choice.values.first(),
        _ => None,
    }
}
