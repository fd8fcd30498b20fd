//! Tables made, changed, copied and freed.

use super::{GONE, KEY_REFS, ROOM_MAX, SMALL_ROOM, Table, VALUE_REFS, buffer_words, room_for, stride};
use crate::fault::FaultKind;
use crate::heap::{Form, HEADER_BYTES, Header, Heap, retain};

impl Heap {
    /// An empty map or set.
    pub(crate) fn table(&mut self, form: Form, tag: u16, count: usize) -> Result<*mut Table, FaultKind> {
        let header = Header { count: 1, form, ascii: false, tag, info: 0, room: 0 };
        let table = self.object(2, header)?.cast::<Table>();
        // SAFETY: [blocks] the object was made with two words after its header; [unshared] nobody else has it.
        unsafe {
            (*table).buffer = std::ptr::null_mut();
            (*table).used = 0;
            (*table).first = 0;
            if count > 0
                && let Err(kind) = self.remake(table, room_for(count))
            {
                self.free_table(table);
                return Err(kind);
            }
        }
        Ok(table)
    }

    /// Adds an entry that is not there. References are handed over.
    ///
    /// # Safety
    /// `[unshared]`: `table` is a table that nobody else refers to. `[header]`: the key and value are of the kinds that
    /// its tag says.
    #[inline]
    pub(crate) unsafe fn insert(
        &mut self,
        table: *mut Table,
        hash: u64,
        key: u64,
        value: u64,
    ) -> Result<usize, FaultKind> {
        // SAFETY: [unshared] the table is the caller's; [index] there is room for the entry, or it is made.
        unsafe {
            self.make_room(table)?;
            let at = (*table).used as usize;
            let words = (*table).words(at);
            *words = hash;
            *words.add(1) = key;
            if (*table).header.form == Form::Map {
                *words.add(2) = value;
            }
            (*table).used += 1;
            (*table).header.info += 1;
            (*table).enter(hash, at);
            Ok(at)
        }
    }

    /// Leaves a place empty, as if its entry had been taken out.
    ///
    /// # Safety
    /// `[unshared]`: `table` is a table that nobody else refers to. `[index]`: it has room for one more entry.
    pub(crate) unsafe fn skip(&mut self, table: *mut Table) {
        // SAFETY: [unshared] the table is the caller's; [index] there is room for an entry.
        unsafe {
            *(*table).words((*table).used as usize) = GONE;
            (*table).used += 1;
        }
    }

    /// Makes room for an entry.
    ///
    /// # Safety
    /// `[unshared]`: `table` is a table that nobody else refers to.
    #[inline(always)]
    pub(crate) unsafe fn make_room(&mut self, table: *mut Table) -> Result<(), FaultKind> {
        // SAFETY: [header] the caller has a table.
        unsafe { if (*table).used == (*table).header.room { self.make_room_in(table) } else { Ok(()) } }
    }

    #[cold]
    unsafe fn make_room_in(&mut self, table: *mut Table) -> Result<(), FaultKind> {
        // SAFETY: [unshared] the table is the caller's; [index] it gets room for what is there and one entry more.
        unsafe {
            let (room, live) = ((*table).room(), (*table).len());
            let wanted = if live >= room / 4 * 3 { room * 2 } else { room };
            self.remake(table, wanted.max(4))
        }
    }

    /// Gives a table a buffer of this room with the entries that are there.
    unsafe fn remake(&mut self, table: *mut Table, room: usize) -> Result<(), FaultKind> {
        if room > ROOM_MAX {
            return Err(self.out_of_memory());
        }
        // SAFETY: [unshared] the table is the caller's; [index] the room is enough for what is there; [blocks] the old
        // buffer was made for the old room.
        unsafe {
            let old = Table { header: std::ptr::read(&(*table).header), ..*table };
            let buffer =
                if room == 0 { std::ptr::null_mut() } else { self.words(buffer_words(old.header.form, room))? };
            (*table).buffer = buffer;
            (*table).header.room = room as u32;
            (*table).used = 0;
            (*table).first = 0;
            if room > SMALL_ROOM {
                std::ptr::write_bytes((*table).index(), 0, room * 2);
            }
            let mut from = 0;
            while let Some(at) = old.next(from) {
                let to = (*table).used as usize;
                std::ptr::copy_nonoverlapping(old.words(at), (*table).words(to), old.stride());
                (*table).enter(old.hash(at), to);
                (*table).used += 1;
                from = at + 1;
            }
            self.free_buffer(old.buffer, buffer_words(old.header.form, old.room()));
            Ok(())
        }
    }

