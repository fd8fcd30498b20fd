//! One value as bytes, and back: with everything that it refers to, closures included. It means something to the same program
//! only, on any machine.
//!
//! What is read may be anything, as for whole machines. A task cannot be carried, nor can a table whose keys are no numbers
//! and no texts: their hashes are those of one machine.

use concerto_ir::Kind;

use super::bytes::{Reader, Writer};
use super::graph::Graph;
use super::hash;
use super::objects::{Ground, Objects};
use crate::heap::{Heap, retain};
use crate::link::Linked;

/// What the bytes begin with; the last one is the version of the format.
pub(super) const MAGIC: [u8; 4] = *b"CoV\x01";

/// The bytes of a word. A number is written as an `int`, whatever it is.
///
/// # Safety
/// `[typed]`: the word is of the kind. `[counted]`: a reference counts.
pub(crate) unsafe fn write_value(linked: &Linked, seed: u64, kind: Kind, word: u64) -> Result<Vec<u8>, String> {
    let mut graph = Graph::of(linked, seed);
    if kind == Kind::Ref {
        // SAFETY: [counted] the caller holds the reference.
        unsafe { graph.visit(word) };
    }
    if !graph.tasks().is_empty() {
        return Err("it holds a task".to_owned());
    }
    let mut writer = Writer::default();
    writer.raw(&MAGIC);
    writer.raw(&hash::of(linked).to_le_bytes());
    graph.write(&mut writer);
    graph.value(kind, word, &mut writer);
    match graph.has_written_hashes() {
        true => Err("it holds a map or a set whose keys are tuples, structs or enums".to_owned()),
        false => Ok(writer.bytes),
    }
}

/// The word that was written, of the same kind; a reference counts. The bytes may be anything.
pub(crate) fn read_value(linked: &Linked, heap: &mut Heap, kind: Kind, bytes: &[u8]) -> Result<u64, String> {
    let mut reader = Reader { rest: bytes };
    match reader.raw(MAGIC.len())? {
        magic if magic == MAGIC => {}
        magic if magic[..3] == MAGIC[..3] => return Err(format!("the state has version {}", magic[3])),
        _ => return Err("this is no state of an execution".to_owned()),
    }
    if reader.raw(8)? != hash::of(linked).to_le_bytes() {
        return Err("it was written by another program, or another version of this one".to_owned());
    }
    let mut ground = Ground { heap, linked, texts: &[], takes_hashes: false };
    let mut objects = Objects::default();
    let found = objects.read(&mut ground, &mut reader).and_then(|()| objects.value(kind, &mut reader));
    let found = found.and_then(|word| match (objects.tasks.is_empty(), reader.rest.is_empty()) {
        // SAFETY: [counted] the word is a reference to an object that the list holds.
        (true, true) if kind == Kind::Ref => Ok(unsafe { retain(word) }),
        (true, true) => Ok(word),
        (false, _) => Err("the state has a task".to_owned()),
        (_, false) => Err("something follows the state".to_owned()),
    });
    objects.forget(&mut ground);
    found
}
