//! Alternatives that lifting could not tell apart.
//!
//! Lifting and encoding take the first alternative that accepts a value. Where the values of both stay as they are, it
//! does not matter which one that is. Where one changes (a map becomes a list, an absent property becomes null), the two
//! must differ in the kind of their values or in a property that says which is which; otherwise the wrong one could be taken.

use serde_json::Value;

use crate::Loss;
use crate::shape::{Choice, Kinds, Node, Schema, Shape, is_same};

/// How many alternatives are compared with each other.
const ALTERNATIVES_MAX: usize = 500;
/// How many properties of an alternative are looked at for one that says which it is.
const TAGS_MAX: usize = 4;
/// How many values such a property may have.
const VALUES_MAX: usize = 4;

/// Refuses a schema with alternatives that could not be told apart.
pub(super) fn check(schema: &Schema) -> Result<(), Loss> {
    schema.definitions.iter().try_for_each(|it| check_node(schema, &it.node))
}

fn check_node(schema: &Schema, node: &Node) -> Result<(), Loss> {
    match &node.shape {
        Shape::Null | Shape::Scalar { .. } | Shape::Ref(_) => Ok(()),
        Shape::Object { properties, .. } => properties.iter().try_for_each(|it| check_node(schema, &it.node)),
        Shape::Map { value, .. } => check_node(schema, value),
        Shape::Array { items, .. } => check_node(schema, items),
        Shape::Tuple { items, .. } => items.iter().try_for_each(|it| check_node(schema, it)),
        Shape::Union(nodes) => {
            check_union(schema, nodes)?;
            nodes.iter().try_for_each(|it| check_node(schema, it))
        }
    }
}

/// What is known of an alternative.
struct Alternative<'n> {
    node: &'n Node,
    kinds: Kinds,
    is_rewritten: bool,
    /// Required properties with the few values that they can have.
    tags: Vec<(&'n str, &'n [Value])>,
}

fn check_union(schema: &Schema, nodes: &[Node]) -> Result<(), Loss> {
    let others = nodes.iter().filter(|it| !matches!(it.shape, Shape::Null));
    let alternatives: Vec<Alternative<'_>> = others.map(|it| Alternative::new(schema, it)).collect();
    if !alternatives.iter().any(|it| it.is_rewritten) {
        return Ok(());
    }
    for (index, right) in alternatives.iter().enumerate() {
        if index >= ALTERNATIVES_MAX {
            return Err(right.node.place.loss(format!("there are more than {ALTERNATIVES_MAX} alternatives")));
        }
        if alternatives.iter().take(index).any(|left| left.is_confused_with(right)) {
            return Err(right.node.place.loss("it cannot be told apart from the alternatives before it"));
        }
    }
    Ok(())
}

impl<'n> Alternative<'n> {
    fn new(schema: &'n Schema, node: &'n Node) -> Self {
        let tags = match &schema.resolve(node).shape {
            Shape::Object { properties, .. } => {
                let required = properties.iter().filter(|it| it.is_required);
                required.filter_map(|it| Some((it.name.as_str(), values(schema, &it.node)?))).take(TAGS_MAX).collect()
            }
            _ => Vec::new(),
        };
        Self { node, kinds: schema.kinds(node), is_rewritten: schema.is_rewritten(node), tags }
    }

    fn is_confused_with(&self, other: &Self) -> bool {
        (self.is_rewritten || other.is_rewritten) && self.kinds.overlaps(other.kinds) && !self.has_other_tag(other)
    }

    fn has_other_tag(&self, other: &Self) -> bool {
        let differs = |left: &[Value], right: &[Value]| !left.iter().any(|l| right.iter().any(|r| is_same(l, r)));
        self.tags.iter().any(|left| other.tags.iter().any(|right| left.0 == right.0 && differs(left.1, right.1)))
    }
}

/// The values that a property is limited to, where they are few enough to compare.
fn values<'n>(schema: &'n Schema, node: &'n Node) -> Option<&'n [Value]> {
    match &schema.resolve(node).shape {
        Shape::Scalar { choice: Some(Choice { values, .. }), .. }
            if !node.is_nullable && values.len() <= VALUES_MAX =>
        {
            Some(values)
        }
        _ => None,
    }
}
