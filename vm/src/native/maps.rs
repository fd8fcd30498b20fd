//! Maps and sets. Slots are places of entries: they stay what they are until an entry is put in or taken out.

pub(super) mod slots;

use concerto_ir::program::Type;

use super::{Call, Given, Keys};
use crate::fault::FaultKind;
use crate::heap::tables::{KEY_REFS, VALUE_REFS};
use crate::heap::texts::text_of;
use crate::heap::{Form, Table, hash, retain};
use crate::node::{self, Node};
use crate::order::{Steps, find_key, hash_key};

impl<'c> Call<'c> {
    #[inline(always)]
    fn hash(&self, key: u64) -> Result<u64, FaultKind> {
        match self.native.table.keys {
            Keys::Words => Ok(hash::of_int(self.heap.seed, key)),
            // SAFETY: [typed] keys are references that the plan of the table says are texts; [header] they are looked
            // at first.
            Keys::Texts => match unsafe { text_of(key) } {
                Some(text) => Ok(hash::of_bytes(self.heap.seed, text.as_bytes())),
                None => Err(FaultKind::BadObject),
            },
            // SAFETY: [typed] the key is of the type that the plan of the table says.
            keys => unsafe { hash_key(self.heap, self.types(), keys, key) },
        }
    }

    #[inline(always)]
    fn find(&mut self, table: &Table, hash: u64, key: u64) -> Result<Option<usize>, FaultKind> {
        match self.native.table.keys {
            Keys::Words => Ok(table.find(hash, |it| it == key)),
            Keys::Texts => {
                // SAFETY: [typed] keys are references that the plan of the table says are texts; [header] they are
                // looked at first.
                let Some(text) = (unsafe { text_of(key) }) else { return Err(FaultKind::BadObject) };
                // SAFETY: [typed] [counted] the table holds its keys; [header] each is looked at first.
                Ok(table.find(hash, |it| it == key || unsafe { text_of(it) }.is_some_and(|it| is_same(it, text))))
            }
            Keys::Parts(_) => self.find_parts(table, hash, key),
        }
    }

    #[inline(never)]
    fn find_parts(&mut self, table: &Table, hash: u64, key: u64) -> Result<Option<usize>, FaultKind> {
        let mut steps = Steps::default();
        // SAFETY: [typed] the key is of the type that the plan of the table says; [header] and so is the table.
        let found = unsafe { find_key(self.types(), table, self.native.table.keys, hash, key, &mut steps) };
        self.work += steps.0 / 16;
        found
    }

    /// Where a key is in a table.
    #[inline(always)]
    fn find_in(&mut self, table: &Table, key: u64) -> Result<Option<usize>, FaultKind> {
        if let Some(at) = self.found_last(table, key) {
            return Ok(Some(at));
        }
        let hash = self.hash(key)?;
        let found = self.find(table, hash, key)?;
        if let Some(at) = found
            && self.native.table.keys == Keys::Texts
        {
            self.heap.found = (std::ptr::from_ref(table) as usize, at);
        }
        Ok(found)
    }

    /// Where a text is in a table, if it is where the last one was found: no hash is needed to see that.
    #[inline(always)]
    fn found_last(&self, table: &Table, key: u64) -> Option<usize> {
        let (address, at) = self.heap.found;
        if self.native.table.keys != Keys::Texts || address != std::ptr::from_ref(table) as usize {
            return None;
        }
        let entry = table.entry(at as i64)?;
        // SAFETY: [index] the entry is there.
        let there = unsafe { *entry.add(1) };
        // SAFETY: [header] keys of this table are references, [counted] which it holds.
        let is_it = there == key || unsafe { text_of(there).zip(text_of(key)) }.is_some_and(|(a, b)| is_same(a, b));
        is_it.then_some(at)
    }

    /// Gives a key of the table that is changed a value.
    fn put_own(&mut self, key: u64, value: u64) -> Result<(), FaultKind> {
        let table = self.own_table()?;
        // SAFETY: [unshared] `own_table` has made it so.
        match self.found_last(unsafe { &*table }, key) {
            Some(_) if self.native.table.form == Form::Set => Ok(()),
            Some(at) => self.replace_value(table, at, value),
            None => {
                let hash = self.hash(key)?;
                self.put(table, hash, key, value)
            }
        }
    }

