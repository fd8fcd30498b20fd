//! Equality.

use concerto_ir::program::Type;

use super::Steps;
use super::keys::find;
use crate::fault::FaultKind;
use crate::heap::Table;
use crate::node::{Group, Node, Sort, node};

/// Two values that are compared.
enum Pair<'c> {
    /// Part by part.
    Both(Group<'c>, Group<'c>),
    /// The values of the keys of one map with those of the other.
    Maps(Group<'c>, &'c Table),
}

/// Whether two values of a type are equal.
///
/// # Safety
/// `[typed]`: as for [`node`], for both words.
pub(crate) unsafe fn equals(
    types: &[Type],
    ty: u32,
    left: u64,
    right: u64,
    steps: &mut Steps,
) -> Result<bool, FaultKind> {
    let mut open: Vec<Pair> = Vec::new();
    let mut next = Some((ty, left, right));
    // SAFETY: [typed] the caller's words are of the type, and so are their parts of theirs.
    unsafe {
        loop {
            if let Some((ty, left, right)) = next.take() {
                steps.one()?;
                let (left, right) = (node(types, ty, left)?, node(types, ty, right)?);
                match same_leaf(left, right)? {
                    Leaf::Differ => return Ok(false),
                    Leaf::Equal => {}
                    Leaf::Groups(left, right) => match pair(types, left, right, steps)? {
                        Some(pair) => open.push(pair),
                        None => return Ok(false),
                    },
                }
            }
            let Some(pair) = open.last_mut() else { return Ok(true) };
            next = match pair {
                Pair::Both(left, right) => {
                    left.next().zip(right.next()).map(|(left, right)| (left.ty, left.word, right.word))
                }
                Pair::Maps(left, right) => match left.next() {
                    None => None,
                    Some(key) => {
                        let hash = left.hash_of_key();
                        let Some(at) = find(types, right, hash, key.ty, key.word, steps)? else { return Ok(false) };
                        left.next().map(|value| (value.ty, value.word, right.pair(at).1))
                    }
                },
            };
            if next.is_none() {
                open.pop();
            }
        }
    }
}

enum Leaf<'c> {
    Equal,
    Differ,
    Groups(Group<'c>, Group<'c>),
}

fn same_leaf<'c>(left: Node<'c>, right: Node<'c>) -> Result<Leaf<'c>, FaultKind> {
    let is_same = match (left, right) {
        (Node::Unit, Node::Unit) => true,
        (Node::Bool(left), Node::Bool(right)) => left == right,
        (Node::Int(left), Node::Int(right)) | (Node::Duration(left), Node::Duration(right)) => left == right,
        (Node::Float(left), Node::Float(right)) => left == right,
        (Node::Text(left), Node::Text(right)) => left == right,
        (Node::Bytes(left), Node::Bytes(right)) => left == right,
        (Node::Range(start, end, inclusive), Node::Range(other_start, other_end, other_inclusive)) => {
            (start, end, inclusive) == (other_start, other_end, other_inclusive)
        }
        (Node::Group(left), Node::Group(right)) => return Ok(Leaf::Groups(left, right)),
        (Node::Opaque, _) => return Err(FaultKind::BadObject),
        // Two values of `Json` may be different nodes.
        _ => false,
    };
    Ok(if is_same { Leaf::Equal } else { Leaf::Differ })
}

/// What is left to compare of two groups, if they may be equal.
unsafe fn pair<'c>(
    types: &'c [Type],
    mut left: Group<'c>,
    right: Group<'c>,
    steps: &mut Steps,
) -> Result<Option<Pair<'c>>, FaultKind> {
    let is_same = match (left.sort, right.sort) {
        (Sort::Variant(_, left, _), Sort::Variant(_, right, _)) => left == right,
        (Sort::Array, Sort::Map) | (Sort::Map, Sort::Array) => false,
        _ => left.len() == right.len(),
    };
    if !is_same {
        return Ok(None);
    }
    match (left.sort, right.table()) {
        (Sort::Map, Some(table)) => Ok(Some(Pair::Maps(left, table))),
        (Sort::Set, Some(table)) => {
            while let Some(item) = left.next() {
                steps.one()?;
                let hash = left.hash_of_key();
                // SAFETY: [typed] the items of both sets are held as the type says.
                if unsafe { find(types, table, hash, item.ty, item.word, steps)? }.is_none() {
                    return Ok(None);
                }
            }
            Ok(Some(Pair::Both(left, right)))
        }
        _ => Ok(Some(Pair::Both(left, right))),
    }
}