    /// Takes an entry out; its key and value belong to the caller.
    ///
    /// # Safety
    /// `[unshared]`: `table` is a table that nobody else refers to. `[index]`: the entry is there.
    pub(crate) unsafe fn take_out(&mut self, table: *mut Table, at: usize) -> (u64, u64) {
        // SAFETY: [unshared] the table is the caller's; [index] the entry is there; [counted] its references are handed
        // over.
        unsafe {
            let pair = (*table).pair(at);
            *(*table).words(at) = GONE;
            (*table).header.info -= 1;
            if at == (*table).first as usize {
                (*table).first = (*table).next(at + 1).unwrap_or((*table).used as usize) as u32;
            }
            let (live, used) = ((*table).len(), (*table).used as usize);
            if used > 2 * SMALL_ROOM && live < used / 4 {
                // Where there is no memory for a smaller buffer the larger one stays.
                _ = self.remake(table, room_for(live * 2).max(SMALL_ROOM));
            }
            pair
        }
    }

    /// The same table, for nobody else: a copy where others refer to it, too.
    ///
    /// # Safety
    /// `[header]`: `old` is a table. `[counted]`: the reference to it is given up for the one that comes back.
    #[inline]
    pub(crate) unsafe fn own_table(&mut self, old: *mut Table) -> Result<*mut Table, FaultKind> {
        // SAFETY: [header] the caller has a table, and gives up its reference unless it is the only one.
        unsafe {
            if (*old).header.count == 1 {
                return Ok(old);
            }
            let new = self.copy_table(old)?;
            (*old).header.count -= 1;
            Ok(new)
        }
    }

    /// A copy of a table, with its entries at the same places.
    ///
    /// # Safety
    /// `[header]`: `old` is a table.
    #[cold]
    pub(crate) unsafe fn copy_table(&mut self, old: *const Table) -> Result<*mut Table, FaultKind> {
        // SAFETY: [header] the caller has a table; [index] entries and slots are copied to a buffer of the same room;
        // [counted] references count once more.
        unsafe {
            let (form, tag, room) = ((*old).header.form, (*old).header.tag, (*old).room());
            let new = self.table(form, tag, 0)?;
            if room == 0 {
                return Ok(new);
            }
            let buffer = match self.words(buffer_words(form, room)) {
                Ok(buffer) => buffer,
                Err(kind) => {
                    self.free_table(new);
                    return Err(kind);
                }
            };
            std::ptr::copy_nonoverlapping((*old).buffer, buffer, (*old).used as usize * stride(form));
            (*new).buffer = buffer;
            (*new).used = (*old).used;
            (*new).first = (*old).first;
            (*new).header.info = (*old).header.info;
            (*new).header.room = room as u32;
            if room > SMALL_ROOM {
                std::ptr::copy_nonoverlapping((*old).index(), (*new).index(), room * 2);
            }
            let mut from = if tag == 0 { usize::MAX } else { 0 };
            while let Some(at) = (*new).next(from) {
                let (key, value) = (*new).pair(at);
                if tag & KEY_REFS != 0 {
                    retain(key);
                }
                if tag & VALUE_REFS != 0 {
                    retain(value);
                }
                from = at + 1;
            }
            Ok(new)
        }
    }

    pub(in crate::heap) unsafe fn free_table(&mut self, table: *mut Table) {
        // SAFETY: [counted] the last reference has gone; [index] [blocks] the header says what the buffer holds and how
        // large it is.
        unsafe {
            let (form, tag, room) = ((*table).header.form, (*table).header.tag, (*table).room());
            let mut from = if tag == 0 { usize::MAX } else { 0 };
            while let Some(at) = (*table).next(from) {
                let (key, value) = (*table).pair(at);
                if tag & KEY_REFS != 0 {
                    self.lose(key);
                }
                if tag & VALUE_REFS != 0 {
                    self.lose(value);
                }
                from = at + 1;
            }
            self.free_buffer((*table).buffer, buffer_words(form, room));
            self.give_back(table.cast(), HEADER_BYTES / 8 + 2);
        }
    }
}