    /// Gives an entry of a table that nobody else refers to another value.
    fn replace_value(&mut self, table: *mut Table, at: usize, value: u64) -> Result<(), FaultKind> {
        // SAFETY: [unshared] callers have made it so; [index] the entry is there; [header] its value is of the kind
        // that the tag says.
        let old = unsafe {
            let entry = (*table).entry(at as i64).ok_or(FaultKind::BadObject)?;
            std::mem::replace(&mut *entry.add(2), self.keep_value(value))
        };
        self.release_value(old);
        Ok(())
    }

    fn keep_key(&self, key: u64) -> u64 {
        // SAFETY: [header] [typed] keys of this table are references, and this is one.
        if self.native.table.tag & KEY_REFS != 0 { unsafe { retain(key) } } else { key }
    }

    fn keep_value(&self, value: u64) -> u64 {
        // SAFETY: [header] [typed] values of this table are references, and this is one.
        if self.native.table.tag & VALUE_REFS != 0 { unsafe { retain(value) } } else { value }
    }

    fn release_key(&mut self, key: u64) {
        if self.native.table.tag & KEY_REFS != 0 {
            self.release(key);
        }
    }

    fn release_value(&mut self, value: u64) {
        if self.native.table.tag & VALUE_REFS != 0 {
            self.release(value);
        }
    }

    /// A new table of the kind that the function is about.
    fn new_table(&mut self, count: usize) -> Result<*mut Table, FaultKind> {
        self.heap.table(self.native.table.form, self.native.table.tag, count)
    }

    /// Gives a key of a table that nobody else refers to a value.
    fn put(&mut self, table: *mut Table, hash: u64, key: u64, value: u64) -> Result<(), FaultKind> {
        // SAFETY: [unshared] callers have made it so; [typed] the key and value are of its kinds; [index] there is room
        // for an entry, or it is made.
        unsafe {
            match self.find(&*table, hash, key)? {
                Some(_) if self.native.table.form == Form::Set => {}
                Some(at) => self.replace_value(table, at, value)?,
                None => {
                    // An entry that there is no room for is not counted.
                    self.heap.make_room(table)?;
                    self.heap.insert(table, hash, self.keep_key(key), self.keep_value(value))?;
                }
            }
        }
        Ok(())
    }

    /// Puts entries into a new table, which is given unless that fails.
    fn fill(&mut self, table: *mut Table, entries: impl Iterator<Item = Result<(u64, u64, u64), FaultKind>>) -> Given {
        for entry in entries {
            if let Err(kind) = entry.and_then(|(hash, key, value)| self.put(table, hash, key, value)) {
                self.release(table as u64);
                return Err(kind);
            }
        }
        Ok(table as u64)
    }

    /// Takes a key out of the table that is changed.
    fn take_key(&mut self, key: u64) -> Result<Option<u64>, FaultKind> {
        let table = self.table(0)?;
        let Some(at) = self.find_in(table, key)? else { return Ok(None) };
        let own = self.own_table()?;
        // SAFETY: [unshared] `own_table` has made it so; [index] a copy has its entries where they were.
        let (key, value) = unsafe { self.heap.take_out(own, at) };
        self.release_key(key);
        Ok(Some(value))
    }
}

/// Whether two texts are the same. Most keys are short: those are compared without a call.
#[inline(always)]
fn is_same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    match (left.first_chunk::<8>(), right.first_chunk::<8>()) {
        (Some(a), Some(b)) if left.len() <= 16 => a == b && left.last_chunk::<8>() == right.last_chunk::<8>(),
        _ => left == right,
    }
}

/// The entries of a table, with their hashes.
fn entries(table: &Table) -> impl Iterator<Item = (u64, u64, u64)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = table.next(from)?;
        from = at + 1;
        let (key, value) = table.pair(at);
        Some((table.hash(at), key, value))
    })
}

pub(super) fn new(call: &mut Call<'_>) -> Given {
    Ok(call.new_table(0)? as u64)
}

pub(super) fn map_of(call: &mut Call<'_>) -> Given {
    let items = call.items(0)?;
    let types = call.types();
    let Some(Type::Array(pair)) = types.get(call.param(0) as usize) else { return Err(FaultKind::BadObject) };
    let table = call.new_table(items.len())?;
    call.work += items.len() as u64 / 4;
    for item in items {
        // SAFETY: [typed] the elements are of the type.
        let parts = match unsafe { node::node(types, *pair, *item) } {
            Ok(Node::Group(mut group)) => group.next().zip(group.next()),
            _ => None,
        };
        let put = parts.ok_or(FaultKind::BadObject).and_then(|(key, value)| {
            let hash = call.hash(key.word)?;
            call.put(table, hash, key.word, value.word)
        });
        if let Err(kind) = put {
            call.release(table as u64);
            return Err(kind);
        }
    }
    Ok(table as u64)
}

