//! Maps and sets: how they are hashed, then their entries in order. Where some were taken out, their places stay empty:
//! a program that goes through a table knows places.
//!
//! Hashes begin with a number of the machine, which the state has, too. Those of whole numbers and of texts are computed
//! again, others are written. Bytes that were made so that all hashes meet are refused.

use concerto_ir::operand::Kind;

use super::bytes::{Reader, Writer};
use super::codes::forms;
use super::graph::Graph;
use super::objects::{Ground, Objects};
use crate::heap::tables::{KEY_REFS, VALUE_REFS};
use crate::heap::texts::text_of;
use crate::heap::{Form, Heap, Table, hash, retain};

/// How the keys of a table are hashed.
mod hashes {
    pub(super) const INT: u8 = 0;
    pub(super) const TEXT: u8 = 4;
    pub(super) const WRITTEN: u8 = 8;
}

/// The bits that say how keys are hashed; the others are the tag of the table.
const HASHES: u8 = 12;

/// Some places are empty: of each it is said whether it is.
const GAPS: u8 = 16;

/// The places of the entries.
fn places(table: &Table) -> impl Iterator<Item = usize> {
    std::iter::successors(table.next(0), |at| table.next(at + 1))
}

fn kind(tag: u16, bit: u16) -> Kind {
    if tag & bit != 0 { Kind::Ref } else { Kind::Int }
}

/// Shows the references in a table.
pub(super) fn parts(table: &Table, mut show: impl FnMut(u64)) {
    let tag = table.header.tag;
    for (key, value) in places(table).map(|it| table.pair(it)) {
        if tag & KEY_REFS != 0 {
            show(key);
        }
        if tag & VALUE_REFS != 0 {
            show(value);
        }
    }
}

/// The hash of a key, where it is computed again.
fn hash_of(hashes: u8, seed: u64, key: u64) -> Option<u64> {
    match hashes {
        hashes::INT => Some(hash::of_int(seed, key)),
        // SAFETY: [header] [counted] the tag says that the key is a reference, and the table or the list holds it.
        hashes::TEXT => Some(hash::of_bytes(seed, unsafe { text_of(key) }?.as_bytes())),
        _ => None,
    }
}

pub(super) fn write(graph: &Graph<'_>, table: &Table, writer: &mut Writer) {
    let tag = table.header.tag;
    let wanted = if tag & KEY_REFS != 0 { hashes::TEXT } else { hashes::INT };
    let seed = graph.seed;
    let known = |at: usize| hash_of(wanted, seed, table.pair(at).0) == Some(table.hash(at));
    let hashes = if places(table).all(known) { wanted } else { hashes::WRITTEN };
    if hashes == hashes::WRITTEN {
        graph.note_written_hashes();
    }
    writer.byte(if table.header.form == Form::Map { forms::MAP } else { forms::SET });
    let gaps = table.len() < table.used();
    writer.byte(tag as u8 | hashes | if gaps { GAPS } else { 0 });
    writer.count(table.used());
    for at in 0..table.used() {
        let is_there = table.next(at) == Some(at);
        if gaps {
            writer.byte(u8::from(is_there));
        }
        if !is_there {
            continue;
        }
        let (key, value) = table.pair(at);
        if hashes == hashes::WRITTEN {
            writer.word(table.hash(at));
        }
        graph.value(kind(tag, KEY_REFS), key, writer);
        if table.header.form == Form::Map {
            graph.value(kind(tag, VALUE_REFS), value, writer);
        }
    }
}

pub(super) fn read(
    objects: &Objects,
    ground: &mut Ground<'_>,
    form: Form,
    reader: &mut Reader<'_>,
) -> Result<u64, String> {
    let how = reader.byte()?;
    let (tag, hashes, gaps) = (u16::from(how & !HASHES & !GAPS), how & HASHES, how & GAPS != 0);
    let tags = if form == Form::Map { KEY_REFS | VALUE_REFS } else { KEY_REFS };
    let fits = match hashes {
        hashes::INT | hashes::TEXT => true,
        hashes::WRITTEN => ground.takes_hashes,
        _ => false,
    };
    if tag & !tags != 0 || !fits || (hashes == hashes::TEXT && tag & KEY_REFS == 0) {
        return Err("the state has a table of an unknown sort".to_owned());
    }
    let count = reader.count()?;
    let mut entries = Vec::new();
    for _ in 0..count {
        if gaps && reader.byte()? == 0 {
            entries.push(None);
            continue;
        }
        let hash = if hashes == hashes::WRITTEN { reader.word()? } else { 0 };
        let key = objects.value(kind(tag, KEY_REFS), reader)?;
        let value = if form == Form::Map { objects.value(kind(tag, VALUE_REFS), reader)? } else { 0 };
        let hash = if hashes == hashes::WRITTEN { Some(hash) } else { hash_of(hashes, ground.heap.seed, key) };
        let hash = hash.filter(|it| it >> 63 == 0).ok_or("the state has a key of another sort")?;
        entries.push(Some((hash, key, value)));
    }
    let table = ground.heap.table(form, tag, count).map_err(|it| it.to_string())?;
    // SAFETY: [unshared] the table was just made, [index] with room for all; keys and values are of the kinds that its
    // tag says.
    let filled = unsafe { fill(ground.heap, table, &entries) };
    match filled {
        Ok(()) => Ok(table as u64),
        Err(problem) => {
            // SAFETY: [counted] the table was just made, and nobody knows of it.
            unsafe { ground.heap.release(table as u64, &ground.linked.shapes) };
            Err(problem)
        }
    }
}

/// An entry: its hash, key and value; nothing where it was taken out.
type Entry = Option<(u64, u64, u64)>;

/// Puts entries into a table. From now on their references count.
unsafe fn fill(heap: &mut Heap, table: *mut Table, entries: &[Entry]) -> Result<(), String> {
    let mut steps = 0;
    let steps_max = STEPS_MAX * (entries.len() as u64 + 1);
    for entry in entries {
        // SAFETY: [unshared] the table is the caller's; [index] it has room for the entries; [counted] the list holds
        // what they refer to.
        unsafe {
            let Some((hash, key, value)) = *entry else {
                heap.skip(table);
                continue;
            };
            steps += (*table).steps(hash) as u64;
            if steps > steps_max {
                return Err("the state has a table whose keys all meet".to_owned());
            }
            let tag = (*table).header.tag;
            heap.insert(table, hash, key, value).map_err(|it| it.to_string())?;
            if tag & KEY_REFS != 0 {
                retain(key);
            }
            if tag & VALUE_REFS != 0 {
                retain(value);
            }
        }
    }
    Ok(())
}

/// How many slots of the index are looked at for each entry, on average and at most.
const STEPS_MAX: u64 = 64;
