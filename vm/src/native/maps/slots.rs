//! Entries of maps and sets by their places. A place stays what it is until an entry is put in or taken out.

use crate::fault::FaultKind;
use crate::heap::tables::VALUE_REFS;
use crate::native::{Call, Given};
use crate::show::show;

/// Where a key is, or -1.
pub(in crate::native) fn find(call: &mut Call<'_>) -> Given {
    let table = call.table(0)?;
    Ok(call.find_in(table, call.word(1))?.map_or(-1, |it| it as i64) as u64)
}

/// Where a key is that has to be there.
pub(in crate::native) fn slot(call: &mut Call<'_>) -> Given {
    let table = call.table(0)?;
    match call.find_in(table, call.word(1))? {
        Some(at) => Ok(at as u64),
        None => Err(no_such_key(call)),
    }
}

#[cold]
fn no_such_key(call: &mut Call<'_>) -> FaultKind {
    let mut out = call.heap.new_out();
    // SAFETY: [typed] the key is of its type.
    let shown = unsafe { show(call.types(), call.param(1), call.word(1), &mut out) };
    shown.map_or_else(|kind| kind, |()| FaultKind::Message(format!("no such key: {}", out.text)))
}

/// The place of the next entry after another one, or -1.
pub(in crate::native) fn next(call: &mut Call<'_>) -> Given {
    let from = usize::try_from(call.int(1).saturating_add(1).max(0)).unwrap_or(usize::MAX);
    Ok(call.table(0)?.next(from).map_or(-1, |it| it as i64) as u64)
}

pub(in crate::native) fn key_at(call: &mut Call<'_>) -> Given {
    let entry = call.table(0)?.entry(call.int(1)).ok_or(FaultKind::BadObject)?;
    // SAFETY: [index] the entry is there.
    Ok(call.keep_key(unsafe { *entry.add(1) }))
}

pub(in crate::native) fn value_at(call: &mut Call<'_>) -> Given {
    let entry = call.table(0)?.entry(call.int(1)).ok_or(FaultKind::BadObject)?;
    // SAFETY: [index] the entry is there; [typed] the row takes a map.
    Ok(call.keep_value(unsafe { *entry.add(2) }))
}

/// The entry of the table that is changed.
fn own_entry(call: &mut Call<'_>) -> Result<*mut u64, FaultKind> {
    let table = call.own_table()?;
    // SAFETY: [unshared] `own_table` has made it so; [index] a copy has its entries where they were.
    unsafe { (*table).entry(call.int(1)).ok_or(FaultKind::BadObject) }
}

pub(in crate::native) fn set_at(call: &mut Call<'_>) -> Given {
    let entry = own_entry(call)?;
    // SAFETY: [unshared] `own_entry` has made it so; [index] the entry is there; [typed] the row takes a map, and a
    // value of its kind.
    let old = unsafe { std::mem::replace(&mut *entry.add(2), call.keep_value(call.word(2))) };
    call.release_value(old);
    Ok(0)
}

/// Takes a value out, and leaves its place empty.
pub(in crate::native) fn take_at(call: &mut Call<'_>) -> Given {
    let entry = own_entry(call)?;
    if call.native.table.tag & VALUE_REFS == 0 {
        return Err(FaultKind::BadObject);
    }
    // SAFETY: [unshared] `own_entry` has made it so; [index] the entry is there; [header] its value is a reference,
    // [counted] which moves and leaves it empty.
    Ok(unsafe { std::mem::replace(&mut *entry.add(2), 0) })
}