pub(super) fn set_of(call: &mut Call<'_>) -> Given {
    let items = call.items(0)?;
    let table = call.new_table(items.len().min(1 << 16))?;
    call.work += items.len() as u64 / 4;
    let mut each = || -> Result<(), FaultKind> {
        for item in items {
            let hash = call.hash(*item)?;
            call.put(table, hash, *item, 0)?;
        }
        Ok(())
    };
    let done = each();
    if let Err(kind) = done {
        call.release(table as u64);
        return Err(kind);
    }
    Ok(table as u64)
}

pub(super) fn len(call: &mut Call<'_>) -> Given {
    Ok(call.table(0)?.len() as u64)
}

pub(super) fn get_or(call: &mut Call<'_>) -> Given {
    let table = call.table(0)?;
    let value = match call.find_in(table, call.word(1))? {
        Some(at) => table.pair(at).1,
        None => call.word(2),
    };
    Ok(call.keep_value(value))
}

pub(super) fn has(call: &mut Call<'_>) -> Given {
    let table = call.table(0)?;
    Ok(u64::from(call.find_in(table, call.word(1))?.is_some()))
}

pub(super) fn get(call: &mut Call<'_>) -> Given {
    let table = call.table(0)?;
    match call.find_in(table, call.word(1))? {
        Some(at) => {
            let value = call.keep_value(table.pair(at).1);
            call.some(value)
        }
        None => call.none(),
    }
}

pub(super) fn set(call: &mut Call<'_>) -> Given {
    call.put_own(call.word(1), call.word(2))?;
    Ok(0)
}

pub(super) fn map_remove(call: &mut Call<'_>) -> Given {
    match call.take_key(call.word(1))? {
        Some(value) => call.some(value),
        None => call.none(),
    }
}

pub(super) fn set_remove(call: &mut Call<'_>) -> Given {
    Ok(u64::from(call.take_key(call.word(1))?.is_some()))
}

pub(super) fn clear(call: &mut Call<'_>) -> Given {
    call.table(0)?;
    let empty = call.new_table(0)?;
    call.replace(empty as u64);
    Ok(0)
}

/// The keys or the values as an array.
fn listed(call: &mut Call<'_>, is_keys: bool) -> Given {
    let table = call.table(0)?;
    let form = call.form(call.native.result);
    let array = call.heap.array(form, table.len())?;
    call.work += table.len() as u64 / 32;
    // SAFETY: [room] the array was just made with room for all entries, [typed] which are of its kind.
    unsafe {
        for (_, key, value) in entries(table) {
            let word = if is_keys { call.keep_key(key) } else { call.keep_value(value) };
            *(*array).items.add((*array).header.info as usize) = word;
            (*array).header.info += 1;
        }
    }
    Ok(array as u64)
}

pub(super) fn keys(call: &mut Call<'_>) -> Given {
    listed(call, true)
}

pub(super) fn values(call: &mut Call<'_>) -> Given {
    listed(call, false)
}

/// Both tables in one: entries of the second count.
pub(super) fn merge(call: &mut Call<'_>) -> Given {
    let (left, right) = (call.table(0)?, call.table(1)?);
    call.work += (left.len() + right.len()) as u64 / 8;
    if right.len() == 0 {
        return call.same(0);
    }
    // SAFETY: [header] `table` has found that it is one.
    let table = unsafe { call.heap.copy_table(left)? };
    call.fill(table, entries(right).map(Ok))
}

/// The entries of the first set that the second one has, or has not.
fn chosen(call: &mut Call<'_>, wanted: bool) -> Given {
    let (left, right) = (call.table(0)?, call.table(1)?);
    call.work += left.len() as u64 / 8;
    let table = call.new_table(0)?;
    for (hash, key, value) in entries(left) {
        let put = match call.find(right, hash, key) {
            Ok(found) if found.is_some() == wanted => call.put(table, hash, key, value),
            Ok(_) => Ok(()),
            Err(kind) => Err(kind),
        };
        if let Err(kind) = put {
            call.release(table as u64);
            return Err(kind);
        }
    }
    Ok(table as u64)
}

pub(super) fn intersect(call: &mut Call<'_>) -> Given {
    chosen(call, true)
}

pub(super) fn difference(call: &mut Call<'_>) -> Given {
    chosen(call, false)
}
