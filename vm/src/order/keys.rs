//! Keys of tables: their hashes, and where they are.

use concerto_ir::Kind;
use concerto_ir::program::Type;

use super::{Steps, equals};
use crate::fault::FaultKind;
use crate::heap::hash::{self, Mixer};
use crate::heap::texts::text_of;
use crate::heap::{Heap, Table};
use crate::native::Keys;
use crate::node::{Group, Node, Sort, TEXT, node};

/// Where a key with a known hash is in a table.
pub(super) unsafe fn find(
    types: &[Type],
    table: &Table,
    hash: u64,
    ty: u32,
    key: u64,
    steps: &mut Steps,
) -> Result<Option<usize>, FaultKind> {
    // SAFETY: [typed] the keys of the table are held as the type says; those with parts are no tables, which have no
    // hash.
    unsafe { find_key(types, table, keys_of(types, ty), hash, key, steps) }
}

/// How keys of a type are compared.
fn keys_of(types: &[Type], ty: u32) -> Keys {
    match types.get(ty as usize) {
        Some(Type::String | Type::Literal(_)) => Keys::Texts,
        None if ty == TEXT => Keys::Texts,
        Some(other) if other.kind() == Kind::Int => Keys::Words,
        _ => Keys::Parts(ty),
    }
}

/// Where a key with a known hash is in a table.
///
/// # Safety
/// `[typed]`: the key and those of the table are held as `keys` says.
pub(crate) unsafe fn find_key(
    types: &[Type],
    table: &Table,
    keys: Keys,
    hash: u64,
    key: u64,
    steps: &mut Steps,
) -> Result<Option<usize>, FaultKind> {
    match keys {
        Keys::Words => Ok(table.find(hash, |it| it == key)),
        Keys::Texts => {
            // SAFETY: [typed] the key is a reference; [header] its object is looked at first.
            let text = unsafe { text_of(key) }.ok_or(FaultKind::BadObject)?;
            // SAFETY: [typed] [counted] the table holds its keys, which are references; [header] each is looked at
            // first.
            Ok(table.find(hash, |it| it == key || unsafe { text_of(it) } == Some(text)))
        }
        Keys::Parts(ty) => {
            let mut problem = None;
            let found = table.find(hash, |it| {
                // SAFETY: [typed] the keys are held as this type says.
                unsafe { equals(types, ty, it, key, steps) }.unwrap_or_else(|kind| {
                    problem = Some(kind);
                    false
                })
            });
            problem.map_or(Ok(found), Err)
        }
    }
}

/// The hash of a key.
///
/// # Safety
/// `[typed]`: the key is held as `keys` says.
pub(crate) unsafe fn hash_key(heap: &Heap, types: &[Type], keys: Keys, key: u64) -> Result<u64, FaultKind> {
    match keys {
        Keys::Words => Ok(hash::of_int(heap.seed, key)),
        // SAFETY: [typed] the key is a reference; [header] its object is looked at first.
        Keys::Texts => match unsafe { text_of(key) } {
            Some(text) => Ok(hash::of_bytes(heap.seed, text.as_bytes())),
            None => Err(FaultKind::BadObject),
        },
        // SAFETY: [typed] the key is held as this type says.
        Keys::Parts(ty) => unsafe { hash_parts(heap.seed, types, ty, key) },
    }
}

unsafe fn hash_parts(seed: u64, types: &[Type], ty: u32, word: u64) -> Result<u64, FaultKind> {
    let mut mixer = Mixer::new(seed);
    let mut open: Vec<Group> = Vec::new();
    let mut steps = Steps::default();
    let mut next = Some((ty, word));
    loop {
        if let Some((ty, word)) = next.take() {
            steps.one()?;
            // SAFETY: [typed] the caller's word is of the type, and so are its parts of theirs.
            match unsafe { node(types, ty, word)? } {
                Node::Unit => mixer.mix(0),
                Node::Bool(value) => mixer.mix(u64::from(value)),
                Node::Int(value) | Node::Duration(value) => mixer.mix(value as u64),
                Node::Text(text) => mixer.mix(hash::of_bytes(seed, text.as_bytes())),
                Node::Group(group) => {
                    match group.sort {
                        Sort::Variant(_, tag, _) => mixer.mix(u64::from(tag)),
                        Sort::Tuple | Sort::Struct(_) => {}
                        Sort::Array | Sort::Set | Sort::Map => return Err(FaultKind::BadObject),
                    }
                    open.push(group);
                }
                Node::Float(_) | Node::Bytes(_) | Node::Range(..) | Node::Opaque => return Err(FaultKind::BadObject),
            }
        }
        let Some(group) = open.last_mut() else { return Ok(mixer.finish()) };
        match group.next() {
            Some(part) => next = Some((part.ty, part.word)),
            None => _ = open.pop(),
        }
    }
}
