//! What the definitions of a schema are to each other: who refers to whom, and what follows from it for each.
//!
//! All of it is found with loops, once for each definition: chains of references may be as long as a schema.

use crate::shape::{Definition, Edge, Kind, Kinds, Node, Schema, Shape};
use crate::{Dialect, Loss, NESTING_MAX};

/// Makes a schema of definitions. Refuses definitions that only refer to each other, and chains of alternatives that are
/// too long to be walked.
pub(crate) fn link(definitions: Vec<Definition>, order: Vec<usize>) -> Result<Schema, Loss> {
    let postorder = postorder(&definitions, |it| it.is_direct).map_err(|edge| {
        let place = edge.place.nearest_property();
        place.loss("it refers to itself without an end")
    })?;
    check_heights(&definitions, &postorder)?;
    let mut kinds = vec![Kinds::default(); definitions.len()];
    for index in postorder {
        let of = definitions.get(index).map(|it| kinds_of(&it.node, &kinds)).unwrap_or_default();
        if let Some(slot) = kinds.get_mut(index) {
            *slot = of;
        }
    }
    let is_rewritten = find_rewritten(&definitions);
    Ok(Schema { definitions, order, kinds, is_rewritten })
}

impl Schema {
    /// Refuses recursion, naming the property where a definition comes back to itself.
    pub(crate) fn check_not_recursive(&self, dialect: Dialect) -> Result<(), Loss> {
        let reason = || format!("it is recursive, which {} does not take", dialect.text());
        let result = postorder(&self.definitions, |_| true);
        result.map(drop).map_err(|edge| edge.place.nearest_property().loss(reason()))
    }

    /// What values of a node look like.
    pub(crate) fn kinds(&self, node: &Node) -> Kinds {
        kinds_of(node, &self.kinds)
    }

    /// Whether values of a node change on the way to a provider.
    pub(crate) fn is_rewritten(&self, node: &Node) -> bool {
        is_rewritten(node, &|target| self.is_rewritten.get(target).copied().unwrap_or(false))
    }

    /// What a node says once its references are followed. References that are all there is never go in a circle.
    pub(crate) fn resolve<'a>(&'a self, mut node: &'a Node) -> &'a Node {
        while let Shape::Ref(target) = node.shape {
            match self.definitions.get(target) {
                Some(definition) => node = &definition.node,
                None => return node,
            }
        }
        node
    }
}

/// The definitions, each after those it refers to; or the reference that closes a circle.
fn postorder(definitions: &[Definition], follows: fn(&Edge) -> bool) -> Result<Vec<usize>, &Edge> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; definitions.len()];
    let mut order = Vec::with_capacity(definitions.len());
    for start in 0..definitions.len() {
        let mut stack = vec![(start, 0)];
        while let Some((index, next)) = stack.pop() {
            let (Some(state), Some(definition)) = (states.get_mut(index), definitions.get(index)) else { continue };
            if next == 0 && *state == State::Done {
                continue;
            }
            let Some(edge) = definition.edges.get(next) else {
                *state = State::Done;
                order.push(index);
                continue;
            };
            *state = State::Open;
            stack.push((index, next + 1));
            if !follows(edge) {
                continue;
            }
            match states.get(edge.target) {
                Some(State::Open) => return Err(edge),
                Some(State::New) => stack.push((edge.target, 0)),
                _ => {}
            }
        }
    }
    Ok(order)
}

fn check_heights(definitions: &[Definition], postorder: &[usize]) -> Result<(), Loss> {
    let mut heights = vec![0; definitions.len()];
    for &index in postorder {
        let Some(definition) = definitions.get(index) else { continue };
        for edge in definition.edges.iter().filter(|it| it.is_direct) {
            let height = heights.get(edge.target).copied().unwrap_or(0) + edge.place.depth();
            if height > NESTING_MAX {
                return Err(edge.place.loss("its references lead on too far"));
            }
            if let Some(slot) = heights.get_mut(index) {
                *slot = height.max(*slot);
            }
        }
    }
    Ok(())
}

fn kinds_of(node: &Node, known: &[Kinds]) -> Kinds {
    let kinds = match &node.shape {
        // Gemini has no null of its own: there it may come back as an empty object.
        Shape::Null => Kinds::of(Kind::Null).or(Kinds { own: 0, ..Kinds::of(Kind::Object) }),
        Shape::Scalar { kind, .. } => Kinds::of(*kind),
        Shape::Object { .. } => Kinds::of(Kind::Object),
        Shape::Map { .. } => Kinds::rewritten(Kind::Object, Kind::Array),
        Shape::Array { .. } => Kinds::of(Kind::Array),
        Shape::Tuple { .. } => Kinds::rewritten(Kind::Array, Kind::Object),
        Shape::Union(nodes) => nodes.iter().map(|it| kinds_within(it, known)).fold(Kinds::default(), Kinds::or),
        Shape::Ref(target) => known.get(*target).copied().unwrap_or_default(),
    };
    if node.is_nullable { kinds.or(Kinds::of(Kind::Null)) } else { kinds }
}

/// What values of an alternative look like: null among alternatives is always null.
fn kinds_within(node: &Node, known: &[Kinds]) -> Kinds {
    if matches!(node.shape, Shape::Null) { Kinds::of(Kind::Null) } else { kinds_of(node, known) }
}

/// Which definitions have values that change: their own, or those of what they refer to.
fn find_rewritten(definitions: &[Definition]) -> Vec<bool> {
    let mut users = vec![Vec::new(); definitions.len()];
    for (index, definition) in definitions.iter().enumerate() {
        for edge in &definition.edges {
            if let Some(users) = users.get_mut(edge.target) {
                users.push(index);
            }
        }
    }
    let mut result: Vec<bool> = definitions.iter().map(|it| is_rewritten(&it.node, &|_| false)).collect();
    let mut queue: Vec<usize> = (0..result.len()).filter(|it| result.get(*it) == Some(&true)).collect();
    while let Some(index) = queue.pop() {
        for &user in users.get(index).into_iter().flatten() {
            if let Some(slot @ false) = result.get_mut(user) {
                *slot = true;
                queue.push(user);
            }
        }
    }
    result
}

fn is_rewritten(node: &Node, known: &dyn Fn(usize) -> bool) -> bool {
    match &node.shape {
        Shape::Scalar { .. } => false,
        Shape::Null | Shape::Map { .. } | Shape::Tuple { .. } => true,
        Shape::Object { properties, .. } => {
            properties.iter().any(|it| !it.is_required || is_rewritten(&it.node, known))
        }
        Shape::Array { items, .. } => is_rewritten(items, known),
        Shape::Union(nodes) => nodes.iter().any(|it| !matches!(it.shape, Shape::Null) && is_rewritten(it, known)),
        Shape::Ref(target) => known(*target),
    }
}
