//! Equality, order and hashes of values, by their types. Nothing here recurses with the depth of a value.

mod equals;
mod keys;

use std::cmp::Ordering;

use concerto_ir::program::Type;

use crate::fault::FaultKind;
use crate::node::{Group, Node, Sort, node};

pub(crate) use equals::equals;
pub(crate) use keys::{find_key, hash_key};

/// How many parts one walk looks at. A value of more parts than memory holds shares them many times over: it would take
/// years.
pub(crate) const PARTS_MAX: u64 = 1 << 30;

/// Counts the parts of a walk.
#[derive(Default)]
pub(crate) struct Steps(pub(crate) u64);

impl Steps {
    pub(crate) fn one(&mut self) -> Result<(), FaultKind> {
        self.0 += 1;
        if self.0 > PARTS_MAX {
            return Err(FaultKind::Message(format!("a value of more than {PARTS_MAX} parts is too large for this")));
        }
        Ok(())
    }
}

/// The order of two values of a type.
///
/// # Safety
/// `[typed]`: as for [`node`], for both words.
pub(crate) unsafe fn compare(
    types: &[Type],
    ty: u32,
    left: u64,
    right: u64,
    steps: &mut Steps,
) -> Result<Ordering, FaultKind> {
    let mut open: Vec<(Group, Group)> = Vec::new();
    let mut next = Some((ty, left, right));
    // SAFETY: [typed] the caller's words are of the type, and so are their parts of theirs.
    unsafe {
        loop {
            if let Some((ty, left, right)) = next.take() {
                steps.one()?;
                let order = match (node(types, ty, left)?, node(types, ty, right)?) {
                    (Node::Unit, Node::Unit) => Ordering::Equal,
                    (Node::Bool(left), Node::Bool(right)) => left.cmp(&right),
                    (Node::Int(left), Node::Int(right)) => left.cmp(&right),
                    (Node::Duration(left), Node::Duration(right)) => left.cmp(&right),
                    (Node::Float(left), Node::Float(right)) => float_order(left, right),
                    (Node::Text(left), Node::Text(right)) => left.cmp(right),
                    (Node::Bytes(left), Node::Bytes(right)) => left.cmp(right),
                    (Node::Group(left), Node::Group(right)) => {
                        let order = kinds(&left, &right)?;
                        if order.is_eq() {
                            open.push((left, right));
                        }
                        order
                    }
                    _ => return Err(FaultKind::BadObject),
                };
                if order.is_ne() {
                    return Ok(order);
                }
            }
            let Some((left, right)) = open.last_mut() else { return Ok(Ordering::Equal) };
            match (left.next(), right.next()) {
                (Some(left), Some(right)) => next = Some((left.ty, left.word, right.word)),
                (None, None) => _ = open.pop(),
                (None, Some(_)) => return Ok(Ordering::Less),
                (Some(_), None) => return Ok(Ordering::Greater),
            }
        }
    }
}

/// The order of two groups by what they are.
fn kinds(left: &Group<'_>, right: &Group<'_>) -> Result<Ordering, FaultKind> {
    match (left.sort, right.sort) {
        (Sort::Variant(_, left, _), Sort::Variant(_, right, _)) => Ok(left.cmp(&right)),
        (Sort::Array, Sort::Array) | (Sort::Tuple, Sort::Tuple) | (Sort::Struct(_), Sort::Struct(_)) => {
            Ok(Ordering::Equal)
        }
        _ => Err(FaultKind::BadObject),
    }
}
/// The total order of floats: `NaN` comes after all others, whatever its bits are.
pub(crate) fn float_order(left: f64, right: f64) -> Ordering {
    match (left.is_nan(), right.is_nan()) {
        (false, false) => left.total_cmp(&right),
        (left, right) => left.cmp(&right),
    }
}
